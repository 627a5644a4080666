package io.hopwright.models.reference.tnw;

import io.hopwright.models.machine.Settings;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceSizes;
import java.util.List;

/**
 * What keys say that fit together, in the words of {@code docs/models/tnw.md}. Times are in ticks
 * of 1 ns. Immutable.
 */
final class TnwParameters {
  /** "host.send", and flexio, which has one way only. */
  enum Send {
    HARDWARE,
    SOFTWARE,
    PARTIAL,
    NGET,
    FLEXIO;

    /** Returns its column of a row of the table. */
    int of(int hardware, int software, int partial, int nget, int flexio) {
      return switch (this) {
        case HARDWARE -> hardware;
        case SOFTWARE -> software;
        case PARTIAL -> partial;
        case NGET -> nget;
        case FLEXIO -> flexio;
      };
    }

    /** Returns whether a send ends before its data have left the thread. */
    boolean isBehindTheThread() {
      return this == NGET || this == FLEXIO;
    }
  }

  /** "workload.kind". */
  enum Kind {
    NEIGHBOURS,
    PING_PONG,
    LBM,
    JOBS
  }

  private static final List<String> PORT_NAMES = List.of("x+", "x-", "y+", "y-", "z+", "z-");

  final long seed;
  final List<Integer> shape;
  final Send send;
  final boolean ideal;
  final int interfaces;
  final int injectTicks;
  final int checkTicks;
  final int acceptTicks;
  final int feedbackTicks;
  final int windowPackets;
  final int injectPackets;
  final int receivePackets;
  final boolean drains;

  /** {@code ε}. */
  final double errorRate;

  final int crossTicks;
  final int lineTicks;
  final int sendTicks;
  final int pollTicks;
  final int creditTicks;
  final int gapTicks;
  final double disorder;
  final boolean reorder;

  /** Of the items of the servers. */
  final int storeTicks;

  final int descriptorTicks;
  final int dataTicks;
  final int notifyTicks;
  final int linesPerPacket;

  final Kind kind;
  final List<Integer> ports;
  final List<Integer> vcs;

  /** {@code m} of each size. */
  final ReferenceSizes messagePackets;

  final int creditsAhead;

  /** Whether each VC of a port has threads of its own. */
  final boolean threadsOfVcs;

  /** Whether credits are meant for messages 1, 0, 3, 2, …. */
  final boolean swapsCredits;

  final boolean strict;

  /** Credits that a receiver holds for VC 0. */
  final int eagerPackets;

  final int messages;

  /** {@code U}, null if saturated. */
  final Double load;

  /** First tick at which nothing is born. */
  final long bornBefore;

  final int lx;
  final int ly;
  final boolean splitsY;
  final int siteBytes;
  final double computeEfficiency;

  /**
   * Reads keys.
   *
   * @param settings the values of all keys, none where the page derives it from others
   * @param bornBefore first tick at which nothing is born
   */
  TnwParameters(Settings settings, long bornBefore) {
    this.bornBefore = bornBefore;
    seed = settings.integer("seed");
    kind = Implementation.constant(Kind.class, settings.word("workload.kind"));
    shape =
        settings.has("machine.shape")
            ? Implementation.integers(settings.value("machine.shape"))
            : kind == Kind.LBM ? List.of(16, 1, 1) : List.of(4, 2, 2);
    final boolean flexio = settings.word("host.kind").equals("flexio");
    send =
        flexio
            ? Send.FLEXIO
            : Implementation.constant(
                Send.class, Implementation.word(settings, "host.send", "hardware"));
    ideal = settings.flag("host.ideal");
    interfaces = (int) settings.integer("host.interfaces", flexio ? 1 : 2);
    injectTicks = (int) settings.integer("link.injectTicks");
    checkTicks = (int) settings.integer("link.checkTicks");
    acceptTicks = (int) settings.integer("link.acceptTicks");
    feedbackTicks = (int) settings.integer("link.feedbackTicks");
    windowPackets = (int) settings.integer("link.windowPackets");
    injectPackets = (int) settings.integer("inject.packets");
    receivePackets = (int) settings.integer("receive.packets");
    drains = settings.word("link.resend").equals("drain");
    errorRate = -StrictMath.expm1(1120 * StrictMath.log1p(-settings.number("link.bitErrorRate")));
    crossTicks = (int) settings.integer("pcie.ticks", flexio ? 500 : 200);
    lineTicks = (int) settings.integer("pput.lineTicks", send.of(77, 128, 77, 0, 128));
    sendTicks = (int) settings.integer("host.sendTicks", send.of(300, 300, 300, 467, 868));
    pollTicks = (int) settings.integer("host.pollTicks", flexio ? 500 : 255);
    creditTicks = (int) settings.integer("host.creditTicks");
    gapTicks = (int) settings.integer("nget.gapTicks");
    disorder = send == Send.HARDWARE ? settings.number("pput.disorder") : 0;
    reorder = settings.flag("nwp.reorder");
    storeTicks = send.of(22, 22, 10, 0, 32);
    descriptorTicks = flexio ? 4 : 10;
    dataTicks = flexio ? 32 : 38;
    notifyTicks = flexio ? 2 : 8;
    linesPerPacket = send.of(2, 2, 8, 0, 1);
    ports = settings.words("workload.ports").stream().map(PORT_NAMES::indexOf).toList();
    vcs = settings.words("workload.vcs").stream().map(Integer::valueOf).toList();
    messagePackets =
        new ReferenceSizes(Implementation.integers(settings.value("workload.messageBytes")))
            .each(TnwParameters::packets);
    creditsAhead = (int) settings.integer("workload.creditsAhead");
    threadsOfVcs = settings.word("workload.threadsPer").equals("vc");
    swapsCredits = settings.word("workload.creditOrder").equals("swapped");
    strict = settings.flag("workload.strict");
    eagerPackets = (int) settings.integer("host.eagerPackets");
    messages = (int) settings.integer("workload.messages");
    load =
        settings.value("workload.load") instanceof Number number
            ? (Double) number.doubleValue()
            : null;
    lx = (int) settings.integer("app.lx");
    ly = (int) settings.integer("app.ly");
    splitsY = settings.word("app.split").equals("xy");
    siteBytes = settings.word("app.halo").equals("moving") ? 208 : 888;
    computeEfficiency = settings.number("app.computeEfficiency");
  }

  /** Returns how many packets bytes take. */
  static int packets(long bytes) {
    return Math.toIntExact((bytes + 127) / 128);
  }

  /** Returns the ticks that a node computes in a step of lbm. */
  long computeTicks() {
    return (long) Math.ceil((7600.0 * lx * ly) / (computeEfficiency * 160.0));
  }
}

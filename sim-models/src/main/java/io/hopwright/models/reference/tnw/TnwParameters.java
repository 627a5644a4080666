package io.hopwright.models.reference.tnw;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceParameters;
import io.hopwright.models.reference.ReferenceSizes;
import java.util.List;

/**
 * Values of consistent keys, in the terms of {@code docs/models/tnw.md}. Times are in ticks of 1
 * ns. Immutable.
 */
final class TnwParameters extends ReferenceParameters {
  /** Values of "host.send"; flexio has only one. */
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

  /** Values of "workload.kind". */
  enum Kind {
    NEIGHBOURS,
    PING_PONG,
    LBM,
    JOBS
  }

  private static final List<String> PORT_NAMES = List.of("x+", "x-", "y+", "y-", "z+", "z-");

  final Kind kind = choice(Kind.class, "workload.kind");
  final List<Integer> shape =
      settings.has("machine.shape")
          ? integers("machine.shape")
          : kind == Kind.LBM ? List.of(16, 1, 1) : List.of(4, 2, 2);
  private final boolean flexio = settings.word("host.kind").equals("flexio");

  final Send send = flexio ? Send.FLEXIO : constant(Send.class, word("host.send", "hardware"));
  final boolean ideal = settings.flag("host.ideal");
  final int interfaces = integer("host.interfaces", flexio ? 1 : 2);
  final int injectTicks = integer("link.injectTicks");
  final int checkTicks = integer("link.checkTicks");
  final int acceptTicks = integer("link.acceptTicks");
  final int feedbackTicks = integer("link.feedbackTicks");
  final int windowPackets = integer("link.windowPackets");
  final int injectPackets = integer("inject.packets");
  final int receivePackets = integer("receive.packets");
  final boolean drains = settings.word("link.resend").equals("drain");

  /** {@code ε}. */
  final double errorRate =
      -StrictMath.expm1(1120 * StrictMath.log1p(-settings.number("link.bitErrorRate")));

  final int crossTicks = integer("pcie.ticks", flexio ? 500 : 200);
  final int lineTicks = integer("pput.lineTicks", send.of(77, 128, 77, 0, 128));
  final int sendTicks = integer("host.sendTicks", send.of(300, 300, 300, 467, 868));
  final int pollTicks = integer("host.pollTicks", flexio ? 500 : 255);
  final int creditTicks = integer("host.creditTicks");
  final int gapTicks = integer("nget.gapTicks");
  final double disorder = send == Send.HARDWARE ? settings.number("pput.disorder") : 0;
  final boolean reorder = settings.flag("nwp.reorder");

  /** Ticks of the servers' items. */
  final int storeTicks = send.of(22, 22, 10, 0, 32);

  final int descriptorTicks = flexio ? 4 : 10;
  final int dataTicks = flexio ? 32 : 38;
  final int notifyTicks = flexio ? 2 : 8;
  final int linesPerPacket = send.of(2, 2, 8, 0, 1);

  final List<Integer> ports =
      settings.words("workload.ports").stream().map(PORT_NAMES::indexOf).toList();
  final List<Integer> vcs = settings.words("workload.vcs").stream().map(Integer::valueOf).toList();

  /** {@code m} of each size. */
  final ReferenceSizes messagePackets = sizes("workload.messageBytes").each(TnwParameters::packets);

  final int creditsAhead = integer("workload.creditsAhead");

  /** Credits ahead by position of the VC in {@link #vcs}; empty if {@link #creditsAhead} counts. */
  final List<Long> creditsAheadOfVcs = settings.integers("workload.creditsAheadOfVcs");

  /** Whether each VC of a port has threads of its own. */
  final boolean threadsOfVcs = settings.word("workload.threadsPer").equals("vc");

  /** Whether credits are meant for messages 1, 0, 3, 2, …. */
  final boolean swapsCredits = settings.word("workload.creditOrder").equals("swapped");

  final boolean strict = settings.flag("workload.strict");

  /** Credits that a receiver holds for VC 0. */
  final int eagerPackets = integer("host.eagerPackets");

  final int messages = integer("workload.messages");

  /** {@code U}, null if saturated. */
  final Double load = numberOrNull("workload.load");

  final int lx = integer("app.lx");
  final int ly = integer("app.ly");
  final boolean splitsY = settings.word("app.split").equals("xy");
  final int siteBytes = settings.word("app.halo").equals("moving") ? 208 : 888;
  final double computeEfficiency = settings.number("app.computeEfficiency");

  TnwParameters(Settings settings, long bornBefore) {
    super(settings, bornBefore);
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

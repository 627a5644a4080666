package io.hopwright.models.reference.tnw;

import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceSizes;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

  private final Map<String, Object> set;

  /**
   * Reads keys.
   *
   * @param keys that are set; all others are as they are by default
   * @param bornBefore first tick at which nothing is born
   */
  TnwParameters(Map<String, Object> keys, long bornBefore) {
    set = new HashMap<>(keys);
    this.bornBefore = bornBefore;
    seed = ((Number) set.getOrDefault("seed", 1L)).longValue();
    kind = Kind.valueOf(word("workload.kind", "neighbours").replace('-', '_'));
    shape = numbers("machine.shape", kind == Kind.LBM ? List.of(16, 1, 1) : List.of(4, 2, 2));
    final boolean flexio = word("host.kind", "pcie").equals("FLEXIO");
    send = flexio ? Send.FLEXIO : Send.valueOf(word("host.send", "hardware"));
    ideal = is("host.ideal", false);
    interfaces = number("host.interfaces", flexio ? 1 : 2);
    injectTicks = number("link.injectTicks", 40);
    checkTicks = number("link.checkTicks", 520);
    acceptTicks = number("link.acceptTicks", 40);
    feedbackTicks = number("link.feedbackTicks", 244);
    windowPackets = number("link.windowPackets", 16);
    injectPackets = number("inject.packets", 32);
    receivePackets = number("receive.packets", 32);
    drains = word("link.resend", "drain").equals("DRAIN");
    errorRate = -StrictMath.expm1(1120 * StrictMath.log1p(-real("link.bitErrorRate", 0)));
    crossTicks = number("pcie.ticks", flexio ? 500 : 200);
    lineTicks = number("pput.lineTicks", send.of(77, 128, 77, 0, 128));
    sendTicks = number("host.sendTicks", send.of(300, 300, 300, 467, 868));
    pollTicks = number("host.pollTicks", flexio ? 500 : 255);
    creditTicks = number("host.creditTicks", 100);
    gapTicks = number("nget.gapTicks", 163);
    disorder = send == Send.HARDWARE ? real("pput.disorder", 0.1) : 0;
    reorder = is("nwp.reorder", true);
    storeTicks = send.of(22, 22, 10, 0, 32);
    descriptorTicks = flexio ? 4 : 10;
    dataTicks = flexio ? 32 : 38;
    notifyTicks = flexio ? 2 : 8;
    linesPerPacket = send.of(2, 2, 8, 0, 1);
    ports = words("workload.ports", List.of("x+")).stream().map(PORT_NAMES::indexOf).toList();
    vcs = numbers("workload.vcs", List.of(0));
    messagePackets =
        new ReferenceSizes(Implementation.integers(set.getOrDefault("workload.messageBytes", 128)))
            .each(TnwParameters::packets);
    creditsAhead = number("workload.creditsAhead", 4);
    threadsOfVcs = word("workload.threadsPer", "port").equals("VC");
    swapsCredits = word("workload.creditOrder", "sends").equals("SWAPPED");
    strict = is("workload.strict", false);
    eagerPackets = number("host.eagerPackets", 16);
    messages = number("workload.messages", 20);
    load = set.get("workload.load") instanceof Number number ? (Double) number.doubleValue() : null;
    lx = number("app.lx", 256);
    ly = number("app.ly", 256);
    splitsY = word("app.split", "x").equals("XY");
    siteBytes = word("app.halo", "all").equals("MOVING") ? 208 : 888;
    computeEfficiency = real("app.computeEfficiency", 0.393);
  }

  /** Returns how many packets bytes take. */
  static int packets(long bytes) {
    return Math.toIntExact((bytes + 127) / 128);
  }

  /** Returns the ticks that a node computes in a step of lbm. */
  long computeTicks() {
    return (long) Math.ceil((7600.0 * lx * ly) / (computeEfficiency * 160.0));
  }

  private int number(String key, int otherwise) {
    return ((Number) set.getOrDefault(key, otherwise)).intValue();
  }

  private double real(String key, double otherwise) {
    return ((Number) set.getOrDefault(key, otherwise)).doubleValue();
  }

  private boolean is(String key, boolean otherwise) {
    return (Boolean) set.getOrDefault(key, otherwise);
  }

  private String word(String key, String otherwise) {
    return set.getOrDefault(key, otherwise).toString().toUpperCase(Locale.ROOT);
  }

  private List<Integer> numbers(String key, List<Integer> otherwise) {
    return ((List<?>) set.getOrDefault(key, otherwise))
        .stream().map(value -> Integer.valueOf(value.toString())).toList();
  }

  private List<String> words(String key, List<String> otherwise) {
    return ((List<?>) set.getOrDefault(key, otherwise)).stream().map(Object::toString).toList();
  }
}

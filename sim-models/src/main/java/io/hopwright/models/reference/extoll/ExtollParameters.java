package io.hopwright.models.reference.extoll;

import io.hopwright.models.machine.InputFile;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceSizes;
import io.hopwright.models.reference.extoll.ExtollMessage.End;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What keys say that fit together, in the words of {@code docs/models/extoll.md}. Times are in
 * ticks of 5/63 ns. Immutable.
 */
final class ExtollParameters {
  /** "workload.kind". */
  enum Kind {
    UNIFORM,
    ALL_TO_ALL,
    ALL_TO_ALL_RANDOM,
    PERMUTATION,
    MANY_TO_ONE,
    PING_PONG,
    STREAM,
    ENUMERATE,
    ACCESS,
    ASSIGN,
    JOBS;

    /** Returns whether all messages are born at tick 0. */
    boolean isAllToAll() {
      return this == ALL_TO_ALL || this == ALL_TO_ALL_RANDOM;
    }
  }

  /** "naa.transport" and "host.bridge", of which one at most differs from its default. */
  enum Between {
    /** Neither. */
    NOTHING,
    STAGED,
    P2P,
    BRIDGE
  }

  /** "workload.operation". */
  enum Operation {
    PUT,
    VELO,
    IMMEDIATE,
    GET,
    READ,
    STORE,
    LOAD,
    INTERRUPT
  }

  static final int CELL_BYTES = 16;

  /** The most data of a packet. */
  static final int PACKET_BYTES = 496;

  private final Map<String, ?> set;
  final long seed;

  /** {@code [kx, ky, kz]}. */
  final List<Integer> shape;

  /** NAA of each host. */
  final List<Integer> gateways;

  /** Whether a dimension of 2 has one link in each direction. */
  final boolean singlePairs;

  /** {@code T}. */
  final int cellTicks;

  /** {@code H}. */
  final int hopTicks;

  final int creditTicks;

  /** {@code J}. */
  final int injectionTicks;

  /** {@code E}. */
  final int ejectionTicks;

  final int vcCells;
  final int unitCells;
  final double bitErrorRate;

  /** Null without a file. */
  final InputFile tables;

  final Kind kind;

  /** Whether units make packets, and take in whatever comes. */
  final boolean linkOnly;

  /** Node that sends, of ping-pong and stream. */
  final int source;

  /** Node that it, or all others, send to. */
  final int target;

  final Operation operation;
  final int messages;
  final int threads;
  final int outstanding;
  final Set<End> notify;
  final String hostPcie;
  final String acceleratorPcie;
  final int engineTicks;
  final int gapTicks;
  final int pcieLatencyTicks;
  final int hostMemoryTicks;
  final int acceleratorMemoryTicks;
  final int registerFileTicks;
  final int sendTicks;
  final int lineTicks;
  final int pollTicks;
  final int interruptTicks;
  final int posted;
  final int rmaPackets;
  final int smfuTags;
  final int configPollTicks;
  final int configAccessTicks;

  /** What is between accelerators, or cluster nodes, and the network. */
  final Between between;

  /** Of {@code staging} or {@code bridge}, as is set. */
  final int chunkBytes;

  final int chunkTicks;

  /** In MB/s. */
  final int bridgeRate;

  final int bridgeLatencyTicks;

  /** In MB/s, 0 for no cap. */
  final int peerReadRate;

  final int peerWriteRate;

  /** Of an accelerator. */
  final long memoryBytes;

  final long registerBytes;
  final long windowBytes;

  /** Whether a host enumerates before it accesses. */
  final boolean enumerated;

  /** Whether accesses go to addresses that no interval has. */
  final boolean outside;

  /** {@code k} of assignment. */
  final int wanted;

  final long holdTicks;

  /** Sizes of messages, equally likely. */
  final ReferenceSizes messageBytes;

  /** {@code u}. */
  final int streams;

  /** Whether every stream always has another message. */
  final boolean saturated;

  /** {@code U}; 0 with saturated sources. */
  final double load;

  /** Nothing is born from this tick on. */
  final long bornBefore;

  /**
   * Reads keys.
   *
   * @param set those that are set, by the names of the page
   * @param bornBefore nothing is born from this tick on
   */
  ExtollParameters(Map<String, ?> set, long bornBefore) {
    this.set = set;
    this.bornBefore = bornBefore;
    seed = set.get("seed") instanceof Number number ? number.longValue() : 1;
    shape = integers("machine.shape", List.of(4, 2, 4));
    final int size = shape.stream().reduce(1, Math::multiplyExact);
    final int hosts = integer("machine.hosts", (size + 15) / 16);
    final int firstGateway = integer("machine.firstGateway", 0);
    final int gatewayStep = integer("machine.gatewayStep", 16);
    gateways =
        IntStream.range(0, hosts).mapToObj(host -> firstGateway + gatewayStep * host).toList();
    singlePairs = word("machine.pairLinks", "single").equals("single");
    final boolean fpga = word("machine.nic", "tourmalet").equals("fpga");
    cellTicks = fpga ? 126 : 20;
    hopTicks = integer("link.hopTicks", fpga ? 3_780 : 756);
    creditTicks = integer("link.creditTicks", fpga ? 3_780 : 756);
    injectionTicks = integer("unit.injectionTicks", fpga ? 3_150 : 504);
    ejectionTicks = integer("unit.ejectionTicks", fpga ? 3_150 : 504);
    vcCells = integer("router.vcBytes", 4_096) / CELL_BYTES;
    unitCells = integer("unit.bufferBytes", 4_096) / CELL_BYTES;
    bitErrorRate = real("link.bitErrorRate", 0);
    tables = (InputFile) set.get("router.tables");
    kind = Kind.valueOf(constant(word("workload.kind", "uniform")));
    final boolean ofUnits = ExtollPrograms.isOfUnits(kind);
    linkOnly = !ofUnits && word("workload.transport", "link-only").equals("link-only");
    source = integer("workload.source", 0);
    target = integer("workload.target", ofUnits ? 1 : 0);
    operation = Operation.valueOf(constant(word("workload.operation", "put")));
    messages = integer("workload.messages", 20);
    threads = integer("workload.threads", 1);
    outstanding = integer("workload.outstanding", 16);
    final List<?> asked =
        set.get("workload.notifiedEnds") instanceof List<?> list ? list : List.of();
    notify =
        asked.stream()
            .map(end -> End.valueOf(constant(end.toString())))
            .collect(Collectors.toUnmodifiableSet());
    hostPcie = word("host.pcie", fpga ? "gen2x8" : "gen3x16");
    acceleratorPcie = word("naa.pcie", fpga ? "gen2x8" : "gen2x16");
    engineTicks = integer("unit.engineTicks", fpga ? 2_016 : 504);
    gapTicks = integer("unit.gapTicks", fpga ? 630 : 100);
    pcieLatencyTicks = integer("pcie.latencyTicks", 1_260);
    hostMemoryTicks = integer("host.memoryTicks", 2_520);
    acceleratorMemoryTicks = integer("naa.memoryTicks", 5_040);
    registerFileTicks = integer("registerFile.ticks", 1_260);
    sendTicks = integer("host.sendTicks", 865);
    lineTicks = integer("host.lineTicks", 252);
    pollTicks = integer("host.pollTicks", 1_260);
    interruptTicks = integer("host.interruptTicks", 25_200);
    posted = integer("host.posted", 64);
    rmaPackets = integer("rma.packets", 32);
    smfuTags = integer("smfu.tags", 32);
    configPollTicks = integer("config.pollTicks", 12_600);
    configAccessTicks = integer("config.accessTicks", 3_780);
    between = between();
    final String server = between == Between.BRIDGE ? "bridge" : "staging";
    chunkBytes = integer(server + ".chunkBytes", between == Between.BRIDGE ? 65_536 : 16_384);
    chunkTicks = integer(server + ".chunkTicks", between == Between.BRIDGE ? 5_040 : 29_850);
    bridgeRate = integer("bridge.megabytesPerSecond", 6_100);
    bridgeLatencyTicks = integer("bridge.latencyTicks", 23_940);
    peerReadRate = integer("p2p.readMegabytesPerSecond", 800);
    peerWriteRate = integer("p2p.writeMegabytesPerSecond", 9_800);
    memoryBytes = whole("naa.memoryBytes", 1L << 34);
    registerBytes = whole("naa.registerBytes", 1L << 17);
    windowBytes = whole("smfu.windowBytes", 1L << 39);
    enumerated = Boolean.parseBoolean(word("workload.enumerated", "true"));
    outside = word("workload.addresses", "inside").equals("outside");
    wanted = integer("workload.accelerators", 1);
    holdTicks = whole("workload.holdTicks", 126_000);
    messageBytes = new ReferenceSizes(integers("workload.messageBytes", List.of(PACKET_BYTES)));
    streams = linkOnly ? integer("workload.units", 1) : 1;
    final Object offered = set.get("workload.load");
    load = offered instanceof Number number ? number.doubleValue() : 0;
    saturated = kind == Kind.JOBS || (!(offered instanceof Number) && !kind.isAllToAll());
  }

  private Between between() {
    if (word("host.bridge", "none").equals("infiniband")) {
      return Between.BRIDGE;
    }
    return switch (word("naa.transport", "direct")) {
      case "staged" -> Between.STAGED;
      case "p2p" -> Between.P2P;
      default -> Between.NOTHING;
    };
  }

  /** {@code c}: "max(1, ⌈d/16⌉) cells". */
  static int cells(int dataBytes) {
    return Math.max(1, (dataBytes + CELL_BYTES - 1) / CELL_BYTES);
  }

  /** {@code W}: "a port is busy with it for (c + 1)·T". */
  int busyTicks(int cells) {
    return (cells + 1) * cellTicks;
  }

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private int integer(String key, int otherwise) {
    return set.get(key) instanceof Number number ? number.intValue() : otherwise;
  }

  private long whole(String key, long otherwise) {
    return set.get(key) instanceof Number number ? number.longValue() : otherwise;
  }

  private double real(String key, double otherwise) {
    return set.get(key) instanceof Number number ? number.doubleValue() : otherwise;
  }

  private String word(String key, String otherwise) {
    return set.containsKey(key) ? set.get(key).toString() : otherwise;
  }

  private List<Integer> integers(String key, List<Integer> otherwise) {
    return set.containsKey(key) ? Implementation.integers(set.get(key)) : otherwise;
  }
}

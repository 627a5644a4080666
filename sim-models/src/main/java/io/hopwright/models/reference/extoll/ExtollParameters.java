package io.hopwright.models.reference.extoll;

import io.hopwright.models.machine.InputFile;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceSizes;
import io.hopwright.models.reference.extoll.ExtollMessage.End;
import java.util.List;
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
   * @param settings the values of all keys, none where the page derives it from others
   * @param bornBefore nothing is born from this tick on
   */
  ExtollParameters(Settings settings, long bornBefore) {
    this.bornBefore = bornBefore;
    seed = settings.integer("seed");
    shape = Implementation.integers(settings.value("machine.shape"));
    final int size = shape.stream().reduce(1, Math::multiplyExact);
    final int hosts = (int) settings.integer("machine.hosts", (size + 15) / 16);
    final int firstGateway = (int) settings.integer("machine.firstGateway");
    final int gatewayStep = (int) settings.integer("machine.gatewayStep");
    gateways =
        IntStream.range(0, hosts).mapToObj(host -> firstGateway + gatewayStep * host).toList();
    singlePairs = settings.word("machine.pairLinks").equals("single");
    final boolean fpga = settings.word("machine.nic").equals("fpga");
    cellTicks = fpga ? 126 : 20;
    hopTicks = (int) settings.integer("link.hopTicks", fpga ? 3_780 : 756);
    creditTicks = (int) settings.integer("link.creditTicks", fpga ? 3_780 : 756);
    injectionTicks = (int) settings.integer("unit.injectionTicks", fpga ? 3_150 : 504);
    ejectionTicks = (int) settings.integer("unit.ejectionTicks", fpga ? 3_150 : 504);
    vcCells = (int) settings.integer("router.vcBytes") / CELL_BYTES;
    unitCells = (int) settings.integer("unit.bufferBytes") / CELL_BYTES;
    bitErrorRate = settings.number("link.bitErrorRate");
    tables = (InputFile) settings.value("router.tables");
    kind = Implementation.constant(Kind.class, settings.word("workload.kind"));
    final boolean ofUnits = ExtollPrograms.isOfUnits(kind);
    linkOnly = !ofUnits && settings.word("workload.transport").equals("link-only");
    source = (int) settings.integer("workload.source");
    target = (int) settings.integer("workload.target", ofUnits ? 1 : 0);
    operation = Implementation.constant(Operation.class, settings.word("workload.operation"));
    messages = (int) settings.integer("workload.messages");
    threads = (int) settings.integer("workload.threads");
    outstanding = (int) settings.integer("workload.outstanding");
    notify =
        settings.words("workload.notifiedEnds").stream()
            .map(end -> Implementation.constant(End.class, end))
            .collect(Collectors.toUnmodifiableSet());
    hostPcie = Implementation.word(settings, "host.pcie", fpga ? "gen2x8" : "gen3x16");
    acceleratorPcie = Implementation.word(settings, "naa.pcie", fpga ? "gen2x8" : "gen2x16");
    engineTicks = (int) settings.integer("unit.engineTicks", fpga ? 2_016 : 504);
    gapTicks = (int) settings.integer("unit.gapTicks", fpga ? 630 : 100);
    pcieLatencyTicks = (int) settings.integer("pcie.latencyTicks");
    hostMemoryTicks = (int) settings.integer("host.memoryTicks");
    acceleratorMemoryTicks = (int) settings.integer("naa.memoryTicks");
    registerFileTicks = (int) settings.integer("registerFile.ticks");
    sendTicks = (int) settings.integer("host.sendTicks");
    lineTicks = (int) settings.integer("host.lineTicks");
    pollTicks = (int) settings.integer("host.pollTicks");
    interruptTicks = (int) settings.integer("host.interruptTicks");
    posted = (int) settings.integer("host.posted");
    rmaPackets = (int) settings.integer("rma.packets");
    smfuTags = (int) settings.integer("smfu.tags");
    configPollTicks = (int) settings.integer("config.pollTicks");
    configAccessTicks = (int) settings.integer("config.accessTicks");
    between = between(settings);
    final String server = between == Between.BRIDGE ? "bridge" : "staging";
    chunkBytes = (int) settings.integer(server + ".chunkBytes");
    chunkTicks = (int) settings.integer(server + ".chunkTicks");
    bridgeRate = (int) settings.integer("bridge.megabytesPerSecond");
    bridgeLatencyTicks = (int) settings.integer("bridge.latencyTicks");
    peerReadRate = (int) settings.integer("p2p.readMegabytesPerSecond");
    peerWriteRate = (int) settings.integer("p2p.writeMegabytesPerSecond");
    memoryBytes = settings.integer("naa.memoryBytes");
    registerBytes = settings.integer("naa.registerBytes");
    windowBytes = settings.integer("smfu.windowBytes");
    enumerated = settings.flag("workload.enumerated");
    outside = settings.word("workload.addresses").equals("outside");
    wanted = (int) settings.integer("workload.accelerators");
    holdTicks = settings.integer("workload.holdTicks");
    messageBytes =
        new ReferenceSizes(Implementation.integers(settings.value("workload.messageBytes")));
    streams = linkOnly ? (int) settings.integer("workload.units") : 1;
    final Object offered = settings.value("workload.load");
    load = offered instanceof Number number ? number.doubleValue() : 0;
    saturated = kind == Kind.JOBS || (!(offered instanceof Number) && !kind.isAllToAll());
  }

  private static Between between(Settings settings) {
    if (settings.word("host.bridge").equals("infiniband")) {
      return Between.BRIDGE;
    }
    return switch (settings.word("naa.transport")) {
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
}

package io.hopwright.models.reference.extoll;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceAxes;
import io.hopwright.models.reference.ReferenceParameters;
import io.hopwright.models.reference.ReferencePatterns;
import io.hopwright.models.reference.ReferenceSizes;
import io.hopwright.models.reference.extoll.ExtollMessage.End;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Values of consistent keys, in the terms of {@code docs/models/extoll.md}. Times are in ticks of
 * 5/63 ns. Immutable.
 */
final class ExtollParameters extends ReferenceParameters {
  /** Values of "naa.transport" and "host.bridge", at most one of which differs from its default. */
  enum Between {
    /** Neither. */
    NOTHING,
    STAGED,
    P2P,
    BRIDGE
  }

  /** Values of "workload.operation". */
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

  /** {@code [kx, ky, kz]}. */
  final List<Integer> shape = integers("machine.shape");

  /** NAA of each host. */
  final List<Integer> gateways = gateways();

  /** Whether a dimension of 2 has one link in each direction. */
  final boolean singlePairs = settings.word("machine.pairLinks").equals("single");

  private final boolean fpga = settings.word("machine.nic").equals("fpga");

  /** {@code T}. */
  final int cellTicks = fpga ? 126 : 20;

  /** {@code H}. */
  final int hopTicks = integer("link.hopTicks", fpga ? 3_780 : 756);

  final int creditTicks = integer("link.creditTicks", fpga ? 3_780 : 756);

  /** {@code J}. */
  final int injectionTicks = integer("unit.injectionTicks", fpga ? 3_150 : 504);

  /** {@code E}. */
  final int ejectionTicks = integer("unit.ejectionTicks", fpga ? 3_150 : 504);

  final int vcCells = integer("router.vcBytes") / CELL_BYTES;
  final int unitCells = integer("unit.bufferBytes") / CELL_BYTES;
  final double bitErrorRate = settings.number("link.bitErrorRate");

  /** Null without a file. */
  final InputFile tables = (InputFile) settings.value("router.tables");

  public final String kind = settings.word("workload.kind");

  private final boolean ofUnits = ExtollPrograms.OF_UNITS.contains(kind);

  /** Whether units only make packets, and accept all arrivals. */
  final boolean linkOnly = !ofUnits && settings.word("workload.transport").equals("link-only");

  /** Node that sends, of ping-pong and stream. */
  final int source = integer("workload.source");

  /** Node that it sends to. */
  final int target = integer("workload.target", 1);

  final Operation operation = choice(Operation.class, "workload.operation");
  final int messages = integer("workload.messages");
  final int threads = integer("workload.threads");
  final int outstanding = integer("workload.outstanding");
  final Set<End> notify =
      settings.words("workload.notifiedEnds").stream()
          .map(end -> constant(End.class, end))
          .collect(Collectors.toUnmodifiableSet());
  final String hostPcie = word("host.pcie", fpga ? "gen2x8" : "gen3x16");
  final String acceleratorPcie = word("naa.pcie", fpga ? "gen2x8" : "gen2x16");
  final int engineTicks = integer("unit.engineTicks", fpga ? 2_016 : 504);
  final int gapTicks = integer("unit.gapTicks", fpga ? 630 : 100);
  final int pcieLatencyTicks = integer("pcie.latencyTicks");
  final int hostMemoryTicks = integer("host.memoryTicks");
  final int acceleratorMemoryTicks = integer("naa.memoryTicks");
  final int registerFileTicks = integer("registerFile.ticks");
  final int sendTicks = integer("host.sendTicks");
  final int lineTicks = integer("host.lineTicks");
  final int pollTicks = integer("host.pollTicks");
  final int interruptTicks = integer("host.interruptTicks");
  final int posted = integer("host.posted");
  final int rmaPackets = integer("rma.packets");
  final int smfuTags = integer("smfu.tags");
  final int configPollTicks = integer("config.pollTicks");
  final int configAccessTicks = integer("config.accessTicks");

  /** Devices between accelerators, or cluster nodes, and the network. */
  final Between between = between();

  private final String server = between == Between.BRIDGE ? "bridge" : "staging";

  /** Bytes of a chunk of {@code staging} or {@code bridge}, whichever is set. */
  final int chunkBytes = integer(server + ".chunkBytes");

  final int chunkTicks = integer(server + ".chunkTicks");

  /** Rate of the bridge in MB/s. */
  final int bridgeRate = integer("bridge.megabytesPerSecond");

  final int bridgeLatencyTicks = integer("bridge.latencyTicks");

  /** Limit of peer reads in MB/s; 0 for no limit. */
  final int peerReadRate = integer("p2p.readMegabytesPerSecond");

  final int peerWriteRate = integer("p2p.writeMegabytesPerSecond");

  /** Widths of the BARs of an accelerator. */
  final List<Integer> barBits = integers("naa.barBits");

  /** Sizes of the same. */
  final List<Long> barBytes = barBytes();

  /** 0 without MSI. */
  final int msiVectors = integer("naa.msiVectors");

  /** Whether accelerators interrupt their hosts when their work is done. */
  final boolean interruptAtEnd = settings.flag("workload.interruptAtEnd");

  final long windowBytes = settings.integer("smfu.windowBytes");

  /** Whether a host enumerates before it accesses. */
  final boolean enumerated = settings.flag("workload.enumerated");

  /** Whether accesses go to addresses that no interval has. */
  final boolean outside = settings.word("workload.addresses").equals("outside");

  /** {@code k} of assignment. */
  final int wanted = integer("workload.accelerators");

  final long holdTicks = settings.integer("workload.holdTicks");

  /** Sizes of messages, equally likely. */
  final ReferenceSizes messageBytes = sizes("workload.messageBytes");

  /** {@code u}. */
  final int streams = linkOnly ? integer("workload.units") : 1;

  /** {@code U}; null with saturated sources. */
  final Double load = numberOrNull("workload.load");

  /** Whether every stream always has another message. */
  final boolean saturated = kind.equals("jobs") || (load == null && !isAllToAll());

  ExtollParameters(Settings settings, long bornBefore) {
    super(settings, bornBefore);
  }

  /** Returns where messages go to: "the accelerators; hosts take no part". */
  ReferencePatterns pattern() {
    return ReferencePatterns.of(settings, ReferenceAxes.firstFastest(shape));
  }

  /** Returns whether all messages are generated at tick 0. */
  boolean isAllToAll() {
    return ReferencePatterns.isAtStart(kind);
  }

  private List<Integer> gateways() {
    final int size = shape.stream().reduce(1, Math::multiplyExact);
    final int hosts = integer("machine.hosts", (size + 15) / 16);
    final int first = integer("machine.firstGateway");
    final int step = integer("machine.gatewayStep");
    return IntStream.range(0, hosts).mapToObj(host -> first + step * host).toList();
  }

  private List<Long> barBytes() {
    final List<Long> all = new ArrayList<>();
    all.add(settings.integer("naa.memoryBytes"));
    all.add(settings.integer("naa.registerBytes"));
    all.addAll(settings.integers("naa.furtherBarBytes"));
    return List.copyOf(all.subList(0, barBits.size()));
  }

  /** {@code O}: operations that configure an accelerator. */
  int configurations() {
    final int registers = barBits.stream().mapToInt(bits -> bits / 32).sum();
    final int ofInterrupts = msiVectors == 0 ? 0 : msiVectors == 1 ? 4 : 5;
    return 10 + 3 * registers + ofInterrupts;
  }

  private Between between() {
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

  /** Returns {@code W}: the ticks (c + 1)·T for which a port is busy with a packet. */
  int busyTicks(int cells) {
    return (cells + 1) * cellTicks;
  }
}

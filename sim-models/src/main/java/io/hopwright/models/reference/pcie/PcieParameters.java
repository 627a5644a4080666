package io.hopwright.models.reference.pcie;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceParameters;
import io.hopwright.models.reference.ReferencePatterns;
import io.hopwright.models.reference.ReferenceSizes;
import java.util.List;

/**
 * Values of consistent keys, in the terms of {@code docs/models/pcie.md}. Times are in ticks of
 * 5/63 ns, rates in MB/s. Immutable.
 */
final class PcieParameters extends ReferenceParameters {
  /** Values of "machine.cards". */
  enum Cards {
    NONE,
    INFINIBAND,
    PEACH2,
    APENET;

    /** Unset keys of cards "have the values of infiniband". */
    private <T> T of(T infiniband, T peach2, T apenet) {
      return switch (this) {
        case NONE, INFINIBAND -> infiniband;
        case PEACH2 -> peach2;
        case APENET -> apenet;
      };
    }
  }

  /** Values of "workload.transport". */
  enum Transport {
    PUSH,
    PULL,
    HOST,
    STAGED,
    CARD,
    RCUDA,
    THROUGH_MEMORY
  }

  /** The most data of a write or a completion. */
  static final int PACKET_BYTES = 256;

  final List<Integer> shape = integers("machine.shape");
  final Cards cards = choice(Cards.class, "machine.cards");
  final int sockets = integer("machine.sockets");
  final List<Integer> fanout = integers("machine.fanout");
  final String edgePcie = settings.word("edge.pcie");
  final String cardPcie = word("card.pcie", cards == Cards.INFINIBAND ? "gen3x8" : "gen2x8");
  final int networkRate = integer("network.megabytesPerSecond", cards.of(6_672, 4_000, 3_400));
  final int switchTicks = integer("edge.switchTicks");
  final int deviceTicks = integer("edge.deviceTicks");
  final int creditTicks = integer("edge.creditTicks");
  final int qpiHopTicks = integer("qpi.hopTicks");
  final int networkHopTicks = integer("network.hopTicks", cards.of(1_260, 3_150, 3_150));

  private final int bufferBytes = integer("edge.bufferBytes");

  /** Words of 4 B in the buffer of a VC. */
  final int bufferWords = bufferBytes / 4;

  /** Words in a buffer behind a local port. */
  final int localWords = integer("local.bufferBytes", bufferBytes) / 4;

  /** Caps of roots by class, 0 if there is none. */
  final List<Integer> rootRates = rootRates();

  final int qpiPeerRate = integer("qpi.peerMegabytesPerSecond");
  final int gpuRate = integer("gpu.megabytesPerSecond");
  final int memoryRate = integer("memory.megabytesPerSecond");
  final int cardRate = integer("card.megabytesPerSecond");
  final int memoryReadTicks = integer("memory.readTicks");
  final int gpuReadTicks = integer("gpu.readTicks");
  final int cardReadTicks = integer("card.readTicks");
  final int dmaReads = integer("dma.reads");
  final int cardReads = integer("card.reads");
  final int cardGpuReads = integer("card.gpuReads", cards.of(32, 32, 1));
  final int dmaLaunchTicks = integer("dma.launchTicks");
  final int hostLaunchTicks = integer("host.launchTicks");
  final int cardLaunchTicks = integer("card.launchTicks", cards.of(54_244, 12_494, 67_902));
  final int rcudaChunkTicks = integer("rcuda.chunkTicks");
  final int readBytes = integer("read.bytes");

  /** Whether copies go through the memory of the root of the target, not of the source. */
  final boolean copiesAtTarget = settings.word("copy.memory").equals("target");

  final int copyBuffers = integer("copy.buffers");
  final int copyChunkTicks = integer("copy.chunkTicks");
  final Transport transport = choice(Transport.class, "workload.transport");
  final String kind = settings.word("workload.kind");

  /** Whether sources and targets are memories, not GPUs. */
  final boolean fromMemory = settings.word("workload.from").equals("memory");

  final boolean toMemory = settings.word("workload.to").equals("memory");
  final int source = integer("workload.source");
  final int target = integer("workload.target");

  final ReferenceSizes messageBytes = sizes("workload.messageBytes");

  final long chunkBytes = settings.integer("workload.chunkBytes", usualChunkBytes());

  /** Messages of each flow; {@code Long.MAX_VALUE} "forever". */
  final long messages = settings.integer("workload.messages", Long.MAX_VALUE);

  final long intervalTicks = settings.integer("workload.intervalTicks");

  PcieParameters(Settings settings) {
    super(settings);
  }

  /** Returns the pattern of so many GPUs or memories. */
  ReferencePatterns pattern(int nodes) {
    return ReferencePatterns.of(settings, nodes);
  }

  private List<Integer> rootRates() {
    final String generation = settings.word("root.generation");
    final int writeRate = generation.equals("none") ? 0 : 9_800;
    final int readRate =
        switch (generation) {
          case "none" -> 0;
          case "sandy" -> 800;
          case "ivy" -> 3_400;
          case "ivy-boost" -> 3_700;
          default -> throw new IllegalArgumentException(generation);
        };
    return List.of(
        integer("root.writeMegabytesPerSecond", writeRate),
        0,
        integer("root.readMegabytesPerSecond", readRate));
  }

  private long usualChunkBytes() {
    return switch (transport) {
      case CARD -> 4_096;
      case RCUDA -> 1_048_576;
      case THROUGH_MEMORY -> 131_072;
      default -> messageBytes.most();
    };
  }

  /** {@code ⌈a / b⌉}. */
  static long ceilDiv(long a, long b) {
    return (a + b - 1) / b;
  }

  /** Ticks of so many bytes on a PCIe link. */
  static long pcieTicks(String generation, long bytes) {
    return switch (generation) {
      case "gen2x8" -> ceilDiv(63 * bytes, 20);
      case "gen2x16" -> ceilDiv(63 * bytes, 40);
      case "gen3x8" -> ceilDiv(819 * bytes, 512);
      case "gen3x16" -> ceilDiv(819 * bytes, 1_024);
      default -> throw new IllegalArgumentException(generation);
    };
  }

  /** Ticks of so many bytes at a rate of so many MB/s, "⌈12,600·b/R⌉". */
  static long rateTicks(int rate, long bytes) {
    return ceilDiv(12_600 * bytes, rate);
  }
}

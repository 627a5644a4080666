package io.hopwright.models.reference.pcie;

import io.hopwright.models.machine.Settings;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceSizes;
import java.util.List;
import java.util.Objects;

/**
 * What keys say that fit together, in the words of {@code docs/models/pcie.md}. Times are in ticks
 * of 5/63 ns, rates in MB/s. Immutable.
 */
final class PcieParameters {
  /** "machine.cards". */
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

  /** "workload.transport". */
  enum Transport {
    PUSH,
    PULL,
    HOST,
    STAGED,
    CARD,
    RCUDA
  }

  /** "workload.kind". */
  enum Kind {
    PAIR,
    RIGHT,
    LEFT,
    BOTH,
    PAIRS_EVEN,
    PAIRS_ODD,
    FAR,
    FAR_BOTH,
    SHIFT,
    MANY_TO_ONE
  }

  /** The most data of a write or a completion. */
  static final int PACKET_BYTES = 256;

  final long seed;
  final List<Integer> shape;
  final Cards cards;
  final int sockets;
  final List<Integer> fanout;
  final String edgePcie;
  final String cardPcie;
  final int networkRate;
  final int switchTicks;
  final int deviceTicks;
  final int creditTicks;
  final int qpiHopTicks;
  final int networkHopTicks;

  /** Of the buffer of a VC, in words of 4 B. */
  final int bufferWords;

  /** Of a buffer behind a local port. */
  final int localWords;

  /** Caps of roots by class, 0 if there is none. */
  final List<Integer> rootRates;

  final int qpiPeerRate;
  final int gpuRate;
  final int memoryRate;
  final int cardRate;
  final int memoryReadTicks;
  final int gpuReadTicks;
  final int cardReadTicks;
  final int dmaReads;
  final int cardReads;
  final int cardGpuReads;
  final int dmaLaunchTicks;
  final int hostLaunchTicks;
  final int cardLaunchTicks;
  final int rcudaChunkTicks;
  final int readBytes;
  final Transport transport;
  final Kind kind;

  /** Whether sources and targets are memories, not GPUs. */
  final boolean fromMemory;

  final boolean toMemory;
  final int source;
  final int target;
  final int distance;

  final ReferenceSizes messageBytes;

  final long chunkBytes;

  /** Of each flow; {@code Long.MAX_VALUE} "for ever". */
  final long messages;

  final long intervalTicks;

  /**
   * Reads keys.
   *
   * @param settings the values of all keys, none where the page derives it from others
   */
  PcieParameters(Settings settings) {
    seed = settings.integer("seed");
    shape = Implementation.integers(settings.value("machine.shape"));
    cards = Implementation.constant(Cards.class, settings.word("machine.cards"));
    sockets = (int) settings.integer("machine.sockets");
    fanout = Implementation.integers(settings.value("machine.fanout"));
    edgePcie = settings.word("edge.pcie");
    final boolean gen2 = cards != Cards.INFINIBAND;
    cardPcie =
        (String)
            Objects.requireNonNullElse(settings.value("card.pcie"), gen2 ? "gen2x8" : "gen3x8");
    networkRate =
        (int) settings.integer("network.megabytesPerSecond", cards.of(6_672, 4_000, 3_400));
    switchTicks = (int) settings.integer("edge.switchTicks");
    deviceTicks = (int) settings.integer("edge.deviceTicks");
    creditTicks = (int) settings.integer("edge.creditTicks");
    qpiHopTicks = (int) settings.integer("qpi.hopTicks");
    networkHopTicks = (int) settings.integer("network.hopTicks", cards.of(1_260, 3_150, 3_150));
    final int bufferBytes = (int) settings.integer("edge.bufferBytes");
    bufferWords = bufferBytes / 4;
    localWords = (int) settings.integer("local.bufferBytes", bufferBytes) / 4;
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
    rootRates =
        List.of(
            (int) settings.integer("root.writeMegabytesPerSecond", writeRate),
            0,
            (int) settings.integer("root.readMegabytesPerSecond", readRate));
    qpiPeerRate = (int) settings.integer("qpi.peerMegabytesPerSecond");
    gpuRate = (int) settings.integer("gpu.megabytesPerSecond");
    memoryRate = (int) settings.integer("memory.megabytesPerSecond");
    cardRate = (int) settings.integer("card.megabytesPerSecond");
    memoryReadTicks = (int) settings.integer("memory.readTicks");
    gpuReadTicks = (int) settings.integer("gpu.readTicks");
    cardReadTicks = (int) settings.integer("card.readTicks");
    dmaReads = (int) settings.integer("dma.reads");
    cardReads = (int) settings.integer("card.reads");
    cardGpuReads = (int) settings.integer("card.gpuReads", cards.of(32, 32, 1));
    dmaLaunchTicks = (int) settings.integer("dma.launchTicks");
    hostLaunchTicks = (int) settings.integer("host.launchTicks");
    cardLaunchTicks = (int) settings.integer("card.launchTicks", cards.of(54_244, 12_494, 67_902));
    rcudaChunkTicks = (int) settings.integer("rcuda.chunkTicks");
    readBytes = (int) settings.integer("read.bytes");
    transport = Implementation.constant(Transport.class, settings.word("workload.transport"));
    kind = Implementation.constant(Kind.class, settings.word("workload.kind"));
    fromMemory = settings.word("workload.from").equals("memory");
    toMemory = settings.word("workload.to").equals("memory");
    source = (int) settings.integer("workload.source");
    target = (int) settings.integer("workload.target");
    distance = (int) settings.integer("workload.distance");
    messageBytes =
        new ReferenceSizes(Implementation.integers(settings.value("workload.messageBytes")));
    chunkBytes = settings.integer("workload.chunkBytes", usualChunkBytes());
    messages = settings.integer("workload.messages", Long.MAX_VALUE);
    intervalTicks = settings.integer("workload.intervalTicks");
  }

  private long usualChunkBytes() {
    return switch (transport) {
      case CARD -> 4_096;
      case RCUDA -> 1_048_576;
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

package io.hopwright.models.reference.pcie;

import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceSizes;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

  private final Map<String, ?> set;
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
   * @param set those that are set, by the names of the page
   */
  PcieParameters(Map<String, ?> set) {
    this.set = set;
    seed = wide("seed", 1);
    shape = integers("machine.shape", List.of(1, 1, 1));
    cards = Cards.valueOf(constant(word("machine.cards", "none")));
    sockets = integer("machine.sockets", 1);
    fanout = integers("machine.fanout", List.of(2, 2));
    edgePcie = word("edge.pcie", "gen3x16");
    final boolean gen2 = cards != Cards.INFINIBAND;
    cardPcie = word("card.pcie", gen2 ? "gen2x8" : "gen3x8");
    networkRate = integer("network.megabytesPerSecond", cards.of(6_672, 4_000, 3_400));
    switchTicks = integer("edge.switchTicks", 1_260);
    deviceTicks = integer("edge.deviceTicks", 630);
    creditTicks = integer("edge.creditTicks", 630);
    qpiHopTicks = integer("qpi.hopTicks", 304_920);
    networkHopTicks = integer("network.hopTicks", cards.of(1_260, 3_150, 3_150));
    final int bufferBytes = integer("edge.bufferBytes", 4_096);
    bufferWords = bufferBytes / 4;
    localWords = integer("local.bufferBytes", bufferBytes) / 4;
    final String generation = word("root.generation", "sandy");
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
            integer("root.writeMegabytesPerSecond", writeRate),
            0,
            integer("root.readMegabytesPerSecond", readRate));
    qpiPeerRate = integer("qpi.peerMegabytesPerSecond", 4_000);
    gpuRate = integer("gpu.megabytesPerSecond", 10_600);
    memoryRate = integer("memory.megabytesPerSecond", 0);
    cardRate = integer("card.megabytesPerSecond", 0);
    memoryReadTicks = integer("memory.readTicks", 2_520);
    gpuReadTicks = integer("gpu.readTicks", 5_040);
    cardReadTicks = integer("card.readTicks", 1_260);
    dmaReads = integer("dma.reads", 32);
    cardReads = integer("card.reads", 32);
    cardGpuReads = integer("card.gpuReads", cards.of(32, 32, 1));
    dmaLaunchTicks = integer("dma.launchTicks", 95_103);
    hostLaunchTicks = integer("host.launchTicks", 17_631);
    cardLaunchTicks = integer("card.launchTicks", cards.of(54_244, 12_494, 67_902));
    rcudaChunkTicks = integer("rcuda.chunkTicks", 264_563);
    readBytes = integer("read.bytes", 512);
    transport = Transport.valueOf(constant(word("workload.transport", "push")));
    kind = Kind.valueOf(constant(word("workload.kind", "pair")));
    fromMemory = word("workload.from", "gpu").equals("memory");
    toMemory = word("workload.to", "gpu").equals("memory");
    source = integer("workload.source", 0);
    target = integer("workload.target", 1);
    distance = integer("workload.distance", 1);
    messageBytes = new ReferenceSizes(integers("workload.messageBytes", List.of(1_048_576)));
    chunkBytes = wide("workload.chunkBytes", usualChunkBytes());
    messages = wide("workload.messages", Long.MAX_VALUE);
    intervalTicks = wide("workload.intervalTicks", 0);
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

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private int integer(String key, int otherwise) {
    return set.get(key) instanceof Number number ? number.intValue() : otherwise;
  }

  private long wide(String key, long otherwise) {
    return set.get(key) instanceof Number number ? number.longValue() : otherwise;
  }

  private String word(String key, String otherwise) {
    return set.containsKey(key) ? set.get(key).toString() : otherwise;
  }

  private List<Integer> integers(String key, List<Integer> otherwise) {
    return set.containsKey(key) ? Implementation.integers(set.get(key)) : otherwise;
  }
}

package io.hopwright.models.pcie.engines;

import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.Source;
import io.hopwright.models.pcie.tree.ElementKind;
import io.hopwright.models.pcie.tree.HostInterconnect;
import io.hopwright.models.pcie.tree.PciePaper;
import java.util.OptionalInt;

/**
 * Devices behind local ports, as a study sets them. Rates are in MB/s, 0 for the rate of the edge.
 *
 * @param cards cards with the values of unset keys
 * @param edgeBufferBytes buffer of a VC behind an edge, the default for local ports
 */
public record EngineDesign(
    Devices devices, Dma dma, Card card, HostInterconnect cards, int edgeBufferBytes) {
  static final int MOST_RATE = EdgeDesign.MOST_RATE;
  static final int MOST_TICKS = EdgeDesign.MOST_TICKS;
  static final int MOST_LAUNCH = 100_000_000;
  static final int MOST_READS = 1_024;
  static final int LEAST_READ_BYTES = 256;
  static final int MOST_READ_BYTES = 512;
  static final String UNSET = "; that of machine.cards if not set";
  static final String RATE = " receives, and at which it sends; 0: the rate of its edge";

  /** Keys of GPUs and memories. */
  public record Devices(
      @Setting(key = "gpu.megabytesPerSecond", byDefault = 10_600, max = MOST_RATE)
          @Meaning("largest rate in MB/s at which a GPU" + RATE)
          @Source(PciePaper.SECTION + "3.1.2, Table 3.1; FIT")
          int gpuRate,
      @Setting(key = "memory.megabytesPerSecond", byDefault = 0, max = MOST_RATE)
          @Meaning("largest rate in MB/s at which a memory" + RATE)
          int memoryRate,
      @Setting(key = "gpu.readTicks", byDefault = 5_040, min = 1, max = MOST_TICKS)
          @Meaning("time from a read request in a GPU to its answer")
          int gpuReadTicks,
      @Setting(key = "memory.readTicks", byDefault = 2_520, min = 1, max = MOST_TICKS)
          @Meaning("time from a read request in a memory to its answer")
          int memoryReadTicks,
      @Setting(key = "local.bufferBytes", min = 256, max = 65_536)
          @Meaning("buffer of each class behind a local port; that of edge.bufferBytes if not set")
          OptionalInt bufferBytes) {
    public static final KeyRecord<Devices> KEYS = KeyRecord.of(Devices.class);
  }

  /** Keys of reads and copies. */
  public record Dma(
      @Setting(key = "dma.reads", byDefault = 32, min = 1, max = MOST_READS)
          @Meaning("largest number of outstanding reads of a stream of a GPU or memory")
          int reads,
      @Setting(
              key = "read.bytes",
              byDefault = MOST_READ_BYTES,
              min = LEAST_READ_BYTES,
              max = MOST_READ_BYTES,
              step = LEAST_READ_BYTES)
          @Meaning("largest number of bytes of a read request")
          int readBytes,
      @Setting(key = "dma.launchTicks", byDefault = 95_103, max = MOST_LAUNCH)
          @Meaning("launch time of a copy")
          @Source(PciePaper.SECTION + "3.1.2, Table 3.1; FIT: 7.7 us")
          int launchTicks,
      @Setting(key = "host.launchTicks", byDefault = 17_631, max = MOST_LAUNCH)
          @Meaning("launch time of a transfer between hosts")
          @Source(PciePaper.SECTION + "3.1.2; FIT: 1.9 us")
          int hostLaunchTicks,
      @Setting(key = "rcuda.chunkTicks", byDefault = 264_563, max = MOST_LAUNCH)
          @Meaning("software time of each chunk of rCUDA")
          @Source(PciePaper.SECTION + "3.2.2; FIT: 9.4 % less bandwidth")
          int chunkTicks,
      @Setting(key = "copy.memory", word = "source")
          @Meaning("for through-memory: memory that copies pass through")
          CopyMemory copyMemory,
      @Setting(key = "copy.buffers", byDefault = 2, min = 1, max = 1_024)
          @Meaning(
              "for through-memory: number of chunks of a flow in flight at once, each in"
                  + " a buffer of host memory; with 1, writes and reads take turns; 2 is double"
                  + " buffering")
          int copyBuffers,
      @Setting(key = "copy.chunkTicks", byDefault = 0, max = MOST_LAUNCH)
          @Meaning(
              "for through-memory: software time of each chunk, once to write it and once to read"
                  + " it")
          @Source("ASSUMED: copies are queued ahead")
          int copyChunkTicks) {
    public static final KeyRecord<Dma> KEYS = KeyRecord.of(Dma.class);
  }

  /** Keys of cards of the network. */
  public record Card(
      @Setting(key = "card.megabytesPerSecond", byDefault = 0, max = MOST_RATE)
          @Meaning("largest rate in MB/s at which a card" + RATE)
          int rate,
      @Setting(key = "card.readTicks", byDefault = 1_260, min = 1, max = MOST_TICKS)
          @Meaning("time from a read request in a card to its answer")
          int readTicks,
      @Setting(key = "card.reads", byDefault = 32, min = 1, max = MOST_READS)
          @Meaning("largest number of outstanding reads of a stream, if a card reads a memory")
          int reads,
      @Setting(key = "card.gpuReads", min = 1, max = MOST_READS)
          @Meaning("largest number of outstanding reads of a stream, if a card reads a GPU" + UNSET)
          @Source(PciePaper.SECTION + "3.2.5")
          OptionalInt gpuReads,
      @Setting(key = "card.launchTicks", max = MOST_LAUNCH)
          @Meaning("launch time of a transfer of cards" + UNSET)
          @Source(PciePaper.SECTION + "3.2.1, 3.2.4; FIT")
          OptionalInt launchTicks) {
    public static final KeyRecord<Card> KEYS = KeyRecord.of(Card.class);
  }

  /** Reads the settings. */
  public static EngineDesign of(Settings settings, HostInterconnect cards, EdgeDesign edges) {
    return new EngineDesign(
        Devices.KEYS.read(settings),
        Dma.KEYS.read(settings),
        Card.KEYS.read(settings),
        cards,
        edges.edge().bufferBytes());
  }

  /** Returns the buffer of each class behind a local port. */
  int bufferBytes() {
    return devices.bufferBytes().orElse(edgeBufferBytes);
  }

  /** Returns the launch of a transfer of cards. */
  int cardLaunchTicks() {
    return card.launchTicks().orElse(cards.launchTicks());
  }

  /** Returns the rate of an end element. */
  int rate(ElementKind kind) {
    return switch (kind) {
      case GPU -> devices.gpuRate();
      case MEMORY -> devices.memoryRate();
      default -> card.rate();
    };
  }

  /** Returns the ticks from a read request in an end element to its answer. */
  public int readTicks(ElementKind kind) {
    return switch (kind) {
      case GPU -> devices.gpuReadTicks();
      case MEMORY -> devices.memoryReadTicks();
      default -> card.readTicks();
    };
  }

  /** Returns the maximum number of outstanding reads of a stream. */
  public int reads(ElementKind reader, ElementKind of) {
    if (reader != ElementKind.CARD) {
      return dma.reads();
    }
    return of == ElementKind.GPU ? card.gpuReads().orElse(cards.gpuReads()) : card.reads();
  }
}

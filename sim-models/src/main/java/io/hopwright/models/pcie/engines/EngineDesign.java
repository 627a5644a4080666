package io.hopwright.models.pcie.engines;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.pcie.tree.ElementKind;
import io.hopwright.models.pcie.tree.HostInterconnect;
import io.hopwright.models.pcie.tree.PciePaper;

/**
 * What is behind local ports. Rates are in MB/s, 0 for as much as the edge moves.
 *
 * @param gpuRate of a GPU
 * @param memoryRate of a memory
 * @param cardRate of a card
 * @param gpuReadTicks from a read request to its answer
 * @param memoryReadTicks likewise
 * @param cardReadTicks likewise
 * @param bufferBytes of each class behind a local port
 * @param reads outstanding of a stream of a GPU or memory
 * @param cardReads of a card that reads a memory
 * @param cardGpuReads of a card that reads a GPU
 * @param readBytes largest read
 * @param dmaLaunch of a copy
 * @param hostLaunch of a transfer between hosts
 * @param cardLaunch of a transfer of cards
 * @param chunkTicks of each chunk of rCUDA
 * @param copyMemory that copies go through
 * @param copyBuffers of a flow there
 * @param copyChunkTicks of each chunk of such a copy, at both ends
 */
public record EngineDesign(
    int gpuRate,
    int memoryRate,
    int cardRate,
    int gpuReadTicks,
    int memoryReadTicks,
    int cardReadTicks,
    int bufferBytes,
    int reads,
    int cardReads,
    int cardGpuReads,
    int readBytes,
    int dmaLaunch,
    int hostLaunch,
    int cardLaunch,
    int chunkTicks,
    CopyMemory copyMemory,
    int copyBuffers,
    int copyChunkTicks) {
  private static final int MOST_LAUNCH = 100_000_000;
  private static final int MOST_READS = 1_024;
  private static final int MOST_BUFFERS = 1_024;
  private static final int READ_BYTES_LEAST = 256;
  private static final int READ_BYTES_MOST = 512;
  private static final String UNSET = "; that of machine.cards if not set";

  private static final Key<Integer> GPU_RATE =
      rate("gpu.megabytesPerSecond", 10_600, "a GPU", PciePaper.SECTION + "3.1.2, Table 3.1; FIT");
  private static final Key<Integer> MEMORY_RATE =
      rate("memory.megabytesPerSecond", 0, "a memory", Key.ASSUMED);
  private static final Key<Integer> CARD_RATE =
      rate("card.megabytesPerSecond", 0, "a card", Key.ASSUMED);
  private static final Key<Integer> GPU_READ = read("gpu.readTicks", 5_040, "a GPU");
  private static final Key<Integer> MEMORY_READ = read("memory.readTicks", 2_520, "a memory");
  private static final Key<Integer> CARD_READ = read("card.readTicks", 1_260, "a card");
  private static final Key<Integer> BUFFER =
      Key.bytes("local.bufferBytes", null, 256, 65_536, 1)
          .assumed("buffer of each class behind a local port; that of edge.bufferBytes if not set");
  private static final Key<Integer> READS =
      reads("dma.reads", 32, "a stream of a GPU or memory", Key.ASSUMED);
  private static final Key<Integer> CARD_READS =
      reads("card.reads", 32, "a stream of a card that reads a memory", Key.ASSUMED);
  private static final Key<Integer> CARD_GPU_READS =
      reads(
          "card.gpuReads",
          null,
          "a stream of a card that reads a GPU",
          PciePaper.SECTION + "3.2.5");
  private static final Key<Integer> READ_BYTES =
      Key.bytes("read.bytes", READ_BYTES_MOST, READ_BYTES_LEAST, READ_BYTES_MOST, READ_BYTES_LEAST)
          .assumed("largest read");
  private static final Key<Integer> DMA_LAUNCH =
      launch(
          "dma.launchTicks",
          95_103,
          "launch of a copy",
          PciePaper.SECTION + "3.1.2, Table 3.1; FIT: 7.7 us");
  private static final Key<Integer> HOST_LAUNCH =
      launch(
          "host.launchTicks",
          17_631,
          "launch of a transfer between hosts",
          PciePaper.SECTION + "3.1.2; FIT: 1.9 us");
  private static final Key<Integer> CARD_LAUNCH =
      launch(
          "card.launchTicks",
          null,
          "launch of a transfer of cards",
          PciePaper.SECTION + "3.2.1, 3.2.4; FIT");
  private static final Key<Integer> CHUNK =
      launch(
          "rcuda.chunkTicks",
          264_563,
          "software of each chunk of rCUDA",
          PciePaper.SECTION + "3.2.2; FIT: 9.4 % less bandwidth");
  private static final Key<CopyMemory> COPY_MEMORY =
      Key.choice("copy.memory", CopyMemory.SOURCE, Choice.of(CopyMemory.values()))
          .assumed("for through-memory: the memory that copies go through");
  private static final Key<Integer> COPY_BUFFERS =
      Key.integer("copy.buffers", 2, 1, MOST_BUFFERS)
          .assumed(
              "for through-memory: chunks of a flow that are in flight at once, each in a buffer of"
                  + " host memory; with 1 writes and reads take turns, 2 is double buffering");
  private static final Key<Integer> COPY_CHUNK =
      launch(
          "copy.chunkTicks",
          0,
          "for through-memory: software time of each chunk, once to write it and once to read it",
          Key.ASSUMED + ": copies are queued ahead");

  public static final Component DEVICES =
      Component.of("device", GPU_RATE, MEMORY_RATE, GPU_READ, MEMORY_READ, BUFFER);
  public static final Component DMA =
      Component.of(
          "dma",
          READS,
          READ_BYTES,
          DMA_LAUNCH,
          HOST_LAUNCH,
          CHUNK,
          COPY_MEMORY,
          COPY_BUFFERS,
          COPY_CHUNK);
  public static final Component CARD =
      Component.of("card", CARD_RATE, CARD_READ, CARD_READS, CARD_GPU_READS, CARD_LAUNCH);

  private static Key<Integer> rate(String name, int byDefault, String what, String source) {
    return Key.integer(name, byDefault, 0, EdgeDesign.MOST_RATE)
        .meaning(
            "most MB/s that %s takes in, and as many that it emits; 0 for as much as its edge"
                .formatted(what))
        .source(source);
  }

  private static Key<Integer> read(String name, int byDefault, String what) {
    return Key.delay(name, byDefault, 1, EdgeDesign.MOST_TICKS)
        .assumed("from a read request in " + what + " to its answer");
  }

  private static Key<Integer> reads(String name, Integer byDefault, String who, String source) {
    return Key.integer(name, byDefault, 1, MOST_READS)
        .meaning(
            "reads that " + who + " has outstanding at most" + (byDefault == null ? UNSET : ""))
        .source(source);
  }

  private static Key<Integer> launch(String name, Integer byDefault, String what, String source) {
    return Key.delay(name, byDefault, 0, MOST_LAUNCH)
        .meaning(what + (byDefault == null ? UNSET : ""))
        .source(source);
  }

  /** Reads the settings; buffers have those of edges if not set. */
  public static EngineDesign of(Settings settings, HostInterconnect cards, EdgeDesign edges) {
    return new EngineDesign(
        settings.get(GPU_RATE),
        settings.get(MEMORY_RATE),
        settings.get(CARD_RATE),
        settings.get(GPU_READ),
        settings.get(MEMORY_READ),
        settings.get(CARD_READ),
        settings.find(BUFFER).orElse(edges.bufferBytes()),
        settings.get(READS),
        settings.get(CARD_READS),
        settings.find(CARD_GPU_READS).orElse(cards.gpuReads()),
        settings.get(READ_BYTES),
        settings.get(DMA_LAUNCH),
        settings.get(HOST_LAUNCH),
        settings.find(CARD_LAUNCH).orElse(cards.launchTicks()),
        settings.get(CHUNK),
        settings.get(COPY_MEMORY),
        settings.get(COPY_BUFFERS),
        settings.get(COPY_CHUNK));
  }

  /** Returns the rate of an end element. */
  int rate(ElementKind kind) {
    return switch (kind) {
      case GPU -> gpuRate;
      case MEMORY -> memoryRate;
      default -> cardRate;
    };
  }

  /** Returns the ticks from a read request in an end element to its answer. */
  public int readTicks(ElementKind kind) {
    return switch (kind) {
      case GPU -> gpuReadTicks;
      case MEMORY -> memoryReadTicks;
      default -> cardReadTicks;
    };
  }

  /** Returns how many reads a stream has outstanding. */
  public int reads(ElementKind reader, ElementKind of) {
    if (reader != ElementKind.CARD) {
      return reads;
    }
    return of == ElementKind.GPU ? cardGpuReads : cardReads;
  }
}

package io.hopwright.models.cascade.aries;

import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.network.CascadePaper;
import io.hopwright.models.cascade.network.CascadeRates;
import io.hopwright.models.cascade.nic.NicModel;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.host.HostBus;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.run.WorkloadKeys;
import java.util.List;

/** Keys of an Aries NIC ({@code docs/models/aries-nic.md}). */
public record AriesKeys(
    @Setting(key = NicModel.KEY, word = "rate") @Meaning("model of the NICs") NicModel model,
    @Setting(key = "host.busTicks", byDefault = 8_750, min = 1, max = MOST_DELAY)
        @Meaning("time through the bus between host and NIC, each direction, including memory")
        @Source("ASSUMED: 200 ns")
        int busTicks,
    @Setting(key = "nic.outTicks", byDefault = 6_562, min = 1, max = MOST_DELAY)
        @Meaning("time from the NIC to the first router")
        @Source(FIT)
        int outTicks,
    @Setting(key = "nic.inTicks", byDefault = 6_563, min = 1, max = MOST_DELAY)
        @Meaning("time from the last router to the NIC")
        @Source(FIT)
        int inTicks,
    @Setting(key = "nic.noticeTicks", byDefault = 0, max = MOST_DELAY)
        @Meaning("additional time of the response to a Put, at each end")
        @Source("ASSUMED: the NIC makes it, not the host")
        int noticeTicks,
    @Setting(key = TRANSACTIONS, byDefault = 255, min = 1, max = 255)
        @Meaning("largest number of transactions of a NIC that are not globally complete")
        @Source("headers of Cray's kernel driver")
        int transactions,
    @Setting(key = "nic.readsPending", byDefault = 512, min = 1, max = 65_535)
        @Meaning("Get requests that a NIC serves concurrently")
        int readsPending,
    @Setting(key = DESCRIPTORS, byDefault = 120, min = 1, max = 120)
        @Meaning("largest number of ranks of a node")
        @Source("documentation of UPC++: about 120")
        int descriptors,
    @Setting(key = "fma.openTicks", byDefault = 560, max = MOST_DELAY)
        @Meaning("bytes on the bus to open a transaction")
        @Source("FIT: half of the peak at 128 B; " + CascadePaper.SECTION + "VIII")
        int openTicks,
    @Setting(key = "fma.launchSixteenths", byDefault = 5_833, min = 1, max = MOST_DELAY)
        @Meaning("time from one launched operation of a NIC to the next, in sixteenths of a tick")
        @Source("FIT: 120 million/s; " + CascadePaper.SECTION + "VIII")
        int launchSixteenths,
    @Setting(key = "host.coreSixteenths", byDefault = 93_333, min = 1, max = MOST_DELAY)
        @Meaning("time from one operation of a core to the next, in sixteenths of a tick")
        @Source("FIT: 7.5 million/s; " + CascadePaper.SECTION + "VIII")
        int coreSixteenths,
    @Setting(key = "host.cores", byDefault = 16, min = 1, max = 120)
        @Meaning("cores of a node")
        @Source("derived: 120 / 7.5; two sockets of eight")
        int cores,
    Engine engine,
    Buffers buffers,
    @Setting(key = "put.bteBytes", byDefault = 4_096, min = 1, max = 1L << 40)
        @Meaning("puts and gets of programs above this size use the block transfer engine")
        @Source("ASSUMED: between the values of NERSC and GASNet")
        long mostFmaBytes,
    Atomic atomic,
    Collective collective,
    @Setting(key = TRANSLATION, word = "off") @Meaning("translation of addresses")
        AddressModel addresses,
    Translation translation) {
  static final int MOST_DELAY = 1_000_000;
  static final int MAX_DATA = CascadePackets.MAX_DATA;
  static final String FIT = "FIT: 0.8 us for a Put over one link";
  private static final String TRANSACTIONS = "nic.transactions";
  private static final String DESCRIPTORS = "fma.descriptors";
  private static final String READ_BYTES = "bte.readBytes";
  private static final String CHUNK_BYTES = "bte.chunkBytes";
  private static final String TRANSLATION = "mmu.model";
  private static final String PAGE_BYTES = "mmu.pageBytes";

  /** Keys of the block transfer engine. */
  public record Engine(
      @Setting(key = "bte.channels", byDefault = 4, min = 1, max = 64)
          @Meaning("channels of the block transfer engine")
          @Source("headers of Cray's kernel driver")
          int channels,
      @Setting(key = "bte.descriptors", byDefault = 8, min = 1, max = 255)
          @Meaning("largest number of unfinished block transfers (descriptors) of a rank")
          int descriptors,
      @Setting(key = "bte.startTicks", byDefault = 13_031, min = 1, max = MOST_DELAY)
          @Meaning("time from the start of a descriptor to its first read or request")
          @Source("ASSUMED: 0.5 us to the first data")
          int startTicks,
      @Setting(key = READ_BYTES, byDefault = 512, min = MAX_DATA, max = 4_096, step = MAX_DATA)
          @Meaning("size of a read of the block transfer engine")
          int readBytes,
      @Setting(key = "bte.reads", byDefault = 16, min = 1, max = 4_096)
          @Meaning("largest number of reads of the block transfer engine in flight")
          int reads,
      @Setting(key = CHUNK_BYTES, byDefault = 4_096, min = MAX_DATA, max = 1 << 20, step = MAX_DATA)
          @Meaning("bytes after which the next channel has its turn, a multiple of bte.readBytes")
          int chunkBytes,
      @Setting(key = "bte.fence", word = "false")
          @Meaning("whether a descriptor waits for all earlier ones of its channel")
          @Source(CascadePaper.SECTION + "IV.B")
          boolean fence) {
    /** Returns the number of channels that the ranks of a node use. */
    public int channelsOf(int ranks) {
      return Math.min(channels, ranks);
    }
  }

  /** Keys of the receive buffers that hosts have posted for Sends. */
  record Buffers(
      @Setting(key = "bte.buffers", byDefault = 16, max = 65_535)
          @Meaning("receive buffers that each channel of a NIC posts for bte-send")
          int count,
      @Setting(key = "bte.bufferBytes", byDefault = 65_536, min = 1, max = (1L << 32) - 1)
          @Meaning("size of a receive buffer for bte-send")
          long bytes,
      @Setting(key = "bte.repostTicks", byDefault = 21_875, max = MOST_DELAY)
          @Meaning("time until a used receive buffer is posted again")
          @Source("ASSUMED: 0.5 us")
          int repostTicks) {}

  /** Keys of the unit for atomic operations. */
  record Atomic(
      @Setting(key = "amo.unitSixteenths", byDefault = 1_750, min = 1, max = MOST_DELAY)
          @Meaning(
              "time from one operation of the atomic unit to the next, in sixteenths of a"
                  + " tick")
          @Source(CascadePaper.SECTION + "VIII: one in two cycles")
          int unitSixteenths,
      @Setting(key = "amo.cacheWords", byDefault = 64, min = 1, max = 4_096)
          @Meaning("words in the atomic unit's cache")
          int cacheWords,
      @Setting(key = "amo.misses", byDefault = 48, min = 1, max = 4_096)
          @Meaning("largest number of words on their way between memory and the atomic unit")
          @Source("FIT: 120 million/s at random; " + CascadePaper.SECTION + "VIII")
          int misses) {}

  /** Keys of the collective engine, which combines words of nodes. */
  record Collective(
      @Setting(key = "ce.engines", byDefault = 4, min = 1, max = 4)
          @Meaning("largest number of communicators of a node with collectives by hardware")
          @Source("surveys of Cray's documents: four virtual engines")
          int engines,
      @Setting(key = "ce.radix", byDefault = 32, min = 2, max = 32)
          @Meaning("largest number of children of a node in the tree of a collective")
          @Source("headers of uGNI: 32 children")
          int radix,
      @Setting(key = "ce.unitSixteenths", byDefault = 3_500, min = 16, max = MOST_DELAY)
          @Meaning(
              "time from one word or copy of the collective engine to the next, in sixteenths"
                  + " of a tick")
          @Source("ASSUMED: four cycles")
          int unitSixteenths,
      @Setting(key = "ce.operation", word = "sum")
          @Meaning(
              "operation of collectives by hardware on the words of ranks; does not affect"
                  + " times")
          @Source(CascadePaper.SECTION + "IV.C")
          AriesReduction operation) {}

  /** Models of address translation. */
  enum AddressModel {
    @Meaning("no translation")
    OFF,
    @Meaning("page table in the host's memory, with a cache")
    ON
  }

  /** Keys of the page-table cache and of its walks. */
  record Translation(
      @Setting(key = "mmu.entries", byDefault = 512, min = 1, max = 65_536)
          @Meaning("entries of the page table's cache, direct-mapped")
          int entries,
      @Setting(key = PAGE_BYTES, byDefault = 2L << 20, min = 4L << 10, max = 64L << 30)
          @Meaning("size of a page, a power of two")
          @Source(CascadePaper.SECTION + "IV.A")
          long pageBytes,
      @Setting(key = "mmu.walks", byDefault = 48, min = 1, max = 4_096)
          @Meaning("largest number of concurrent walks of the page table")
          int walks) {
    private static final int SMALL_PAGE_SHIFT = 12;

    /** Returns the bits of an address within a page. */
    int pageShift() {
      return Long.numberOfTrailingZeros(pageBytes);
    }

    /** Returns the reads of a walk. */
    int levels() {
      return pageShift() == SMALL_PAGE_SHIFT ? 2 : 1;
    }
  }

  /** Keys of the translation of addresses. */
  public static final KeyScope SCOPE =
      KeyScope.with(TRANSLATION, "on", "mmu.entries", PAGE_BYTES, "mmu.walks");

  public static final KeyRecord<AriesKeys> KEYS = KeyRecord.of(AriesKeys.class);

  /** Returns the number of ranks of jobs per node. */
  public int slots() {
    return Math.min(MessageWords.SLOTS, descriptors);
  }

  /**
   * Returns an Aries NIC whose bus has the speed of {@code rates}; null with the other model.
   *
   * @param rateOnly keys of the other model
   * @throws SettingsException naming the inconsistent settings
   */
  public AriesDesign design(
      Settings settings, List<Key<?>> rateOnly, CascadeRates rates, AriesWorkload workload) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    if (model == NicModel.RATE) {
      final List<Key<?>> keys = KEYS.keys();
      problems.whenSet(settings, keys.subList(1, keys.size()), model.refusal());
      problems.throwIfAny();
      return null;
    }
    problems.whenSet(settings, rateOnly, model.refusal());
    problems.when(
        addresses == AddressModel.ON && WorkloadKeys.jobs(settings),
        TRANSLATION,
        "is on, but programs have no addresses to translate; use off");
    problems.when(
        Long.bitCount(translation.pageBytes()) != 1, PAGE_BYTES, "must be a power of two");
    problems.when(
        engine.chunkBytes() % engine.readBytes() != 0,
        CHUNK_BYTES,
        "must be a multiple of %s = %s B".formatted(READ_BYTES, engine.readBytes()));
    problems.when(
        workload.ranks() > descriptors,
        AriesWorkload.RANKS,
        "is more than %s = %s, but each rank needs one; use fewer"
            .formatted(DESCRIPTORS, descriptors));
    problems.when(
        workload.keys().operationsPerTransaction() != 1 && workload.ranks() > transactions,
        AriesWorkload.RANKS,
        ("is more than %s = %s, but with %s = %s ranks can hold theirs forever; use"
                + " fewer, or 1 operation per transaction")
            .formatted(
                TRANSACTIONS,
                transactions,
                AriesWorkload.OPERATIONS_PER_TRANSACTION,
                workload.keys().operationsPerTransaction()));
    problems.throwIfAny();
    return new AriesDesign(
        this,
        new HostBus.Costs(busTicks, CascadePackets.RESPONSE_HOST_TICKS, rates.requestHostTicks()));
  }
}

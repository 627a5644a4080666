package io.hopwright.models.cascade.aries;

import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.network.CascadePaper;
import io.hopwright.models.cascade.network.CascadeRates;
import io.hopwright.models.cascade.nic.NicModel;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.KeyRecord;
import io.hopwright.models.declare.Meaning;
import io.hopwright.models.declare.Setting;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.Source;
import io.hopwright.models.host.HostBus;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.run.WorkloadKeys;
import java.util.List;

/** The keys of an Aries NIC ({@code docs/models/aries-nic.md}). */
public record AriesKeys(
    @Setting(key = NicModel.KEY, word = "rate") @Meaning("how NICs are modelled") NicModel model,
    @Setting(key = "host.busTicks", byDefault = 8_750, min = 1, max = MOST_DELAY)
        @Meaning("through the bus between host and NIC, each way, memory included")
        @Source("ASSUMED: 200 ns")
        int busTicks,
    @Setting(key = "nic.outTicks", byDefault = 6_562, min = 1, max = MOST_DELAY)
        @Meaning("from the NIC to the first router")
        @Source(FIT)
        int outTicks,
    @Setting(key = "nic.inTicks", byDefault = 6_563, min = 1, max = MOST_DELAY)
        @Meaning("from the last router to the NIC")
        @Source(FIT)
        int inTicks,
    @Setting(key = "nic.noticeTicks", byDefault = 0, max = MOST_DELAY)
        @Meaning("what the answer of a Put takes more at each end")
        @Source("ASSUMED: the NIC makes it, not the host")
        int noticeTicks,
    @Setting(key = TRANSACTIONS, byDefault = 255, min = 1, max = 255)
        @Meaning("transactions that a NIC has begun and that are not globally complete")
        @Source("headers of Cray's kernel driver")
        int transactions,
    @Setting(key = "nic.readsPending", byDefault = 512, min = 1, max = 65_535)
        @Meaning("Get requests that a NIC serves at a time")
        int readsPending,
    @Setting(key = DESCRIPTORS, byDefault = 120, min = 1, max = 120)
        @Meaning("ranks of a node, at most")
        @Source("documentation of UPC++: about 120")
        int descriptors,
    @Setting(key = "fma.openTicks", byDefault = 560, max = MOST_DELAY)
        @Meaning("what it takes of the bus to open a transaction")
        @Source("FIT: half of the peak at 128 B; " + CascadePaper.SECTION + "VIII")
        int openTicks,
    @Setting(key = "fma.launchSixteenths", byDefault = 5_833, min = 1, max = MOST_DELAY)
        @Meaning("from one launched operation of a NIC to the next, sixteenths of a tick")
        @Source("FIT: 120 million/s; " + CascadePaper.SECTION + "VIII")
        int launchSixteenths,
    @Setting(key = "host.coreSixteenths", byDefault = 93_333, min = 1, max = MOST_DELAY)
        @Meaning("from one operation of a core to the next, sixteenths of a tick")
        @Source("FIT: 7.5 million/s; " + CascadePaper.SECTION + "VIII")
        int coreSixteenths,
    @Setting(key = "host.cores", byDefault = 16, min = 1, max = 120)
        @Meaning("cores of a node")
        @Source("derived: 120 / 7.5; two sockets of eight")
        int cores,
    Engine engine,
    Buffers buffers,
    @Setting(key = "put.bteBytes", byDefault = 4_096, min = 1, max = 1L << 40)
        @Meaning("puts and gets of programs of more bytes are for the block transfer engine")
        @Source("ASSUMED: between what NERSC and GASNet say")
        long mostFmaBytes,
    Atomic atomic,
    Collective collective,
    @Setting(key = TRANSLATION, word = "off") @Meaning("how addresses are translated")
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

  /** The block transfer engine. */
  public record Engine(
      @Setting(key = "bte.channels", byDefault = 4, min = 1, max = 64)
          @Meaning("channels of the block transfer engine")
          @Source("headers of Cray's kernel driver")
          int channels,
      @Setting(key = "bte.descriptors", byDefault = 8, min = 1, max = 255)
          @Meaning("largest number of unfinished descriptors of block transfers of a rank")
          int descriptors,
      @Setting(key = "bte.startTicks", byDefault = 13_031, min = 1, max = MOST_DELAY)
          @Meaning("from the start of a descriptor to its first read or request")
          @Source("ASSUMED: 0.5 us to the first data")
          int startTicks,
      @Setting(key = READ_BYTES, byDefault = 512, min = MAX_DATA, max = 4_096, step = MAX_DATA)
          @Meaning("of a read of the block transfer engine")
          int readBytes,
      @Setting(key = "bte.reads", byDefault = 16, min = 1, max = 4_096)
          @Meaning("its reads in flight at a time")
          int reads,
      @Setting(key = CHUNK_BYTES, byDefault = 4_096, min = MAX_DATA, max = 1 << 20, step = MAX_DATA)
          @Meaning("after which it is the next channel's turn, a multiple of bte.readBytes")
          int chunkBytes,
      @Setting(key = "bte.fence", word = "false")
          @Meaning("whether a descriptor waits for all earlier ones of its channel")
          @Source(CascadePaper.SECTION + "IV.B")
          boolean fence) {
    /** Returns how many channels the ranks of a node use. */
    public int channelsOf(int ranks) {
      return Math.min(channels, ranks);
    }
  }

  /** What hosts have posted for Sends. */
  record Buffers(
      @Setting(key = "bte.buffers", byDefault = 16, max = 65_535)
          @Meaning("receive buffers that each channel of a NIC has posted for bte-send")
          int count,
      @Setting(key = "bte.bufferBytes", byDefault = 65_536, min = 1, max = (1L << 32) - 1)
          @Meaning("of such a buffer")
          long bytes,
      @Setting(key = "bte.repostTicks", byDefault = 21_875, max = MOST_DELAY)
          @Meaning("until a receive buffer that was used is posted again")
          @Source("ASSUMED: 0.5 us")
          int repostTicks) {}

  /** The unit that does atomic operations. */
  record Atomic(
      @Setting(key = "amo.unitSixteenths", byDefault = 1_750, min = 1, max = MOST_DELAY)
          @Meaning("from one operation of the atomic unit to the next, sixteenths of a tick")
          @Source(CascadePaper.SECTION + "VIII: one in two cycles")
          int unitSixteenths,
      @Setting(key = "amo.cacheWords", byDefault = 64, min = 1, max = 4_096)
          @Meaning("words in the atomic unit's cache")
          int cacheWords,
      @Setting(key = "amo.misses", byDefault = 48, min = 1, max = 4_096)
          @Meaning("words under way to the atomic unit, at most")
          @Source("FIT: 120 million/s at random; " + CascadePaper.SECTION + "VIII")
          int misses) {}

  /** The engine that combines words of nodes. */
  record Collective(
      @Setting(key = "ce.engines", byDefault = 4, min = 1, max = 4)
          @Meaning("communicators of a node that do collectives by hardware, at most")
          @Source("surveys of Cray's documents: four virtual engines")
          int engines,
      @Setting(key = "ce.radix", byDefault = 32, min = 2, max = 32)
          @Meaning("children of a node in the tree of a collective, at most")
          @Source("headers of uGNI: 32 children")
          int radix,
      @Setting(key = "ce.unitSixteenths", byDefault = 3_500, min = 16, max = MOST_DELAY)
          @Meaning(
              "from one word or copy of the collective engine to the next, sixteenths of a tick")
          @Source("ASSUMED: four cycles")
          int unitSixteenths,
      @Setting(key = "ce.operation", word = "sum")
          @Meaning("what collectives by hardware make of the words of ranks; decides no time")
          @Source(CascadePaper.SECTION + "IV.C")
          AriesReduction operation) {}

  /** How addresses are translated. */
  enum AddressModel {
    @Meaning("addresses need none")
    OFF,
    @Meaning("by a table of pages in the host's memory, with a cache")
    ON
  }

  /** The cache and the walks of a page table. */
  record Translation(
      @Setting(key = "mmu.entries", byDefault = 512, min = 1, max = 65_536)
          @Meaning("of the page table's cache, direct-mapped")
          int entries,
      @Setting(key = PAGE_BYTES, byDefault = 2L << 20, min = 4L << 10, max = 64L << 30)
          @Meaning("size of a page, a power of two")
          @Source(CascadePaper.SECTION + "IV.A")
          long pageBytes,
      @Setting(key = "mmu.walks", byDefault = 48, min = 1, max = 4_096)
          @Meaning("walks of the page table under way")
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

  public static final KeyRecord<AriesKeys> KEYS = KeyRecord.of(AriesKeys.class);

  /** Returns how many ranks of jobs a node takes. */
  public int slots() {
    return Math.min(MessageWords.SLOTS, descriptors);
  }

  /**
   * Returns an Aries NIC whose bus moves data as fast as {@code rates} say; null if it is not the
   * model.
   *
   * @param rateOnly keys of the other model
   * @throws SettingsException naming what does not fit together
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
        Long.bitCount(translation.pageBytes()) != 1, PAGE_BYTES, "is no power of two; use one");
    problems.when(
        engine.chunkBytes() % engine.readBytes() != 0,
        CHUNK_BYTES,
        "is no multiple of %s = %s B; make it one".formatted(READ_BYTES, engine.readBytes()));
    problems.when(
        workload.ranks() > descriptors,
        AriesWorkload.RANKS,
        "is more than %s = %s, of which each rank needs one; use fewer"
            .formatted(DESCRIPTORS, descriptors));
    problems.when(
        workload.keys().operationsPerTransaction() != 1 && workload.ranks() > transactions,
        AriesWorkload.RANKS,
        ("is more than %s = %s, but with %s = %s ranks may keep theirs for ever; use fewer, or 1"
                + " operation per transaction")
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

package io.hopwright.models.cascade;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.host.HostBus;
import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.run.WorkloadKeys;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The keys of an Aries NIC, read into an {@link AriesDesign}. */
final class AriesKeys {
  private static final String FIT = "FIT: 0.8 us for a Put over one link";
  private static final int MOST_DELAY = 1_000_000;

  static final Key<Boolean> MODEL =
      Key.choice(
              "nic.model",
              false,
              new Choice<>(false, "rate", "two rates and two delays"),
              new Choice<>(
                  true,
                  "aries",
                  "host bus, FMA, BTE, transactions, atomic unit, collective engine, translation"
                      + " (docs/models/aries-nic.md)"))
          .assumed("how NICs are modelled");
  private static final Key<Integer> BUS_TICKS =
      Key.delay("host.busTicks", 8_750, 1, MOST_DELAY)
          .meaning("through the bus between host and NIC, each way, memory included")
          .source(Key.ASSUMED + ": 200 ns");
  private static final Key<Integer> OUT_TICKS =
      Key.delay("nic.outTicks", 6_562, 1, MOST_DELAY)
          .meaning("from the NIC to the first router")
          .source(FIT);
  private static final Key<Integer> IN_TICKS =
      Key.delay("nic.inTicks", 6_563, 1, MOST_DELAY)
          .meaning("from the last router to the NIC")
          .source(FIT);
  private static final Key<Integer> NOTICE_TICKS =
      Key.delay("nic.noticeTicks", 0, 0, MOST_DELAY)
          .meaning("what the answer of a Put takes more at each end")
          .source(Key.ASSUMED + ": the NIC makes it, not the host");
  private static final Key<Integer> TRANSACTIONS =
      Key.integer("nic.transactions", 255, 1, 255)
          .meaning("transactions that a NIC has begun and that are not globally complete")
          .source("headers of Cray's kernel driver");
  private static final Key<Integer> READS_PENDING =
      Key.integer("nic.readsPending", 512, 1, 65_535)
          .assumed("Get requests that a NIC serves at a time");
  private static final Key<Integer> DESCRIPTORS =
      Key.integer("fma.descriptors", 120, 1, 120)
          .meaning("ranks of a node, at most")
          .source("documentation of UPC++: about 120");
  private static final Key<Integer> OPEN_TICKS =
      Key.delay("fma.openTicks", 560, 0, MOST_DELAY)
          .meaning("what it takes of the bus to open a transaction")
          .source("FIT: half of the peak at 128 B; " + Cascade.PAPER + "VIII");
  private static final Key<Integer> LAUNCH_SIXTEENTHS =
      Key.integer("fma.launchSixteenths", 5_833, 1, MOST_DELAY)
          .meaning("from one launched operation of a NIC to the next, sixteenths of a tick")
          .source("FIT: 120 million/s; " + Cascade.PAPER + "VIII");
  private static final Key<Integer> CORE_SIXTEENTHS =
      Key.integer("host.coreSixteenths", 93_333, 1, MOST_DELAY)
          .meaning("from one operation of a core to the next, sixteenths of a tick")
          .source("FIT: 7.5 million/s; " + Cascade.PAPER + "VIII");
  private static final Key<Integer> CORES =
      Key.integer("host.cores", 16, 1, 120)
          .meaning("cores of a node")
          .source("derived: 120 / 7.5; two sockets of eight");
  private static final Key<Integer> CHANNELS =
      Key.integer("bte.channels", 4, 1, 64)
          .meaning("channels of the block transfer engine")
          .source("headers of Cray's kernel driver");
  private static final Key<Integer> BLOCK_DESCRIPTORS =
      Key.integer("bte.descriptors", 8, 1, 255)
          .assumed("largest number of unfinished descriptors of block transfers of a rank");
  private static final Key<Integer> START_TICKS =
      Key.delay("bte.startTicks", 13_031, 1, MOST_DELAY)
          .meaning("from the start of a descriptor to its first read or request")
          .source(Key.ASSUMED + ": 0.5 us to the first data");
  private static final Key<Integer> READ_BYTES =
      Key.bytes("bte.readBytes", 512, Packets.MAX_DATA, 4_096, Packets.MAX_DATA)
          .assumed("of a read of the block transfer engine");
  private static final Key<Integer> READS =
      Key.integer("bte.reads", 16, 1, 4_096).assumed("its reads in flight at a time");
  private static final Key<Integer> CHUNK_BYTES =
      Key.bytes("bte.chunkBytes", 4_096, Packets.MAX_DATA, 1 << 20, Packets.MAX_DATA)
          .assumed("after which it is the next channel's turn, a multiple of bte.readBytes");
  private static final Key<Boolean> FENCE =
      Key.flag("bte.fence", false)
          .meaning("whether a descriptor waits for all earlier ones of its channel")
          .source(Cascade.PAPER + "IV.B");
  private static final Key<Integer> BUFFERS =
      Key.integer("bte.buffers", 16, 0, 65_535)
          .assumed("receive buffers that each channel of a NIC has posted for bte-send");
  private static final Key<Long> BUFFER_BYTES =
      Key.longBytes("bte.bufferBytes", 65_536L, 1, (1L << 32) - 1).assumed("of such a buffer");
  private static final Key<Integer> REPOST_TICKS =
      Key.delay("bte.repostTicks", 21_875, 0, MOST_DELAY)
          .meaning("until a receive buffer that was used is posted again")
          .source(Key.ASSUMED + ": 0.5 us");
  private static final Key<Long> MOST_FMA_BYTES =
      Key.longBytes("put.bteBytes", 4_096L, 1, 1L << 40)
          .meaning("puts and gets of programs of more bytes are for the block transfer engine")
          .source(Key.ASSUMED + ": between what NERSC and GASNet say");
  private static final Key<Integer> UNIT_SIXTEENTHS =
      Key.integer("amo.unitSixteenths", 1_750, 1, MOST_DELAY)
          .meaning("from one operation of the atomic unit to the next, sixteenths of a tick")
          .source(Cascade.PAPER + "VIII: one in two cycles");
  private static final Key<Integer> CACHE_WORDS =
      Key.integer("amo.cacheWords", 64, 1, 4_096).assumed("words in the atomic unit's cache");
  private static final Key<Integer> MISSES =
      Key.integer("amo.misses", 48, 1, 4_096)
          .meaning("words under way to the atomic unit, at most")
          .source("FIT: 120 million/s at random; " + Cascade.PAPER + "VIII");
  private static final Key<Integer> COLLECTIVE_ENGINES =
      Key.integer("ce.engines", 4, 1, 4)
          .meaning("communicators of a node that do collectives by hardware, at most")
          .source("surveys of Cray's documents: four virtual engines");
  private static final Key<Integer> RADIX =
      Key.integer("ce.radix", 32, 2, 32)
          .meaning("children of a node in the tree of a collective, at most")
          .source("headers of uGNI: 32 children");
  private static final Key<Integer> COLLECTIVE_SIXTEENTHS =
      Key.integer("ce.unitSixteenths", 3_500, 16, MOST_DELAY)
          .meaning(
              "from one word or copy of the collective engine to the next, sixteenths of a tick")
          .source(Key.ASSUMED + ": four cycles");
  private static final Key<Reduction> REDUCTION =
      Key.choice("ce.operation", Reduction.SUM, Choice.of(Reduction.values()))
          .meaning("what collectives by hardware make of the words of ranks; decides no time")
          .source(Cascade.PAPER + "IV.C");
  private static final Key<Boolean> TRANSLATION =
      Key.choice(
              "mmu.model",
              false,
              new Choice<>(false, "off", "addresses need none"),
              new Choice<>(true, "on", "by a table of pages in the host's memory, with a cache"))
          .assumed("how addresses are translated");
  private static final Key<Integer> ENTRIES =
      Key.integer("mmu.entries", 512, 1, 65_536)
          .assumed("of the page table's cache, direct-mapped");
  private static final Key<Long> PAGE_BYTES =
      Key.longBytes("mmu.pageBytes", 2L << 20, 4L << 10, 64L << 30)
          .meaning("size of a page, a power of two")
          .source(Cascade.PAPER + "IV.A");
  private static final Key<Integer> WALKS =
      Key.integer("mmu.walks", 48, 1, 4_096).assumed("walks of the page table under way");

  private static final List<Key<?>> OWN =
      List.of(
          BUS_TICKS,
          OUT_TICKS,
          IN_TICKS,
          NOTICE_TICKS,
          TRANSACTIONS,
          READS_PENDING,
          DESCRIPTORS,
          OPEN_TICKS,
          LAUNCH_SIXTEENTHS,
          CORE_SIXTEENTHS,
          CORES,
          CHANNELS,
          BLOCK_DESCRIPTORS,
          START_TICKS,
          READ_BYTES,
          READS,
          CHUNK_BYTES,
          FENCE,
          BUFFERS,
          BUFFER_BYTES,
          REPOST_TICKS,
          MOST_FMA_BYTES,
          UNIT_SIXTEENTHS,
          CACHE_WORDS,
          MISSES,
          COLLECTIVE_ENGINES,
          RADIX,
          COLLECTIVE_SIXTEENTHS,
          REDUCTION,
          TRANSLATION,
          ENTRIES,
          PAGE_BYTES,
          WALKS);

  static final Component COMPONENT =
      new Component("aries", Stream.concat(Stream.of(MODEL), OWN.stream()).toList());

  private AriesKeys() {}

  /** Tells whether NICs are modelled as those of an Aries. */
  static boolean chosen(Settings settings) {
    return settings.get(MODEL);
  }

  /** Returns how many ranks of jobs a node takes. */
  static int slots(Settings settings) {
    return Math.min(MessageWords.SLOTS, settings.get(DESCRIPTORS));
  }

  /**
   * Reads an Aries NIC whose bus moves data as fast as {@code rates} say; null if it is not the
   * model.
   *
   * @throws SettingsException naming what does not fit together
   */
  static AriesDesign of(Settings settings, Rates rates, AriesWorkload workload) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    if (!chosen(settings)) {
      refuse(settings, OWN, problems);
      problems.throwIfAny();
      return null;
    }
    refuse(settings, CascadeHost.RATE_ONLY, problems);
    final long page = settings.get(PAGE_BYTES);
    problems.when(
        settings.get(TRANSLATION) && WorkloadKeys.jobs(settings),
        TRANSLATION,
        "is on, but programs have no addresses to translate; use off");
    problems.when(Long.bitCount(page) != 1, PAGE_BYTES, "is no power of two; use one");
    problems.when(
        settings.get(CHUNK_BYTES) % settings.get(READ_BYTES) != 0,
        CHUNK_BYTES,
        "is no multiple of %s = %s B; make it one"
            .formatted(READ_BYTES.name(), settings.get(READ_BYTES)));
    problems.when(
        workload.ranks() > settings.get(DESCRIPTORS),
        AriesWorkload.RANKS,
        "is more than %s = %s, of which each rank needs one; use fewer"
            .formatted(DESCRIPTORS.name(), settings.get(DESCRIPTORS)));
    problems.when(
        workload.operationsPerTransaction() != 1 && workload.ranks() > settings.get(TRANSACTIONS),
        AriesWorkload.RANKS,
        ("is more than %s = %s, but with %s = %s ranks may keep theirs for ever; use fewer, or 1"
                + " operation per transaction")
            .formatted(
                TRANSACTIONS.name(),
                settings.get(TRANSACTIONS),
                AriesWorkload.OPERATIONS_PER_TRANSACTION.name(),
                workload.operationsPerTransaction()));
    problems.throwIfAny();
    return new AriesDesign(
        new HostBus.Costs(
            settings.get(BUS_TICKS), Packets.RESPONSE_HOST_TICKS, rates.requestHostTicks()),
        settings.get(OUT_TICKS),
        settings.get(IN_TICKS),
        settings.get(NOTICE_TICKS),
        settings.get(TRANSACTIONS),
        settings.get(READS_PENDING),
        settings.get(OPEN_TICKS),
        settings.get(LAUNCH_SIXTEENTHS),
        settings.get(CORE_SIXTEENTHS),
        settings.get(CORES),
        new AriesDesign.Engine(
            settings.get(CHANNELS),
            settings.get(BLOCK_DESCRIPTORS),
            settings.get(START_TICKS),
            settings.get(READ_BYTES),
            settings.get(READS),
            settings.get(CHUNK_BYTES),
            settings.get(FENCE),
            settings.get(MOST_FMA_BYTES)),
        new AriesDesign.Buffers(
            settings.get(BUFFERS), settings.get(BUFFER_BYTES), settings.get(REPOST_TICKS)),
        new AriesDesign.Atomic(
            settings.get(UNIT_SIXTEENTHS), settings.get(CACHE_WORDS), settings.get(MISSES)),
        new AriesDesign.Collective(
            settings.get(COLLECTIVE_ENGINES),
            settings.get(RADIX),
            settings.get(COLLECTIVE_SIXTEENTHS),
            settings.get(REDUCTION)),
        settings.get(TRANSLATION)
            ? new AriesDesign.Translation(
                settings.get(ENTRIES), Long.numberOfTrailingZeros(page), settings.get(WALKS))
            : null);
  }

  /** Notes the keys that the chosen model does not have, unless they have their defaults. */
  static void refuse(Settings settings, List<Key<?>> keys, SettingsException.Collector problems) {
    final String message =
        "is set, but "
            + MODEL.name()
            + " = "
            + settings.value(MODEL)
            + " has none; leave it out, or use "
            + MODEL.name()
            + " = "
            + (chosen(settings) ? "rate" : "aries");
    refuse(settings, keys, message, problems);
  }

  /** Notes the keys that do not have their defaults. */
  static void refuse(
      Settings settings, List<Key<?>> keys, String message, SettingsException.Collector problems) {
    for (Key<?> key : keys) {
      problems.when(
          !Objects.equals(settings.value(key), key.parameter().defaultValue()), key, message);
    }
  }
}

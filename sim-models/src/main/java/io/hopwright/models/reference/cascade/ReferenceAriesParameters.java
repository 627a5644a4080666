package io.hopwright.models.reference.cascade;

import io.hopwright.models.machine.Settings;
import java.util.Locale;

/**
 * What settings with {@code nic.model = aries} say, in the words of {@code
 * docs/models/aries-nic.md}. Immutable.
 */
final class ReferenceAriesParameters {
  /** {@code R}. */
  static final int READ_TICKS = 94;

  /** Bytes of a word, an address, an event. */
  static final int WORD = 8;

  /** What is written to launch an operation. */
  static final int LAUNCH_BYTES = 16;

  /** Of a descriptor of the block transfer engine. */
  static final int DESCRIPTOR_BYTES = 64;

  /** Of a post, and of a result, of a collective. */
  static final int COLLECTIVE_BYTES = 32;

  private static final long SMALL_PAGE_BYTES = 4_096;

  /** {@code B}. */
  final int busTicks;

  final int outTicks;
  final int inTicks;
  final int noticeTicks;
  final int transactions;
  final int readsPending;
  final int openTicks;
  final int launchSixteenths;
  final int coreSixteenths;
  final int cores;
  final int unitSixteenths;
  final int cacheWords;
  final int misses;

  /** Most children in a tree. */
  final int radix;

  final int collectiveSixteenths;
  final ReferenceCombining combining;
  final boolean translates;
  final int entries;
  final long pageBytes;
  final int walks;
  final int channels;
  final int startTicks;
  final int readBytes;
  final int reads;
  final int chunkBytes;

  /** Whether a descriptor waits for all earlier ones of its channel. */
  final boolean fence;

  /** Posted for Sends, by each channel. */
  final int buffers;

  final long bufferBytes;
  final int repostTicks;

  /** Programs' puts and gets of more are the block transfer engine's. */
  final long bteBytes;

  final ReferenceOperation operation;
  final boolean launch;

  /** {@code k}; 0 for all. */
  final long operationsPerTransaction;

  /** {@code D}. */
  final int domains;

  final long arrayBytes;
  final boolean blocking;
  final boolean notify;

  ReferenceAriesParameters(Settings settings) {
    busTicks = integer(settings, "host.busTicks");
    outTicks = integer(settings, "nic.outTicks");
    inTicks = integer(settings, "nic.inTicks");
    noticeTicks = integer(settings, "nic.noticeTicks");
    transactions = integer(settings, "nic.transactions");
    readsPending = integer(settings, "nic.readsPending");
    openTicks = integer(settings, "fma.openTicks");
    launchSixteenths = integer(settings, "fma.launchSixteenths");
    coreSixteenths = integer(settings, "host.coreSixteenths");
    cores = integer(settings, "host.cores");
    unitSixteenths = integer(settings, "amo.unitSixteenths");
    cacheWords = integer(settings, "amo.cacheWords");
    misses = integer(settings, "amo.misses");
    radix = integer(settings, "ce.radix");
    collectiveSixteenths = integer(settings, "ce.unitSixteenths");
    combining = ReferenceCombining.valueOf(upper(settings, "ce.operation"));
    translates = settings.word("mmu.model").equals("on");
    entries = integer(settings, "mmu.entries");
    pageBytes = settings.integer("mmu.pageBytes");
    walks = integer(settings, "mmu.walks");
    channels = integer(settings, "bte.channels");
    startTicks = integer(settings, "bte.startTicks");
    readBytes = integer(settings, "bte.readBytes");
    reads = integer(settings, "bte.reads");
    chunkBytes = integer(settings, "bte.chunkBytes");
    fence = settings.flag("bte.fence");
    buffers = integer(settings, "bte.buffers");
    bufferBytes = settings.integer("bte.bufferBytes");
    repostTicks = integer(settings, "bte.repostTicks");
    bteBytes = settings.integer("put.bteBytes");
    operation = ReferenceOperation.valueOf(upper(settings, "workload.operation"));
    launch = settings.flag("workload.launch");
    operationsPerTransaction = settings.integer("workload.operationsPerTransaction");
    domains = integer(settings, "workload.domains");
    arrayBytes = settings.integer("workload.arrayBytes");
    blocking = settings.flag("workload.blocking");
    notify = settings.flag("workload.notify");
  }

  private static String upper(Settings settings, String key) {
    return settings.word(key).toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private static int integer(Settings settings, String key) {
    return (int) settings.integer(key);
  }

  /** Whether nodes are of different domains: "node n belongs to domain n mod D". */
  boolean isForeign(int node, int other) {
    return node % domains != other % domains;
  }

  /** "One read, with pages of 4 KiB two". */
  int readsOfWalk() {
    return pageBytes == SMALL_PAGE_BYTES ? 2 : 1;
  }
}

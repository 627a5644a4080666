package io.hopwright.models.reference.cascade;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceParameters;

/**
 * What settings with {@code nic.model = aries} say, in the words of {@code
 * docs/models/aries-nic.md}. Immutable.
 */
final class ReferenceAriesParameters extends ReferenceParameters {
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
  final int busTicks = integer("host.busTicks");

  final int outTicks = integer("nic.outTicks");
  final int inTicks = integer("nic.inTicks");
  final int noticeTicks = integer("nic.noticeTicks");
  final int transactions = integer("nic.transactions");
  final int readsPending = integer("nic.readsPending");
  final int openTicks = integer("fma.openTicks");
  final int launchSixteenths = integer("fma.launchSixteenths");
  final int coreSixteenths = integer("host.coreSixteenths");
  final int cores = integer("host.cores");
  final int unitSixteenths = integer("amo.unitSixteenths");
  final int cacheWords = integer("amo.cacheWords");
  final int misses = integer("amo.misses");

  /** Most children in a tree. */
  final int radix = integer("ce.radix");

  final int collectiveSixteenths = integer("ce.unitSixteenths");
  final ReferenceCombining combining = choice(ReferenceCombining.class, "ce.operation");
  final boolean translates = settings.word("mmu.model").equals("on");
  final int entries = integer("mmu.entries");
  final long pageBytes = settings.integer("mmu.pageBytes");
  final int walks = integer("mmu.walks");
  final int channels = integer("bte.channels");

  /** Unfinished descriptors of a rank, at most. */
  final int descriptors = integer("bte.descriptors");

  final int startTicks = integer("bte.startTicks");
  final int readBytes = integer("bte.readBytes");
  final int reads = integer("bte.reads");
  final int chunkBytes = integer("bte.chunkBytes");

  /** Whether a descriptor waits for all earlier ones of its channel. */
  final boolean fence = settings.flag("bte.fence");

  /** Posted for Sends, by each channel. */
  final int buffers = integer("bte.buffers");

  final long bufferBytes = settings.integer("bte.bufferBytes");
  final int repostTicks = integer("bte.repostTicks");

  /** Programs' puts and gets of more are the block transfer engine's. */
  final long bteBytes = settings.integer("put.bteBytes");

  final ReferenceOperation operation = choice(ReferenceOperation.class, "workload.operation");
  final boolean launch = settings.flag("workload.launch");

  /** {@code k}; 0 for all. */
  final long operationsPerTransaction = settings.integer("workload.operationsPerTransaction");

  /** {@code D}. */
  final int domains = integer("workload.domains");

  final long arrayBytes = settings.integer("workload.arrayBytes");
  final boolean blocking = settings.flag("workload.blocking");
  final boolean notify = settings.flag("workload.notify");

  ReferenceAriesParameters(Settings settings) {
    super(settings);
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

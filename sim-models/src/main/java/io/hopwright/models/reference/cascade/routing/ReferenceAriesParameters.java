package io.hopwright.models.reference.cascade.routing;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceParameters;

/**
 * Settings with {@code nic.model = aries}, in the terms of {@code docs/models/aries-nic.md}.
 * Immutable.
 */
public final class ReferenceAriesParameters extends ReferenceParameters {
  /** {@code R}. */
  public static final int READ_TICKS = 94;

  /** Bytes of a word, an address, an event. */
  public static final int WORD = 8;

  /** Bytes written to launch an operation. */
  public static final int LAUNCH_BYTES = 16;

  /** Bytes of a descriptor of the block transfer engine. */
  public static final int DESCRIPTOR_BYTES = 64;

  /** Bytes of a collective's post, and of its result. */
  public static final int COLLECTIVE_BYTES = 32;

  private static final long SMALL_PAGE_BYTES = 4_096;

  /** {@code B}. */
  public final int busTicks = integer("host.busTicks");

  public final int outTicks = integer("nic.outTicks");
  public final int inTicks = integer("nic.inTicks");
  public final int noticeTicks = integer("nic.noticeTicks");
  public final int transactions = integer("nic.transactions");
  public final int readsPending = integer("nic.readsPending");
  public final int openTicks = integer("fma.openTicks");
  public final int launchSixteenths = integer("fma.launchSixteenths");
  public final int coreSixteenths = integer("host.coreSixteenths");
  public final int cores = integer("host.cores");
  public final int unitSixteenths = integer("amo.unitSixteenths");
  public final int cacheWords = integer("amo.cacheWords");
  public final int misses = integer("amo.misses");

  /** Most children in a tree. */
  public final int radix = integer("ce.radix");

  public final int collectiveSixteenths = integer("ce.unitSixteenths");
  public final ReferenceCombining combining = choice(ReferenceCombining.class, "ce.operation");
  public final boolean translates = settings.word("mmu.model").equals("on");
  public final int entries = integer("mmu.entries");
  public final long pageBytes = settings.integer("mmu.pageBytes");
  public final int walks = integer("mmu.walks");
  public final int channels = integer("bte.channels");

  /** Unfinished descriptors of a rank, at most. */
  public final int descriptors = integer("bte.descriptors");

  public final int startTicks = integer("bte.startTicks");
  public final int readBytes = integer("bte.readBytes");
  public final int reads = integer("bte.reads");
  public final int chunkBytes = integer("bte.chunkBytes");

  /** Whether a descriptor waits for all earlier ones of its channel. */
  public final boolean fence = settings.flag("bte.fence");

  /** Posted for Sends, by each channel. */
  public final int buffers = integer("bte.buffers");

  public final long bufferBytes = settings.integer("bte.bufferBytes");
  public final int repostTicks = integer("bte.repostTicks");

  /** Programs' puts and gets of more are the block transfer engine's. */
  public final long bteBytes = settings.integer("put.bteBytes");

  public final ReferenceOperation operation =
      choice(ReferenceOperation.class, "workload.operation");
  public final boolean launch = settings.flag("workload.launch");

  /** {@code k}; 0 for all. */
  public final long operationsPerTransaction =
      settings.integer("workload.operationsPerTransaction");

  /** {@code D}. */
  public final int domains = integer("workload.domains");

  final long arrayBytes = settings.integer("workload.arrayBytes");
  public final boolean blocking = settings.flag("workload.blocking");
  public final boolean notify = settings.flag("workload.notify");

  ReferenceAriesParameters(Settings settings) {
    super(settings);
  }

  /** Returns whether nodes are in different domains: "node n belongs to domain n mod D". */
  public boolean isForeign(int node, int other) {
    return node % domains != other % domains;
  }

  /** Returns the reads of a walk: "one read, with pages of 4 KiB two". */
  public int readsOfWalk() {
    return pageBytes == SMALL_PAGE_BYTES ? 2 : 1;
  }
}

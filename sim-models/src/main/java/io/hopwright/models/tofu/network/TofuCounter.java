package io.hopwright.models.tofu.network;

import io.hopwright.models.link.FrameCounts;
import io.hopwright.models.measure.Counter;
import io.hopwright.models.switching.crossbar.PortStatistics;

/** Counters that only these machines have. */
public enum TofuCounter implements Counter {
  COMPLETED(
      Result.ofRun(
          "packetsCompleted",
          "packets",
          "Packets completed",
          "delivered packets of Puts, and other packets whose answers were delivered,"
              + " over the whole run")),

  /** Links that the packets took that completed them. */
  COMPLETED_HOPS(null),

  /** Barriers completed, by each node. */
  BARRIERS(null),

  /** Ticks that these took. */
  BARRIER_TICKS(null);

  private static final int FIRST = PortStatistics.totals(TofuRouter.KINDS.size());

  /** Totals about frames that get lost, behind all others. */
  public static final FrameCounts LINKS = FrameCounts.from(FIRST + values().length);

  /** Number of all totals. */
  public static final int SIZE = FIRST + values().length + FrameCounts.SIZE;

  @SuppressWarnings("ImmutableEnumChecker") // its metric is: lists are copied
  private final Result result;

  TofuCounter(Result result) {
    this.result = result;
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // the order of the constants is that of the totals
  public int slot() {
    return FIRST + ordinal();
  }

  @Override
  public Result result() {
    return result;
  }
}

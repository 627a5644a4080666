package io.hopwright.models.tnw;

import io.hopwright.models.link.LinkMetrics;
import io.hopwright.models.measure.Counter;
import io.hopwright.models.measure.Totals;

/** Counters that only this machine has. */
enum TnwCounter implements Counter {
  TRANSMISSIONS(LinkMetrics.TRANSMISSIONS),

  RETRANSMISSIONS(LinkMetrics.RETRANSMISSIONS),

  DAMAGED(LinkMetrics.DAMAGED),

  DISCARDED(LinkMetrics.DISCARDED),

  RESTARTS(
      Result.ofInterval(
          "restarts",
          "",
          "Restarts",
          "number of times outputs went back to the first unacknowledged packet in the"
              + " measured interval")),

  /** Verdicts on packets that were accepted. */
  ACCEPTED(null),

  MISMATCHED(
      Result.ofInterval(
          "mismatchedMessages",
          "messages",
          "Mismatched messages",
          "messages in the measured interval that used up a credit meant for another one"));

  /** Dimensions of a torus. */
  static final int AXES = 3;

  private static final int FIRST = Totals.FIRST_OWN;
  private static final int BUSY = FIRST + values().length;
  private static final int PACKETS = BUSY + AXES;

  /** Number of all totals. */
  static final int SIZE = PACKETS + AXES;

  @SuppressWarnings("ImmutableEnumChecker") // its metric is: lists are copied
  private final Result result;

  TnwCounter(Result result) {
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

  /** Returns the total of the ticks in which links of a dimension are busy. */
  static int busy(int axis) {
    return BUSY + axis;
  }

  /** Returns the total of the packets started on links of a dimension. */
  static int packets(int axis) {
    return PACKETS + axis;
  }
}

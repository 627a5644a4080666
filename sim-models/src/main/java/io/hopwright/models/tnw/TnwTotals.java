package io.hopwright.models.tnw;

import io.hopwright.models.measure.Totals;

/** Numbers of the totals that only this machine has. */
final class TnwTotals {
  /** Dimensions of a torus. */
  static final int AXES = 3;

  private static final int BUSY = Totals.FIRST_OWN;
  private static final int PACKETS = BUSY + AXES;

  /** Packets started on links, once more or not. */
  static final int TRANSMISSIONS = PACKETS + AXES;

  /** Packets started once more. */
  static final int RETRANSMISSIONS = TRANSMISSIONS + 1;

  /** Verdicts on packets that were damaged, discarded ones too. */
  static final int DAMAGED = RETRANSMISSIONS + 1;

  /** Verdicts on packets that were discarded. */
  static final int DISCARDED = DAMAGED + 1;

  /** Verdicts on packets that were accepted. */
  static final int ACCEPTED = DISCARDED + 1;

  static final int RESTARTS = ACCEPTED + 1;

  /** Credits used up by another message than the one that they were meant for. */
  static final int MISMATCHED = RESTARTS + 1;

  /** Number of all totals. */
  static final int SIZE = MISMATCHED + 1;

  private TnwTotals() {}

  /** Returns the total of the ticks in which links of a dimension are busy. */
  static int busy(int axis) {
    return BUSY + axis;
  }

  /** Returns the total of the packets started on links of a dimension. */
  static int packets(int axis) {
    return PACKETS + axis;
  }
}

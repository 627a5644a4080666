package io.hopwright.models.measure;

/**
 * Exact integrals of levels over time, equal for every split.
 *
 * <p>A level n is a total, and the next total belongs to its integral. The integral up to tick t is
 * the sum of n(s) over all ticks s below t, where n(s) is the level after all changes of tick s. It
 * is n·t − Σ Δn·s over the changes Δn in ticks s below t. So a change costs one more addition,
 * {@link #change}, and {@link #complete} adds n·t to a copy of the totals. A level may rise in one
 * partition and fall in another: their sum is the integral of the sum.
 *
 * <p>The arithmetic is modulo 2^64: a product may overflow, the integral itself may not.
 */
final class LevelIntegrals {
  private LevelIntegrals() {}

  /** Changes a level at a tick. */
  static void change(long[] totals, int level, long change, long tick) {
    totals[level] += change;
    totals[level + 1] -= change * tick;
  }

  /** Replaces the second totals of all levels by their integrals up to a tick. */
  static void complete(long[] totals, long tick) {
    for (int level = 0; level < Totals.LEVELS; level += 2) {
      totals[level + 1] += totals[level] * tick;
    }
  }
}

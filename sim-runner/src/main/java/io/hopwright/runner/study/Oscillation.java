package io.hopwright.runner.study;

/**
 * Large moves of a series: a rise or fall counts when it reaches a factor, ignoring smaller moves
 * in the other direction.
 *
 * @param falls number of falls
 * @param crests number of falls that come after a rise
 */
record Oscillation(int falls, int crests) {
  /**
   * Finds the swings of a series of positive values.
   *
   * @param factor from a low to the next high, and back; above 1
   */
  static Oscillation of(double[] values, double factor) {
    double low = values[0];
    double high = values[0];
    boolean rising = false;
    boolean falling = false;
    int falls = 0;
    int crests = 0;
    for (double value : values) {
      low = Math.min(low, value);
      high = Math.max(high, value);
      if (!falling && value * factor <= high) {
        falls++;
        crests += rising ? 1 : 0;
        falling = true;
        rising = false;
        low = value;
      } else if (!rising && value >= low * factor) {
        rising = true;
        falling = false;
        high = value;
      }
    }
    return new Oscillation(falls, crests);
  }
}

package io.hopwright.models.topology.description;

/**
 * Latency of a link: in cycles, in picoseconds, or unspecified.
 *
 * @param value in the unit, 0 if unspecified; below 2^53
 * @param unit of the value
 */
public record Latency(long value, Unit unit) {
  /** Unstated latency. */
  public static final Latency UNSTATED = new Latency(0, Unit.NONE);

  private static final long MOST = 1L << 53;

  /** Unit of a latency. */
  public enum Unit {
    /** Unstated. */
    NONE,
    /** Cycles of the network. */
    CYCLES,
    /** Picoseconds. */
    PICOSECONDS
  }

  /** Checks the range. */
  public Latency {
    if (value < 0 || value >= MOST) {
      throw new DescriptionException(
          "the latency is " + value + "; use 0 to 2^53 - 1 cycles or picoseconds");
    }
  }

  /** Returns a latency in cycles. */
  public static Latency cycles(long cycles) {
    return new Latency(cycles, Unit.CYCLES);
  }

  /** Returns a latency in picoseconds. */
  public static Latency picoseconds(long picoseconds) {
    return new Latency(picoseconds, Unit.PICOSECONDS);
  }

  /** Returns whether a value is stated. */
  public boolean isStated() {
    return unit != Unit.NONE;
  }
}

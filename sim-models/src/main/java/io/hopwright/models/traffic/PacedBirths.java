package io.hopwright.models.traffic;

import io.hopwright.core.random.Draws;

/**
 * Generation of a core's packets at even intervals, with a phase for each core.
 *
 * @param packets packets per node, of all its cores together
 * @param cores sending cores of a node
 * @param interval time between two packets of a core, in ticks of 2⁻²⁰, at least 1; all generation
 *     times must stay below 2⁴³ ticks
 * @param phases draws of the part of an interval before the first packet, keyed by source and core
 */
public record PacedBirths(long packets, int cores, long interval, Draws phases) implements Births {
  private static final int FRACTION_BITS = 20;

  /** Returns the interval that represents a number of ticks. */
  public static long interval(double ticks) {
    return Math.round(ticks * (1L << FRACTION_BITS));
  }

  @Override
  public long birth(int source, long sequence, long previousBirth) {
    if (sequence >= packets) {
      return NEVER;
    }
    final long phase = phase(source, (int) (sequence % cores));
    return (sequence / cores * interval + phase) >>> FRACTION_BITS;
  }

  /** Returns a number uniform in {@code [0, interval)}. */
  private long phase(int source, int core) {
    return Math.multiplyHigh(phases.draw(source, core, 0) >>> 1, interval << 1);
  }

  @Override
  public long bornIn(int source, long first, int step, long from, long to) {
    if (step != cores) {
      return Births.super.bornIn(source, first, step, from, to);
    }
    final long own = (packets - first + step - 1) / step;
    final long phase = phase(source, (int) (first % cores));
    return bornBefore(to, phase, own) - bornBefore(from, phase, own);
  }

  @Override
  public long bornTicks(int source, long first, int step, long from, long to) {
    if (step != cores) {
      return Births.super.bornTicks(source, first, step, from, to);
    }
    final long phase = phase(source, (int) (first % cores));
    final long before = bornIn(source, first, step, 0, from);
    final long born = bornIn(source, first, step, 0, to);
    long ticks = before * (to - from);
    for (long packet = before; packet < born; packet++) {
      ticks += to - ((packet * interval + phase) >>> FRACTION_BITS);
    }
    return ticks;
  }

  private long bornBefore(long tick, long phase, long own) {
    final long end = tick << FRACTION_BITS;
    return end <= phase ? 0 : Math.min(own, (end - phase + interval - 1) / interval);
  }
}

package io.hopwright.core.statistics;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A distribution of durations in ticks: exact count, sum and maximum, percentiles to three digits.
 *
 * <p>Grows with the largest value recorded, to about 200 KB. Confined to its partition.
 */
public final class TickHistogram {
  private static final int DIGITS = 3;

  private final Histogram histogram = new Histogram(DIGITS);
  private long sum;
  private long max;

  /**
   * The last recorded duration; {@code times} counts its consecutive repetitions that are not yet
   * added.
   */
  private long last;

  private long times;

  /** Creates an empty distribution. */
  public TickHistogram() {
    histogram.setAutoResize(true);
  }

  /**
   * Reads a distribution that {@link #save} wrote.
   *
   * @throws IllegalArgumentException if the words are not a distribution
   */
  public static TickHistogram load(Words words) {
    final TickHistogram loaded = new TickHistogram();
    loaded.sum = words.take();
    loaded.max = words.take();
    long missing = words.take();
    while (missing != 0) {
      final long ticks = words.take();
      final long count = words.take();
      if (ticks < 0 || ticks > loaded.max || count <= 0 || count > missing) {
        throw new IllegalArgumentException(
            "%s durations of %s ticks, among the last %s of a distribution up to %s"
                .formatted(count, ticks, missing, loaded.max));
      }
      loaded.histogram.recordValueWithCount(ticks, count);
      missing -= count;
    }
    return loaded;
  }

  /** Writes sum, maximum and count, and then each duration with its number of occurrences. */
  public void save(Words words) {
    addLast();
    words.put(sum);
    words.put(max);
    words.put(count());
    for (HistogramIterationValue step : histogram.recordedValues()) {
      words.put(histogram.lowestEquivalentValue(step.getValueIteratedTo()));
      words.put(step.getCountAtValueIteratedTo());
    }
  }

  /** Records a duration, not negative. */
  public void record(long ticks) {
    if (ticks != last) {
      addLast();
      last = ticks;
    }
    times++;
    sum += ticks;
    max = Math.max(max, ticks);
  }

  /** Equal durations in a row are added together. */
  private void addLast() {
    if (times > 0) {
      histogram.recordValueWithCount(last, times);
      times = 0;
    }
  }

  /** Adds all durations of {@code other}. */
  public void add(TickHistogram other) {
    addLast();
    other.addLast();
    histogram.add(other.histogram);
    sum += other.sum;
    max = Math.max(max, other.max);
  }

  /** Returns the number of recorded durations. */
  public long count() {
    return histogram.getTotalCount() + times;
  }

  /** Returns the exact mean; NaN if nothing was recorded. */
  public double mean() {
    return (double) sum / count();
  }

  /** Returns the largest duration recorded, 0 if none. */
  public long max() {
    return max;
  }

  /**
   * Returns the duration that {@code percent} per cent of the recorded ones do not exceed: the
   * highest value equivalent to it at three digits, at most {@link #max}.
   */
  public long percentile(double percent) {
    addLast();
    return Math.min(max, histogram.getValueAtPercentile(percent));
  }

  /**
   * Returns a copy for export whose range ends at {@link #max}. The range of the underlying
   * histogram, which exports contain, would show in which steps it grew, and so how a run was
   * split.
   */
  public Histogram histogram() {
    addLast();
    final Histogram copy = new Histogram(Math.max(2, max), DIGITS);
    copy.add(histogram);
    return copy;
  }
}

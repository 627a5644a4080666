package io.hopwright.models.run;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.measure.Metrics;
import java.util.function.Function;

/**
 * Metrics of a workload's theoretical bounds, under the same names on all machines that have them.
 */
public final class BoundMetrics {
  /** Name of {@link #throughput}. */
  public static final String THROUGHPUT = "bounds.throughput";

  private BoundMetrics() {}

  /** Returns the mean number of links of packets; null if destinations are unknown. */
  public static <T> Metrics<T> meanHops(Function<? super T, Double> links) {
    return new Metrics<T>()
        .add("bounds.meanHops", "links", "Mean hops of the traffic", links)
        .meaning(
            "links that a packet of this workload takes on average; for a broadcast the"
                + " links of one round, not of each copy");
  }

  /**
   * Returns the response time at zero load, in ticks and on the machine's clock.
   *
   * @param ticks null if it is not known
   */
  public static <T> Metrics<T> quiet(
      Function<? super T, Double> ticks, Function<? super T, TickRate> rate) {
    return new Metrics<T>()
        .add("bounds.quietTicks", "ticks", "Response time at zero load", ticks)
        .meaning("response time at zero load, over a route of mean length")
        .add(
            "bounds.quietNanoseconds",
            "ns",
            "Response time at zero load",
            measured -> nanoseconds(ticks.apply(measured), rate.apply(measured)))
        .meaning("bounds.quietTicks on the machine's clock");
  }

  private static Double nanoseconds(Double ticks, TickRate rate) {
    return ticks == null ? null : (Double) (ticks / rate.ticksPerNanosecond());
  }

  /** Returns the rate at which links are saturated; null if it is unknown or there are no links. */
  public static <T> Metrics<T> linkThroughput(String unit, Function<? super T, Double> most) {
    return new Metrics<T>()
        .add("bounds.linkThroughput", unit, "Peak of links", most)
        .meaning("equal throughput of all sending nodes at which the busiest link is full");
  }

  /** Returns the smallest of all such rates, null if it is unknown. */
  public static <T> Metrics<T> throughput(String unit, Function<? super T, Double> most) {
    return new Metrics<T>()
        .add(THROUGHPUT, unit, "Peak throughput", most)
        .meaning(
            "throughput at which the first bottleneck, a link or an interface, is full,"
                + " if nodes send in the proportions of the workload. Above this throughput,"
                + " nodes whose traffic avoids the bottleneck can send more. Null for"
                + " programs and for threads that wait for each other");
  }
}

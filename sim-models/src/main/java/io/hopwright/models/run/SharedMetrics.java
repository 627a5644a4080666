package io.hopwright.models.run;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.PacketStatistics;
import io.hopwright.models.measure.Span;
import io.hopwright.models.measure.Steadiness;
import io.hopwright.models.measure.Totals;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Metrics that the results of all machines have, under the same names. */
public final class SharedMetrics {
  /** The column of the series that counts packets delivered. */
  public static final String DELIVERED = "packetsDelivered";

  /** The column of the series with the mean response time; empty if there was none. */
  public static final String RESPONSE = "response";

  /** The metrics of the summary that are latencies of packets. */
  private static final Set<String> LATENCIES =
      Set.of("responseTicks", "responseNanoseconds", "networkLatencyTicks", "zeroLoadExcessTicks");

  private SharedMetrics() {}

  /**
   * Returns whether a number of the summary is a latency of packets, which is reported only if
   * enough of them arrived.
   */
  public static boolean isLatency(String path) {
    return LATENCIES.contains(path.split("\\.", 2)[0]);
  }

  /**
   * Units of rates in a machine's results.
   *
   * @param unit unit of a rate per node
   * @param perByte rate of one byte per tick
   */
  public record Rate(String unit, double perByte) {
    /** Rates in bytes per tick. */
    public static final Rate PER_TICK = new Rate("bytes/tick/node", 1);

    private Double of(double bytes, Span span) {
      return Metrics.ratio(bytes * perByte, span.nodeTicks());
    }
  }

  /**
   * Returns the metrics of the summary.
   *
   * @param coordinates names of the extents of a machine, such as {@code x, y, z}
   */
  public static Metrics<MeasuredRun<?>> ofRun(String coordinates, Rate rate) {
    return new Metrics<MeasuredRun<?>>()
        .add("machine", "", "Machine", run -> run.network().machine(), Role.IDENTITY)
        .meaning("machine and configuration")
        .add("nodes", "nodes", "Nodes", run -> run.network().nodes(), Role.IDENTITY)
        .meaning("number of nodes of the machine")
        .add("shape", "", coordinates, run -> shape(run.network()), Role.IDENTITY)
        .meaning("extents of the machine")
        .add("seed", "", "Seed", run -> run.network().run().seed(), Role.IDENTITY)
        .meaning("seed of all random numbers")
        .add("ticks", "ticks", "Simulated", MeasuredRun::stopTick)
        .meaning("stop tick: all earlier ticks were simulated, and nothing later is counted")
        .add("measuredFromTick", "ticks", "Measured from", run -> run.measured().fromTick())
        .meaning("first tick of the measured interval")
        .add("measuredToTick", "ticks", "Measured to", run -> run.measured().toTick())
        .meaning(
            "first tick after the measured interval; with run.end = jobs the tick after the"
                + " last delivery, whose message a rank can receive later")
        .add("digest", "", "Digest", run -> run.packets().digest(), Role.IDENTITY)
        .meaning(
            "sum of one 64-bit hash per delivery: source, destination, sequence, class and tick")
        .addAll(counts(), MeasuredRun::whole)
        .addAll(injected(), MeasuredRun::whole)
        .add(
            "offered",
            rate.unit(),
            "Offered",
            run -> {
              final Long bytes = run.packets().offeredBytes();
              return bytes == null ? null : rate.of((double) bytes, run.measured());
            },
            Role.LOAD)
        .meaning(
            "bytes of the packets generated in the measured interval, summed packet by packet; null"
                + " if all sources are saturated, and with jobs")
        .addAll(links(), MeasuredRun::measured)
        .addAll(rates(rate), MeasuredRun::measured)
        .add("saturated", "", "Saturated", run -> run.packets().saturated())
        .meaning(
            "whether the offered load exceeded the capacity, for sources that do not wait:"
                + " the backlog of packets generated and not yet delivered (or answered) grew"
                + " over the measured interval, and again over its second half. Each time it grew"
                + " by more than 1 % of the packets generated then, and by more than chance"
                + " (three standard deviations of a Poisson number)")
        .add("backlogGrowth", "", "Growth of the backlog", run -> run.packets().backlogGrowth())
        .meaning(
            "growth of the backlog of packets generated and not yet delivered (or answered) over"
                + " the second half of the measured interval, as a share of the packets generated"
                + " then")
        .addAll(steadiness(), MeasuredRun::steadiness)
        .addAll(occupancy())
        .add(
            "packetsUnfinished", "packets", "Packets unfinished", run -> run.packets().unfinished())
        .meaning(
            "deliveries that are missing after run.followTicks, of packets generated in"
                + " the measured interval; null if packets are not followed, or the run ended"
                + " before the interval")
        .add("arrivedShare", "", "Share that arrived", MeasuredRun::arrivedShare)
        .meaning(
            "fraction of the packets generated in the measured interval that arrived by the"
                + " end of the run; with saturated sources and jobs, responseTicks.count over the"
                + " sum of itself and the packets still in the network. Below 0.95 no latencies"
                + " are reported, as the slowest packets are missing")
        .distribution(
            "responseTicks",
            "Response time",
            run -> run.packets().response(),
            MeasuredRun::enoughArrived,
            Set.of(Role.DISTRIBUTION, Role.HIGHLIGHT))
        .meaning(
            "end-to-end latency from generation to delivery, of packets generated in the measured"
                + " interval and followed until delivered; where requests are answered, of requests"
                + " only. Count, exact mean, percentiles to three digits; only the count if"
                + " arrivedShare is below 0.95")
        .statistics(
            "responseNanoseconds",
            "ns",
            "Response time",
            List.of("mean", "p99"),
            SharedMetrics::nanoseconds,
            Role.RESPONSE)
        .meaning("responseTicks on the machine's clock")
        .distribution(
            "networkLatencyTicks",
            "Network latency",
            run -> run.packets().networkLatency(),
            MeasuredRun::enoughArrived,
            Set.of(Role.DISTRIBUTION))
        .meaning("like responseTicks, but from the time at which the first byte enters the network")
        .statistics(
            "zeroLoadExcessTicks",
            "ticks",
            "Response time above zero load",
            List.of("min", "mean", "max"),
            SharedMetrics::excess)
        .meaning("like responseTicks, minus the response time over the same links at zero load")
        .add(
            "meanHops",
            "links",
            "Mean hops",
            run -> Metrics.ratio(run.measured().timedHops(), (double) run.measured().timed()),
            Role.HIGHLIGHT)
        .meaning(
            "links taken by the packets delivered in the measured interval; where"
                + " requests are answered, only links of requests");
  }

  private static Metrics<Steadiness> steadiness() {
    return new Metrics<Steadiness>()
        .add("steady", "", "Steady", Steadiness::steady)
        .meaning(
            "whether the network was steady over the measured interval: none of the three changes"
                + " below exceeds both its limit and chance; null if it is not judged, as with"
                + " jobs, or with too few packets or intervals")
        .add("steadiness.reason", "", "Why", Steadiness::reason)
        .meaning(
            "the changes that made the run not steady, or the reason why it is not judged; else"
                + " empty")
        .add(
            "steadiness.throughputChange",
            "",
            "Throughput changed by",
            Steadiness::throughputChange)
        .meaning(
            "throughput of the second half of the measured interval minus that of the first, as a"
                + " share of its mean; not steady above 2 %")
        .add("steadiness.networkGrowth", "", "The network filled by", Steadiness::networkGrowth)
        .meaning(
            "deliveries due of the packets in the network at the end of the measured interval minus"
                + " those at its start, as a share of the deliveries in between; not steady above"
                + " 2 %")
        .add("steadiness.latencyChange", "", "Latency changed by", Steadiness::latencyChange)
        .meaning(
            "mean latency of packets delivered in the second half of the measured interval minus"
                + " that of the first half, as a share of its mean; not steady above 10 %; null if"
                + " latencies grow in any case, as the machine was saturated or no packet was"
                + " generated in the second half of the interval");
  }

  private static Metrics<MeasuredRun<?>> occupancy() {
    return new Metrics<MeasuredRun<?>>()
        .add(
            "occupancy.sourceQueue",
            "packets/node",
            "Mean packets in source queues",
            run -> {
              final Long packets = run.occupancy().sourceQueue();
              return packets == null ? null : perNode(packets, run);
            })
        .meaning(
            "packets of a node that were generated and have not entered the network, mean over the"
                + " ticks of the measured interval; null if a source is saturated or runs programs,"
                + " or if no packet was generated")
        .add(
            "occupancy.inFlight",
            "packets/node",
            "Mean packets in flight",
            run -> perNode(run.occupancy().inFlight(), run))
        .meaning(
            "packets that entered the network and have not been delivered, including"
                + " both requests and answers; mean over the ticks of the measured interval,"
                + " per node")
        .add(
            "occupancy.routerQueue",
            "packets/node",
            "Mean packets waiting in routers",
            run -> perNode(run.occupancy().routerQueue(), run))
        .meaning(
            "packets that arrived at a router and have not begun to leave it, mean over the ticks"
                + " of the measured interval, per node")
        .add(
            "occupancy.outstandingRequests",
            "requests/node",
            "Mean outstanding requests",
            run -> {
              final long requests = run.occupancy().outstandingRequests();
              return requests == 0 ? null : perNode(requests, run);
            })
        .meaning(
            "requests of a node that were issued and have been neither answered nor given up, mean"
                + " over the ticks of the measured interval; null if there was none");
  }

  private static Double perNode(long ticks, MeasuredRun<?> run) {
    return Metrics.ratio(ticks, run.measured().nodeTicks());
  }

  /** Returns the metrics of the series. */
  public static Metrics<Span> ofInterval(Rate rate) {
    return new Metrics<Span>()
        .add("from", "ticks", "From", Span::fromTick, Role.TIME)
        .meaning("first tick of the interval")
        .add("to", "ticks", "To", Span::toTick, Role.TIME)
        .meaning("first tick after the interval")
        .addAll(rates(rate))
        .addAll(links())
        .addAll(counts())
        .add(
            RESPONSE,
            "ticks",
            "Mean response time",
            span ->
                Metrics.ratio(span.totals().get(Totals.RESPONSE_TICKS), (double) span.responses()))
        .meaning(
            "mean response time of the packets delivered in the interval, whenever they"
                + " were generated; empty if there were none");
  }

  /** Returns the metrics of packets that entered the network. */
  public static Metrics<Span> injected() {
    return new Metrics<Span>()
        .add(
            "packetsInjected",
            "packets",
            "Packets injected",
            span -> span.totals().get(Totals.INJECTED))
        .meaning(
            "packets that entered the network; only requests where response times are"
                + " of requests; in the summary over the whole run");
  }

  /** Returns the metric of the largest number of links of a packet. */
  public static Metrics<Long> mostHops() {
    return new Metrics<Long>()
        .add("mostHops", "links", "Most hops", most -> most)
        .meaning("largest number of links of any packet in the whole run");
  }

  /**
   * Returns the utilizations of links and other ports, by kind.
   *
   * @param each name of a kind
   * @param kinds names of the kinds, in their order
   * @param utilization of a kind over a span; null if no port has this kind, in contrast to 0 for
   *     idle ports
   */
  public static <T extends Span> Metrics<T> utilizationByKind(
      String each, List<String> kinds, BiFunction<? super T, Integer, Double> utilization) {
    return new Metrics<T>()
        .family("linkUtilizationByKind", "", "Utilization", each, kinds, utilization)
        .meaning(
            "fraction of ticks in which a port of a kind is busy, mean over all ports"
                + " of the kind; a port is a link of an axis or a colour, or an output to a"
                + " node or to a part of a node. The summary counts a packet when it starts,"
                + " the series as it passes. Null where there is no such port");
  }

  private static Metrics<Span> counts() {
    return new Metrics<Span>()
        .add(DELIVERED, "packets", "Packets delivered", span -> span.totals().get(Totals.DELIVERED))
        .meaning("packets delivered; in the summary over the whole run")
        .add("packetHops", "packet-hops", "Packet-hops", span -> span.totals().get(Totals.HOPS))
        .meaning("packets started on a link; in the summary over the whole run");
  }

  private static Metrics<Span> links() {
    return new Metrics<Span>()
        .add(
            "linkUtilization",
            "",
            "Link utilization",
            Span::linkUtilization,
            Role.LOAD,
            Role.HIGHLIGHT)
        .meaning("fraction of ticks in which a link is busy, mean over all unidirectional links");
  }

  private static Metrics<Span> rates(Rate rate) {
    return new Metrics<Span>()
        .add(
            "throughput",
            rate.unit(),
            "Throughput",
            span -> rate.of((double) span.totals().get(Totals.DELIVERED_BYTES), span),
            Role.LOAD,
            Role.HIGHLIGHT)
        .meaning("bytes delivered, as the workload counts bytes")
        .add(
            "injected",
            rate.unit(),
            "Injected",
            span -> rate.of((double) span.totals().get(Totals.INJECTED_BYTES), span))
        .meaning("bytes that entered the network");
  }

  private static String shape(Network<?> network) {
    return network.shape().stream().map(String::valueOf).collect(Collectors.joining("x"));
  }

  private static List<?> nanoseconds(MeasuredRun<?> run) {
    final double ticksPerNanosecond = run.network().tickRate().ticksPerNanosecond();
    final TickHistogram response = run.packets().response();
    return response.count() == 0 || !run.enoughArrived()
        ? Arrays.asList(null, null)
        : List.of(
            response.mean() / ticksPerNanosecond, response.percentile(99) / ticksPerNanosecond);
  }

  private static List<?> excess(MeasuredRun<?> run) {
    final PacketStatistics packets = run.packets();
    return packets.response().count() == 0 || !run.enoughArrived()
        ? Arrays.asList(null, null, null)
        : List.of(packets.excessMin(), packets.excessMean(), packets.excessMax());
  }
}

package io.hopwright.models.cascade;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Summaries;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.topology.Dragonfly;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** Turns the counts of a run into named results, as defined in {@code docs/results.md}. */
final class CascadeSummary {
  /** One byte per tick in GB/s. */
  private static final double GIGABYTES_PER_SECOND = 43.75;

  private static final double TICKS_PER_NANOSECOND = 43.75;

  private final Dragonfly topology;
  private final CrossbarDesign design;
  private final CascadeSettings settings;
  private final CascadeTotals totals;
  private final RunPlan run;
  private final Measures<Totals> measures;
  private final long stopTick;
  private final List<CascadeStatistics> parts;
  private final long[] ports;

  CascadeSummary(
      CascadeSettings settings,
      CascadeTotals totals,
      Measures<Totals> measures,
      long stopTick,
      List<CascadeStatistics> parts) {
    this.settings = settings;
    this.totals = totals;
    topology = settings.topology().dragonfly();
    design = settings.router().design();
    run = settings.run();
    this.measures = measures;
    this.stopTick = stopTick;
    this.parts = parts;
    ports = portsInUse();
  }

  /** Counts the ports of each kind that lead somewhere. */
  private long[] portsInUse() {
    final long[] counts = new long[design.kinds().size()];
    for (int aries = 0; aries < topology.aries(); aries++) {
      int port = 0;
      for (int kind = 0; kind < counts.length; kind++) {
        for (int i = 0; i < design.kinds().get(kind).ports(); i++, port++) {
          counts[kind] += port >= Dragonfly.TILES || topology.neighbour(aries, port) >= 0 ? 1 : 0;
        }
      }
    }
    return counts;
  }

  RunResult result() {
    final Map<String, TickHistogram> histograms = new LinkedHashMap<>();
    histograms.put("responseTicks", measures.response());
    histograms.put("networkLatencyTicks", measures.networkLatency());
    return new RunResult(summary(), columns(), rows(), histograms, tables());
  }

  private Map<String, Object> summary() {
    final Totals measured = measures.measured();
    final long from = Math.min(run.warmupTicks(), stopTick);
    final long to = measuredTo();
    final double nodeTicks = (double) topology.nodes() * (to - from);
    final long requests = measured.get(totals.requests());
    final Map<String, Object> all = new LinkedHashMap<>();
    all.put("machine", "cascade");
    all.put("nodes", (long) topology.nodes());
    all.put("aries", (long) topology.aries());
    all.put("groups", (long) topology.groups());
    all.put("seed", run.seed());
    all.put("ticks", stopTick);
    all.put("measuredFromTick", from);
    all.put("measuredToTick", to);
    all.put("digest", measures.digest().toString());
    all.put("requestsInjected", measures.totals().get(Totals.INJECTED));
    all.put("packetsDelivered", measures.totals().get(Totals.DELIVERED));
    all.put("requestsDelivered", measures.totals().get(totals.requests()));
    all.put("packetHops", measures.totals().get(Totals.HOPS));
    all.put("meanHops", Summaries.ratio(measured.get(totals.requestHops()), (double) requests));
    all.put("mostHops", mostHops());
    all.put(
        "nonMinimalShare", Summaries.ratio(measured.get(totals.nonMinimal()), (double) requests));
    all.put("responseTicks", Summaries.distribution(measures.response()));
    all.put("responseNanoseconds", nanoseconds(measures.response()));
    all.put("networkLatencyTicks", Summaries.distribution(measures.networkLatency()));
    all.put("zeroLoadExcessTicks", Summaries.excess(measures));
    all.put("payloadGigabytesPerSecondPerNode", rate(measured, Totals.DELIVERED_BYTES, nodeTicks));
    all.put("issuedGigabytesPerSecondPerNode", rate(measured, Totals.INJECTED_BYTES, nodeTicks));
    all.put("offeredGigabytesPerSecondPerNode", offered(nodeTicks));
    all.put("saturated", measures.offeredKnown() ? measures.saturated() : null);
    all.put("backlogGrowth", measures.offeredKnown() ? measures.backlogGrowth() : null);
    all.put("packetsUnfinished", measures.followed() ? measures.awaited() : null);
    all.put(
        "linkUtilization",
        perKind(kind -> measured.get(PortStatistics.busy(kind)), (double) (to - from)));
    all.put("packetsPerLink", perKind(kind -> measured.get(PortStatistics.packets(kind)), 1));
    all.put("hopsPerPacket", perPacket(measured));
    all.put(
        "waitingFlits",
        perKind(kind -> measured.get(PortStatistics.waiting(kind)), (double) samples()));
    all.put(
        "sentFlits", perKind(kind -> measured.get(PortStatistics.sent(kind)), (double) samples()));
    all.put("answeredRequests", answered());
    final SystemSummary system = new SystemSummary(settings);
    all.put("topology", system.topology());
    all.put("bounds", system.bounds());
    return all;
  }

  private long measuredTo() {
    return run.end() == RunPlan.End.DRAINED
        ? Math.max(measures.lastDelivery() + 1, Math.min(run.warmupTicks(), stopTick))
        : Math.min(run.measuredTo(), stopTick);
  }

  /** Returns how many points of the grid lie in the measured interval. */
  private long samples() {
    final long to = Math.min(run.measuredTo(), stopTick);
    final long before = (run.warmupTicks() + run.gridTicks() - 1) / run.gridTicks();
    return Math.max(0, (to + run.gridTicks() - 1) / run.gridTicks() - before);
  }

  private Map<String, Object> mostHops() {
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("minimal", mostHops(false));
    values.put("nonMinimal", mostHops(true));
    return values;
  }

  private Long mostHops(boolean nonMinimal) {
    return parts.stream().mapToLong(part -> part.nics().mostHops(nonMinimal)).max().orElse(0);
  }

  private static Double rate(Totals totals, int bytes, double nodeTicks) {
    return Summaries.ratio(totals.get(bytes) * GIGABYTES_PER_SECOND, nodeTicks);
  }

  private Double offered(double nodeTicks) {
    return measures.offeredKnown()
        ? Summaries.ratio(
            (double) measures.offered()
                * settings.workload().messageBytes()
                / Messages.requests(settings.workload().messageBytes())
                * GIGABYTES_PER_SECOND,
            nodeTicks)
        : null;
  }

  private static Map<String, Object> nanoseconds(TickHistogram histogram) {
    final boolean any = histogram.count() > 0;
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("mean", any ? histogram.mean() / TICKS_PER_NANOSECOND : null);
    values.put("p99", any ? histogram.percentile(99) / TICKS_PER_NANOSECOND : null);
    return values;
  }

  private Map<String, Object> perKind(IntToLongFunction count, double each) {
    final Map<String, Object> values = new LinkedHashMap<>();
    for (int kind = 0; kind < ports.length; kind++) {
      values.put(
          design.kinds().get(kind).name(),
          Summaries.ratio((double) count.applyAsLong(kind), ports[kind] * each));
    }
    return values;
  }

  /** Links of each colour that a delivered packet took, on average. */
  private Map<String, Object> perPacket(Totals measured) {
    final double packets = (double) measured.get(Totals.DELIVERED);
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("green", Summaries.ratio(measured.get(totals.green()), packets));
    values.put("black", Summaries.ratio(measured.get(totals.black()), packets));
    values.put("blue", Summaries.ratio(measured.get(totals.blue()), packets));
    return values;
  }

  /** Requests answered per node that sends: none is starved if the least is not 0. */
  private Map<String, Object> answered() {
    long least = Long.MAX_VALUE;
    long most = 0;
    long all = 0;
    long senders = 0;
    for (CascadeStatistics part : parts) {
      final NicStatistics nics = part.nics();
      for (int nic = 0; nic < nics.nics(); nic++) {
        if (nics.node(nic) >= 0 && settings.workload().sends(nics.node(nic))) {
          least = Math.min(least, nics.completed(nic));
          most = Math.max(most, nics.completed(nic));
          all += nics.completed(nic);
          senders++;
        }
      }
    }
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("least", least == Long.MAX_VALUE ? null : least);
    values.put("most", most);
    values.put("mean", Summaries.ratio(all, (double) senders));
    return values;
  }

  private List<RunResult.Column> columns() {
    final List<RunResult.Column> columns = new ArrayList<>();
    columns.add(new RunResult.Column("from", "ticks"));
    columns.add(new RunResult.Column("to", "ticks"));
    columns.add(new RunResult.Column("payload", "GB/s/node"));
    columns.add(new RunResult.Column("issued", "GB/s/node"));
    columns.add(new RunResult.Column(RunResult.DELIVERED, "packets"));
    columns.add(new RunResult.Column("packetHops", "packet-hops"));
    columns.add(new RunResult.Column(RunResult.RESPONSE, "ticks"));
    columns.add(new RunResult.Column("nonMinimal", "requests"));
    for (CrossbarDesign.PortKind kind : design.kinds()) {
      columns.add(new RunResult.Column("linkUtilization." + kind.name(), ""));
    }
    return columns;
  }

  private List<double[]> rows() {
    final List<double[]> rows = new ArrayList<>();
    for (int interval = 0; interval < measures.intervals(); interval++) {
      final long from = interval * run.gridTicks();
      final long to = Math.min(from + run.gridTicks(), stopTick);
      rows.add(row(from, to, measures.interval(interval)));
    }
    return rows;
  }

  private double[] row(long from, long to, Totals interval) {
    final double nodeTicks = (double) topology.nodes() * (to - from);
    final List<Double> row = new ArrayList<>();
    row.add((double) from);
    row.add((double) to);
    row.add(interval.get(Totals.DELIVERED_BYTES) * GIGABYTES_PER_SECOND / nodeTicks);
    row.add(interval.get(Totals.INJECTED_BYTES) * GIGABYTES_PER_SECOND / nodeTicks);
    row.add((double) interval.get(Totals.DELIVERED));
    row.add((double) interval.get(Totals.HOPS));
    row.add((double) interval.get(Totals.RESPONSE_TICKS) / interval.get(totals.requests()));
    row.add((double) interval.get(totals.nonMinimal()));
    for (int kind = 0; kind < ports.length; kind++) {
      final double portTicks = (double) ports[kind] * (to - from);
      row.add(portTicks > 0 ? interval.get(PortStatistics.busy(kind)) / portTicks : 0);
    }
    return row.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private Map<String, RunResult.Table> tables() {
    final Map<String, RunResult.Table> tables = new LinkedHashMap<>();
    if (parts.isEmpty()) {
      return tables;
    }
    final CascadeObservation observation = settings.observation();
    final long ticks = measuredTo() - Math.min(run.warmupTicks(), stopTick);
    if (observation.heat()) {
      tables.put("heat", new HeatTable(topology, design, ticks).of(parts));
    }
    if (!observation.links().isEmpty()) {
      new LinkTables(topology, design, parts, ticks).addTo(tables, observation.links());
    }
    if (observation.sources()) {
      tables.put("sources", sources());
    }
    return tables;
  }

  private RunResult.Table sources() {
    final List<RunResult.Column> columns =
        List.of(
            new RunResult.Column("node", ""),
            new RunResult.Column("group", ""),
            new RunResult.Column("answered", "requests"));
    final List<List<Object>> rows = new ArrayList<>();
    for (CascadeStatistics part : parts) {
      final NicStatistics nics = part.nics();
      for (int nic = 0; nic < nics.nics(); nic++) {
        if (nics.node(nic) >= 0) {
          final int node = nics.node(nic);
          final int group = topology.groupOf(topology.ariesOf(node));
          rows.add(List.of((long) node, (long) group, nics.completed(nic)));
        }
      }
    }
    return new RunResult.Table(columns, rows);
  }
}

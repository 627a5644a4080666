package io.hopwright.models.extoll;

import io.hopwright.models.extoll.network.ExtollTopology;
import io.hopwright.models.link.LinkMetrics;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.run.BoundMetrics;
import io.hopwright.models.topology.AttachedTorus;
import io.hopwright.models.topology.Topology;
import java.util.List;
import java.util.stream.IntStream;

/** Composition of a machine and its theoretical bounds; nothing here is measured. */
final class ExtollSystemSummary {
  private static final double CODED = 0.8;

  private final ExtollSettings settings;
  private final AttachedTorus torus;
  private final ExtollBounds bounds;

  ExtollSystemSummary(ExtollSettings settings, ExtollBounds bounds) {
    this.settings = settings;
    this.bounds = bounds;
    torus = settings.topology().torus();
  }

  /** Returns metrics of nodes and links. */
  static Metrics<ExtollSystemSummary> topology() {
    return new Metrics<ExtollSystemSummary>()
        .add(
            "topology.accelerators",
            "nodes",
            "Accelerators",
            system -> (long) system.accelerators())
        .meaning("nodes that are accelerators; the others are hosts")
        .add(
            "topology.laneDataRate",
            "Gb/s",
            "Data rate of a lane",
            system -> system.settings.topology().nic().laneGigabitsPerSecond() * CODED)
        .meaning("data rate of a lane, without coding")
        .add(
            "topology.rawLinkRate",
            "Gb/s",
            "Raw rate of a link",
            system ->
                system.settings.topology().nic().laneGigabitsPerSecond()
                    * system.settings.topology().nic().lanes())
        .meaning("rate of all lanes of a link, including coding")
        .addAll(
            LinkMetrics.bandwidth(nic -> nic.gigabytesPerSecond()),
            system -> system.settings.topology().nic())
        .add("topology.meanDistance", "links", "Mean distance", ExtollSystemSummary::meanDistance)
        .meaning(
            "mean number of links between two accelerators, over all pairs including an"
                + " accelerator and itself")
        .add(
            "topology.diameter",
            "links",
            "Diameter",
            system -> (long) system.torus.grid().diameter())
        .meaning("most links between two accelerators")
        .statistics(
            "topology.linksPerAccelerator",
            "links",
            "Links of an accelerator",
            List.of("least", "most"),
            ExtollSystemSummary::linksPerAccelerator)
        .meaning("links that leave an accelerator for others");
  }

  /** Returns metrics of what theory allows. */
  static Metrics<ExtollSystemSummary> theory() {
    return new Metrics<ExtollSystemSummary>()
        .addAll(BoundMetrics.meanHops(system -> Metrics.finite(system.bounds.meanHops())))
        .family(
            "bounds.busiestLink",
            "packets",
            "Busiest link",
            "Axis",
            ExtollTopology.AXES,
            (system, axis) -> Metrics.finite(system.bounds.busiest(axis)))
        .meaning(
            "packets over the busiest link along an axis if each accelerator sends one"
                + " packet; null where single nodes have threads")
        .family(
            "bounds.idlestLink",
            "packets",
            "Idlest link",
            "Axis",
            ExtollTopology.AXES,
            (system, axis) -> system.bounds.idlest(axis))
        .meaning(
            "packets over the least busy link along an axis if each accelerator sends"
                + " one packet; null where single nodes have threads")
        .addAll(
            BoundMetrics.linkThroughput(
                ExtollMetrics.RATE_UNIT, system -> system.rate(system.bounds.linkRate())))
        .add(
            "bounds.unitThroughput",
            ExtollMetrics.RATE_UNIT,
            "Peak of units",
            system -> system.rate(system.bounds.unitRate()))
        .meaning(
            "equal throughput of all accelerators at which the units of an accelerator"
                + " are full; null where single nodes have threads")
        .addAll(
            BoundMetrics.throughput(
                ExtollMetrics.RATE_UNIT, system -> system.rate(system.bounds.rate())));
  }

  /** Returns whether nodes have threads. */
  boolean hasThreads() {
    return settings.workload().program() != null && !settings.workload().jobs();
  }

  private int accelerators() {
    return settings.topology().accelerators();
  }

  private double meanDistance() {
    final double nodes = accelerators();
    return IntStream.range(0, accelerators()).mapToLong(to -> torus.grid().distance(0, to)).sum()
        / nodes;
  }

  private List<Long> linksPerAccelerator() {
    final long[] links =
        IntStream.range(0, accelerators())
            .mapToLong(
                node ->
                    IntStream.range(0, torus.gatewayPort())
                        .filter(port -> torus.neighbour(node, port) != Topology.NONE)
                        .count())
            .sorted()
            .toArray();
    return List.of(links[0], links[links.length - 1]);
  }

  private Double rate(double packetsPerTick) {
    return Metrics.finite(
        packetsPerTick * bounds.packetBytes() * ExtollNetwork.TICKS.ticksPerNanosecond());
  }
}

package io.hopwright.models.tofu;

import io.hopwright.models.link.LinkMetrics;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.run.BoundMetrics;
import io.hopwright.models.tofu.barriers.BarrierPlan;
import io.hopwright.models.tofu.barriers.BarrierSettings;
import io.hopwright.models.tofu.network.Generation;
import io.hopwright.models.tofu.tni.TniDesign;
import io.hopwright.models.topology.Tofu6D;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Composition of a machine and its theoretical bounds; nothing here is measured. */
final class TofuSystemSummary {
  private static final String RATE = TofuMetrics.RATE_UNIT;
  private static final double NANOSECONDS = 1e9;
  private static final double TERA = 1e12;

  private final TofuSettings settings;
  private final Generation generation;
  private final Tofu6D machine;
  private final TofuBounds bounds;

  TofuSystemSummary(TofuSettings settings) {
    this.settings = settings;
    generation = settings.topology().generation();
    machine = settings.topology().machine();
    bounds = new TofuBounds(settings);
  }

  /** Returns metrics of nodes and links. */
  static Metrics<TofuSystemSummary> topology() {
    return new Metrics<TofuSystemSummary>()
        .add(
            "topology.lanesPerNode",
            "lanes",
            "Signal lanes of a node",
            system -> (long) system.generation.lanes() * Tofu6D.PORTS)
        .meaning("lanes of one direction of all ports of a node")
        .add(
            "topology.laneRate",
            "Gb/s",
            "Rate of a lane",
            system -> system.generation.laneGigabitsPerSecond())
        .meaning("bits per second of a signal, coding included")
        .addAll(LinkMetrics.bandwidth(TofuSystemSummary::linkGigabytesPerSecond))
        .add(
            "topology.injectionBandwidth",
            RATE,
            "Injection bandwidth",
            system -> system.linkGigabytesPerSecond() * system.generation.tnis())
        .meaning("sum of topology.linkBandwidth over all network interfaces of a node")
        .add(
            "topology.totalInjectionBandwidth",
            "TB/s",
            "Injection bandwidth of the machine",
            system ->
                system.linkGigabytesPerSecond()
                    * system.generation.tnis()
                    * system.machine.routers()
                    / (TERA / NANOSECONDS))
        .meaning("sum of the injection bandwidth over all nodes")
        .add(
            "topology.bisectionBandwidth",
            "TB/s",
            "Bisection bandwidth",
            system -> system.terabytesPerSecond(system.fewestCut()))
        .meaning(
            "bandwidth, in both directions, of the links across the middle of the"
                + " machine, along the axis with the fewest such links")
        .add(
            "topology.virtualBisectionBandwidth",
            "TB/s",
            "Bisection bandwidth of the virtual torus",
            system -> system.terabytesPerSecond(system.fewestVirtualCut()))
        .meaning(
            "bandwidth, in both directions, of the links of the virtual torus across"
                + " its middle, along the axis with the fewest such links")
        .add("topology.links", "links", "Links", TofuSystemSummary::links)
        .meaning("number of links; each has one direction")
        .add(
            "topology.opticalLinks",
            "links",
            "Optical links",
            system -> system.settings.topology().packaging().opticalLinks())
        .meaning("links between different units of packaging")
        .add(
            "topology.opticalShare",
            "",
            "Share of optical links",
            system ->
                Metrics.ratio(
                    system.settings.topology().packaging().opticalLinks(), (double) system.links()))
        .meaning("optical links as a share of all links")
        .statistics(
            "topology.cablesPerBoard",
            "cables",
            "Optical cables of a board",
            List.of("least", "mean", "most"),
            TofuSystemSummary::cablesPerBoard)
        .meaning(
            "directions in which the two nodes of a board have optical links; each takes one cable")
        .statistics(
            "topology.resources",
            "",
            "Resources of a node",
            List.of(
                "interfaces", "commandQueues", "barrierChannels", "barrierGates", "memoryGroups"),
            system ->
                List.of(
                    (long) system.generation.tnis(),
                    (long) system.generation.queuesPerNode(),
                    (long) system.generation.barrierChannelsPerNode(),
                    (long) system.generation.barrierGatesPerNode(),
                    (long) system.generation.memoryGroups()))
        .meaning(
            "network interfaces, command queues, barrier channels, barrier gates and core-memory"
                + " groups of a node");
  }

  /** Returns what a barrier is made of, nothing if there are none. */
  List<Integer> barrierPlan() {
    final BarrierSettings barriers = settings.barriers();
    if (barriers == null) {
      return Arrays.asList(null, null, null, null);
    }
    final BarrierPlan plan = barriers.plan();
    return List.of(plan.tnisInUse(), plan.channelsPerTni(), plan.gatesPerTni(), barriers.stages());
  }

  private double linkGigabytesPerSecond() {
    return generation.linkBytes() * generation.gigabytesPerSecond();
  }

  private double terabytesPerSecond(long links) {
    return links * linkGigabytesPerSecond() / (TERA / NANOSECONDS);
  }

  private long links() {
    return machine.grid().links();
  }

  /** Returns the links of both directions across the middle of an axis, fewest over all axes. */
  private long fewestCut() {
    return IntStream.range(0, Tofu6D.AXES.size())
        .filter(axis -> machine.extent(axis) > 1)
        .mapToLong(axis -> cut(machine.extent(axis), machine.isRing(axis)))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private long fewestVirtualCut() {
    return Math.min(
        cut(3 * machine.extent(2), true),
        Math.min(cut(2 * machine.extent(0), true), cut(2 * machine.extent(1), true)));
  }

  private long cut(int extent, boolean ring) {
    return 2L * (ring ? 2 : 1) * machine.routers() / extent;
  }

  private List<Double> cablesPerBoard() {
    return Arrays.stream(settings.topology().packaging().cablesPerBoard()).boxed().toList();
  }

  /** Returns metrics of what theory allows. */
  static Metrics<TofuSystemSummary> theory() {
    return new Metrics<TofuSystemSummary>()
        .addAll(BoundMetrics.meanHops(system -> Metrics.finite(system.bounds.meanHops())))
        .addAll(BoundMetrics.linkThroughput(RATE, system -> system.rate(system.bounds.linkRate())))
        .add(
            "bounds.interfaceThroughput",
            RATE,
            "Peak of network interfaces",
            system -> system.rate(system.bounds.interfaceRate()))
        .meaning("equal throughput of all nodes at which the interfaces of a node are full")
        .add(
            "bounds.hostThroughput",
            RATE,
            "Peak of hosts",
            system -> system.rate(system.bounds.hostRate()))
        .meaning(
            "equal throughput of all nodes at which the bus of a node is full; null without a bus")
        .addAll(BoundMetrics.throughput(RATE, system -> system.rate(system.bounds.rate())))
        .statistics(
            "bounds.stages",
            "ns",
            "Stages of a Put",
            List.of("post", "send", "transfer", "receive", "write", "poll", "all"),
            TofuSystemSummary::stages)
        .meaning(
            "latency of the first packet of a Put of this workload, by stage and in"
                + " total, at zero load over bounds.meanHops links; transfer is the latency"
                + " of routers and links");
  }

  private Double rate(double packetsPerTick) {
    return Metrics.finite(packetsPerTick * bounds.packetBytes() * generation.gigabytesPerSecond());
  }

  private List<Double> stages() {
    if (Double.isNaN(bounds.meanHops())) {
      return null;
    }
    final TniDesign tnis = settings.tnis();
    final int data =
        Math.min(settings.workload().messageBytes().get(0), settings.workload().mtuBytes());
    final double[] ticks = {
      tnis.postTicks(),
      tnis.sendTicks(),
      tnis.injectionTicks() + bounds.meanHops() * settings.hopTicks() + tnis.ejectionTicks(),
      tnis.receiveTicks() + tnis.frameTicks(data) + tnis.bus().ticks(data),
      tnis.writeTicks(),
      tnis.pollTicks(),
      0
    };
    ticks[ticks.length - 1] = Arrays.stream(ticks).sum();
    return Arrays.stream(ticks)
        .mapToObj(each -> each * NANOSECONDS / generation.tickRate().ticks())
        .toList();
  }
}

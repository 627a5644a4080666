package io.hopwright.models.cascade;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.models.machine.FlowTables;
import io.hopwright.models.machine.Forecast;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.messaging.Jobs;
import io.hopwright.models.topology.Dragonfly;

/**
 * How much traffic of a Cascade a run will see: what nodes offer, or what links and hosts allow if
 * that is less ({@link CascadeBounds}).
 *
 * <p>Taken for granted: packets that choose by load go minimal ways as long as those can carry what
 * is offered, and the best mixture beyond; a permutation loads links as uniform traffic does.
 */
final class CascadeForecast {
  private static final double TICKS_PER_NANOSECOND = 43.75;

  /** Links of a minimal way: two local ones, one between groups, one or two local ones. */
  private static final int BETWEEN_GROUPS = 4;

  private final CascadeSettings settings;
  private final CascadeWorkload workload;
  private final Dragonfly dragonfly;
  private final RunPlan run;
  private final int columns;
  private final CascadeBounds bounds;
  private final RoutingMode mode;

  CascadeForecast(CascadeSettings settings, int columns) {
    this.settings = settings;
    this.columns = columns;
    workload = settings.workload();
    dragonfly = settings.topology().dragonfly();
    run = settings.run();
    bounds = CascadeBounds.of(settings);
    mode = settings.routing().mode();
  }

  Forecast forecast() {
    return workload.jobs() ? ofJobs() : ofWorkload();
  }

  private Forecast ofJobs() {
    return settings
        .jobs()
        .forecast(run, columns, bytes -> 2 * Jobs.packets(bytes, Packets.MAX_DATA), this::links);
  }

  /** Returns the links of a minimal way within a group; a mean one's between groups. */
  private int links(int from, int to) {
    final int here = dragonfly.ariesOf(from);
    final int there = dragonfly.ariesOf(to);
    return dragonfly.groupOf(here) == dragonfly.groupOf(there)
        ? dragonfly.localLinks(here, there)
        : BETWEEN_GROUPS;
  }

  private Forecast ofWorkload() {
    final Double offered = workload.offeredBytesPerTick();
    final double most = mostBytesPerTick();
    final double overload = offered == null ? 0 : offered / allowedBytesPerTick();
    final double bytes = offered == null ? most : Math.min(offered, most);
    final double packets = packets(bytes);
    final double hops = linksPerPacket(offered == null ? Double.POSITIVE_INFINITY : offered);
    final double ticks = Math.max(1, ticks(packets, overload));
    // A packet takes its links some time after its request was born.
    final double busy =
        run.end() == RunPlan.End.TICKS ? Math.max(0, ticks - delayTicks(hops)) : ticks;
    return new Forecast(
        ticks,
        Math.min(finitePackets(), packets * busy) * hops,
        Math.min(1, bytes / most),
        overload,
        IntervalSeries.rowBytes(columns),
        FlowTables.bytes(settings.observation().flows(), packets * busy / 2, dragonfly.nodes()));
  }

  /** Requests and responses of all nodes per tick. */
  private double packets(double bytesPerTick) {
    final double requests =
        bytesPerTick / workload.meanMessageBytes() * workload.meanRequestsPerMessage();
    return 2 * requests * dragonfly.nodes();
  }

  private double finitePackets() {
    final double nodes = dragonfly.nodes();
    return workload.allToAll()
        ? 2 * workload.meanRequestsPerMessage() * workload.messagesPerPair() * nodes * (nodes - 1)
        : Double.POSITIVE_INFINITY;
  }

  private double ticks(double packetsPerTick, double overload) {
    return run.end() == RunPlan.End.DRAINED && workload.allToAll()
        ? finitePackets() / packetsPerTick
        : run.expectedTicks(packetsPerTick, overload);
  }

  /** Mean delay of a link of a request or its response since the birth of the request. */
  private double delayTicks(double hops) {
    final NicDesign nics = settings.nics();
    return 1.5 * nics.injectionTicks()
        + 0.5 * nics.ejectionTicks()
        + hops * settings.routing().loadIntervalTicks();
  }

  /** Returns the data in bytes per tick that each node can send at most. */
  private double mostBytesPerTick() {
    return mostGigabytesPerSecond() / TICKS_PER_NANOSECOND;
  }

  /**
   * Returns what no routing can exceed: of uniform traffic, routes chosen by load prefer links
   * nearby, and pass the limits of green and black ones.
   */
  private double allowedBytesPerTick() {
    final CascadeBounds.Limits limits = bounds.uniformMinimal();
    return mode.byLoad() && workload.kind() == CascadeWorkload.Kind.UNIFORM
        ? Math.min(limits.blue(), limits.host()) / TICKS_PER_NANOSECOND
        : mostBytesPerTick();
  }

  private double mostGigabytesPerSecond() {
    if (workload.kind() == CascadeWorkload.Kind.MANY_TO_ONE) {
      return bounds.oneHostGigabytesPerSecond() / (dragonfly.nodes() - 1);
    }
    if (workload.kind() == CascadeWorkload.Kind.MATRIX) {
      return bounds.matrix(workload.matrix(), !mode.byLoad() && !nonMinimal());
    }
    if (bounds.shiftMinimal(workload.shift()) != null) {
      return mode.byLoad() || nonMinimal()
          ? bounds.shiftOptimum(workload.shift()).least()
          : bounds.shiftMinimal(workload.shift()).least();
    }
    return nonMinimal() ? bounds.uniformValiant().least() : bounds.uniformMinimal().least();
  }

  private boolean nonMinimal() {
    return mode.nonMinimalOnly();
  }

  private double linksPerPacket(double offeredBytesPerTick) {
    final CascadeBounds.Limits direct = bounds.shiftMinimal(workload.shift());
    if (direct == null) {
      return nonMinimal() ? bounds.valiantLinks().all() : bounds.minimalLinks().all();
    }
    final double minimal = bounds.shiftLinks(false).all();
    final double detour = bounds.shiftLinks(true).all();
    if (!mode.byLoad()) {
      return nonMinimal() ? detour : minimal;
    }
    final double carried =
        Math.min(offeredBytesPerTick * TICKS_PER_NANOSECOND, mostGigabytesPerSecond());
    final double share = Math.min(1, direct.least() / carried);
    return share * minimal + (1 - share) * detour;
  }
}

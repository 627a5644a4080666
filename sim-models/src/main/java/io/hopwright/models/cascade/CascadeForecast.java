package io.hopwright.models.cascade;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.models.machine.Forecast;
import io.hopwright.models.machine.OpenLoop;
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
  private static final double TICKS_PER_NANOSECOND = CascadeNetwork.TICKS.ticksPerNanosecond();

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
    return workload.jobs()
        ? ofJobs()
        : openLoop().forecast(IntervalSeries.rowBytes(columns), settings.observation().flows());
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

  /** Returns how many packets a run has until it is drained; null if nobody knows. */
  Long packetsUntilDrained() {
    return workload.jobs() ? null : openLoop().packetsUntilDrained();
  }

  private OpenLoop openLoop() {
    final Double offered = workload.offeredBytesPerTick();
    final double nodes = dragonfly.nodes();
    final double requestsPerByte = workload.meanRequestsPerMessage() / workload.meanMessageBytes();
    final double hops = linksPerPacket(offered == null ? Double.POSITIVE_INFINITY : offered);
    return new OpenLoop(
        run,
        nodes,
        offered == null ? null : (Double) (offered * requestsPerByte),
        mostBytesPerTick() * requestsPerByte,
        allowedBytesPerTick() * requestsPerByte,
        workload.allToAll()
            ? workload.meanRequestsPerMessage() * workload.messagesPerPair() * nodes * (nodes - 1)
            : Double.POSITIVE_INFINITY,
        2,
        hops,
        delayTicks(hops));
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

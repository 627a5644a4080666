package io.hopwright.models.cascade;

import io.hopwright.models.cascade.network.CascadeBounds;
import io.hopwright.models.cascade.network.RouteLoads;
import io.hopwright.models.cascade.network.RoutingPolicy;
import io.hopwright.models.cascade.nic.NicDesign;
import io.hopwright.models.run.OpenLoop;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traffic.TrafficMatrix;
import io.hopwright.models.traffic.pattern.Patterns;

/**
 * Forecast of the traffic on a Cascade in a run: the offered load, or the capacity of links and
 * hosts if that is less ({@link CascadeBounds}).
 *
 * <p>Assumptions: adaptively routed packets take minimal routes as long as these can carry the
 * load, and the best mixture of routes beyond. The capacity of blue links for such mixtures is
 * known only for shifts. Adaptively routed packets, and packets that all go over roots, spread a
 * permutation over links like uniform traffic.
 */
final class CascadeForecast {
  private static final double TICKS_PER_NANOSECOND = CascadeNetwork.TICKS.ticksPerNanosecond();

  /** Links of a minimal way: two local ones, one between groups, one or two local ones. */
  private static final int BETWEEN_GROUPS = 4;

  private final CascadeSettings settings;
  private final CascadeWorkload workload;
  private final Dragonfly dragonfly;
  private final RunPlan run;
  private final CascadeBounds bounds;
  private final RoutingPolicy routing;

  /** Null if all nodes send to all others alike. */
  private final TrafficMatrix pairs;

  /** Per-link load of the pairs under minimal routing. */
  private final RouteLoads minimal;

  CascadeForecast(CascadeSettings settings) {
    this.settings = settings;
    workload = settings.workload();
    dragonfly = settings.topology().dragonfly();
    run = settings.run();
    bounds = settings.bounds();
    routing = settings.routing();
    pairs = workload.pairs();
    minimal = pairs == null ? null : bounds.minimalLoads(pairs, routing.nearGateways());
  }

  /** Returns the links of a minimal way within a group; a mean one's between groups. */
  int links(int from, int to) {
    final int here = dragonfly.ariesOf(from);
    final int there = dragonfly.ariesOf(to);
    return dragonfly.groupOf(here) == dragonfly.groupOf(there)
        ? dragonfly.localLinks(here, there)
        : BETWEEN_GROUPS;
  }

  /**
   * Returns the largest data rate per node that the routing allows, averaged over all nodes; null
   * if destinations are unknown before a run.
   */
  Double throughput() {
    return workload.jobs() || workload.kind() == Patterns.ROTATIONS
        ? null
        : (Double) (allowedGigabytesPerSecond() * workload.senders() / dragonfly.nodes());
  }

  /** Returns the traffic of a run. */
  OpenLoop openLoop() {
    final Double offered = workload.offeredBytesPerTick();
    final double senders = workload.senders();
    final double requestsPerByte = workload.meanRequestsPerMessage() / workload.meanMessageBytes();
    final double hops = linksPerPacket(offered == null ? Double.POSITIVE_INFINITY : offered);
    return new OpenLoop(
        run,
        senders,
        offered == null ? null : (Double) (offered * requestsPerByte),
        mostGigabytesPerSecond() / TICKS_PER_NANOSECOND * requestsPerByte,
        allowedGigabytesPerSecond() / TICKS_PER_NANOSECOND * requestsPerByte,
        workload.allToAll()
            ? workload.meanRequestsPerMessage()
                * workload.messagesPerPair()
                * senders
                * (senders - 1)
            : Double.POSITIVE_INFINITY,
        2,
        hops,
        delayTicks(hops));
  }

  /**
   * Returns the mean delay of a link, of a request or its response, since the request was
   * generated.
   */
  private double delayTicks(double hops) {
    final NicDesign nics = settings.nics();
    return 1.5 * nics.injectionTicks()
        + 0.5 * nics.ejectionTicks()
        + hops * settings.routing().loadIntervalTicks();
  }

  /** Returns the data that each sender is expected to send at most, in the mean. */
  private double mostGigabytesPerSecond() {
    if (pairs == null) {
      return Math.min(uniform().least(), busiestHost());
    }
    if (routing.minimalOnly()) {
      return perSender(pairs.total() / minimal.eachRate(bounds.hosts(pairs)));
    }
    final CascadeBounds.Limits shift = bounds.shiftOptimum(workload.shift());
    if (shift != null) {
      return shift.least();
    }
    return isPermutation()
        ? Math.min(allowedGigabytesPerSecond(), uniform().least())
        : allowedGigabytesPerSecond();
  }

  /** Returns what the host that receives most allows. */
  private double busiestHost() {
    return bounds.hostGigabytesPerSecond(workload.mostAtOneNode());
  }

  private CascadeBounds.Limits uniform() {
    return nonMinimal() ? bounds.uniformValiant() : bounds.uniformMinimal();
  }

  private boolean isPermutation() {
    return workload.kind() == Patterns.PERMUTATION;
  }

  /**
   * Returns what the routing cannot exceed. Routes that are chosen by load prefer links nearby, and
   * pass the limits of green and black links, which count ends drawn evenly.
   */
  private double allowedGigabytesPerSecond() {
    if (pairs == null) {
      final double links =
          !routing.minimalOnly() && !nonMinimal()
              ? Math.min(uniform().blue(), uniform().host())
              : uniform().least();
      return Math.min(links, busiestHost());
    }
    final double hosts = bounds.hosts(pairs);
    if (routing.minimalOnly()) {
      final double links = routing.inOrder() ? minimal.busiestBundle() : minimal.busiest();
      return perSender(Math.max(hosts, links));
    }
    final CascadeBounds.Limits shift = bounds.shiftOptimum(workload.shift());
    if (shift != null) {
      return nonMinimal() ? shift.least() : Math.min(shift.blue(), shift.host());
    }
    final double most = perSender(Math.max(hosts, bounds.blueLinks(pairs)));
    return nonMinimal() && isPermutation() ? Math.min(most, uniform().least()) : most;
  }

  private double perSender(double nanoseconds) {
    return bounds.perNode(pairs, nanoseconds) * dragonfly.nodes() / workload.senders();
  }

  private boolean nonMinimal() {
    return routing.nonMinimalOnly();
  }

  private double linksPerPacket(double offeredBytesPerTick) {
    if (pairs == null) {
      return nonMinimal() ? bounds.valiantLinks().all() : bounds.minimalLinks().all();
    }
    final CascadeBounds.Limits direct = bounds.shiftMinimal(workload.shift());
    if (routing.minimalOnly() || (direct == null && !nonMinimal())) {
      return minimal.meanLinks();
    }
    if (direct == null) {
      return bounds.valiantLinks().all();
    }
    final double detour = bounds.shiftLinks(true).all();
    if (nonMinimal()) {
      return detour;
    }
    final double carried =
        Math.min(offeredBytesPerTick * TICKS_PER_NANOSECOND, mostGigabytesPerSecond());
    final double share = Math.min(1, direct.least() / carried);
    return share * minimal.meanLinks() + (1 - share) * detour;
  }
}

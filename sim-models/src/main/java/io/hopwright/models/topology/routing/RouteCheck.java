package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Result of following all routes of a routing, with all values of their random choices ({@code
 * docs/models/network-routing.md}, section "The check").
 *
 * @param routing routing that was followed
 * @param smaller network that was checked instead of a larger one; empty if the network itself was
 *     checked
 * @param problem reason why a destination is not reached; empty if all are
 * @param cycle cycle of channels that wait for each other, in words; empty if there is none
 * @param channels channels of the cycle
 * @param longest links of the longest route
 * @param meanLinks mean links of a route over pairs of different nodes (of routers without nodes)
 * @param mostPairs expected pairs of nodes (of routers) whose routes use the busiest direction of a
 *     link
 * @param load expected pairs by link end, in the order of routers and ports
 */
public record RouteCheck(
    NetworkRouting routing,
    String smaller,
    String problem,
    String cycle,
    List<ChannelGraph.Channel> channels,
    int longest,
    double meanLinks,
    double mostPairs,
    List<Double> load) {

  /** Largest number of routers of a network whose routes are all followed. */
  public static final int MOST_ROUTERS = PortTable.MOST_ROUTERS;

  /** Largest number of transitions between states of packets. */
  private static final long MOST_TRANSITIONS = 200_000_000L;

  /** Returns whether every destination is reached and no packets can deadlock. */
  public boolean isSafe() {
    return problem.isEmpty() && cycle.isEmpty();
  }

  /** Follows all routes of a table. */
  public static RouteCheck of(NetworkDescription network, RoutingTable table) {
    return of(NetworkRouting.of(network, table));
  }

  /**
   * Follows all routes of a network, or of a smaller network of its family if there are too many.
   */
  public static RouteCheck of(NetworkRouting routing) {
    return of(routing, MOST_TRANSITIONS);
  }

  static RouteCheck of(NetworkRouting routing, long mostTransitions) {
    final Optional<RouteCheck> check = follow(routing, mostTransitions);
    if (check.isPresent()) {
      return check.get();
    }
    final NetworkRouting other =
        routing
            .smaller()
            .orElseThrow(
                () ->
                    new DescriptionException(
                        "%s: the routes of %d routers are too many to check; use a smaller network"
                            .formatted(routing.name(), routing.network().routers())));
    final RouteCheck small =
        follow(other, Long.MAX_VALUE).orElseThrow(() -> new IllegalStateException("unlimited"));
    return new RouteCheck(
        routing,
        other.network().family(),
        small.problem,
        small.cycle,
        small.channels,
        small.longest,
        Double.NaN,
        Double.NaN,
        List.of());
  }

  private static Optional<RouteCheck> follow(NetworkRouting routing, long mostTransitions) {
    final boolean isLimited = mostTransitions < Long.MAX_VALUE && routing.smaller().isPresent();
    if (isLimited && routing.network().routers() > MOST_ROUTERS) {
      return Optional.empty();
    }
    return new RouteWalk(routing, isLimited ? mostTransitions : Long.MAX_VALUE).walk();
  }

  /** Returns the result of a walk without a problem. */
  static RouteCheck found(
      NetworkRouting routing, ChannelGraph graph, int longest, double pairs, double[] load) {
    final List<ChannelGraph.Channel> cycle = graph.cycle();
    return new RouteCheck(
        routing,
        "",
        "",
        cycle.isEmpty() ? "" : graph.text(cycle),
        cycle,
        longest,
        Arrays.stream(load).sum() / pairs,
        Arrays.stream(load).max().orElse(0),
        Arrays.stream(load).boxed().toList());
  }

  /** Returns the result of a walk that found a destination that is not reached. */
  static RouteCheck failed(NetworkRouting routing, String problem) {
    return new RouteCheck(routing, "", problem, "", List.of(), 0, 0, 0, List.of());
  }
}

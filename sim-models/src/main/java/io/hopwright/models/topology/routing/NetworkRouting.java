package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Routing function of a network ({@code docs/models/network-routing.md}): one leg to the router of
 * the destination, or two over a waypoint that is chosen at random. Nodes are numbered in the order
 * of routers. Memory: 4 B for each node, plus the memory of its legs. Immutable; safe for any
 * thread.
 */
public final class NetworkRouting implements RoutingFunction {

  private final String name;
  private final NetworkDescription network;

  /** Leg to the waypoint; null without one. */
  private final Leg first;

  /** Targets of the first leg; null without one. */
  private final int[] waypoints;

  private final Leg last;
  private final boolean toNodes;

  /** VCs, and number of choices, of the legs before the last one. */
  private final int firstVcs;

  private final int firstChoices;

  /** Preference of {@code ugal-l}; null if loads do not decide between two routes. */
  private final RoutingOptions.Ugal ugal;

  private final int[] routerOf;

  /** Place of each router's waypoint; null unless loads decide between two routes. */
  private final int[] placeOf;

  private final Supplier<Optional<NetworkRouting>> smaller;

  private NetworkRouting(
      String name,
      NetworkDescription network,
      Leg first,
      int[] waypoints,
      Leg last,
      RoutingOptions.Ugal ugal,
      Supplier<Optional<NetworkRouting>> smaller) {
    this.name = name;
    this.network = network;
    this.first = first;
    this.waypoints = waypoints;
    this.last = last;
    this.ugal = ugal;
    this.smaller = smaller;
    toNodes = last instanceof FatTreeLeg;
    firstVcs = first == null ? 0 : first.vcs();
    firstChoices = first == null ? 0 : 1 + first.choices();
    placeOf = ugal == null ? null : places();
    routerOf = new int[network.nodes()];
    int node = 0;
    for (int router = 0; router < network.routers(); router++) {
      for (int each = network.nodesAt(router); each > 0; each--) {
        routerOf[node++] = router;
      }
    }
  }

  private int[] places() {
    final int[] places = new int[network.routers()];
    for (int router = 0; router < places.length; router++) {
      int place = Arrays.binarySearch(waypoints, router);
      if (first.targets() != network.routers()) {
        place = 0;
        while (!first.at(router, waypoints[place])) {
          place++;
        }
      }
      places[router] = place;
    }
    return places;
  }

  /**
   * Returns the routing of one leg.
   *
   * @param smaller the same routing of a smaller network, if there is one
   */
  static NetworkRouting direct(
      String name,
      NetworkDescription network,
      Leg leg,
      Supplier<Optional<NetworkRouting>> smaller) {
    return new NetworkRouting(name, network, null, null, leg, null, smaller);
  }

  /** Returns the routing of two legs, the first of them to one of some waypoints. */
  static NetworkRouting over(
      String name,
      NetworkDescription network,
      Leg first,
      int[] waypoints,
      Leg last,
      Supplier<Optional<NetworkRouting>> smaller) {
    return new NetworkRouting(name, network, first, waypoints, last, null, smaller);
  }

  /**
   * Returns a routing that loads choose for each packet: the route over the waypoint, or the last
   * leg from the source.
   *
   * @param prefers when the last leg is taken
   */
  NetworkRouting orDirect(
      String newName, RoutingOptions.Ugal prefers, Supplier<Optional<NetworkRouting>> newSmaller) {
    return new NetworkRouting(newName, network, first, waypoints, last, prefers, newSmaller);
  }

  /** Returns the routing by a table. */
  public static NetworkRouting of(NetworkDescription network, RoutingTable table) {
    return direct(table.name(), network, new TableLeg(table, network.routers()), Optional::empty);
  }

  /** Returns the name of the routing, such as {@code up-down}. */
  public String name() {
    return name;
  }

  /** Returns the network. */
  public NetworkDescription network() {
    return network;
  }

  /** Returns the function to simulate, which reads loads if the routing depends on them. */
  public RoutingFunction function() {
    if (last instanceof Leg.Adaptive adaptive) {
      return new LoadRouting.Adaptive(this, adaptive);
    }
    return ugal == null ? this : new LoadRouting.Ugal(this, ugal);
  }

  /** Returns whether loads decide between the route over the waypoint and the last leg alone. */
  boolean mayBeDirect() {
    return ugal != null;
  }

  /** Returns the number of VCs that packets use. */
  public int vcs() {
    return directVc() + (mayBeDirect() ? last.vcs() : 0);
  }

  /** Returns the leg to the waypoint; null without one. */
  Leg first() {
    return first;
  }

  int[] waypoints() {
    return waypoints;
  }

  Leg last() {
    return last;
  }

  /** Returns whether the targets of the last leg are nodes; else they are routers. */
  boolean toNodes() {
    return toNodes;
  }

  /** Returns the router of a node. */
  int routerOf(int node) {
    return routerOf[node];
  }

  /** Returns the same routing of a smaller network; empty if there is none. */
  Optional<NetworkRouting> smaller() {
    return smaller.get();
  }

  /** Returns whether an input comes from a node: the packet is at its source. */
  boolean isFromNode(int router, int input) {
    return input >= network.ports(router);
  }

  /** Returns the first VC of packets whose last leg begins at the source by their load. */
  int directVc() {
    return firstVcs + last.vcs();
  }

  /** Returns the next hop at the source if the last leg begins there. */
  int direct(int router, int destination, Choices choices) {
    return direct(router, Leg.BEGINS, 0, destination, choices);
  }

  private int direct(int router, int input, int vc, int destination, Choices choices) {
    final int target = toNodes ? destination : routerOf[destination];
    return last.hop(router, input, vc, target, choices, firstChoices) + directVc();
  }

  /** Returns the place of the waypoint; between routes of {@code ugal-l} it is at neither end. */
  private int waypoint(int source, int destination, Choices choices) {
    if (!mayBeDirect()) {
      return Leg.pick(choices, 0, waypoints.length);
    }
    final int one = placeOf[routerOf[source]];
    final int other = placeOf[routerOf[destination]];
    final int ends = one == other ? 1 : 2;
    if (waypoints.length <= ends) {
      return Leg.pick(choices, 0, waypoints.length);
    }
    int place = Leg.pick(choices, 0, waypoints.length - ends);
    place += place >= Math.min(one, other) ? 1 : 0;
    return place + (ends == 2 && place >= Math.max(one, other) ? 1 : 0);
  }

  @Override
  public Alike alike() {
    return toNodes ? Alike.SOURCES : Alike.ALL;
  }

  @Override
  public int route(int router, int input, int vc, int source, int destination, Choices choices) {
    final boolean atSource = isFromNode(router, input);
    if (mayBeDirect() && !atSource && vc >= directVc()) {
      return direct(router, input, vc - directVc(), destination, choices);
    }
    boolean begins = atSource;
    if (first != null && (atSource || vc < firstVcs)) {
      final int waypoint = waypoints[waypoint(source, destination, choices)];
      if (!first.at(router, waypoint)) {
        return first.hop(router, atSource ? Leg.BEGINS : input, vc, waypoint, choices, 1);
      }
      begins = true;
    }
    final int target = toNodes ? destination : routerOf[destination];
    return last.hop(
            router, begins ? Leg.BEGINS : input, vc - firstVcs, target, choices, firstChoices)
        + firstVcs;
  }
}

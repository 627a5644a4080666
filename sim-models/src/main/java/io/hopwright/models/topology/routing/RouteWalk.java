package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * Walk over all states of packets of a routing: for each target of each leg, the channels that a
 * packet can hold. Loads count packets from each router to each, in proportion to their nodes.
 * Memory: 16 B for each channel, plus the {@link ChannelGraph}. Confined to one thread.
 */
final class RouteWalk {
  private static final int OPEN = -1;
  private static final int NONE = -1;

  private final NetworkRouting routing;
  private final NetworkDescription network;
  private final long mostTransitions;
  private final ChannelGraph graph;
  private final int vcs;
  private final int[] weight;
  private final int[] routerOf;
  private final char[] farPort;
  private final double[] load;
  private final ChoiceValues choices = new ChoiceValues();
  private long transitions;

  /** Links of the longest first leg, and of the longest last leg. */
  private int longestFirst;

  private int longest;

  /** Packets that are at each router when their first leg ends there, and whether any can be. */
  private final double[] arriving;

  private final boolean[] ends;

  /** Channels that first legs end with, and that last legs begin with. */
  private final BitSet lastOfFirst = new BitSet();

  private final BitSet firstOfLast = new BitSet();

  // What follows is of one target.

  /** Target of each channel's last visit, and its number among the visited channels. */
  private final int[] visitedFor;

  private final int[] numberOf;

  /**
   * Channel of each number, its edges, next edge to follow, links of the longest rest of a route.
   */
  private int[] channel = new int[1024];

  private int[] firstEdge = new int[1024];
  private int[] lastEdge = new int[1024];
  private int[] cursor = new int[1024];
  private int[] length = new int[1024];
  private double[] flow = new double[1024];
  private int[] finished = new int[1024];
  private int[] stack = new int[1024];
  private int visited;
  private int done;

  /** Target channel, and probability, by edge. */
  private int[] edgeTo = new int[4096];

  private double[] edgeShare = new double[4096];

  /** Whether a packet that holds the channel before waits for it. */
  private boolean[] edgeWaits = new boolean[4096];

  /** Scratch: candidates of a packet. */
  private final int[] list;

  private int edges;
  private int target;
  private Leg leg;
  private int firstVc;

  /**
   * Whether packets begin the last leg at their sources depending on loads, on VCs of their own.
   */
  private boolean isDirect;

  private int serial;

  RouteWalk(NetworkRouting routing, long mostTransitions) {
    this.routing = routing;
    this.mostTransitions = mostTransitions;
    network = routing.network();
    vcs = routing.vcs();
    graph = new ChannelGraph(network, vcs);
    weight = Endpoints.of(network).weight();
    final int count = 2 * network.links();
    routerOf = new int[count];
    farPort = new char[count];
    for (int router = 0; router < network.routers(); router++) {
      for (int port = 0; port < network.ports(router); port++) {
        routerOf[network.firstEnd(router) + port] = network.far(router, port);
        farPort[network.firstEnd(router) + port] = (char) network.farPort(router, port);
      }
    }
    load = new double[count];
    int most = 0;
    for (int router = 0; router < network.routers(); router++) {
      most = Math.max(most, network.ports(router));
    }
    list = new int[most + 1];
    visitedFor = new int[graph.channels()];
    numberOf = new int[graph.channels()];
    arriving = new double[network.routers()];
    ends = new boolean[network.routers()];
  }

  /** Walks; returns nothing if there are too many transitions. */
  Optional<RouteCheck> walk() {
    double nodes = 0;
    for (int each : weight) {
      nodes += each;
    }
    final double pairs = nodes * (nodes - 1);
    final boolean hasWaypoints = routing.first() != null;
    String problem = "";
    if (hasWaypoints) {
      leg = routing.first();
      for (int i = 0; i < routing.waypoints().length && problem.isEmpty(); i++) {
        target = routing.waypoints()[i];
        problem = walkTo(nodes, 1.0 / routing.waypoints().length);
      }
      longestFirst = longest;
      longest = 0;
      firstVc = leg.vcs();
    } else {
      for (int router = 0; router < network.routers(); router++) {
        ends[router] = weight[router] > 0;
      }
    }
    leg = routing.last();
    for (target = 0; target < leg.targets() && problem.isEmpty(); target++) {
      problem = walkToEnd(nodes);
    }
    if (routing.mayBeDirect()) {
      isDirect = true;
      firstVc = routing.directVc();
      for (target = 0; target < leg.targets() && problem.isEmpty(); target++) {
        problem = walkToEnd(nodes);
      }
    }
    if (transitions > mostTransitions) {
      return Optional.empty();
    }
    if (!problem.isEmpty()) {
      return Optional.of(RouteCheck.failed(routing, problem));
    }
    joinLegs();
    return Optional.of(RouteCheck.found(routing, graph, longestFirst + longest, pairs, load));
  }

  /** Walks from all routers with nodes to a waypoint. */
  private String walkTo(double nodes, double share) {
    begin();
    for (int router = 0; router < network.routers(); router++) {
      if (weight[router] > 0) {
        final double packets =
            routing.mayBeDirect() ? 0 : weight[router] * (nodes - weight[router]) * share;
        if (leg.at(router, target)) {
          ends[router] = true;
          arriving[router] += packets;
        } else {
          final String problem = walkFrom(router, packets);
          if (!problem.isEmpty()) {
            return problem;
          }
        }
      }
    }
    pass();
    return "";
  }

  /** Walks from wherever last legs begin to a destination. */
  private String walkToEnd(double nodes) {
    final int end = routing.toNodes() ? routing.routerOf(target) : target;
    if (weight[end] == 0) {
      return "";
    }
    final double here = routing.toNodes() ? 1 : weight[end];
    final double pairs = here * (nodes - weight[end]);
    double all = 0;
    for (int each : weight) {
      all += each * (nodes - each);
    }
    begin();
    for (int router = 0; router < network.routers(); router++) {
      if ((isDirect ? weight[router] > 0 : ends[router]) && !leg.at(router, target)) {
        final double packets =
            routing.first() == null || isDirect
                ? weight[router] * here
                : arriving[router] * pairs / all;
        final String problem = walkFrom(router, packets);
        if (!problem.isEmpty()) {
          return problem;
        }
      }
    }
    pass();
    return "";
  }

  private void begin() {
    serial++;
    visited = 0;
    done = 0;
    edges = 0;
  }

  /** Follows all routes of packets that begin the leg at a router; returns the error, if any. */
  private String walkFrom(int router, double packets) {
    final int from = edges;
    if (!addEdges(router, Leg.BEGINS, 0)) {
      return noRoute(router);
    }
    final int to = edges;
    for (int edge = from; edge < to; edge++) {
      final int next = edgeTo[edge];
      if (routing.first() != null && firstVc > 0 && !isDirect) {
        firstOfLast.set(next);
      }
      final String problem = visit(next, router);
      if (!problem.isEmpty()) {
        return problem;
      }
      final int number = numberOf[next];
      flow[number] += packets * edgeShare[edge];
      longest = Math.max(longest, length[number]);
    }
    return "";
  }

  /** Adds the hops of a packet at a router; returns false if there is none. */
  private boolean addEdges(int router, int input, int vc) {
    choices.begin();
    do {
      if (leg instanceof Leg.Adaptive adaptive) {
        if (!addCandidates(adaptive, router, input, vc)) {
          return false;
        }
      } else {
        final int hop = leg.hop(router, input, vc, target, choices, 0);
        if (hop == Leg.NO_HOP) {
          return false;
        }
        final int port = RoutingFunction.port(hop);
        addEdge(router, port, RoutingFunction.vc(hop), choices.probability(), true);
      }
    } while (choices.next());
    return true;
  }

  /** Adds every VC of every candidate; loads choose among all but the escape. */
  private boolean addCandidates(Leg.Adaptive adaptive, int router, int input, int vc) {
    final int count = adaptive.candidates(router, input, vc, target, choices, list);
    final int chosen = adaptive.hasEscape() ? count - 1 : count;
    for (int i = 0; i < count; i++) {
      final int set = Candidate.vcs(list[i]);
      final double share = i < chosen ? choices.probability() / chosen / Integer.bitCount(set) : 0;
      for (int rest = set; rest != 0; rest &= rest - 1) {
        final int on = Integer.numberOfTrailingZeros(rest);
        addEdge(router, Candidate.port(list[i]), on, share, !adaptive.hasEscape() || i == chosen);
      }
    }
    return count > 0;
  }

  private void addEdge(int router, int port, int vc, double share, boolean waits) {
    if (edges == edgeTo.length) {
      edgeTo = Arrays.copyOf(edgeTo, 2 * edges);
      edgeShare = Arrays.copyOf(edgeShare, 2 * edges);
      edgeWaits = Arrays.copyOf(edgeWaits, 2 * edges);
    }
    edgeTo[edges] = graph.channel(router, port, vc + firstVc);
    edgeWaits[edges] = waits;
    edgeShare[edges++] = share;
  }

  /** Visits a channel and all behind it, depth first. */
  private String visit(int first, int source) {
    if (visitedFor[first] == serial) {
      return "";
    }
    int depth = 0;
    String problem = open(first);
    stack[depth++] = numberOf[first];
    while (depth > 0 && problem.isEmpty()) {
      final int number = stack[depth - 1];
      if (cursor[number] < lastEdge[number]) {
        final int next = edgeTo[cursor[number]];
        if (visitedFor[next] != serial) {
          problem = open(next);
          stack[depth++] = numberOf[next];
        } else if (length[numberOf[next]] == OPEN) {
          return endless(source, next);
        } else {
          cursor[number]++;
        }
      } else {
        finish(number);
        depth--;
      }
    }
    return problem;
  }

  /** Assigns a number to a channel and lists its edges; returns the error, if any. */
  private String open(int held) {
    if (visited == channel.length) {
      channel = Arrays.copyOf(channel, 2 * visited);
      firstEdge = Arrays.copyOf(firstEdge, 2 * visited);
      lastEdge = Arrays.copyOf(lastEdge, 2 * visited);
      cursor = Arrays.copyOf(cursor, 2 * visited);
      length = Arrays.copyOf(length, 2 * visited);
      flow = Arrays.copyOf(flow, 2 * visited);
      finished = Arrays.copyOf(finished, 2 * visited);
      stack = Arrays.copyOf(stack, 2 * visited);
    }
    final int number = visited++;
    visitedFor[held] = serial;
    numberOf[held] = number;
    channel[number] = held;
    firstEdge[number] = edges;
    cursor[number] = edges;
    length[number] = OPEN;
    flow[number] = 0;
    final int end = held / vcs;
    final int router = routerOf[end];
    if (!leg.at(router, target)) {
      if (!addEdges(router, farPort[end], held % vcs - firstVc)) {
        return noRoute(router);
      }
      for (int edge = firstEdge[number]; edge < edges; edge++) {
        if (edgeWaits[edge]) {
          graph.add(held, edgeTo[edge]);
        }
      }
      transitions += edges - firstEdge[number];
    }
    lastEdge[number] = edges;
    return transitions > mostTransitions ? "too many transitions" : "";
  }

  private void finish(int number) {
    int rest = 0;
    for (int edge = firstEdge[number]; edge < lastEdge[number]; edge++) {
      rest = Math.max(rest, length[numberOf[edgeTo[edge]]]);
    }
    length[number] = rest + 1;
    finished[done++] = number;
  }

  /** Passes the packets on, from the channels that are first to those that are last. */
  private void pass() {
    final boolean isFirst = routing.first() != null && firstVc == 0;
    for (int i = done - 1; i >= 0; i--) {
      final int number = finished[i];
      final int end = channel[number] / vcs;
      load[end] += flow[number];
      for (int edge = firstEdge[number]; edge < lastEdge[number]; edge++) {
        flow[numberOf[edgeTo[edge]]] += flow[number] * edgeShare[edge];
      }
      if (isFirst && firstEdge[number] == lastEdge[number]) {
        ends[routerOf[end]] = true;
        arriving[routerOf[end]] += flow[number];
        lastOfFirst.set(channel[number]);
      }
    }
  }

  /** Adds that packets at a waypoint may wait for any channel that last legs begin with there. */
  private void joinLegs() {
    for (int held = lastOfFirst.nextSetBit(0); held >= 0; held = lastOfFirst.nextSetBit(held + 1)) {
      final int router = routerOf[held / vcs];
      final int from = network.firstEnd(router) * vcs;
      final int to = from + network.ports(router) * vcs;
      for (int next = firstOfLast.nextSetBit(from);
          next != NONE && next < to;
          next = firstOfLast.nextSetBit(next + 1)) {
        graph.add(held, next);
      }
    }
  }

  private String nameOfTarget() {
    if (leg instanceof DragonflyLeg.ToGroup) {
      return "group " + target;
    }
    return network.name(
        leg == routing.last() && routing.toNodes() ? routing.routerOf(target) : target);
  }

  private String noRoute(int router) {
    return "router %s has no route to %s".formatted(network.name(router), nameOfTarget());
  }

  private String endless(int source, int held) {
    return "the route from %s to %s never ends: it visits %s again and again"
        .formatted(network.name(source), nameOfTarget(), network.name(graph.named(held).router()));
  }
}

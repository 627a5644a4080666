package io.hopwright.models.topology.routing;

/**
 * Routing function of a network that reads the loads of links ({@code
 * docs/models/network-routing.md}, section "By loads"). Immutable; safe for any thread.
 */
abstract sealed class LoadRouting implements CandidateRouting {
  /** Routes between which loads choose. */
  final NetworkRouting routes;

  private LoadRouting(NetworkRouting routes) {
    this.routes = routes;
  }

  @Override
  public Alike alike() {
    return routes.alike();
  }

  /** Candidates of an adaptive leg, in ascending order of load. */
  static final class Adaptive extends LoadRouting {
    private final Leg.Adaptive leg;

    Adaptive(NetworkRouting routes, Leg.Adaptive leg) {
      super(routes);
      this.leg = leg;
    }

    @Override
    public Kind kind() {
      return Kind.ADAPTIVE;
    }

    @Override
    public int route(int router, int input, int vc, int source, int destination, Choices choices) {
      return routes.route(router, input, vc, source, destination, choices);
    }

    @Override
    public int candidates(
        int router,
        int input,
        int vc,
        int source,
        int destination,
        Choices choices,
        Loads loads,
        int[] list) {
      final int from = routes.isFromNode(router, input) ? Leg.BEGINS : input;
      final int target = routes.routerOf(destination);
      final int count = leg.candidates(router, from, vc, target, choices, list);
      final int sorted = leg.hasEscape() ? count - 1 : count;
      if (sorted > 1) {
        turn(list, sorted, choices.pick(leg.choices() + router, sorted));
        sort(list, sorted, loads);
      }
      return count;
    }

    /** Turns a list so that one of its members is the first. */
    private static void turn(int[] list, int count, int first) {
      reverse(list, 0, first);
      reverse(list, first, count);
      reverse(list, 0, count);
    }

    private static void reverse(int[] list, int from, int to) {
      for (int low = from, high = to - 1; low < high; low++, high--) {
        final int candidate = list[low];
        list[low] = list[high];
        list[high] = candidate;
      }
    }

    /** Sorts by load; those with equal loads keep their order. */
    private static void sort(int[] list, int count, Loads loads) {
      for (int next = 1; next < count; next++) {
        final int candidate = list[next];
        final int load = loads.of(Candidate.port(candidate));
        int at = next;
        for (; at > 0 && loads.of(Candidate.port(list[at - 1])) > load; at--) {
          list[at] = list[at - 1];
        }
        list[at] = candidate;
      }
    }
  }

  /**
   * Universal globally adaptive load-balanced routing with local queues (Singh 2005; Kim et al.,
   * ISCA 2008): the source decides once between the direct route and the route over the waypoint.
   */
  static final class Ugal extends LoadRouting {
    private final RoutingOptions.Ugal prefers;

    Ugal(NetworkRouting routes, RoutingOptions.Ugal prefers) {
      super(routes);
      this.prefers = prefers;
    }

    @Override
    public Kind kind() {
      return Kind.DECIDED_ONCE;
    }

    @Override
    public int route(int router, int input, int vc, int source, int destination, Choices choices) {
      return routes.isFromNode(router, input)
          ? routes.direct(router, destination, choices)
          : routes.route(router, input, vc, source, destination, choices);
    }

    @Override
    public int candidates(
        int router,
        int input,
        int vc,
        int source,
        int destination,
        Choices choices,
        Loads loads,
        int[] list) {
      int hop = routes.route(router, input, vc, source, destination, choices);
      if (routes.isFromNode(router, input)) {
        final int direct = routes.direct(router, destination, choices);
        hop = isDirect(router, source, destination, choices, loads, direct, hop) ? direct : hop;
      }
      list[0] = Candidate.of(RoutingFunction.port(hop), 1 << RoutingFunction.vc(hop));
      return 1;
    }

    private boolean isDirect(
        int router,
        int source,
        int destination,
        Choices choices,
        Loads loads,
        int direct,
        int indirect) {
      final int port = RoutingFunction.port(direct);
      final long load = loads.of(port);
      if (load == 0) {
        return true;
      }
      if (loads.waiting(port, RoutingFunction.vc(direct)) >= prefers.waiting()) {
        return false;
      }
      final long cost = load * links(router, source, destination, choices, direct);
      final long other = loads.of(RoutingFunction.port(indirect));
      // An indirect route has at least one link.
      return cost <= other + prefers.bias()
          || cost <= other * links(router, source, destination, choices, indirect) + prefers.bias();
    }

    /** Returns the links of the route that begins with a hop at its source. */
    private int links(int router, int source, int destination, Choices choices, int first) {
      final int end = routes.routerOf(destination);
      int links = 1;
      int hop = first;
      int input = routes.network().farPort(router, RoutingFunction.port(hop));
      int at = routes.network().far(router, RoutingFunction.port(hop));
      while (at != end) {
        hop = routes.route(at, input, RoutingFunction.vc(hop), source, destination, choices);
        input = routes.network().farPort(at, RoutingFunction.port(hop));
        at = routes.network().far(at, RoutingFunction.port(hop));
        links++;
      }
      return links;
    }
  }
}

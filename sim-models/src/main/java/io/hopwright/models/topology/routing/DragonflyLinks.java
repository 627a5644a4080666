package io.hopwright.models.topology.routing;

import io.hopwright.models.topology.description.NetworkDescription;
import io.hopwright.models.topology.family.DragonflyShape;
import java.util.Arrays;

/** Links between the groups of a dragonfly. Memory: 12 B for each end of such a link. */
final class DragonflyLinks {
  private static final int NO_ROUTER = -1;

  private final NetworkDescription network;
  private final DragonflyShape shape;

  /** {@code [group]}: index of the group's first link. */
  private final int[] first;

  /** Far group, router and port, by group, far group, router and port. */
  private final int[] groupOf;

  private final int[] routerOf;
  private final int[] portOf;

  DragonflyLinks(NetworkDescription network, DragonflyShape shape) {
    this.network = network;
    this.shape = shape;
    first = new int[shape.groups() + 1];
    int[] groups = new int[2 * network.links()];
    int[] routers = new int[groups.length];
    int[] ports = new int[groups.length];
    int count = 0;
    for (int group = 0; group < shape.groups(); group++) {
      final long[] keys = keys(group);
      for (long key : keys) {
        final int end = (int) key;
        final int router = router(group, end);
        groups[count] = (int) (key >>> 32);
        routers[count] = router;
        ports[count++] = end - network.firstEnd(router);
      }
      first[group + 1] = count;
    }
    groupOf = Arrays.copyOf(groups, count);
    routerOf = Arrays.copyOf(routers, count);
    portOf = Arrays.copyOf(ports, count);
  }

  /** Returns far group and end of the links of a group, sorted. */
  private long[] keys(int group) {
    final int from = group * shape.perGroup();
    final int to = from + shape.perGroup();
    final int ends = network.firstEnd(to - 1) + network.ports(to - 1) - network.firstEnd(from);
    final long[] keys = new long[ends];
    int count = 0;
    for (int router = from; router < to; router++) {
      for (int port = 0; port < network.ports(router); port++) {
        final int far = shape.group(network.far(router, port));
        if (far != group) {
          keys[count++] = (long) far << 32 | (network.firstEnd(router) + port);
        }
      }
    }
    final long[] sorted = Arrays.copyOf(keys, count);
    Arrays.sort(sorted);
    return sorted;
  }

  private int router(int group, int end) {
    int router = group * shape.perGroup();
    while (end >= network.firstEnd(router) + network.ports(router)) {
      router++;
    }
    return router;
  }

  DragonflyShape shape() {
    return shape;
  }

  NetworkDescription network() {
    return network;
  }

  /**
   * Returns the port towards another group: of a link there, or of a local link to the router that
   * has the link.
   *
   * @param target router there that the packet goes to, if lengths of routes count up to it; {@link
   *     #NO_ROUTER} otherwise
   */
  private int port(int router, int group, int target, RoutingFunction.Choices choices, int choice) {
    final int here = shape.group(router);
    int from = first[here];
    int high = first[here + 1];
    while (from < high) {
      final int middle = (from + high) >>> 1;
      if (groupOf[middle] < group) {
        from = middle + 1;
      } else {
        high = middle;
      }
    }
    int to = from;
    int least = Integer.MAX_VALUE;
    int count = 0;
    for (; to < first[here + 1] && groupOf[to] == group; to++) {
      final int hops = hops(to, router, target);
      count = hops < least ? 1 : hops == least ? count + 1 : count;
      least = Math.min(least, hops);
    }
    int left = Leg.pick(choices, choice, count);
    int link = from;
    while (hops(link, router, target) != least || left-- > 0) {
      link++;
    }
    return routerOf[link] == router ? portOf[link] : network.portTo(router, routerOf[link]);
  }

  private int hops(int link, int router, int target) {
    final int before = routerOf[link] == router ? 0 : 1;
    final boolean ends = target == NO_ROUTER || network.far(routerOf[link], portOf[link]) == target;
    return ends ? before : before + 1;
  }

  /** Returns the port of a shortest route over one global link to a router of another group. */
  int portToRouter(int router, int target, RoutingFunction.Choices choices, int choice) {
    return port(router, shape.group(target), target, choices, choice);
  }

  /** Returns the port of a shortest route to any router of another group. */
  int portToGroup(int router, int group, RoutingFunction.Choices choices, int choice) {
    return port(router, group, NO_ROUTER, choices, choice);
  }
}

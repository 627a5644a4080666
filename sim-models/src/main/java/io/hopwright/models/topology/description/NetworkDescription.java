package io.hopwright.models.topology.description;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Network as a list of routers, nodes and links, the same for all formats and families ({@code
 * docs/models/network-files.md}).
 *
 * <p>The links of a router are its ports, ordered by the number of the router at the other end,
 * parallel links by their order in the description. Memory: 32 B per link, 8 B per router, and 6 B
 * per node if nodes are not numbered router by router. Immutable; safe for any thread.
 */
public final class NetworkDescription {
  /** Largest number of routers. */
  public static final int MOST_ROUTERS = 1 << 20;

  /** Largest number of nodes. */
  public static final int MOST_NODES = 1 << 20;

  /** Largest number of links. */
  public static final int MOST_LINKS = 1 << 25;

  /** Largest number of links of a router. */
  public static final int MOST_PORTS = 1 << 10;

  /** Largest number of classes. */
  public static final int MOST_CLASSES = (1 << 16) - 1;

  /** Largest number of characters of a name. */
  public static final int MOST_NAME = 200;

  /** Stands for a missing router, port, partition or class. */
  public static final int NONE = -1;

  /** {@link #NONE} as a number of a class in an array. */
  static final char NO_CLASS = 0xFFFF;

  private final String family;
  private final int routers;

  /** Null if routers are called by their numbers. */
  private final String[] names;

  /** {@code [3·router + axis]}, NaN without; null if no router has a position. */
  private final float[] positions;

  /** Partition hint of each router, {@link #NONE} without; null if no router has one. */
  private final int[] partitions;

  private final int[] from;
  private final int[] to;
  private final char[] there;
  private final char[] back;
  private final List<LinkClass> classes;

  /** {@code [router]}: nodes of the routers before it. */
  private final int[] firstNode;

  /** Router of each node; null if nodes are numbered router by router. */
  private final int[] routerOfNode;

  /** Class of each node's link; null if all are {@link LinkClass#PLAIN}. */
  private final char[] classOfNode;

  /** {@code [router]}: link ends of the routers before it. */
  private final int[] firstPort;

  /** {@code 2·link}, plus 1 at the router to which the link leads, by router, then port. */
  private final int[] ends;

  /** {@code [end]}: port of the end at its router. */
  private final char[] ports;

  /** Router at the other end, by router, then port; searches read little else. */
  private final int[] farRouters;

  private final boolean hasOneWays;

  NetworkDescription(NetworkBuilder builder) {
    family = builder.family;
    routers = builder.routers;
    names = builder.names == null ? null : Arrays.copyOf(builder.names, routers);
    positions = builder.positions == null ? null : Arrays.copyOf(builder.positions, 3 * routers);
    partitions = builder.partitions == null ? null : Arrays.copyOf(builder.partitions, routers);
    from = Arrays.copyOf(builder.from, builder.links);
    to = Arrays.copyOf(builder.to, builder.links);
    there = Arrays.copyOf(builder.there, builder.links);
    back = Arrays.copyOf(builder.back, builder.links);
    classes = List.copyOf(builder.classes.keySet());
    firstNode = new int[routers + 1];
    for (int router = 0; router < routers; router++) {
      firstNode[router + 1] = firstNode[router] + builder.nodeCounts[router];
    }
    routerOfNode = builder.orderedRouters();
    classOfNode = builder.orderedClasses();
    firstPort = new int[routers + 1];
    ends = new int[2 * from.length];
    ports = new char[2 * from.length];
    numberPorts();
    farRouters = new int[ends.length];
    Arrays.setAll(farRouters, place -> routerAt(ends[place] ^ 1));
    boolean oneWay = false;
    for (char each : back) {
      oneWay |= each == NO_CLASS;
    }
    hasOneWays = oneWay;
  }

  /** Sorts the ends of each router by far router, then link: two counting sorts. */
  private void numberPorts() {
    for (int link = 0; link < from.length; link++) {
      firstPort[from[link] + 1]++;
      firstPort[to[link] + 1]++;
    }
    for (int router = 0; router < routers; router++) {
      firstPort[router + 1] += firstPort[router];
    }
    final int[] next = firstPort.clone();
    final int[] byRouter = new int[ends.length];
    for (int link = 0; link < from.length; link++) {
      byRouter[next[from[link]]++] = 2 * link;
      byRouter[next[to[link]]++] = 2 * link + 1;
    }
    System.arraycopy(firstPort, 0, next, 0, next.length);
    for (int far = 0; far < routers; far++) {
      for (int i = firstPort[far]; i < firstPort[far + 1]; i++) {
        final int end = byRouter[i] ^ 1;
        final int router = routerAt(end);
        ports[end] = (char) (next[router] - firstPort[router]);
        ends[next[router]++] = end;
      }
    }
  }

  private int routerAt(int end) {
    return (end & 1) == 0 ? from[end >>> 1] : to[end >>> 1];
  }

  /** Returns the family with its parameters, as in {@code torus extents=4x4}; empty without one. */
  public String family() {
    return family;
  }

  /** Returns the number of routers; they are numbered from 0. */
  public int routers() {
    return routers;
  }

  /** Returns whether routers have other names than their numbers. */
  public boolean hasNames() {
    return names != null;
  }

  /** Returns the name of a router, which is its number if it has no other. */
  public String name(int router) {
    return names == null ? Integer.toString(router) : names[router];
  }

  /** Returns whether any router has a position. */
  public boolean hasPositions() {
    return positions != null;
  }

  /** Returns the position of a router along axis 0, 1 or 2; NaN if it has none. */
  public float position(int router, int axis) {
    return positions == null ? Float.NaN : positions[3 * router + axis];
  }

  /** Returns whether any router has a partition hint. */
  public boolean hasPartitions() {
    return partitions != null;
  }

  /** Returns the partition hint of a router, {@link #NONE} without one. */
  public int partition(int router) {
    return partitions == null ? NONE : partitions[router];
  }

  /** Returns the number of nodes; they are numbered from 0. */
  public int nodes() {
    return firstNode[routers];
  }

  /** Returns the number of nodes of a router. */
  public int nodesAt(int router) {
    return firstNode[router + 1] - firstNode[router];
  }

  /** Returns whether nodes are numbered in the order of their routers. */
  public boolean nodesFollowRouters() {
    return routerOfNode == null;
  }

  /** Returns the router of a node. */
  public int routerOf(int node) {
    if (routerOfNode != null) {
      return routerOfNode[node];
    }
    int low = 0;
    int high = routers;
    while (high - low > 1) {
      final int middle = (low + high) >>> 1;
      if (firstNode[middle] <= node) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the class of a node's own link. */
  public LinkClass classOfNode(int node) {
    return classOfNode == null ? LinkClass.PLAIN : classes.get(classOfNode[node]);
  }

  /** Returns whether any property of the links of nodes is known. */
  public boolean hasNodeClasses() {
    return classOfNode != null;
  }

  /** Returns the number of links; a link with both directions counts once. */
  public int links() {
    return from.length;
  }

  /** Returns the first router of a link. */
  public int from(int link) {
    return from[link];
  }

  /** Returns the second router of a link. */
  public int to(int link) {
    return to[link];
  }

  /** Returns the class of a link from its first router to its second one. */
  public LinkClass there(int link) {
    return classes.get(there[link]);
  }

  /** Returns the class of a link in the reverse direction; null for a one-way link. */
  public LinkClass back(int link) {
    return back[link] == NO_CLASS ? null : classes.get(back[link]);
  }

  /** Returns whether a link has no reverse direction. */
  public boolean isOneWay(int link) {
    return back[link] == NO_CLASS;
  }

  /** Returns all classes, of links and of nodes. */
  public List<LinkClass> classes() {
    return classes;
  }

  /** Returns the number of a router's ports with links. */
  public int ports(int router) {
    return firstPort[router + 1] - firstPort[router];
  }

  /** Returns the total number of link ends at the routers with smaller numbers. */
  public int firstEnd(int router) {
    return firstPort[router];
  }

  /** Returns the router at the other end of a port's link. */
  public int far(int router, int port) {
    return farRouters[firstPort[router] + port];
  }

  /** Returns the port at the other end of a port's link. */
  public int farPort(int router, int port) {
    return ports[ends[firstPort[router] + port] ^ 1];
  }

  /**
   * Returns whether packets can leave a router through a port; this is false at the end of a
   * one-way link.
   */
  public boolean leads(int router, int port) {
    if (!hasOneWays) {
      return true;
    }
    final int end = ends[firstPort[router] + port];
    return (end & 1) == 0 || back[end >>> 1] != NO_CLASS;
  }

  /** Returns the class of the direction out of a port; null if {@link #leads} is false. */
  public LinkClass out(int router, int port) {
    final int end = ends[firstPort[router] + port];
    return (end & 1) == 0 ? there(end >>> 1) : back(end >>> 1);
  }

  /** Returns the first port of a router with a link to another one; {@link #NONE} without one. */
  public int portTo(int router, int far) {
    int low = 0;
    int high = ports(router);
    while (low < high) {
      final int middle = (low + high) >>> 1;
      if (far(router, middle) < far) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    while (low < ports(router) && far(router, low) == far && !leads(router, low)) {
      low++;
    }
    return low < ports(router) && far(router, low) == far ? low : NONE;
  }

  /** Returns the network with a reverse direction of the same class for each one-way link. */
  public NetworkDescription bothWays() {
    final NetworkBuilder copy = copy(true);
    for (int node = 0; node < nodes(); node++) {
      copy.nodes(routerOf(node), 1, classOfNode(node));
    }
    return copy.build();
  }

  /** Returns the network with the given number of nodes at each router, in place of its own. */
  public NetworkDescription withNodesAtEach(int count) {
    return copy(false).nodesAtEach(count).build();
  }

  /** Returns routers and links, perhaps with ways back of one-way links. */
  private NetworkBuilder copy(boolean bothWays) {
    final NetworkBuilder copy = new NetworkBuilder().family(family);
    for (int router = 0; router < routers; router++) {
      copyRouter(router, copy);
    }
    for (int link = 0; link < from.length; link++) {
      copy.link(
          from[link], to[link], there(link), bothWays && isOneWay(link) ? there(link) : back(link));
    }
    return copy;
  }

  private void copyRouter(int router, NetworkBuilder copy) {
    copy.router(name(router));
    for (int axis = 0; axis < 3; axis++) {
      if (!Float.isNaN(position(router, axis))) {
        copy.position(router, axis, position(router, axis));
      }
    }
    if (partition(router) != NONE) {
      copy.partition(router, partition(router));
    }
  }

  /** Returns whether names, links, their order and their classes equal those of another network. */
  public boolean sameRoutersAndLinks(NetworkDescription other) {
    return routers == other.routers && sameNames(other) && sameEnds(other);
  }

  private boolean sameNames(NetworkDescription other) {
    for (int router = 0; router < routers; router++) {
      if ((names != null || other.names != null) && !name(router).equals(other.name(router))) {
        return false;
      }
    }
    return true;
  }

  private boolean sameEnds(NetworkDescription other) {
    for (int router = 0; router < routers; router++) {
      if (ports(router) != other.ports(router)) {
        return false;
      }
      for (int port = 0; port < ports(router); port++) {
        if (far(router, port) != other.far(router, port)
            || farPort(router, port) != other.farPort(router, port)
            || !Objects.equals(out(router, port), other.out(router, port))) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean sameNodes(NetworkDescription other) {
    if (!Arrays.equals(firstNode, other.firstNode)) {
      return false;
    }
    for (int node = 0; node < nodes(); node++) {
      if (routerOf(node) != other.routerOf(node)
          || !classOfNode(node).equals(other.classOfNode(node))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether everything is equal except the family and the directions of links' names. */
  @Override
  public boolean equals(Object object) {
    return object instanceof NetworkDescription other
        && sameRoutersAndLinks(other)
        && sameNodes(other)
        && Arrays.equals(positions, other.positions)
        && Arrays.equals(partitions, other.partitions);
  }

  @Override
  public int hashCode() {
    return Objects.hash(routers, from.length, Arrays.hashCode(firstNode));
  }

  @Override
  public String toString() {
    return routers + " routers, " + from.length + " links, " + nodes() + " nodes";
  }
}

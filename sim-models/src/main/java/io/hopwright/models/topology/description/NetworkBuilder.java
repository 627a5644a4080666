package io.hopwright.models.topology.description;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Builder of a {@link NetworkDescription}. Every method checks its limit before it allocates
 * memory. Confined to one thread.
 */
public final class NetworkBuilder {
  String family = "";
  int routers;
  String[] names;
  float[] positions;
  int[] partitions;
  int[] from = new int[16];
  int[] to = new int[16];
  char[] there = new char[16];
  char[] back = new char[16];
  int links;
  final Map<LinkClass, Integer> classes = new LinkedHashMap<>();
  int[] nodeCounts = new int[16];
  private int[] degrees = new int[16];
  private int nodes;
  private int lastRouter;
  private boolean classesOfNodes;

  /** Runs of nodes: router, count and class of each. */
  private int[] runs = new int[48];

  private int runLength;
  private boolean ordered = true;

  /** Sets the family with its parameters. */
  public NetworkBuilder family(String text) {
    family = text;
    return this;
  }

  /** Adds routers whose names are their numbers. */
  public NetworkBuilder routers(int count) {
    requireRoom(count, "routers", routers, NetworkDescription.MOST_ROUTERS);
    growRouters(routers + count);
    for (int router = routers; names != null && router < routers + count; router++) {
      names[router] = Integer.toString(router);
    }
    routers += count;
    return this;
  }

  /** Adds a router and returns its number. */
  public int router(String name) {
    requireRoom(1, "routers", routers, NetworkDescription.MOST_ROUTERS);
    requireName(name);
    growRouters(routers + 1);
    if (names == null && !name.equals(Integer.toString(routers))) {
      names = new String[nodeCounts.length];
      Arrays.setAll(names, router -> router < routers ? Integer.toString(router) : null);
    }
    if (names != null) {
      names[routers] = name;
    }
    return routers++;
  }

  private static void requireName(String name) {
    if (name.isEmpty() || name.length() > NetworkDescription.MOST_NAME) {
      throw new DescriptionException(
          "the name of a router has "
              + name.length()
              + " characters; use 1 to "
              + NetworkDescription.MOST_NAME);
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new DescriptionException(
          "the name of a router contains a control character; use printable ones");
    }
  }

  private void growRouters(int needed) {
    if (needed > nodeCounts.length) {
      final int size =
          Math.min(NetworkDescription.MOST_ROUTERS, Math.max(needed, 2 * nodeCounts.length));
      nodeCounts = Arrays.copyOf(nodeCounts, size);
      degrees = Arrays.copyOf(degrees, size);
      names = names == null ? null : Arrays.copyOf(names, size);
      if (positions != null) {
        final int before = positions.length;
        positions = Arrays.copyOf(positions, 3 * size);
        Arrays.fill(positions, before, 3 * size, Float.NaN);
      }
      if (partitions != null) {
        final int before = partitions.length;
        partitions = Arrays.copyOf(partitions, size);
        Arrays.fill(partitions, before, size, NetworkDescription.NONE);
      }
    }
  }

  /** Sets the position of a router along axis 0, 1 or 2. */
  public void position(int router, int axis, float value) {
    if (!Float.isFinite(value)) {
      throw new DescriptionException("a position is not a number; use a decimal number");
    }
    if (positions == null) {
      positions = new float[3 * nodeCounts.length];
      Arrays.fill(positions, Float.NaN);
    }
    positions[3 * router + axis] = value;
  }

  /** Sets the partition hint of a router. */
  public void partition(int router, int partition) {
    if (partition < 0 || partition >= NetworkDescription.MOST_ROUTERS) {
      throw new DescriptionException(
          "the partition is " + partition + "; use 0 to " + (NetworkDescription.MOST_ROUTERS - 1));
    }
    if (partitions == null) {
      partitions = new int[nodeCounts.length];
      Arrays.fill(partitions, NetworkDescription.NONE);
    }
    partitions[router] = partition;
  }

  /** Returns the number of routers so far. */
  public int routers() {
    return routers;
  }

  /** Attaches nodes to a router; they get the next numbers. */
  public NetworkBuilder nodes(int router, int count, LinkClass linkClass) {
    requireRoom(count, "nodes", nodes, NetworkDescription.MOST_NODES);
    ordered &= router >= lastRouter || count == 0;
    lastRouter = count == 0 ? lastRouter : router;
    if (runLength == runs.length) {
      runs = Arrays.copyOf(runs, 2 * runs.length);
    }
    runs[runLength++] = router;
    runs[runLength++] = count;
    runs[runLength++] = number(linkClass);
    classesOfNodes |= !linkClass.equals(LinkClass.PLAIN);
    nodeCounts[router] += count;
    nodes += count;
    return this;
  }

  /** Attaches {@code count} nodes to each router, router by router. */
  public NetworkBuilder nodesAtEach(int count) {
    requireRoom((long) count * routers, "nodes", nodes, NetworkDescription.MOST_NODES);
    for (int router = 0; router < routers; router++) {
      nodes(router, count, LinkClass.PLAIN);
    }
    return this;
  }

  /** Adds a link with both directions. */
  public void link(int a, int b, LinkClass linkClass) {
    link(a, b, linkClass, linkClass);
  }

  /** Adds a link from one router to another; {@code back} is null for a one-way link. */
  public void link(int a, int b, LinkClass thereClass, LinkClass backClass) {
    if (a == b) {
      throw new DescriptionException(
          "a link joins router " + shortName(a) + " with itself; name two different routers");
    }
    requireRoom(1, "links", links, NetworkDescription.MOST_LINKS);
    requirePort(a);
    requirePort(b);
    if (links == from.length) {
      final int size = Math.min(NetworkDescription.MOST_LINKS, 2 * links);
      from = Arrays.copyOf(from, size);
      to = Arrays.copyOf(to, size);
      there = Arrays.copyOf(there, size);
      back = Arrays.copyOf(back, size);
    }
    from[links] = a;
    to[links] = b;
    there[links] = (char) number(thereClass);
    back[links] = backClass == null ? NetworkDescription.NO_CLASS : (char) number(backClass);
    links++;
  }

  private String shortName(int router) {
    return names == null ? Integer.toString(router) : names[router];
  }

  private void requirePort(int router) {
    if (degrees[router] == NetworkDescription.MOST_PORTS) {
      throw new DescriptionException(
          "router "
              + shortName(router)
              + " has more than "
              + NetworkDescription.MOST_PORTS
              + " links; use at most as many");
    }
    degrees[router]++;
  }

  private int number(LinkClass linkClass) {
    final Integer known = classes.get(linkClass);
    if (known != null) {
      return known;
    }
    requireRoom(1, "different classes of links", classes.size(), NetworkDescription.MOST_CLASSES);
    classes.put(linkClass, classes.size());
    return classes.size() - 1;
  }

  private static void requireRoom(long more, String what, int present, int most) {
    if (more < 0 || present + more > most) {
      throw new DescriptionException(
          "there are more than " + most + " " + what + "; describe a smaller network");
    }
  }

  /** Returns the router of each node; null if nodes are numbered router by router. */
  int[] orderedRouters() {
    if (ordered) {
      return null;
    }
    final int[] routerOfNode = new int[nodes];
    int node = 0;
    for (int run = 0; run < runLength; run += 3) {
      Arrays.fill(routerOfNode, node, node + runs[run + 1], runs[run]);
      node += runs[run + 1];
    }
    return routerOfNode;
  }

  /** Returns the class of each node; null if nothing is stated of any. */
  char[] orderedClasses() {
    if (!classesOfNodes) {
      return null;
    }
    final char[] classOfNode = new char[nodes];
    int node = 0;
    for (int run = 0; run < runLength; run += 3) {
      Arrays.fill(classOfNode, node, node + runs[run + 1], (char) runs[run + 2]);
      node += runs[run + 1];
    }
    return classOfNode;
  }

  /** Returns the description. */
  public NetworkDescription build() {
    if (routers == 0) {
      throw new DescriptionException("there is no router; describe at least one");
    }
    return new NetworkDescription(this);
  }
}

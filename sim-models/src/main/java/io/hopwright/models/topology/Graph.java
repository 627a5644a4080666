package io.hopwright.models.topology;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Routers joined by a list of links, for machines whose links or numbers of ports do not follow a
 * formula. Each router has its own number of ports. Memory: 8 B per port. Immutable; safe for any
 * thread.
 */
public final class Graph implements Topology {
  /** Names of the ports of each router; routers that are alike share a list. */
  private final List<List<String>> portNames;

  /** Names of the ports of the router that has the most. */
  private final List<String> mostNames;

  /** Index of each router's first port. */
  private final int[] first;

  /** {@code [first + port]}: far end of the link, {@link #NONE} without. */
  private final int[] farRouters;

  private final int[] farPorts;

  /**
   * Link and its reverse link, between a port of one router and a port of another.
   *
   * @param router router at one end
   * @param port its port
   * @param farRouter router at the other end
   * @param farPort its port
   */
  public record Link(int router, int port, int farRouter, int farPort) {}

  /**
   * Joins routers that all have the same ports.
   *
   * @param routers number of them
   * @param portNames names of the ports of each, all different
   * @param links in any order; a port has at most one
   */
  public Graph(int routers, List<String> portNames, List<Link> links) {
    this(Collections.nCopies(routers, List.copyOf(portNames)), links);
  }

  /**
   * Joins routers.
   *
   * @param portNames names of the ports of each router, all different within a router
   * @param links in any order; a port has at most one
   */
  public Graph(List<List<String>> portNames, List<Link> links) {
    final int routers = portNames.size();
    final Map<List<String>, List<String>> shared = new HashMap<>();
    this.portNames =
        portNames.stream().map(each -> shared.computeIfAbsent(each, List::copyOf)).toList();
    for (List<String> names : shared.values()) {
      if (new HashSet<>(names).size() < names.size()) {
        throw new IllegalArgumentException(
            "graph of " + routers + " routers with ports " + names + ": names must differ");
      }
    }
    if (routers < 1) {
      throw new IllegalArgumentException("graph without routers; there must be at least one");
    }
    mostNames = Collections.max(shared.values(), Comparator.<List<String>>comparingInt(List::size));
    first = new int[routers + 1];
    for (int router = 0; router < routers; router++) {
      first[router + 1] = Math.addExact(first[router], portNames.get(router).size());
    }
    farRouters = new int[first[routers]];
    farPorts = new int[farRouters.length];
    Arrays.fill(farRouters, NONE);
    Arrays.fill(farPorts, NONE);
    for (Link link : links) {
      join(link, link.router, link.port, link.farRouter, link.farPort);
      join(link, link.farRouter, link.farPort, link.router, link.port);
    }
  }

  private void join(Link link, int router, int port, int farRouter, int farPort) {
    if (router < 0 || router >= routers()) {
      throw new IllegalArgumentException(link + ": routers are 0 to " + (routers() - 1));
    }
    if (port < 0 || port >= ports(router)) {
      throw new IllegalArgumentException(
          link + ": ports of router " + router + " are 0 to " + (ports(router) - 1));
    }
    if (neighbour(router, port) != NONE) {
      throw new IllegalArgumentException(
          link
              + ": port "
              + portName(router, port)
              + " of router "
              + router
              + " has a link already");
    }
    farRouters[first[router] + port] = farRouter;
    farPorts[first[router] + port] = farPort;
  }

  @Override
  public int routers() {
    return portNames.size();
  }

  @Override
  public int ports() {
    return mostNames.size();
  }

  @Override
  public int ports(int router) {
    return first[router + 1] - first[router];
  }

  @Override
  public int neighbour(int router, int port) {
    return far(farRouters, router, port);
  }

  @Override
  public int neighbourPort(int router, int port) {
    return far(farPorts, router, port);
  }

  private int far(int[] ends, int router, int port) {
    final int at = first[router] + port;
    return at < first[router + 1] ? ends[at] : NONE;
  }

  @Override
  public String portName(int port) {
    return mostNames.get(port);
  }

  @Override
  public String portName(int router, int port) {
    return portNames.get(router).get(port);
  }

  @Override
  public List<String> coordinateNames() {
    return List.of("router");
  }

  @Override
  public int coordinate(int router, int axis) {
    return router;
  }

  @Override
  public int extent(int axis) {
    return routers();
  }
}

package io.hopwright.models.topology;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/**
 * Routers joined as a list of links says: for machines whose links or numbers of ports are no
 * formula. Memory: 8 B per port. Immutable; safe for any thread.
 */
public final class Graph implements Topology {
  private final List<String> portNames;
  private final int routers;

  /** {@code [ports·router + port]}: far end of the link, {@link #NONE} without. */
  private final int[] farRouters;

  private final int[] farPorts;

  /**
   * A link and the one back, between a port of one router and a port of another.
   *
   * @param router at one end
   * @param port there
   * @param farRouter at the other end
   * @param farPort there
   */
  public record Link(int router, int port, int farRouter, int farPort) {}

  /**
   * Joins routers.
   *
   * @param routers number of them
   * @param portNames names of the ports of each, all different
   * @param links in any order; a port has one at most
   */
  public Graph(int routers, List<String> portNames, List<Link> links) {
    this.routers = routers;
    this.portNames = List.copyOf(portNames);
    if (routers < 1 || new HashSet<>(portNames).size() < portNames.size()) {
      throw new IllegalArgumentException(
          "graph of " + routers + " routers with ports " + portNames + ": names must differ");
    }
    farRouters = new int[Math.multiplyExact(routers, ports())];
    farPorts = new int[farRouters.length];
    Arrays.fill(farRouters, NONE);
    Arrays.fill(farPorts, NONE);
    for (Link link : links) {
      join(link, link.router, link.port, link.farRouter, link.farPort);
      join(link, link.farRouter, link.farPort, link.router, link.port);
    }
  }

  private void join(Link link, int router, int port, int farRouter, int farPort) {
    if (router < 0 || router >= routers || port < 0 || port >= ports()) {
      throw new IllegalArgumentException(
          link + ": routers are 0 to " + (routers - 1) + ", ports 0 to " + (ports() - 1));
    }
    if (neighbour(router, port) != NONE) {
      throw new IllegalArgumentException(
          link + ": port " + portName(port) + " of router " + router + " has a link already");
    }
    farRouters[ports() * router + port] = farRouter;
    farPorts[ports() * router + port] = farPort;
  }

  @Override
  public int routers() {
    return routers;
  }

  @Override
  public int ports() {
    return portNames.size();
  }

  @Override
  public int neighbour(int router, int port) {
    return farRouters[portNames.size() * router + port];
  }

  @Override
  public int neighbourPort(int router, int port) {
    return farPorts[portNames.size() * router + port];
  }

  @Override
  public String portName(int port) {
    return portNames.get(port);
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
    return routers;
  }
}

package io.hopwright.models.network;

import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.topology.description.NetworkDescription;
import java.util.List;

/**
 * Topology of a network description, with ports numbered as in {@code docs/models/network.md}.
 * Memory: 6 B per link end and 4 B per router. Immutable; safe for any thread.
 */
final class GraphTopology implements Topology {
  private final NetworkDescription network;

  /** Coordinates of routers; null if they have none. */
  private final Grid grid;

  private final int[] first;
  private final int[] far;
  private final char[] farPort;
  private final int ports;

  GraphTopology(NetworkDescription network, Grid grid) {
    this.network = network;
    this.grid = grid;
    first = new int[network.routers() + 1];
    far = new int[2 * network.links()];
    farPort = new char[far.length];
    int most = 0;
    for (int router = 0; router < network.routers(); router++) {
      first[router + 1] = first[router] + network.ports(router);
      most = Math.max(most, network.ports(router));
      for (int port = 0; port < network.ports(router); port++) {
        far[first[router] + port] = network.far(router, port);
        farPort[first[router] + port] = (char) network.farPort(router, port);
      }
    }
    ports = most;
  }

  @Override
  public int routers() {
    return network.routers();
  }

  @Override
  public int ports() {
    return ports;
  }

  @Override
  public int ports(int router) {
    return first[router + 1] - first[router];
  }

  @Override
  public int neighbour(int router, int port) {
    final int end = first[router] + port;
    return end < first[router + 1] ? far[end] : NONE;
  }

  @Override
  public int neighbourPort(int router, int port) {
    final int end = first[router] + port;
    return end < first[router + 1] ? farPort[end] : NONE;
  }

  @Override
  public boolean leads(int router, int port) {
    return port < ports(router) && network.leads(router, port);
  }

  @Override
  public String portName(int port) {
    return Integer.toString(port);
  }

  /** Returns the name of the router at the far end; parallel links are numbered from 2 on. */
  @Override
  public String portName(int router, int port) {
    if (port >= ports(router)) {
      return portName(port);
    }
    int parallel = 1;
    while (port >= parallel && neighbour(router, port - parallel) == neighbour(router, port)) {
      parallel++;
    }
    final String name =
        (leads(router, port) ? "to " : "from ") + network.name(neighbour(router, port));
    return parallel == 1 ? name : name + " #" + parallel;
  }

  @Override
  public List<String> coordinateNames() {
    return grid == null ? List.of("router") : grid.coordinateNames();
  }

  @Override
  public int coordinate(int router, int axis) {
    return grid == null ? router : grid.coordinate(router, axis);
  }

  @Override
  public int extent(int axis) {
    return grid == null ? routers() : grid.extent(axis);
  }
}

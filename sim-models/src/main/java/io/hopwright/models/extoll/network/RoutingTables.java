package io.hopwright.models.extoll.network;

import io.hopwright.models.topology.AttachedTorus;
import io.hopwright.models.topology.ChannelDependencies;
import io.hopwright.models.topology.ChannelDependencies.Channel;
import io.hopwright.models.topology.Grid;
import io.hopwright.models.topology.Topology;
import java.util.Arrays;
import java.util.List;

/**
 * Routing tables, one for each input of each router. An entry gives the output towards a
 * destination and which of the two VCs of its class to use ({@code docs/models/extoll.md},
 * "Routes"). Units share one table.
 *
 * <p>Memory: 8 B for each pair of nodes. Not changed once a network is built; then safe for any
 * thread.
 */
public final class RoutingTables {
  /** Input of packets that come from units. */
  static final int FROM_UNITS = ExtollPorts.LINKS;

  /** The packet stays on the VC of its class that it has come by. */
  static final int KEEP = 2;

  private static final int INPUTS = ExtollPorts.LINKS + 1;
  private static final int DATELINE_SHIFT = 3;
  private static final int PORT_MASK = (1 << DATELINE_SHIFT) - 1;
  private static final int VCS_OF_CLASS = 2;

  /** Outputs of a node with links, each with the VCs of a class. */
  private static final int OUTPUTS = ExtollPorts.LINKS * VCS_OF_CLASS;

  private static final byte NONE = -1;

  private final AttachedTorus torus;
  private final int nodes;
  private final int mostHops;
  private final byte[] entries;

  private RoutingTables(AttachedTorus torus) {
    this.torus = torus;
    nodes = torus.routers();
    mostHops = 4 * (torus.grid().diameter() + 1) + 4;
    entries = new byte[Math.multiplyExact(INPUTS * nodes, nodes)];
    Arrays.fill(entries, NONE);
  }

  /** Returns tables of minimal ways in the order of dimensions. */
  static RoutingTables generated(AttachedTorus torus) {
    final RoutingTables tables = new RoutingTables(torus);
    for (int destination = 0; destination < tables.nodes; destination++) {
      for (int node = 0; node < tables.nodes; node++) {
        if (node != destination) {
          tables.generate(node, destination);
        }
      }
    }
    return tables;
  }

  private void generate(int node, int destination) {
    final int port = port(node, destination);
    final int axis = port >>> 1;
    final boolean alongRing = port < torus.gatewayPort() && !torus.isSingle(axis);
    final boolean crosses = alongRing && crosses(node, port);
    for (int input = 0; input < INPUTS; input++) {
      final boolean straight = alongRing && input < torus.gatewayPort() && input >>> 1 == axis;
      put(node, input, destination, port, crosses ? 1 : straight ? KEEP : 0);
    }
  }

  /** Returns whether a hop leads over the dateline of its ring. */
  private boolean crosses(int node, int port) {
    final Grid grid = torus.grid();
    final int axis = port >>> 1;
    final int last = (port & 1) == 0 ? grid.extent(axis) - 1 : 0;
    return grid.coordinate(node, axis) == last;
  }

  private int port(int node, int destination) {
    final Grid grid = torus.grid();
    final int to = torus.inGrid(destination);
    if (node >= grid.routers() || node == to) {
      return torus.gatewayPort();
    }
    int axis = 0;
    while (grid.coordinate(node, axis) == grid.coordinate(to, axis)) {
      axis++;
    }
    final int plusHops = grid.offset(node, to, axis);
    final int extent = grid.extent(axis);
    if (torus.isSingle(axis) || 2 * plusHops < extent) {
      return 2 * axis;
    }
    if (2 * plusHops > extent) {
      return 2 * axis + 1;
    }
    int sum = grid.coordinate(node, axis) - grid.coordinate(to, axis);
    for (int any = 0; any < grid.axes(); any++) {
      sum += grid.coordinate(to, any);
    }
    return 2 * axis + (sum & 1);
  }

  /** Replaces an entry. */
  void put(int node, int input, int destination, int port, int dateline) {
    entries[at(node, input, destination)] = (byte) (dateline << DATELINE_SHIFT | port);
  }

  /** Ways to one destination lie together: many are followed one after the other. */
  private int at(int node, int input, int destination) {
    return (destination * nodes + node) * INPUTS + input;
  }

  /** Returns the output that leads from an input of a node to another node. */
  int output(int node, int input, int destination) {
    return entries[at(node, input, destination)] & PORT_MASK;
  }

  /** Returns the VC there, 0 or 1 of its class, of a packet that has come by one of those. */
  int vc(int node, int input, int destination, int inputVc) {
    final int dateline = entries[at(node, input, destination)] >>> DATELINE_SHIFT;
    return dateline == KEEP ? inputVc : dateline;
  }

  /** Returns the most links that a packet may take. */
  int mostHops() {
    return mostHops;
  }

  /** Visitor of routes, link by link. */
  @FunctionalInterface
  public interface Visitor {
    void link(int node, int port);
  }

  /** Passes the links from one node to another to a visitor, in order. */
  public void walk(int source, int destination, Visitor visitor) {
    int input = FROM_UNITS;
    int node = source;
    while (node != destination) {
      final int port = output(node, input, destination);
      visitor.link(node, port);
      input = torus.neighbourPort(node, port);
      node = torus.neighbour(node, port);
    }
  }

  /** Returns the number of links that a packet takes. */
  public int hops(int source, int destination) {
    final int[] hops = new int[1];
    walk(source, destination, (node, port) -> hops[0]++);
    return hops[0];
  }

  /**
   * Returns the error, null if there is none: every route ends, and packets cannot wait in a cycle.
   */
  String problem() {
    final Ways ways = new Ways();
    for (int destination = 0; destination < nodes; destination++) {
      if (!ways.allLead(destination)) {
        return firstPair();
      }
    }
    final List<Channel> cycle = ways.dependencies.cycle();
    return cycle.isEmpty() ? null : "lets packets wait for each other in a cycle, " + names(cycle);
  }

  /** Search of routes that notes the channels that packets hold while they wait for others. */
  private final class Ways {
    private final ChannelDependencies dependencies = ChannelDependencies.none(torus, VCS_OF_CLASS);

    /** Whether it has been recorded, by channel, and output and VC of the next hop. */
    private final boolean[] noted = new boolean[nodes * OUTPUTS * OUTPUTS];

    /**
     * Number of remaining links, by node, input and VC of arrival; 0 if it has not been followed.
     */
    private final int[] left = new int[nodes * INPUTS * VCS_OF_CLASS];

    private final int[] way = new int[mostHops];

    boolean allLead(int destination) {
      Arrays.fill(left, 0);
      for (int source = 0; source < nodes; source++) {
        if (!leads(source, destination)) {
          return false;
        }
      }
      return true;
    }

    /**
     * Follows a way until it meets one that has been followed to the same destination, and returns
     * whether it leads there.
     */
    private boolean leads(int source, int destination) {
      int held = NONE;
      int node = source;
      int input = FROM_UNITS;
      int vc = 0;
      int hops = 0;
      int rest = 0;
      while (node != destination) {
        final int at = (node * INPUTS + input) * VCS_OF_CLASS + vc;
        rest = left[at];
        if (rest > 0) {
          break;
        }
        final int port = output(node, input, destination);
        final int far = torus.neighbour(node, port);
        if (hops == mostHops || far == Topology.NONE) {
          return false;
        }
        way[hops++] = at;
        vc = vc(node, input, destination, vc);
        final int output = port * VCS_OF_CLASS + vc;
        if (held != NONE) {
          note(held, node, output);
        }
        held = node * OUTPUTS + output;
        input = torus.neighbourPort(node, port);
        node = far;
      }
      if (hops + rest > mostHops) {
        return false;
      }
      while (hops > 0) {
        left[way[--hops]] = ++rest;
      }
      return true;
    }

    private void note(int held, int node, int output) {
      if (!noted[held * OUTPUTS + output]) {
        noted[held * OUTPUTS + output] = true;
        dependencies.add(channel(held), channel(node * OUTPUTS + output));
      }
    }

    private Channel channel(int number) {
      final int output = number % OUTPUTS;
      return new Channel(number / OUTPUTS, output / VCS_OF_CLASS, output % VCS_OF_CLASS);
    }
  }

  /** Returns the error of the first pair of nodes, by source, without a route. */
  private String firstPair() {
    for (int source = 0; source < nodes; source++) {
      for (int destination = 0; destination < nodes; destination++) {
        final String problem = follow(source, destination);
        if (problem != null) {
          return problem;
        }
      }
    }
    throw new IllegalStateException("all routes lead to their destinations");
  }

  private String follow(int source, int destination) {
    int node = source;
    int input = FROM_UNITS;
    for (int hops = 0; node != destination; hops++) {
      final int port = output(node, input, destination);
      final int far = torus.neighbour(node, port);
      if (hops == mostHops || far == Topology.NONE) {
        return "does not lead from node "
            + source
            + " to node "
            + destination
            + (far == Topology.NONE
                ? ": node " + node + " has no link " + torus.portName(port)
                : " within " + mostHops + " links");
      }
      input = torus.neighbourPort(node, port);
      node = far;
    }
    return null;
  }

  private String names(List<Channel> cycle) {
    final StringBuilder names = new StringBuilder();
    for (Channel channel : cycle) {
      names.append(names.isEmpty() ? "" : ", ").append("node ").append(channel.router());
      names.append(' ').append(torus.portName(channel.port())).append(" VC ").append(channel.vc());
    }
    return names.toString();
  }
}

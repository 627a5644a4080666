package io.hopwright.models.tofu;

import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.topology.Topology;
import java.util.Arrays;

/**
 * What each link carries of packets that are followed on their ways. Confined to one thread; 80 B
 * per node.
 */
final class LinkLoads {
  private final Tofu6D machine;
  private final Ways ways;
  private final double[] loads;

  LinkLoads(Tofu6D machine) {
    this.machine = machine;
    ways = new Ways(machine);
    loads = new double[machine.routers() * Tofu6D.PORTS];
  }

  /** Adds {@code load} to the links from a source to a destination by a path; returns how many. */
  int add(int source, int destination, int path, double load) {
    int at = source;
    int hops = 0;
    for (int port = ways.towardsPath(CoordinateWord.of(machine, at), path);
        port != Ways.THERE;
        port = ways.towardsPath(CoordinateWord.of(machine, at), path)) {
      at = cross(at, port, load);
      hops++;
    }
    final int to = CoordinateWord.of(machine, destination);
    for (int link = ways.towards(CoordinateWord.of(machine, at), to);
        link != Ways.THERE;
        link = ways.towards(CoordinateWord.of(machine, at), to)) {
      at = cross(at, Ways.port(link), load);
      hops++;
    }
    return hops;
  }

  private int cross(int node, int port, double load) {
    final int next = machine.neighbour(node, port);
    assert next != Topology.NONE : "no link " + Tofu6D.PORT_NAMES.get(port) + " at node " + node;
    loads[node * Tofu6D.PORTS + port] += load;
    return next;
  }

  /** Returns the load of the link of a port. */
  double of(int node, int port) {
    return loads[node * Tofu6D.PORTS + port];
  }

  /** Returns the largest load. */
  double most() {
    return Arrays.stream(loads).max().orElseThrow();
  }
}

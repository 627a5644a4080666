package io.hopwright.models.tofu.network;

import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.topology.Topology;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Load of each link, from packets that are followed on their routes. Confined to one thread; 80 B
 * per node.
 */
public final class LinkLoads {
  private final Tofu6D machine;
  private final TofuPaths ways;
  private final CoordinateWord places;
  private final double[] loads;

  public LinkLoads(Tofu6D machine) {
    this.machine = machine;
    ways = new TofuPaths(machine);
    places = new CoordinateWord(machine);
    loads = new double[machine.routers() * Tofu6D.PORTS];
  }

  /**
   * Adds {@code load} to the links from a source to a destination on a path; returns their number.
   */
  public int add(int source, int destination, int path, double load) {
    final int[] hops = new int[1];
    walk(
        source,
        destination,
        path,
        link -> {
          loads[link] += load;
          hops[0]++;
        });
    return hops[0];
  }

  /** Returns the largest load of a link from a source to a destination on a path. */
  public double most(int source, int destination, int path) {
    final double[] most = new double[1];
    walk(source, destination, path, link -> most[0] = Math.max(most[0], loads[link]));
    return most[0];
  }

  private void walk(int source, int destination, int path, IntConsumer visitor) {
    int at = source;
    for (int port = ways.towardsPath(places.of(at), path);
        port != TofuPaths.THERE;
        port = ways.towardsPath(places.of(at), path)) {
      at = cross(at, port, visitor);
    }
    final int to = places.of(destination);
    for (int link = ways.towards(places.of(at), to);
        link != TofuPaths.THERE;
        link = ways.towards(places.of(at), to)) {
      at = cross(at, TofuPaths.port(link), visitor);
    }
  }

  private int cross(int node, int port, IntConsumer visitor) {
    final int next = machine.neighbour(node, port);
    assert next != Topology.NONE : "no link " + Tofu6D.PORT_NAMES.get(port) + " at node " + node;
    visitor.accept(node * Tofu6D.PORTS + port);
    return next;
  }

  /** Returns the load of the link of a port. */
  public double of(int node, int port) {
    return loads[node * Tofu6D.PORTS + port];
  }

  /** Returns the largest load. */
  public double most() {
    return Arrays.stream(loads).max().orElseThrow();
  }
}

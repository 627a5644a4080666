package io.hopwright.models.extoll;

import io.hopwright.models.topology.AttachedTorus;
import io.hopwright.models.topology.Topology;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What theory says of a workload: how many links its data take, and what links and units allow. All
 * ways are followed through the tables; those of gets lead back to who asks, requests left out.
 * Rates are packets per tick, in the mean over all accelerators. Takes time for each pair of these.
 * Immutable; safe for any thread.
 */
final class ExtollBounds {
  private final ExtollWorkload workload;
  private final AttachedTorus torus;
  private final int accelerators;
  private final double packetTicks;
  private final long packets;
  private final long hops;

  /** By kind of port: packets over its busiest and its idlest link, and over all, and links. */
  private final long[] most = new long[ExtollTopology.AXES.size()];

  private final long[] least = new long[ExtollTopology.AXES.size()];

  ExtollBounds(ExtollSettings settings) {
    workload = settings.workload();
    torus = settings.topology().torus();
    accelerators = settings.topology().accelerators();
    packetTicks = workload.meanPacketTicks();
    final RoutingTables tables = settings.router().tables();
    final long[] loads = new long[torus.routers() * Ports.LINKS];
    long followed = 0;
    // Ways to one destination lie together.
    for (int node = 0; workload.isTraffic() && node < accelerators; node++) {
      if (workload.isUniform()) {
        for (int source = 0; source < accelerators; source++) {
          follow(tables, source, node, loads);
        }
        followed += accelerators - 1;
      } else if (workload.sends(node)) {
        final int peer = workload.destination(node);
        follow(tables, workload.gets() ? peer : node, workload.gets() ? node : peer, loads);
        followed++;
      }
    }
    packets = followed;
    hops = LongStream.of(loads).sum();
    Arrays.fill(least, Long.MAX_VALUE);
    for (int link = 0; link < loads.length; link++) {
      final int port = link % Ports.LINKS;
      final boolean exists = torus.neighbour(link / Ports.LINKS, port) != Topology.NONE;
      if (exists && port < torus.gatewayPort()) {
        most[port / 2] = Math.max(most[port / 2], loads[link]);
        least[port / 2] = Math.min(least[port / 2], loads[link]);
      }
    }
  }

  private void follow(RoutingTables tables, int source, int destination, long[] loads) {
    tables.walk(source, destination, (node, port) -> loads[node * Ports.LINKS + port]++);
  }

  /** Returns the links that a packet takes on average; undefined without traffic. */
  double meanHops() {
    return (double) hops / packets;
  }

  /** Returns the packets over the busiest link along an axis for one of every accelerator. */
  double busiest(int axis) {
    return (double) most[axis] * accelerators / packets;
  }

  /** Returns the packets over the idlest, null if there is no link. */
  Double idlest(int axis) {
    return least[axis] == Long.MAX_VALUE || packets == 0
        ? null
        : (Double) ((double) least[axis] * accelerators / packets);
  }

  /** Returns the rate at which the busiest link is full. */
  double linkRate() {
    final double busiest =
        IntStream.range(0, most.length).mapToDouble(this::busiest).max().orElseThrow();
    return packets == 0 ? Double.NaN : 1 / (busiest * packetTicks);
  }

  /** Returns the rate at which the units of some accelerator are full. */
  double unitRate() {
    final double atOne = workload.kind() == ExtollWorkload.Kind.MANY_TO_ONE ? accelerators : 1;
    return packets == 0 ? Double.NaN : workload.units() / (packetTicks * atOne);
  }

  /** Returns the least of these. */
  double rate() {
    return Math.min(linkRate(), unitRate());
  }

  /** Returns the bytes that a packet moves on average. */
  double packetBytes() {
    return workload.meanMessageBytes() / workload.meanPacketsPerMessage();
  }
}

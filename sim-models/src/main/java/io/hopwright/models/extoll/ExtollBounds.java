package io.hopwright.models.extoll;

import io.hopwright.models.extoll.network.ExtollPorts;
import io.hopwright.models.extoll.network.ExtollTopology;
import io.hopwright.models.extoll.network.RoutingTables;
import io.hopwright.models.run.OpenLoop;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.topology.AttachedTorus;
import io.hopwright.models.topology.Topology;
import io.hopwright.models.traffic.pattern.Sources;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Theoretical bounds of a workload: mean number of links of its data, and the capacity of links and
 * units. All routes are followed through the tables; data of gets flow back to the requester, and
 * requests are omitted. Rates are in packets per tick, averaged over all accelerators. Takes time
 * for each pair of accelerators. Immutable; safe for any thread.
 */
final class ExtollBounds {
  private final ExtollWorkload workload;
  private final AttachedTorus torus;
  private final RoutingTables tables;
  private final int accelerators;
  private final double packetTicks;
  private final long packets;
  private final long hops;

  /** Packets over each link. */
  private final long[] loads;

  /**
   * Packets over the busiest, over the idlest and over all links of each kind of port, and number
   * of links.
   */
  private final long[] most = new long[ExtollTopology.AXES.size()];

  private final long[] least = new long[ExtollTopology.AXES.size()];

  /** Visitor of the endpoints of a route. */
  private interface Ways {
    void way(int from, int to, long packets);
  }

  ExtollBounds(ExtollSettings settings) {
    workload = settings.workload();
    torus = settings.topology().torus();
    accelerators = settings.topology().accelerators();
    packetTicks = workload.meanPacketTicks();
    tables = settings.router().tables();
    loads = new long[torus.routers() * ExtollPorts.LINKS];
    packets =
        forEachWay(
            (from, to, each) ->
                tables.walk(from, to, (node, port) -> loads[link(node, port)] += each));
    hops = LongStream.of(loads).sum();
    Arrays.fill(least, Long.MAX_VALUE);
    for (int link = 0; link < loads.length; link++) {
      final int port = link % ExtollPorts.LINKS;
      final boolean exists = torus.neighbour(link / ExtollPorts.LINKS, port) != Topology.NONE;
      if (exists && port < torus.gatewayPort()) {
        most[port / 2] = Math.max(most[port / 2], loads[link]);
        least[port / 2] = Math.min(least[port / 2], loads[link]);
      }
    }
  }

  private static int link(int node, int port) {
    return node * ExtollPorts.LINKS + port;
  }

  /** Shows the ends of all ways of data, those to one destination together; returns how many. */
  private long forEachWay(Ways ways) {
    final long[] followed = new long[1];
    if (isUniform()) {
      for (int node = 0; node < accelerators; node++) {
        for (int source = 0; source < accelerators; source++) {
          ways.way(source, node, 1);
        }
        followed[0] += accelerators - 1;
      }
    } else if (workload.isTraffic()) {
      workload
          .sources()
          .pairs()
          .forEach(
              (node, peer, weight) -> {
                ways.way(workload.gets() ? peer : node, workload.gets() ? node : peer, weight);
                followed[0] += weight;
              });
    }
    return followed[0];
  }

  /** Returns whether links are loaded as by uniform traffic; the heat of hot spots is left out. */
  private boolean isUniform() {
    return workload.isTraffic() && workload.sources().pairs() == null;
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
    return packets == 0
        ? Double.NaN
        : workload.keys().units() / (packetTicks * workload.sources().mostAtOneNode());
  }

  /** Returns the least of these. */
  double rate() {
    return Math.min(linkRate(), unitRate());
  }

  /** Returns the rate if each packet is held up by the busiest link on its own way only. */
  double eachRate() {
    if (isUniform()) {
      return rate();
    }
    final double[] sum = new double[1];
    forEachWay(
        (from, to, each) -> {
          final long[] busiest = {1};
          tables.walk(
              from, to, (node, port) -> busiest[0] = Math.max(busiest[0], loads[link(node, port)]));
          sum[0] += each / (busiest[0] * packetTicks);
        });
    return Math.min(sum[0] / accelerators, unitRate());
  }

  /**
   * Returns the traffic of a run: the offered load, or these rates if they are less. Errors are
   * omitted.
   *
   * @param delayTicks mean delay of a link of a packet since its message was generated
   */
  OpenLoop openLoop(RunPlan run, double delayTicks) {
    final Double bytes = workload.offeredBytesPerTick();
    final Sources sources = workload.sources();
    final double senders = sources.offering();
    return new OpenLoop(
        run,
        senders,
        bytes == null ? null : (Double) (bytes / packetBytes()),
        eachRate() * accelerators / senders,
        rate() * accelerators / senders,
        sources.isFinite()
            ? workload.meanPacketsPerMessage() * accelerators * sources.messages()
            : Double.POSITIVE_INFINITY,
        1,
        meanHops(),
        delayTicks);
  }

  /** Returns the bytes that a packet moves on average. */
  double packetBytes() {
    return workload.meanMessageBytes() / workload.meanPacketsPerMessage();
  }
}

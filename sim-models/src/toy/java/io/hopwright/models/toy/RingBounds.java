package io.hopwright.models.toy;

import io.hopwright.models.topology.Grid;
import io.hopwright.models.traffic.pattern.Sources;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Bounds of the traffic of a ring, summed over all pairs of nodes.
 *
 * @param load the largest that links and nodes can carry
 * @param hops of a packet, on average
 */
record RingBounds(double load, double hops) {
  static RingBounds of(Grid ring, Sources sources) {
    final int nodes = ring.routers();
    final double[] links = new double[nodes * ring.ports()];
    final double[] sent = new double[nodes];
    final double[] received = new double[nodes];
    sources.forEachPair(
        (source, destination, weight) -> {
          sent[source] += weight;
          received[destination] += weight;
          final int port = RingRouting.firstPort(nodes, source, destination);
          for (int at = source; at != destination; at = ring.neighbour(at, port)) {
            links[at * ring.ports() + port] += weight;
          }
        });
    final double most =
        Stream.of(links, sent, received).flatMapToDouble(DoubleStream::of).max().orElseThrow();
    return new RingBounds(
        sources.weightPerSender() / most,
        DoubleStream.of(links).sum() / DoubleStream.of(sent).sum());
  }
}

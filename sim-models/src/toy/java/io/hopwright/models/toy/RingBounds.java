package io.hopwright.models.toy;

import io.hopwright.models.topology.Grid;
import java.util.stream.IntStream;

/**
 * What theory says of uniform traffic on a ring.
 *
 * @param load the largest that links and nodes can carry
 * @param hops of a packet, on average
 */
record RingBounds(double load, double hops) {
  static RingBounds of(Grid ring) {
    final int nodes = ring.routers();
    final int[] pairs = new int[nodes * ring.ports()];
    for (int source = 0; source < nodes; source++) {
      for (int destination = 0; destination < nodes; destination++) {
        final int port = RingRouting.firstPort(nodes, source, destination);
        for (int at = source; at != destination; at = ring.neighbour(at, port)) {
          pairs[at * ring.ports() + port]++;
        }
      }
    }
    final double others = nodes - 1.0;
    return new RingBounds(
        Math.min(1, others / IntStream.of(pairs).max().orElseThrow()),
        IntStream.of(pairs).sum() / (nodes * others));
  }
}

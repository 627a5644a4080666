package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.bluegene.faults.PathsAroundFailures;
import io.hopwright.models.switching.torusrouter.TorusPacketWords;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.topology.Torus;

/**
 * Sets the hint bits of packets for minimal paths, or for paths around failed components.
 * Immutable; safe for any thread.
 */
record MinimalPaths(Torus torus, InjectedTraffic.Hints hints) {
  /** Returns the first word of a packet, so far without hops, on its way between nodes. */
  long routed(long first, int from, int to) {
    return hints.leadAround() ? around(first, from, to) : minimal(first, from, to);
  }

  private long minimal(long first, int from, int to) {
    long routed = first;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final int k = torus.extent(dimension);
      final int offset = torus.offset(from, to, dimension);
      final boolean minus = hints.minus(first, dimension, offset, k);
      routed = hints.packets().withHops(routed, dimension, minus ? k - offset : offset, minus);
    }
    return routed;
  }

  private long around(long first, int from, int to) {
    final int setting = hints.setting(torus, first, from, to);
    assert setting != PathsAroundFailures.NONE : "no path from node " + from + " to node " + to;
    long routed =
        (setting & PathsAroundFailures.STATIC) == 0
            ? first
            : TorusPacketWords.withClass(first, TrafficClass.STATIC);
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final int k = torus.extent(dimension);
      final int offset = torus.offset(from, to, dimension);
      final boolean minus = (setting >>> dimension & 1) != 0 && offset != 0;
      routed = hints.packets().withHops(routed, dimension, minus ? k - offset : offset, minus);
    }
    return routed;
  }
}

package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.Torus;

/**
 * Separate counts of the traffic of a box of nodes: the load of its entering links, and the packets
 * of sources outside it. An entering link leads from a node outside to one inside. Confined to its
 * partition; 1 B per node.
 */
final class RegionStatistics {
  private final HotBox box;
  private final TorusTotals totals;
  private final byte[] entering;

  RegionStatistics(HotBox box, int[] globalIds, TorusTotals totals) {
    this.box = box;
    this.totals = totals;
    entering = new byte[globalIds.length];
    for (int node = 0; node < globalIds.length; node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        if (box.enteredBy(globalIds[node], port)) {
          entering[node] |= (byte) (1 << port);
        }
      }
    }
  }

  /** Returns whether a link leads into the region. */
  boolean entersBy(int node, int output) {
    return (entering[node] >>> output & 1) != 0;
  }

  void inject(int source) {
    totals.count(TorusCounter.INJECTED_OUTSIDE, box.contains(source) ? 0 : 1);
  }

  void deliver(int source, int destination) {
    if (!box.contains(source)) {
      totals.count(TorusCounter.DELIVERED_FROM_OUTSIDE, 1);
      totals.count(TorusCounter.ENTERED, box.contains(destination) ? 1 : 0);
    }
  }
}

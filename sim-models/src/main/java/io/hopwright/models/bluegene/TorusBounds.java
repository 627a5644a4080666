package io.hopwright.models.bluegene;

import io.hopwright.models.topology.Torus;

/**
 * What no router can exceed under uniform traffic or a complete all-to-all: minimal paths load each
 * dimension's links evenly, and the busiest dimension is full first.
 *
 * <p>A packet and the token-ack it causes take {@code size + 16} ticks of link time. All-to-all on
 * a cube of even extent k peaks at {@code 8/k} such bytes per tick and node.
 *
 * @param torus the machine
 */
record TorusBounds(Torus torus) {
  /** Bytes of trailer and token-ack that each packet and hop costs beside the packet itself. */
  static final int OVERHEAD_BYTES = 16;

  /** Bytes of a packet that are not payload: the hardware's and the software's header. */
  static final int HEADER_BYTES = 16;

  /** Returns the largest rate in packets per tick and node, for a mean packet size in bytes. */
  double peakPacketsPerTickPerNode(double meanBytes) {
    double peak = Double.POSITIVE_INFINITY;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      if (torus.extent(dimension) > 1) {
        final double linksPerNode = (double) torus.links(dimension) / torus.nodes();
        final double perPacket = torus.meanHops(dimension) * (meanBytes + OVERHEAD_BYTES);
        peak = Math.min(peak, linksPerNode / perPacket);
      }
    }
    return peak;
  }

  /** Returns the rate in packets per tick and node that takes {@code utilization} of all links. */
  double packetsPerTickPerNode(double utilization, double meanBytes) {
    final double wireBytes = meanBytes + OVERHEAD_BYTES;
    return utilization * torus.links() / (torus.nodes() * torus.meanHops() * wireBytes);
  }

  /** Returns the mean link utilization at the peak: 1 on a cube, 2/3 on 2k×k×k. */
  double peakLinkUtilization() {
    final double packets = peakPacketsPerTickPerNode(0);
    return packets * torus.meanHops() * OVERHEAD_BYTES * torus.nodes() / torus.links();
  }
}

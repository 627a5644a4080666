package io.hopwright.models.bluegene;

import io.hopwright.models.switching.torusrouter.PacketWords;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.topology.Torus;

/** Sets the hint bits of packets for minimal ways. Immutable; safe for any thread. */
final class MinimalWays {
  private static final int DRAWS_PER_STREAM = 4;

  private final PacketWords packets;
  private final Torus torus;
  private final Workload.Hints hints;

  MinimalWays(PacketWords packets, Torus torus, Workload.Hints hints) {
    this.packets = packets;
    this.torus = torus;
    this.hints = hints;
  }

  /** Returns the first word of a packet, so far without hops, on a minimal way between nodes. */
  long routed(long first, int from, int to) {
    final int source = PacketWords.source(first);
    final long sequence = PacketWords.sequence(first);
    final boolean high = PacketWords.trafficClass(first) == TrafficClass.HIGH_PRIORITY;
    final int firstDraw = high ? DRAWS_PER_STREAM : 0;
    long routed = first;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final int k = torus.extent(dimension);
      final int offset = torus.offset(from, to, dimension);
      final boolean tie = 2 * offset == k && offset != 0;
      final boolean minus =
          tie ? hints.minus(source, sequence, firstDraw + dimension) : 2 * offset > k;
      routed = packets.withHops(routed, dimension, minus ? k - offset : offset, minus);
    }
    return routed;
  }
}

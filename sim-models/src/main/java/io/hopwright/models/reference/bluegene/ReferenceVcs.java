package io.hopwright.models.reference.bluegene;

import io.hopwright.models.reference.bluegene.ReferenceConfig.Escape;

/**
 * Virtual channels of a receiver: their numbers, capacities and charges, and which of them is an
 * escape. Section "Machine" and the escape pair of {@code docs/models/bluegene-l.md}.
 */
final class ReferenceVcs {
  private static final int FULL_SIZED_CHUNKS = 8;

  private final ReferenceConfig config;
  private final ReferenceShape shape;
  private final boolean dateline;

  /** Dynamic virtual channels, 0 … dynamic − 1; the first escape VC follows. */
  final int dynamic;

  final int highPriority;

  /** Virtual channels in all. */
  final int count;

  ReferenceVcs(ReferenceConfig config) {
    this.config = config;
    shape = config.shape;
    dateline = config.escape == Escape.DATELINE;
    dynamic = config.dynamicVcs;
    highPriority = dynamic + (dateline ? 2 : 1);
    count = highPriority + 1;
  }

  boolean isDynamic(int v) {
    return v < dynamic;
  }

  boolean isBubble(int v) {
    return v == highPriority || (!dateline && v == dynamic);
  }

  /** Capacity of a virtual channel in chunks. */
  int capacity(int v) {
    if (v == highPriority) {
      return Math.max(512, config.escapeVcBytes) / 32;
    }
    if (config.totalVcBytes > 0) {
      return config.totalVcBytes / (32 * highPriority); // all but the high-priority one
    }
    return (isDynamic(v) ? config.vcBytes : config.escapeVcBytes) / 32;
  }

  /** "A VC is charged per packet: … always 8 on a bubble VC", but for the original rule. */
  int charge(ReferencePacket packet, int v) {
    return isBubble(v) && !config.originalBubbleRule ? FULL_SIZED_CHUNKS : packet.chunks;
  }

  /** "Ranges have 2 bits: min(3, ⌊4·c / capacity⌋)". */
  static int range(int chunks, int capacityChunks) {
    return Math.min(3, 4 * chunks / capacityChunks);
  }

  /** {@code d} of the escape pair: the first of the order among the remaining hint bits. */
  int escapeOutput(ReferencePacket packet) {
    if (packet.isHighPriority()) {
      return Integer.numberOfTrailingZeros(packet.hintBits); // ports ascend by dimension
    }
    for (final String step : config.escapeOrder) {
      final int d = 2 * "xyz".indexOf(step.charAt(0));
      if (!step.endsWith("-") && (packet.hintBits & (1 << d)) != 0) {
        return d;
      }
      if (!step.endsWith("+") && (packet.hintBits & (2 << d)) != 0) {
        return d + 1;
      }
    }
    throw new IllegalStateException("no hint bit left");
  }

  /** The escape VC for a hop from {@code node} through output {@code d}. */
  int escapeVc(ReferencePacket packet, int node, int d) {
    if (packet.isHighPriority()) {
      return highPriority;
    }
    if (!dateline) {
      return dynamic;
    }
    final int c = shape.coordinate(packet.source, d / 2);
    final int n = shape.coordinate(shape.neighbour(node, d), d / 2);
    final boolean crossed = d % 2 == 0 ? n < c : n > c;
    return crossed ? dynamic + 1 : dynamic;
  }

  /**
   * Returns the tokens that a head needs to request output {@code d} on VC {@code v}: 8 if the
   * packet is in the bubble VC of receiver d ^ 1, otherwise 16, and 8 on any other VC.
   */
  int tokensNeeded(int input, int d, int v) {
    final boolean enters = isBubble(v) && input != 8 * (d ^ 1) + v;
    return enters ? 2 * FULL_SIZED_CHUNKS : FULL_SIZED_CHUNKS;
  }
}

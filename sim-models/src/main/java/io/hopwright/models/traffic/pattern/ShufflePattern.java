package io.hopwright.models.traffic.pattern;

/** Perfect shuffle: each node sends to the node whose number has its bits rotated left by one. */
final class ShufflePattern extends BitPattern {
  ShufflePattern() {
    super("shuffle", "each node to the node whose number has its bits rotated left by one", 4);
  }

  @Override
  int to(int node, int bits) {
    final int mask = (1 << bits) - 1;
    return (node << 1 & mask) | node >>> (bits - 1);
  }
}

package io.hopwright.models.traffic.pattern;

/** Bit complement: each node sends to the node whose number has every bit inverted. */
final class BitComplementPattern extends BitPattern {
  BitComplementPattern() {
    super("bit-complement", "each node to the node whose number has all bits inverted", 2);
  }

  @Override
  int to(int node, int bits) {
    return (1 << bits) - 1 - node;
  }
}

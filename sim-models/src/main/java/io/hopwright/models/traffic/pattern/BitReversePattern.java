package io.hopwright.models.traffic.pattern;

/** Bit reverse: each node sends to the node whose number has its bits in reverse order. */
final class BitReversePattern extends BitPattern {
  BitReversePattern() {
    super("bit-reverse", "each node to the node whose number has its bits in reverse order", 4);
  }

  @Override
  int to(int node, int bits) {
    return Integer.reverse(node) >>> (Integer.SIZE - bits);
  }
}

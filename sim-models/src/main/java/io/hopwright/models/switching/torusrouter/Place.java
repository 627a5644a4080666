package io.hopwright.models.switching.torusrouter;

/**
 * An input of one of a partition's nodes, the place of a packet.
 *
 * <pre>
 *  24          6 5   3 2   0
 * +-------------+-----+-----+
 * | local node  |port | vc  |
 * +-------------+-----+-----+
 * </pre>
 */
final class Place {
  /** Bits of the input. */
  static final int INPUT_BITS = 6;

  private static final int INPUT_MASK = (1 << INPUT_BITS) - 1;

  private Place() {}

  static int of(int node, int input) {
    return node << INPUT_BITS | input;
  }

  static int node(int place) {
    return place >>> INPUT_BITS;
  }

  static int input(int place) {
    return place & INPUT_MASK;
  }
}

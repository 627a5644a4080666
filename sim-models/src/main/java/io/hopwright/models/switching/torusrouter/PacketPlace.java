package io.hopwright.models.switching.torusrouter;

/**
 * Layout of the place of a packet: an input of one of a partition's nodes.
 *
 * <pre>
 *  29 28         21          6 5   3 2   0
 * +--+--+-------+-------------+-----+-----+
 * |no|dr|   0   | local node  |port | vc  |
 * +--+--+-------+-------------+-----+-----+
 * </pre>
 *
 * <p>no: the packet is worthless, or will become so; dr: it has been dropped.
 */
final class PacketPlace {
  /** Bits of the input. */
  static final int INPUT_BITS = 6;

  /** The packet is void, or will turn out to be. */
  static final int WORTHLESS = 1 << 29;

  /** The packet has been dropped; a pending event still refers to it. */
  static final int DROPPED = 1 << 28;

  private static final int NODE_MASK = TorusEventWord.MAX_NODES - 1;
  private static final int INPUT_MASK = (1 << INPUT_BITS) - 1;

  private PacketPlace() {}

  static int of(int node, int input) {
    return node << INPUT_BITS | input;
  }

  static int node(int place) {
    return place >>> INPUT_BITS & NODE_MASK;
  }

  static int input(int place) {
    return place & INPUT_MASK;
  }
}

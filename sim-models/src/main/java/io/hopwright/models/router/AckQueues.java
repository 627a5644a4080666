package io.hopwright.models.router;

/**
 * The token-acks that wait for a port's link, oldest first, in the node's own words: head and count
 * in one word, then a ring of bytes {@code charge·8 + vc}.
 *
 * <p>A ring as large as the receiver's buffers never overflows: each queued token-ack stands for a
 * packet whose tokens have not gone back. Confined to its partition.
 */
final class AckQueues {
  private static final int COUNT_SHIFT = 32;
  private static final long ONE = 1L << COUNT_SHIFT;
  private static final int CHARGE_SHIFT = 3;
  private static final int VC_MASK = 7;

  private final long[] state;
  private final NodeLayout layout;
  private final int ringMask;

  AckQueues(long[] state, NodeLayout layout) {
    this.state = state;
    this.layout = layout;
    ringMask = layout.ackRing() - 1;
  }

  /** Queues a token-ack behind those of earlier ticks and of lower VCs of this tick. */
  void add(int base, int port, int vc, int charge) {
    final int at = layout.acks(base, port);
    final long queue = state[at];
    final int count = (int) (queue >>> COUNT_SHIFT);
    assert count <= ringMask : "more token-acks than buffered packets at port " + port;
    final int entry = ((int) queue + count) & ringMask;
    final int word = at + 1 + (entry >>> 3);
    final int shift = (entry & 7) << 3;
    final long ack = (long) charge << CHARGE_SHIFT | vc;
    state[word] = (state[word] & ~(0xFFL << shift)) | ack << shift;
    state[at] = queue + ONE;
    state[base + NodeLayout.SMALL] |= Small.acks(port);
  }

  /** Removes the oldest token-ack of a port that has one. */
  int remove(int base, int port) {
    final int at = layout.acks(base, port);
    final long queue = state[at];
    final int head = (int) queue;
    final int ack = (int) (state[at + 1 + (head >>> 3)] >>> ((head & 7) << 3)) & 0xFF;
    final long rest = (queue & -ONE) - ONE;
    state[at] = rest | ((head + 1) & ringMask);
    if (rest == 0) {
      state[base + NodeLayout.SMALL] &= ~Small.acks(port);
    }
    return ack;
  }

  static int vc(int ack) {
    return ack & VC_MASK;
  }

  static int charge(int ack) {
    return ack >>> CHARGE_SHIFT;
  }
}

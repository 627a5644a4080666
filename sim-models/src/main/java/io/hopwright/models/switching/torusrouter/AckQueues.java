package io.hopwright.models.switching.torusrouter;

/**
 * The token-acks that wait for a port's link, oldest first: {@link LinkWord} and the ring of bytes
 * {@code charge·8 + vc} behind it.
 *
 * <p>A ring as large as the receiver's buffers never overflows: each queued token-ack stands for a
 * packet whose tokens have not gone back. Confined to its partition.
 */
final class AckQueues {
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
    final int at = layout.link(base, port);
    final long link = state[at];
    final int count = LinkWord.count(link);
    assert count <= ringMask : "more token-acks than buffered packets at port " + port;
    final int entry = (LinkWord.head(link) + count) & ringMask;
    final int word = at + 1 + (entry >>> 3);
    final int shift = (entry & 7) << 3;
    final long ack = (long) charge << CHARGE_SHIFT | vc;
    state[word] = (state[word] & ~(0xFFL << shift)) | ack << shift;
    state[at] = link + LinkWord.ONE_ACK;
    state[base + NodeLayout.FLAGS] |= RouterFlags.acks(port);
  }

  /** Removes the oldest token-ack of a port that has one. */
  int remove(int base, int port) {
    final int at = layout.link(base, port);
    final long link = state[at];
    final int head = LinkWord.head(link);
    final int ack = (int) (state[at + 1 + (head >>> 3)] >>> ((head & 7) << 3)) & 0xFF;
    state[at] = LinkWord.withoutOldest(link, ringMask);
    if (LinkWord.count(link) == 1) {
      state[base + NodeLayout.FLAGS] &= ~RouterFlags.acks(port);
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

package io.hopwright.models.link;

import io.hopwright.models.switching.Wiring;

/**
 * Token-based flow control: one token stands for a free chunk of a VC's buffer at the far end of a
 * link, and token-acks return it.
 *
 * <ul>
 *   <li>Spent when a packet is granted: the charge of the packet.
 *   <li>Sent back when its tail has left the buffer: a token-ack with the charge queues for the
 *       link of the same port, oldest first. Its tokens are usable when it has arrived.
 *   <li>All are returned if none is spent and no token-ack is queued.
 * </ul>
 *
 * <p>A port has these consecutive words in the array of the switch:
 *
 * <pre>
 * | PackedCounts: tokens of each VC | LinkWord | ring of bytes charge·8 + vc |
 * </pre>
 *
 * <p>A ring of the size of the buffers never overflows, because each queued token-ack stands for a
 * packet whose tokens have not been returned. Confined to its partition.
 */
public final class TokenAcks {
  /** Largest ring of token-acks. */
  public static final int MAX_RING = LinkWord.MAX_RING;

  private static final int LINK = 1;
  private static final int RING = 2;
  private static final int ACKS_PER_WORD = 8;
  private static final int CHARGE_SHIFT = 3;
  private static final int VC_MASK = 7;

  private final long[] state;
  private final Wiring wiring;
  private final int ringMask;
  private final int creditTicks;
  private long away;

  /**
   * Creates ports without tokens.
   *
   * @param ring capacity of a port's queue of token-acks, plus one; a power of two
   * @param creditTicks from the start of a token-ack until its tokens count
   */
  public TokenAcks(long[] state, Wiring wiring, int ring, int creditTicks) {
    this.state = state;
    this.wiring = wiring;
    this.creditTicks = creditTicks;
    ringMask = ring - 1;
  }

  /** Returns the number of words of a port. */
  public static int words(int ring) {
    return RING + ring / ACKS_PER_WORD;
  }

  /** Returns the smallest ring for a number of packets in the buffers of a port. */
  public static int ring(int packets) {
    return Math.max(ACKS_PER_WORD, Integer.highestOneBit(2 * packets));
  }

  /** Writes the far end of the link into the words of a port, which are all 0. */
  public static void lead(long[] state, int at, int end) {
    state[at + LINK] = LinkWord.of(end);
  }

  /** Returns the far end of the link of the port whose words begin at an index. */
  public int end(int at) {
    return LinkWord.target(state[at + LINK]);
  }

  // ---------------------------------------------------------------- tokens, at the sender

  /** Returns the tokens spent here that have not been returned. */
  public long away() {
    return away;
  }

  /** Returns the tokens of a VC. */
  public int tokens(int at, int vc) {
    return PackedCounts.get(state[at], vc);
  }

  /** Gives a VC its initial tokens. */
  public void fill(int at, int vc, int amount) {
    state[at] += PackedCounts.delta(vc, amount);
  }

  /** Spends the tokens of a granted packet; returns the number left. */
  public int spend(int at, int vc, int amount) {
    away += amount;
    final long counts = state[at] - PackedCounts.delta(vc, amount);
    state[at] = counts;
    return PackedCounts.get(counts, vc);
  }

  /** Receives returned tokens; returns the number now available. */
  public int comeBack(int at, int vc, int amount) {
    away -= amount;
    final long counts = state[at] + PackedCounts.delta(vc, amount);
    state[at] = counts;
    return PackedCounts.get(counts, vc);
  }

  /** Returns whether a port has these tokens, as {@link PackedCounts}, and no queued token-acks. */
  public boolean home(int at, long counts) {
    return state[at] == counts && !queued(at);
  }

  // ---------------------------------------------------------------- acks, at the receiver

  /** Records that a packet with a charge of 1…8 begins to leave the buffer of a VC. */
  public void leave(int at, int vc, int charge) {
    state[at + LINK] += LinkWord.leave(vc, charge);
  }

  /** Returns the charge of the packet that is leaving the buffer of a VC. */
  public int leaving(int at, int vc) {
    return LinkWord.leaving(state[at + LINK], vc);
  }

  /** Records that the tail of the packet that was leaving a VC has left; returns its charge. */
  public int left(int at, int vc) {
    final long link = state[at + LINK];
    final int charge = LinkWord.leaving(link, vc);
    state[at + LINK] = link - LinkWord.leave(vc, charge);
    return charge;
  }

  /** Queues a token-ack behind those of earlier ticks and of lower VCs of this tick. */
  public void queue(int at, int vc, int charge) {
    final long link = state[at + LINK];
    final int count = LinkWord.count(link);
    assert count <= ringMask : "more token-acks than buffered packets";
    final int entry = (LinkWord.head(link) + count) & ringMask;
    final int word = at + RING + (entry >>> 3);
    final int shift = (entry & 7) << 3;
    final long ack = (long) charge << CHARGE_SHIFT | vc;
    state[word] = (state[word] & ~(0xFFL << shift)) | ack << shift;
    state[at + LINK] = link + LinkWord.ONE_ACK;
  }

  /** Returns whether token-acks are queued. */
  public boolean queued(int at) {
    return LinkWord.count(state[at + LINK]) != 0;
  }

  /** Removes the oldest token-ack of a port, which must have one. */
  public int removeOldest(int at) {
    final long link = state[at + LINK];
    final int head = LinkWord.head(link);
    state[at + LINK] = LinkWord.withoutOldest(link, ringMask);
    return (int) (state[at + RING + (head >>> 3)] >>> ((head & 7) << 3)) & 0xFF;
  }

  /** Returns the VC of a token-ack. */
  public static int vc(int ack) {
    return ack & VC_MASK;
  }

  /** Returns the tokens that a token-ack returns. */
  public static int charge(int ack) {
    return ack >>> CHARGE_SHIFT;
  }

  /** Returns tokens to their sender, as a signal, in a token-ack that starts at {@code tick}. */
  public void sendBack(int at, int signal, long tick) {
    wiring.sendSignal(end(at), signal, tick + creditTicks);
  }
}

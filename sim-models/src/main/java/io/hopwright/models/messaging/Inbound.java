package io.hopwright.models.messaging;

/**
 * Transfers of which something has come, or that come as a whole, until what they bring is taken.
 *
 * <pre>
 *  0  rank it comes from (32) | number of the message (32)
 *  1  flags and bytes as in {@link MessageWords}, kind from bit 44, slot from bit 48, local bit 54
 *  2  number in its pair (32) | tag (32)
 *  3  bytes still to come; the tick at which it does of one within a node, the node of one that
 *     comes as a whole
 *  4  tick at which it was posted
 *  5  receive (32) | next in a list (32)
 * </pre>
 *
 * <p>Confined to its partition; 48 B each.
 */
final class Inbound {
  static final int NONE = Slab.NONE;

  private static final int FROM = 0;
  private static final int WHAT = 1;
  private static final int TAG = 2;
  private static final int TO_COME = 3;
  private static final int POSTED = 4;
  private static final int LINKS = 5;
  private static final int STRIDE = 6;
  private static final int KIND_SHIFT = 44;
  private static final int SLOT_SHIFT = 48;
  private static final long LOCAL = 1L << 54;

  private final Slab slab = new Slab(STRIDE);

  int take(int source, long first, long second, long third, long toCome, long posted) {
    final int entry = slab.take();
    slab.set(
        entry, FROM, (long) source << Integer.SIZE | (MessageWords.number(first) & 0xFFFFFFFFL));
    slab.set(
        entry,
        WHAT,
        second
            | (long) MessageWords.kind(first) << KIND_SHIFT
            | (long) MessageWords.slot(first) << SLOT_SHIFT);
    slab.set(entry, TAG, third);
    slab.set(entry, TO_COME, toCome);
    slab.set(entry, POSTED, posted);
    return entry;
  }

  void free(int entry) {
    slab.free(entry);
  }

  int live() {
    return slab.live();
  }

  int source(int entry) {
    return slab.high(entry, FROM);
  }

  int message(int entry) {
    return slab.low(entry, FROM);
  }

  long bytes(int entry) {
    return MessageWords.bytes(slab.get(entry, WHAT));
  }

  boolean collective(int entry) {
    return MessageWords.collective(slab.get(entry, WHAT));
  }

  boolean synchronous(int entry) {
    return MessageWords.synchronous(slab.get(entry, WHAT));
  }

  Kind kind(int entry) {
    return Kind.of((int) (slab.get(entry, WHAT) >>> KIND_SHIFT) & 15);
  }

  int slot(int entry) {
    return (int) (slab.get(entry, WHAT) >>> SLOT_SHIFT) & MessageWords.SLOTS - 1;
  }

  void markLocal(int entry) {
    slab.set(entry, WHAT, slab.get(entry, WHAT) | LOCAL);
  }

  boolean isLocal(int entry) {
    return (slab.get(entry, WHAT) & LOCAL) != 0;
  }

  int tag(int entry) {
    return slab.low(entry, TAG);
  }

  int pairNumber(int entry) {
    return slab.high(entry, TAG);
  }

  long posted(int entry) {
    return slab.get(entry, POSTED);
  }

  long toCome(int entry) {
    return slab.get(entry, TO_COME);
  }

  void setToCome(int entry, long value) {
    slab.set(entry, TO_COME, value);
  }

  int next(int entry) {
    return slab.low(entry, LINKS);
  }

  void setNext(int entry, int next) {
    slab.setLow(entry, LINKS, next);
  }

  int receive(int entry) {
    return slab.high(entry, LINKS);
  }

  void setReceive(int entry, int receive) {
    slab.setHigh(entry, LINKS, receive);
  }

  /** Tells which of two that count in the same tick at the same node is first. */
  boolean before(int one, int other) {
    if (slot(one) != slot(other)) {
      return slot(one) < slot(other);
    }
    final long from = slab.get(one, FROM);
    final long otherFrom = slab.get(other, FROM);
    return from != otherFrom
        ? Long.compareUnsigned(from, otherFrom) < 0
        : kind(one).compareTo(kind(other)) < 0;
  }
}

package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.MessageWords;
import io.hopwright.models.messaging.jobs.TransferKind;
import io.hopwright.models.messaging.storage.Slab;

/**
 * Transfers that have partly arrived, or that arrive as a whole. An entry exists until a receive
 * has taken the data, and until the reply begins.
 *
 * <pre>
 *  0  source rank (32) | number of the message (32)
 *  1  flags and bytes as in {@link MessageWords}, kind from bit 44, slot from bit 48, own flags
 *     from bit 54
 *  2  number in its pair (32) | tag (32)
 *  3  tick at which it was posted
 *  4  receive that waits for its bytes (32) | next in a list (32); in place of the receive: the node, for a transfer in flight as a whole; the length of the list, for the last message that seeks a receive; the request that is complete once it is sent, for a reply
 * </pre>
 *
 * <p>Confined to its partition; 40 B each.
 */
final class InboundMessages {
  static final int NONE = Slab.NONE;

  private static final int FROM = 0;
  private static final int WHAT = 1;
  private static final int TAG = 2;
  private static final int POSTED = 3;
  private static final int LINKS = 4;
  private static final int KIND_SHIFT = 44;
  private static final int SLOT_SHIFT = 48;
  private static final long KIND = 15L << KIND_SHIFT;
  private static final long LOCAL = 1L << 54;
  private static final long TO_COME = 1L << 55;
  private static final long AWAITED = 1L << 56;

  private final Slab slab;

  /** Creates transfers as entries of a slab. */
  InboundMessages(Slab slab) {
    this.slab = slab;
  }

  int take(int source, long first, long second, long third, long posted) {
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
    slab.set(entry, POSTED, posted);
    return entry;
  }

  void free(int entry) {
    slab.free(entry);
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

  /** Returns a number for who sent it, its message and its kind, the same on all partitions. */
  long identity(int entry) {
    return Transfers.IDENTITY * slab.get(entry, FROM) + kind(entry).number();
  }

  TransferKind kind(int entry) {
    return TransferKind.of((int) (slab.get(entry, WHAT) >>> KIND_SHIFT) & 15);
  }

  int slot(int entry) {
    return (int) (slab.get(entry, WHAT) >>> SLOT_SHIFT) & MessageWords.SLOTS - 1;
  }

  private boolean has(int entry, long flag) {
    return (slab.get(entry, WHAT) & flag) != 0;
  }

  private void mark(int entry, long flag) {
    slab.set(entry, WHAT, slab.get(entry, WHAT) | flag);
  }

  /** Turns an entry into the reply to itself, with a request that it completes, or NONE. */
  void turnInto(TransferKind kind, int entry, int request) {
    final long what = slab.get(entry, WHAT) & ~KIND;
    slab.set(entry, WHAT, what | (long) kind.number() << KIND_SHIFT);
    setReceive(entry, request);
  }

  /** Allocates a second entry for an arrival. */
  int copy(int entry) {
    final int second = slab.take();
    for (int word = 0; word < Slab.SHARED_STRIDE; word++) {
      slab.set(second, word, slab.get(entry, word));
    }
    return second;
  }

  /** Marks a message as from the same node. */
  void markLocal(int entry) {
    mark(entry, LOCAL);
  }

  boolean isLocal(int entry) {
    return has(entry, LOCAL);
  }

  /** Marks a message with missing bytes. */
  void markToCome(int entry) {
    mark(entry, TO_COME);
  }

  /** Marks a message whose bytes have all come. */
  void markWhole(int entry) {
    slab.set(entry, WHAT, slab.get(entry, WHAT) & ~TO_COME);
  }

  boolean isWhole(int entry) {
    return !has(entry, TO_COME);
  }

  /** Makes a receive wait for the missing bytes of a message. */
  void await(int entry, int receive) {
    mark(entry, AWAITED);
    setReceive(entry, receive);
  }

  boolean isAwaited(int entry) {
    return has(entry, AWAITED);
  }

  int tag(int entry) {
    return slab.low(entry, TAG);
  }

  int pairNumber(int entry) {
    return slab.high(entry, TAG);
  }

  /** Returns of FIN the tick at which what brought the data was posted. */
  long dataPosted(int entry) {
    return posted(entry) - tag(entry);
  }

  long posted(int entry) {
    return slab.get(entry, POSTED);
  }

  int next(int entry) {
    return slab.low(entry, LINKS);
  }

  void setNext(int entry, int next) {
    slab.setLow(entry, LINKS, next);
  }

  /** Puts an entry last in a ring, of which the last one is known; returns it. */
  int append(int last, int entry) {
    if (last == NONE) {
      setNext(entry, entry);
    } else {
      setNext(entry, next(last));
      setNext(last, entry);
    }
    return entry;
  }

  /** Takes the first one out of a ring; returns the last one, NONE if none is left. */
  int withoutFirst(int last) {
    final int first = next(last);
    setNext(last, next(first));
    return first == last ? NONE : last;
  }

  /** Returns what the word for a receive holds. */
  int receive(int entry) {
    return slab.high(entry, LINKS);
  }

  void setReceive(int entry, int receive) {
    slab.setHigh(entry, LINKS, receive);
  }

  /** Returns whether the first of two entries of the same tick and node is before the second. */
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

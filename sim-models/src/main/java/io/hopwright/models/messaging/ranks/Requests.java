package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.TransferKind;
import io.hopwright.models.messaging.storage.Slab;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.Primitive;

/**
 * Requests: sends, receives, joins and one-sided operations that are not complete or have not been
 * waited for, and receives without a message yet. A send that completes at once has no request.
 *
 * <pre>
 *  0  line (24) | number of the operation in its round (40)
 *  1  rank (32) | tag (32); once it has its message, and for a send: rank (32) | message (32)
 *     one-sided: target (32) | bytes still to be done (32); of a join: any (32) | place (32)
 *  2  bytes (44): the most for a receive, those of the message once it has it, and of a send;
 *     one-sided: operation (2) | slot of its rank (6) | bytes (36); then its own number (20)
 *  3  next that was posted, or has joined (32) | next of its rank that is open (32)
 *  4  flags (9) | tick at which its message was posted (55); for a join: its rank by the local number; for the last receive that seeks a message: the length of the list
 * </pre>
 *
 * <p>Confined to its partition; 40 B each.
 */
final class Requests {
  static final int NONE = Slab.NONE;

  private static final int NUMBER_BITS = 20;
  private static final int OPERATION_BITS = 40;
  private static final int MOVED_BITS = 36;
  private static final int SLOT_BITS = 6;
  private static final int POSTED_BITS = 55;

  /** Stands for any number of bytes. */
  static final long ANY_BYTES = (1L << (Long.SIZE - NUMBER_BITS)) - 1;

  private static final int OPERATION = 0;
  private static final int PEER = 1;
  private static final int BYTES = 2;
  private static final int LINKS = 3;
  private static final int POSTED = 4;

  private static final long SEND = 1L << 55;
  private static final long COMPLETE = 1L << 56;
  private static final long WAITED = 1L << 57;
  private static final long COLLECTIVE = 1L << 58;
  private static final long UNEXPECTED = 1L << 59;
  private static final long MATCHED = 1L << 60;
  private static final long ONE_SIDED = 1L << 61;
  private static final long DETACHED = 1L << 62;
  private static final long JOIN = 1L << 63;

  private final Slab slab;
  private int abandoned;

  /** Creates requests as entries of a slab. */
  Requests(Slab slab) {
    this.slab = slab;
  }

  /**
   * Takes one of a message or a join.
   *
   * @param number that waits know it by
   * @param operation its number in its round, below 2⁴⁰
   */
  int take(
      boolean send,
      int number,
      long operation,
      int line,
      boolean collective,
      int rank,
      int tagOrMessage,
      long bytes) {
    final int request = slab.take();
    slab.set(request, OPERATION, (long) line << OPERATION_BITS | operation);
    setPeer(request, rank, tagOrMessage);
    slab.set(request, BYTES, bytes << NUMBER_BITS | (number & (1L << NUMBER_BITS) - 1));
    slab.set(request, POSTED, (send ? SEND : 0) | (collective ? COLLECTIVE : 0));
    return request;
  }

  /**
   * Takes one of a one-sided operation.
   *
   * @param primitive what it is
   * @param detached whether no statement but a fence waits for it
   * @param slot of the rank that begins it
   * @param bytes below 2³²
   */
  int takeOneSided(
      Primitive primitive,
      boolean detached,
      int number,
      long operation,
      int line,
      int target,
      int slot,
      long bytes) {
    final long place = (long) TransferKind.of(primitive).number() - TransferKind.PUT.number();
    final long moved = (place << SLOT_BITS | slot) << MOVED_BITS | bytes;
    final int request = take(false, number, operation, line, false, target, (int) bytes, moved);
    mark(request, ONE_SIDED | (detached ? DETACHED : 0));
    return request;
  }

  boolean isOneSided(int request) {
    return has(request, ONE_SIDED);
  }

  boolean isDetached(int request) {
    return has(request, DETACHED);
  }

  /** Returns the slot of the rank that began a one-sided operation. */
  int slot(int request) {
    return (int) (bytes(request) >>> MOVED_BITS) & (1 << SLOT_BITS) - 1;
  }

  /** Returns the kind of transfer with which a one-sided operation begins. */
  TransferKind kind(int request) {
    final int place = (int) (bytes(request) >>> (MOVED_BITS + SLOT_BITS));
    return TransferKind.of(TransferKind.PUT.number() + place);
  }

  /** Returns the bytes of a one-sided operation. */
  long moved(int request) {
    return bytes(request) & (1L << MOVED_BITS) - 1;
  }

  /** Records completed bytes of a one-sided operation and returns whether all are complete. */
  boolean advance(int request, long bytes) {
    final int left = slab.low(request, PEER) - (int) bytes;
    slab.setLow(request, PEER, left);
    return left == 0;
  }

  void free(int request) {
    slab.free(request);
  }

  /** Counts detached operations, known only to packets, that no rank needs any more. */
  void abandon(int count) {
    abandoned += count;
  }

  /** Returns the number of such operations, which are never freed. */
  int abandoned() {
    return abandoned;
  }

  int number(int request) {
    return (int) slab.get(request, BYTES) & (1 << NUMBER_BITS) - 1;
  }

  boolean isSend(int request) {
    return has(request, SEND);
  }

  void markJoin(int request) {
    mark(request, JOIN);
  }

  boolean isJoin(int request) {
    return has(request, JOIN);
  }

  boolean isComplete(int request) {
    return has(request, COMPLETE);
  }

  boolean isWaited(int request) {
    return has(request, WAITED);
  }

  boolean isCollective(int request) {
    return has(request, COLLECTIVE);
  }

  boolean wasUnexpected(int request) {
    return has(request, UNEXPECTED);
  }

  private boolean has(int request, long flag) {
    return (slab.get(request, POSTED) & flag) != 0;
  }

  private void mark(int request, long flag) {
    slab.set(request, POSTED, slab.get(request, POSTED) | flag);
  }

  void complete(int request) {
    mark(request, COMPLETE);
  }

  void await(int request) {
    mark(request, WAITED);
  }

  void markUnexpected(int request) {
    mark(request, UNEXPECTED);
  }

  int line(int request) {
    return (int) (slab.get(request, OPERATION) >>> OPERATION_BITS);
  }

  /** Returns the number of its operation in its round. */
  long operation(int request) {
    return slab.get(request, OPERATION) & (1L << OPERATION_BITS) - 1;
  }

  /** Matches a receive with its message. */
  void match(int request, int rank, int message) {
    mark(request, MATCHED);
    setPeer(request, rank, message);
  }

  /** Returns whether a receive that has no message yet takes those of any rank, or with any tag. */
  boolean isWildcard(int receive) {
    return rank(receive) == Operation.ANY || tag(receive) == Operation.ANY;
  }

  boolean isMatched(int request) {
    return has(request, MATCHED);
  }

  private void setPeer(int request, int rank, int tagOrMessage) {
    slab.set(request, PEER, (long) rank << Integer.SIZE | (tagOrMessage & 0xFFFFFFFFL));
  }

  int rank(int request) {
    return slab.high(request, PEER);
  }

  int tag(int request) {
    return slab.low(request, PEER);
  }

  int message(int request) {
    return slab.low(request, PEER);
  }

  long bytes(int request) {
    return slab.get(request, BYTES) >>> NUMBER_BITS;
  }

  void setBytes(int request, long bytes) {
    slab.set(request, BYTES, bytes << NUMBER_BITS | number(request));
  }

  long posted(int request) {
    return slab.get(request, POSTED) & (1L << POSTED_BITS) - 1;
  }

  void setPosted(int request, long tick) {
    slab.set(request, POSTED, (slab.get(request, POSTED) & -1L << POSTED_BITS) | tick);
  }

  int nextOpen(int request) {
    return slab.low(request, LINKS);
  }

  void setNextOpen(int request, int next) {
    slab.setLow(request, LINKS, next);
  }

  int nextPosted(int request) {
    return slab.high(request, LINKS);
  }

  void setNextPosted(int request, int next) {
    slab.setHigh(request, LINKS, next);
  }
}

package io.hopwright.models.messaging;

/**
 * Sends, receives, joins and one-sided operations that are not complete, or that nobody has waited
 * for yet; and receives that look for their messages. A send that is complete at once has none.
 *
 * <pre>
 *  0  line (23) | flags (9) | number (32)
 *  1  number of the operation
 *  2  rank (32) | tag (32); once it has its message, and for a send: rank (32) | message (32)
 *     one-sided: target (32) | rank's place in the partition (32)
 *  3  bytes: the most for a receive, those of the message once it has it, and of a send
 *     one-sided: those still to be done (32) | all (32)
 *  4  next that was posted, or has joined (32) | next of its rank that is open (32)
 *  5  tick at which its message was posted; of a join, its rank by the local number
 * </pre>
 *
 * <p>Confined to its partition; 48 B each.
 */
final class Requests {
  static final int NONE = Slab.NONE;

  /** In place of any number of bytes. */
  static final long ANY_BYTES = Long.MAX_VALUE;

  private static final int HEAD = 0;
  private static final int OPERATION = 1;
  private static final int PEER = 2;
  private static final int BYTES = 3;
  private static final int LINKS = 4;
  private static final int POSTED = 5;
  private static final int STRIDE = 6;

  private static final long SEND = 1L << 32;
  private static final long COMPLETE = 1L << 33;
  private static final long WAITED = 1L << 34;
  private static final long COLLECTIVE = 1L << 35;
  private static final long UNEXPECTED = 1L << 36;
  private static final long MATCHED = 1L << 37;
  private static final long ONE_SIDED = 1L << 38;
  private static final long DETACHED = 1L << 39;
  private static final long JOIN = 1L << 40;
  private static final int LINE_SHIFT = 41;

  private final Slab slab = new Slab(STRIDE);

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
    slab.set(
        request,
        HEAD,
        (number & 0xFFFFFFFFL)
            | (send ? SEND : 0)
            | (collective ? COLLECTIVE : 0)
            | (long) line << LINE_SHIFT);
    slab.set(request, OPERATION, operation);
    setPeer(request, rank, tagOrMessage);
    slab.set(request, BYTES, bytes);
    return request;
  }

  /**
   * Takes one of a one-sided operation.
   *
   * @param detached whether no statement but a fence waits for it
   * @param r place in the partition of the rank that begins it
   */
  int takeOneSided(
      boolean detached, int number, long operation, int line, int target, int r, long bytes) {
    final int request = take(false, number, operation, line, false, target, r, 0);
    mark(request, ONE_SIDED | (detached ? DETACHED : 0));
    slab.set(request, BYTES, bytes << Integer.SIZE | bytes);
    return request;
  }

  boolean isOneSided(int request) {
    return has(request, ONE_SIDED);
  }

  boolean isDetached(int request) {
    return has(request, DETACHED);
  }

  /** Returns the place in the partition of the rank that began a one-sided operation. */
  int origin(int request) {
    return slab.low(request, PEER);
  }

  /** Returns the bytes of a one-sided operation. */
  long moved(int request) {
    return slab.get(request, BYTES) & 0xFFFFFFFFL;
  }

  /** So many bytes of a one-sided operation are done; tells whether all are. */
  boolean advance(int request, long bytes) {
    final long left = slab.get(request, BYTES) - (bytes << Integer.SIZE);
    slab.set(request, BYTES, left);
    return left >>> Integer.SIZE == 0;
  }

  void free(int request) {
    slab.free(request);
  }

  int live() {
    return slab.live();
  }

  int number(int request) {
    return (int) slab.get(request, HEAD);
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
    return (slab.get(request, HEAD) & flag) != 0;
  }

  private void mark(int request, long flag) {
    slab.set(request, HEAD, slab.get(request, HEAD) | flag);
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
    return (int) (slab.get(request, HEAD) >>> LINE_SHIFT);
  }

  long operation(int request) {
    return slab.get(request, OPERATION);
  }

  /** A receive has its message. */
  void match(int request, int rank, int message) {
    mark(request, MATCHED);
    setPeer(request, rank, message);
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
    return slab.get(request, BYTES);
  }

  void setBytes(int request, long bytes) {
    slab.set(request, BYTES, bytes);
  }

  long posted(int request) {
    return slab.get(request, POSTED);
  }

  void setPosted(int request, long tick) {
    slab.set(request, POSTED, tick);
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

package io.hopwright.models.messaging.path;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.messaging.jobs.TransferKind;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Log of a rank: what its processor did, and what it waited for ({@code
 * docs/models/critical-path.md}). 24 B for each piece of work, 56 B for each wait and 24 B for each
 * transfer that an interface posted, in arrays that grow by half.
 *
 * <pre>
 *  piece   begin tick (60) | kind (4)    end tick             operation or message; of a wait: reason
 *  reason  tick (60) | type (4)          transfer: posted at  other rank (32) | message (32)
 *                                        calc: end tick       operation
 *          fourth word: transfer: bytes (56) | kind (4) | how it arrived (4); calc: reason before
 *  post    tick (60) | kind (4)          other rank (32) | message (32)   reason
 *  join    tick (60) | 15                communicator         0
 * </pre>
 */
public final class RankLog {
  /** In place of a reason: the processor of the rank itself did it in that tick. */
  public static final int PROCESSOR = -1;

  static final int TRANSFER = 0;
  static final int CALC = 1;
  static final int JOINED = 2;

  /** Kind of the events that are calcs of streams. */
  public static final String CALC_WORD = "calc";

  /** Kind of an entry that ends a wait. */
  static final int WAIT = 15;

  /** Kind of an entry for a rank that has joined a communicator, in place of a posted transfer. */
  static final int JOIN = 15;

  /** Words of one that is saved, at least. */
  public static final int LEAST_WORDS = 6;

  private static final int LOW_BITS = 4;
  private static final int LOW = (1 << LOW_BITS) - 1;
  private static final int PIECE = 3;
  private static final int REASON = 4;
  private static final int POST = 3;
  private static final long NEVER = -1;

  private final int job;
  private final int rank;
  private long[] pieces = {};
  private int pieceWords;
  private long[] reasons = {};
  private int reasonWords;
  private long[] posts = {};
  private int postWords;
  private long endTick = NEVER;

  RankLog(int job, int rank) {
    this.job = job;
    this.rank = rank;
  }

  private static long[] withRoom(long[] words, int used, int more) {
    return used + more <= words.length
        ? words
        : Arrays.copyOf(words, Math.addExact(used + more, used / 2));
  }

  // ---------------------------------------------------------------- writing

  void addPiece(PathWork kind, long from, long to, long what) {
    addPiece(kind.place(), from, to, what);
  }

  void addWait(long tick, int reason) {
    addPiece(WAIT, tick, tick, reason);
  }

  private void addPiece(int kind, long from, long to, long what) {
    pieces = withRoom(pieces, pieceWords, PIECE);
    pieces[pieceWords++] = from << LOW_BITS | kind;
    pieces[pieceWords++] = to;
    pieces[pieceWords++] = what;
  }

  int addReason(int type, long tick, long second, long third, long fourth) {
    reasons = withRoom(reasons, reasonWords, REASON);
    final int reason = reasonWords / REASON;
    reasons[reasonWords++] = tick << LOW_BITS | type;
    reasons[reasonWords++] = second;
    reasons[reasonWords++] = third;
    reasons[reasonWords++] = fourth;
    return reason;
  }

  static long packed(long bytes, TransferKind kind, Arrived how) {
    return bytes << (2 * LOW_BITS) | (long) kind.number() << LOW_BITS | how.place();
  }

  void addPost(int kind, long tick, long what, int reason) {
    posts = withRoom(posts, postWords, POST);
    posts[postWords++] = tick << LOW_BITS | kind;
    posts[postWords++] = what;
    posts[postWords++] = reason;
  }

  void end(long tick) {
    endTick = tick;
  }

  // ---------------------------------------------------------------- reading

  /** Returns the number of its job. */
  public int job() {
    return job;
  }

  int rank() {
    return rank;
  }

  /** Returns the tick at which the rank ended, −1 if it was lost. */
  long endTick() {
    return endTick;
  }

  /**
   * Returns the piece that ends at a tick, or the wait that does; −1 if the processor did nothing
   * before.
   */
  int pieceEndingAt(long tick) {
    int low = 0;
    int high = pieceWords / PIECE;
    while (low < high) {
      final int middle = (low + high) >>> 1;
      if (pieceFrom(middle) < tick) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low < pieceWords / PIECE && pieceFrom(low) == tick && isWait(low)) {
      return low;
    }
    return low - 1;
  }

  boolean isWait(int piece) {
    return ((int) pieces[piece * PIECE] & LOW) == WAIT;
  }

  PathWork kind(int piece) {
    return PathWork.of((int) pieces[piece * PIECE] & LOW);
  }

  long pieceFrom(int piece) {
    return pieces[piece * PIECE] >> LOW_BITS;
  }

  long pieceTo(int piece) {
    return pieces[piece * PIECE + 1];
  }

  long pieceWhat(int piece) {
    return pieces[piece * PIECE + 2];
  }

  int type(int reason) {
    return (int) reasons[reason * REASON] & LOW;
  }

  long reasonTick(int reason) {
    return reasons[reason * REASON] >> LOW_BITS;
  }

  long second(int reason) {
    return reasons[reason * REASON + 1];
  }

  long third(int reason) {
    return reasons[reason * REASON + 2];
  }

  int other(int reason) {
    return (int) (third(reason) >> Integer.SIZE);
  }

  int message(int reason) {
    return (int) third(reason);
  }

  long bytes(int reason) {
    return reasons[reason * REASON + 3] >> (2 * LOW_BITS);
  }

  TransferKind transfer(int reason) {
    return TransferKind.of((int) (reasons[reason * REASON + 3] >> LOW_BITS) & LOW);
  }

  Arrived how(int reason) {
    return Arrived.of((int) reasons[reason * REASON + 3] & LOW);
  }

  int before(int calc) {
    return (int) reasons[calc * REASON + 3];
  }

  /**
   * Returns the entry of a transfer that the rank's interface posted no later than a tick, −1 if a
   * processor did.
   */
  int post(TransferKind kind, int other, int message, long tick) {
    final long what = what(other, message);
    for (int post = postsUpTo(tick) - 1; post >= 0; post--) {
      if (posts[post * POST + 1] == what && ((int) posts[post * POST] & LOW) == kind.number()) {
        return post;
      }
    }
    return -1;
  }

  private int postsUpTo(long tick) {
    int low = 0;
    int high = postWords / POST;
    while (low < high) {
      final int middle = (low + high) >>> 1;
      if (postTick(middle) <= tick) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  long postTick(int post) {
    return posts[post * POST] >> LOW_BITS;
  }

  int postReason(int post) {
    return (int) posts[post * POST + 2];
  }

  /** Returns how often the rank has joined a communicator before a tick. */
  int joinsBefore(int communicator, long tick) {
    int joins = 0;
    for (int post = 0; post < postWords / POST && postTick(post) < tick; post++) {
      joins += isJoin(post, communicator) ? 1 : 0;
    }
    return joins;
  }

  /**
   * Returns when the rank joined a communicator for the {@code count}th time, from 1 on; −1 if it
   * is not a member.
   */
  long joinTick(int communicator, int count) {
    int left = count;
    for (int post = 0; post < postWords / POST; post++) {
      left -= isJoin(post, communicator) ? 1 : 0;
      if (left == 0) {
        return postTick(post);
      }
    }
    return NEVER;
  }

  private boolean isJoin(int post, int communicator) {
    return ((int) posts[post * POST] & LOW) == JOIN && posts[post * POST + 1] == communicator;
  }

  static long what(int other, int message) {
    return (long) other << Integer.SIZE | (message & 0xFFFFFFFFL);
  }

  /**
   * Returns the events that overlap some ticks: pieces of work, calcs and transfers that arrived.
   */
  public List<PathEvent> events(EventWindow window) {
    final Set<PathEvent> events = new LinkedHashSet<>();
    for (int piece = 0; piece < pieceWords / PIECE; piece++) {
      if (!isWait(piece) && window.touches(pieceFrom(piece), pieceTo(piece))) {
        events.add(
            PathEvent.work(rank, kind(piece), pieceWhat(piece), pieceFrom(piece), pieceTo(piece)));
      }
    }
    for (int reason = 0; reason < reasonWords / REASON; reason++) {
      final PathEvent event = event(reason);
      if (event != null && window.touches(event.fromTick(), event.toTick())) {
        events.add(event);
      }
    }
    return List.copyOf(events);
  }

  /** Returns a calc, or a transfer that another rank posted; null of other reasons. */
  private PathEvent event(int reason) {
    if (type(reason) == CALC && reasonTick(reason) < second(reason)) {
      final int none = PathEvent.NONE;
      return new PathEvent(
          rank, none, CALC_WORD, third(reason), none, none, reasonTick(reason), second(reason));
    }
    if (type(reason) != TRANSFER || how(reason) != Arrived.DELIVERED) {
      return null;
    }
    return PathEvent.transfer(
        other(reason),
        rank,
        transfer(reason),
        message(reason),
        bytes(reason),
        second(reason),
        reasonTick(reason));
  }

  // ---------------------------------------------------------------- between processes

  /** Writes it. */
  public void save(Words words) {
    words.put(job);
    words.put(rank);
    words.put(endTick);
    put(words, pieces, pieceWords);
    put(words, reasons, reasonWords);
    put(words, posts, postWords);
  }

  private static void put(Words words, long[] of, int used) {
    words.putAll(Arrays.copyOf(of, used));
  }

  /**
   * Reads the log that {@link #save} wrote.
   *
   * @param jobs number of jobs
   * @throws IllegalArgumentException if the data are malformed
   */
  public static RankLog load(Words words, int jobs) {
    final RankLog log = new RankLog(words.takeInt(0, jobs), words.takeInt(0, Integer.MAX_VALUE));
    log.endTick = words.take();
    log.pieces = words.takeAll();
    log.pieceWords = log.pieces.length;
    log.reasons = words.takeAll();
    log.reasonWords = log.reasons.length;
    log.posts = words.takeAll();
    log.postWords = log.posts.length;
    return log;
  }
}

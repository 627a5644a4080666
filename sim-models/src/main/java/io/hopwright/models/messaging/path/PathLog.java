package io.hopwright.models.messaging.path;

import io.hopwright.models.messaging.jobs.TransferKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Logs of a partition's ranks, from which the critical paths of their jobs are found ({@code
 * docs/models/critical-path.md}). Each event of phase 2 has a cause: the processor whose turn it
 * is, or the transfer or collective that {@link #transfer} or {@link #joined} named last. Ranks are
 * known by their local numbers; those of jobs in the background have no log. Confined to its
 * partition; 150 B for each rank beside its {@link RankLog}.
 */
public final class PathLog {
  private static final int BY_PROCESSOR = -1;

  private final RankLog[] logs;

  /** Null unless all transfers that arrive in it are logged. */
  private final EventWindow events;

  /** Cause of the request that ended the wait of each rank. */
  private final long[] pendingTick;

  private final int[] pendingType;
  private final long[][] pendingWords;

  // The cause of what happens.
  private int type = BY_PROCESSOR;
  private long second;
  private long third;
  private long fourth;

  /**
   * Creates the logs of ranks that have not begun.
   *
   * @param ranks number of ranks, with local numbers from 0
   * @param events ticks in which all arriving transfers are logged; null for none
   */
  public PathLog(int ranks, EventWindow events) {
    this.events = events;
    logs = new RankLog[ranks];
    pendingTick = new long[ranks];
    pendingType = new int[ranks];
    pendingWords = new long[ranks][];
  }

  /** Opens the log of a rank of a job that starts at a tick. */
  public void open(int r, int job, int rank, long startTick) {
    logs[r] = new RankLog(job, rank);
    pendingTick[r] = startTick;
    pendingType[r] = BY_PROCESSOR;
    pendingWords[r] = new long[3];
  }

  // ---------------------------------------------------------------- causes

  /** Attributes the following events to the processor. */
  public void processor() {
    type = BY_PROCESSOR;
  }

  /**
   * Attributes the following events to a transfer.
   *
   * @param posted tick of its posting
   * @param other other rank: the sender or, of an own transfer, the receiver
   * @param message number of its message
   * @param bytes of the message
   */
  public void transfer(
      Arrived how, TransferKind kind, long posted, int other, int message, long bytes) {
    type = RankLog.TRANSFER;
    second = posted;
    third = RankLog.what(other, message);
    fourth = RankLog.packed(bytes, kind, how);
  }

  /** Attributes the following events to a hardware collective, by its communicator. */
  public void joined(int communicator) {
    type = RankLog.JOINED;
    second = communicator;
    third = 0;
    fourth = 0;
  }

  /** Returns the entry of the cause of the events of a rank in a tick. */
  public int reason(int r, long tick) {
    return type == BY_PROCESSOR || logs[r] == null
        ? RankLog.PROCESSOR
        : logs[r].addReason(type, tick, second, third, fourth);
  }

  /** Records that the latest request of a rank's wait is complete. */
  public void complete(int r, long tick) {
    if (logs[r] == null) {
      return;
    }
    pendingTick[r] = tick;
    pendingType[r] = type;
    pendingWords[r][0] = second;
    pendingWords[r][1] = third;
    pendingWords[r][2] = fourth;
  }

  // ---------------------------------------------------------------- processors

  /**
   * Records that a processor begins work that was delayed by its rank's wait, or its start.
   *
   * @param free tick from which the processor was idle
   */
  public void begin(int r, long free, long tick) {
    if (free >= tick || logs[r] == null) {
      return;
    }
    final long since = pendingTick[r];
    if (since > free && pendingType[r] == BY_PROCESSOR) {
      begin(r, free, since, RankLog.PROCESSOR, tick);
    } else if (since > free) {
      final long[] words = pendingWords[r];
      final int reason = logs[r].addReason(pendingType[r], since, words[0], words[1], words[2]);
      begin(r, free, since, reason, tick);
    } else {
      begin(r, free, free, RankLog.PROCESSOR, tick);
    }
  }

  /**
   * Records that a processor begins work that it could have begun at an earlier tick.
   *
   * @param free tick from which the processor was idle
   * @param since tick from which the work could begin, for a reason
   */
  public void begin(int r, long free, long since, int reason, long tick) {
    if (free >= tick || logs[r] == null) {
      return;
    }
    if (since > free) {
      logs[r].addWait(since, reason);
    }
    final long ready = Math.max(since, free);
    if (ready < tick) {
      logs[r].addPiece(PathWork.INTERFACE, ready, tick, 0);
    }
  }

  /** Records that a processor begins to handle the arrival that caused this event. */
  public void beginArrival(int r, long free, long tick) {
    if (free < tick && logs[r] != null) {
      logs[r].addWait(tick, reason(r, tick));
    } else {
      arrive(r, tick);
    }
    processor();
  }

  /**
   * Records the arrival of the transfer that caused this event, whether or not a rank waits for it.
   */
  public void arrive(int r, long tick) {
    if (events != null && logs[r] != null && events.touches(second, tick)) {
      reason(r, tick);
    }
  }

  /**
   * Records a piece of work of a processor.
   *
   * @param what number of the operation, or of the message of a transfer
   */
  public void work(int r, PathWork kind, long from, long to, long what) {
    if (from < to && logs[r] != null) {
      logs[r].addPiece(kind, from, to, what);
    }
  }

  /**
   * Records that a stream of a rank begins a calc.
   *
   * @param reason of the start, or the calc before it
   * @return the entry of the calc
   */
  public int calc(int r, long from, long to, long operation, int reason) {
    return logs[r] == null
        ? RankLog.PROCESSOR
        : logs[r].addReason(RankLog.CALC, from, to, operation, reason);
  }

  // ---------------------------------------------------------------- interfaces

  /**
   * Records that the interface of a rank accepts a transfer to post.
   *
   * @param other receiving rank
   */
  public void post(int r, TransferKind kind, int other, int message, long tick) {
    if (logs[r] != null) {
      logs[r].addPost(kind.number(), tick, RankLog.what(other, message), reason(r, tick));
    }
  }

  /** Records that a rank has joined a communicator. */
  public void join(int r, int communicator, long tick) {
    if (logs[r] != null) {
      logs[r].addPost(RankLog.JOIN, tick, communicator, RankLog.PROCESSOR);
    }
  }

  /** Records that a rank has ended. */
  public void end(int r, long tick) {
    if (logs[r] != null) {
      logs[r].end(tick);
    }
  }

  /**
   * Returns the logs of the jobs whose ranks in this partition have all ended.
   *
   * @param isOver returns whether a rank has ended
   */
  public List<RankLog> whole(IntPredicate isOver) {
    final BitSet unfinished = new BitSet();
    for (int r = 0; r < logs.length; r++) {
      if (logs[r] != null && !isOver.test(r)) {
        unfinished.set(logs[r].job());
      }
    }
    final List<RankLog> whole = new ArrayList<>();
    for (RankLog log : logs) {
      if (log != null && !unfinished.get(log.job())) {
        whole.add(log);
      }
    }
    return whole;
  }

  /**
   * Returns the record of why the operations of a graph are ready.
   *
   * @param operations number of operations
   */
  public static Ready ready(int operations) {
    return new Ready(operations);
  }

  /**
   * Reason why each operation of a rank's graph can begin: the dependency that ended last, or the
   * one with the highest number if several did. The end of the graph is stored after the
   * operations. 16 B for each.
   */
  public static final class Ready {
    private final long[] ticks;
    private final int[] releasedBy;
    private final int[] reasons;

    private Ready(int operations) {
      ticks = new long[operations + 1];
      releasedBy = new int[operations + 1];
      reasons = new int[operations + 1];
    }

    /** Resets the record: all operations wait only for the rank, which begins at a tick. */
    public void restart(long tick) {
      Arrays.fill(ticks, tick);
      Arrays.fill(releasedBy, -1);
      Arrays.fill(reasons, RankLog.PROCESSOR);
    }

    /** Records that an operation no longer waits for another one. */
    public void release(int operation, int by, long tick, int reason) {
      if (tick > ticks[operation] || by > releasedBy[operation]) {
        set(operation, by, tick, reason);
      }
    }

    /** Records why an operation can start. */
    public void set(int operation, int by, long tick, int reason) {
      ticks[operation] = tick;
      releasedBy[operation] = by;
      reasons[operation] = reason;
    }

    /** Returns the tick from which an operation can start. */
    public long tick(int operation) {
      return ticks[operation];
    }

    /** Returns why. */
    public int reason(int operation) {
      return reasons[operation];
    }
  }
}

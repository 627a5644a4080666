package io.hopwright.models.messaging.ranks;

import io.hopwright.core.event.CacheLines;
import io.hopwright.models.messaging.jobs.JobTable;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.storage.Slab;
import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Operation;
import java.util.Arrays;

/**
 * Ranks of a partition: the work of their processors, the positions in their programs, and their
 * lists. Ranks have local numbers; those of a node are consecutive in the order of slots. Confined
 * to its partition; 68 B per rank plus the state of its program, and 40 B while it waits.
 */
public final class Ranks {
  /** Status of a rank's program. */
  enum Status {
    /** Its job has not started. */
    NOT_STARTED(0),
    /** It takes its next operation as soon as it can. */
    RUNNING(1),
    /** It waits for requests. */
    WAITING(2),
    /** Its wait is complete; the final work of the wait is next. */
    WAIT_OVER(3),
    /** Its program is over. */
    ENDED(4),
    /** It executes the ready operations of its graph. */
    GRAPH(5),
    /** Its node has failed before it has ended. */
    LOST(6);

    private final int bits;

    Status(int bits) {
      this.bits = bits;
    }
  }

  /** Work of a processor. */
  enum Work {
    NONE(0),
    COMPUTE(1),
    SEND(2),
    RECEIVE(3),
    WAIT_END(4),
    REPLY(5),
    ARRIVAL(6),
    JOIN(7);

    private final int bits;

    Work(int bits) {
      this.bits = bits;
    }
  }

  private static final Status[] STATUSES = Status.values();
  private static final Work[] WORKS = Work.values();

  /** No rank. */
  static final int NONE = 0;

  // Ints of a rank.
  private static final int STATE = 0;
  private static final int NODE = 1;
  private static final int AT = 2;
  private static final int SUBJECT = 3;
  private static final int FOUND = 4;
  private static final int MESSAGES = 5;
  private static final int OPEN = 6;
  private static final int LAST_POSTED = 7;
  private static final int FETCHING = 8;
  private static final int LAST_UNEXPECTED = 9;
  private static final int LAST_ARRIVAL = 10;
  private static final int LAST_REPLY = 11;
  private static final int WAIT = 12;
  private static final int INTS = 13;

  // Its longs before those of its program.
  private static final int BUSY_UNTIL = 0;
  private static final int COMPUTED = 1;
  private static final int PROGRAM = 2;

  // Its state: status (3 bits), work (3), flags (3), job (7), round (16).
  private static final int STATUS_BITS = 7;
  private static final int WORK_SHIFT = 3;
  private static final int WORK_BITS = 7 << WORK_SHIFT;
  private static final int ENDING = 1 << 6;
  private static final int FENCING = 1 << 7;
  private static final int BLOCKING = 1 << 8;
  private static final int JOB_SHIFT = 9;
  private static final int JOB_BITS = 0x7F;
  private static final int ROUND_SHIFT = 16;

  // Words of a wait.
  private static final int BEGAN = 0;
  private static final int WORKED = 1;
  private static final int LAST_COMPLETE_AT = 2;
  private static final int LAST_COMPLETE_AND_AWAITED = 3;

  final int count;
  final int[] firstOfNode;
  final int[] nodes;

  private final BoundProgram[] programs;
  private final int[] ints;
  private final long[] longs;
  private final long[] saved;
  private final Slab waits;

  /** One-sided operations in progress that no statement waits for but a fence; empty until used. */
  private int[] detached = {};

  /**
   * Creates all ranks of some nodes at the beginning of their programs.
   *
   * @param waits has an entry for each waiting rank
   */
  Ranks(JobTable table, int[] nodes, Slab waits) {
    this.nodes = nodes;
    this.waits = waits;
    programs = table.jobs().stream().map(PlacedJob::program).toArray(BoundProgram[]::new);
    firstOfNode = new int[nodes.length + 1];
    int used = 0;
    for (int i = 0; i < nodes.length; i++) {
      final int here = nodes[i] < 0 ? 0 : table.ranksOn(nodes[i]);
      firstOfNode[i + 1] = firstOfNode[i] + here;
      if (here > 0) {
        final int longsOfRank = PROGRAM + programs[table.job(nodes[i])].stride();
        used = Math.addExact(used, Math.multiplyExact(here, longsOfRank));
      }
    }
    count = firstOfNode[nodes.length];
    ints = new int[Math.multiplyExact(INTS, count)];
    longs = new long[used];
    saved = new long[Arrays.stream(programs).mapToInt(BoundProgram::stride).max().orElse(0)];
    int at = 0;
    for (int local = 0; local < nodes.length; local++) {
      for (int r = firstOfNode[local]; r < firstOfNode[local + 1]; r++) {
        final int job = table.job(nodes[local]);
        set(r, STATE, job << JOB_SHIFT);
        set(r, NODE, local);
        set(r, AT, at);
        programs[job].start(
            longs, at + PROGRAM, table.rankAt(nodes[local], r - firstOfNode[local]));
        at += PROGRAM + programs[job].stride();
      }
    }
  }

  /** Returns how many cache lines they have, about. */
  int lines() {
    return CacheLines.of(ints.length / 2 + longs.length);
  }

  /** Reads every cache line, in the order of memory; returns nothing of meaning. */
  long fetch() {
    return CacheLines.read(ints) + CacheLines.read(longs);
  }

  private int get(int r, int what) {
    return ints[r * INTS + what];
  }

  private void set(int r, int what, int value) {
    ints[r * INTS + what] = value;
  }

  private int program(int r) {
    return get(r, AT) + PROGRAM;
  }

  /** Returns the local number of the node it is on. */
  int node(int r) {
    return get(r, NODE);
  }

  int job(int r) {
    return get(r, STATE) >> JOB_SHIFT & JOB_BITS;
  }

  /** Returns its number in its job. */
  int rank(int r) {
    return BoundProgram.rank(longs, program(r));
  }

  Status status(int r) {
    return STATUSES[get(r, STATE) & STATUS_BITS];
  }

  /** Returns whether nothing will come of it any more. */
  boolean isOver(int r) {
    return status(r) == Status.ENDED || status(r) == Status.LOST;
  }

  void setStatus(int r, Status status) {
    set(r, STATE, (get(r, STATE) & ~STATUS_BITS) | status.bits);
  }

  Work work(int r) {
    return WORKS[(get(r, STATE) & WORK_BITS) >> WORK_SHIFT];
  }

  void setWork(int r, Work work) {
    set(r, STATE, (get(r, STATE) & ~WORK_BITS) | work.bits << WORK_SHIFT);
  }

  private boolean has(int r, int flag) {
    return (get(r, STATE) & flag) != 0;
  }

  private void setFlag(int r, int flag, boolean value) {
    set(r, STATE, (get(r, STATE) & ~flag) | (value ? flag : 0));
  }

  /** Returns whether it waits at the end of its program. */
  boolean ending(int r) {
    return has(r, ENDING);
  }

  void setEnding(int r, boolean ending) {
    setFlag(r, ENDING, ending);
  }

  /** Returns whether it waits for all one-sided operations that it has begun. */
  boolean isFencing(int r) {
    return has(r, FENCING);
  }

  void setFencing(int r, boolean fencing) {
    setFlag(r, FENCING, fencing);
  }

  /** Returns whether the operation in flight waits for its request, if it has one. */
  boolean isBlocking(int r) {
    return has(r, BLOCKING);
  }

  void setBlocking(int r, boolean blocking) {
    setFlag(r, BLOCKING, blocking);
  }

  /** Returns how often it has executed its program. */
  int round(int r) {
    return get(r, STATE) >>> ROUND_SHIFT;
  }

  /** Counts a further round of the rank's program; returns the number of rounds. */
  int nextRound(int r) {
    set(r, STATE, get(r, STATE) + (1 << ROUND_SHIFT));
    return round(r);
  }

  /** Returns the tick at which its processor is free again; of a lost rank, at which it was. */
  long busyUntil(int r) {
    return longs[get(r, AT) + BUSY_UNTIL];
  }

  void setBusyUntil(int r, long value) {
    longs[get(r, AT) + BUSY_UNTIL] = value;
  }

  /** Returns the time that it has computed, in ps. */
  long computed(int r) {
    return longs[get(r, AT) + COMPUTED];
  }

  void setComputed(int r, long value) {
    longs[get(r, AT) + COMPUTED] = value;
  }

  /** Returns the transfer, request or arrival on which its processor works. */
  int subject(int r) {
    return get(r, SUBJECT);
  }

  void setSubject(int r, int value) {
    set(r, SUBJECT, value);
  }

  /** Returns the message that it has found for this, or the request of a send. */
  int found(int r) {
    return get(r, FOUND);
  }

  void setFound(int r, int value) {
    set(r, FOUND, value);
  }

  /** Messages that the rank has begun to send. */
  int messages(int r) {
    return get(r, MESSAGES);
  }

  void setMessages(int r, int value) {
    set(r, MESSAGES, value);
  }

  /** Returns its one-sided operations in flight for which no statement waits but a fence. */
  int detached(int r) {
    return detached.length == 0 ? 0 : detached[r];
  }

  void setDetached(int r, int value) {
    if (detached.length == 0) {
      detached = new int[count];
    }
    detached[r] = value;
  }

  /** Returns the first of its open requests. */
  int open(int r) {
    return get(r, OPEN);
  }

  void setOpen(int r, int value) {
    set(r, OPEN, value);
  }

  /** Returns the last of its receives that look for a message; the first one is next to it. */
  int lastPosted(int r) {
    return get(r, LAST_POSTED);
  }

  void setLastPosted(int r, int value) {
    set(r, LAST_POSTED, value);
  }

  /** Returns the first of its receives that wait for data. */
  int fetching(int r) {
    return get(r, FETCHING);
  }

  void setFetching(int r, int value) {
    set(r, FETCHING, value);
  }

  /** Returns the last of its messages that look for a receive; the first one is next to it. */
  int lastUnexpected(int r) {
    return get(r, LAST_UNEXPECTED);
  }

  void setLastUnexpected(int r, int value) {
    set(r, LAST_UNEXPECTED, value);
  }

  /** Returns the last arrival for its processor; the first one is next to it. */
  int lastArrival(int r) {
    return get(r, LAST_ARRIVAL);
  }

  void setLastArrival(int r, int value) {
    set(r, LAST_ARRIVAL, value);
  }

  /** Returns the last transfer that its processor must post; the first one is next to it. */
  int lastReply(int r) {
    return get(r, LAST_REPLY);
  }

  void setLastReply(int r, int value) {
    set(r, LAST_REPLY, value);
  }

  // ---------------------------------------------------------------- its wait

  /** Begins its wait. */
  void beginWait(int r, long tick) {
    assert get(r, WAIT) == NONE : "rank " + rank(r) + " waits already";
    final int wait = waits.take();
    waits.set(wait, BEGAN, tick);
    set(r, WAIT, wait);
  }

  /** Ends its wait, and forgets everything about it. */
  void endWait(int r) {
    waits.free(get(r, WAIT));
    set(r, WAIT, NONE);
  }

  /** Returns the tick at which its wait began. */
  long waitBegan(int r) {
    return waits.get(get(r, WAIT), BEGAN);
  }

  /** Returns the ticks of its wait for which its processor was busy. */
  long waitWork(int r) {
    return waits.get(get(r, WAIT), WORKED);
  }

  void setWaitWork(int r, long value) {
    waits.set(get(r, WAIT), WORKED, value);
  }

  /** Requests that it waits for and that are not complete. */
  int awaited(int r) {
    return waits.low(get(r, WAIT), LAST_COMPLETE_AND_AWAITED);
  }

  void setAwaited(int r, int value) {
    waits.setLow(get(r, WAIT), LAST_COMPLETE_AND_AWAITED, value);
  }

  /** Returns the last completed one of the requests for which it waits. */
  int lastComplete(int r) {
    return waits.high(get(r, WAIT), LAST_COMPLETE_AND_AWAITED);
  }

  /** Returns the tick of that completion. */
  long lastCompleteAt(int r) {
    return waits.get(get(r, WAIT), LAST_COMPLETE_AT);
  }

  void setLastComplete(int r, int request, long tick) {
    waits.setHigh(get(r, WAIT), LAST_COMPLETE_AND_AWAITED, request);
    waits.set(get(r, WAIT), LAST_COMPLETE_AT, tick);
  }

  // ---------------------------------------------------------------- its program

  /** Returns the slot of a rank on its node. */
  int slot(int r) {
    return r - firstOfNode[node(r)];
  }

  /** Puts a rank at the beginning of its program. */
  void restart(int r) {
    programs[job(r)].start(longs, program(r), rank(r));
  }

  /** Returns how many operations a rank has taken since it was put at the beginning. */
  long operations(int r) {
    return programs[job(r)].operations(longs, program(r));
  }

  /** Takes a rank's next operation. */
  void next(int r, Operation operation) {
    programs[job(r)].next(longs, program(r), operation);
  }

  /** Takes a rank's next operation such that {@link #takeBack} may undo it. */
  void peek(int r, Operation operation) {
    final BoundProgram program = programs[job(r)];
    System.arraycopy(longs, program(r), saved, 0, program.stride());
    program.next(longs, program(r), operation);
  }

  /** Undoes the last {@link #peek}. */
  void takeBack(int r) {
    System.arraycopy(saved, 0, longs, program(r), programs[job(r)].stride());
  }
}

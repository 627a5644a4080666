package io.hopwright.models.messaging;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Operation;
import java.util.Arrays;

/**
 * The ranks of a partition: what their processors do, where they are in their programs, and their
 * lists. Ranks have local numbers, those of a node side by side in the order of slots. Confined to
 * its partition; 132 B per rank and what its program takes.
 */
final class Ranks {
  /** What a rank's program is doing. */
  enum Status {
    /** Its job has not started. */
    NOT_STARTED(0),
    /** It takes its next operation as soon as it can. */
    RUNNING(1),
    /** It waits for requests. */
    WAITING(2),
    /** What it waited for is complete; what the wait ends with is next. */
    WAIT_OVER(3),
    /** Its program is over. */
    ENDED(4),
    /** It takes what is ready of its graph. */
    GRAPH(5);

    private final int bits;

    Status(int bits) {
      this.bits = bits;
    }
  }

  /** What a processor is doing. */
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

  /** Nobody. */
  static final int NONE = 0;

  /** The operation under way waits for nothing. */
  static final int NOT_BLOCKING = -1;

  /** Longs of a rank before those of its program. */
  private static final int STRIDE = 16;

  // Longs.
  private static final int BUSY_UNTIL = 0;
  private static final int COMPUTED = 1;
  private static final int WAIT_BEGAN = 2;
  private static final int WAIT_WORK = 3;
  private static final int LAST_COMPLETE_AT = 4;

  // Halves of longs, the low one first.
  private static final int SUBJECT = 10;
  private static final int FOUND = 11;
  private static final int BLOCKING = 12;
  private static final int MESSAGES = 13;
  private static final int OPEN = 14;
  private static final int POSTED = 15;
  private static final int LAST_POSTED = 16;
  private static final int FETCHING = 17;
  private static final int UNEXPECTED = 18;
  private static final int LAST_UNEXPECTED = 19;
  private static final int ARRIVALS = 20;
  private static final int LAST_ARRIVAL = 21;
  private static final int REPLIES = 22;
  private static final int LAST_REPLY = 23;
  private static final int AWAITED = 24;
  private static final int LAST_COMPLETE = 25;
  private static final int ROUND = 26;
  private static final int STATE = 27;
  private static final int NODE = 28;
  private static final int JOB = 29;
  private static final int RANK = 30;
  private static final int DETACHED = 31;

  private static final int STATUS_BITS = 0xF;
  private static final int WORK_SHIFT = 4;
  private static final int WORK_BITS = 0xF0;
  private static final int ENDING = 0x100;
  private static final int FENCING = 0x200;

  final int count;
  final int[] firstOfNode;
  final int[] nodes;

  private final BoundProgram[] programs;
  private final int[] at;
  private final long[] words;
  private final long[] saved;

  Ranks(JobTable table, int[] nodes) {
    this.nodes = nodes;
    programs = table.jobs().stream().map(PlacedJob::program).toArray(BoundProgram[]::new);
    firstOfNode = new int[nodes.length + 1];
    for (int i = 0; i < nodes.length; i++) {
      firstOfNode[i + 1] = firstOfNode[i] + (nodes[i] < 0 ? 0 : table.ranksOn(nodes[i]));
    }
    count = firstOfNode[nodes.length];
    at = new int[count];
    int used = 0;
    for (int local = 0; local < nodes.length; local++) {
      for (int r = firstOfNode[local]; r < firstOfNode[local + 1]; r++) {
        at[r] = used;
        used = Math.addExact(used, STRIDE + programs[table.job(nodes[local])].stride());
      }
    }
    words = new long[used];
    saved = new long[Arrays.stream(programs).mapToInt(BoundProgram::stride).max().orElse(0)];
    for (int local = 0; local < nodes.length; local++) {
      for (int r = firstOfNode[local]; r < firstOfNode[local + 1]; r++) {
        set(r, NODE, local);
        set(r, JOB, table.job(nodes[local]));
        set(r, RANK, table.rankAt(nodes[local], r - firstOfNode[local]));
        restart(r);
      }
    }
  }

  private int get(int r, int half) {
    return (int) (words[at[r] + (half >> 1)] >>> ((half & 1) << 5));
  }

  private void set(int r, int half, int value) {
    final int word = at[r] + (half >> 1);
    final int shift = (half & 1) << 5;
    words[word] = (words[word] & ~(0xFFFFFFFFL << shift)) | (value & 0xFFFFFFFFL) << shift;
  }

  /** Returns the local number of the node it is on. */
  int node(int r) {
    return get(r, NODE);
  }

  int job(int r) {
    return get(r, JOB);
  }

  /** Returns its number in its job. */
  int rank(int r) {
    return get(r, RANK);
  }

  Status status(int r) {
    return STATUSES[get(r, STATE) & STATUS_BITS];
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

  /** Tells whether it waits at the end of its program. */
  boolean ending(int r) {
    return (get(r, STATE) & ENDING) != 0;
  }

  void setEnding(int r, boolean ending) {
    set(r, STATE, (get(r, STATE) & ~ENDING) | (ending ? ENDING : 0));
  }

  /** Tells whether it waits for all one-sided operations that it has begun. */
  boolean isFencing(int r) {
    return (get(r, STATE) & FENCING) != 0;
  }

  void setFencing(int r, boolean fencing) {
    set(r, STATE, (get(r, STATE) & ~FENCING) | (fencing ? FENCING : 0));
  }

  /** Tick at which its processor is free again. */
  long busyUntil(int r) {
    return words[at[r] + BUSY_UNTIL];
  }

  void setBusyUntil(int r, long value) {
    words[at[r] + BUSY_UNTIL] = value;
  }

  /** Time that it has computed, in ps. */
  long computed(int r) {
    return words[at[r] + COMPUTED];
  }

  void setComputed(int r, long value) {
    words[at[r] + COMPUTED] = value;
  }

  /** Tick at which its wait began. */
  long waitBegan(int r) {
    return words[at[r] + WAIT_BEGAN];
  }

  void setWaitBegan(int r, long value) {
    words[at[r] + WAIT_BEGAN] = value;
  }

  /** Ticks of that for which its processor was busy. */
  long waitWork(int r) {
    return words[at[r] + WAIT_WORK];
  }

  void setWaitWork(int r, long value) {
    words[at[r] + WAIT_WORK] = value;
  }

  /** Tick at which lastComplete was. */
  long lastCompleteAt(int r) {
    return words[at[r] + LAST_COMPLETE_AT];
  }

  void setLastCompleteAt(int r, long value) {
    words[at[r] + LAST_COMPLETE_AT] = value;
  }

  /** Transfer, request or arrival that a processor works on. */
  int subject(int r) {
    return get(r, SUBJECT);
  }

  void setSubject(int r, int value) {
    set(r, SUBJECT, value);
  }

  /** What it has found for that. */
  int found(int r) {
    return get(r, FOUND);
  }

  void setFound(int r, int value) {
    set(r, FOUND, value);
  }

  /** Request that the operation under way waits for, perhaps none, or NOT_BLOCKING. */
  int blocking(int r) {
    return get(r, BLOCKING);
  }

  void setBlocking(int r, int value) {
    set(r, BLOCKING, value);
  }

  /** Messages that the rank has begun to send. */
  int messages(int r) {
    return get(r, MESSAGES);
  }

  void setMessages(int r, int value) {
    set(r, MESSAGES, value);
  }

  /** Its one-sided operations under way that no statement waits for but a fence. */
  int detached(int r) {
    return get(r, DETACHED);
  }

  void setDetached(int r, int value) {
    set(r, DETACHED, value);
  }

  /** First of its requests that are open. */
  int open(int r) {
    return get(r, OPEN);
  }

  void setOpen(int r, int value) {
    set(r, OPEN, value);
  }

  /** First of its receives that look for a message, and last. */
  int posted(int r) {
    return get(r, POSTED);
  }

  void setPosted(int r, int value) {
    set(r, POSTED, value);
  }

  int lastPosted(int r) {
    return get(r, LAST_POSTED);
  }

  void setLastPosted(int r, int value) {
    set(r, LAST_POSTED, value);
  }

  /** First of its receives that wait for data. */
  int fetching(int r) {
    return get(r, FETCHING);
  }

  void setFetching(int r, int value) {
    set(r, FETCHING, value);
  }

  /** First of its messages that look for a receive, and last. */
  int unexpected(int r) {
    return get(r, UNEXPECTED);
  }

  void setUnexpected(int r, int value) {
    set(r, UNEXPECTED, value);
  }

  int lastUnexpected(int r) {
    return get(r, LAST_UNEXPECTED);
  }

  void setLastUnexpected(int r, int value) {
    set(r, LAST_UNEXPECTED, value);
  }

  /** First of what is there for its processor, and last. */
  int arrivals(int r) {
    return get(r, ARRIVALS);
  }

  void setArrivals(int r, int value) {
    set(r, ARRIVALS, value);
  }

  int lastArrival(int r) {
    return get(r, LAST_ARRIVAL);
  }

  void setLastArrival(int r, int value) {
    set(r, LAST_ARRIVAL, value);
  }

  /** First transfer that its processor is to post, and last. */
  int replies(int r) {
    return get(r, REPLIES);
  }

  void setReplies(int r, int value) {
    set(r, REPLIES, value);
  }

  int lastReply(int r) {
    return get(r, LAST_REPLY);
  }

  void setLastReply(int r, int value) {
    set(r, LAST_REPLY, value);
  }

  /** Requests that it waits for and that are not complete. */
  int awaited(int r) {
    return get(r, AWAITED);
  }

  void setAwaited(int r, int value) {
    set(r, AWAITED, value);
  }

  /** Of those it waits for, the one that was complete last. */
  int lastComplete(int r) {
    return get(r, LAST_COMPLETE);
  }

  void setLastComplete(int r, int value) {
    set(r, LAST_COMPLETE, value);
  }

  /** How often it has gone through its program. */
  int round(int r) {
    return get(r, ROUND);
  }

  void setRound(int r, int value) {
    set(r, ROUND, value);
  }

  /** Returns the slot of a rank on its node. */
  int slot(int r) {
    return r - firstOfNode[node(r)];
  }

  /** Puts a rank at the beginning of its program. */
  void restart(int r) {
    programs[job(r)].start(words, at[r] + STRIDE, rank(r));
  }

  /** Returns how many operations a rank has taken since it was put at the beginning. */
  long operations(int r) {
    return programs[job(r)].operations(words, at[r] + STRIDE);
  }

  /** Takes a rank's next operation. */
  void next(int r, Operation operation) {
    programs[job(r)].next(words, at[r] + STRIDE, operation);
  }

  /** Takes a rank's next operation such that {@link #takeBack} may undo it. */
  void peek(int r, Operation operation) {
    final BoundProgram program = programs[job(r)];
    System.arraycopy(words, at[r] + STRIDE, saved, 0, program.stride());
    program.next(words, at[r] + STRIDE, operation);
  }

  /** Undoes the last {@link #peek}. */
  void takeBack(int r) {
    System.arraycopy(saved, 0, words, at[r] + STRIDE, programs[job(r)].stride());
  }
}

package io.hopwright.models.messaging;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Operation;
import java.util.Arrays;

/**
 * The ranks of a partition: what their processors do, where they are in their programs, and their
 * lists. Ranks have local numbers, those of a node side by side in the order of slots. Confined to
 * its partition; 140 B per rank and what its program takes.
 */
final class Ranks {
  /** What a rank's program is doing. */
  enum Status {
    /** Its job has not started. */
    NOT_STARTED,
    /** It takes its next operation as soon as it can. */
    RUNNING,
    /** It waits for requests. */
    WAITING,
    /** What it waited for is complete; what the wait ends with is next. */
    WAIT_OVER,
    /** Its program is over. */
    ENDED
  }

  /** What a processor is doing. */
  enum Work {
    NONE,
    COMPUTE,
    SEND,
    RECEIVE,
    WAIT_END,
    REPLY,
    ARRIVAL
  }

  /** Nobody. */
  static final int NONE = 0;

  /** The operation under way waits for nothing. */
  static final int NOT_BLOCKING = -1;

  final int count;
  final int[] firstOfNode;
  final int[] nodes;
  final int[] node;
  final int[] job;
  final int[] rank;

  final BoundProgram[] programs;
  private final long[] words;
  private final int[] wordsAt;
  private final long[] saved;

  final Status[] status;
  final Work[] work;

  /** Transfer, request or arrival that a processor works on. */
  final int[] subject;

  /** What it has found for that. */
  final int[] found;

  /** Request that the operation under way waits for, perhaps none, or NOT_BLOCKING. */
  final int[] blocking;

  final boolean[] ending;
  final long[] busyUntil;
  final long[] computed;
  final int[] round;
  final int[] messages;
  final int[] open;
  final int[] posted;
  final int[] lastPosted;
  final int[] fetching;
  final int[] unexpected;
  final int[] lastUnexpected;
  final int[] arrivals;
  final int[] lastArrival;
  final int[] replies;
  final int[] lastReply;

  /** Requests that a rank waits for and that are not complete. */
  final int[] awaited;

  final long[] waitBegan;
  final long[] waitWork;

  /** The request that was complete last of those waited for. */
  final int[] lastComplete;

  final long[] lastCompleteAt;

  Ranks(JobTable table, int[] nodes) {
    this.nodes = nodes;
    firstOfNode = new int[nodes.length + 1];
    for (int i = 0; i < nodes.length; i++) {
      firstOfNode[i + 1] = firstOfNode[i] + (nodes[i] < 0 ? 0 : table.ranksOn(nodes[i]));
    }
    count = firstOfNode[nodes.length];
    node = new int[count];
    job = new int[count];
    rank = new int[count];
    wordsAt = new int[count];
    programs = table.jobs().stream().map(PlacedJob::program).toArray(BoundProgram[]::new);
    int used = 0;
    int longest = 0;
    for (int local = 0; local < nodes.length; local++) {
      for (int r = firstOfNode[local]; r < firstOfNode[local + 1]; r++) {
        node[r] = local;
        job[r] = table.job(nodes[local]);
        rank[r] = table.rankAt(nodes[local], r - firstOfNode[local]);
        wordsAt[r] = used;
        used += programs[job[r]].stride();
        longest = Math.max(longest, programs[job[r]].stride());
      }
    }
    words = new long[used];
    saved = new long[longest];
    status = new Status[count];
    Arrays.fill(status, Status.NOT_STARTED);
    work = new Work[count];
    Arrays.fill(work, Work.NONE);
    subject = new int[count];
    found = new int[count];
    blocking = new int[count];
    ending = new boolean[count];
    busyUntil = new long[count];
    computed = new long[count];
    round = new int[count];
    messages = new int[count];
    open = new int[count];
    posted = new int[count];
    lastPosted = new int[count];
    fetching = new int[count];
    unexpected = new int[count];
    lastUnexpected = new int[count];
    arrivals = new int[count];
    lastArrival = new int[count];
    replies = new int[count];
    lastReply = new int[count];
    awaited = new int[count];
    waitBegan = new long[count];
    waitWork = new long[count];
    lastComplete = new int[count];
    lastCompleteAt = new long[count];
    for (int r = 0; r < count; r++) {
      restart(r);
    }
  }

  /** Returns the slot of a rank on its node. */
  int slot(int r) {
    return r - firstOfNode[node[r]];
  }

  /** Puts a rank at the beginning of its program. */
  void restart(int r) {
    programs[job[r]].start(words, wordsAt[r], rank[r]);
  }

  /** Returns how many operations a rank has taken since it was put at the beginning. */
  long operations(int r) {
    return programs[job[r]].operations(words, wordsAt[r]);
  }

  /** Takes a rank's next operation. */
  void next(int r, Operation operation) {
    programs[job[r]].next(words, wordsAt[r], operation);
  }

  /** Takes a rank's next operation such that {@link #takeBack} may undo it. */
  void peek(int r, Operation operation) {
    final BoundProgram program = programs[job[r]];
    System.arraycopy(words, wordsAt[r], saved, 0, program.stride());
    program.next(words, wordsAt[r], operation);
  }

  /** Undoes the last {@link #peek}. */
  void takeBack(int r) {
    System.arraycopy(saved, 0, words, wordsAt[r], programs[job[r]].stride());
  }
}

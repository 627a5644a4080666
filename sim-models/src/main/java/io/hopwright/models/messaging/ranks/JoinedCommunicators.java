package io.hopwright.models.messaging.ranks;

import io.hopwright.models.messaging.jobs.Communicators;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.program.Communicator;
import io.hopwright.models.program.Operation;
import java.util.Arrays;

/**
 * Progress of a partition's ranks in communicators: which ranks have joined, and when their nodes
 * join and complete ({@code docs/models/messaging.md}, "Collectives by hardware").
 *
 * <p>Confined to its partition; 24 B for each communicator of each node.
 */
final class JoinedCommunicators {
  private static final int NONE = -1;

  private final Communicators communicators;

  /** Null if the machine has none. */
  private final Transport.Joining unit;

  private final Transport transport;
  private final Requests requests;
  private final int[] nodes;
  private final UnderWay underWay;
  private final int localTicks;

  /** First index of each local node's communicators. */
  private final int[] first;

  /** Number of ranks that have joined, and their requests, linked like posted ones, by index. */
  private final int[] joined;

  private final int[] waiting;

  /** Tick at which the node of each index joins or its ranks are notified, and which of the two. */
  private final long[] due;

  private final boolean[] through;

  /** First index with a due time for each local node; next one for each index. */
  private final int[] timed;

  private final int[] next;

  /** Counter of transfers in flight. */
  @FunctionalInterface
  interface UnderWay {
    /** Reports that the number of pending actions at a node, by its global number, has changed. */
    void add(int node, long change);
  }

  /** Completion of a rank's request. */
  @FunctionalInterface
  interface Completion {
    /** A join of a rank, by its local number, is complete. */
    void complete(int r, int request, long tick);
  }

  /** Creates the state for the nodes of a partition; no rank has joined. */
  JoinedCommunicators(
      Communicators communicators,
      Transport transport,
      Requests requests,
      UnderWay underWay,
      Software software,
      int... nodes) {
    this.communicators = communicators;
    unit = transport instanceof Transport.Joining joining ? joining : null;
    this.transport = transport;
    this.requests = requests;
    this.underWay = underWay;
    localTicks = (int) software.localTicks();
    this.nodes = nodes;
    first = new int[nodes.length + 1];
    for (int node = 0; node < nodes.length; node++) {
      first[node + 1] = first[node] + (nodes[node] < 0 ? 0 : communicators.places(nodes[node]));
    }
    final int places = first[nodes.length];
    joined = new int[places];
    waiting = new int[places];
    due = new long[places];
    through = new boolean[places];
    next = new int[places];
    timed = new int[nodes.length];
    Arrays.fill(timed, NONE);
  }

  /**
   * Returns the place at its node of what an operation joins, {@link Communicators#NONE} if none.
   */
  int find(int node, Operation operation) {
    return communicators.find(nodes[node], operation);
  }

  /** Returns the number of the communicator at a place of a node. */
  int number(int node, int place) {
    return communicators.number(nodes[node], place);
  }

  /** Returns who a communicator is made of. */
  Communicator communicator(int node, int place) {
    return communicators.get(number(node, place));
  }

  /** Phase 2: records that a rank has joined; {@code r} receives the completion. */
  void join(int node, int place, int r, int request, long tick) {
    final int at = first[node] + place;
    requests.setNextPosted(request, joined[at] == 0 ? Requests.NONE : waiting[at]);
    requests.setPosted(request, r);
    waiting[at] = request;
    joined[at]++;
    final int members = communicators.members(nodes[node], place);
    if (joined[at] < members) {
      return;
    }
    if (members == 1) {
      unit.join(node, place, tick);
    } else {
      dueLater(node, place, false, tick);
    }
  }

  private void due(int node, int place, boolean isThrough, long tick) {
    final int at = first[node] + place;
    underWay.add(nodes[node], 1);
    due[at] = tick;
    through[at] = isThrough;
    next[at] = timed[node];
    timed[node] = place;
  }

  /** Phase 1: records that a node has completed; it acts in this tick. */
  void through(int node, int place, long tick) {
    if (communicators.members(nodes[node], place) == 1) {
      due(node, place, true, tick);
    } else {
      dueLater(node, place, true, tick);
    }
  }

  /** Lets the ranks of a node meet in its memory. */
  private void dueLater(int node, int place, boolean isThrough, long tick) {
    due(node, place, isThrough, tick + localTicks);
    transport.wakeAt(tick + localTicks, node);
  }

  /** Phase 2, before messages become visible: performs the actions due in this tick. */
  void act(int node, long tick, Completion completion) {
    int place = timed[node];
    timed[node] = NONE;
    while (place != NONE) {
      final int at = first[node] + place;
      final int after = next[at];
      if (due[at] > tick) {
        next[at] = timed[node];
        timed[node] = place;
      } else {
        underWay.add(nodes[node], -1);
        meet(node, place, tick, completion);
      }
      place = after;
    }
  }

  /** Performs the due action of an index. */
  private void meet(int node, int place, long tick, Completion completion) {
    if (through[first[node] + place]) {
      complete(first[node] + place, tick, completion);
    } else if (place < communicators.several(nodes[node])) {
      unit.join(node, place, tick);
    } else {
      dueLater(node, place, true, tick);
    }
  }

  /** Phase 2: drops the joins of a node that fails; they will not complete. */
  void lose(int node) {
    Arrays.fill(joined, first[node], first[node + 1], 0);
    for (int place = timed[node]; place != NONE; place = next[first[node] + place]) {
      underWay.add(nodes[node], -1);
    }
    timed[node] = NONE;
  }

  private void complete(int at, long tick, Completion completion) {
    joined[at] = 0;
    int after;
    for (int request = waiting[at]; request != Requests.NONE; request = after) {
      after = requests.nextPosted(request);
      completion.complete((int) requests.posted(request), request, tick);
    }
  }
}

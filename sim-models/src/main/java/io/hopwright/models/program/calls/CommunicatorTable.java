package io.hopwright.models.program.calls;

import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.calls.CallLog.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Members of all communicators. The {@code k}-th call at each member that creates communicators
 * from a communicator belongs to the {@code k}-th at all others, so that one pass over all ranks
 * finds the result.
 */
final class CommunicatorTable {
  private final List<CallLog> logs;

  /** Communicators by rank and number in its log; null where the rank is not a member. */
  private final Made[][] of;

  /** Communicators by rank and index of a handle. */
  private final Made[][] named;

  /** The current entry, by rank. */
  private final int[] next;

  /** Number of communicators that each rank's log has created so far. */
  private final int[] made;

  private int communicators = 1;
  private final Map<Long, Meeting> meetings = new HashMap<>();

  /**
   * Communicator: its number, and its members as ranks of the job, in the order of their ranks in
   * it.
   */
  static final class Made {
    final int number;
    final int[] ranks;
    private final Map<Integer, Integer> indices = new HashMap<>();

    /** Number of communicators that a member has already created from this one. */
    private final int[] parted;

    private Made(int number, int... ranks) {
      this.number = number;
      this.ranks = ranks;
      parted = new int[ranks.length];
      for (int index = 0; index < ranks.length; index++) {
        indices.put(ranks[index], index);
      }
    }

    /** Returns whether a rank can mean it by a handle. */
    boolean is(int rank, CallLog.Handle handle) {
      return ranks.length == handle.size() && index(rank) == handle.index();
    }

    /**
     * Returns the rank of the job that an entry names.
     *
     * @throws ProgramException if there are fewer members
     */
    int rank(int member, CallLog log, int entry) {
      if (member >= ranks.length) {
        throw new ProgramException(
            "%s: names rank %s of a communicator of %s ranks"
                .formatted(log.at(entry), member, ranks.length));
      }
      return ranks[member];
    }

    /** Returns a member's rank in the communicator; −1 if it is not a member. */
    int index(int rank) {
      return indices.getOrDefault(rank, -1);
    }
  }

  /** Call that creates communicators, and the ranks that have reached it. */
  private static final class Meeting {
    private final List<int[]> came = new ArrayList<>();
  }

  /**
   * Resolves all communicators.
   *
   * @throws ProgramException if members do not all come to a call
   */
  CommunicatorTable(List<CallLog> logs) {
    this.logs = logs;
    final int ranks = logs.size();
    of = new Made[ranks][];
    named = new Made[ranks][];
    next = new int[ranks];
    made = new int[ranks];
    final int[] all = new int[ranks];
    Arrays.setAll(all, rank -> rank);
    final Made world = new Made(0, all);
    final List<Made> defined = new ArrayList<>();
    for (int[] members : ranks == 0 ? List.<int[]>of() : logs.get(0).defined()) {
      defined.add(Arrays.equals(members, all) ? world : new Made(communicators++, members));
    }
    final Deque<Integer> ready = new ArrayDeque<>();
    for (int rank = 0; rank < ranks; rank++) {
      of[rank] = new Made[logs.get(rank).communicators()];
      named[rank] = new Made[logs.get(rank).handles()];
      of[rank][CallLog.WORLD] = world;
      of[rank][CallLog.SELF] = new Made(communicators++, rank);
      for (int i = 0; i < defined.size(); i++) {
        final Made one = defined.get(i);
        of[rank][CallLog.FIRST_DEFINED + i] = one.index(rank) >= 0 ? one : null;
      }
      made[rank] = CallLog.FIRST_DEFINED + defined.size();
      ready.add(rank);
    }
    while (!ready.isEmpty()) {
      advance(ready.remove(), ready);
    }
    for (int rank = 0; rank < ranks; rank++) {
      if (next[rank] < logs.get(rank).count()) {
        throw new ProgramException(
            logs.get(rank).at(next[rank])
                + ": creates a communicator without calls of other members; the trace is not"
                + " complete");
      }
    }
  }

  /**
   * Returns the communicator of an entry.
   *
   * @param log all calls of the rank, or a part of them
   */
  Made of(int rank, CallLog log, int entry) {
    final int communicator = log.communicator(entry);
    final int handle = CallLog.handle(communicator);
    final Made found = handle < 0 ? of[rank][communicator] : named[rank][handle];
    if (found == null) {
      throw new ProgramException(
          log.at(entry) + ": uses a communicator, but its rank is not a member");
    }
    return found;
  }

  /** Finds the communicator of a handle where it is used first: all made before are known. */
  private void name(int rank, int entry) {
    final int handle = CallLog.handle(logs.get(rank).communicator(entry));
    if (handle < 0 || named[rank][handle] != null) {
      return;
    }
    final CallLog.Handle asked = logs.get(rank).handleAt(handle);
    for (int number = 2; number < made[rank] && named[rank][handle] == null; number++) {
      final Made candidate = of[rank][number];
      if (candidate != null
          && candidate.is(rank, asked)
          && !Arrays.asList(named[rank]).contains(candidate)) {
        named[rank][handle] = candidate;
      }
    }
    for (int number = 0; number < 2 && named[rank][handle] == null; number++) {
      named[rank][handle] = of[rank][number].is(rank, asked) ? of[rank][number] : null;
    }
    if (named[rank][handle] == null) {
      throw new ProgramException(
          ("%s: uses communicator %s, in which its rank is rank %s of %s: no earlier"
                  + " call creates such a communicator in a way that the trace records, and the"
                  + " trace has %s ranks")
              .formatted(
                  logs.get(rank).at(entry),
                  asked.value(),
                  asked.index(),
                  asked.size(),
                  logs.size()));
    }
  }

  /** Goes on to the rank's next call that makes a communicator. */
  private void advance(int rank, Deque<Integer> ready) {
    final CallLog log = logs.get(rank);
    while (next[rank] < log.count()) {
      name(rank, next[rank]);
      final Kind kind = log.kind(next[rank]);
      if (kind == Kind.SPLIT || kind == Kind.CREATE) {
        final Made parent = of(rank, log, next[rank]);
        final int index = parent.index(rank);
        final long key = (long) parent.number << Integer.SIZE | parent.parted[index]++;
        final Meeting meeting = meetings.computeIfAbsent(key, unseen -> new Meeting());
        meeting.came.add(new int[] {index, rank, next[rank]});
        if (meeting.came.size() == parent.ranks.length) {
          meetings.remove(key);
          meet(meeting, parent);
          meeting.came.forEach(
              one -> {
                next[one[1]]++;
                ready.add(one[1]);
              });
        }
        return;
      }
      next[rank]++;
    }
  }

  private void meet(Meeting meeting, Made parent) {
    final int[] first = meeting.came.get(0);
    final Kind kind = logs.get(first[1]).kind(first[2]);
    final Map<Integer, List<int[]>> parts = new TreeMap<>();
    meeting.came.sort(Comparator.comparingInt((int[] one) -> one[0]));
    for (int[] one : meeting.came) {
      final CallLog log = logs.get(one[1]);
      if (log.kind(one[2]) != kind) {
        throw new ProgramException(
            "%s: creates a communicator by another call than %s; the trace is not complete"
                .formatted(log.at(one[2]), logs.get(first[1]).at(first[2])));
      }
      if (kind == Kind.SPLIT && color(one) != CallLog.NO_COLOR) {
        parts.computeIfAbsent(color(one), unseen -> new ArrayList<>()).add(one);
      }
    }
    if (kind == Kind.CREATE) {
      create(meeting, parent);
      meeting.came.forEach(one -> made[one[1]]++);
      return;
    }
    for (List<int[]> part : parts.values()) {
      // Members are in the order of their ranks, which a stable sort keeps for equal keys.
      part.sort(Comparator.comparingInt(this::key));
      final Made child = new Made(communicators++, part.stream().mapToInt(one -> one[1]).toArray());
      part.forEach(one -> of[one[1]][made[one[1]]] = child);
    }
    meeting.came.forEach(one -> made[one[1]]++);
  }

  private int color(int... one) {
    final int[] grid = logs.get(one[1]).entries(one[2]);
    return grid == null ? logs.get(one[1]).peer(one[2]) : position(one[0], false, grid);
  }

  private int key(int... one) {
    final int[] grid = logs.get(one[1]).entries(one[2]);
    return grid == null ? logs.get(one[1]).tag(one[2]) : position(one[0], true, grid);
  }

  /** Returns the position in the dimensions that remain, or in the others. */
  private static int position(int index, boolean remaining, int... grid) {
    final int dimensions = grid.length / 2;
    int rest = index;
    int position = 0;
    int stride = 1;
    for (int d = dimensions - 1; d >= 0; d--) {
      final int size = Math.max(grid[d], 1);
      if (remaining == (grid[dimensions + d] != 0)) {
        position += rest % size * stride;
        stride *= size;
      }
      rest /= size;
    }
    return position;
  }

  /** Members that name equal lists of ranks are in one communicator. */
  private void create(Meeting meeting, Made parent) {
    final Map<List<Integer>, Made> children = new HashMap<>();
    for (int[] one : meeting.came) {
      final int[] list = logs.get(one[1]).entries(one[2]);
      final int[] ranks = list.length == 0 ? parent.ranks : new int[list.length];
      for (int i = 0; i < list.length; i++) {
        if (list[i] < 0 || list[i] >= parent.ranks.length) {
          throw new ProgramException(
              "%s: names rank %s of a communicator of %s ranks"
                  .formatted(logs.get(one[1]).at(one[2]), list[i], parent.ranks.length));
        }
        ranks[i] = parent.ranks[list[i]];
      }
      final Made child =
          children.computeIfAbsent(
              Arrays.stream(ranks).boxed().toList(), unseen -> new Made(communicators++, ranks));
      of[one[1]][made[one[1]]] = child.index(one[1]) >= 0 ? child : null;
    }
  }
}

package io.hopwright.models.program.calls;

import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.IntPair;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.calls.CallLog.Kind;
import io.hopwright.models.program.calls.CommunicatorTable.Made;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.collectives.Step;
import io.hopwright.models.program.collectives.StepWindow;
import io.hopwright.models.program.graph.GraphBuilder;
import io.hopwright.models.program.trace.TracedProgram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builder of graphs from the calls of all ranks (docs/models/traces.md, "MPI calls"). */
final class CallGraphs implements TracedProgram.Graphs<CallLog> {
  /** Times are in ps. */
  private static final int UNIT = 1;

  private static final int NONE = -1;

  /** Tags of the world are those of the trace up to here; others get numbers from here on. */
  private static final int OWN_TAGS = 1 << 24;

  private static final int COLLECTIVE_TAGS = OperationGraph.COLLECTIVE_TAGS;

  /** Messages in flight of collectives with a size for each member. */
  private static final int WINDOW = 32;

  private final CommunicatorTable communicators;
  private final Map<Collective, Algorithm> how;
  private final GraphBuilder builder;
  private final Step step = new Step();

  /** Meetings by communicator and the number of earlier collectives in it. */
  private final Map<Long, Meeting> meetings = new HashMap<>();

  /** Kept messages of which the other half is left out. */
  private final HalfMessages halves;

  /** Numbers of tags, by communicator and tag of the trace. */
  private final Map<Long, Integer> numbers = new HashMap<>();

  private long collectiveTags = COLLECTIVE_TAGS;

  // Of the rank whose graph is being made.
  private CallLog log;
  private int rank;
  private int[] operations;
  private int before;
  private boolean beforeGoesOn;

  /** Collective call: the arguments on which all members agree. */
  private static final class Meeting {
    private final Collective collective;
    private final int root;
    private final boolean blocks;
    private final String at;
    private long bytes;
    private boolean leftOut;
    private int came;
    private int tag = NONE;

    Meeting(CallLog log, int entry) {
      collective = log.collective(entry);
      root = log.peer(entry);
      blocks = log.blocks(entry) != null;
      at = log.at(entry);
    }
  }

  /**
   * Creates a builder for some ranks.
   *
   * @param logs of the ranks: at least what {@link CallLog#agreed} has
   * @param keeps whether graphs are valid after that of the next rank is built
   * @throws ProgramException if ranks disagree about a collective
   */
  CallGraphs(
      List<CallLog> logs,
      CommunicatorTable communicators,
      Map<Collective, Algorithm> how,
      boolean keeps) {
    builder = new GraphBuilder(UNIT, !keeps);
    this.communicators = communicators;
    this.how = how;
    for (rank = 0; rank < logs.size(); rank++) {
      log = logs.get(rank);
      meet();
    }
    for (Meeting meeting : meetings.values()) {
      if (meeting.came > 0) {
        throw new ProgramException(
            "%s: %s, which %s members do not call; the trace is not complete"
                .formatted(meeting.at, meeting.collective.word(), meeting.came));
      }
    }
    halves = HalfMessages.of(logs, communicators);
  }

  /**
   * Returns the graph of a rank.
   *
   * @param itsLog all calls of the rank
   */
  @Override
  public OperationGraph graph(int itsRank, CallLog itsLog) {
    rank = itsRank;
    log = itsLog;
    return graph();
  }

  private static long key(int communicator, int number) {
    return IntPair.of(communicator, number);
  }

  /** Notes the collectives of a rank. */
  private void meet() {
    final Map<Integer, Integer> done = new HashMap<>();
    for (int entry = 0; entry < log.count(); entry++) {
      if (log.kind(entry) == Kind.COLLECTIVE) {
        final int at = entry;
        final Made made = communicators.of(rank, log, entry);
        final int number = done.merge(made.number, 1, Integer::sum) - 1;
        final Meeting meeting =
            meetings.computeIfAbsent(
                key(made.number, number),
                unseen -> {
                  final Meeting first = new Meeting(log, at);
                  first.came = made.ranks.length;
                  return first;
                });
        meeting.came--;
        meeting.leftOut |= log.isLeftOut(entry);
        meeting.bytes = Math.max(meeting.bytes, log.size(entry));
        if (meeting.collective != log.collective(entry)
            || meeting.blocks != (log.blocks(entry) != null)
            || (meeting.collective.hasRoot() && meeting.root != log.peer(entry))) {
          throw new ProgramException(
              "%s: %s with root %s, but another member calls %s with root %s (%s)"
                  .formatted(
                      log.at(entry),
                      log.collective(entry).word(),
                      log.peer(entry),
                      meeting.collective.word(),
                      meeting.root,
                      meeting.at));
        }
        if (meeting.collective.hasRoot()
            && (meeting.root < 0 || meeting.root >= made.ranks.length)) {
          throw new ProgramException(
              "%s: %s has root %s of %s members"
                  .formatted(
                      log.at(entry), meeting.collective.word(), meeting.root, made.ranks.length));
        }
      }
    }
  }

  private OperationGraph graph() {
    builder.clear();
    operations = new int[log.count()];
    before = NONE;
    final Map<Integer, Integer> done = new HashMap<>();
    for (int entry = 0; entry < log.count(); entry++) {
      final Kind kind = log.kind(entry);
      if (kind == Kind.COLLECTIVE) {
        final Made made = communicators.of(rank, log, entry);
        final int number = done.merge(made.number, 1, Integer::sum) - 1;
        if (!log.isLeftOut(entry)) {
          collective(entry, made, meetings.get(key(made.number, number)));
        }
        continue;
      }
      if (log.isLeftOut(entry)) {
        operations[entry] = NONE;
        continue;
      }
      switch (kind) {
        case COMPUTE -> operations[entry] = calc(log.size(entry), entry);
        case SEND, RECEIVE ->
            operations[entry] = halves.has(rank, entry) ? calc(0, entry) : message(entry);
        case WAIT -> await(entry);
        default -> operations[entry] = calc(0, entry);
      }
    }
    return builder.graph();
  }

  private void await(int entry) {
    operations[entry] = calc(0, entry);
    for (int on : log.entries(entry)) {
      if (operations[on] != NONE) {
        builder.depend(operations[entry], operations[on], false);
      }
    }
  }

  private int calc(long picoseconds, int entry) {
    return follow(
        builder.add(OperationGraph.CALC, 0, picoseconds, 0, 0, 0, log.line(entry)), false);
  }

  /** Adds an operation behind the one before it. */
  private int follow(int number, boolean goesOn) {
    if (before != NONE) {
      builder.depend(number, before, beforeGoesOn);
    }
    before = number;
    beforeGoesOn = goesOn;
    return number;
  }

  private int message(int entry) {
    final Made made = communicators.of(rank, log, entry);
    final int peer = log.peer(entry);
    final boolean send = log.kind(entry) == Kind.SEND;
    return follow(
        builder.add(
            send ? OperationGraph.SEND : OperationGraph.RECEIVE,
            peer == CallLog.ANY ? OperationGraph.ANY : made.rank(peer, log, entry),
            log.size(entry),
            tag(made.number, log.tag(entry), entry),
            0,
            0,
            log.line(entry)),
        log.goesOn(entry));
  }

  /** Returns a tag that no other communicator has. */
  private int tag(int communicator, int tag, int entry) {
    if (tag == CallLog.ANY || (communicator == 0 && tag < OWN_TAGS)) {
      return tag;
    }
    final int number =
        numbers.computeIfAbsent(key(communicator, tag), unseen -> OWN_TAGS + numbers.size());
    if (number >= COLLECTIVE_TAGS) {
      throw new ProgramException(
          log.at(entry) + ": more than 2^30 tags of communicators; use a shorter trace");
    }
    return number;
  }

  // ---------------------------------------------------------------- collectives

  private void collective(int entry, Made made, Meeting meeting) {
    operations[entry] = calc(0, entry);
    final int members = made.ranks.length;
    if (members < 2 || meeting.leftOut) {
      return;
    }
    final int index = made.index(rank);
    final boolean vector = meeting.blocks;
    final Algorithm algorithm =
        vector ? null : meeting.collective.ofMessages(how, members, meeting.bytes);
    final int steps = vector ? 2 * members : algorithm.steps(members, meeting.bytes);
    if (meeting.tag == NONE) {
      meeting.tag = (int) collectiveTags;
      collectiveTags += steps;
    }
    if (collectiveTags > Integer.MAX_VALUE) {
      throw new ProgramException(
          log.at(entry) + ": the steps of collectives are 2^30 or more; use a shorter trace");
    }
    if (vector) {
      vector(entry, made, meeting, index);
      return;
    }
    final StepWindow open = new StepWindow(algorithm, members, meeting.bytes);
    for (int k = 0; k < steps; k++) {
      await(open.before(k), entry);
      step.fill(algorithm, k, index, members, meeting.root, meeting.bytes);
      if (step.receiveFrom() != Step.NOBODY) {
        final int from = made.ranks[step.receiveFrom()];
        open.add(add(false, from, step.receiveBytes(), meeting.tag + k, entry));
      }
      if (step.sendTo() != Step.NOBODY) {
        final int tag = meeting.tag + step.sendTag();
        open.add(add(true, made.ranks[step.sendTo()], step.sendBytes(), tag, entry));
      }
    }
    for (List<Integer> left : open.atLast()) {
      await(left, entry);
    }
    final int first = operations[entry];
    builder.mark(new CollectiveMark(algorithm, members, meeting.bytes, first, before));
  }

  private int add(boolean send, int peer, long bytes, int tag, int entry) {
    return follow(
        builder.add(
            send ? OperationGraph.SEND : OperationGraph.RECEIVE,
            peer,
            bytes,
            tag,
            0,
            0,
            log.line(entry)),
        true);
  }

  private void await(List<Integer> open, int entry) {
    if (!open.isEmpty()) {
      final int wait = calc(0, entry);
      open.forEach(operation -> builder.depend(wait, operation, false));
      open.clear();
    }
  }

  /** Adds a collective with a size for each member; blocks of 0 B are not sent. */
  private void vector(int entry, Made made, Meeting meeting, int index) {
    final long[] blocks = log.blocks(entry);
    final int members = made.ranks.length;
    final List<Integer> open = new ArrayList<>();
    switch (meeting.collective) {
      case ALLTOALL -> {
        require(entry, blocks.length == 2 * members, members);
        for (int q = 1; q < members; q++) {
          final int from = (index + q) % members;
          final int to = (index - q + members) % members;
          block(open, false, made.ranks[from], blocks[members + from], meeting.tag, entry);
          block(open, true, made.ranks[to], blocks[to], meeting.tag, entry);
          if (q % WINDOW == 0) {
            await(open, entry);
          }
        }
      }
      case ALLGATHER -> {
        require(entry, blocks.length == members, members);
        final int next = made.ranks[(index + 1) % members];
        final int last = made.ranks[(index - 1 + members) % members];
        for (int k = 0; k < members - 1; k++) {
          final int own = (index - k + members) % members;
          final int others = (index - k - 1 + members) % members;
          block(open, false, last, blocks[others], meeting.tag + k, entry);
          block(open, true, next, blocks[own], meeting.tag + k, entry);
          await(open, entry);
        }
      }
      case REDUCE_SCATTER -> {
        require(entry, blocks.length == members, members);
        for (int q = 1; q < members; q++) {
          final int to = (index + q) % members;
          final int from = made.ranks[(index - q + members) % members];
          block(open, false, from, blocks[index], meeting.tag + q, entry);
          block(open, true, made.ranks[to], blocks[to], meeting.tag + q, entry);
          await(open, entry);
        }
      }
      default -> {
        final boolean gather = meeting.collective == Collective.GATHER;
        if (index == meeting.root) {
          require(entry, blocks.length == members, members);
          for (int member = 0; member < members; member++) {
            if (member != index) {
              block(open, !gather, made.ranks[member], blocks[member], meeting.tag, entry);
            }
          }
        } else {
          final int root = made.ranks[meeting.root];
          block(open, gather, root, log.size(entry), meeting.tag, entry);
        }
      }
    }
    await(open, entry);
  }

  private void require(int entry, boolean holds, int members) {
    if (!holds) {
      throw new ProgramException(
          "%s: the number of sizes differs from the %s members of its communicator"
              .formatted(log.at(entry), members));
    }
  }

  private void block(List<Integer> open, boolean send, int peer, long bytes, int tag, int entry) {
    if (bytes > 0) {
      open.add(add(send, peer, bytes, tag, entry));
    }
  }
}

package io.hopwright.models.program.goal;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.graph.GraphBuilder;
import io.hopwright.models.program.graph.PackedGraph;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * Builder of graphs from sequential programs (docs/models/goal.md, "From programs"). Confined to
 * one thread.
 */
final class StatementGraph {
  /** Tags of collectives begin here. */
  private static final int COLLECTIVE_TAGS = OperationGraph.COLLECTIVE_TAGS;

  private static final long KIB = 1_024;
  private static final int NONE = -1;
  private static final int WATCHED = (1 << 16) - 1;

  private final BoundProgram program;
  private final boolean expand;
  private final long reduce;
  private final long most;
  private final Walk.Watch watch;
  private final Operation operation = new Operation();
  private long operations;
  private long rounded;

  /** Position of tags that collectives need, or of wildcard receives; null if there are none. */
  private String tags;

  private boolean collectives;

  /** Operations of open requests, by their numbers. */
  private final Map<Integer, Integer> open = new HashMap<>();

  private GraphBuilder builder;
  private int before;
  private boolean beforeGoesOn;

  /**
   * Prepares the operations of one program.
   *
   * @param expand whether collectives are allowed
   * @param reduce ns to reduce 1 KiB
   * @param most largest number of operations of all ranks; more are an error
   * @param watch receives the progress
   */
  StatementGraph(BoundProgram program, boolean expand, long reduce, long most, Walk.Watch watch) {
    this.watch = watch;
    this.program = program;
    this.expand = expand;
    this.reduce = reduce;
    this.most = most;
  }

  /** Returns how many compute times were not a multiple of the unit. */
  long rounded() {
    return rounded;
  }

  /**
   * Adds what a rank does.
   *
   * @throws ProgramException if a graph cannot do it
   * @throws CancellationException if the watch ends it
   */
  void build(int rank, GraphBuilder to) {
    builder = to;
    final long unit = to.unit();
    before = NONE;
    open.clear();
    long rest = 0;
    CollectiveMark call = null;
    final long[] state = new long[program.stride()];
    program.start(state, 0, rank);
    while (true) {
      program.next(state, 0, operation);
      if (call != null && !operation.isOfCollective()) {
        to.mark(
            new CollectiveMark(
                call.algorithm(), call.members(), call.bytes(), call.first(), before));
        call = null;
      }
      if (operation.kind() == Operation.Kind.END) {
        break;
      }
      if (++operations > most) {
        throw cannot("the ranks perform more than " + most + " operations; use fewer");
      }
      if ((operations & WATCHED) == 0 && !watch.goOn(rank, operations)) {
        throw new CancellationException("ended after " + operations + " operations");
      }
      switch (operation.kind()) {
        case COMPUTE -> {
          final long part = operation.picoseconds() % unit;
          rounded += part == 0 ? 0 : 1;
          calc(operation.picoseconds() / unit + (rest + part) / unit);
          rest = (rest + part) % unit;
        }
        case REDUCE -> {
          final long part = operation.bytes() % KIB * reduce;
          final long time = operation.bytes() / KIB * reduce + (part + KIB - 1) / KIB;
          calc(time * (PackedGraph.NANOSECOND / unit));
        }
        case SEND -> message(OperationGraph.SEND, operation.bytes());
        case RECEIVE ->
            message(
                OperationGraph.RECEIVE, operation.bytes() == Operation.ANY ? 0 : operation.bytes());
        case SYNC_SEND -> throw cannot("GOAL has no synchronous send; use isend");
        case ONE_SIDED ->
            throw cannot(
                "GOAL has no " + operation.primitive().word() + "; use sends and receives");
        case FENCE -> throw cannot("GOAL has no " + Primitive.FENCE + "; leave it out");
        case COLLECTIVE -> {
          if (!expand) {
            throw cannot(
                "GOAL has no "
                    + operation.collective().word()
                    + "; --expand-collectives writes its messages");
          }
          collectives = true;
          final int first = calc(0);
          if (operation.members() > 1) {
            call =
                new CollectiveMark(
                    operation.algorithm(), operation.members(), operation.bytes(), first, first);
          }
        }
        case JOIN -> throw cannot("GOAL has no collectives by hardware; use another algorithm");
        case WAIT -> {
          final int wait = calc(0);
          for (int i = 0; i < operation.requests(); i++) {
            final Integer on = open.remove(operation.request() + i);
            if (on != null) {
              builder.depend(wait, on, false);
            }
          }
        }
        case WAIT_ALL -> {
          final int wait = calc(0);
          open.values().stream().sorted().forEach(on -> builder.depend(wait, on, false));
          open.clear();
        }
        default -> throw new IllegalStateException(operation.toString());
      }
    }
    if (collectives && tags != null) {
      throw new ProgramException(
          tags
              + ": messages of collectives have tags from "
              + COLLECTIVE_TAGS
              + " on in GOAL, and no separate context; use other tags");
    }
  }

  private ProgramException cannot(String what) {
    return new ProgramException(program.program().at(operation.line()) + ": " + what);
  }

  private int calc(long time) {
    final long nanoseconds = time / (PackedGraph.NANOSECOND / builder.unit());
    if (nanoseconds > GoalText.MOST_NANOSECONDS) {
      throw cannot(nanoseconds + " ns; a calc has at most " + GoalText.MOST_NANOSECONDS);
    }
    return follow(builder.add(OperationGraph.CALC, 0, time, 0, 0, 0, 0), false);
  }

  private void message(int kind, long bytes) {
    final boolean collective = operation.context() == Operation.COLLECTIVES;
    if (!collective && (operation.tag() < 0 || operation.tag() >= COLLECTIVE_TAGS)) {
      tags = tags == null ? program.program().at(operation.line()) : tags;
    }
    final int tag = collective ? COLLECTIVE_TAGS + operation.tag() : operation.tag();
    final boolean goesOn = operation.request() != Operation.BLOCKING;
    final int number = follow(builder.add(kind, operation.peer(), bytes, tag, 0, 0, 0), goesOn);
    if (goesOn) {
      open.put(operation.request(), number);
    }
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
}

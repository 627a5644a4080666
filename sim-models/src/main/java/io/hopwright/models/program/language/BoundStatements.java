package io.hopwright.models.program.language;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.IntPair;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.ProgramException;
import java.util.function.IntToLongFunction;

/** Statements bound to a number of ranks. Immutable. */
@SuppressWarnings("ArrayRecordComponent") // nobody changes or compares it
record BoundStatements(Statements program, Job job, int stride, Instruction[] code)
    implements BoundProgram {
  @Override
  public IntToLongFunction leastOperations() {
    return new LeastOperations(this)::of;
  }

  @Override
  public void start(long[] state, int at, int rank) {
    java.util.Arrays.fill(state, at, at + stride, 0);
    state[at] = IntPair.of(rank, 0);
  }

  @Override
  public long operations(long[] state, int at) {
    return state[at + RankMemory.OPERATIONS];
  }

  @Override
  public void next(long[] state, int at, Operation operation) {
    try {
      for (int silent = 0; silent < MOST_SILENT; silent++) {
        final int number = IntPair.high(state[at]);
        state[at] += 1L << Integer.SIZE;
        final Instruction instruction = code[number];
        if (instruction.execute(state, at, operation)) {
          operation.count(state[at + RankMemory.OPERATIONS]++, instruction.line());
          return;
        }
      }
    } catch (RankFailure e) {
      throw new ProgramException(program.message(e.place(), who(state, at), e.getMessage()));
    }
    throw new ProgramException(
        program.at(code[IntPair.high(state[at])].line())
            + ": %s%s statements without an operation; shorten the loop, or add an operation"
                .formatted(who(state, at), MOST_SILENT));
  }

  private static String who(long[] state, int at) {
    return "rank " + RankMemory.rank(state, at) + ": ";
  }
}

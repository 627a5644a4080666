package io.hopwright.models.program.graph;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.IntPair;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Graphs of a job. The long of a rank holds its number (low half) and the number of operations
 * returned so far. Immutable.
 */
record BoundGraph(GraphProgram program, Job job) implements BoundProgram {
  @Override
  public int stride() {
    return 1;
  }

  @Override
  public long bytes() {
    return IntStream.range(0, job.ranks()).mapToLong(rank -> graph(rank).runBytes()).sum();
  }

  @Override
  public OperationGraph graph(int rank) {
    return program.graph(rank);
  }

  @Override
  public IntToLongFunction leastOperations() {
    return rank -> (long) graph(rank).operations();
  }

  @Override
  public void start(long[] state, int at, int rank) {
    state[at] = IntPair.of(rank, 0);
  }

  @Override
  public long operations(long[] state, int at) {
    return IntPair.high(state[at]);
  }

  @Override
  public void next(long[] state, int at, Operation operation) {
    final OperationGraph graph = program.graph(IntPair.low(state[at]));
    final int number = IntPair.high(state[at]);
    graph.fill(number, operation);
    if (number <= graph.operations()) {
      state[at] += 1L << Integer.SIZE;
    }
  }
}

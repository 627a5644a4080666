package io.hopwright.runner.command.trace;

import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.OperationLimit;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.graph.GraphSink;
import java.util.concurrent.CancellationException;

/**
 * Receiver of the graphs of ranks that limits the number of their operations, and ends on request.
 */
abstract class WatchedGraphs implements GraphSink {
  private final String name;
  private final long most;
  private final Walk.Watch watch;
  private int ranks;
  private int done;
  private long operations;

  /**
   * Creates a receiver.
   *
   * @param name name of the file, for messages
   * @param most largest number of operations of all ranks
   */
  WatchedGraphs(String name, long most, Walk.Watch watch) {
    this.name = name;
    this.most = most;
    this.watch = watch;
  }

  /** Returns the number of ranks. */
  final int ranks() {
    return ranks;
  }

  @Override
  public final void ranks(int count) {
    ranks = count;
  }

  @Override
  public final void rank(int rank, OperationGraph graph) {
    // The end of each rank is an operation, too.
    operations += graph.operations() + 1L;
    if (operations > most) {
      throw OperationLimit.exceeded(name, ranks, "more", most);
    }
    see(rank, graph);
    if (!watch.goOn(++done, operations)) {
      throw new CancellationException("ended after " + operations + " operations");
    }
  }

  /** Processes what a rank does. */
  abstract void see(int rank, OperationGraph graph);
}

package io.hopwright.models.program.graph;

import io.hopwright.models.program.OperationGraph;
import java.io.IOException;

/**
 * Receiver that passes on the graphs of some ranks, numbered from 0. Messages of other ranks are
 * left out: what waits for them goes on at once. Confined to one thread.
 */
public final class GraphPart implements GraphSink {
  private final int first;
  private final int count;
  private final GraphSink to;
  private final GraphBuilder builder = new GraphBuilder(1, true);

  /**
   * Creates a receiver.
   *
   * @param first first rank
   * @param count number of ranks, from 1; all of them exist
   */
  public GraphPart(int first, int count, GraphSink to) {
    this.first = first;
    this.count = count;
    this.to = to;
  }

  @Override
  public void ranks(int all) throws IOException {
    to.ranks(count);
  }

  @Override
  public void rank(int rank, OperationGraph graph) throws IOException {
    if (rank >= first && rank - first < count) {
      builder.clear();
      builder.addAll(graph);
      builder.keep(first, count);
      to.rank(rank - first, builder.graph());
    }
  }

  @Override
  public void progress(long done, long all) {
    to.progress(done, all);
  }
}

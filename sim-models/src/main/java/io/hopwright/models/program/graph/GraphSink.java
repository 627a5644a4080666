package io.hopwright.models.program.graph;

import io.hopwright.models.program.OperationGraph;
import java.io.IOException;

/** Receiver of the graphs of ranks, in any order, each once or not at all. */
public interface GraphSink {
  /** Receives the number of ranks, first of all. */
  void ranks(int count) throws IOException;

  /** Receives what a rank does; the graph can be invalid afterwards. */
  void rank(int rank, OperationGraph graph) throws IOException;

  /**
   * Receives the progress of reading, before and between ranks.
   *
   * @param done part that has been read, in any unit
   * @param all whole size, in the same unit
   * @throws java.util.concurrent.CancellationException to end it
   */
  default void progress(long done, long all) {}
}

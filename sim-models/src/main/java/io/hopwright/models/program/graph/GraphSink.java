package io.hopwright.models.program.graph;

import io.hopwright.models.program.OperationGraph;
import java.io.IOException;

/** Receiver of the graphs of ranks, in any order, each once or not at all. */
public interface GraphSink {
  /** Receives the number of ranks, first of all. */
  void ranks(int count) throws IOException;

  /** Receives what a rank does. */
  void rank(int rank, OperationGraph graph) throws IOException;
}

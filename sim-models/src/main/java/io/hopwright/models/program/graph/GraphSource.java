package io.hopwright.models.program.graph;

import java.io.IOException;

/** Graphs that are read when they are needed, rank by rank. */
@FunctionalInterface
public interface GraphSource {
  /**
   * Passes on the graphs of all ranks.
   *
   * @throws io.hopwright.models.program.ProgramException with all errors of the file
   */
  void passTo(GraphSink to) throws IOException;
}

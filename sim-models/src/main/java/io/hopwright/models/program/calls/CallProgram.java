package io.hopwright.models.program.calls;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.graph.GraphSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Calls of all ranks. Their collectives are expanded into messages once the job's algorithms are
 * known, so graphs are rebuilt for each choice of algorithms. Safe for any thread.
 */
public final class CallProgram implements Program {
  private final String name;
  private final String place;
  private final List<CallLog> logs;
  private final CommunicatorTable communicators;
  private Map<Collective, Algorithm> algorithms;
  private GraphProgram graphs;

  /**
   * Creates a program.
   *
   * @param place of a call in messages, before its number, as {@link GraphProgram#BYTE}
   * @param logs of the ranks, complete
   * @throws ProgramException if ranks disagree
   */
  public CallProgram(String name, String place, List<CallLog> logs) {
    this.place = place;
    this.name = name;
    this.logs = List.copyOf(logs);
    communicators = new CommunicatorTable(this.logs);
    graphs(Map.of());
  }

  /** Reader of the calls of one rank. */
  @FunctionalInterface
  public interface Reader {
    /** Returns the calls of a rank, the same each time. */
    CallLog read(int rank) throws IOException;
  }

  /**
   * Passes on the graphs of ranks. Reads each rank twice, and keeps the calls of one rank and the
   * collectives of all.
   *
   * @param algorithms algorithms of collectives
   * @throws ProgramException if ranks disagree
   */
  public static void pass(
      int ranks, Reader reader, Map<Collective, Algorithm> algorithms, GraphSink to)
      throws IOException {
    final List<CallLog> agreed = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      agreed.add(reader.read(rank).agreed());
    }
    final CallGraphs graphs = new CallGraphs(agreed, new CommunicatorTable(agreed), algorithms);
    to.ranks(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      to.rank(rank, graphs.graph(rank, reader.read(rank)));
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int ranks() {
    return logs.size();
  }

  @Override
  public String at(int line) {
    return name + place + line;
  }

  @Override
  public BoundProgram bind(Job job) {
    return graphs(job.algorithms()).bind(job);
  }

  private synchronized GraphProgram graphs(Map<Collective, Algorithm> how) {
    if (!how.equals(algorithms)) {
      final CallGraphs of = new CallGraphs(logs, communicators, how);
      final OperationGraph[] made = new OperationGraph[logs.size()];
      for (int rank = 0; rank < made.length; rank++) {
        made[rank] = of.graph(rank, logs.get(rank));
      }
      graphs = new GraphProgram(name, place, made);
      algorithms = how;
    }
    return graphs;
  }
}

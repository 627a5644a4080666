package io.hopwright.models.program.trace;

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
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Traces of all ranks. Their collectives are expanded into messages once the job's algorithms are
 * known, so graphs are rebuilt for each choice of algorithms. Safe for any thread.
 *
 * @param <L> trace of a rank
 */
public final class TracedProgram<L> implements Program {
  private final String name;
  private final String place;
  private final List<L> logs;
  private final Function<Map<Collective, Algorithm>, Graphs<L>> builders;
  private Map<Collective, Algorithm> algorithms;
  private GraphProgram graphs;

  /**
   * Reader of the trace of one rank.
   *
   * @param <L> trace of a rank
   */
  @FunctionalInterface
  public interface Reader<L> {
    /** Returns the trace of a rank, the same each time. */
    L read(int rank) throws IOException;
  }

  /**
   * Builder of the graphs of all ranks, for one choice of algorithms.
   *
   * @param <L> trace of a rank
   */
  public interface Graphs<L> {
    /** Returns the graph of a rank; ranks come in order. */
    OperationGraph graph(int rank, L log);

    /**
     * Checks that all ranks were in order, after the last one.
     *
     * @throws ProgramException with all errors
     */
    default void finish() {}
  }

  /**
   * Creates a program.
   *
   * @param place of an operation in messages, before its number, as {@link GraphProgram#BYTE}
   * @param logs of the ranks, complete
   * @param builders builder for each choice of algorithms
   * @throws ProgramException if ranks disagree
   */
  public TracedProgram(
      String name,
      String place,
      List<L> logs,
      Function<Map<Collective, Algorithm>, Graphs<L>> builders) {
    this.name = name;
    this.place = place;
    this.logs = List.copyOf(logs);
    this.builders = builders;
    graphs(Map.of());
  }

  /**
   * Passes on the graphs of ranks; keeps the trace of one rank in memory at a time.
   *
   * @param before number of ranks that were read before, as another part of the same progress
   * @throws ProgramException if ranks disagree
   */
  public static <L> void pass(
      int before, int ranks, Reader<L> reader, Graphs<L> graphs, GraphSink to) throws IOException {
    to.ranks(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      to.progress(before + (long) rank, before + (long) ranks);
      to.rank(rank, graphs.graph(rank, reader.read(rank)));
    }
    graphs.finish();
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
      final Graphs<L> of = builders.apply(how);
      final OperationGraph[] made = new OperationGraph[logs.size()];
      for (int rank = 0; rank < made.length; rank++) {
        made[rank] = of.graph(rank, logs.get(rank));
      }
      of.finish();
      graphs = new GraphProgram(name, place, made);
      algorithms = how;
    }
    return graphs;
  }
}

package io.hopwright.models.program.graph;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import java.util.ArrayList;
import java.util.List;

/** Program with a graph of operations for each rank. Immutable; safe for any thread. */
public final class GraphProgram implements Program {
  /** In messages, before the line of a text. */
  public static final String LINE = ":";

  /** Words before the number of an operation in messages. */
  public static final String OPERATION = ", operation ";

  /** Words before the position in a rank's file in messages. */
  public static final String BYTE = ", byte ";

  private final String name;
  private final String place;
  private final OperationGraph[] graphs;

  /**
   * Creates a program.
   *
   * @param place text between the name and the line of an operation, such as {@link #LINE}
   * @param graphs graphs by rank; must not be changed
   */
  public GraphProgram(String name, String place, OperationGraph[] graphs) {
    this.name = name;
    this.place = place;
    this.graphs = graphs;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int ranks() {
    return graphs.length;
  }

  @Override
  public String at(int line) {
    return name + place + line;
  }

  /** Returns the operations of a rank. */
  public OperationGraph graph(int rank) {
    return graphs[rank];
  }

  /**
   * Returns the program of some ranks of a bound one, numbered from 0. Messages of other ranks are
   * omitted; operations that wait for them continue at once.
   *
   * @param bound program with a graph for each rank
   * @param first first rank
   * @param count number of ranks, from 1
   */
  public static GraphProgram part(BoundProgram bound, int first, int count) {
    final OperationGraph[] graphs = new OperationGraph[count];
    final GraphBuilder builder = new GraphBuilder(1);
    for (int rank = 0; rank < count; rank++) {
      builder.clear();
      builder.addAll(bound.graph(first + rank));
      builder.keep(first, count);
      graphs[rank] = builder.graph();
    }
    final Program whole = bound.program();
    final String at = whole.at(0);
    return new GraphProgram(
        whole.name(), at.substring(whole.name().length(), at.length() - 1), graphs);
  }

  @Override
  public BoundProgram bind(Job job) {
    final List<String> mistakes = new ArrayList<>();
    job.args().keySet().stream()
        .sorted()
        .forEach(
            arg -> mistakes.add(name + ": has no param " + arg + "; a file of graphs has none"));
    if (job.ranks() != graphs.length) {
      mistakes.add(
          "%s: is for %s ranks, not %s; leave the number of ranks out"
              .formatted(name, graphs.length, job.ranks()));
    }
    if (!mistakes.isEmpty()) {
      throw new ProgramException(mistakes);
    }
    return new BoundGraph(this, job);
  }
}

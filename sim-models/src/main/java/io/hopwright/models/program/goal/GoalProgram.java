package io.hopwright.models.program.goal;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.RankGraph;
import java.util.ArrayList;
import java.util.List;

/**
 * A graph of operations for each rank, as GOAL has them: docs/models/goal.md. Immutable; safe for
 * any thread.
 */
public final class GoalProgram implements Program {
  private final String name;
  private final boolean text;
  private final RankGraph[] graphs;

  /**
   * Creates a program.
   *
   * @param text whether operations have lines
   * @param graphs by rank; nobody changes them
   */
  GoalProgram(String name, boolean text, RankGraph[] graphs) {
    this.name = name;
    this.text = text;
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
    return at(name, text, line);
  }

  static String at(String name, boolean text, int line) {
    return name + (text ? ":" : ", operation ") + line;
  }

  /** Returns what a rank does. */
  public RankGraph graph(int rank) {
    return graphs[rank];
  }

  @Override
  public BoundProgram bind(Job job) {
    final List<String> mistakes = new ArrayList<>();
    job.args().keySet().stream()
        .sorted()
        .forEach(arg -> mistakes.add(name + ": has no param " + arg + "; a GOAL file has none"));
    if (job.ranks() != graphs.length) {
      mistakes.add(
          "%s: is for %s ranks, not %s; leave the number of ranks out"
              .formatted(name, graphs.length, job.ranks()));
    }
    if (!mistakes.isEmpty()) {
      throw new ProgramException(mistakes);
    }
    return new BoundGoal(this, job);
  }
}

package io.hopwright.models.testkit;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.goal.GoalFile;
import io.hopwright.models.program.graph.GraphBuilder;
import io.hopwright.models.program.graph.GraphProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random GOAL texts in which no rank waits forever. */
public final class RandomGraphs {
  private RandomGraphs() {}

  /**
   * Returns a text for some ranks.
   *
   * @param streams the highest cpu of calcs
   */
  public static String text(Random random, int ranks, int messages, int streams) {
    final List<List<String>> operations = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      operations.add(new ArrayList<>());
    }
    for (int message = 0; message < messages; message++) {
      final int from = random.nextInt(ranks);
      final int to = random.nextInt(ranks);
      final int tag = random.nextInt(3);
      final int bytes = random.nextInt(5) == 0 ? random.nextInt(200_000) : random.nextInt(300);
      compute(random, operations.get(from), streams);
      operations.get(from).add("send " + bytes + "b to " + to + " tag " + tag);
      operations
          .get(to)
          .add(
              "recv "
                  + random.nextInt(400)
                  + "b from "
                  + from
                  + (tag > 0 ? " tag " + tag : "")
                  + (random.nextInt(4) == 0 ? " cpu 2 nic 1" : ""));
      compute(random, operations.get(to), streams);
    }
    final StringBuilder text = new StringBuilder("num_ranks " + ranks + "\n");
    for (int rank = 0; rank < ranks; rank++) {
      text.append("rank ").append(rank).append(" {\n");
      rank(random, operations.get(rank), text);
      text.append("}\n");
    }
    return text.toString();
  }

  /** Returns a text as a program. */
  public static Program program(String text) {
    try {
      return GoalFile.read("graph", TestJob.file(text).path()).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the program of a text in which some operations are marked as collectives. */
  public static Program marked(Random random, String text) {
    final Program program = program(text);
    final BoundProgram bound = program.bind(new Job(program.ranks(), 0, 0, Map.of(), 0));
    final OperationGraph[] graphs = new OperationGraph[program.ranks()];
    for (int rank = 0; rank < graphs.length; rank++) {
      final GraphBuilder builder = new GraphBuilder();
      final OperationGraph graph = bound.graph(rank);
      builder.addAll(graph);
      int first = 0;
      while (first < graph.operations()) {
        final boolean beginning = random.nextBoolean();
        final int last =
            graph.successors(first, beginning) == 0 ? first : graph.successor(first, beginning, 0);
        if (last >= first && random.nextBoolean()) {
          builder.mark(
              new CollectiveMark(
                  Algorithm.values()[random.nextInt(3)], 2, random.nextInt(2), first, last));
          first = last;
        }
        first++;
      }
      graphs[rank] = builder.graph();
    }
    return new GraphProgram(program.name(), GraphProgram.LINE, graphs);
  }

  private static void compute(Random random, List<String> operations, int streams) {
    if (random.nextBoolean()) {
      final int cpu = random.nextInt(streams + 1);
      operations.add("calc " + random.nextInt(4) * random.nextInt(900) + " cpu " + cpu);
    }
  }

  /**
   * Writes the operations of a rank. They depend on earlier operations only, and only sends and
   * calcs wait for the completion of others. So there always is one message that arrives.
   */
  private static void rank(Random random, List<String> operations, StringBuilder text) {
    for (int i = 0; i < operations.size(); i++) {
      text.append('o').append(i).append(": ").append(operations.get(i)).append('\n');
      final boolean receive = operations.get(i).startsWith("recv");
      for (int k = random.nextInt(3); k > 0 && i > 0; k--) {
        final int on = i - 1 - random.nextInt(Math.min(i, 6));
        text.append('o').append(i);
        text.append(receive || random.nextBoolean() ? " irequires o" : " requires o");
        text.append(on).append('\n');
      }
    }
  }
}

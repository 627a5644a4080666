package io.hopwright.models.program.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.graph.GraphSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Compares the graphs that a format passes on with the graphs of the program that it reads. */
public final class PassedGraphs {
  private PassedGraphs() {}

  /** Checks that a trace is passed on as it is read, and returns the program. */
  public static Program read(String name, Path path) throws IOException {
    final TraceFormat format = TraceFormats.of(path).orElseThrow();
    final Program program = format.read(name, path);
    final BoundProgram bound = program.bind(new Job(program.ranks(), 0, 0, Map.of(), 0));
    final int[] passed = {0};
    format.pass(
        name,
        path,
        Map.of(),
        new GraphSink() {
          @Override
          public void ranks(int count) {
            assertEquals(program.ranks(), count);
          }

          @Override
          public void rank(int rank, OperationGraph graph) {
            passed[0]++;
            assertEquals(text(bound.graph(rank)), text(graph), "rank " + rank);
          }
        });
    assertEquals(program.ranks(), passed[0]);
    assertEquals(name + format.place() + 7, program.at(7));
    return program;
  }

  private static String text(OperationGraph graph) {
    final StringBuilder text = new StringBuilder();
    final Operation operation = new Operation();
    for (int i = 0; i < graph.operations(); i++) {
      graph.fill(i, operation);
      text.append(operation).append(" line ").append(operation.line());
      text.append(" cpu ").append(graph.cpu(i)).append(" of ").append(graph.dependencies(i));
      for (int list = 0; list < 2; list++) {
        for (int k = 0; k < graph.successors(i, list == 1); k++) {
          text.append(list == 0 ? " " : " i").append(graph.successor(i, list == 1, k));
        }
      }
      text.append('\n');
    }
    return text.toString();
  }
}

package io.hopwright.models.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.graph.GraphPart;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.trace.TraceFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Selected ranks of a trace, against a count of its lines. */
class GraphPartTest {
  private static final int RANKS = 8;

  @TempDir private Path directory;

  private static BoundProgram bound(Program program) {
    return program.bind(new Job(program.ranks(), 0, 0, Map.of(), 0));
  }

  @Test
  void shouldKeepTheMessagesAmongTheSelectedRanks() throws IOException {
    final StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < RANKS; rank++) {
      text.append("%s init\n%1$s compute 7\n".formatted(rank));
      for (int other = 0; other < RANKS; other++) {
        text.append("%s irecv %s 0 %s\n".formatted(rank, other, 100 * other + rank));
        text.append("%s isend %s 0 %s\n".formatted(rank, other, 100 * rank + other));
      }
      text.append("%s waitall\n%1$s finalize\n".formatted(rank));
    }
    final Path file = Files.writeString(directory.resolve("t.txt"), text);
    final BoundProgram whole = bound(TraceFormats.read("t.txt", file).orElseThrow());
    for (int first = 0; first < RANKS; first++) {
      for (int count = 1; count <= RANKS - first; count++) {
        final BoundProgram part = bound(GraphProgram.part(whole, first, count));
        final ProgramCheck.Outcome outcome =
            ProgramCheck.check(part, Long.MAX_VALUE, (done, operations) -> true);
        assertEquals(0, outcome.mistakes().size());
        assertEquals((long) count * count, outcome.traffic().messages());
        for (int rank = 0; rank < count; rank++) {
          final OperationGraph graph = part.graph(rank);
          long bytes = 0;
          for (int i = 0; i < graph.operations(); i++) {
            bytes += graph.isSend(i) ? graph.bytes(i) : 0;
            assertEquals(
                whole.program().at(whole.graph(first + rank).line(i)),
                part.program().at(graph.line(i)));
          }
          long expected = 0;
          for (int other = first; other < first + count; other++) {
            expected += 100 * (first + rank) + other;
          }
          assertEquals(expected, bytes);
        }
        shouldPassOnTheSame(part, file, first, count);
      }
    }
  }

  /** Pairs exchange first, then pairs of pairs. */
  @Test
  void shouldKeepTheMarksOfCollectivesWhoseMessagesItKeeps() throws IOException {
    final StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < 4; rank++) {
      text.append("%s init\n%1$s allreduce 100 0\n%1$s finalize\n".formatted(rank));
    }
    final Path file = Files.writeString(directory.resolve("t.txt"), text);
    final BoundProgram whole = bound(TraceFormats.read("t.txt", file).orElseThrow());
    for (int count = 1; count <= 4; count++) {
      final BoundProgram part = bound(GraphProgram.part(whole, 0, count));
      for (int rank = 0; rank < count; rank++) {
        final boolean all = (rank ^ 1) < count && (rank ^ 2) < count;
        assertEquals(all ? whole.graph(rank).marks() : List.of(), part.graph(rank).marks());
      }
    }
    assertEquals(Algorithm.ALLREDUCE_DOUBLING, whole.graph(3).marks().get(0).algorithm());
  }

  private static void shouldPassOnTheSame(BoundProgram part, Path file, int first, int count)
      throws IOException {
    final int[] passed = {0};
    TraceFormats.of(file)
        .orElseThrow()
        .pass(
            "t.txt",
            file,
            Map.of(),
            new GraphPart(
                first,
                count,
                new GraphSink() {
                  @Override
                  public void ranks(int ranks) {
                    assertEquals(count, ranks);
                  }

                  @Override
                  public void rank(int rank, OperationGraph graph) {
                    assertEquals(passed[0]++, rank);
                    final Operation expected = new Operation();
                    final Operation operation = new Operation();
                    for (int i = 0; i <= graph.operations(); i++) {
                      part.graph(rank).fill(i, expected);
                      graph.fill(i, operation);
                      assertEquals(expected.toString(), operation.toString());
                    }
                  }
                }));
    assertEquals(count, passed[0]);
  }
}

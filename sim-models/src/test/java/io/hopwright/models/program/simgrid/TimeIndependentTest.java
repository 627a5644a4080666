package io.hopwright.models.program.simgrid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.program.Job;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramCheck;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.trace.PassedGraphs;
import io.hopwright.models.testkit.Allocated;
import io.hopwright.models.testkit.RandomCases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time-independent traces of SimGrid, and the errors in them. */
class TimeIndependentTest {
  /** Contains each action; sizes are bytes. */
  private static final String ALL =
      """
      # init
      # comm_size 2
      # compute 1e3
      # sleep 0.5
      # isend @ 3 100 6
      # irecv @ 3 100 6
      # wait @ # 3
      # Waitall
      # barrier
      # bcast 10 1 1
      # reduce 10 5 0 0
      # allReduce 10 5 0
      # alltoall 8 8 2 2
      # allToAllV 9 1 1 9 1 1
      # gather 8 8 1
      # scatter 8 8 1
      # gatherv 3 3 3 1
      # scatterv 3 3 3 1
      # allgather 4 4
      # allgatherv 3 3 3
      # reducescatter 3 3 70
      # sendRecv 5 @ 5 @ 6 6
      # scan 8 20 6
      # location a.c 7
      # finalize
      """;

  @TempDir private Path directory;

  private Program read(String text) throws IOException {
    final Path file =
        Files.write(directory.resolve("t.txt"), text.getBytes(StandardCharsets.ISO_8859_1));
    return PassedGraphs.read("t.txt", file);
  }

  private static String both(String text) {
    return text.replace("#", "0").replace("@", "1") + text.replace("#", "1").replace("@", "0");
  }

  private static ProgramCheck.Outcome check(Program program) {
    return ProgramCheck.check(
        program.bind(new Job(program.ranks(), 0, 1, Map.of(), 0)), 1_000_000, (a, b) -> true);
  }

  @Test
  void shouldReadEachAction() throws IOException {
    final ProgramCheck.Outcome outcome = check(read(both(ALL)));
    assertEquals(List.of(), outcome.mistakes());
    // Two messages stand alone and two are of sendRecv; in eight collectives both ranks send, six
    // go from or to the root.
    assertEquals(4 + 8 * 2 + 6, outcome.traffic().messages());
  }

  /** The result does not depend on how many lines are read at once. */
  @Test
  void shouldPassRanksOnAsTheyAreRead() throws IOException {
    final int ranks = 5;
    final StringBuilder text = new StringBuilder();
    for (int step = 0; step < 3; step++) {
      for (int rank = 0; rank < ranks; rank++) {
        text.append("%s isend %s %s 8\n".formatted(rank, (rank + 1) % ranks, step));
        text.append("%s irecv %s %s 8\n".formatted(rank, (rank + ranks - 1) % ranks, step));
        text.append("%s compute %s\n".formatted(rank, rank * rank).repeat(1 + rank));
        text.append("%s waitall\n".formatted(rank));
      }
    }
    final Program program = read(text.toString());
    for (long together = 0; together < 70; together += 9) {
      final List<Integer> passed = new ArrayList<>();
      TimeIndependentFormat.pass(
          "t.txt",
          directory.resolve("t.txt"),
          Map.of(),
          new GraphSink() {
            @Override
            public void ranks(int count) {
              assertEquals(ranks, count);
            }

            @Override
            public void rank(int rank, OperationGraph graph) {
              passed.add(rank);
              final OperationGraph expected =
                  program.bind(new Job(ranks, 0, 1, Map.of(), 0)).graph(rank);
              assertEquals(expected.operations(), graph.operations());
              for (int i = 0; i < graph.operations(); i++) {
                assertEquals(expected.line(i), graph.line(i));
              }
            }
          },
          together);
      assertEquals(List.of(0, 1, 2, 3, 4), passed);
    }
  }

  @Test
  void shouldReadAListOfFiles() throws IOException {
    Files.writeString(directory.resolve("a.txt"), "0 init\n0 send 1 5 1e3\n0 finalize\n");
    Files.writeString(directory.resolve("b.txt"), "1 init\n1 recv 0 5 1e3\n1 finalize\n");
    final Program program = read("a.txt\nsome/where/b.txt\n");
    assertEquals(2, program.ranks());
    assertEquals(List.of(), check(program).mistakes());
  }

  @Test
  void shouldNameLineAndRemedyOfErrors() {
    final Map<String, String> errors =
        Map.of(
            "0 init\n0 send 1\n", "t.txt:2: \"0 send 1\" ends before argument 2; complete the line",
            "0 init\n0 dance\n",
                "t.txt:2: \"0 dance\" is not an action of a rank; there are init, ",
            "0 init\nx send 1 1\n", "t.txt:2: \"x send 1 1\" does not begin with a rank from 0",
            "0 init\n2 init\n", "t.txt: has no rank 1, but rank 2; add its lines",
            "0 init\n0 compute fast\n", "t.txt:2: \"0 compute fast\" has fast; use a number",
            "0 init\n0 send 7 1 1\n", "t.txt:2: names rank 7 of a communicator of 1 ranks");
    errors.forEach(
        (text, expected) -> {
          final String message =
              assertThrows(ProgramException.class, () -> read(text)).getMessage();
          assertTrue(message.startsWith(expected), message);
        });
  }

  @Test
  void shouldWaitAtTheLastTestOfAMessageOnly() throws IOException {
    final String text =
        "0 init\n0 irecv 1 3 8\n0 test 1 0 3\n0 compute 5\n%s\n0 finalize\n1 send 0 3 8\n";
    assertEquals(List.of(3), waits(text.formatted("0 wait 1 0 3")));
    assertEquals(List.of(3), waits(text.formatted("0 test 1 0 3")));
    assertEquals(List.of(3), waits(text.formatted("0 waitall")));
    assertEquals(List.of(1), waits(text.formatted("0 comm_size 2")));
  }

  /** Returns the operations of rank 0 that wait for a receive. */
  private List<Integer> waits(String text) throws IOException {
    final OperationGraph graph = read(text).bind(new Job(2, 0, 1, Map.of(), 0)).graph(0);
    return IntStream.range(0, graph.operations())
        .filter(number -> graph.kind(number) == OperationGraph.RECEIVE)
        .flatMap(
            number ->
                IntStream.range(0, graph.successors(number, false))
                    .map(k -> graph.successor(number, false, k)))
        .boxed()
        .toList();
  }

  @Test
  void shouldTakeTheSourceThatAWaitNames() throws IOException {
    final OperationGraph graph =
        read("0 irecv -555 -444 -1\n0 wait 1 0 9\n1 send 0 9 8\n1 send -666 9 8\n")
            .bind(new Job(2, 0, 1, Map.of(), 0))
            .graph(0);
    assertEquals(1, graph.peer(0));
    assertEquals(9, graph.tag(0));
  }

  /** Reading ends soon with an error or a program, and with no more memory than the text needs. */
  @Test
  void shouldEndWithAnErrorWhateverIsChanged() throws IOException {
    final int count = RandomCases.count(300);
    int refused = 0;
    final long first = RandomCases.first(0);
    for (long seed = first; seed < first + count; seed++) {
      final Random random = new Random(seed);
      final StringBuilder text = new StringBuilder(both(ALL));
      for (int change = 0; change <= random.nextInt(3); change++) {
        final int at = 7 + random.nextInt(text.length() - 7);
        switch (random.nextInt(4)) {
          case 0 -> text.setCharAt(at, (char) random.nextInt(256));
          case 1 -> text.deleteCharAt(at);
          case 2 -> text.insert(at, "9".repeat(1 + random.nextInt(20)));
          default -> text.setLength(Math.max(at, 40));
        }
      }
      final Allocated allocated = Allocated.begin();
      try {
        read(text.toString());
      } catch (ProgramException e) {
        refused++;
        assertTrue(e.messages().stream().allMatch(m -> m.startsWith("t.txt")), e.getMessage());
      }
      allocated.requireAtMostOf(text.length(), "seed " + seed);
    }
    assertTrue(refused > count / 4, refused + " were refused");
  }
}

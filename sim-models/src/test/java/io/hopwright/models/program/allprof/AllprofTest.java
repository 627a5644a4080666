package io.hopwright.models.program.allprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.program.Job;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramCheck;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.trace.PassedGraphs;
import io.hopwright.models.testkit.Allocated;
import io.hopwright.models.testkit.RandomCases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of liballprof in both dialects, and the errors in them. */
class AllprofTest {
  /** Contains each call that is simulated, at both of two ranks; {@code @} is the other one. */
  private static final String ALL =
      """
      # collprof 0.9 output file
      MPI_Init:-:14:15:1237759886409182.250000
      MPI_Comm_rank:1237759886409183.000000:0,$,2:99:1237759886409184.000000
      MPI_Isend:1237759886409185.5:10:25:11,4,8:@:7:0,$,2:64:1237759886409186
      MPI_Irecv:1237759886409186:10:25:11,4,8:@:7:0,$,2:72:1237759886409187
      MPI_Waitall:1237759886409187:2:64:0:1237759886409188
      MPI_Send_init:1237759886409188:10:25:11,4,8:@:8:0,$,2:128:1237759886409188
      MPI_Recv_init:1237759886409188:10:25:11,4,8:-1:-1:0,$,2:136:1237759886409188
      MPI_Startall:1237759886409188:2:128:1237759886409188
      MPI_Test:1237759886409188:128:1:2:1237759886409188
      MPI_Waitany:1237759886409188:2:128:1:2:1237759886409188
      MPI_Waitsome:1237759886409188:2:128:1:2:3:1237759886409188
      MPI_Start:1237759886409188:128:1237759886409188
      MPI_Request_free:1237759886409188:128:1237759886409188
      MPI_Recv:1237759886409188:10:25:11,4,8:@:8:0,$,2:0:1237759886409188
      MPI_Sendrecv:1237759886409188:1:2:3,4,4:@:5:1:2:3,4,4:@:5:0,$,2:9:1237759886409188
      MPI_Sendrecv_replace:1237759886409188:1:2:3,4,4:@:5:@:5:0,$,2:9:1237759886409188
      MPI_Comm_dup:1237759886409188:0,$,2:99:1237759886409188
      MPI_Comm_split:1237759886409188:0,$,2:0:@:99:1237759886409188
      MPI_Barrier:1237759886409188:5,$,2:1237759886409188
      MPI_Bcast:1237759886409188:1:3:3,4,4:1:0,$,2:1237759886409188
      MPI_Bcast:1237759886409188:1:3:3,4,4:1:6,@,2:1237759886409188
      MPI_Reduce:1237759886409188:1:2:3:3,4,4:7:0:0,$,2:1237759886409188
      MPI_Allreduce:1237759886409188:1:2:3:3,4,4:7:0,$,2:1237759886409188
      MPI_Scan:1237759886409188:1:2:3:3,4,4:7:0,$,2:1237759886409188
      MPI_Allgather:1237759886409188:1:3:3,4,4:2:3:3,4,4:0,$,2:1237759886409188
      MPI_Alltoall:1237759886409188:1:3:3,4,4:2:3:3,4,4:0,$,2:1237759886409188
      MPI_Gather:1237759886409188:1:3:3,4,4:2:3:3,4,4:0:0,$,2:1237759886409188
      MPI_Scatter:1237759886409188:1:3:3,4,4:2:3:3,4,4:0:0,$,2:1237759886409188
      MPI_Gatherv:1237759886409188:1:3:3,4,4:2:8:3,3:8:0,3:3,4,4:0:0,$,2:1237759886409188
      MPI_Scatterv:1237759886409188:1:8:3,3:8:0,3:3,4,4:2:3:3,4,4:0:0,$,2:1237759886409188
      MPI_Allgatherv:1237759886409188:1:3:3,4,4:2:8:3,3:8:0,3:3,4,4:0,$,2:1237759886409188
      MPI_Reduce_scatter:1237759886409188:1:2:8:3,3:3,4,4:7:0,$,2:1237759886409188
      MPI_Alltoallv:1237759886409188:1:8:1,2:8:0,1:3,4,4:2:8:%:8:0,1:3,4,4:0,$,2:1237759886409188
      # Finalize clockdiff: 0.1
      MPI_Finalize:1237759886409200:-
      """;

  @TempDir private Path directory;

  private Program read(String first, String second) throws IOException {
    Files.write(directory.resolve("r0.txt"), first.getBytes(StandardCharsets.ISO_8859_1));
    final Path other = directory.resolve("r1.txt");
    Files.write(other, second.getBytes(StandardCharsets.ISO_8859_1));
    return PassedGraphs.read("r1.txt", other);
  }

  private static String of(int rank) {
    return ALL.replace("%", rank == 0 ? "1,1" : "2,2")
        .replace("$", String.valueOf(rank))
        .replace("@", String.valueOf(1 - rank));
  }

  private static BoundCheck check(Program program) {
    final ProgramCheck.Outcome outcome =
        ProgramCheck.check(
            program.bind(new Job(program.ranks(), 0, 1, Map.of(), 0)), 1_000_000, (a, b) -> true);
    return new BoundCheck(outcome.mistakes(), outcome.traffic().messages());
  }

  private record BoundCheck(List<String> mistakes, long messages) {}

  @Test
  void shouldReadEachCall() throws IOException {
    final BoundCheck outcome = check(read(of(0), of(1)));
    assertEquals(List.of(), outcome.mistakes());
    // Each rank sends five messages; in eight collectives both send, in seven only one does.
    assertEquals(5 * 2 + 8 * 2 + 7, outcome.messages());
  }

  @Test
  void shouldTakeWhatPassedBetweenCalls() throws IOException {
    final OperationGraph graph = read(of(0), of(1)).bind(new Job(2, 0, 1, Map.of(), 0)).graph(0);
    assertEquals(
        List.of(750_000L, 1_500_000L, 12_000_000L),
        IntStream.range(0, graph.operations())
            .filter(graph::isCalc)
            .mapToObj(graph::picoseconds)
            .filter(time -> time > 0)
            .toList());
  }

  @Test
  void shouldNameLineAndRemedyOfErrors() {
    final String init = "MPI_Init:-:1:2:10\n";
    final Map<String, String> errors =
        Map.of(
            "MPI_Wait:5\n", "r1.txt:2: \"MPI_Wait:5\" is not a call: MPI_NAME:TIME:ARGUMENTS:TIME",
            "MPI_Isend:5:1:2:3,4,4:0:6\n",
                "r1.txt:2: \"MPI_Isend:5:1:2:3,4,4:0:6\" has 4 arguments; MPI_Isend has more, is",
            "MPI_Barrier:soon:0,1,2:7\n",
                "r1.txt:2: \"MPI_Barrier:soon:0,1,2:7\" has the time soon; use microseconds",
            "MPI_Put:5:1:6\n", "r1.txt:2: \"MPI_Put:5:1:6\" is one-sided, which is not simulated",
            "MPI_Iallreduce:5:1:6\n", "r1.txt:2: \"MPI_Iallreduce:5:1:6\" is not simulated; record",
            "MPI_Barrier:5:9,0,3:6\n",
                "r1.txt:2: uses communicator 9, in which its rank is rank 0 of 3: no earlier call");
    errors.forEach(
        (text, expected) -> {
          final String message =
              assertThrows(ProgramException.class, () -> read(init, init + text)).getMessage();
          assertTrue(message.startsWith(expected), message);
        });
  }

  @Test
  void shouldTellArraysOfRequestsOfFourBytes() throws IOException {
    final String sends =
        """
        MPI_Init:-:1:2:10
        MPI_Isend:10:1:2:3,4,4:1:6:0,0,2:100:10
        MPI_Isend:10:1:2:3,4,4:1:6:0,0,2:104:10
        MPI_Isend:10:1:2:3,4,4:1:6:0,0,2:108:10
        MPI_Waitall:10:2:100:0:10
        """;
    final String receive = "MPI_Recv:10:1:2:3,4,4:0:6:0,1,2:0:10\n";
    final OperationGraph graph =
        read(sends, "MPI_Init:-:1:2:10\n" + receive.repeat(3))
            .bind(new Job(2, 0, 1, Map.of(), 0))
            .graph(0);
    assertEquals(1, graph.successors(0, false));
    assertEquals(1, graph.successors(1, false));
    assertEquals(0, graph.successors(2, false));
  }

  /** Reading ends soon with an error or a program, and with no more memory than the text needs. */
  @Test
  void shouldEndWithAnErrorWhateverIsChanged() throws IOException {
    final int count = RandomCases.count(300);
    int refused = 0;
    final long first = RandomCases.first(0);
    for (long seed = first; seed < first + count; seed++) {
      final Random random = new Random(seed);
      final StringBuilder text = new StringBuilder(of(1));
      for (int change = 0; change <= random.nextInt(3); change++) {
        final int at = 70 + random.nextInt(text.length() - 70);
        switch (random.nextInt(4)) {
          case 0 -> text.setCharAt(at, (char) random.nextInt(256));
          case 1 -> text.deleteCharAt(at);
          case 2 -> text.insert(at, "9".repeat(1 + random.nextInt(20)));
          default -> text.setLength(Math.max(at, 100));
        }
      }
      final Allocated allocated = Allocated.begin();
      try {
        read(of(0), text.toString());
      } catch (ProgramException e) {
        refused++;
        assertTrue(
            e.messages().stream().allMatch(m -> m.matches("(?s)r[01].txt.*")), e.getMessage());
      }
      allocated.requireAtMostOf(2L * text.length(), "seed " + seed);
    }
    assertTrue(refused > count / 4, refused + " were refused");
  }
}

package io.hopwright.models.program.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramCheck;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.testkit.DumpiWriter;
import io.hopwright.models.testkit.RandomCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of traces by recorded time, number and name of calls. */
class TracePartTest {
  private static final long MICROSECOND = 1_000_000;

  /** Calls at 10, 20, 40, 60, 80 and 100 us of recorded time. */
  private static final String FIRST =
      """
      MPI_Init:-:14:15:100
      MPI_Isend:110:1:25:11,4,8:1:7:0,0,2:64:111
      MPI_Wait:120:64:0:121
      MPI_Send:140:1:25:11,4,8:1:7:0,0,2:141
      MPI_Barrier:160:0,0,2:161
      MPI_Send:180:1:25:11,4,8:1:7:0,0,2:181
      MPI_Finalize:200:-
      """;

  /** Calls at 10, 50, 70, 90 and 100 us, on a different clock. */
  private static final String SECOND =
      """
      MPI_Init:-:14:15:1000
      MPI_Recv:1010:1:25:11,4,8:0:7:0,1,2:0:1011
      MPI_Recv:1050:1:25:11,4,8:0:7:0,1,2:0:1051
      MPI_Barrier:1070:0,1,2:1071
      MPI_Recv:1090:1:25:11,4,8:0:7:0,1,2:0:1091
      MPI_Finalize:1100:-
      """;

  @TempDir private Path directory;

  private Program read(TracePart part, String... texts) throws IOException {
    for (int rank = 0; rank < texts.length; rank++) {
      Files.writeString(directory.resolve("r" + rank + ".txt"), texts[rank]);
    }
    final Path first = directory.resolve("r0.txt");
    return TraceFormats.of(first).orElseThrow().read("r0.txt", first, part);
  }

  private static BoundProgram bound(Program program) {
    return program.bind(new Job(program.ranks(), 0, 1, Map.of(), 0));
  }

  private static ProgramCheck.Outcome check(Program program) {
    return ProgramCheck.check(bound(program), 1_000_000, (a, b) -> true);
  }

  /** Returns the operations of a rank, without the requests of messages. */
  private static List<String> does(Program program, int rank) {
    final OperationGraph graph = bound(program).graph(rank);
    final List<String> does = new ArrayList<>();
    final Operation operation = new Operation();
    for (int number = 0; number < graph.operations(); number++) {
      graph.fill(number, operation);
      does.add(operation.toString().replaceAll(", request.*| tag.*", ""));
    }
    return does;
  }

  private static TracePart window(long from, long to, String... names) {
    return new TracePart(from * MICROSECOND, to * MICROSECOND, 0, List.of(names));
  }

  @Test
  void shouldKeepWhatHappensInATime() throws IOException {
    final Program part = read(window(20, 70), FIRST, SECOND);
    // The barrier of rank 1 begins at 70 us, so both ranks omit it.
    assertEquals(
        List.of(
            "compute 0 ps",
            "compute 19000000 ps",
            "send 100 B to 1",
            "compute 19000000 ps",
            "compute 0 ps",
            "compute 9000000 ps"),
        does(part, 0));
    assertEquals(
        List.of("compute 30000000 ps", "receive 100 B from 0", "compute 19000000 ps"),
        does(part, 1));
    assertEquals(List.of(), check(part).mistakes());
  }

  @Test
  void shouldLetNobodyWaitForAMessageThatIsCut() throws IOException {
    // The second receive begins after the end.
    final Program part = read(window(0, 45), FIRST, SECOND);
    assertEquals(1, check(part).traffic().messages());
    assertEquals(List.of(), check(part).mistakes());
    assertEquals("compute 0 ps", does(part, 0).get(5));
  }

  @Test
  void shouldLeaveOutCallsByNumberAndName() throws IOException {
    // Rank 1 keeps its first two receives, and so the first two messages.
    final Program part = read(new TracePart(0, Long.MAX_VALUE, 3, List.of()), FIRST, SECOND);
    assertEquals(List.of(), check(part).mistakes());
    assertEquals(1 + 2, check(part).traffic().messages());
    assertEquals("compute 19000000 ps", does(part, 0).get(0));
    assertEquals("compute 19000000 ps", does(part, 1).get(0));
    final TracePart named =
        new TracePart(0, Long.MAX_VALUE, 0, List.of("MPI_Barrier", "isend", "one-sided"));
    final Program others = read(named, FIRST, SECOND);
    assertEquals(List.of(), check(others).mistakes());
    assertEquals(2, check(others).traffic().messages());
    assertEquals(List.of("one-sided"), named.unmet());
  }

  @Test
  void shouldReadATraceWithOneSidedCallsThatAreLeftOut() throws IOException {
    final String put = FIRST.replace("MPI_Barrier:160:0,0,2:161", "MPI_Put:160:1:161");
    final String fence = SECOND.replace("MPI_Barrier:1070:0,1,2:1071", "MPI_Win_fence:1070:1:1071");
    assertThrows(ProgramException.class, () -> read(TracePart.ALL, put, fence));
    final Program part =
        read(new TracePart(0, Long.MAX_VALUE, 0, List.of("one-sided")), put, fence);
    assertEquals(3, check(part).traffic().messages());
    assertEquals(List.of(), check(part).mistakes());
  }

  @Test
  void shouldRefuseWhatItCannotPair() {
    final String any = SECOND.replace(":0:7:0,1,2", ":-1:7:0,1,2");
    final String message =
        assertThrows(ProgramException.class, () -> bound(read(window(0, 45), FIRST, any)))
            .getMessage();
    assertTrue(message.startsWith("r1.txt:2: receives from any source or with any"), message);
    final TracePart late = window(500, 600);
    final ProgramException none =
        assertThrows(
            ProgramException.class,
            () -> {
              read(late, FIRST, SECOND);
              late.requireCalls("r0.txt");
            });
    assertTrue(none.getMessage().startsWith("r0.txt: the selected part has no call;"));
  }

  /** In DUMPI each call takes 1,000 ns; the rest of the time is between calls. */
  @Test
  void shouldKeepWhatHappensInATimeOfDumpi() throws IOException {
    final byte[][] files = new byte[2][];
    for (int rank = 0; rank < 2; rank++) {
      final int peer = 1 - rank;
      final DumpiWriter writer = new DumpiWriter(8, true).pass(700);
      writer.call(
          124,
          to -> {
            to.writeInt(1);
            to.writeInt(5);
            to.writeBytes("./mpi");
          });
      for (int call = 0; call < 3; call++) {
        final int function = rank == 0 ? 0 : 1;
        writer
            .pass(2_000)
            .call(
                function,
                to -> {
                  to.writeInt(1);
                  to.writeShort(DumpiWriter.INT);
                  to.writeInt(peer);
                  to.writeInt(4);
                  to.writeShort(DumpiWriter.WORLD);
                  if (function == 1) {
                    new DumpiWriter(8, true).statuses(to, 0, 4);
                  }
                });
      }
      files[rank] = writer.toBytes();
      Files.write(directory.resolve("t-%04d.bin".formatted(rank)), files[rank]);
    }
    final Path first = directory.resolve("t-0000.bin");
    // Calls at 2, 5 and 8 us.
    final Program part = TraceFormats.of(first).orElseThrow().read("t", first, window(4, 8));
    assertEquals(
        List.of("compute 1000000 ps", "send 4 B to 1", "compute 2000000 ps"), does(part, 0));
    assertEquals(
        List.of("compute 1000000 ps", "receive 4 B from 0", "compute 2000000 ps"), does(part, 1));
  }

  /** Messages among four ranks have random times; those with both halves inside the part remain. */
  @Test
  void shouldKeepMessagesWithBothHalves() throws IOException {
    for (long seed = 0; seed < RandomCases.count(60); seed++) {
      final Random random = new Random(seed);
      final int ranks = 4;
      final long[] now = new long[ranks];
      Arrays.fill(now, 1_000);
      final StringBuilder[] texts = new StringBuilder[ranks];
      Arrays.setAll(texts, rank -> new StringBuilder("MPI_Init:-:1:2:1000\n"));
      final long from = random.nextInt(300);
      final long to = from + 1 + random.nextInt(600);
      int expected = 0;
      int barriers = 0;
      for (int event = 0; event < 40; event++) {
        if (random.nextInt(6) == 0) {
          boolean all = true;
          for (int rank = 0; rank < ranks; rank++) {
            now[rank] += 1 + random.nextInt(40);
            texts[rank].append("MPI_Barrier:%s:0,%s,4:%s%n".formatted(now[rank], rank, now[rank]));
            all &= isIn(now[rank], from, to);
          }
          barriers += all ? 1 : 0;
          continue;
        }
        final int source = random.nextInt(ranks);
        final int destination = (source + 1 + random.nextInt(ranks - 1)) % ranks;
        final int tag = random.nextInt(2);
        now[source] += random.nextInt(40);
        now[destination] += random.nextInt(40);
        texts[source].append(
            "MPI_Send:%s:1:2:3,4,4:%s:%s:0,%s,4:%s%n"
                .formatted(now[source], destination, tag, source, now[source]));
        texts[destination].append(
            "MPI_Recv:%s:1:2:3,4,4:%s:%s:0,%s,4:0:%s%n"
                .formatted(now[destination], source, tag, destination, now[destination]));
        expected += isIn(now[source], from, to) && isIn(now[destination], from, to) ? 1 : 0;
      }
      final ProgramCheck.Outcome outcome =
          check(
              read(
                  window(from, to),
                  Arrays.stream(texts).map(StringBuilder::toString).toArray(String[]::new)));
      // A barrier of four ranks has two rounds of four messages.
      assertEquals(expected + 8 * barriers, outcome.traffic().messages(), "seed " + seed);
      assertEquals(List.of(), outcome.mistakes(), "seed " + seed);
    }
  }

  private static boolean isIn(long microsecond, long from, long to) {
    return microsecond - 1_000 >= from && microsecond - 1_000 < to;
  }
}

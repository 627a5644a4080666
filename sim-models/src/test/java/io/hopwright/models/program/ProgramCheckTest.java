package io.hopwright.models.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.program.goal.GoalFile;
import io.hopwright.models.program.language.Statements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramCheckTest {
  private static final long MOST = 10_000_000;

  @TempDir private Path directory;

  private static BoundProgram bound(String text, int ranks) {
    return Statements.parse("p", text).bind(new Job(ranks, 0, 1, Map.of(), 2));
  }

  private static ProgramCheck.Outcome check(String text, int ranks) {
    return ProgramCheck.check(bound(text, ranks), MOST, (done, operations) -> true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send to (rank + 1) % size 8; recv from (rank - 1) % size",
        "recv from (rank - 1) % size 8; send to (rank + 1) % size 8",
        "if rank == 0 { for i in 2 .. size { recv from any } } else { send to 0 8 }",
        "if rank == 0 { for i in 2 .. size { recv from any 8 tag i - 1 } } else { send to 0 8 tag"
            + " rank }",
        "if rank == 0 { for i in 2 .. size { recv from i - 1 tag any } } else { send to 0 8 tag"
            + " rank }",
        "if rank == 0 { if size > 1 { send to 1 8 tag 1; send to 1 8 tag 9 } } if rank == 1 { recv"
            + " from any tag 1; recv from 0 tag any }",
        "allreduce 1 MiB; barrier; alltoall 9 on ranks(rank / 2 * 2, min(2, size - rank / 2 * 2),"
            + " 1)",
        "grid g = torus(2)\nbcast 9 root 0 on line(g, 0); scan 8 on plane(g, 1)",
        "forever { isend to rank 8; irecv from rank 8; waitall }",
        "bcast 8 root size - 1 on ranks(size - 1, size, -1)"
      })
  void shouldFindNothingWrong(String text) {
    for (int ranks = 1; ranks <= 9; ranks++) {
      assertEquals(List.of(), check(text, ranks).mistakes(), text + " of " + ranks);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "send to (rank + 1) % size 8 | p:1: rank 0 sends rank 1 1 message with tag 0 more than rank"
            + " 1 receives (and 3 alike)",
        "recv from (rank + 1) % size 8 | p:1: rank 3 receives from rank 0 1 message with tag 0 more"
            + " than rank 0 sends (and 3 alike)",
        "send to (rank + 1) % size 9; recv from (rank - 1) % size 8 | p:1: rank 0 sends"
            + " 9 B to rank 1 tag 0, which receives at most 8 B there (line 1); use a larger"
            + " receive (and 3 alike)",
        "send to rank 8 tag 1; recv from rank tag 2 | p:1: rank 0 sends rank 0 1 message with tag 1"
            + " more than rank 0 receives (and 3 alike)",
        "recv from any | p:1: rank 0 receives from any 1 message with tag 0 more than arrive (and 3"
            + " alike)",
        "if rank == 0 { send to 1 8; send to 1 8 } if rank == 1 { recv from any } | rank 0 sends"
            + " rank 1 1 message with tag 0 more",
        "if rank == 3 { barrier } else { allreduce 8 } | barrier of 4 ranks,"
            + " dissemination, but rank 0 of the same group calls: allreduce 8 B of 4 ranks,"
            + " doubling (line 1)",
        "bcast 8 + rank % 2 root 0 | all members must call the same",
        "bcast 8 root rank % 2 | p:1: rank 1: bcast 8 B root 1 of 4 ranks, binomial, but rank 0",
        "if rank > 0 { barrier } | p:1: rank 1: barrier of 4 ranks, dissemination: 1"
            + " member does not call it",
        "send to rank + 1 8; recv from rank - 1 | rank 3: rank + 1: there is no rank 4",
        "isend to rank 8 as r; isend to rank 8 as r | p:1:23: rank 0: isend to rank 8 as r: the"
            + " request of this name is still open; wait for it first (and 3 alike)"
      })
  void shouldFindWhatIsWrong(String text, String expected) {
    final List<String> mistakes = check(text, 4).mistakes();
    assertTrue(mistakes.stream().anyMatch(one -> one.contains(expected)), mistakes::toString);
  }

  @Test
  void shouldRefuseMoreRanksThanFitBeforeItMakesRoomForThem() {
    final ProgramException e =
        assertThrows(ProgramException.class, () -> check("barrier", Job.MOST_RANKS));
    assertEquals("p: 1073741824 ranks are too many to check; check up to 44739242", e.getMessage());
  }

  /**
   * The first of ten ranks has nine sends and nine receives open before any other rank proceeds.
   */
  @ParameterizedTest
  @CsvSource({"180, true", "17, false"})
  void shouldSayWhetherMessagesWerePaired(int most, boolean paired) {
    final String text =
        "for k in 1 .. size - 1 { isend to (rank + k) % size 8 };"
            + " for k in 1 .. size - 1 { irecv from (rank + k) % size }; waitall; compute 1 us";
    final ProgramCheck.Outcome outcome =
        ProgramCheck.check(bound(text, 10), MOST, most, (done, operations) -> true);
    assertEquals(List.of(), outcome.mistakes());
    assertEquals(paired, outcome.paired());
    assertEquals(paired ? 0 : 1, outcome.warnings().size());
    assertEquals(90, outcome.traffic().messages());
  }

  @Test
  void shouldNotTakeLengthsForWrongWhereAnyComes() {
    final String text =
        "if rank == 0 { send to 1 9; send to 1 8 } if rank == 1 { recv from 0 8; recv from any }";
    assertEquals(List.of(), check(text, 2).mistakes());
  }

  @Test
  void shouldEndAtTheLimitAndWhenAsked() {
    final BoundProgram bound = bound("for i in 1 .. 1_000_000_000 { send to rank 8 }", 2);
    final ProgramException e =
        assertThrows(
            ProgramException.class, () -> ProgramCheck.check(bound, 100_000, (done, n) -> true));
    assertEquals(
        "p: the 2 ranks perform at least 2000000002 operations, above the limit of"
            + " 100000; use fewer ranks, fewer steps, or a higher limit",
        e.getMessage());
    final BoundProgram some =
        bound("let n = rand(1000000, 1000000); for i in 1 .. n { send to rank 8 }", 2);
    assertThrows(
        CancellationException.class,
        () -> ProgramCheck.check(some, Long.MAX_VALUE, (done, n) -> n < 100_000));
  }

  /** The check neither executes the operations nor spends a second on counting them. */
  @Test
  void shouldComputeAndNotCountWhatIsTooMuch() {
    final String most = "above the limit of 1000000000; use fewer ranks, fewer steps";
    for (String text :
        List.of(
            "alltoall 8 using window",
            "for i in 1 .. 4000000 { for k in 1 .. 1000000 { isend to shift(g, 0, 1) 8 } waitall }",
            "for i in 1 .. rank + 1000000 { if rank % 2 == 0 { compute 1 us } else { barrier } }",
            "let n = size; for i in 1 .. n { allgather 4 MiB }")) {
      final BoundProgram bound = bound("grid g = torus(3)\n" + text, 117_649);
      final ProgramException e =
          assertThrows(
              ProgramException.class,
              () -> ProgramCheck.check(bound, 1_000_000_000L, (done, n) -> n == 0));
      assertTrue(e.getMessage().contains(most), e.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "send to (rank + 1) % size 1 MiB; recv from (rank - 1) % size | p:1: 8 ranks (0, 1, 2, 3,"
            + " ...) send first, each to the next one: with software.eagerBytes below 1048576",
        "compute 1 us; issend to 7 - rank 8; send to 7 - rank 2 KiB; recv from 7 - rank; recv from"
            + " 7 - rank; waitall | p:1: 2 ranks (0, 7) send first",
        "if rank % 2 == 0 { send to rank + 1 1 MiB; recv from rank + 1 } else { recv from rank - 1;"
            + " send to rank - 1 1 MiB } |",
        "irecv from (rank - 1) % size; send to (rank + 1) % size 1 MiB; waitall |",
        "barrier; send to (rank + 1) % size 1 MiB; recv from (rank - 1) % size |",
        "send to rank 1 MiB; recv from rank |"
      })
  void shouldWarnOfRanksThatAllSendFirst(String text, String expected) {
    final List<String> warnings = check(text, 8).warnings();
    assertEquals(expected == null ? 0 : 1, warnings.size(), warnings::toString);
    assertTrue(expected == null || warnings.get(0).startsWith(expected), warnings::toString);
  }

  @Test
  void shouldNotTryAllRanksOfWhichEachFailsLate() {
    final BoundProgram bound = bound("for i in 1 .. 2000000 { }", 100_000);
    assertEquals(
        List.of(
            "p:1: rank 0: 1000000 statements without an operation; shorten the loop, or add"
                + " an operation (and 99 or more alike)"),
        ProgramCheck.check(bound, 1_000_000_000L, (done, n) -> true).mistakes());
  }

  /** Ranks send and receive in different orders; the result equals that of a list of lists. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldKeepChannelsAsANaiveListDoes(long seed) {
    final Random random = new Random(seed);
    final UnmatchedMessages channels = new UnmatchedMessages();
    final Map<List<Integer>, ArrayDeque<long[]>> naive = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      final int spread = i % 50_000 < 25_000 ? 100 : 4;
      final List<Integer> key =
          List.of(
              random.nextInt(spread), random.nextInt(spread), random.nextInt(2), random.nextInt(3));
      final boolean send = random.nextBoolean();
      final long size = random.nextInt(3);
      final ArrayDeque<long[]> queue = naive.computeIfAbsent(key, unseen -> new ArrayDeque<>());
      final boolean meets = !queue.isEmpty() && (queue.peek()[0] == 1) != send;
      final int line = random.nextInt(2);
      assertEquals(
          meets, channels.add(send, key.get(0), key.get(1), key.get(2), key.get(3), size, line));
      if (meets) {
        final long[] met = queue.remove();
        assertEquals(met[1], channels.metBytes());
        assertEquals(met[2], channels.metLine());
      } else {
        queue.add(new long[] {send ? 1 : 0, size, line});
      }
    }
    final Map<List<Integer>, Integer> left = new HashMap<>();
    channels.left(
        (source, destination, context, tag, count, line) ->
            left.merge(List.of(source, destination, context, tag), count, Integer::sum));
    naive.values().removeIf(ArrayDeque::isEmpty);
    assertEquals(naive.keySet(), left.keySet());
    naive.forEach(
        (key, queue) ->
            assertEquals(
                queue.peek()[0] == 1 ? queue.size() : -queue.size(), left.get(key).intValue()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "send to rank 8; recv from rank | 0",
        "irecv from rank 8; isend to rank 8; waitall; irecv from rank 8; isend to rank 8; waitall |"
            + " 2",
        "irecv from rank 8 as a; isend to rank 8 as b; wait a; irecv from rank; isend to rank 8 |"
            + " 3",
        "forever { irecv from rank 8; isend to rank 8; waitall } | 2"
      })
  void shouldCountWhatIsOpenAtOnce(String text, long open) {
    for (int ranks = 1; ranks <= 3; ranks++) {
      assertEquals(ranks * open, check(text, ranks).mostOpen());
    }
  }

  @Test
  void shouldCount() {
    final ProgramCounts counts =
        ProgramCounts.of(
            bound(
                "compute rank * 1 us; isend to rank 100; issend to rank 50; recv from any; recv"
                    + " from rank tag any; barrier; allreduce 8 on ranks(rank / 2 * 2, 2, 1)",
                4),
            MOST,
            (done, operations) -> true);
    assertEquals(8 + 8 + 4, counts.messages());
    assertEquals(8 + 4, counts.collectiveMessages());
    assertEquals(4 * 150 + 4 * 8, counts.bytes());
    assertEquals(100, counts.largestBytes());
    assertEquals(8, counts.wildcards());
    assertEquals(0, counts.leastPicoseconds());
    assertEquals(3_000_000, counts.mostPicoseconds());
    assertEquals("{BARRIER=1, ALLREDUCE=2}", counts.collectives().toString());
    assertEquals("{BARRIER=0, ALLREDUCE=32}", counts.collectiveBytes().toString());
    assertEquals(4, counts.operations().get(Operation.Kind.SYNC_SEND));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Each sends, then receives.
        "b requires a | true",
        // The receive begins with the send, or before it.
        "b irequires a | false",
        "a requires b | false",
        // The operation follows two sends; the receive waits for only one of them.
        "c: send 7b to 0 tag 1;b requires c | false",
      })
  void shouldWarnOfGraphsThatSendFirst(String dependencies, boolean warns) throws IOException {
    final StringBuilder text = new StringBuilder("num_ranks 3\n");
    for (int rank = 0; rank < 3; rank++) {
      text.append(
          "rank %s {\nt: calc 9\na: send 100b to %s\na requires t\nb: recv 100b from %s\n%s\n}\n"
              .formatted(rank, (rank + 1) % 3, (rank + 2) % 3, dependencies.replace(';', '\n')));
    }
    final Path file = Files.writeString(directory.resolve("g.goal"), text);
    final Program program = GoalFile.read("g", file).orElseThrow();
    final List<String> warnings =
        ProgramCheck.check(
                program.bind(new Job(3, 0, 1, Map.of(), 0)), MOST, (done, operations) -> true)
            .warnings();
    assertEquals(
        warns
            ? List.of(
                "g:4: 3 ranks (0, 1, 2) send first, each to the next one: with"
                    + " software.eagerBytes below 100 they deadlock; let some receive first, or use"
                    + " isend and waitall")
            : List.of(),
        warnings);
  }
}

package io.hopwright.models.program.htsim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.program.Job;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramCheck;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.trace.PassedGraphs;
import io.hopwright.models.program.trace.TraceFormats;
import io.hopwright.models.testkit.Allocated;
import io.hopwright.models.testkit.RandomCases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connection matrices of htsim, and the errors in them. */
class ConnectionMatrixTest {
  /** Contains each word of the format. */
  private static final String ALL =
      """
      Nodes 4
      Connections 6
      Triggers 3
      0->1 id 1 start 0.000000 size 4000 send_done_trigger 7 prio 3
      0->1 start 2.5e3 size 100
      0->2 id 3 trigger 7 size 5000 recv_done_trigger 8
      2->3 id 4 trigger 8 size 6000 recv_done_trigger 9
      3->0 id 5 start 1000 size 10 send_done_trigger 9
      1->2 id 6 trigger 9 size 20
      trigger id 7 oneshot
      trigger id 8 multishot
      trigger id 9 barrier count 2
      """;

  @TempDir private Path directory;

  private Program read(String text) throws IOException {
    final Path file =
        Files.write(directory.resolve("f.cm"), text.getBytes(StandardCharsets.ISO_8859_1));
    return PassedGraphs.read("f.cm", file);
  }

  private static ProgramCheck.Outcome check(Program program) {
    return ProgramCheck.check(
        program.bind(new Job(program.ranks(), 0, 1, Map.of(), 0)), 1_000_000, (a, b) -> true);
  }

  @Test
  void shouldReadEachWord() throws IOException {
    final Program program = read(ALL);
    assertEquals(4, program.ranks());
    final ProgramCheck.Outcome outcome = check(program);
    assertEquals(List.of(), outcome.mistakes());
    assertEquals(List.of(), outcome.warnings());
    // There are six flows; flows 4 and 5 end at node 3, which notifies node 1 of both at once.
    assertEquals(7, outcome.traffic().messages());
    assertEquals(List.of(), check(read(ALL.replace("\n", "\r\n").replace(" ", "  "))).mistakes());
  }

  @Test
  void shouldNameLineAndRemedyOfEachError() {
    final ProgramException e =
        assertThrows(
            ProgramException.class,
            () ->
                read(
                    """
                    Nodes 4
                    Connections 9
                    # a comment
                    0->4 start 0 size 8
                    0->1 size 8
                    0->1 start 0 size 0
                    0->1 start 0 size 8 id 2
                    0->1 start 0 size 8 id 2
                    0->1 start 0 trigger 5 size 8
                    0->1 start x size 8
                    2->1 trigger 4 size 8
                    failure switch_type TOR switch_id 1 link_id 2
                    trigger id 3
                    flow 0 1
                    """));
    assertEquals(
        """
        f.cm:4: "0->4 start 0 size 8" has node 4, which is not an integer from 0 to 3
        f.cm:5: "0->1 size 8" has neither a start nor a trigger; write start 0, or trigger ID
        f.cm:6: "0->1 start 0 size 0" has no size, which means a flow without an end in htsim; write size BYTES above 0
        f.cm:8: "0->1 start 0 size 8 id 2" has the id 2 of another flow; write another one
        f.cm:9: "0->1 start 0 trigger 5 size 8" has both a start and a trigger; write one of them
        f.cm:10: "0->1 start x size 8" has start x, which is not a number of picoseconds
        f.cm:12: "failure switch_type TOR switch_id 1 link" fails a link of htsim's fat tree, which no machine here has; remove it, and use the fault keys of the machine
        f.cm:13: "trigger id 3" has no kind; write trigger id ID oneshot, or barrier
        f.cm:14: "flow 0 1" is not a line of a connection matrix; write SRC->DST, trigger, Nodes, Connections or Triggers
        f.cm:11: names trigger 4, which is not defined; write trigger id 4 oneshot""",
        e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "oneshot, f.cm:4: trigger 1 needs the end of 1 flows; and 2 flows name it",
    "barrier count 3, f.cm:4: trigger 1 needs the end of 3 flows; and 2 flows name it",
    "barrier count 2, ''",
    "barrier, ''",
    "multishot, ''"
  })
  void shouldCompareTriggersWithTheEndsOfFlows(String kind, String expected) throws IOException {
    final String text =
        "Nodes 3\n0->1 start 0 size 1 send_done_trigger 1\n0->2 start 0 size 1 recv_done_trigger 1"
            + "\ntrigger id 1 "
            + kind
            + "\n0->1 trigger 1 size 1\n";
    if (expected.isEmpty()) {
      assertEquals(List.of(), check(read(text)).mistakes());
    } else {
      final String message = assertThrows(ProgramException.class, () -> read(text)).getMessage();
      assertTrue(message.startsWith(expected.replace(';', ',')), message);
    }
  }

  @Test
  void shouldRefuseFlowsThatStartEachOther() {
    final String message =
        assertThrows(
                ProgramException.class,
                () ->
                    read(
                        "Nodes 2\ntrigger id 1 oneshot\n0->1 trigger 1 size 1 send_done_trigger 1"))
            .getMessage();
    assertTrue(message.startsWith("f.cm:3: flows of node 0 wait for each other"), message);
  }

  /** Reading ends soon with an error or a program, and with no more memory than the text needs. */
  @Test
  void shouldEndWithAnErrorWhateverIsChanged() {
    final int count = RandomCases.count(800);
    int refused = 0;
    final long first = RandomCases.first(0);
    for (long seed = first; seed < first + count; seed++) {
      final Random random = new Random(seed);
      final StringBuilder text = new StringBuilder(ALL);
      for (int change = 0; change <= random.nextInt(3); change++) {
        final int at = random.nextInt(text.length());
        switch (random.nextInt(4)) {
          case 0 -> text.setCharAt(at, (char) random.nextInt(256));
          case 1 -> text.deleteCharAt(at);
          case 2 -> text.insert(at, "9".repeat(1 + random.nextInt(20)));
          default -> text.setLength(Math.max(at, 12));
        }
      }
      final Allocated allocated = Allocated.begin();
      try {
        final Path file = directory.resolve("f.cm");
        Files.write(file, ("Nodes 4\n" + text).getBytes(StandardCharsets.ISO_8859_1));
        TraceFormats.read("f.cm", file);
      } catch (ProgramException e) {
        refused++;
        assertTrue(e.messages().stream().allMatch(m -> m.startsWith("f.cm:")), e.getMessage());
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      allocated.requireAtMostOf(text.length(), "seed " + seed);
    }
    assertTrue(refused > count / 3, refused + " were refused");
  }
}

package io.hopwright.models.program.language;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.testkit.RandomCases;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The result for any text is a program or a list of errors. */
class MutatedProgramsTest {
  private static final String HALO =
      """
      param steps = 10
      param bytes = 40 KiB
      param work = 1.5 us          # of a step
      grid g = torus(3)
      grid m = mesh(size, 1)
      for i in 1 .. steps {
        compute work * rand(1, 3) / 2
        for d in 0 .. 2 step 1 {
          irecv from shift(g, d, -1) bytes tag 2*d as left
          isend to shift(g, d, +1) bytes tag 2*d
          issend to -1 max(bytes, 8) tag 2*d+1 as right
          wait left; wait right
        }
        waitall
        if i % 5 == 0 and not i > 7 { allreduce 8 on line(g, 0) using ring }
        else if rank == 0 { recv from any tag any } else { send to 0 rank }
        sendrecv to (rank + 1) % size 8 from (rank - 1) % size tag log2(size)
        alltoall 100 on ranks(0, size / 2, 2)
        bcast 1 MiB root 0 on plane(m, 1)
      }
      forever { barrier }
      """;

  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "(",
          ")",
          ";",
          "\n",
          "-1",
          "0",
          "1",
          "9_223_372_036_854_775_807",
          "rank",
          "size",
          "any",
          "tag",
          "as",
          "for",
          "if",
          "else",
          "forever",
          "us",
          "KiB",
          "..",
          "1.5",
          "let x =",
          "x",
          "grid",
          "torus(",
          "shift(g,",
          "#",
          "\u0000",
          "é",
          "😀",
          "*",
          "/",
          "%",
          "==",
          "not",
          "rand(",
          "pow2(",
          "using",
          "on",
          "world",
          "param",
          "step",
          "\t",
          "\r\n",
          ",");

  private static String mutated(String text, Random random) {
    final StringBuilder mutated = new StringBuilder(text);
    for (int i = random.nextInt(4); i >= 0; i--) {
      final int at = random.nextInt(mutated.length());
      final int end = Math.min(mutated.length(), at + 1 + random.nextInt(8));
      switch (random.nextInt(4)) {
        case 0 -> mutated.delete(at, end);
        case 1 -> mutated.insert(at, mutated.substring(at, end));
        case 2 -> mutated.insert(at, " " + PIECES.get(random.nextInt(PIECES.size())) + " ");
        default -> mutated.setCharAt(at, (char) random.nextInt(128));
      }
      if (mutated.isEmpty()) {
        mutated.append(' ');
      }
    }
    return mutated.toString();
  }

  private static void run(String text, int ranks) {
    final BoundProgram bound = Statements.parse("p", text).bind(new Job(ranks, 1, 7, Map.of(), 2));
    final long[] state = new long[bound.stride()];
    final Operation operation = new Operation();
    for (int rank = 0; rank < ranks; rank++) {
      bound.start(state, 0, rank);
      for (int i = 0; i < 500; i++) {
        bound.next(state, 0, operation);
        assertTrue(operation.toString().length() < 200);
      }
    }
  }

  @Test
  void shouldUnderstandTheTextThatIsMutated() {
    run(HALO, 8);
  }

  @Test
  void shouldSayWhatIsWrongWithMutatedPrograms() {
    shouldRunOrRefuse(RandomCases.count(3_000), RandomCases.first(1));
  }

  @Test
  @Tag("slow")
  void shouldSayWhatIsWrongWithAMillionMutatedPrograms() {
    shouldRunOrRefuse(RandomCases.count(1_000_000), RandomCases.first(2));
  }

  private static void shouldRunOrRefuse(int cases, long seed) {
    final Random random = new Random(seed);
    int understood = 0;
    for (int i = 0; i < cases; i++) {
      final String text = mutated(HALO, random);
      try {
        run(text, 8);
        understood++;
      } catch (ProgramException e) {
        assertTrue(
            e.messages().stream().allMatch(one -> one.startsWith("p") && one.lines().count() == 1),
            e.getMessage());
      } catch (RuntimeException | Error e) {
        fail("seed " + seed + ", case " + i + ":\n" + text, e);
      }
    }
    assertTrue(understood > cases / 150, understood + " were programs");
  }

  @ParameterizedTest
  @CsvSource({
    "(, blocks or parts",
    "{, no",
    "if 1 {, deep",
    "for i in 1 .. 2 {, deep",
    "forever {, deep",
    "let x = (, parts",
    "let x = - , parts",
    "let x = not , parts",
    "let x = min(1), arguments",
    "let x = 1 +, parts",
    "}, no block",
    "😀, no statement",
    "9, expected a statement",
    "if 1 { } else , expected"
  })
  void shouldNotTakeLongOrDeepTexts(String piece, String expected) {
    for (String separator : List.of("", " ", "\n")) {
      final String text =
          (piece + separator).repeat(Statements.MOST_CHARACTERS / (piece.length() + 1));
      final ProgramException e =
          assertThrows(
              ProgramException.class, () -> Statements.parse("p", text), piece + separator);
      assertTrue(e.messages().size() <= 100, expected);
      assertTrue(e.getMessage().length() < 30_000, expected);
    }
    assertThrows(
        ProgramException.class,
        () -> Statements.parse("p", " ".repeat(Statements.MOST_CHARACTERS + 1)));
  }

  @Test
  void shouldTakeLongChainsAndManyStatements() {
    final String chain = "if rank == 1 { } else ".repeat(20_000) + "{ send to 0 8 }\n";
    assertEquals(
        20_000 - 20_000,
        assertDoesNotThrow(() -> Statements.parse("p", chain)).parameters().size());
    run(chain, 1);
    run("compute 1 ns;".repeat(70_000), 1);
    final StringBuilder names = new StringBuilder();
    for (int i = 0; i < 256; i++) {
      names.append("let n").append(i).append(" = ").append(i).append('\n');
    }
    run(names + "compute n255 * 1 ns", 2);
    assertThrows(ProgramException.class, () -> Statements.parse("p", names + "let more = 1"));
  }

  @Test
  void shouldTakeEmptyTexts() {
    for (String text : List.of("", "\n", "# nothing", ";;", "\uFEFF", "\r\n")) {
      run(text, 2);
    }
  }
}

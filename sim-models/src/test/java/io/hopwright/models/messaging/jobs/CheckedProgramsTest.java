package io.hopwright.models.messaging.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.hopwright.models.program.Job;
import io.hopwright.models.program.ProgramCheck;
import io.hopwright.models.program.language.Statements;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckedProgramsTest {
  private static ProgramCheck.Outcome check(String text, int number, long seed, String steps) {
    return CheckedPrograms.check(
        Statements.parse("mine.prog", text), new Job(4, number, seed, Map.of("steps", steps), 0));
  }

  @Test
  void shouldCheckJobsThatDoTheSameOnce() {
    final String text = "param steps = 1\nfor i in 1 .. steps { compute 1 us }\n";
    final ProgramCheck.Outcome first = check(text, 0, 1, "3");
    assertSame(first, check(text, 5, 2, "3"));
    assertEquals(first.operations() + 4, check(text, 0, 1, "4").operations());
    assertNotEquals(first.operations(), check(text + "compute 1 us\n", 0, 1, "3").operations());
  }

  /** What is random depends on the seed and on the number of the job. */
  @Test
  void shouldCheckEachJobIfItIsRandom() {
    final String text =
        "param steps = 1\nfor i in 1 .. steps { if rand(0, 1) == 1 { compute 1 us } }\n";
    final List<Long> operations =
        List.of(
            check(text, 0, 1, "200").operations(),
            check(text, 1, 1, "200").operations(),
            check(text, 0, 2, "200").operations());
    assertEquals(3, operations.stream().distinct().count(), operations::toString);
  }
}

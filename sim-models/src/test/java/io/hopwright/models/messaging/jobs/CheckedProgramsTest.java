package io.hopwright.models.messaging.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
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

  @Test
  void shouldStoreAllThatACheckFinds() {
    final String text =
        "for i in 1 .. 3 { if rank == 0 { send to 1 9000 } else if rank == 1 { recv from 0 } }\n"
            + "allreduce 8 using ring\nbarrier using hardware\nif rank == 3 { send to 3 1 }\n";
    final ProgramCheck.Outcome outcome = check(text, 0, 1);
    final ProgramCheck.Outcome read =
        CheckedPrograms.Stored.read(CheckedPrograms.Stored.write(outcome));
    assertEquals(outcome.toString(), withTraffic(read, outcome).toString());
    assertEquals(outcome.traffic().messages(), read.traffic().messages());
    assertEquals(
        outcome.traffic().mean((a, b) -> 5 * a + b), read.traffic().mean((a, b) -> 5 * a + b));
    assertEquals(outcome.traffic().packets(bytes -> bytes), read.traffic().packets(bytes -> bytes));
  }

  private static ProgramCheck.Outcome check(String text, int number, long seed) {
    return CheckedPrograms.check(
        Statements.parse("mine.prog", text), new Job(4, number, seed, Map.of(), 0));
  }

  private static ProgramCheck.Outcome withTraffic(
      ProgramCheck.Outcome of, ProgramCheck.Outcome other) {
    return new ProgramCheck.Outcome(
        of.operations(),
        other.traffic(),
        of.mostOpen(),
        of.byHardware(),
        of.communicators(),
        of.algorithms(),
        of.paired(),
        of.mistakes(),
        of.warnings());
  }

  @Test
  void shouldReadNothingElse() {
    assertNull(CheckedPrograms.Stored.read(new byte[] {1, 2, 3}));
    assertNull(CheckedPrograms.Stored.read(new byte[0]));
  }

  /** Random values depend on the seed and on the number of the job. */
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

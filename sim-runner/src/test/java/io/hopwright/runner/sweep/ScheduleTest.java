package io.hopwright.runner.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.failure.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final long MIB = 1L << 20;
  private static final long CACHE = 32 * MIB;
  private static final long HEAP = 4_096 * MIB;

  /** A point that takes a minute on one thread. */
  private static Job job(String name, double speedUp, double stateMib, boolean alone) {
    return new Job(
        null, name, Path.of(name), 60, 60 / speedUp, (18 + stateMib) * MIB, stateMib * MIB, alone);
  }

  private static final Job SMALL = job("small", 1, 2, false);
  private static final Job SMALL_TOO = job("small too", 1.8, 2, false);
  private static final Job LARGE = job("large", 3.6, 100, false);
  private static final Job LARGE_OF_ONE_PARTITION = job("one partition", 1, 100, false);
  private static final Job ALONE = job("alone", 3.6, 2, true);

  private static Schedule choose(Job... jobs) {
    return Schedule.choose(List.of(jobs), 4, HEAP, CACHE);
  }

  @Test
  void shouldSimulateAtOnceWhatFitsTheCacheTogether() {
    final Schedule schedule = choose(ALONE, SMALL, LARGE, SMALL_TOO);
    assertEquals(List.of(SMALL, SMALL_TOO), schedule.together());
    assertEquals(4, schedule.atOnce());
    assertEquals(1, schedule.threadsEach());
    assertEquals(List.of(LARGE, ALONE), schedule.inTurn(), "what measures time comes last");
  }

  @Test
  void shouldSimulateAtOnceWhatThreadsCannotShare() {
    final Schedule schedule = choose(LARGE_OF_ONE_PARTITION, LARGE_OF_ONE_PARTITION);
    assertEquals(2, schedule.together().size());
  }

  @Test
  void shouldGoOneAfterTheOtherWhereTheHeapIsSmall() {
    final List<Job> jobs = List.of(SMALL, SMALL_TOO, SMALL);
    assertEquals(jobs, Schedule.choose(jobs, 4, 100 * MIB, CACHE).inTurn());
    assertEquals(jobs, Schedule.choose(jobs, 4, HEAP, CACHE).together());
  }

  @Test
  void shouldGoOneAfterTheOtherWhereThatIsSooner() {
    final Job wide = job("wide", 3.6, 2, false);
    assertEquals(List.of(wide, wide), choose(wide, wide).inTurn());
    final List<Job> four = Stream.generate(() -> wide).limit(4).toList();
    assertEquals(four, Schedule.choose(four, 4, HEAP, CACHE).together());
  }

  @Test
  void shouldDoWhatTheUserAsksFor() {
    final List<Job> jobs = List.of(LARGE, ALONE, SMALL);
    final Schedule two = Schedule.asked(jobs, 2, 4, HEAP);
    assertEquals(List.of(LARGE, SMALL), two.together());
    assertEquals(2, two.atOnce());
    assertEquals(2, two.threadsEach());
    assertEquals(List.of(ALONE), two.inTurn());
    assertEquals(jobs, Schedule.asked(jobs, 1, 4, HEAP).inTurn());
    final String message =
        assertThrows(InputException.class, () -> Schedule.asked(jobs, 2, 4, 100 * MIB))
            .messages()
            .get(0);
    assertTrue(message.startsWith("--at-once 2: needs about 138 MiB of heap"), message);
  }
}

package io.hopwright.runner.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.app.Hopwright;
import io.hopwright.runner.app.Outcome;
import io.hopwright.runner.app.SweepResult;
import io.hopwright.runner.recording.CheckpointPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A sweep that stopped with checkpoints resumes within its points. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SweepCheckpointsTest {
  private static final String STUDY =
      """
      include "machines/bluegene-l"
      study.id = s
      machine.shape = [4, 4, 2]
      workload { kind = uniform, load = [0.2, 0.5, 0.8] }
      run { warmupTicks = 0, ticks = 120000 }
      """;

  private final Hopwright hopwright = Hopwright.open();

  @TempDir private Path directory;

  private Experiment study(String out) {
    return hopwright.studyFromText("s", STUDY).threads(2).atOnce(2).into(directory.resolve(out));
  }

  private List<Path> checkpoints() {
    try (Stream<Path> all = Files.walk(directory.resolve("out"))) {
      return all.filter(path -> path.endsWith("COMPLETE")).toList();
    } catch (IOException | UncheckedIOException e) {
      // The directory changes while it is read.
      return List.of();
    }
  }

  @Test
  void shouldGoOnInsidePoints() throws Exception {
    study("whole").sweep();
    final CheckpointPlan plan = new CheckpointPlan(1000, 0, 0);
    final Thread stopper =
        new Thread(
            () -> {
              while (checkpoints().isEmpty()) {
                Thread.onSpinWait();
              }
              plan.stop();
            });
    stopper.start();
    final SweepResult stopped = study("out").checkpoints(plan).sweep();
    stopper.join();
    assertEquals(Outcome.Kind.INTERRUPTED, stopped.outcome());
    assertTrue(plan.stopped());
    assertFalse(checkpoints().isEmpty());
    final SweepResult rest = study("out").sweep();
    assertEquals(Outcome.Kind.COMPLETED, rest.outcome());
    assertEquals(Tree.of(directory.resolve("whole")), Tree.of(directory.resolve("out")));
    assertTrue(
        rest.points().stream()
            .flatMap(point -> point.result().stream())
            .anyMatch(point -> parts(point.directory()) > 1));
  }

  private static int parts(Path point) {
    try {
      return Files.readString(point.resolve("manifest.json")).split("\"fromTick\"", -1).length - 1;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.hopwright.runner.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.Machines;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.result.Documents;
import io.hopwright.runner.result.Json;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.StudyReader;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SameResultTest {
  private static String summary(ExecutionPlan plan, String partition) {
    final Library library = new Library();
    final ResolvedConfig config =
        new StudyReader(Machines.all(), library)
            .read(
                library.study("bgl-uniform"),
                Map.of(
                    "machine.shape", "4x4x4",
                    "partition.shape", partition,
                    "run.warmupTicks", "1000",
                    "run.ticks", "3000"))
            .resolve(Scale.QUICK);
    final Completion run =
        new Simulator(plan, new Interruption(), RunObserver.NONE)
            .run(config.network(new Mistakes()));
    final Map<String, Object> summary = Documents.summary(config, run);
    summary.remove("execution");
    return Json.text(summary);
  }

  @ParameterizedTest
  @CsvSource({"SEQUENTIAL, 1, 2x2x2", "ACTORS, 1, 4x4x2", "ACTORS, 2, 4x2x2", "ACTORS, 4, 2x4x1"})
  void shouldNotDependOnTheExecutorOrTheSplit(ExecutorKind kind, int threads, String partition) {
    assertEquals(
        summary(new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1), "4x4x4"),
        summary(new ExecutionPlan(kind, threads), partition));
  }
}

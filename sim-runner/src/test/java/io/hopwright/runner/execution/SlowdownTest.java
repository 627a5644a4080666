package io.hopwright.runner.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.Machines;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunResult;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.StudyReader;
import io.hopwright.runner.support.InputException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowdownTest {
  private static final String IDEAL =
      """
      machine { model = ideal, nodes = 9 }
      jobs {
        a { program = halo-2d, ranks = 6, ranksPerNode = 2, start = 3 us, compute.noise = 0.2, repeat = 2 }
        b { program = random, ranks = 4, place = random, args { steps = 7, bytes = 20 KiB } }
      }
      statistics.ideal = true
      """;
  private static final String TORUS =
      """
      machine { model = bluegene-l, shape = 4x2x1 }
      partition.shape = 4x2x1
      workload.kind = jobs
      jobs.a { program = ping-pong, ranks = 2, args { bytes = 8 } }
      software.byteTicks = 0
      statistics.ideal = true
      """;
  private static final String DRAGONFLY =
      """
      machine { model = cascade, groups = 2, chassisPerGroup = 1, bladesPerChassis = 2 }
      workload.kind = jobs
      jobs.a { program = ping-pong, ranks = 2, args { bytes = 8 } }
      statistics.ideal = true
      """;

  private static Network<?> network(String study, Map<String, String> overrides) {
    return new StudyReader(Machines.all(), new Library())
        .read(new Source("s", study, null), overrides)
        .resolve(Scale.QUICK)
        .network();
  }

  private static RunResult run(ExecutionPlan plan, String study, Map<String, String> overrides) {
    return new Simulator(plan, new Interruption(), RunObserver.NONE)
        .run(network(study, overrides))
        .result();
  }

  private static RunResult run(String study) {
    return run(new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1), study, Map.of());
  }

  private static Object value(RunResult result, String name, String job) {
    return ((Map<?, ?>) ((Map<?, ?>) result.summary().get("jobs")).get(name)).get(job);
  }

  @Test
  void shouldBeOneOnTheIdealMachineItself() {
    final RunResult result = run(IDEAL);
    for (String job : new String[] {"a", "b"}) {
      assertTrue((Long) value(result, "makespanTicks", job) > 0);
      assertEquals(value(result, "makespanTicks", job), value(result, "idealTicks", job));
      assertEquals(1.0, value(result, "slowdown", job));
    }
  }

  /** Half a round trip is 2o + L + M(l, G); on BlueGene/L packets of 0 … 16 B take alike. */
  @Test
  void shouldCompareWithLatencyAndGapOfTheMachine() {
    final RunResult torus = run(TORUS);
    assertEquals(200 * (460 + 62 + 2L), value(torus, "idealTicks", "a"));
    assertEquals(200 * (460 + 62L), value(torus, "makespanTicks", "a"));
    assertEquals(522.0 / 524, (Double) value(torus, "slowdown", "a"), 1e-12);
    final RunResult dragonfly = run(DRAGONFLY);
    assertEquals(200 * (21_875 + 30_730 + 101L), value(dragonfly, "idealTicks", "a"));
    assertTrue((Double) value(dragonfly, "slowdown", "a") > 0.99);
  }

  /** A far job is slower here, and as fast as a near one on the ideal machine. */
  @Test
  void shouldNotCountDistanceAsIdeal() {
    final RunResult near = run(TORUS);
    final RunResult far =
        run(
            new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1),
            TORUS,
            Map.of("machine.shape", "8x2x1", "partition.shape", "8x2x1", "jobs.a.place", "random"));
    assertEquals(value(near, "idealTicks", "a"), value(far, "idealTicks", "a"));
    assertTrue((Double) value(far, "slowdown", "a") > (Double) value(near, "slowdown", "a"));
  }

  @ParameterizedTest
  @CsvSource({"ACTORS, 2, 2x2x1", "ACTORS, 1, 1x1x1", "SEQUENTIAL, 1, 3x2x1"})
  void shouldBeTheSameForEverySplit(ExecutorKind kind, int threads, String partition) {
    final RunResult split =
        run(new ExecutionPlan(kind, threads), TORUS, Map.of("partition.shape", partition));
    assertEquals(run(TORUS).summary(), split.summary());
  }

  @Test
  void shouldNotBeThereUnlessAskedFor() {
    final RunResult result =
        run(
            new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1),
            TORUS,
            Map.of("statistics.ideal", "false"));
    assertFalse(((Map<?, ?>) result.summary().get("jobs")).containsKey("slowdown"));
    assertEquals(run(TORUS).summary().get("digest"), result.summary().get("digest"));
  }

  @Test
  void shouldHaveNoneOfAJobThatIsNotOver() {
    final RunResult result =
        run(
            new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1),
            TORUS,
            Map.of("run.end", "ticks", "run.ticks", "5000"));
    assertNull(value(result, "slowdown", "a"));
    assertNull(value(result, "idealTicks", "a"));
  }

  @Test
  void shouldLeaveNothingIfInterruptedOnTheIdealMachine() {
    final Interruption interruption = new Interruption();
    final RunObserver user =
        new RunObserver() {
          @Override
          public RunObserver of(String what) {
            assertEquals("without contention", what);
            return (network, threads, monitor) -> {
              interruption.request();
              return () -> {};
            };
          }

          @Override
          public Watch watch(Network<?> network, int threads, RunMonitor monitor) {
            throw new AssertionError("the run has begun");
          }
        };
    final Simulator simulator =
        new Simulator(new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1), interruption, user);
    final Network<?> network = network(TORUS, Map.of());
    assertThrows(NeverBegunException.class, () -> simulator.run(network));
  }

  @Test
  void shouldSayWhatTheIdealMachineDoesNotKnow() {
    final InputException refused =
        assertThrows(
            InputException.class, () -> network(TORUS, Map.of("software.progress", "offload")));
    assertTrue(refused.getMessage().contains("use host or calls"), refused.getMessage());
  }
}

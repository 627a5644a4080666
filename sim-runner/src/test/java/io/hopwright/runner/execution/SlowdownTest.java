package io.hopwright.runner.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.Machines;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.StudyReader;
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

  /** Half a round trip is 2o + 62 ticks on BlueGene/L, 2o + 30,730 on a blade of Cascade. */
  @Test
  void shouldBeOneWithoutContention() {
    final RunResult torus = run(TORUS);
    assertEquals(200 * (460 + 62L), value(torus, "idealTicks", "a"));
    assertEquals(1.0, value(torus, "slowdown", "a"));
    assertEquals(true, value(torus, "sameOrder", "a"));
    final RunResult dragonfly = run(DRAGONFLY);
    assertEquals(200 * (21_875 + 30_730 + 64L), value(dragonfly, "idealTicks", "a"));
    assertEquals(1.0, value(dragonfly, "slowdown", "a"));
  }

  /** A job with a larger distance takes longer on the machine and on the baseline. */
  @Test
  void shouldNotCountDistanceAsContention() {
    final RunResult near = run(TORUS);
    final RunResult far =
        run(
            new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1),
            TORUS,
            Map.of("machine.shape", "8x2x1", "partition.shape", "8x2x1", "jobs.a.place", "random"));
    assertTrue((Long) value(far, "idealTicks", "a") > (Long) value(near, "idealTicks", "a"));
    assertEquals(1.0, value(far, "slowdown", "a"));
  }

  /**
   * If many ranks send to one, receivers and bytes overlap both on the machine and on the baseline.
   */
  @ParameterizedTest
  @CsvSource({
    "'machine { model = cascade, groups = 1 }', incast, 2, 4 KiB, 1.0",
    "'machine { model = extoll }', incast, 4, 4 KiB, 1.2",
    "'machine { model = cascade, groups = 1 }', incast, 16, 64 KiB, 5.1"
  })
  void shouldNotAddUpWhatMachinesOverlap(
      String machine, String program, int ranks, String bytes, double most) {
    final String study =
        """
        %s
        workload.kind = jobs
        jobs.a { program = %s, ranks = %s, args { steps = 1, bytes = %s } }
        statistics.ideal = true
        """
            .formatted(machine, program, ranks, bytes);
    final double slowdown = (Double) value(run(study), "slowdown", "a");
    assertTrue(slowdown >= 1 && slowdown <= most, slowdown + " of " + study);
  }

  @Test
  void shouldBeOneOrMoreOfTwoJobs() {
    final String study =
        """
        machine { model = cascade, groups = 1 }
        workload.kind = jobs
        jobs.a { program = halo-2d, ranks = 16, place = random, args { steps = 2 } }
        jobs.b { program = halo-2d, ranks = 16, place = random, args { steps = 2 } }
        statistics.ideal = true
        """;
    for (String job : new String[] {"a", "b"}) {
      final double slowdown = (Double) value(run(study), "slowdown", job);
      assertTrue(slowdown >= 1 && slowdown < 1.2, job + " " + slowdown);
    }
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
  void shouldLeaveNothingIfInterruptedOnTheBaseline() {
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
  void shouldKnowInterfacesThatHandleArrivals() {
    final RunResult result =
        run(
            new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1),
            TORUS,
            Map.of("software.progress", "offload"));
    assertEquals(1.0, value(result, "slowdown", "a"));
  }
}

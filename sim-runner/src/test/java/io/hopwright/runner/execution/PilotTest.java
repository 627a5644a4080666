package io.hopwright.runner.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.StudyReader;
import io.hopwright.runner.support.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PilotTest {
  private static final String TORUS =
      """
      machine { model = bluegene-l, shape = 4x4x2 }
      partition.shape = 2x4x2
      workload.load = 0.6
      run { warmupTicks = auto, ticks = 4000, gridTicks = 200 }
      """;
  private static final String DRAGONFLY =
      """
      machine { model = cascade, groups = 2, chassisPerGroup = 1, bladesPerChassis = 2 }
      workload.load = 0.1
      run { warmupTicks = auto, ticks = 40000, gridTicks = 20000, maxWarmupTicks = 1000000 }
      """;
  private static final ExecutionPlan ALONE = new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1);

  private final List<String> said = new ArrayList<>();
  private final List<Long> pilots = new ArrayList<>();

  private static ResolvedConfig config(String study, Map<String, String> overrides) {
    return new StudyReader(Machines.all(), new Library())
        .read(new Source("s", study, null), overrides)
        .resolve(Scale.QUICK);
  }

  private Pilot.Settled settle(
      ExecutionPlan plan, String study, Map<String, String> overrides, Interruption interruption) {
    final Simulator simulator = new Simulator(plan, interruption, RunObserver.NONE);
    final ResolvedConfig config = config(study, overrides);
    return Pilot.settle(
        config,
        config.network(),
        (described, pilot) -> {
          pilots.add(pilot.run().ticks());
          return simulator.run(pilot);
        },
        state -> said.add(state.toString()));
  }

  private Pilot.Settled settle(String study, Map<String, String> overrides) {
    return settle(ALONE, study, overrides, new Interruption());
  }

  private static Map<String, Object> run(Pilot.Settled settled) {
    return settled
        .noted(
            new Simulator(ALONE, new Interruption(), RunObserver.NONE)
                .run(settled.config().network()))
        .result()
        .summary();
  }

  @ParameterizedTest
  @ValueSource(strings = {TORUS, DRAGONFLY})
  void shouldSimulateWhatTheNumberSaysThatWasFound(String study) {
    final Pilot.Settled settled = settle(study, Map.of());
    final SteadyState found = settled.steadyState();
    assertTrue(found.reached(), found::toString);
    assertTrue(found.warmupTicks() > 0, found::toString);
    assertEquals(0, found.warmupTicks() % settled.config().network().gridTicks());
    assertTrue(found.warmupTicks() <= found.pilotTicks() / 2, found::toString);
    final Map<String, Object> summary = run(settled);
    assertEquals(found.document(), summary.get("steadyState"));
    final Map<String, String> byHand =
        Map.of("run.warmupTicks", Long.toString(found.warmupTicks()));
    final Pilot.Settled number = settle(study, byHand);
    assertNull(number.steadyState());
    final Map<String, Object> expected = new LinkedHashMap<>(summary);
    expected.remove("steadyState");
    assertEquals(expected, run(number));
    assertEquals(number.config().render(), settled.config().render());
    assertEquals(config(study, Map.of()).sha256(), Pilot.asked(settled.config()).sha256());
    final Pilot.Settled again = settle(settled.config().render(), Map.of());
    assertEquals(summary.get("digest"), run(again).get("digest"));
  }

  @ParameterizedTest
  @CsvSource({"ACTORS, 1, 4x4x2, 18", "ACTORS, 2, 2x2x2, 18", "SEQUENTIAL, 1, 4x2x1, 5"})
  void shouldFindTheSameForEverySplitAndWindow(
      ExecutorKind kind, int threads, String partition, String window) {
    final Pilot.Settled settled =
        settle(
            new ExecutionPlan(kind, threads),
            TORUS,
            Map.of("partition.shape", partition, "run.windowTicks", window),
            new Interruption());
    assertEquals(settle(TORUS, Map.of()).steadyState(), settled.steadyState());
  }

  @Test
  void shouldNotSeeWhatIsOnlyObserved() {
    final Map<String, String> observed =
        Map.of("statistics.links", "[link]", "packetLog.fromTick", "0");
    final Pilot.Settled settled = settle(TORUS, observed);
    assertEquals(settle(TORUS, Map.of()).steadyState(), settled.steadyState());
    assertEquals(config(TORUS, observed).value("statistics.links"), List.of("link"));
    assertEquals(settled.config().value("statistics.links"), List.of("link"));
  }

  @Test
  void shouldGrowUpToTwiceTheLimitAndSayThatNothingIsSteady() {
    final Pilot.Settled settled =
        settle(TORUS, Map.of("workload.load", "4", "run.maxWarmupTicks", "15150"));
    assertEquals(List.of(20_000L, 30_200L), pilots);
    final SteadyState state = settled.steadyState();
    assertFalse(state.reached());
    assertTrue(state.saturated());
    assertTrue(((String) state.document().get("reason")).startsWith("saturated: "));
    assertTrue(state.backlogGrowth() > 0.3, state::toString);
    assertEquals(15_150L, settled.config().value("run.warmupTicks"));
    assertEquals(15_150L, run(settled).get("measuredFromTick"));
    assertTrue(said.get(0).contains("saturated: the backlog at the sources grew by"), said.get(0));
  }

  /** Packets of saturated sources are not followed, but their buffers fill during the pilot. */
  @Test
  void shouldFindTheWarmUpOfSaturatedSources() {
    final Pilot.Settled settled = settle(TORUS, Map.of("workload.load", "saturated"));
    final SteadyState found = settled.steadyState();
    assertTrue(found.reached(), found::toString);
    assertFalse(found.saturated(), "nothing is offered");
    assertTrue(found.warmupTicks() > 0, found::toString);
    assertNull(found.document().get("reason"));
    assertNotEquals(false, run(settled).get("steady"));
  }

  @Test
  void shouldBeShorterThanTheFirstPilotIfTheLimitIs() {
    settle(TORUS, Map.of("run.maxWarmupTicks", "5199"));
    assertEquals(List.of(10_200L), pilots);
  }

  @Test
  void shouldEndWithThePilotThatIsInterrupted() {
    final Interruption interruption = new Interruption();
    final RunObserver pressing =
        (network, threads, monitor) -> {
          interruption.request();
          return () -> {};
        };
    final Simulator simulator = new Simulator(ALONE, interruption, pressing);
    final ResolvedConfig config = config(TORUS, Map.of());
    assertThrows(
        NeverBegunException.class,
        () ->
            Pilot.settle(
                config,
                config.network(),
                (described, pilot) -> simulator.run(pilot),
                state -> said.add("")));
    assertEquals(List.of(), said);
  }

  @ParameterizedTest
  @CsvSource({
    "bgl-uniform, workload.kind, all-to-all",
    "bgl-uniform, workload.kind, probe",
    "cascade-uniform, workload.kind, all-to-all"
  })
  void shouldRefuseSourcesThatComeToAnEnd(String study, String key, String value) {
    final Map<String, String> overrides = Map.of("run.warmupTicks", "auto", key, value);
    final Library library = new Library();
    final ResolvedConfig config =
        new StudyReader(Machines.all(), library)
            .read(library.study(study), overrides)
            .resolve(Scale.QUICK);
    final String message = assertThrows(InputException.class, () -> config.network()).getMessage();
    assertTrue(message.contains("--set run.warmupTicks=auto: is auto, but"), message);
    assertTrue(message.contains(value), message);
  }

  @Test
  void shouldRefusePilotsThatDoNotFit() {
    final Map<String, String> endless =
        Map.of("run.maxWarmupTicks", "2000000000", "run.gridTicks", "100000");
    final String message =
        assertThrows(InputException.class, () -> settle(TORUS, endless)).getMessage();
    assertTrue(message.contains("run.maxWarmupTicks=2000000000 ticks: is 2000000000"), message);
    assertTrue(message.contains("use a larger run.gridTicks, or a shorter warm-up"), message);
    assertEquals(List.of(), pilots);
  }
}

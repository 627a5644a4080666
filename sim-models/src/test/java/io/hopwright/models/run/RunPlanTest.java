package io.hopwright.models.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Progress;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.RunPlan.End;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunPlanTest {
  private static RunPlan of(Map<String, ?> overrides) {
    return RunPlan.of(
        Settings.of(
            RunPlan.COMPONENT.keys().stream().<Parameter>map(Key::parameter).toList(), overrides),
        18);
  }

  private static RunPlan ending(End end) {
    return new RunPlan(1, 100, 50, end, 7, 30, 10, 18);
  }

  @Test
  void shouldReadTheDeclaredDefaults() {
    assertEquals(new RunPlan(1, 20_000, 50_000, End.TICKS, 0, 1_000_000, 1_000, 18), of(Map.of()));
  }

  private static RunPlan with(Component run, Map<String, ?> overrides) {
    return RunPlan.of(settings(run, overrides), 18);
  }

  private static Settings settings(Component run, Map<String, ?> overrides) {
    final Key<String> kind =
        Key.choice(
                WorkloadKeys.KIND,
                "uniform",
                List.of(new Choice<>("uniform", "uniform", "u"), new Choice<>("jobs", "jobs", "j")))
            .meaning("kind")
            .source("nowhere");
    return Settings.of(
        Stream.concat(Stream.of(kind), run.keys().stream()).<Parameter>map(Key::parameter).toList(),
        overrides);
  }

  @Test
  void shouldEndWithItsJobs() {
    final Map<String, String> jobs = Map.of(WorkloadKeys.KIND, "jobs");
    assertEquals(of(Map.of()), with(RunPlan.WITH_JOBS, Map.of()));
    assertEquals(End.JOBS, with(RunPlan.WITH_JOBS, jobs).end());
    assertEquals(0, with(RunPlan.WITH_JOBS, jobs).warmupTicks());
    final Map<String, Object> said =
        Map.of(WorkloadKeys.KIND, "jobs", "run.end", "ticks", "run.warmupTicks", 7L);
    assertEquals(End.TICKS, with(RunPlan.WITH_JOBS, said).end());
    assertEquals(7, with(RunPlan.WITH_JOBS, said).warmupTicks());
    assertEquals(End.JOBS, with(RunPlan.OF_JOBS, Map.of()).end());
    assertEquals(0, with(RunPlan.OF_JOBS, Map.of()).warmupTicks());
  }

  @Test
  void shouldHaveAWarmUpOfTheMachineButWithJobs() {
    final Component run = RunPlan.withJobs(777);
    assertEquals(777, RunPlan.of(settings(run, Map.of()), 18, 777).warmupTicks());
    final Settings jobs = settings(run, Map.of(WorkloadKeys.KIND, "jobs"));
    assertEquals(0, RunPlan.of(jobs, 18, 777).warmupTicks());
  }

  @Test
  void shouldOfferEndsThatAMachineHas() {
    assertEquals(List.of("ticks", "packets", "drained"), ends(RunPlan.COMPONENT));
    assertEquals(List.of("ticks", "packets", "drained", "jobs"), ends(RunPlan.WITH_JOBS));
    assertEquals(List.of("jobs", "ticks"), ends(RunPlan.OF_JOBS));
  }

  private static List<String> ends(Component run) {
    return run.keys().stream()
        .filter(key -> key.name().equals("run.end"))
        .findFirst()
        .orElseThrow()
        .parameter()
        .words();
  }

  @Test
  void shouldTellHowLongOpenLoopsSendAndTake() {
    assertEquals(150, ending(End.DRAINED).sendingTo());
    assertEquals(Long.MAX_VALUE, ending(End.TICKS).sendingTo());
    assertEquals(300, ending(End.DRAINED).expectedTicks(1, 2));
    assertEquals(150, ending(End.DRAINED).expectedTicks(1, 0.5));
    assertEquals(180, ending(End.TICKS).expectedTicks(1, 2));
    assertEquals(14, ending(End.PACKETS).expectedTicks(0.5, 2));
  }

  @Test
  void shouldReadWhatAStudySays() {
    final RunPlan plan =
        of(
            Map.of(
                "seed", -5L,
                "run.warmupTicks", 1L,
                "run.ticks", 2L,
                "run.end", "packets",
                "run.packets", 3L,
                "run.followTicks", 4L,
                "run.gridTicks", 5L,
                "run.windowTicks", 6L));
    assertEquals(new RunPlan(-5, 1, 2, End.PACKETS, 3, 4, 5, 6), plan);
  }

  @Test
  void shouldPlanForTheLongestWarmupIfAPilotIsToFindIt() {
    assertEquals(200_000, of(Map.of("run.warmupTicks", "auto")).warmupTicks());
    assertEquals(1_400, of(Map.of("run.warmupTicks", "auto", "run.gridTicks", 7L)).warmupTicks());
    assertEquals(
        25_000, of(Map.of("run.warmupTicks", "auto", "run.maxWarmupTicks", 25_000L)).warmupTicks());
    assertEquals(20_000, of(Map.of("run.maxWarmupTicks", 1L)).warmupTicks());
    final SettingsException failure =
        assertThrows(
            SettingsException.class,
            () -> of(Map.of("run.warmupTicks", "auto", "run.maxWarmupTicks", 24_999L)));
    assertEquals("run.maxWarmupTicks", failure.problems().get(0).key());
    assertTrue(failure.getMessage().contains("at least 25000"), failure::getMessage);
  }

  @Test
  void shouldTellAllMistakesAtOnce() {
    final Map<String, Object> overrides = Map.of("run.windowTicks", 19L, "run.end", "packets");
    final SettingsException failure = assertThrows(SettingsException.class, () -> of(overrides));
    assertEquals(
        List.of("run.windowTicks", "run.packets"),
        failure.problems().stream().map(SettingsException.Problem::key).toList());
    assertTrue(failure.getMessage().contains("lookahead of 18"), failure::getMessage);
    assertEquals(18, of(Map.of("run.windowTicks", 18L)).windowTicks());
  }

  @Test
  void shouldMeasureAnIntervalAndFollowItsPackets() {
    final RunPlan plan = ending(End.TICKS);
    assertFalse(plan.measures(99));
    assertTrue(plan.measures(100));
    assertTrue(plan.measures(149));
    assertFalse(plan.measures(150));
    assertEquals(150, plan.measuredTo());
    assertEquals(150, plan.earliestTick());
    assertEquals(180, plan.lastTick());
    final Progress progress = new Progress();
    progress.packetsAwaited = 1;
    assertFalse(plan.reached(progress));
    progress.packetsAwaited = 0;
    progress.partitionsUncounted = 1;
    assertFalse(plan.reached(progress));
    progress.partitionsUncounted = 0;
    progress.packetsOutstanding = 9;
    assertTrue(plan.reached(progress));
  }

  @ParameterizedTest
  @EnumSource(value = End.class, names = "TICKS", mode = EnumSource.Mode.EXCLUDE)
  void shouldMeasureUntilTheEndOtherwise(End end) {
    final RunPlan plan = ending(end);
    assertFalse(plan.measures(99));
    assertTrue(plan.measures(1L << 40));
    assertEquals(Long.MAX_VALUE, plan.measuredTo());
    assertEquals(Long.MAX_VALUE, plan.lastTick());
    assertEquals(0, plan.earliestTick());
  }

  @Test
  void shouldEndAfterEnoughDeliveries() {
    final RunPlan plan = ending(End.PACKETS);
    final Progress progress = new Progress();
    progress.packetsDelivered = 6;
    assertFalse(plan.reached(progress));
    progress.packetsDelivered = 7;
    progress.packetsOutstanding = 5;
    progress.packetsAwaited = 5;
    assertTrue(plan.reached(progress));
    progress.packetsDelivered = 8;
    assertTrue(plan.reached(progress));
  }

  @Test
  void shouldEndOnceNoRankThatIsWaitedForRuns() {
    final RunPlan plan = ending(End.JOBS);
    final Progress progress = new Progress();
    progress.ranksRunning = 1;
    assertFalse(plan.reached(progress));
    progress.ranksRunning = 0;
    progress.packetsOutstanding = 3;
    assertTrue(plan.reached(progress));
    assertEquals(Long.MAX_VALUE, plan.sendingTo());
  }

  @Test
  void shouldEndWhenDrained() {
    final RunPlan plan = ending(End.DRAINED);
    final Progress progress = new Progress();
    progress.packetsOutstanding = 1;
    assertFalse(plan.reached(progress));
    progress.packetsOutstanding = 0;
    assertTrue(plan.reached(progress));
  }
}

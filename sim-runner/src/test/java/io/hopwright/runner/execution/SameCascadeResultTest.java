package io.hopwright.runner.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.Machines;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Machine;
import io.hopwright.models.tables.RunResult;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A Cascade gives the same result on every executor; {@code SameResultTest} compares files. */
class SameCascadeResultTest {
  private static final Map<String, Object> LOADED =
      Map.of(
          "workload.load", 0.5,
          "run.warmupTicks", 20_000L,
          "run.ticks", 60_000L,
          "run.gridTicks", 7_000L);

  /** Small buffers, a partial group, and all tables. */
  private static final Map<String, Object> SATURATED =
      Map.of(
          "machine.lastGroupChassis", 1L,
          "workload.kind", "group-shift",
          "workload.load", "saturated",
          "router.electricalVcBytes", 300L,
          "router.opticalVcBytes", 300L,
          "nic.bufferBytes", 200L,
          "run.ticks", 60_000L,
          "statistics.links", List.of("link", "kind", "whole"),
          "statistics.sources", true);

  private static final Map<String, Object> DRAINED =
      Map.of(
          "workload.kind", "all-to-all-random",
          "workload.messageBytes", List.of(100L),
          "router.routing", "valiant",
          "run.end", "drained");

  /** Programs on blades, two of which fail. */
  private static final Map<String, Object> LOST =
      Map.ofEntries(
          Map.entry("workload.kind", "jobs"),
          Map.entry("nic.model", "aries"),
          Map.entry("jobs.a.program", "alltoall"),
          Map.entry("jobs.a.ranks", 60L),
          Map.entry("jobs.a.place", "random"),
          Map.entry("jobs.a.ranksPerNode", 2L),
          Map.entry("fault.blades.one.aries", 6L),
          Map.entry("fault.blades.one.atTick", 70_000L),
          Map.entry("fault.blades.two.aries", 17L),
          Map.entry("fault.blades.two.atTick", 150_001L),
          Map.entry("fault.reactionTicks", 90_000L),
          Map.entry("fault.quiesceTicks", 20_000L),
          Map.entry("nic.timeoutTicks", 200_000L),
          Map.entry("run.end", "ticks"),
          Map.entry("run.ticks", 600_000L),
          Map.entry("statistics.ranks", true),
          Map.entry("statistics.timeline", true));

  /** Returns all results of a run of five groups, as text. */
  private static Map<String, String> result(
      Map<String, Object> more, ExecutionPlan plan, long groupsPerPartition) {
    final Machine cascade =
        Machines.all().stream()
            .filter(machine -> machine.name().equals("cascade"))
            .findFirst()
            .orElseThrow();
    final Map<String, Object> overrides = new LinkedHashMap<>(more);
    overrides.put("machine.groups", 5L);
    overrides.put("machine.chassisPerGroup", 2L);
    overrides.put("machine.bladesPerChassis", 2L);
    overrides.put("partition.groups", groupsPerPartition);
    final Settings settings = Settings.of(cascade.parameters(), overrides);
    final Completion run =
        new Simulator(plan, new Interruption(), RunObserver.NONE).run(cascade.network(settings));
    assertEquals(Completion.Ending.COMPLETED, run.ending());
    final RunResult result = run.result();
    final Map<String, String> everything = new LinkedHashMap<>();
    everything.put("summary", result.summary().toString());
    everything.put(
        "series", result.rows().stream().map(Arrays::toString).collect(Collectors.joining("\n")));
    result
        .histograms()
        .forEach((name, histogram) -> everything.put(name, histogram.histogram().toString()));
    result.tables().forEach((name, table) -> everything.put(name, table.toString()));
    return everything;
  }

  private static Stream<Map<String, Object>> cases() {
    return Stream.of(LOADED, SATURATED, DRAINED, LOST);
  }

  /**
   * Executor, and its partitioning of the machine.
   *
   * @param groups in a partition
   */
  private record Split(ExecutorKind executor, int threads, long groups) {}

  private static final List<Split> SPLITS =
      List.of(
          new Split(ExecutorKind.SEQUENTIAL, 1, 1),
          new Split(ExecutorKind.ACTORS, 1, 2),
          new Split(ExecutorKind.ACTORS, 2, 1),
          new Split(ExecutorKind.ACTORS, 2, 3));

  @ParameterizedTest
  @MethodSource("cases")
  void shouldNotDependOnTheExecutorOrTheSplit(Map<String, Object> more) {
    final Map<String, String> whole =
        result(more, new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1), 5);
    for (Split split : SPLITS) {
      assertEquals(
          whole,
          result(more, new ExecutionPlan(split.executor, split.threads), split.groups),
          split::toString);
    }
  }
}

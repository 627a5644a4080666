package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.SharedMetrics;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.tnw.Tnw;
import io.hopwright.models.tofu.Tofu;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Latencies are reported only if enough packets arrived, on all machines: the missing packets took
 * the longest.
 */
class ArrivedTest {
  /** Returns overloaded sources of each machine, in runs that are not followed. */
  static Stream<Case> overloaded() {
    return Stream.of(
            Case.of(new BlueGeneL()).set("machine.shape=4x4x2 workload.load=2 run.ticks=6000"),
            Case.of(new BlueGeneL())
                .set("machine.shape=4x4x2 workload.load=2 run.end=packets run.packets=2000"),
            Case.of(new BlueGeneL())
                .set("machine.shape=4x4x2 workload.load=saturated router.vcBytes=4032")
                .set("run.ticks=4000"),
            Case.of(new Cascade())
                .set("machine.groups=2 machine.chassisPerGroup=1 machine.bladesPerChassis=2")
                .set("workload.kind=many-to-one workload.target=1 workload.load=0.5")
                .set("run.ticks=60000"),
            Case.of(new Tofu())
                .set("machine.shape=1x1x1 workload.kind=many-to-one workload.target=1")
                .set("workload.load=0.5 run.ticks=20000"),
            Case.of(new Extoll())
                .set("machine.shape=2x2x2 workload.kind=many-to-one workload.load=0.9")
                .set("run.ticks=200000"),
            Case.of(new Tnw())
                .set("machine.shape=2x2x2 workload.load=1.5 workload.messageBytes=2048")
                .set("run.ticks=20000"))
        .map(model -> model.set("run.gridTicks=500 seed=7"));
  }

  @ParameterizedTest
  @MethodSource("overloaded")
  void shouldReportNoLatenciesOfTheQuickPacketsAlone(Case model) {
    final RunResult result = model.set("statistics.sources=true").result();
    final Map<String, Object> summary = result.summary();
    final double share = (Double) summary.get("arrivedShare");
    assertTrue(share < 0.95, () -> model + " " + share);
    final Map<?, ?> response = (Map<?, ?>) summary.get("responseTicks");
    assertTrue((Long) response.get("count") > 0, model::toString);
    summary.forEach(
        (name, value) -> {
          if (SharedMetrics.isLatency(name)) {
            ((Map<?, ?>) value)
                .forEach(
                    (member, number) -> {
                      if (!member.equals("count")) {
                        assertNull(number, () -> name + "." + member);
                      }
                    });
          }
        });
    assertEquals(
        response.get("count"), result.histograms().get("responseTicks").count(), "kept whole");
    assertTrue(
        result.tables().get("percentiles").rows().stream()
            .noneMatch(row -> SharedMetrics.isLatency((String) row.get(0))));
    final RunResult.Table sources = result.tables().get("sources");
    assertTrue(sources.rows().stream().anyMatch(row -> (Long) row.get(1) > 0));
    assertTrue(sources.rows().stream().allMatch(row -> row.get(2) == null && row.get(3) == null));
  }

  /** Returns all small machines of the contract that end at rest without losses. */
  static Stream<Case> ending() {
    return MachineCases.wanted()
        .flatMap(MachineCases::runs)
        .filter(model -> ends(model.network().run().end()))
        .filter(
            model ->
                model.values().keySet().stream()
                    .noneMatch(key -> key.startsWith("fault") || key.endsWith(".background")));
  }

  private static boolean ends(RunPlan.End end) {
    return end == RunPlan.End.DRAINED || end == RunPlan.End.JOBS;
  }

  @ParameterizedTest
  @MethodSource("ending")
  void shouldFindThatAllArrivedOnceNothingIsLeft(Case model) {
    final Map<String, Object> summary = model.result().summary();
    final Object share = summary.get("arrivedShare");
    final Map<?, ?> response = (Map<?, ?>) summary.get("responseTicks");
    if ((Long) response.get("count") == 0) {
      assertTrue(share == null || share.equals(0.0), model::toString);
      return;
    }
    assertEquals(1.0, share, model::toString);
    assertNotNull(response.get("mean"), model::toString);
  }
}

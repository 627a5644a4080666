package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.switching.TwoPhasePartition;
import io.hopwright.models.testkit.Case;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A drained machine is in its initial state: nothing waits or is in progress, and all credits have
 * returned.
 */
class AtRestTest {
  /** The grid is long enough for the last credits to return before its next tick. */
  private static final long GRID_TICKS = 500_000;

  static Stream<Case> drained() {
    return MachineCases.all().stream()
        .flatMap(AtRestTest::drained)
        .map(run -> run.with("run.gridTicks", GRID_TICKS));
  }

  private static Stream<Case> drained(MachineCases cases) {
    return cases
        .runs()
        .map(run -> run.set(cases.fewCuts()))
        .filter(run -> RunPlan.end(run.settings()) == RunPlan.End.DRAINED);
  }

  /** Returns all machines except those that run jobs only. */
  static Stream<MachineCases> machines() {
    return MachineCases.all().stream().filter(cases -> drained(cases).findAny().isPresent());
  }

  @ParameterizedTest
  @MethodSource("drained")
  void shouldBeAtRestWhenDrained(Case run) {
    final List<TwoPhasePartition> parts = parts(run.network());
    for (int partition = 0; partition < parts.size(); partition++) {
      assertTrue(
          parts.get(partition).atRest(),
          "partition "
              + partition
              + " has packets in its pool, credits that are not home, buffers that are not empty,"
              + " or sources that are not through, after "
              + run);
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldNotBeAtRestOnTheWay(MachineCases cases) {
    assertFalse(parts(cases.busy().network()).stream().anyMatch(TwoPhasePartition::atRest));
  }

  private static <P extends Partition> List<TwoPhasePartition> parts(Network<P> network) {
    final RunOutcome<P> outcome = new SequentialExecutor().run(network, new RunMonitor());
    assertEquals(Ending.COMPLETED, outcome.ending(), network::machine);
    return outcome.partitions().stream()
        .map(part -> assertInstanceOf(TwoPhasePartition.class, part))
        .toList();
  }
}

package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.machine.Elsewhere;
import io.hopwright.models.machine.InterruptedRun;
import io.hopwright.models.machine.PreviewedRun;
import io.hopwright.models.machine.ResultText;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results do not depend on which partitions were simulated in other JVMs. */
class CascadeSavedMeasuresTest {
  static Stream<CascadeRuns> runs() {
    return CascadeSplitInvarianceTest.runs().map(CascadeSplitInvarianceTest::withAllTables);
  }

  private static CascadeRuns ofFourPartitions() {
    return CascadeSplitInvarianceTest.withAllTables(
        CascadeRuns.dragonfly(4, 1, 2)
            .with("workload.load", 0.5)
            .with("partition.groups", 1L)
            .ticks(60_000));
  }

  private static String everything(CascadeRuns runs, RunOutcome<CrossbarPartition<Nics>> outcome) {
    return ResultText.of(runs.network().result(outcome));
  }

  private static void assertSameForAllSubsets(
      CascadeRuns runs, RunOutcome<CrossbarPartition<Nics>> outcome) {
    final String here = everything(runs, outcome);
    final int partitions = outcome.partitions().size();
    assertTrue(partitions > 1 && partitions <= 4, runs + " has " + partitions);
    for (int set = 0; set < 1 << partitions; set++) {
      final int those = set;
      final IntPredicate which = index -> (those >>> index & 1) != 0;
      assertEquals(
          here, everything(runs, Elsewhere.of(outcome, which)), () -> those + " of " + runs);
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void shouldNotDependOnWhichPartitionsAreElsewhere(CascadeRuns runs) {
    runs.with("partition.groups", 3L);
    assertSameForAllSubsets(runs, runs.outcome());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 15_000, 30_000, 70_000})
  void shouldNotDependOnItInAnInterruptedRun(long tick) {
    final CascadeRuns runs =
        ofFourPartitions().with("run.warmupTicks", 20_000L).with("run.gridTicks", 5_000L);
    final RunOutcome<CrossbarPartition<Nics>> outcome = InterruptedRun.at(tick, runs.network());
    assertTrue(outcome.stopTick() >= tick && outcome.stopTick() < 80_000, runs::toString);
    assertSameForAllSubsets(runs, outcome);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void shouldTellInBetweenWhatTheResultWouldBe(CascadeRuns runs) {
    runs.with("run.gridTicks", 1_000L);
    final PreviewedRun previewed = PreviewedRun.of(runs.network());
    assertEquals(everything(runs, runs.outcome()), previewed.result());
    final SortedMap<Long, String> previews = previewed.previews();
    for (long tick : List.of(previews.firstKey(), previews.lastKey())) {
      assertEquals(
          PreviewedRun.until(tick, runs.network()), previews.get(tick), () -> tick + " of " + runs);
    }
  }

  @Test
  void shouldNotDependOnItIfNoTableWasAskedFor() {
    final CascadeRuns runs =
        ofFourPartitions().with("statistics.links", List.of()).with("statistics.sources", false);
    assertSameForAllSubsets(runs, runs.outcome());
  }

  @Test
  void shouldRefuseBooksThatAreTooShortOrTooLong() {
    final CascadeRuns runs = ofFourPartitions();
    final RunOutcome<CrossbarPartition<Nics>> outcome = runs.outcome();
    final long[] saved = Elsewhere.saved(outcome.partitions().get(3));
    assertEquals(everything(runs, outcome), everything(runs, Elsewhere.last(outcome, saved)));
    for (int length = 0; length < saved.length; length++) {
      assertRefused(runs, outcome, Arrays.copyOf(saved, length));
    }
    assertRefused(runs, outcome, Arrays.copyOf(saved, saved.length + 1));
  }

  @Test
  void shouldRefuseBooksOfOtherSettings() {
    final CascadeRuns runs = ofFourPartitions();
    final RunOutcome<CrossbarPartition<Nics>> outcome = runs.outcome();
    final long[] saved = Elsewhere.saved(outcome.partitions().get(3));
    assertRefused(runs.with("statistics.links", List.of()), outcome, saved);
  }

  private static void assertRefused(
      CascadeRuns runs, RunOutcome<CrossbarPartition<Nics>> outcome, long[] words) {
    final RunOutcome<CrossbarPartition<Nics>> split = Elsewhere.last(outcome, words);
    final Exception refusal =
        assertThrows(IllegalArgumentException.class, () -> runs.network().result(split));
    assertTrue(refusal.getMessage().startsWith("books of partition 3: "), refusal::getMessage);
  }
}

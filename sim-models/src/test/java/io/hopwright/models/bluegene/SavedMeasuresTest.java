package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.machine.Elsewhere;
import io.hopwright.models.machine.InterruptedRun;
import io.hopwright.models.machine.PreviewedRun;
import io.hopwright.models.machine.ResultText;
import io.hopwright.models.switching.torusrouter.TorusPartition;
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
class SavedMeasuresTest {
  static Stream<Runs> runs() {
    return SplitInvarianceTest.runs().map(SavedMeasuresTest::withAllExtras);
  }

  private static Runs withAllExtras(Runs runs) {
    return runs.with("statistics.box", List.of(2L, 2L, 1L))
        .with("statistics.links", List.of("link", "direction", "dimension", "region", "whole"))
        .with("packetLog.fromTick", 200L)
        .with("packetLog.toTick", 600L);
  }

  private static Runs ofFourPartitions() {
    return withAllExtras(
        Runs.torus(4, 4, 2).with("workload.load", 0.7).ticks(1_200).partition(2, 2, 2));
  }

  private static String everything(Runs runs, RunOutcome<TorusPartition> outcome) {
    return ResultText.of(runs.network().result(outcome));
  }

  private static void assertSameForAllSubsets(Runs runs, RunOutcome<TorusPartition> outcome) {
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
  void shouldNotDependOnWhichPartitionsAreElsewhere(Runs runs) {
    runs.partition(3, 3, 64);
    assertSameForAllSubsets(runs, runs.outcome());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void shouldTellInBetweenWhatTheResultWouldBe(Runs runs) {
    runs.with("run.gridTicks", 100L);
    final PreviewedRun previewed = PreviewedRun.of(runs.network());
    assertEquals(everything(runs, runs.outcome()), previewed.result());
    final SortedMap<Long, String> previews = previewed.previews();
    for (long tick : List.of(previews.firstKey(), previews.lastKey())) {
      assertEquals(
          PreviewedRun.until(tick, runs.network()), previews.get(tick), () -> tick + " of " + runs);
    }
  }

  @Test
  void shouldNotDependOnManyPartitionsElsewhere() {
    final Runs runs = ofFourPartitions().partition(1, 1, 1);
    final RunOutcome<TorusPartition> outcome = runs.outcome();
    final String here = everything(runs, outcome);
    assertEquals(here, everything(runs, Elsewhere.of(outcome, index -> true)));
    assertEquals(here, everything(runs, Elsewhere.of(outcome, index -> index % 3 != 1)));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 300, 700, 1_500})
  void shouldNotDependOnItInAnInterruptedRun(long tick) {
    final Runs runs = ofFourPartitions().with("run.warmupTicks", 500L).with("run.gridTicks", 100L);
    final RunOutcome<TorusPartition> outcome = InterruptedRun.at(tick, runs.network());
    assertTrue(outcome.stopTick() >= tick && outcome.stopTick() < 1_700, runs::toString);
    assertSameForAllSubsets(runs, outcome);
  }

  @Test
  void shouldNotDependOnItIfTheLogHasToEndEarly() {
    final Runs runs = ofFourPartitions().with("packetLog.entries", 500L);
    assertSameForAllSubsets(runs, runs.outcome());
  }

  @Test
  void shouldNotDependOnItIfNothingElseWasAskedFor() {
    final Runs runs = Runs.torus(4, 3, 1).ticks(2_000).partition(2, 3, 1);
    assertSameForAllSubsets(runs, runs.outcome());
  }

  @Test
  void shouldRefuseBooksThatAreTooShortOrTooLong() {
    final Runs runs = ofFourPartitions().with("packetLog.source", 3L).ticks(300);
    final RunOutcome<TorusPartition> outcome = runs.outcome();
    final long[] saved = Elsewhere.saved(outcome.partitions().get(3));
    assertEquals(everything(runs, outcome), everything(runs, Elsewhere.last(outcome, saved)));
    for (int length = 0; length < saved.length; length++) {
      assertRefused(runs, outcome, Arrays.copyOf(saved, length));
    }
    assertRefused(runs, outcome, Arrays.copyOf(saved, saved.length + 1));
  }

  @Test
  void shouldRefuseBooksOfOtherSettings() {
    final Runs runs = ofFourPartitions();
    final RunOutcome<TorusPartition> outcome = runs.outcome();
    final long[] saved = Elsewhere.saved(outcome.partitions().get(3));
    assertRefused(runs.with("statistics.links", List.of()), outcome, saved);
  }

  private static void assertRefused(Runs runs, RunOutcome<TorusPartition> outcome, long[] words) {
    final RunOutcome<TorusPartition> split = Elsewhere.last(outcome, words);
    final Exception refusal =
        assertThrows(IllegalArgumentException.class, () -> runs.network().result(split));
    assertTrue(refusal.getMessage().startsWith("books of partition 3: "), refusal::getMessage);
  }
}

package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.run.Network;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.Elsewhere;
import io.hopwright.models.testkit.InterruptedRun;
import io.hopwright.models.testkit.PreviewedRun;
import io.hopwright.models.testkit.ResultText;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Results do not depend on the partitions that were simulated in other JVMs. */
class SavedMeasuresTest {
  /**
   * In every build each of the two tests takes one of this number of runs, none of which the other
   * takes.
   */
  private static final int ONE_IN = 20;

  static Stream<MachineCases> machines() {
    return MachineCases.wanted();
  }

  static Stream<Case> some() {
    return runs(0, true);
  }

  static Stream<Case> allButSome() {
    return runs(0, false);
  }

  static Stream<Case> others() {
    return runs(ONE_IN / 2, true);
  }

  static Stream<Case> allButOthers() {
    return runs(ONE_IN / 2, false);
  }

  private static Stream<Case> runs(int remainder, boolean those) {
    return machines().flatMap(cases -> runs(cases, remainder, those));
  }

  private static Stream<Case> runs(MachineCases cases, int remainder, boolean those) {
    final List<Case> all = cases.runs().toList();
    return IntStream.range(0, all.size())
        .filter(index -> index % ONE_IN == remainder == those)
        .mapToObj(all::get)
        .map(run -> run.set(cases.allTables() + " " + cases.fewCuts()));
  }

  private static <P extends Partition> RunOutcome<P> outcome(Network<P> network) {
    return new SequentialExecutor().run(network, new RunMonitor());
  }

  private static <P extends Partition> void assertSameElsewhere(Network<P> network) {
    final RunOutcome<P> outcome = outcome(network);
    final int partitions = outcome.partitions().size();
    assertTrue(partitions > 1 && partitions <= 4, partitions + " partitions");
    assertSameElsewhere(network, outcome, IntStream.range(0, 1 << partitions));
  }

  /** Compares results with some sets of partitions elsewhere, one bit for each partition. */
  private static <P extends Partition> void assertSameElsewhere(
      Network<P> network, RunOutcome<P> outcome, IntStream sets) {
    final String here = ResultText.of(network.result(outcome));
    for (int those : sets.toArray()) {
      final RunOutcome<P> split = Elsewhere.of(outcome, index -> (those >>> index & 1) != 0);
      assertEquals(here, ResultText.of(network.result(split)), () -> "elsewhere: " + those);
    }
  }

  @ParameterizedTest
  @MethodSource("some")
  void shouldNotDependOnWhichPartitionsAreElsewhere(Case run) {
    assertSameElsewhere(run.network());
  }

  @ParameterizedTest
  @MethodSource("allButSome")
  @Tag("slow")
  void shouldNotDependOnItInTheOtherRuns(Case run) {
    assertSameElsewhere(run.network());
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldNotDependOnItIfNoTableWasAskedFor(MachineCases cases) {
    assertSameElsewhere(cases.busy().network());
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldNotDependOnItInAnInterruptedRun(MachineCases cases) {
    final long ticks = cases.busy().settings().integer("run.ticks");
    final Case run =
        cases
            .busy()
            .set(cases.allTables())
            .with("run.warmupTicks", ticks / 3, "run.gridTicks", ticks / 12);
    for (double part : new double[] {0, 0.25, 0.55, 1.2}) {
      assertSameWhenInterrupted((long) (part * ticks), run.network());
    }
  }

  private static <P extends Partition> void assertSameWhenInterrupted(
      long tick, Network<P> network) {
    final RunOutcome<P> outcome = InterruptedRun.at(tick, network);
    assertTrue(outcome.stopTick() >= tick && outcome.stopTick() < network.run().measuredTo());
    final int partitions = outcome.partitions().size();
    final IntStream onlyOne = IntStream.range(0, partitions).map(index -> 1 << index);
    assertSameElsewhere(
        network, outcome, IntStream.concat(onlyOne, IntStream.of((1 << partitions) - 1)));
  }

  @ParameterizedTest
  @MethodSource("allButOthers")
  @Tag("slow")
  void shouldTellSoInTheOtherRuns(Case run) {
    shouldTellInBetweenWhatTheResultWouldBe(run);
  }

  @ParameterizedTest
  @MethodSource("others")
  void shouldTellInBetweenWhatTheResultWouldBe(Case run) {
    final Case often = run.with("run.gridTicks", run.settings().integer("run.gridTicks") / 10);
    final PreviewedRun previewed = PreviewedRun.of(often.network());
    assertEquals(often.text(), previewed.result());
    final SortedMap<Long, String> previews = previewed.previews();
    for (long tick : List.of(previews.firstKey(), previews.lastKey())) {
      assertEquals(
          PreviewedRun.until(tick, often.network()),
          previews.get(tick),
          () -> tick + " of " + often);
    }
  }

  /** Rows of lost partitions are missing; rows of other partitions do not take their place. */
  @ParameterizedTest
  @MethodSource("machines")
  void shouldTellOfOthersAsIfNobodyWasLost(MachineCases cases) {
    assertSameWithoutFirst(cases.tableOfParts(), cases.busy().set(cases.allTables()).network());
  }

  private static <P extends Partition> void assertSameWithoutFirst(
      String table, Network<P> network) {
    final RunOutcome<P> outcome = outcome(network);
    final List<List<Object>> all = network.result(outcome).tables().get(table).rows();
    final List<List<Object>> left =
        network.result(Elsewhere.withoutFirst(outcome)).tables().get(table).rows();
    assertTrue(!left.isEmpty() && left.size() < all.size(), left.size() + " of " + all.size());
    left.forEach(row -> assertTrue(all.contains(row), row::toString));
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldRefuseStatisticsThatAreTooShortOrTooLong(MachineCases cases) {
    final Case run = cases.busy().set(cases.allTables()).with("run.ticks", 300);
    assertRefusesOtherLengths(run.network());
  }

  private static <P extends Partition> void assertRefusesOtherLengths(Network<P> network) {
    final RunOutcome<P> outcome = outcome(network);
    final long[] saved = Elsewhere.saved(outcome.partitions().get(3));
    assertEquals(
        ResultText.of(network.result(outcome)),
        ResultText.of(network.result(Elsewhere.last(outcome, saved))));
    for (int length = 0; length <= saved.length + 1; length++) {
      if (length != saved.length) {
        assertRefused(network, outcome, Arrays.copyOf(saved, length));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldRefuseStatisticsOfOtherSettings(MachineCases cases) {
    final Network<?> other = cases.busy().set(cases.allTables()).network();
    final long[] saved = Elsewhere.saved(outcome(other).partitions().get(3));
    final boolean heat = cases.machine().results().tables().containsKey("heat");
    final Case plain = heat ? cases.busy().set("statistics.heat=never") : cases.busy();
    assertRefused(plain.network(), saved);
  }

  private static <P extends Partition> void assertRefused(Network<P> network, long[] words) {
    assertRefused(network, outcome(network), words);
  }

  private static <P extends Partition> void assertRefused(
      Network<P> network, RunOutcome<P> outcome, long[] words) {
    final RunOutcome<P> split = Elsewhere.last(outcome, words);
    final Exception refusal =
        assertThrows(IllegalArgumentException.class, () -> network.result(split));
    assertTrue(refusal.getMessage().startsWith("statistics of partition 3: "), refusal::getMessage);
  }
}

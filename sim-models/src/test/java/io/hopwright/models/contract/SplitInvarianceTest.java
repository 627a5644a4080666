package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.models.run.Network;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.InterruptedRun;
import io.hopwright.models.testkit.ResultText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Results do not depend on how a run was split over partitions and windows. */
class SplitInvarianceTest {
  static Stream<MachineCases> machines() {
    return MachineCases.wanted();
  }

  static Stream<Case> runs() {
    return machines().flatMap(cases -> cases.runs().map(run -> run.set(cases.allTables())));
  }

  /**
   * Returns each run whole and in its smallest parts; every fourth run has one of the cuts between
   * in turn.
   */
  static Stream<Arguments> runsAndCuts() {
    final List<Case> all = runs().toList();
    return IntStream.range(0, all.size())
        .mapToObj(
            index -> {
              final Case run = all.get(index);
              return Arguments.of(run, someOf(MachineCases.of(run.machine()).cuts(), index));
            });
  }

  private static List<String> someOf(List<String> cuts, int turn) {
    final int last = cuts.size() - 1;
    return turn % 4 > 0
        ? List.of(cuts.get(0), cuts.get(last))
        : List.of(cuts.get(0), cuts.get(1 + turn / 4 % (last - 1)), cuts.get(last));
  }

  @ParameterizedTest
  @MethodSource("runsAndCuts")
  void shouldNotDependOnTheCut(Case run, List<String> cuts) {
    assertSame(run, cuts);
  }

  @ParameterizedTest
  @MethodSource("runs")
  @Tag("slow")
  void shouldNotDependOnAnyCut(Case run) {
    assertSame(run, MachineCases.of(run.machine()).cuts());
  }

  private static void assertSame(Case run, List<String> cuts) {
    String whole = null;
    int partitions = 0;
    for (String cut : cuts) {
      final Case split = run.set(cut);
      final Network<?> network = split.network();
      partitions = network.partitions();
      if (whole == null) {
        assertEquals(1, partitions);
        whole = Case.text(network);
      } else {
        assertEquals(whole, Case.text(network), split::toString);
      }
    }
    assertTrue(partitions > 1);
  }

  /** Every sixth run: {@link #shouldNotDependOnAnyWindow} takes all. */
  static Stream<Case> everySixthRun() {
    final List<Case> all = runs().toList();
    return IntStream.range(0, all.size()).filter(index -> index % 6 == 0).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("everySixthRun")
  void shouldNotDependOnTheWindow(Case run) {
    assertSame(run, false);
  }

  @ParameterizedTest
  @MethodSource("runs")
  @Tag("slow")
  void shouldNotDependOnAnyWindow(Case run) {
    assertSame(run, true);
  }

  private static void assertSame(Case run, boolean allWindows) {
    final MachineCases cases = MachineCases.of(run.machine());
    final Case split = run.set(cases.fewCuts());
    final String widest = split.text();
    for (long window : cases.windows(split.network().lookaheadTicks(), allWindows)) {
      final Case narrow = split.with("run.windowTicks", window);
      assertEquals(widest, narrow.text(), narrow::toString);
    }
  }

  /** In the measured interval some partitions are idle for good, others are not. */
  @ParameterizedTest
  @MethodSource("machines")
  void shouldNotDependOnTheCutWhenInterrupted(MachineCases cases) {
    final long ticks = cases.idle().settings().integer("run.ticks");
    for (double part : new double[] {0, 0.03, 0.17, 0.57, 0.97, 1.1}) {
      final Set<String> results = new HashSet<>();
      for (String cut : cases.cuts()) {
        results.add(interrupted(cases.idle().set(cut).network(), (long) (part * ticks)));
      }
      assertEquals(1, results.size(), results::toString);
    }
  }

  private static <P extends Partition> String interrupted(Network<P> network, long tick) {
    return ResultText.of(network.result(InterruptedRun.at(tick, network)));
  }

  @ParameterizedTest
  @MethodSource("machines")
  void shouldDependOnTheSeed(MachineCases cases) {
    final Case run = cases.busy();
    assertNotEquals(run.with("seed", 1).text(), run.with("seed", 2).text());
  }
}

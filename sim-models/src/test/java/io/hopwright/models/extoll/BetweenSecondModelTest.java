package io.hopwright.models.extoll;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.SameResults;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the fast model and the reference model, written independently from {@code
 * docs/models/extoll.md}: hosts in between, accesses, and the assignment of accelerators to hosts.
 */
class BetweenSecondModelTest {
  /** Every build runs one of this number of picked cases. */
  private static final int ONE_IN = 5;

  private static final int MANY = 300;

  /** Results that only the fast model measures. */
  private static final List<String> UNKNOWN =
      List.of(
          "saturated",
          "backlogGrowth",
          "steady",
          "steadiness",
          "messageLatencyTicks",
          "acceleratorsReady");

  static Stream<Case> some() {
    final List<Case> all = BetweenCases.picked();
    return IntStream.range(0, all.size()).filter(i -> i % ONE_IN == 0).mapToObj(all::get);
  }

  static Stream<Case> more() {
    final long first = RandomCases.first(0);
    return Stream.concat(
        BetweenCases.picked().stream(),
        IntStream.range(0, RandomCases.count(MANY))
            .mapToObj(number -> BetweenCases.random(first + number)));
  }

  @ParameterizedTest
  @MethodSource("some")
  void shouldMeasureTheSame(Case model) {
    final RunResult fast;
    try {
      fast = model.result();
    } catch (SettingsException e) {
      // Some draw programs that wait forever.
      assertTrue(e.getMessage().contains("more than arrive"), () -> e.getMessage() + "\n" + model);
      return;
    }
    final RunResult second = model.set("machine.implementation=reference").result();
    SameResults.checkSummary(fast, second, UNKNOWN, model::toString);
  }

  @ParameterizedTest
  @MethodSource("more")
  @Tag("slow")
  void shouldMeasureTheSameInMoreCases(Case model) {
    shouldMeasureTheSame(model);
  }
}

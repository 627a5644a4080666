package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.SameResults;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the fast model and the reference model, written independently from {@code
 * docs/models/cascade-faults.md}: failures, losses, retransmissions, time-outs and routing modes.
 */
class CascadeFaultsSecondModelTest {
  /** Every build runs one of this number of picked cases. */
  private static final int ONE_IN = 5;

  private static final int MANY = 200;

  /** Results that only the fast model measures. */
  private static final List<String> UNKNOWN =
      List.of("saturated", "backlogGrowth", "steady", "steadiness", "jobs");

  static Stream<Case> picked() {
    return Case.of(new Cascade())
        .set("machine.groups=3 machine.chassisPerGroup=2 machine.bladesPerChassis=2")
        .set("machine.cablesPerPair=2")
        .set("workload.load=0.15 workload.messageBytes=100 run.ticks=60000 run.end=drained")
        .each(FaultCases.PICKED);
  }

  static Stream<Case> some() {
    final List<Case> all = picked().toList();
    return IntStream.range(0, all.size()).filter(i -> i % ONE_IN == 0).mapToObj(all::get);
  }

  static Stream<Case> more() {
    return Stream.concat(
        picked(),
        IntStream.range(0, RandomCases.count(MANY)).mapToObj(CascadeFaultsSecondModelTest::random));
  }

  private static Case random(int number) {
    final long seed = RandomCases.first(0) + number;
    return FaultCases.random(new CascadeCases().random(seed), new Random(seed));
  }

  @ParameterizedTest
  @MethodSource("some")
  void shouldMeasureTheSame(Case model) {
    final RunResult fast = model.result();
    final RunResult second = model.set("machine.implementation=reference").result();
    SameResults.checkSummary(fast, second, UNKNOWN, model::toString);
  }

  @ParameterizedTest
  @MethodSource("more")
  @Tag("slow")
  void shouldMeasureTheSameInMoreCases(Case model) {
    shouldMeasureTheSame(model);
  }

  /** Without losses and repetitions the comparison would not cover them. */
  @Test
  @Tag("slow")
  void shouldLoseGiveUpAndRepeatPackets() {
    final List<Map<String, Object>> summaries =
        picked().map(model -> model.result().summary()).toList();
    for (String what :
        List.of(
            "packetsLost",
            "requestsTimedOut",
            "responsesLate",
            "packetsUnroutable",
            "transactionsFailed",
            "framesRepeated")) {
      assertTrue(
          summaries.stream().anyMatch(all -> all.get(what) instanceof Long some && some > 0), what);
    }
  }
}

package io.hopwright.models.tnw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.ResultText;
import io.hopwright.models.testkit.SameResults;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares both models on random programs on TNW, for any split. */
class TnwJobsSecondModelTest {
  /** Results that a reference model does not have. */
  private static final Set<String> UNKNOWN =
      Set.of("saturated", "backlogGrowth", "steady", "steadiness");

  private static final int FEW = 4;
  private static final int MANY = 400;

  static LongStream few() {
    return LongStream.range(0, FEW);
  }

  static LongStream more() {
    final long first = RandomCases.first(1_000);
    return LongStream.range(first, first + RandomCases.count(MANY));
  }

  private static void compare(long seed) {
    final Case model = TnwPrograms.random(seed);
    try {
      model.network();
    } catch (SettingsException e) {
      // Some draw programs that wait forever.
      assertTrue(e.getMessage().matches("(?s).*more than come.*"), () -> model + "\n" + e);
      return;
    }
    final RunResult fast;
    final RunResult second;
    try {
      fast = model.result();
      final Random random = new Random(seed);
      final Case cut =
          model
              .with(
                  "partition.shape",
                  List.of(random.nextLong(1, 3), random.nextLong(1, 3), random.nextLong(1, 3)))
              .with("run.windowTicks", random.nextLong(1, model.network().lookaheadTicks() + 1));
      assertEquals(ResultText.of(fast), cut.text(), cut::toString);
      second = model.set("machine.implementation=reference").result();
    } catch (RuntimeException e) {
      throw new AssertionError(model.toString(), e);
    }
    SameResults.checkSummary(fast, second, UNKNOWN, () -> "seed " + seed + " " + model);
  }

  @ParameterizedTest
  @MethodSource("few")
  void shouldAgreeOnProgramsAtRandom(long seed) {
    compare(seed);
  }

  @ParameterizedTest
  @MethodSource("more")
  @Tag("slow")
  void shouldAgreeOnMore(long seed) {
    compare(seed);
  }
}

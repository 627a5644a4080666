package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.window.SavedRun;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.tables.StatisticsKeys;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.ResumedRun;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run that continues from a state of the warm-up with other statistics has the result of a run
 * that had them from the beginning, on every machine.
 */
class BranchTest {
  private static final long GRID = 250;

  static Stream<Case> some() {
    return runs(true);
  }

  static Stream<Case> others() {
    return runs(false);
  }

  private static Stream<Case> runs(boolean inEveryBuild) {
    return MachineCases.cutWithTables(
        inEveryBuild,
        run ->
            run.network().run().end() == RunPlan.End.TICKS
                && run.machine().parameters().stream()
                    .anyMatch(key -> StatisticsKeys.MEASURED.contains(key.key())));
  }

  @ParameterizedTest
  @MethodSource("some")
  void shouldMeasureAsFromTheBeginning(Case run) {
    final Random random = new Random(run.toString().hashCode());
    final long warmup = GRID * (1 + random.nextLong(8));
    final Case tables =
        run.with("run.gridTicks", GRID, "run.warmupTicks", warmup)
            .with("run.ticks", Math.min(2_000, run.network().run().ticks()))
            .set("statistics.heat=" + (random.nextBoolean() ? "always" : "never"));
    final Case less =
        tables.without(StatisticsKeys.MEASURED::contains).set("statistics.heat=never");
    final Case plain =
        tables.network().effectiveFrom().containsKey("statistics.flows")
            ? less.set("statistics.flows=false")
            : less;
    final long tick = 1 + random.nextLong(warmup);
    if (random.nextBoolean()) {
      assertBranch(plain, tables, tick);
    } else {
      assertBranch(tables, plain, tick);
    }
  }

  private static void assertBranch(Case before, Case after, long tick) {
    final SavedRun state = ResumedRun.of(before.network(), SavedRun.NOTHING, tick).state();
    if (state != null && state.tick() <= after.network().run().warmupTicks()) {
      assertEquals(after.text(), ResumedRun.of(after.network(), state, 0).text());
    }
  }

  @ParameterizedTest
  @MethodSource("others")
  @Tag("slow")
  void shouldMeasureAsFromTheBeginningInTheOtherRuns(Case run) {
    shouldMeasureAsFromTheBeginning(run);
  }
}

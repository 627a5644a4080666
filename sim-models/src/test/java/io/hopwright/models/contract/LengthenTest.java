package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.window.SavedRun;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.ResumedRun;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run that continues from a state with a later end has the result of a run that had this end from
 * the beginning: on every machine, with all tables, before and after the middle of the interval.
 */
class LengthenTest {
  private static final long GRID = 250;

  static Stream<Case> some() {
    return runs(true);
  }

  static Stream<Case> others() {
    return runs(false);
  }

  private static Stream<Case> runs(boolean inEveryBuild) {
    return MachineCases.cutWithTables(
        inEveryBuild, run -> run.network().run().end() == RunPlan.End.TICKS);
  }

  @ParameterizedTest
  @MethodSource("some")
  void shouldEndAsTheLongRun(Case run) {
    final RunPlan plan = run.network().run();
    final Random random = new Random(run.toString().hashCode());
    final Case fine = run.with("run.gridTicks", GRID);
    final long ticks = 2 * GRID * Math.max(2, Math.min(plan.ticks(), 6_000) / (2 * GRID));
    final long warmup = GRID * random.nextLong(3);
    final long more = 2 * GRID * (1 + random.nextLong(12));
    final long follow = random.nextBoolean() ? 4_000 : 0;
    final Case shortRun =
        fine.with("run.warmupTicks", warmup, "run.ticks", ticks, "run.followTicks", follow);
    final Case longRun = shortRun.with("run.ticks", ticks + more);
    final long last = warmup + ticks - GRID;
    final long tick = random.nextBoolean() ? 1 + random.nextLong(last) : last + 1;
    final SavedRun state = ResumedRun.of(shortRun.network(), SavedRun.NOTHING, tick).state();
    if (state == null || state.tick() > warmup + ticks) {
      return;
    }
    final String undisturbed = longRun.text();
    final ResumedRun.Run lengthened = ResumedRun.of(longRun.network(), state, state.tick() + 1);
    assertEquals(undisturbed, lengthened.text());
    if (lengthened.state() != null) {
      assertEquals(undisturbed, ResumedRun.of(longRun.network(), lengthened.state(), 0).text());
    }
  }

  @ParameterizedTest
  @MethodSource("others")
  @Tag("slow")
  void shouldEndAsTheLongRunInTheOtherRuns(Case run) {
    shouldEndAsTheLongRun(run);
  }
}

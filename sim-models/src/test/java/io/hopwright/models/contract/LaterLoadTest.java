package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.window.SavedRun;
import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.run.EarlierLoad;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.ResumedRun;
import io.hopwright.models.tnw.Tnw;
import io.hopwright.models.tofu.Tofu;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads that change during a run, and runs that continue from a state with another load. */
class LaterLoadTest {
  private static final int ONE_IN = 6;
  private static final long GRID = 250;
  private static final long WARMUP = 1_500;
  private static final double LOAD = 0.1;
  private static final double LATER = 0.25;
  private static final List<String> EARLIER =
      List.of(EarlierLoad.LOAD.name(), EarlierLoad.UNTIL.name());

  static Stream<Case> some() {
    return runs(true);
  }

  static Stream<Case> others() {
    return runs(false);
  }

  private static Stream<Case> runs(boolean inEveryBuild) {
    return MachineCases.wanted().flatMap(cases -> runs(cases, inEveryBuild));
  }

  private static Stream<Case> runs(MachineCases cases, boolean inEveryBuild) {
    final List<Case> all =
        cases.runs().map(run -> run.set(cases.fewCuts())).filter(LaterLoadTest::canChange).toList();
    return IntStream.range(0, all.size())
        .filter(index -> index % ONE_IN == 0 == inEveryBuild)
        .mapToObj(all::get);
  }

  private static boolean canChange(Case run) {
    final boolean declared =
        run.machine().parameters().stream()
            .anyMatch(key -> key.key().equals(EarlierLoad.UNTIL.name()));
    if (!declared || run.network().run().end() != RunPlan.End.TICKS) {
      return false;
    }
    try {
      changing(run, LOAD, 1).network();
      return true;
    } catch (SettingsException e) {
      return false;
    }
  }

  private static Case timed(Case run) {
    return run.with(
        RunPlan.GRID.name(),
        GRID,
        RunPlan.WARMUP.name(),
        WARMUP,
        RunPlan.TICKS.name(),
        2_000,
        WorkloadKeys.LOAD,
        LOAD);
  }

  private static Case changing(Case run, double later, long tick) {
    return timed(run)
        .with(
            WorkloadKeys.LOAD,
            later,
            EarlierLoad.LOAD.name(),
            LOAD,
            EarlierLoad.UNTIL.name(),
            tick);
  }

  @ParameterizedTest
  @MethodSource("some")
  void shouldChangeAtTheState(Case run) {
    final Random random = new Random(run.toString().hashCode());
    final Case before = timed(run);
    final long tick = 1 + random.nextLong(WARMUP);
    final SavedRun state = ResumedRun.of(before.network(), SavedRun.NOTHING, tick).state();
    if (state == null || state.tick() > WARMUP) {
      // No window ended on the grid in the rest of the warm-up.
      return;
    }
    final Case after = changing(run, LATER, state.tick());
    final String whole = after.text();
    assertEquals(whole, ResumedRun.of(after.network(), state, 0).text());
    assertEquals(before.text(), changing(run, LOAD, state.tick()).text(), "the same load");
    final List<String> cuts = MachineCases.of(run.machine()).cuts();
    final Case cut = after.set(cuts.get(random.nextInt(cuts.size())));
    try {
      assertEquals(whole, cut.text(), cut::toString);
    } catch (SettingsException e) {
      // This cut does not divide this machine.
    }
  }

  static Stream<Case> simple() {
    return Stream.of(
        Case.of(new BlueGeneL()).set("machine.shape=2x2x2"),
        Case.of(new Cascade())
            .set("machine.groups=2 machine.chassisPerGroup=1 machine.bladesPerChassis=4"),
        Case.of(new Tofu()).set("machine.shape=2x1x1"),
        Case.of(new Tnw()).set("machine.shape=2x2x2"),
        Case.of(new Extoll()).set("machine.shape=2x2x2"));
  }

  @ParameterizedTest
  @MethodSource("simple")
  void shouldOfferTheOtherLoadFromThenOn(Case run) {
    final Case longer = changing(run, LATER, WARMUP / 2).with("run.warmupTicks", 20_000);
    final Case after = longer.with("run.ticks", 200_000).without("run.gridTicks"::equals);
    final double whole = offered(after.without(key -> EARLIER.contains(key)));
    assertEquals(whole, offered(after), 0.03 * whole);
    assertEquals(whole * LOAD / LATER, offered(after.with("workload.load", LOAD)), 0.03 * whole);
  }

  private static double offered(Case run) {
    return (Double) run.result().summary().get("offered");
  }

  @ParameterizedTest
  @MethodSource("others")
  @Tag("slow")
  void shouldChangeAtTheStateInTheOtherRuns(Case run) {
    shouldChangeAtTheState(run);
  }
}

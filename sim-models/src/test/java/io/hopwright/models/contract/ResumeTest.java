package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.window.SavedRun;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.ResultText;
import io.hopwright.models.testkit.ResumedRun;
import io.hopwright.models.testkit.ResumedRun.Run;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run that continues from a saved state in a new network has the result of an undisturbed run: on
 * every machine, for a state of any tick, and for a state of a run that was itself resumed.
 */
class ResumeTest {
  private static final int FEW = 6;

  static Stream<Case> some() {
    return MachineCases.cutWithTables(true, run -> true);
  }

  static Stream<Case> others() {
    return MachineCases.cutWithTables(false, run -> true);
  }

  @ParameterizedTest
  @MethodSource("some")
  void shouldEndAsIfNothingHadHappened(Case run) {
    final String undisturbed = run.text();
    final long last = lastGridTick(run);
    final Random random = new Random(run.toString().hashCode());
    final Run first =
        ResumedRun.of(run.network(), SavedRun.NOTHING, 1 + random.nextLong(Math.max(1, last)));
    assertEquals(undisturbed, first.text(), "the state is only looked at");
    if (first.state() == null) {
      return;
    }
    final long later = first.state().tick() + 1;
    final Run second = ResumedRun.of(run.network(), first.state(), later);
    assertEquals(undisturbed, second.text());
    if (second.state() != null) {
      assertEquals(undisturbed, ResumedRun.of(run.network(), second.state(), 0).text());
    }
  }

  @ParameterizedTest
  @MethodSource("others")
  @Tag("slow")
  void shouldEndAsIfNothingHadHappenedInTheOtherRuns(Case run) {
    shouldEndAsIfNothingHadHappened(run);
  }

  /** The studies are random: machines and programs in turn. */
  @Test
  void shouldEndAsIfNothingHadHappenedInStudiesAtRandom(TestReporter reporter) {
    final List<LongFunction<Case>> draws =
        Stream.concat(
                MachineCases.wanted().<LongFunction<Case>>map(cases -> cases::random),
                Stream.of(ProgramsSecondModelTest.On.values())
                    .filter(on -> RandomCases.wants(on.name()))
                    .<LongFunction<Case>>map(on -> on::random))
            .toList();
    int taken = 0;
    final long first = RandomCases.first(0);
    final int count = RandomCases.count(FEW);
    for (long seed = first; seed < first + count; seed++) {
      final Random random = new Random(seed);
      final Case drawn =
          draws.get((int) Math.floorMod(seed, (long) draws.size())).apply(random.nextLong());
      if (ProgramsSecondModelTest.isRight(drawn) && isAsUndisturbed(drawn, random)) {
        taken++;
      }
    }
    reporter.publishEntry("studies at random", count + ", with a state " + taken);
  }

  /** Returns whether a state was taken before the end. */
  private static boolean isAsUndisturbed(Case drawn, Random random) {
    final Case cut = cut(drawn, random);
    final RunResult result = drawn.result();
    final String undisturbed = ResultText.of(result);
    final long tick = 1 + random.nextLong(((Number) result.summary().get("ticks")).longValue());
    final Run first = ResumedRun.of(cut.network(), SavedRun.NOTHING, tick);
    assertEquals(undisturbed, first.text(), () -> "another split: " + cut);
    if (first.state() == null) {
      return false;
    }
    final Run second = ResumedRun.of(cut.network(), first.state(), first.state().tick() + 1);
    assertEquals(undisturbed, second.text(), cut::toString);
    if (second.state() != null) {
      assertEquals(
          undisturbed, ResumedRun.of(cut.network(), second.state(), 0).text(), cut::toString);
    }
    return true;
  }

  /** Returns a case that is split in another way, if its machine can be. */
  private static Case cut(Case drawn, Random random) {
    final List<String> cuts = new ArrayList<>(MachineCases.of(drawn.machine()).cuts());
    Collections.shuffle(cuts, random);
    for (String each : cuts) {
      final Case cut = drawn.set(each);
      try {
        if (cut.network().partitions() != drawn.network().partitions()) {
          return cut;
        }
      } catch (SettingsException e) {
        // This cut does not divide the machine.
      }
    }
    return drawn;
  }

  private static long lastGridTick(Case run) {
    final long ticks = run.network().run().lastTick();
    return ticks == Long.MAX_VALUE ? 10_000 : ticks;
  }
}

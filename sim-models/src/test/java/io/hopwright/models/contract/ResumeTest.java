package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.core.window.SavedRun;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.ResumedRun;
import io.hopwright.models.testkit.ResumedRun.Run;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run that goes on from the state of another one, in a network that was made anew, ends as if
 * nothing had happened: for every machine, wherever the state is taken, also if it is taken of a
 * run that has gone on itself.
 */
class ResumeTest {
  private static final int ONE_IN = 8;

  static Stream<Case> some() {
    return runs(true);
  }

  static Stream<Case> others() {
    return runs(false);
  }

  private static Stream<Case> runs(boolean those) {
    return MachineCases.wanted().flatMap(cases -> runs(cases, those));
  }

  private static Stream<Case> runs(MachineCases cases, boolean those) {
    final List<Case> all = cases.runs().toList();
    return IntStream.range(0, all.size())
        .filter(index -> index % ONE_IN == 0 == those)
        .mapToObj(all::get)
        .map(run -> run.set(cases.allTables() + " " + cases.fewCuts()));
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

  private static long lastGridTick(Case run) {
    final long ticks = run.network().run().lastTick();
    return ticks == Long.MAX_VALUE ? 10_000 : ticks;
  }
}

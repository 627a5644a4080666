package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.SavedRun;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.ResumedRun;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs that continue from a state with other, later failures: the result equals that of a run with
 * these failures from its first tick on.
 */
class LaterFaultsTest {
  private static final int FEW = 6;
  private static final List<String> OF_FIRST = List.of("fault.reactionTicks", "fault.quiesceTicks");

  static Stream<Case> picked() {
    return Case.of(new Cascade())
        .set("machine.groups=3 machine.chassisPerGroup=2 machine.bladesPerChassis=2")
        .set("machine.cablesPerPair=2 workload.load=0.3 workload.messageBytes=100")
        .set("run.ticks=60000 run.gridTicks=1000 run.end=drained")
        .each(FaultCases.PICKED)
        .filter(run -> !later(run).isEmpty());
  }

  /** Returns the ticks of failures after tick 0, by their keys. */
  private static Map<String, Long> later(Case run) {
    final Map<String, Long> keys = new TreeMap<>(run.network().effectiveFrom());
    keys.keySet().removeIf(key -> !key.startsWith("fault.") || OF_FIRST.contains(key));
    keys.values().removeIf(tick -> tick == 0);
    return keys;
  }

  /** Returns the run without failures from a tick on, except failures that cannot begin later. */
  private static Case healthy(Case run, long from) {
    final Map<String, Long> later = later(run);
    later.values().removeIf(tick -> tick < from);
    final Case less = run.without(later::containsKey);
    return less.values().keySet().stream()
            .anyMatch(key -> key.startsWith("fault.links") || key.startsWith("fault.blades"))
        ? less
        : less.without(OF_FIRST::contains);
  }

  @ParameterizedTest
  @MethodSource("picked")
  void shouldFailAsFromTheBeginning(Case run) {
    final Random random = new Random(run.toString().hashCode());
    final long[] ticks =
        later(run).values().stream().flatMapToLong(LongStream::of).distinct().toArray();
    final long first = ticks[random.nextInt(ticks.length)];
    final Case healthy = healthy(run, first);
    assertTrue(branches(healthy, run, first, random) || first < 1_000);
    branches(run, healthy, first, random);
  }

  /** Returns whether a state was saved before the tick. */
  private static boolean branches(Case before, Case after, long first, Random random) {
    final long tick = 1 + random.nextLong(first);
    final SavedRun state = ResumedRun.of(before.network(), SavedRun.NOTHING, tick).state();
    if (state == null || state.tick() > first) {
      return false;
    }
    assertEquals(after.text(), ResumedRun.of(after.network(), state, 0).text(), after::toString);
    return true;
  }

  @Test
  void shouldFailAsFromTheBeginningAtRandom() {
    final long seed = RandomCases.first(0);
    for (long each = seed; each < seed + RandomCases.count(FEW); each++) {
      final Random random = new Random(each);
      final Case drawn = FaultCases.random(new CascadeCases().random(each), random);
      final Map<String, Long> later = later(drawn);
      if (!later.isEmpty()) {
        final long first = later.values().stream().min(Long::compare).orElseThrow();
        final Case fine = drawn.with("run.gridTicks", Math.max(1, first / 3));
        branches(healthy(fine, first), fine, first, random);
        branches(fine, healthy(fine, first), first, random);
      }
    }
  }
}

package io.hopwright.models.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.GeometricGaps;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BirthsTest {
  private static final long HORIZON = 3_000;

  static Stream<Births> all() {
    final Draws draws = Draws.of(3, 2);
    return Stream.of(
        new OpenLoopBirths(draws, 0, new GeometricGaps(0.02), Births.NEVER),
        new OpenLoopBirths(draws, 1, new GeometricGaps(0.5), 700),
        new OpenLoopBirths(draws, 0, new GeometricGaps(1), 100),
        new OpenLoopBirths(draws, 0, new GeometricGaps(1e-6), 1_000),
        new BirthsAtStart(17),
        new BirthsAtStart(0),
        new SpacedBirths(2, 9, 250),
        new SpacedBirths(3, 1, 1),
        new SpacedBirths(0, 0, 5),
        new PacedBirths(40, 1, PacedBirths.interval(61.7), Draws.of(3, 16)),
        new PacedBirths(0, 1, PacedBirths.interval(5), Draws.of(3, 16)),
        new BirthsWhere(
            new OpenLoopBirths(draws, 0, new GeometricGaps(0.02), Births.NEVER), node -> node != 3),
        new BirthsWhere(new BirthsAtStart(4), node -> node != 0));
  }

  private static List<Long> births(Births births, int source) {
    final List<Long> ticks = new ArrayList<>();
    long birth = births.birth(source, 0, -1);
    for (long sequence = 1; birth < HORIZON; sequence++) {
      ticks.add(birth);
      birth = births.birth(source, sequence, birth);
    }
    return ticks;
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldCountThoseBornInAnyInterval(Births births) {
    final Random random = new Random(1);
    for (int source = 0; source < 5; source++) {
      final List<Long> ticks = births(births, source);
      assertEquals(ticks.stream().sorted().toList(), ticks, "births ascend");
      for (int i = 0; i < 300; i++) {
        final long from = i % 5 == 0 ? 0 : random.nextLong(HORIZON);
        final long to = i % 7 == 0 ? from : from + random.nextLong(HORIZON - from);
        assertEquals(
            ticks.stream().filter(tick -> tick >= from && tick < to).count(),
            births.bornIn(source, 0, 1, from, to),
            () -> births + " in " + from + "…" + to);
      }
      for (long tick : ticks.stream().distinct().toList()) {
        assertEquals(0, births.bornIn(source, 0, 1, tick, tick), "an empty interval");
        assertTrue(births.bornIn(source, 0, 1, tick, tick + 1) > 0, "an interval of one tick");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldBearNobodyAfterTheLast(Births births) {
    if (births.birth(2, 1_000_000, Births.NEVER) == Births.NEVER) {
      assertEquals(Births.NEVER, births.birth(2, 1_000_001, Births.NEVER));
    }
    assertFalse(births.saturated());
  }

  @Test
  void shouldBeBornAsTheGapsSay() {
    final Draws draws = Draws.of(3, 2);
    final GeometricGaps gaps = new GeometricGaps(0.1);
    final OpenLoopBirths births = new OpenLoopBirths(draws, 1, gaps, 500);
    long expected = gaps.gap(draws.draw(4, 0, 1)) - 1;
    assertEquals(expected, births.birth(4, 0, -1));
    for (long sequence = 1; sequence < 10; sequence++) {
      final long next = expected + gaps.gap(draws.draw(4, sequence, 1));
      assertEquals(next, births.birth(4, sequence, expected));
      expected = next;
    }
    assertEquals(Births.NEVER, births.birth(4, 5, 499));
    assertEquals(Births.NEVER, births.birth(4, 5, Births.NEVER));
  }

  @Test
  void shouldBearOnePacketEachTickAtProbabilityOne() {
    final OpenLoopBirths births =
        new OpenLoopBirths(Draws.of(3, 2), 0, new GeometricGaps(1), Births.NEVER);
    assertEquals(0, births.birth(0, 0, -1));
    assertEquals(HORIZON, births.bornIn(0, 0, 1, 0, HORIZON));
  }

  @Test
  void shouldBearAtEvenIntervalsEachCoreAtAPhaseOfItsOwn() {
    final double ticks = 544.53;
    final PacedBirths births =
        new PacedBirths(1 << 21, 2, PacedBirths.interval(ticks), Draws.of(3, 16));
    double phases = 0;
    for (int source = 0; source < 500; source++) {
      final int core = source & 1;
      final long first = births.birth(source, core, -1);
      assertTrue(first >= 0 && first < ticks, () -> "first birth " + first);
      phases += first / ticks / 500;
      for (int count : new int[] {1, 2, 777, 1_000_000}) {
        final double expected = first + count * ticks;
        assertEquals(
            expected, (double) births.birth(source, core + 2L * count, -1), 3, "count " + count);
      }
    }
    assertEquals(0.5, phases, 0.06, "mean phase");
    assertEquals(Births.NEVER, births.birth(7, 1 << 21, -1));
  }

  @Test
  void shouldCountThoseOfEachCoreAtAPace() {
    final PacedBirths births = new PacedBirths(90, 2, PacedBirths.interval(70.3), Draws.of(3, 16));
    for (int core = 0; core < 2; core++) {
      for (int from = 0; from < 3_400; from += 17) {
        long expected = 0;
        for (int sequence = core; sequence < 90; sequence += 2) {
          final long birth = births.birth(4, sequence, -1);
          expected += birth >= from && birth < from + 500 ? 1 : 0;
        }
        assertEquals(expected, births.bornIn(4, core, 2, from, from + 500), "from " + from);
      }
    }
  }

  /** A packet is generated once, whichever of its legs is the first. */
  @Test
  void shouldCountAPacketOfTwoLegsOnce() {
    final Births whole = new PacedBirths(40, 1, PacedBirths.interval(61.7), Draws.of(3, 16));
    final Births legs = new TwoPhaseBirths(whole);
    for (long count = 0; count < 41; count++) {
      assertEquals(whole.birth(3, count, -1), legs.birth(3, 2 * count, -1));
      assertEquals(whole.birth(3, count, -1), legs.birth(3, 2 * count + 1, -1));
    }
    assertEquals(whole.bornIn(3, 0, 1, 100, 900), legs.bornIn(3, 0, 2, 100, 900));
    assertEquals(0, legs.bornIn(3, 1, 2, 100, 900));
    assertFalse(legs.saturated());
  }

  @Test
  void shouldLetOnlyTheOneSourceSendAtIntervals() {
    final SpacedBirths births = new SpacedBirths(2, 3, 250);
    assertEquals(List.of(0L, 250L, 500L), births(births, 2));
    assertEquals(List.of(), births(births, 1));
  }

  @Test
  void shouldSilenceOnlyTheOneSource() {
    final Births all = new OpenLoopBirths(Draws.of(3, 2), 0, new GeometricGaps(0.02), Births.NEVER);
    final Births others = new BirthsWhere(all, node -> node != 2);
    for (int source = 0; source < 5; source++) {
      assertEquals(source == 2 ? List.of() : births(all, source), births(others, source));
    }
    assertFalse(others.saturated());
    assertTrue(new BirthsWhere(new SaturatedBirths(), node -> node != 2).saturated());
    assertEquals(
        Births.NEVER, new BirthsWhere(new SaturatedBirths(), node -> node != 2).birth(2, 0, -1));
    assertEquals(0, new BirthsWhere(new SaturatedBirths(), node -> node != 2).birth(1, 0, -1));
  }

  @Test
  void shouldAlwaysHoldAPacketWhenSaturated() {
    final SaturatedBirths births = new SaturatedBirths();
    assertTrue(births.saturated());
    assertEquals(0, births.birth(1, 1L << 23, 99));
    assertEquals(0, births.bornIn(1, 0, 1, 0, Long.MAX_VALUE));
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldCountThoseOfOneCoreOutOfTwo(Births births) {
    final Random random = new Random(2);
    for (int source = 0; source < 5; source++) {
      for (int core = 0; core < 2; core++) {
        final List<Long> ticks = new ArrayList<>();
        long birth = births.birth(source, core, -1);
        for (long sequence = core + 2L; birth < HORIZON; sequence += 2) {
          ticks.add(birth);
          birth = births.birth(source, sequence, birth);
        }
        for (int i = 0; i < 100; i++) {
          final long from = i % 5 == 0 ? 0 : random.nextLong(HORIZON);
          final long to = i % 7 == 0 ? from : from + random.nextLong(HORIZON - from);
          assertEquals(
              ticks.stream().filter(tick -> tick >= from && tick < to).count(),
              births.bornIn(source, core, 2, from, to),
              () -> births + " in " + from + "…" + to);
        }
      }
    }
  }
}

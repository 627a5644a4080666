package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Progress;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.Births;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TorusMeasuresTest {
  private static final TorusPacketWords PACKETS = new TorusPacketWords(new Torus(8, 8, 8), false);

  private static final long OPEN = Long.MAX_VALUE;
  private static final long NEVER = Births.NEVER;

  private static TorusMeasures measures(long from, long to, long gridTicks, Births births) {
    return measures(
        new TorusObservation(
            from, to, gridTicks, TorusObservation.Observer.NONE, TorusObservation.Extras.NONE),
        births,
        false);
  }

  private static TorusMeasures measures(
      TorusObservation observation, Births births, boolean endlessBeside) {
    final Supply supply =
        new Supply() {
          @Override
          public long bornIn(long from, long to) {
            return births.bornIn(0, 0, 1, from, to) + births.bornIn(1, 0, 1, from, to);
          }

          @Override
          public long bytesIn(long from, long to) {
            return 256 * bornIn(from, to);
          }

          @Override
          public long bornTicks(long from, long to) {
            return births.bornTicks(0, 0, 1, from, to) + births.bornTicks(1, 0, 1, from, to);
          }

          @Override
          public boolean anyEndless() {
            return endlessBeside;
          }

          @Override
          public boolean allEndless() {
            return false;
          }
        };
    return new TorusMeasures(observation, Designs.paper(), supply, PACKETS, new int[] {0, 1});
  }

  private static void deliver(
      TorusMeasures measures, long first, long second, int node, int hops, long tick) {
    final long zeroLoad = Designs.paper().zeroLoadTicks(hops, 32 * TorusPacketWords.chunks(first));
    measures.deliver(first, second, node, hops, 0, zeroLoad, tick);
  }

  /** Packet {@code s} is generated at tick {@code 10·s}. */
  private static final Births EVERY_TEN = (source, sequence, previousBirth) -> 10 * sequence;

  private static final Births NONE = (source, sequence, previousBirth) -> Births.NEVER;

  /** Feeds events at the given ticks, one injection each. */
  private static void feed(TorusMeasures measures, long stopTick, long... ticks) {
    for (long tick : ticks) {
      measures.advance(tick, times -> measures.totals().count(TorusCounter.SAMPLED_LINKS, times));
      measures.inject(0, PACKETS.of(0, 0, 0, 8), tick, 1, tick);
    }
    measures.finish(stopTick, times -> measures.totals().count(TorusCounter.SAMPLED_LINKS, times));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void shouldCountByTickWhateverTheEventsAre(long firstSeed) {
    for (long seed = firstSeed * 100; seed < firstSeed * 100 + 100; seed++) {
      final Random random = new Random(seed);
      final long grid = 1 + random.nextLong(60);
      final long from = random.nextBoolean() ? 0 : random.nextLong(300);
      final long to = random.nextInt(4) == 0 ? OPEN : from + 1 + random.nextLong(300);
      final long stop = to == OPEN ? from + random.nextLong(400) : to + random.nextLong(200);
      final long[] ticks =
          random.longs(random.nextInt(40), 0, Math.max(1, stop)).sorted().distinct().toArray();
      if (stop == 0) {
        continue;
      }
      final TorusMeasures measures = measures(from, to, grid, NONE);
      feed(measures, stop, ticks);
      final String name = "seed " + seed;
      assertEquals(ticks.length, measures.totals().get(TorusTotals.INJECTED), name);
      final long end = Math.min(to, stop);
      assertEquals(within(ticks, from, end), measures.measured().get(TorusTotals.INJECTED), name);
      assertEquals((stop + grid - 1) / grid, measures.intervals(), name);
      for (int row = 0; row < measures.intervals(); row++) {
        assertEquals(
            within(ticks, row * grid, (row + 1) * grid),
            measures.interval(row).get(TorusTotals.INJECTED),
            name + ", row " + row);
      }
      long samples = 0;
      for (long tick = 0; tick < end; tick += grid) {
        samples += tick >= from ? 1 : 0;
      }
      assertEquals(samples, measures.totals().get(TorusCounter.SAMPLED_LINKS), name);
      assertEquals(samples, measures.measured().get(TorusCounter.SAMPLED_LINKS), name);
    }
  }

  private static long within(long[] ticks, long from, long to) {
    return Arrays.stream(ticks).filter(tick -> tick >= from && tick < to).count();
  }

  @Test
  void shouldTakeItsSnapshotsBeforeTheEventsOfTheBounds() {
    final TorusMeasures measures = measures(100, 200, 1_000, NONE);
    feed(measures, 1_000, 99, 100, 199, 200);
    assertEquals(2, measures.measured().get(TorusTotals.INJECTED));
    assertEquals(4, measures.totals().get(TorusTotals.INJECTED));
  }

  @Test
  void shouldHaveMeasuredNothingWhenStoppedDuringTheWarmUp() {
    final TorusMeasures measures = measures(500, 1_000, 100, NONE);
    feed(measures, 250, 10, 110, 249);
    assertEquals(0, measures.measured().get(TorusTotals.INJECTED));
    assertEquals(3, measures.totals().get(TorusTotals.INJECTED));
    assertEquals(3, measures.intervals());
    assertNull(measures.packets().offeredBytes());
    assertFalse(measures.saturated());
  }

  @Test
  void shouldHaveNoIntervalInARunOfNoTicks() {
    final TorusMeasures measures = measures(0, 1_000, 100, NONE);
    feed(measures, 0);
    assertEquals(0, measures.intervals());
    assertEquals(0, measures.measured().get(TorusTotals.INJECTED));
    assertEquals(-1, measures.packets().lastDelivery());
  }

  @Test
  void shouldKeepEmptyIntervals() {
    final TorusMeasures measures = measures(0, OPEN, 100, NONE);
    feed(measures, 1_000, 5, 955);
    assertEquals(10, measures.intervals());
    for (int row = 1; row < 9; row++) {
      assertEquals(0, measures.interval(row).get(TorusTotals.INJECTED));
    }
    assertEquals(1, measures.interval(9).get(TorusTotals.INJECTED));
  }

  @Test
  void shouldAwaitInAllPartitionsTogether() {
    final Births one = (node, sequence, before) -> node + sequence == 0 ? 5 : NEVER;
    final TorusMeasures source = measures(0, 1_000, 100, one);
    final TorusMeasures destination = measures(0, 1_000, 100, NONE);
    source.countBirths(1_000);
    destination.countBirths(999);
    final Progress early = new Progress();
    source.addProgress(early);
    destination.addProgress(early);
    assertEquals(1, early.partitionsUncounted, "not all births are counted yet");
    destination.countBirths(1_000);
    deliver(destination, PACKETS.of(0, 0, 0, 8), TorusPacketWords.injectedAt(5, 13), 1, 1, 300);
    final Progress sum = new Progress();
    source.addProgress(sum);
    destination.addProgress(sum);
    assertEquals(0, sum.packetsAwaited);
    assertEquals(0, sum.partitionsUncounted);
    assertEquals(1, sum.packetsDelivered);
  }

  @Test
  void shouldMeasureThePacketsBornInTheInterval() {
    final long[] births = {99, 100, 150, 199, 200};
    final Births five =
        (node, sequence, before) ->
            node == 0 && sequence < births.length ? births[(int) sequence] : NEVER;
    final TorusMeasures measures = measures(100, 200, 1_000, five);
    measures.countBirths(200);
    for (int i = 0; i < births.length; i++) {
      final long second = TorusPacketWords.injectedAt(births[i], births[i] + 8);
      deliver(measures, PACKETS.of(0, i, 0, 8), second, 2, 2, births[i] + 400 + i);
    }
    measures.finish(1_000, times -> {});
    assertEquals(0, measures.packets().unfinished());
    assertEquals(3, measures.packets().response().count());
    assertEquals(402, measures.packets().response().mean());
    assertEquals(394, measures.packets().networkLatency().mean());
    final long zeroLoad = 8 + 2 * 18 + 256 + 4;
    assertEquals(401 - zeroLoad, measures.packets().excessMin());
    assertEquals(402 - zeroLoad, measures.packets().excessMean());
    assertEquals(403 - zeroLoad, measures.packets().excessMax());
    assertEquals(604, measures.packets().lastDelivery());
    assertEquals(5, measures.totals().get(TorusTotals.DELIVERED));
    assertEquals(10, measures.totals().get(TorusTotals.DELIVERED_HOPS));
    assertEquals(5 * 256, measures.totals().get(TorusTotals.DELIVERED_BYTES));
    assertEquals(3 * 256, measures.packets().offeredBytes());
  }

  @Test
  void shouldAddUpWhatPartitionsMeasured() {
    final TorusMeasures one = measures(100, 200, 100, NONE);
    final TorusMeasures other = measures(100, 200, 100, NONE);
    feed(one, 300, 50, 150);
    deliver(other, PACKETS.of(1, 0, 0, 1), TorusPacketWords.injectedAt(100, 120), 3, 2, 250);
    feed(other, 300, 150, 250);
    one.sampleTransfers(2);
    other.sampleTransfers(3);
    other.sampleTransfers(1);
    one.add(other);
    assertEquals(3, one.mostTransfers());
    assertEquals(4, one.totals().get(TorusTotals.INJECTED));
    assertEquals(2, one.measured().get(TorusTotals.INJECTED));
    assertEquals(3, one.intervals());
    assertEquals(1, one.interval(0).get(TorusTotals.INJECTED));
    assertEquals(2, one.interval(1).get(TorusTotals.INJECTED));
    assertEquals(1, one.packets().response().count());
    assertEquals(250, one.packets().lastDelivery());
    assertEquals(other.digest().value(), one.digest().value());
    assertEquals(other.packets().excessMin(), one.packets().excessMin());
    assertTrue(one.packets().excessMin() == one.packets().excessMax());
    assertEquals((double) other.packets().excessMin(), one.packets().excessMean());
  }

  @Test
  void shouldTellTheObserverOfEachDelivery() {
    final List<String> told = new ArrayList<>();
    final TorusObservation observation =
        new TorusObservation(
            0,
            OPEN,
            100,
            (source, destination, sequence, trafficClass, chunks, tick) ->
                told.add(
                    source
                        + ">"
                        + destination
                        + " #"
                        + sequence
                        + " class "
                        + trafficClass
                        + " of "
                        + chunks
                        + " at "
                        + tick),
            TorusObservation.Extras.NONE);
    final TorusMeasures measures = measures(observation, NONE, false);
    deliver(measures, PACKETS.of(3, 17, 0, 5), TorusPacketWords.injectedAt(1, 9), 1, 2, 99);
    deliver(measures, PACKETS.of(2, 4, 2, 8), TorusPacketWords.injectedAt(1, 9), 0, 2, 100);
    assertEquals(List.of("3>1 #17 class 0 of 5 at 99", "2>0 #4 class 2 of 8 at 100"), told);
  }

  @Test
  void shouldLeaveEndlessPacketsOutOfTheOfferedLoad() {
    final TorusObservation observation =
        new TorusObservation(
            0, 2_000, 1_000, TorusObservation.Observer.NONE, TorusObservation.Extras.NONE);
    final TorusMeasures measures = measures(observation, EVERY_TEN, true);
    measures.finish(2_000, times -> {});
    assertNotNull(measures.packets().offeredBytes());
    assertEquals(400 * 256, measures.packets().offeredBytes(), "of high priority");
    assertNull(measures.packets().unfinished());
  }
}

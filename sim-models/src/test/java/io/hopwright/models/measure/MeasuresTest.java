package io.hopwright.models.measure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.Progress;
import io.hopwright.models.run.RunPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Measurements of all machines, against a list of all events. */
class MeasuresTest {
  private static final int OWN = Totals.FIRST_OWN;
  private static final int SIZE = OWN + 2;

  /** Packet with the times of its generation and delivery. */
  private record Packet(
      long birth, long injected, long delivered, int bytes, int hops, long zeroLoadTicks) {}

  /** Offers these packets. */
  private static Supply supply(List<Packet> packets) {
    return new Supply() {
      @Override
      public long bornIn(long from, long to) {
        return count(packets, packet -> packet.birth >= from && packet.birth < to);
      }

      @Override
      public long bytesIn(long from, long to) {
        return packets.stream()
            .filter(packet -> packet.birth >= from && packet.birth < to)
            .mapToLong(Packet::bytes)
            .sum();
      }

      @Override
      public long bornTicks(long from, long to) {
        return packets.stream()
            .filter(packet -> packet.birth < to)
            .mapToLong(packet -> to - Math.max(packet.birth, from))
            .sum();
      }

      @Override
      public boolean anyEndless() {
        return false;
      }

      @Override
      public boolean allEndless() {
        return false;
      }
    };
  }

  private static long count(List<Packet> packets, Predicate<Packet> which) {
    return packets.stream().filter(which).count();
  }

  private static List<Packet> randomPackets(Random random) {
    final List<Packet> packets = new ArrayList<>();
    for (int i = random.nextInt(60); i > 0; i--) {
      final long birth = random.nextLong(600);
      final long injected = birth + random.nextLong(50);
      final long delivered = injected + 1 + random.nextLong(300);
      packets.add(
          new Packet(
              birth,
              injected,
              delivered,
              random.nextInt(100),
              random.nextInt(10),
              random.nextLong(1, delivered - birth + 1)));
    }
    return packets;
  }

  /** Feeds a run up to a tick; each tick also counts one of the machine's totals. */
  private static void feed(
      Measures<Totals> measures, List<Packet> packets, long toTick, Measures.Sampled sampled) {
    for (long now = 0; now < toTick; now++) {
      final long tick = now;
      final List<Packet> injected = new ArrayList<>(packets);
      injected.removeIf(packet -> packet.injected != tick);
      final List<Packet> delivered = new ArrayList<>(packets);
      delivered.removeIf(packet -> packet.delivered != tick);
      if (injected.isEmpty() && delivered.isEmpty()) {
        continue;
      }
      measures.countBirths(tick);
      measures.advance(tick, sampled);
      measures.countEvents(1);
      for (Packet packet : injected) {
        measures.inject(packet.bytes, 1, tick);
        measures.queue(1);
        measures.totals().count(OWN, 3);
      }
      for (Packet packet : delivered) {
        measures.deliver(packet.bytes, packet.hops, tick);
        measures.queue(-1);
        measures.complete();
        measures.digest().add(1, 2, packet.birth, 0, tick);
        measures.follow(0, 1, packet.birth, tick, tick - packet.injected, packet.zeroLoadTicks);
      }
      measures.endTick(tick);
    }
    measures.countBirths(toTick);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldMeasureWhatAListOfPacketsSays(long firstSeed) {
    for (long seed = firstSeed * 100; seed < firstSeed * 100 + 60; seed++) {
      final Random random = new Random(seed);
      final long from = random.nextBoolean() ? 0 : random.nextLong(300);
      final long to = from + 1 + random.nextLong(400);
      final long stop = to + random.nextLong(400);
      final long grid = 1 + random.nextLong(200);
      final List<Packet> packets = randomPackets(random);
      final List<Packet> others = randomPackets(random);
      final Interval interval = new Interval(from, to, grid);
      final Measures<Totals> sum = new Measures<>(interval, SIZE, Totals::new, supply(packets));
      final Measures<Totals> more = new Measures<>(interval, SIZE, Totals::new, supply(others));
      feed(sum, packets, stop, times -> sum.totals().count(OWN + 1, times));
      feed(more, others, stop, times -> more.totals().count(OWN + 1, times));
      final String name = "seed " + seed;
      final Progress progress = new Progress();
      sum.addProgress(progress);
      more.addProgress(progress);
      sum.finish(stop, times -> sum.totals().count(OWN + 1, times));
      more.finish(stop, times -> more.totals().count(OWN + 1, times));
      sum.add(loaded(more, interval));
      final List<Packet> all = new ArrayList<>(packets);
      all.addAll(others);
      check(sum, all, interval, stop, name);
      check(loaded(sum, interval), all, interval, stop, name);
      final long injected = count(all, packet -> packet.injected < stop);
      final long delivered = count(all, packet -> packet.delivered < stop);
      assertEquals(injected, progress.packetsInjected, name);
      assertEquals(delivered, progress.packetsDelivered, name);
      assertEquals(injected - delivered, progress.packetsOutstanding, name);
      assertEquals(sum.packets().unfinished(), progress.packetsAwaited, name);
    }
  }

  /** Idle intervals so long that a simulation tick by tick would never end. */
  @Test
  void shouldPassIdleStretchesAtOnce() {
    final long stop = 1_000_000_000_000_007L;
    final Interval interval = new Interval(1_003, stop - 5_000, 10);
    final Measures<Totals> measures =
        new Measures<>(interval, SIZE, Totals::new, supply(List.of()));
    final int[] looked = new int[1];
    final Measures.Sampled sampled =
        times -> {
          looked[0]++;
          measures.totals().count(OWN + 1, 2 * times);
        };
    for (long tick : new long[] {5, 1_000, 999_999_999_999_000L}) {
      measures.advance(tick, sampled);
      measures.pass(OWN, 100, tick);
    }
    measures.finish(stop, sampled);
    assertTrue(looked[0] <= 4, looked[0] + " samples");
    final long samples = (stop - 5_000 + 9) / 10 - (1_003 + 9) / 10;
    assertEquals(2 * samples, measures.totals().get(OWN + 1));
    final long rowTicks = interval.rowTicks(stop);
    assertTrue(measures.intervals() > Interval.MOST_ROWS / 2);
    assertEquals((stop + rowTicks - 1) / rowTicks, measures.intervals());
    assertEquals(200, measures.interval(0).get(OWN));
    assertEquals(100, measures.interval(measures.intervals() - 1).get(OWN));
    long sum = 0;
    for (int row = 0; row < measures.intervals(); row++) {
      sum += measures.interval(row).get(OWN + 1);
    }
    assertEquals(2 * samples, sum);
  }

  /**
   * When a series gets too long, each two rows become one; bytes are counted in the interval in
   * which they pass.
   */
  @ParameterizedTest
  @ValueSource(longs = {16_383, 16_384, 16_385, 32_768, 40_001, 70_000})
  void shouldMakeOneRowOfTwo(long stop) {
    final Random random = new Random(stop);
    final Interval interval = new Interval(0, stop, 1);
    final Measures<Totals> measures =
        new Measures<>(interval, SIZE, Totals::new, supply(List.of()));
    final long[] passed = new long[(int) stop];
    for (long tick = 0; tick < stop; tick += 1 + random.nextLong(9)) {
      measures.advance(tick, times -> {});
      final int ticks = 1 + random.nextInt(40);
      measures.pass(OWN, ticks, tick);
      for (long at = tick; at < Math.min(tick + ticks, stop); at++) {
        passed[(int) at]++;
      }
    }
    measures.finish(stop, times -> {});
    final long rowTicks = interval.rowTicks(stop);
    assertEquals((stop + rowTicks - 1) / rowTicks, measures.intervals());
    for (int row = 0; row < measures.intervals(); row++) {
      long expected = 0;
      for (long at = row * rowTicks; at < Math.min(stop, (row + 1) * rowTicks); at++) {
        expected += passed[(int) at];
      }
      assertEquals(expected, measures.interval(row).get(OWN), "row " + row);
    }
  }

  private static Measures<Totals> loaded(Measures<Totals> measures, Interval interval) {
    final Words words = new Words();
    measures.save(words);
    final Measures<Totals> loaded = new Measures<>(interval, SIZE, Totals::new, words);
    words.checkEnd();
    return loaded;
  }

  private static void check(
      Measures<Totals> sum, List<Packet> all, Interval interval, long stop, String name) {
    assertEquals(totals(all, 0, stop), totals(sum.totals()), name);
    final long end = Math.min(interval.measuredTo(), stop);
    assertEquals(totals(all, interval.measuredFrom(), end), totals(sum.measured()), name);
    final long grid = interval.gridTicks();
    assertEquals((stop + grid - 1) / grid, sum.intervals(), name);
    for (int row = 0; row < sum.intervals(); row++) {
      final long rowEnd = Math.min(stop, (row + 1) * grid);
      assertEquals(totals(all, row * grid, rowEnd), totals(sum.interval(row)), name);
    }
    final long from = interval.measuredFrom();
    final long inFlight =
        ticks(all, from, end, Packet::injected) - ticks(all, from, end, Packet::delivered);
    final long waiting =
        ticks(all, from, end, Packet::birth) - ticks(all, from, end, Packet::injected);
    final boolean any = ticks(all, from, end, Packet::birth) > 0;
    assertEquals(
        new Occupancy(any ? (Long) waiting : null, inFlight, inFlight, 0),
        sum.occupancy(end, end),
        name);
    long samples = 0;
    for (long tick = 0; tick < end; tick += grid) {
      samples += interval.measures(tick) ? 2 : 0;
    }
    assertEquals(samples, sum.totals().get(OWN + 1), name);
    assertTrue(sum.packets().unfinished() != null, name);
    final List<Packet> born = new ArrayList<>(all);
    born.removeIf(packet -> !interval.measures(packet.birth));
    assertEquals(born.stream().mapToLong(Packet::bytes).sum(), sum.packets().offeredBytes(), name);
    final long offered = born.size();
    assertEquals(offered, sum.packets().due(), name);
    born.removeIf(packet -> packet.delivered >= stop);
    assertEquals(offered - born.size(), sum.packets().unfinished(), name);
    assertEquals(born.size(), sum.packets().response().count(), name);
    assertEquals(
        most(born, packet -> packet.delivered - packet.birth), sum.packets().response().max());
    assertEquals(
        most(born, packet -> packet.delivered - packet.injected),
        sum.packets().networkLatency().max());
    if (!born.isEmpty()) {
      assertEquals(
          most(born, packet -> packet.delivered - packet.birth - packet.zeroLoadTicks),
          sum.packets().excessMax(),
          name);
      assertEquals(
          -most(born, packet -> packet.birth + packet.zeroLoadTicks - packet.delivered, -1L << 40),
          sum.packets().excessMin(),
          name);
    }
    final List<Packet> delivered = new ArrayList<>(all);
    delivered.removeIf(packet -> packet.delivered >= stop);
    assertEquals(most(delivered, Packet::delivered, -1), sum.packets().lastDelivery(), name);
  }

  private static long most(List<Packet> packets, ToLongFunction<Packet> what) {
    return most(packets, what, 0);
  }

  private static long most(List<Packet> packets, ToLongFunction<Packet> what, long least) {
    return packets.stream().mapToLong(what).reduce(least, Math::max);
  }

  /** Returns the events in {@code [from, to)}, in the order of the shared totals. */
  private static List<Long> totals(List<Packet> packets, long from, long to) {
    final List<Packet> injected = new ArrayList<>(packets);
    injected.removeIf(packet -> packet.injected < from || packet.injected >= to);
    final List<Packet> delivered = new ArrayList<>(packets);
    delivered.removeIf(packet -> packet.delivered < from || packet.delivered >= to);
    return List.of(
        (long) injected.size(),
        ticks(packets, from, to, Packet::injected),
        (long) injected.size() - delivered.size(),
        ticks(packets, from, to, Packet::injected) - ticks(packets, from, to, Packet::delivered),
        0L,
        0L,
        (long) injected.size() - delivered.size(),
        ticks(packets, from, to, Packet::injected) - ticks(packets, from, to, Packet::delivered),
        injected.stream().mapToLong(Packet::bytes).sum(),
        (long) delivered.size(),
        (long) delivered.size(),
        delivered.stream().mapToLong(Packet::bytes).sum(),
        delivered.stream().mapToLong(Packet::hops).sum(),
        0L,
        delivered.stream().mapToLong(packet -> packet.delivered - packet.birth).sum(),
        (long) injected.size() - delivered.size(),
        3L * injected.size());
  }

  /**
   * Returns the sum, over packets, of the ticks of {@code [from, to)} after a given time of the
   * packet.
   */
  private static long ticks(
      List<Packet> packets, long from, long to, ToLongFunction<Packet> since) {
    return packets.stream()
        .mapToLong(packet -> Math.max(0, to - Math.max(from, since.applyAsLong(packet))))
        .sum();
  }

  private static List<Long> totals(Totals totals) {
    final List<Long> values = new ArrayList<>();
    for (int total = 0; total <= OWN; total++) {
      values.add(totals.get(total));
    }
    return values;
  }

  @Test
  void shouldNotFollowThePacketsOfEndlessSources() {
    final Measures<Totals> measures =
        new Measures<>(new Interval(0, 100, 50), SIZE, Totals::new, Supply.none());
    measures.inject(64, 2, 0);
    measures.countBirths(100);
    measures.deliver(64, 3, 120);
    measures.follow(0, 1, 10, 120, 100, 90);
    final Progress progress = new Progress();
    measures.addProgress(progress);
    measures.finish(200, times -> {});
    assertEquals(0, progress.packetsAwaited);
    assertEquals(1, progress.packetsOutstanding, "one of two deliveries");
    assertNull(measures.packets().unfinished());
    assertNull(measures.packets().offeredBytes());
    assertEquals(1, measures.packets().response().count(), "what was delivered by the end counts");
  }

  /**
   * Returns measures of packets generated every ten ticks with a fixed latency; one in {@code lost}
   * is never delivered.
   */
  private static Measures<Totals> steady(long latency, int lost) {
    final List<Packet> packets = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      final long delivered = i % lost == lost - 1 ? 10_000 : 10L * i + latency;
      packets.add(new Packet(10L * i, 10L * i, delivered, 64, 1, 1));
    }
    final Interval interval = new Interval(1_000, 3_000, 100);
    final Measures<Totals> measures = new Measures<>(interval, SIZE, Totals::new, supply(packets));
    feed(measures, packets, 4_000, times -> {});
    measures.finish(4_000, times -> {});
    return loaded(measures, interval);
  }

  /**
   * Compares with a plain sum over ticks: each interval has only what passes in it, and totals have
   * all.
   */
  @ParameterizedTest(name = "grid of {0} ticks")
  @ValueSource(longs = {1, 7, 100, 5_000})
  void shouldBookWhatPassesALinkInTheIntervalsInWhichItPasses(long grid) {
    final Measures<Totals> measures =
        new Measures<>(new Interval(0, 1_400, grid), SIZE, Totals::new, Supply.none());
    final long[] busy = new long[1_400];
    long all = 0;
    for (long tick = 3; tick < 1_380; tick += 272) {
      measures.advance(tick, times -> {});
      measures.pass(OWN, 272, tick);
      all += 272;
      for (long at = tick; at < Math.min(tick + 272, busy.length); at++) {
        busy[(int) at]++;
      }
    }
    measures.finish(1_400, times -> {});
    assertEquals(all, measures.totals().get(OWN));
    assertEquals(all, measures.measured().get(OWN));
    for (int row = 0; row < measures.intervals(); row++) {
      final long to = Math.min(1_400, (row + 1) * grid);
      final long passed = Arrays.stream(busy, (int) (row * grid), (int) to).sum();
      final long over = to % grid == 0 ? 0 : all - Arrays.stream(busy).sum();
      assertEquals(passed + over, measures.interval(row).get(OWN), "row " + row);
    }
  }

  /** All packets are injected at once, so that sources have no backlog. */
  @Test
  void shouldCallAMachineSaturatedWhereverPacketsWait() {
    final Measures<Totals> kept = steady(700, 1_000);
    assertEquals(0.0, kept.backlogGrowth());
    assertFalse(kept.saturated());
    final Measures<Totals> half = steady(100, 2);
    assertEquals(0.5, half.backlogGrowth());
    assertTrue(half.saturated());
    final Measures<Totals> slow = steady(2_900, 1_000);
    assertEquals(0.9, slow.backlogGrowth(), "10 done, while 100 were born");
    assertTrue(slow.saturated());
  }

  /**
   * In the middle of the measured interval a hundred more packets are in progress than at its ends.
   */
  @Test
  void shouldNotCallAMachineSaturatedWhoseQueuesSwing() {
    final List<Packet> packets = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      final long latency = i < 1_500 ? 200 : i < 2_600 ? 10 : 150;
      packets.add(new Packet(i, i, i + latency, 64, 1, 1));
    }
    final Interval interval = new Interval(1_000, 3_000, 100);
    final Measures<Totals> measures = new Measures<>(interval, SIZE, Totals::new, supply(packets));
    feed(measures, packets, 4_000, times -> {});
    measures.finish(4_000, times -> {});
    assertEquals(0.14, measures.backlogGrowth(), "from 10 to 150 under way over the second half");
    assertFalse(measures.saturated(), "but 200 of them at the start");
  }

  /** One of a hundred packets is 1 %; three standard deviations of ten packets in flight are 13. */
  @Test
  void shouldNotCallChanceSaturation() {
    final Measures<Totals> chance = steady(100, 20);
    assertEquals(0.05, chance.backlogGrowth());
    assertFalse(chance.saturated(), "5 more of 15 to 20 under way");
  }

  /** Saving can fail for lack of memory, for example. */
  @Test
  void shouldMeasureOnAfterStatisticsThatCouldNotBeSaved() {
    final Words expected = new Words();
    fed().save(expected);
    final Measures<Totals> measures = begun();
    assertThrows(
        OutOfMemoryError.class,
        () ->
            measures.preview(
                400,
                times -> {},
                () -> {
                  throw new OutOfMemoryError("Java heap space");
                }));
    measures.finish(600, times -> {});
    final Words words = new Words();
    measures.save(words);
    assertArrayEquals(expected.toArray(), words.toArray());
  }

  private static Measures<Totals> fed() {
    final Measures<Totals> measures = begun();
    measures.finish(600, times -> {});
    return measures;
  }

  private static Measures<Totals> begun() {
    final List<Packet> packets =
        List.of(new Packet(10, 20, 130, 64, 3, 50), new Packet(250, 260, 390, 32, 2, 40));
    final Measures<Totals> measures =
        new Measures<>(new Interval(100, 500, 100), SIZE, Totals::new, supply(packets));
    feed(measures, packets, 400, times -> {});
    return measures;
  }

  /** A run must not stop before all partitions have counted the packets that they wait for. */
  @Test
  void shouldTellWhetherBirthsAreCounted() {
    final Measures<Totals> measures = early();
    final Progress late = new Progress();
    measures.countBirths(100);
    measures.addProgress(late);
    assertEquals(0, late.packetsAwaited);
    assertEquals(0, late.partitionsUncounted);
  }

  private static Measures<Totals> early() {
    final Measures<Totals> measures =
        new Measures<>(new Interval(0, 100, 50), SIZE, Totals::new, supply(List.of()));
    measures.countBirths(99);
    return measures;
  }

  /**
   * With this many partitions, a huge number as placeholder for an unknown count could overflow to
   * 0.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 4_096, 8_192, 16_384, 65_536})
  void shouldNotBeReachedBeforeAllOfAnyNumberOfPartitionsHaveCounted(int partitions) {
    final Measures<Totals> measures = early();
    final RunPlan plan = new RunPlan(1, 0, 100, RunPlan.End.TICKS, 0, 100, 50, 18);
    final Progress sum = new Progress();
    for (int partition = 0; partition < partitions; partition++) {
      measures.addProgress(sum);
    }
    assertFalse(plan.reached(sum));
    assertTrue(plan.reached(new Progress()));
  }

  /** Whether events are left before the end of the interval depends on the partition. */
  @Test
  void shouldNotTakePacketsForFollowedIfTheRunEndsBeforeTheInterval() {
    for (long stop : new long[] {99, 100}) {
      final Measures<Totals> measures =
          new Measures<>(new Interval(0, 100, 50), SIZE, Totals::new, supply(List.of()));
      measures.countBirths(Long.MAX_VALUE);
      measures.finish(stop, times -> {});
      assertEquals(stop == 100, measures.packets().unfinished() != null);
      assertEquals(stop == 100, measures.packets().offeredBytes() != null);
    }
  }

  @Test
  void shouldMeasureAnOpenIntervalToTheStop() {
    final Measures<Totals> measures =
        new Measures<>(new Interval(50, Long.MAX_VALUE, 100), SIZE, Totals::new, supply(List.of()));
    for (long tick : new long[] {49, 50, 249}) {
      measures.advance(tick, times -> {});
      measures.inject(10, 1, tick);
    }
    measures.finish(250, times -> {});
    assertEquals(20, measures.measured().get(Totals.INJECTED_BYTES));
    assertEquals(3, measures.intervals());
    assertNull(measures.packets().unfinished());
    assertNull(measures.packets().offeredBytes());
  }

  /**
   * A run that ends with its last delivery is simulated a little longer, without further events.
   */
  @Test
  void shouldEndAnOpenIntervalWithTheLastDelivery() {
    final List<Packet> packets =
        List.of(
            new Packet(40, 60, 90, 8, 1, 1),
            new Packet(70, 75, 120, 8, 1, 1),
            new Packet(80, Long.MAX_VALUE, Long.MAX_VALUE, 8, 1, 1));
    final Interval interval = new Interval(50, Long.MAX_VALUE, 100);
    final Measures<Totals> measures = new Measures<>(interval, SIZE, Totals::new, supply(packets));
    feed(measures, packets, 400, times -> {});
    measures.finish(400, times -> {});
    // Sums up to tick 121: 10 + 5 + 41 ticks at their sources, 30 + 45 in the network.
    assertEquals(new Occupancy(56L, 75, 75, 0), measures.occupancy(121, 400));
    assertEquals(new Occupancy(56L, 75, 75, 0), loaded(measures, interval).occupancy(121, 400));
    assertEquals(new Occupancy(56L + 279, 75, 75, 0), measures.occupancy(400, 400));
  }

  /** Requests that are still outstanding at the end, or at a preview, count until then. */
  @Test
  void shouldAddUpOutstandingRequests() {
    final Interval interval = new Interval(100, 1_000, 100);
    final Measures<Totals> sender = new Measures<>(interval, SIZE, Totals::new, supply(List.of()));
    final Measures<Totals> receiver =
        new Measures<>(interval, SIZE, Totals::new, supply(List.of()));
    sender.advance(40, times -> {});
    sender.request(40);
    sender.advance(340, times -> {});
    sender.request(340);
    final Occupancy[] previewed = new Occupancy[1];
    sender.preview(600, times -> {}, () -> previewed[0] = sender.occupancy(600, 600));
    receiver.advance(700, times -> {});
    receiver.endRequest(700);
    receiver.finish(1_200, times -> {});
    sender.finish(1_200, times -> {});
    sender.add(receiver);
    assertEquals(new Occupancy(null, 0, 0, 500 + 260), previewed[0]);
    assertEquals(new Occupancy(null, 0, 0, 600 + 660), sender.occupancy(1_000, 1_000));
  }

  @Test
  void shouldSumTotals() {
    final Totals totals = new Totals(1, 2, 4, 8);
    totals.count(2, 16);
    assertEquals(20, totals.get(2));
    assertEquals(22, totals.sum(1, 3));
    assertEquals(0, totals.sum(2, 2));
  }
}

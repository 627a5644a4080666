package io.hopwright.core.event;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the wheel with a sorted map of the scheduled events. */
class TimingWheelTest {
  /** Wheel, and a map of the events that it must contain. */
  private static final class Pair {
    private final TimingWheel wheel;
    private final TreeMap<Long, List<Integer>> expected = new TreeMap<>();
    private final String name;
    private long now = -1;

    Pair(int longestDelay, String name) {
      wheel = new TimingWheel(longestDelay);
      this.name = name + ", longest delay " + longestDelay;
    }

    void schedule(long delay, int event) {
      wheel.schedule(now + delay, event);
      expected.computeIfAbsent(now + delay, tick -> new ArrayList<>()).add(event);
    }

    long next() {
      final long next = expected.isEmpty() ? TimingWheel.NEVER : expected.firstKey();
      assertEquals(next, wheel.nextTick(), () -> name + ": next tick after " + now);
      return next;
    }

    void take(long tick) {
      final List<Integer> events = expected.remove(tick);
      final int[] got = taken(wheel, tick);
      now = tick;
      final int[] wanted =
          events == null ? new int[0] : events.stream().mapToInt(i -> i).sorted().toArray();
      assertArrayEquals(wanted, got, () -> name + ": events of tick " + tick);
    }

    void drain() {
      for (long next = next(); next != TimingWheel.NEVER; next = next()) {
        take(next);
      }
    }
  }

  /** Takes the events of a tick, in ascending order. */
  private static int[] taken(TimingWheel wheel, long tick) {
    final int count = wheel.take(tick);
    final int[] events = count == 0 ? new int[0] : Arrays.copyOf(wheel.taken(), count);
    Arrays.sort(events);
    return events;
  }

  private static int slots(int longestDelay) {
    int slots = Long.SIZE;
    while (slots <= longestDelay) {
      slots *= 2;
    }
    return slots;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void shouldHoldWhatASortedMapHolds(long seed) {
    final Random random = new Random(seed);
    final int longestDelay = new int[] {0, 1, 63, 64, 127, 128, 300, 1000}[random.nextInt(8)];
    final int slots = slots(longestDelay);
    final Pair pair = new Pair(longestDelay, "seed " + seed);
    for (int step = 0; step < 4_000; step++) {
      for (int more = random.nextInt(4); more > 0; more--) {
        pair.schedule(delay(random, slots), random.nextInt());
      }
      final long next = pair.next();
      if (next != TimingWheel.NEVER) {
        final long idle = next - pair.now - 1;
        final boolean early = idle > 0 && random.nextInt(4) == 0;
        pair.take(early ? pair.now + 1 + random.nextLong(idle) : next);
      }
    }
    pair.drain();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldHoldWhatIsLeftAfterSomeWereRemoved(long seed) {
    final Random random = new Random(seed);
    final int longestDelay = new int[] {0, 64, 300, 1000}[random.nextInt(4)];
    final TimingWheel wheel = new TimingWheel(longestDelay);
    final TreeMap<Long, List<Integer>> left = new TreeMap<>();
    long now = -1;
    for (int step = 0; step < 200; step++) {
      for (int more = random.nextInt(40); more > 0; more--) {
        final long tick = now + delay(random, slots(longestDelay));
        final int event = random.nextInt();
        wheel.schedule(tick, event);
        left.computeIfAbsent(tick, at -> new ArrayList<>()).add(event);
      }
      final int unwanted = random.nextInt(8);
      wheel.removeIf(event -> (event & 7) == unwanted);
      left.values().forEach(events -> events.removeIf(event -> (event & 7) == unwanted));
      left.values().removeIf(List::isEmpty);
      assertEquals(left.isEmpty() ? TimingWheel.NEVER : left.firstKey(), wheel.nextTick());
      if (!left.isEmpty()) {
        now = left.firstKey();
        assertArrayEquals(
            left.pollFirstEntry().getValue().stream().mapToInt(each -> each).sorted().toArray(),
            taken(wheel, now));
      }
    }
  }

  private static long delay(Random random, int slots) {
    return switch (random.nextInt(16)) {
      case 0 -> slots - 1;
      case 1 -> slots;
      case 2 -> slots + 1;
      case 3 -> 2L * slots;
      case 4 -> 1 + random.nextInt(5 * slots);
      case 5 -> random.nextInt(200) == 0 ? 1 + random.nextInt(50_000_000) : 1;
      default -> 1 + random.nextInt(Math.max(1, slots / 8));
    };
  }

  @ParameterizedTest(name = "longest delay {0}")
  @ValueSource(ints = {0, 63, 64, 65, 288, 1 << 13})
  void shouldFindASingleEventAtAnyDelay(int longestDelay) {
    final int slots = slots(longestDelay);
    final Pair pair = new Pair(longestDelay, "single event");
    for (long delay = 1; delay <= 2L * slots + 2; delay++) {
      pair.schedule(delay, (int) delay);
      pair.drain();
    }
  }

  @Test
  void shouldHoldTheFirstTickOfAll() {
    final Pair pair = new Pair(288, "tick 0");
    pair.schedule(1, 7);
    assertEquals(0, pair.next());
    pair.take(0);
    pair.drain();
  }

  @Test
  void shouldPassIdleStretchesOfMillionsOfTicks() {
    final Pair pair = new Pair(288, "idle stretch");
    for (long gap : new long[] {5_000_000, 511, 512, 513, 1L << 40, 1, 1L << 32, 64}) {
      pair.schedule(gap, (int) gap);
      pair.schedule(gap, 1);
      pair.schedule(gap + 1, 2);
      pair.drain();
    }
  }

  @Test
  void shouldMergeNearAndFarEventsOfOneTick() {
    final Pair pair = new Pair(63, "near and far");
    pair.schedule(100, 1);
    pair.schedule(100, 2);
    pair.schedule(50, 3);
    pair.take(49);
    pair.schedule(50, 4);
    pair.schedule(51, 5);
    pair.drain();
  }

  @Test
  void shouldHoldManyEventsOfOneTick() {
    final Pair pair = new Pair(63, "many events");
    for (int event = 0; event < 1_000; event++) {
      pair.schedule(5, event);
      pair.schedule(500, -event);
    }
    pair.drain();
  }

  /** Chunks serve several ticks in turn. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldHoldManyEventsOfSomeTicks(long seed) {
    final Random random = new Random(seed);
    final Pair pair = new Pair(63, "seed " + seed + ", many events");
    for (int step = 0; step < 400; step++) {
      for (int burst = random.nextInt(3); burst > 0; burst--) {
        final long delay = 1L + random.nextInt(random.nextBoolean() ? 63 : 2_000);
        for (int more = random.nextInt(1_500); more > 0; more--) {
          pair.schedule(delay, random.nextInt());
        }
      }
      final long next = pair.next();
      if (next != TimingWheel.NEVER) {
        pair.take(next);
      }
    }
    pair.drain();
  }

  /** The way in which chunks are stored affects speed only: the order of events stays the same. */
  @Test
  void shouldKeepTheOrderInWhichEventsOfATickWereScheduled() {
    final TimingWheel wheel = new TimingWheel(63);
    for (long tick = 0; tick < 500; tick++) {
      for (int event = 0; event < 100; event++) {
        wheel.schedule(tick + 1 + event % 3, event);
      }
      final int count = wheel.take(tick + 1);
      final int[] taken = Arrays.copyOf(wheel.taken(), count);
      final List<Integer> scheduled = new ArrayList<>();
      for (long ago = Math.min(2, tick); ago >= 0; ago--) {
        for (int event = (int) ago; event < 100; event += 3) {
          scheduled.add(event);
        }
      }
      assertEquals(scheduled, Arrays.stream(taken).boxed().toList());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 15, 16, 1000})
  void shouldLeaveWhatIsTakenAloneWhileItsEventsScheduleOthers(int events) {
    final TimingWheel wheel = new TimingWheel(63);
    final Map<Integer, Integer> seen = new TreeMap<>();
    for (int event = 0; event < events; event++) {
      wheel.schedule(10, event);
    }
    final int count = wheel.take(10);
    final int[] taken = wheel.taken();
    for (int i = 0; i < count; i++) {
      seen.merge(taken[i], 1, Integer::sum);
      for (int delay = 1; delay < 64; delay++) {
        wheel.schedule(10 + delay, -1);
      }
    }
    assertEquals(
        IntStream.range(0, events).boxed().collect(Collectors.toMap(i -> i, i -> 1)), seen);
  }

  @Test
  void shouldBeEmptyAtFirst() {
    assertEquals(TimingWheel.NEVER, new TimingWheel(288).nextTick());
  }

  @Test
  void shouldRefuseEventsThatComeTooLate() {
    final TimingWheel wheel = new TimingWheel(63);
    wheel.schedule(10, 1);
    wheel.take(10);
    assertThrows(AssertionError.class, () -> wheel.schedule(10, 2));
    assertThrows(AssertionError.class, () -> wheel.schedule(9, 2));
  }

  @ParameterizedTest(name = "an event at tick {0} passed over")
  @ValueSource(longs = {5, 500})
  void shouldRefuseToPassOverAnEvent(long tick) {
    final TimingWheel wheel = new TimingWheel(63);
    wheel.schedule(tick, 1);
    assertThrows(AssertionError.class, () -> wheel.take(tick + 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, (1 << 24) + 1})
  void shouldRefuseDelaysOutOfRange(int longestDelay) {
    assertThrows(IllegalArgumentException.class, () -> new TimingWheel(longestDelay));
  }
}

package io.hopwright.core.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.WindowController.Ending;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowControllerTest {
  private static final long NEVER = Long.MAX_VALUE;

  /** Script of a simulation: events at given ticks. */
  private static final class Script implements Simulation<Partition>, StopRule {
    private final long[] ticks;
    private final boolean[] injecting;
    private final boolean[] delivering;
    private final long deliveries;
    private final long earliestTick;
    private final long lastTick;
    private final long windowTicks;
    private final long gridTicks;

    /** Tick of the last event that moves a required rank; NEVER without ranks. */
    private long rankTick = NEVER;

    /**
     * Creates a script.
     *
     * @param ticks ascending ticks of all events
     * @param injecting whether event {@code i} injects a packet
     * @param delivering whether event {@code i} delivers one
     * @param deliveries after which the rule is satisfied
     */
    Script(
        long[] ticks,
        boolean[] injecting,
        boolean[] delivering,
        long deliveries,
        long earliestTick,
        long lastTick,
        long windowTicks,
        long gridTicks) {
      this.ticks = ticks;
      this.injecting = injecting;
      this.delivering = delivering;
      this.deliveries = deliveries;
      this.earliestTick = earliestTick;
      this.lastTick = lastTick;
      this.windowTicks = windowTicks;
      this.gridTicks = gridTicks;
    }

    static Script of(long windowTicks, long gridTicks, long lastTick, long... ticks) {
      return new Script(
          ticks,
          new boolean[ticks.length],
          new boolean[ticks.length],
          NEVER,
          0,
          lastTick,
          windowTicks,
          gridTicks);
    }

    Script withWindow(long otherTicks) {
      final Script other =
          new Script(
              ticks,
              injecting,
              delivering,
              deliveries,
              earliestTick,
              lastTick,
              otherTicks,
              gridTicks);
      other.rankTick = rankTick;
      return other;
    }

    Script injectingAt(int... events) {
      Arrays.stream(events).forEach(event -> injecting[event] = true);
      return this;
    }

    /** Makes a rank wait forever from this event on. */
    Script blockedAt(int event) {
      rankTick = ticks[event];
      return this;
    }

    private boolean hasRanks() {
      return rankTick != NEVER;
    }

    /** Returns the counts over all events before {@code tick}. */
    Progress before(long tick) {
      final Progress total = new Progress();
      total.ranksRunning = hasRanks() ? 1 : 0;
      total.foregroundAtWork = hasRanks() && rankTick >= tick ? 1 : 0;
      for (int i = 0; i < ticks.length && ticks[i] < tick; i++) {
        total.packetsInjected += injecting[i] ? 1 : 0;
        total.packetsDelivered += delivering[i] ? 1 : 0;
      }
      return total;
    }

    long next(long from) {
      return Arrays.stream(ticks).filter(tick -> tick >= from).min().orElse(NEVER);
    }

    /** Returns the end that a check of every tick of the grid finds. */
    Outcome expected() {
      final long lastEvent = ticks.length == 0 ? -1 : ticks[ticks.length - 1];
      final long idleFrom = ticks.length == 0 ? 0 : (lastEvent / gridTicks + 1) * gridTicks;
      final long farthest = Math.max(idleFrom, earliestTick) + gridTicks;
      final Progress all = before(NEVER);
      final boolean stalls =
          lastEvent < lastTick && (hasRanks() || all.packetsInjected > all.packetsDelivered);
      for (long grid = 0; grid <= farthest && grid < lastTick; grid += gridTicks) {
        if (grid > rankTick) {
          return new Outcome(grid, Ending.STALLED);
        }
        if (stalls && grid > lastEvent) {
          break;
        }
        if (grid >= earliestTick && reached(before(grid))) {
          return new Outcome(grid, Ending.COMPLETED);
        }
      }
      if (stalls || rankTick < lastTick) {
        return new Outcome(Math.min(idleFrom, lastTick), Ending.STALLED);
      }
      return new Outcome(lastTick == NEVER ? idleFrom : lastTick, Ending.COMPLETED);
    }

    /** Returns the end that windows find; checks the windows. */
    Outcome run() {
      final WindowController controller = new WindowController(this);
      long done = 0;
      for (long number = 0; ; number++) {
        final long next = next(done);
        final Window window = controller.next(next, before(done), false);
        if (window == null) {
          assertEquals(number, controller.windows());
          return new Outcome(controller.clock(), controller.ending());
        }
        assertEquals(number, window.number());
        assertEquals(next, window.fromTick(), "starts where something happens");
        assertTrue(window.toTick() > window.fromTick(), window::toString);
        assertTrue(window.toTick() - window.fromTick() <= windowTicks, window::toString);
        assertEquals(
            window.fromTick() / gridTicks, (window.toTick() - 1) / gridTicks, window::toString);
        assertTrue(window.toTick() <= lastTick, window::toString);
        assertEquals(window.toTick(), controller.clock());
        assertNull(controller.ending());
        done = window.toTick();
      }
    }

    /** Returns the end that windows find if some of them follow the window before directly. */
    Outcome run(Random random) {
      final WindowController controller = new WindowController(this);
      while (true) {
        final long done = controller.clock();
        final boolean follows = controller.midway() && random.nextBoolean();
        final Window window =
            follows ? controller.follow() : controller.next(next(done), before(done), false);
        if (window == null) {
          return new Outcome(controller.clock(), controller.ending());
        }
        assertEquals(follows ? done : next(done), window.fromTick());
        assertEquals(
            window.fromTick() / gridTicks, (window.toTick() - 1) / gridTicks, window::toString);
        assertTrue(window.toTick() - window.fromTick() <= windowTicks, window::toString);
      }
    }

    @Override
    public long earliestTick() {
      return earliestTick;
    }

    @Override
    public long lastTick() {
      return lastTick;
    }

    @Override
    public long windowTicks() {
      return windowTicks;
    }

    @Override
    public long gridTicks() {
      return gridTicks;
    }

    @Override
    public boolean reached(Progress total) {
      return total.packetsDelivered >= deliveries;
    }

    @Override
    public StopRule stopRule() {
      return this;
    }

    @Override
    public int partitions() {
      return 1;
    }

    @Override
    public int[] neighbours(int partition) {
      return new int[0];
    }

    @Override
    public Partition build(int partition) {
      throw new UnsupportedOperationException();
    }
  }

  private record Outcome(long stopTick, Ending ending) {}

  private static Script random(long seed) {
    final Random random = new Random(seed);
    final int events = random.nextInt(60);
    final int spread = random.nextBoolean() ? 40 : 1_000;
    final long[] ticks = new long[events];
    final boolean[] injecting = new boolean[events];
    final boolean[] delivering = new boolean[events];
    long tick = random.nextInt(3);
    int inside = 0;
    int delivered = 0;
    for (int i = 0; i < events; i++) {
      tick += random.nextInt(3) == 0 ? random.nextInt(spread) : random.nextInt(4);
      ticks[i] = tick;
      delivering[i] = inside > 0 && random.nextInt(3) == 0;
      injecting[i] = random.nextInt(4) == 0;
      inside += (injecting[i] ? 1 : 0) - (delivering[i] ? 1 : 0);
      delivered += delivering[i] ? 1 : 0;
    }
    final long earliest = random.nextBoolean() ? 0 : random.nextLong(tick + 200);
    final long last = random.nextBoolean() ? NEVER : earliest + random.nextLong(tick + 500);
    final long deliveries = random.nextInt(3) == 0 ? NEVER : random.nextInt(delivered + 2);
    final long grid = 1L + random.nextInt(random.nextBoolean() ? 10 : 150);
    final Script process =
        new Script(ticks, injecting, delivering, deliveries, earliest, last, 1, grid);
    return events > 0 && random.nextInt(3) == 0
        ? process.blockedAt(random.nextInt(events))
        : process;
  }

  @ParameterizedTest(name = "seeds from {0}")
  @ValueSource(longs = {0, 1_000, 2_000, 3_000})
  void shouldStopAtATickThatDoesNotDependOnTheWindow(long firstSeed) {
    for (long seed = firstSeed; seed < firstSeed + 250; seed++) {
      final Script process = random(seed);
      final Outcome expected = process.expected();
      for (long window = 1; window <= 18; window++) {
        assertEquals(
            expected, process.withWindow(window).run(), "seed " + seed + ", window " + window);
      }
      assertEquals(expected, process.withWindow(1L << 35).run(), "seed " + seed);
    }
  }

  @ParameterizedTest(name = "seeds from {0}")
  @ValueSource(longs = {0, 1_000, 2_000, 3_000})
  void shouldStopAtTheSameTickWhenWindowsFollowBeforeItIsKnownWhatHappens(long firstSeed) {
    for (long seed = firstSeed; seed < firstSeed + 250; seed++) {
      final Script process = random(seed);
      final Outcome expected = process.expected();
      for (long window : new long[] {1, 2, 7, 18}) {
        assertEquals(
            expected,
            process.withWindow(window).run(new Random(seed)),
            "seed " + seed + ", window " + window);
      }
    }
  }

  @Test
  void shouldNotFollowBeyondTheGridNorTheLastTick() {
    final WindowController controller = new WindowController(Script.of(30, 40, 95, 0, 90));
    final Progress none = new Progress();
    assertFalse(controller.midway());
    controller.next(0, none, false);
    assertTrue(controller.midway());
    assertEquals(new Window(1, 30, 40), controller.follow());
    assertFalse(controller.midway());
    assertEquals(new Window(2, 80, 95), controller.next(80, none, false));
    assertFalse(controller.midway());
  }

  @Test
  void shouldSkipIdleStretches() {
    final Script process = Script.of(18, 1_000, 6_000_000, 0, 1, 17, 18, 5_000_999, 5_001_000);
    final WindowController controller = new WindowController(process);
    final Progress none = new Progress();
    assertEquals(new Window(0, 0, 18), controller.next(0, none, false));
    assertEquals(new Window(1, 18, 36), controller.next(18, none, false));
    assertEquals(new Window(2, 5_000_999, 5_001_000), controller.next(5_000_999, none, false));
    assertEquals(new Window(3, 5_001_000, 5_001_018), controller.next(5_001_000, none, false));
    assertNull(controller.next(NEVER, none, false));
    assertEquals(6_000_000, controller.clock());
    assertEquals(4, controller.windows());
  }

  @ParameterizedTest(name = "window {0}")
  @ValueSource(longs = {1, 2, 7, 18})
  void shouldStallAtTheNextTickOfTheGrid(long windowTicks) {
    final Script process = Script.of(windowTicks, 1_000, NEVER, 5, 100).injectingAt(0);
    assertEquals(new Outcome(1_000, Ending.STALLED), process.run());
  }

  @Test
  void shouldStallNoLaterThanTheLastTick() {
    assertEquals(
        new Outcome(300, Ending.STALLED), Script.of(18, 1_000, 300, 5).injectingAt(0).run());
  }

  @Test
  void shouldCompleteWhenSourcesAreExhaustedAndNothingWaits() {
    assertEquals(new Outcome(200, Ending.COMPLETED), Script.of(18, 100, NEVER, 5, 199).run());
    assertEquals(new Outcome(0, Ending.COMPLETED), Script.of(18, 100, NEVER).run());
  }

  @Test
  void shouldNotSimulateTheLastTickItself() {
    assertEquals(new Outcome(50, Ending.COMPLETED), Script.of(18, 100, 50, 49, 50).run());
    final WindowController controller = new WindowController(Script.of(18, 100, 50, 49, 50));
    assertEquals(new Window(0, 49, 50), controller.next(49, new Progress(), false));
    assertNull(controller.next(50, new Progress(), false));
  }

  @Test
  void shouldStallWhereSourcesHavePacketsThatNothingSends() {
    final WindowController controller = new WindowController(Script.of(18, 1_000, NEVER, 5));
    final Progress outstanding = new Progress();
    outstanding.packetsOutstanding = 1;
    assertNotNull(controller.next(5, outstanding, false));
    assertNull(controller.next(NEVER, outstanding, false));
    assertEquals(1_000, controller.clock());
    assertEquals(Ending.STALLED, controller.ending());
  }

  @Test
  void shouldStallWhereRanksWaitThoughNoPacketDoes() {
    final WindowController controller = new WindowController(Script.of(18, 1_000, NEVER, 5));
    final Progress waiting = new Progress();
    waiting.ranksRunning = 1;
    waiting.foregroundAtWork = 1;
    assertNotNull(controller.next(5, waiting, false));
    assertNull(controller.next(NEVER, waiting, false));
    assertEquals(1_000, controller.clock());
    assertEquals(Ending.STALLED, controller.ending());
  }

  @ParameterizedTest(name = "window {0}")
  @ValueSource(longs = {1, 2, 7, 18})
  void shouldStallWhereNothingMovesARankThoughMuchHappens(long windowTicks) {
    final Script process =
        Script.of(windowTicks, 100, NEVER, 5, 90, 130, 199, 200, 350, 900).blockedAt(2);
    assertEquals(new Outcome(200, Ending.STALLED), process.run());
  }

  @Test
  void shouldStallOverAnIdleStretchNoLaterThanTheLastTick() {
    final long[] ticks = {5, 90, 900};
    assertEquals(
        new Outcome(200, Ending.STALLED), Script.of(18, 200, NEVER, ticks).blockedAt(1).run());
    assertEquals(
        new Outcome(150, Ending.STALLED), Script.of(18, 200, 150, ticks).blockedAt(1).run());
  }

  @Test
  void shouldCompleteWhereTheLastTickComesBeforeTheRankWaitsForEver() {
    assertEquals(
        new Outcome(90, Ending.COMPLETED), Script.of(18, 200, 90, 5, 90, 900).blockedAt(1).run());
  }

  @Test
  void shouldEndWhereItIsWhenInterrupted() {
    final WindowController controller = new WindowController(Script.of(18, 1_000, NEVER, 5, 90));
    assertNotNull(controller.next(5, new Progress(), false));
    assertNull(controller.next(90, new Progress(), true));
    assertEquals(23, controller.clock());
    assertEquals(Ending.INTERRUPTED, controller.ending());
  }

  @Test
  void shouldEndAtTickZeroWhenInterruptedAtOnce() {
    final WindowController controller = new WindowController(Script.of(18, 1_000, NEVER, 5));
    assertNull(controller.next(5, new Progress(), true));
    assertEquals(0, controller.clock());
    assertEquals(Ending.INTERRUPTED, controller.ending());
  }

  @Test
  void shouldRefuseEventsOfThePast() {
    final WindowController controller = new WindowController(Script.of(18, 1_000, NEVER, 5));
    assertNotNull(controller.next(5, new Progress(), false));
    final Progress none = new Progress();
    assertThrows(IllegalStateException.class, () -> controller.next(22, none, false));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0", "-1, 5", "5, -1"})
  void shouldRefuseWindowsAndGridsThatAreNotPositive(long windowTicks, long gridTicks) {
    final Script process = Script.of(windowTicks, gridTicks, NEVER);
    assertThrows(IllegalArgumentException.class, () -> new WindowController(process));
  }
}

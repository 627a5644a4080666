package io.hopwright.core.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.testkit.TokenRing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowedRunTest {
  private static final long NEVER = Long.MAX_VALUE;

  private static TokenRing ring(long seed, TokenRing.End end) {
    return new TokenRing(seed, 60, 1, 30, 40, 40 + seed * 300, 18, 97, end);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void shouldGiveOneTraceForAllWindowsAndPartitions(long seed) {
    for (TokenRing.End end :
        List.of(
            new TokenRing.End(NEVER, 0, NEVER),
            new TokenRing.End(NEVER, 0, 1_000),
            new TokenRing.End(12, 0, NEVER),
            new TokenRing.End(5, 2_345, 1_000_000))) {
      final TokenRing ring = ring(seed, end);
      final List<TokenRing.Step> all = ring.allSteps();
      final long stop = ring.expectedStopTick(all);
      final List<TokenRing.Step> expected = all.stream().filter(s -> s.tick() < stop).toList();
      for (int partitions : new int[] {1, 2, 3, 7, 30, 60}) {
        for (long window : new long[] {1, 2, 5, 13, 17, 18}) {
          final RunOutcome<TokenRing.Arc> outcome =
              new SequentialExecutor().run(ring.with(partitions, window), new RunMonitor());
          final String name = partitions + " partitions, window " + window + ", seed " + seed;
          assertEquals(stop, outcome.stopTick(), name);
          assertEquals(Ending.COMPLETED, outcome.ending(), name);
          assertEquals(expected, TokenRing.trace(outcome), name);
        }
      }
    }
  }

  @Test
  void shouldStartEachWindowAtTheEarliestEventWaitingOrInFlight() {
    final TokenRing ring = ring(3, new TokenRing.End(NEVER, 0, NEVER));
    final List<TokenRing.Step> steps = ring.allSteps();
    final RunOutcome<TokenRing.Arc> outcome =
        new SequentialExecutor().run(ring.with(7, 18), new RunMonitor());
    final List<Window> windows = outcome.partitions().get(0).windows;
    long done = 0;
    for (Window window : windows) {
      final long from = done;
      assertEquals(
          steps.stream().mapToLong(TokenRing.Step::tick).filter(t -> t >= from).min().orElse(-1),
          window.fromTick());
      done = window.toTick();
    }
    assertEquals(windows.size(), outcome.windows());
    for (TokenRing.Arc arc : outcome.partitions()) {
      assertEquals(windows, arc.windows, "all partitions simulate the same windows");
      assertEquals(outcome.stopTick(), arc.finishedAt);
    }
  }

  @Test
  void shouldTellTheMonitorNoMoreThanWasSimulated() {
    final TokenRing ring = ring(2, new TokenRing.End(NEVER, 0, 50_000)).with(3, 18);
    final long lastEvent = ring.allSteps().get(ring.allSteps().size() - 1).tick();
    final List<TokenRing.Arc> arcs = new ArrayList<>();
    final List<Long> clocks = new ArrayList<>();
    final List<Long> hops = new ArrayList<>();
    final RunMonitor monitor =
        new RunMonitor(
            (clock, total) -> {
              clocks.add(clock);
              hops.add(total.packetHops);
              for (TokenRing.Arc arc : arcs) {
                final int windows = arc.windows.size();
                final long simulated = windows == 0 ? 0 : arc.windows.get(windows - 1).toTick();
                assertTrue(
                    clock <= simulated || simulated > lastEvent,
                    () -> "told " + clock + ", simulated " + simulated);
              }
            });
    final WindowedRun<TokenRing.Arc> run =
        new WindowedRun<>(
            new Delegate<>(ring) {
              @Override
              public TokenRing.Arc build(int partition) {
                arcs.add(ring.build(partition));
                return arcs.get(partition);
              }
            },
            monitor);
    sequentially(run);
    assertEquals(3, arcs.size());
    assertEquals(clocks.stream().sorted().toList(), clocks, "the clock never runs back");
    assertEquals(50_000L, clocks.get(clocks.size() - 1));
    final long steps = ring.allSteps().stream().filter(step -> step.tick() < 50_000).count();
    assertEquals(steps, hops.get(hops.size() - 1));
    for (int i = 0; i < clocks.size(); i++) {
      final long clock = clocks.get(i);
      assertEquals(
          ring.allSteps().stream().filter(step -> step.tick() < clock).count(), hops.get(i));
    }
  }

  private static <P extends Partition> RunOutcome<P> sequentially(WindowedRun<P> run) {
    final int last = run.here().length - 1;
    for (int index : run.here()) {
      assertEquals(index == last, run.build(index));
    }
    for (Window window = run.next(); window != null; window = run.next()) {
      for (int index : run.here()) {
        assertEquals(index == last, run.simulate(index, window));
      }
    }
    return run.finish();
  }

  @Test
  void shouldCountTheLastPartitionInAnyOrder() {
    final TokenRing ring = ring(1, new TokenRing.End(NEVER, 0, 5_000)).with(3, 18);
    final WindowedRun<TokenRing.Arc> run = new WindowedRun<>(ring, new RunMonitor());
    assertFalse(run.build(2));
    assertFalse(run.build(0));
    assertTrue(run.build(1));
    for (Window window = run.next(); window != null; window = run.next()) {
      assertFalse(run.simulate(1, window));
      assertFalse(run.simulate(2, window));
      assertTrue(run.simulate(0, window));
    }
    assertEquals(
        ring.allSteps().stream().filter(step -> step.tick() < 5_000).toList(),
        TokenRing.trace(run.finish()));
  }

  @Test
  void shouldGiveEachPartitionTheBatchesOfItsNeighbours() {
    final RunOutcome<TokenRing.Arc> outcome =
        new SequentialExecutor()
            .run(ring(1, new TokenRing.End(NEVER, 0, NEVER)).with(2, 18), new RunMonitor());
    assertEquals(2, outcome.partitions().size());
    assertEquals(2, outcome.busyNanos().size());
  }

  @Test
  void shouldEndAfterTheWindowInWhichItIsInterrupted() {
    final RunMonitor[] monitor = new RunMonitor[1];
    monitor[0] =
        new RunMonitor(
            (clock, total) -> {
              if (clock >= 500) {
                monitor[0].interrupt();
              }
            });
    final TokenRing ring = ring(1, new TokenRing.End(NEVER, 0, NEVER)).with(3, 18);
    final RunOutcome<TokenRing.Arc> outcome = new SequentialExecutor().run(ring, monitor[0]);
    assertEquals(Ending.INTERRUPTED, outcome.ending());
    assertTrue(outcome.stopTick() >= 500 && outcome.stopTick() < 700, outcome::toString);
    assertEquals(
        ring.allSteps().stream().filter(step -> step.tick() < outcome.stopTick()).toList(),
        TokenRing.trace(outcome));
  }

  @ParameterizedTest
  @ValueSource(classes = {OutOfMemoryError.class, AssertionError.class, RuntimeException.class})
  void shouldGoOnWhenNobodyCanShowWhatWasMeasured(Class<? extends Throwable> type) {
    final TokenRing ring = ring(1, new TokenRing.End(NEVER, 0, 5_000)).with(3, 18);
    final List<String> told = new ArrayList<>();
    final RunMonitor[] monitor = new RunMonitor[1];
    monitor[0] = new RunMonitor((clock, total) -> monitor[0].preview(failing(type, told)));
    final RunOutcome<TokenRing.Arc> outcome = new SequentialExecutor().run(ring, monitor[0]);
    assertTrue(told.size() > 10, told::toString);
    assertTrue(told.stream().allMatch(type.getName()::equals), told::toString);
    assertEquals(
        TokenRing.trace(new SequentialExecutor().run(ring, new RunMonitor())),
        TokenRing.trace(outcome));
  }

  private static RunMonitor.PreviewListener failing(
      Class<? extends Throwable> type, List<String> told) {
    return new RunMonitor.PreviewListener() {
      @Override
      public void measured(RunOutcome<?> soFar) {
        if (type == OutOfMemoryError.class) {
          throw new OutOfMemoryError("Java heap space");
        }
        if (type == AssertionError.class) {
          throw new AssertionError("a mistake");
        }
        throw new RuntimeException("another");
      }

      @Override
      public void failed(Throwable failure) {
        told.add(failure.getClass().getName());
      }
    };
  }

  @Test
  void shouldSimulateNoFurtherOnceGivenUp() {
    final TokenRing ring = ring(1, new TokenRing.End(NEVER, 0, NEVER)).with(2, 18);
    final WindowedRun<TokenRing.Arc> run = new WindowedRun<>(ring, new RunMonitor());
    assertFalse(run.build(0));
    assertTrue(run.build(1));
    final Window window = run.next();
    run.giveUp();
    assertFalse(run.simulate(0, window));
    assertFalse(run.simulate(1, window));
  }

  @Test
  void shouldShowTheLatestState() {
    final RunMonitor monitor = new RunMonitor();
    assertEquals(0, monitor.latest().clockTicks());
    assertEquals(List.of(), monitor.latest().busyNanos());
    final TokenRing ring = ring(1, new TokenRing.End(NEVER, 0, NEVER)).with(3, 18);
    final RunOutcome<TokenRing.Arc> outcome = new SequentialExecutor().run(ring, monitor);
    assertEquals(3, monitor.latest().busyNanos().size(), "the first window is always shown");
    assertTrue(monitor.latest().clockTicks() <= outcome.stopTick());
    assertFalse(monitor.interrupted());
  }

  /** Sends one event to the other partition in the first window. */
  private static final class Sender implements Partition {
    private final long delay;
    private final long left;
    private boolean sent;

    Sender(long delay, long left) {
      this.delay = delay;
      this.left = left;
    }

    @Override
    public long nextEffectTick() {
      return sent ? left : 100;
    }

    @Override
    public void accept(EventBatch batch) {}

    @Override
    public void simulate(Window window, EventBatch[] outgoing) {
      if (!sent) {
        sent = true;
        outgoing[0].addSignal(window.fromTick() + 500, 1);
        outgoing[0].addSignal(window.fromTick() + delay, 2);
      }
    }

    @Override
    public void addProgress(Progress sum) {}

    @Override
    public void finish(long stopTick) {}

    @Override
    public void exportStatistics(Words words) {}
  }

  /**
   * A simulation whose events have this delay; after the first window the next event of a partition
   * is at tick {@code left}.
   */
  private record Senders(long delay, long left) implements Simulation<Sender> {
    Senders(long delay) {
      this(delay, NEVER);
    }

    @Override
    public int partitions() {
      return 2;
    }

    @Override
    public int[] neighbours(int partition) {
      return new int[] {1 - partition};
    }

    @Override
    public long windowTicks() {
      return 18;
    }

    @Override
    public long gridTicks() {
      return 1_000;
    }

    @Override
    public StopRule stopRule() {
      return new TokenRing.End(NEVER, 0, NEVER);
    }

    @Override
    public Sender build(int partition) {
      return new Sender(delay, left);
    }
  }

  @ParameterizedTest(name = "delay {0}")
  @ValueSource(longs = {0, 1, 17})
  void shouldRefuseAnEventThatTakesEffectInItsOwnWindow(long delay) {
    final WindowedRun<Sender> run = new WindowedRun<>(new Senders(delay), new RunMonitor());
    final Exception failure = assertThrows(IllegalStateException.class, () -> sequentially(run));
    assertTrue(failure.getMessage().contains("at tick " + (100 + delay)), failure::getMessage);
  }

  /** The check also covers a window that follows without a check of pending events. */
  @ParameterizedTest(name = "tick {0}")
  @ValueSource(longs = {-1, 0, 100, 117})
  void shouldRefuseAPartitionThatLeavesAnEventBehind(long left) {
    final WindowedRun<Sender> run = new WindowedRun<>(new Senders(18, left), new RunMonitor());
    run.build(0);
    run.build(1);
    final Window first = run.next();
    final Exception failure =
        assertThrows(IllegalStateException.class, () -> run.simulate(1, first));
    assertEquals(
        "partition 1 has simulated up to tick 118 and left an event behind, at tick " + left,
        failure.getMessage());
  }

  @Test
  void shouldAcceptAnEventThatTakesEffectRightAfterItsWindow() {
    final WindowedRun<Sender> run = new WindowedRun<>(new Senders(18), new RunMonitor());
    run.build(0);
    run.build(1);
    final Window first = run.next();
    run.simulate(0, first);
    run.simulate(1, first);
    assertEquals(new Window(1, 118, 136), run.next());
  }

  @Test
  void shouldNoticeThatANeighbourHasNotSimulatedTheWindowBefore() {
    final WindowedRun<Sender> run = new WindowedRun<>(new Senders(18), new RunMonitor());
    run.build(0);
    run.build(1);
    final Window first = run.next();
    run.simulate(0, first);
    final Window second = new Window(1, 118, 136);
    assertThrows(IllegalStateException.class, () -> run.simulate(0, second));
  }

  @Test
  void shouldNoticeThatANeighbourIsAheadByTwoWindows() {
    final WindowedRun<Sender> run = new WindowedRun<>(new Senders(18), new RunMonitor());
    run.build(0);
    run.build(1);
    final Window first = run.next();
    assertNotNull(first);
    run.simulate(0, first);
    run.simulate(1, first);
    assertNotNull(run.next());
    run.simulate(1, new Window(1, 118, 136));
    final Window third = new Window(2, 136, 150);
    assertThrows(IllegalStateException.class, () -> run.simulate(1, third));
  }

  @Test
  void shouldEndWithoutAWindowIfNothingEverHappens() {
    final TokenRing none =
        new TokenRing(1, 60, 3, 0, 1, 40, 18, 97, new TokenRing.End(NEVER, 0, NEVER));
    final WindowedRun<TokenRing.Arc> run = new WindowedRun<>(none, new RunMonitor());
    run.build(0);
    run.build(1);
    run.build(2);
    assertNull(run.next());
    final RunOutcome<TokenRing.Arc> outcome = run.finish();
    assertEquals(0, outcome.stopTick());
    assertEquals(0, outcome.windows());
    assertEquals(Ending.COMPLETED, outcome.ending());
  }

  /** Simulation that forwards to another one, unless overridden. */
  private abstract static class Delegate<P extends Partition> implements Simulation<P> {
    private final Simulation<P> like;

    Delegate(Simulation<P> like) {
      this.like = like;
    }

    @Override
    public int partitions() {
      return like.partitions();
    }

    @Override
    public int[] neighbours(int partition) {
      return like.neighbours(partition);
    }

    @Override
    public long windowTicks() {
      return like.windowTicks();
    }

    @Override
    public long gridTicks() {
      return like.gridTicks();
    }

    @Override
    public StopRule stopRule() {
      return like.stopRule();
    }
  }
}

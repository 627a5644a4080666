package io.hopwright.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.core.window.Window;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.testkit.TokenRing;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the actor executor. Timeouts only end runs that would never end; nothing depends on the
 * duration of a run.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ActorExecutorTest {
  private static final long NEVER = Long.MAX_VALUE;

  private static TokenRing ring(int partitions, TokenRing.End end) {
    return new TokenRing(5, 60, partitions, 30, 60, 300, 18, 97, end);
  }

  private static final TokenRing.End LAST_EVENT = new TokenRing.End(NEVER, 0, NEVER);

  @ParameterizedTest(name = "{0} partitions on {1} threads")
  @CsvSource({
    "1, 1", "1, 2", "1, 4", "2, 1", "2, 2", "2, 4", "3, 1", "3, 2", "3, 4", "8, 1", "8, 2", "8, 4",
    "30, 1", "30, 2", "30, 4"
  })
  void shouldGiveTheTraceOfTheSequentialExecutor(int partitions, int threads) {
    for (TokenRing.End end : new TokenRing.End[] {LAST_EVENT, new TokenRing.End(10, 0, NEVER)}) {
      final RunOutcome<TokenRing.Arc> expected =
          new SequentialExecutor().run(ring(1, end), new RunMonitor());
      final RunOutcome<TokenRing.Arc> outcome =
          new ActorExecutor(threads).run(ring(partitions, end), new RunMonitor());
      assertEquals(TokenRing.trace(expected), TokenRing.trace(outcome));
      assertEquals(expected.stopTick(), outcome.stopTick());
      assertEquals(expected.ending(), outcome.ending());
      assertEquals(expected.windows(), outcome.windows());
      assertEquals(partitions, outcome.partitions().size());
    }
  }

  @ParameterizedTest(name = "{0} threads")
  @ValueSource(ints = {1, 2, 4})
  void shouldBuildAndSimulateOnThreadsOfItsPoolOnly(int threads) throws InterruptedException {
    final RunOutcome<TokenRing.Arc> outcome =
        new ActorExecutor(threads).run(ring(8, LAST_EVENT), new RunMonitor());
    final Set<Thread> all = new HashSet<>();
    for (TokenRing.Arc arc : outcome.partitions()) {
      assertFalse(arc.shared, "a partition was simulated by two threads at a time");
      assertNotSame(Thread.currentThread(), arc.builder);
      all.add(arc.builder);
      all.addAll(arc.simulators);
    }
    assertTrue(all.size() <= threads, () -> all + " of " + threads);
    for (Thread thread : all) {
      assertTrue(thread.getName().contains("partition-dispatcher"), thread::getName);
      assertEnds(thread);
    }
  }

  /** Asserts that the threads of a pool end, though not always before the run has returned. */
  private static void assertEnds(Thread thread) throws InterruptedException {
    thread.join(30_000);
    assertFalse(thread.isAlive(), () -> thread + " stays");
  }

  @Test
  void shouldGiveEachOfItsThreadsAPartition() {
    final CountDownLatch all = new CountDownLatch(3);
    final Act act =
        new Act(
            3,
            index -> {
              all.countDown();
              await(all);
            });
    assertEquals(Ending.COMPLETED, new ActorExecutor(3).run(act, new RunMonitor()).ending());
  }

  /**
   * Partitions that run an action with their index in the window at tick 0, and then nothing else.
   */
  private record Act(int partitions, IntConsumer act) implements Simulation<Partition>, StopRule {
    @Override
    public int[] neighbours(int partition) {
      return new int[0];
    }

    @Override
    public long windowTicks() {
      return 10;
    }

    @Override
    public long gridTicks() {
      return 100;
    }

    @Override
    public StopRule stopRule() {
      return this;
    }

    @Override
    public long lastTick() {
      return 1_000;
    }

    @Override
    public long earliestTick() {
      return 0;
    }

    @Override
    public boolean reached(Progress total) {
      return false;
    }

    @Override
    public Partition build(int index) {
      return new Once(index, act);
    }
  }

  private static final class Once implements Partition {
    private final int index;
    private final IntConsumer act;
    private long next;

    Once(int index, IntConsumer act) {
      this.index = index;
      this.act = act;
    }

    @Override
    public long nextEffectTick() {
      return next;
    }

    @Override
    public void accept(EventBatch batch) {}

    @Override
    public void simulate(Window window, EventBatch[] outgoing) {
      act.accept(index);
      next = NEVER;
    }

    @Override
    public void addProgress(Progress sum) {}

    @Override
    public void finish(long stopTick) {}

    @Override
    public void exportStatistics(Words words) {}
  }

  /** The same partitions with an action while a partition is built. */
  private record Built(Act like, IntConsumer builder) implements Simulation<Partition> {
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

    @Override
    public Partition build(int index) {
      builder.accept(index);
      return like.build(index);
    }
  }

  private static <T extends Throwable> void sneak(Throwable failure) throws T {
    @SuppressWarnings("unchecked")
    final T unchecked = (T) failure;
    throw unchecked;
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        IllegalStateException.class,
        AssertionError.class,
        OutOfMemoryError.class,
        StackOverflowError.class
      })
  void shouldPassOnWhatAPartitionThrows(Class<? extends Throwable> type) throws Exception {
    final Throwable failure = type.getDeclaredConstructor().newInstance();
    final IntConsumer failing =
        index -> {
          if (index == 1) {
            ActorExecutorTest.<RuntimeException>sneak(failure);
          }
        };
    for (int threads : new int[] {1, 2}) {
      final Set<Thread> before = poolThreads();
      final ActorExecutor executor = new ActorExecutor(threads);
      final Act simulating = new Act(3, failing);
      assertSame(failure, assertThrows(type, () -> executor.run(simulating, new RunMonitor())));
      final Built building = new Built(new Act(3, index -> {}), failing);
      assertSame(failure, assertThrows(type, () -> executor.run(building, new RunMonitor())));
      for (Thread thread : poolThreads()) {
        if (!before.contains(thread)) {
          assertEnds(thread);
        }
      }
    }
  }

  private static Set<Thread> poolThreads() {
    final Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
    threads.removeIf(thread -> !thread.getName().contains("partition-dispatcher"));
    return threads;
  }

  @Test
  void shouldPassOnACheckedException() {
    final Exception checked = new Exception("checked");
    final Act act = new Act(2, index -> ActorExecutorTest.<RuntimeException>sneak(checked));
    final ActorExecutor executor = new ActorExecutor(2);
    final Exception failure =
        assertThrows(Exception.class, () -> executor.run(act, new RunMonitor()));
    assertTrue(failure == checked || failure.getCause() == checked, failure::toString);
  }

  @Test
  void shouldNotReturnWhileAPartitionIsStillSimulating() {
    final AtomicInteger busy = new AtomicInteger();
    final CountDownLatch started = new CountDownLatch(1);
    final Act act =
        new Act(
            2,
            index -> {
              if (index == 0) {
                await(started);
                throw new IllegalStateException("failed");
              }
              busy.incrementAndGet();
              started.countDown();
              pause(300);
              busy.decrementAndGet();
            });
    final ActorExecutor executor = new ActorExecutor(2);
    assertThrows(IllegalStateException.class, () -> executor.run(act, new RunMonitor()));
    assertEquals(0, busy.get(), "the run is over, and a partition simulates");
  }

  @Test
  void shouldEndWhenInterruptedThroughTheMonitor() {
    final RunMonitor[] monitor = new RunMonitor[1];
    monitor[0] =
        new RunMonitor(
            (clock, total) -> {
              if (clock >= 500) {
                monitor[0].interrupt();
              }
            });
    final RunOutcome<TokenRing.Arc> outcome =
        new ActorExecutor(2).run(ring(3, LAST_EVENT), monitor[0]);
    assertEquals(Ending.INTERRUPTED, outcome.ending());
    assertTrue(outcome.stopTick() >= 500 && outcome.stopTick() < 700, outcome::toString);
    final long stop = outcome.stopTick();
    assertEquals(
        TokenRing.trace(new SequentialExecutor().run(ring(1, LAST_EVENT), new RunMonitor()))
            .stream()
            .filter(step -> step.tick() < stop)
            .toList(),
        TokenRing.trace(outcome));
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void shouldEndInGoodOrderWhenTheWaitingThreadIsInterrupted() {
    final Thread caller = Thread.currentThread();
    final RunMonitor monitor = new RunMonitor();
    final Act act =
        new Act(
            2,
            index -> {
              caller.interrupt();
              while (!monitor.interrupted()) {
                Thread.onSpinWait();
              }
            });
    final RunOutcome<Partition> outcome = new ActorExecutor(2).run(act, monitor);
    assertTrue(Thread.interrupted(), "the interruption is lost");
    assertEquals(Ending.INTERRUPTED, outcome.ending());
    assertEquals(10, outcome.stopTick());
  }

  @Test
  void shouldStayInterruptedWhenThePartitionFails() {
    final Thread caller = Thread.currentThread();
    final RunMonitor monitor = new RunMonitor();
    final Act act =
        new Act(
            1,
            index -> {
              caller.interrupt();
              while (!monitor.interrupted()) {
                Thread.onSpinWait();
              }
              throw new IllegalStateException("failed");
            });
    final ActorExecutor executor = new ActorExecutor(1);
    assertThrows(IllegalStateException.class, () -> executor.run(act, monitor));
    assertTrue(Thread.interrupted(), "the interruption is lost");
  }

  @Test
  void shouldRunTwoSimulationsAtOnce() {
    final ActorExecutor executor = new ActorExecutor(2);
    final CountDownLatch both = new CountDownLatch(2);
    final IntConsumer meet =
        index -> {
          both.countDown();
          await(both);
        };
    final CompletableFuture<RunOutcome<Partition>> first =
        CompletableFuture.supplyAsync(
            () -> executor.run(new Act(1, meet), new RunMonitor()),
            task -> new Thread(task).start());
    final RunOutcome<Partition> second = executor.run(new Act(1, meet), new RunMonitor());
    assertEquals(Ending.COMPLETED, second.ending());
    assertEquals(Ending.COMPLETED, first.join().ending());
  }

  @Test
  void shouldGiveTheSameTraceBesideAnotherRun() {
    final CompletableFuture<RunOutcome<TokenRing.Arc>> first =
        CompletableFuture.supplyAsync(
            () -> new ActorExecutor(2).run(ring(8, LAST_EVENT), new RunMonitor()),
            task -> new Thread(task).start());
    final RunOutcome<TokenRing.Arc> second =
        new ActorExecutor(2).run(ring(3, LAST_EVENT), new RunMonitor());
    assertEquals(TokenRing.trace(first.join()), TokenRing.trace(second));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void shouldRefuseToRunOnNoThreads(int threads) {
    assertThrows(IllegalArgumentException.class, () -> new ActorExecutor(threads));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS), "nobody else came");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldEndAtOnceIfTheThreadIsInterruptedBefore() {
    Thread.currentThread().interrupt();
    final RunOutcome<TokenRing.Arc> outcome =
        new ActorExecutor(2)
            .run(new TokenRing(5, 60, 3, 30, 100_000, 300, 18, 97, LAST_EVENT), new RunMonitor());
    assertTrue(Thread.interrupted(), "the interruption is lost");
    assertEquals(Ending.INTERRUPTED, outcome.ending());
  }

  @Test
  void shouldSayWhyActorsDoNotStart() {
    final Config config =
        ConfigFactory.parseString("akka.loggers = [no.such.Logger]")
            .withFallback(ActorExecutor.config(1));
    final StartFailedException failure =
        assertThrows(
            StartFailedException.class,
            () -> ActorExecutor.start(Behaviors.empty(), "hopwright", config));
    assertTrue(failure.getMessage().contains("no.such.Logger"), failure::getMessage);
  }
}

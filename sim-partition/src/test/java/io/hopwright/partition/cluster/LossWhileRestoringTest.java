package io.hopwright.partition.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.state.StateImage;
import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.partition.wire.StateParts;
import io.hopwright.partition.wire.proto.WireMessage;
import io.hopwright.testkit.TokenRing;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Members that fail while the states of a checkpoint are sent. Each time another group of members
 * resumes from the last complete checkpoint, and has the trace of an undisturbed run.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LossWhileRestoringTest {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int PROCESS = 4711;
  private static final PartitionPlacement PLACEMENT =
      PartitionPlacement.of(List.of(0, 1, 1, 2, 2, 2));

  /** Ring with states that consist mostly of the trace so far. */
  private static final TokenRing RING =
      new TokenRing(5, 60, 6, 900, 60, 300, 18, 97, new TokenRing.End(NEVER, 0, NEVER));

  private static RunOutcome<TokenRing.Arc> undisturbed;
  private static SavedRun saved;

  /** Saves the states at two thirds of the run; each has several parts. */
  @BeforeAll
  static void takeACheckpoint() {
    undisturbed = new SequentialExecutor().run(RING, new RunMonitor());
    final Once once = new Once(undisturbed.stopTick() * 2 / 3, () -> {});
    new SequentialExecutor().run(RING, once.monitor());
    saved = once.taken.join();
    assertTrue(
        saved.states().values().stream().allMatch(state -> parts(state) > 1),
        () -> saved.states().values().stream().map(LossWhileRestoringTest::parts).toList() + "");
  }

  private static int parts(StateImage state) {
    final AtomicInteger parts = new AtomicInteger();
    StateParts.cut(1, 1, 0, state, part -> parts.incrementAndGet());
    return parts.get();
  }

  /** Takes one checkpoint in a run that continues after a loss. */
  private static final class Once implements RunMonitor.Checkpoints {
    private final CompletableFuture<SavedRun> taken = new CompletableFuture<>();
    private final AtomicBoolean due = new AtomicBoolean(true);
    private final long from;
    private final Runnable whileKept;

    /**
     * Creates a checkpoint taker.
     *
     * @param from tick from which on the checkpoint is due
     * @param whileKept runs each time a state of another member is written
     */
    Once(long from, Runnable whileKept) {
      this.from = from;
      this.whileKept = whileKept;
    }

    RunMonitor monitor() {
      return new RunMonitor((clock, total) -> {}, RunMonitor.WorkListener.NONE, this);
    }

    @Override
    public boolean isDue(long tick) {
      return tick >= from && due.getAndSet(false);
    }

    @Override
    public StateImage keep(long tick, int partition, StateImage state) {
      whileKept.run();
      return state;
    }

    @Override
    public void take(SavedRun run) {
      taken.complete(run);
    }

    @Override
    public boolean recovers() {
      return true;
    }
  }

  /** A group of three members, one of which can fail: it becomes silent and ends. */
  private static final class Mortal implements AutoCloseable {
    private final AtomicBoolean dead = new AtomicBoolean();
    private final AtomicInteger number = new AtomicInteger();
    private final TestCrew crew =
        new TestCrew(
            null,
            TestCrew.tap(message -> dead.get() && message.getMember() == number.get() ? 0 : 1));

    /**
     * Gathers the group.
     *
     * @param deadly message before which the mortal member fails
     * @param skipped number of such messages that it still receives
     */
    Mortal(Predicate<WireMessage> deadly, int skipped) {
      final AtomicInteger seen = new AtomicInteger();
      crew.worker(() -> RING)
          .worker(
              new Identity("hopwright 1", "abc", "17", "here", PROCESS, 1),
              "hash",
              () -> RING,
              TestCrew.tap(
                  message -> {
                    number.compareAndSet(0, message.getWelcome().getYou());
                    if (deadly.test(message) && seen.getAndIncrement() == skipped) {
                      die();
                    }
                    return dead.get() && !message.hasHalt() ? 0 : 1;
                  }))
          .gather();
    }

    void die() {
      dead.set(true);
      crew.seed.lostProcess(PROCESS, "ended with 137");
    }

    /** Runs from the checkpoint until the failure; the survivor waits for the next group. */
    void assertLost(RunMonitor monitor, String when) throws Exception {
      final MemberLostException loss =
          assertThrows(MemberLostException.class, () -> crew.run(RING, monitor, PLACEMENT, saved));
      assertTrue(loss.getMessage().contains("process " + PROCESS), loss::getMessage);
      assertTrue(loss.getMessage().contains(when), loss::getMessage);
      crew.seed.close();
      assertInstanceOf(MemberLostException.class, crew.end(0));
      assertTrue(crew.worker(0).recovers());
    }

    @Override
    public void close() {
      crew.close();
    }
  }

  private static RunMonitor recovering() {
    return new Once(NEVER, () -> {}).monitor();
  }

  private static void assertGoesOn() {
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> RING).worker(() -> RING).gather();
      final RunOutcome<TokenRing.Arc> outcome = crew.run(RING, recovering(), PLACEMENT, saved);
      assertEquals(TokenRing.trace(undisturbed), TokenRing.trace(outcome));
      assertEquals(undisturbed.stopTick(), outcome.stopTick());
      assertEquals(undisturbed.ending(), outcome.ending());
      assertEquals(undisturbed.total().packetHops, outcome.total().packetHops);
    }
  }

  private static void assertLost(Predicate<WireMessage> deadly, int skipped) throws Exception {
    try (Mortal members = new Mortal(deadly, skipped)) {
      members.assertLost(recovering(), "before anything was simulated");
    }
  }

  /**
   * Three losses in a row: one member in its first state, its replacement in a later one, and that
   * one's replacement when its partitions are restored but no other member knows it.
   */
  @Test
  void shouldGoOnAfterLossesWhileStatesAreSentToReplacements() throws Exception {
    assertLost(WireMessage::hasState, 1);
    assertLost(WireMessage::hasState, 4);
    assertLost(WireMessage::hasStart, 0);
    assertGoesOn();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  @Tag("slow")
  void shouldGoOnAfterTwoLossesAtAnyPart(int parts) throws Exception {
    assertLost(WireMessage::hasState, parts);
    assertLost(WireMessage::hasState, 5 - parts);
    assertGoesOn();
  }

  /** The member has sent one state, which the seed is writing, and another state is incomplete. */
  @Test
  void shouldGoOnFromTheOlderCheckpointAfterALossWhileOneIsWritten() throws Exception {
    final AtomicInteger kept = new AtomicInteger();
    final CompletableFuture<Mortal> members = new CompletableFuture<>();
    final Once next =
        new Once(
            0,
            () -> {
              if (kept.getAndIncrement() == 0) {
                members.join().die();
              }
            });
    try (Mortal all = new Mortal(message -> false, 0)) {
      members.complete(all);
      all.assertLost(next.monitor(), "at tick");
    }
    assertFalse(next.taken.isDone());
    assertGoesOn();
  }
}

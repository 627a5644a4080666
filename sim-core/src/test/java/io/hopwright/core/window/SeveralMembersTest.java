package io.hopwright.core.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.testkit.TokenRing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs of several members in one JVM, whose messages arrive in random order. */
class SeveralMembersTest {
  private static final long NEVER = Long.MAX_VALUE;

  /**
   * Members whose messages wait in one queue per pair until the test delivers them, and whose
   * partitions wait until the test simulates them.
   */
  private static final class Members {
    private final Random random;
    private final List<WindowedRun<TokenRing.Arc>> runs = new ArrayList<>();
    private final List<Queue<Runnable>> messages = new ArrayList<>();
    private final List<Queue<Runnable>> partitions = new ArrayList<>();
    private final List<RunMonitor> monitors = new ArrayList<>();
    private final Set<WindowedRun<?>> ended = new HashSet<>();
    private int interrupting = -1;
    private long interruptedAt;
    private long mostAhead;

    Members(TokenRing ring, PartitionPlacement placement, long seed) {
      random = new Random(seed);
      final int members = placement.members();
      for (int i = 0; i < members * members; i++) {
        messages.add(new ArrayDeque<>());
      }
      for (int member = 0; member < members; member++) {
        monitors.add(new RunMonitor());
        runs.add(
            new WindowedRun<>(ring, monitors.get(member), placement, member, new Post(member)));
      }
      for (int partition = 0; partition < placement.partitions(); partition++) {
        final WindowedRun<TokenRing.Arc> run = runs.get(placement.memberOf(partition));
        final int index = partition;
        partitions.add(new ArrayDeque<>());
        partitions.get(index).add(() -> goOn(run, run.build(index)));
      }
    }

    /** Messages of a member: one for every partition that has completed the window. */
    private final class Post implements Peers {
      private final int from;

      Post(int from) {
        this.from = from;
      }

      @Override
      public void through(int partition, Window window) {
        for (int to = 0; to < runs.size(); to++) {
          final WindowedRun<TokenRing.Arc> receiver = runs.get(to);
          final List<EventBatch> copies =
              routes(runs.get(from).outbound(to), partition).stream()
                  .map(route -> copy(route.batch(window.number()), new EventBatch(), window))
                  .toList();
          if (!copies.isEmpty()) {
            send(to, () -> receive(receiver, from, partition, window, copies));
          }
        }
      }

      @Override
      public void send(Standing mine) {
        for (int to = 0; to < runs.size(); to++) {
          if (to != from) {
            final WindowedRun<TokenRing.Arc> receiver = runs.get(to);
            send(to, () -> goOn(receiver, receiver.arrived(from, mine)));
          }
        }
      }

      private void send(int to, Runnable message) {
        messages
            .get(from * runs.size() + to)
            .add(
                () -> {
                  assertFalse(ended.contains(runs.get(to)), "a message came after the end");
                  message.run();
                });
      }
    }

    private static List<Route> routes(List<Route> all, int from) {
      return all.stream().filter(route -> route.from() == from).toList();
    }

    private void receive(
        WindowedRun<TokenRing.Arc> run,
        int from,
        int partition,
        Window window,
        List<EventBatch> batches) {
      final List<Route> routes = routes(run.inbound(from), partition);
      assertEquals(batches.size(), routes.size());
      for (int i = 0; i < batches.size(); i++) {
        copy(batches.get(i), routes.get(i).batch(window.number()), window);
      }
      run.through(partition, window.number(), ready -> simulate(run, ready));
    }

    private void simulate(WindowedRun<TokenRing.Arc> run, int partition) {
      final Window window = run.window();
      if (run.member() == interrupting && window.toTick() > interruptedAt) {
        monitors.get(interrupting).interrupt();
      }
      partitions
          .get(partition)
          .add(
              () -> {
                for (WindowedRun<TokenRing.Arc> other : runs) {
                  final long last = other.throughWith(other.member());
                  mostAhead = Math.max(mostAhead, window.number() - 1 - last);
                }
                goOn(run, run.simulate(partition, window));
              });
    }

    private static EventBatch copy(EventBatch from, EventBatch to, Window window) {
      to.open(window);
      for (int at = 0; at < from.packets(); at++) {
        final long[] words = new long[2];
        from.copyPacket(at, words, 0);
        to.addPacket(from.packetTick(at), from.packetEvent(at), words, 0, 2);
      }
      return to;
    }

    private void goOn(WindowedRun<TokenRing.Arc> run, boolean decides) {
      if (!decides) {
        return;
      }
      if (run.next() == null) {
        ended.add(run);
      } else {
        run.begin(ready -> simulate(run, ready));
      }
    }

    /** Delivers messages and simulates partitions in random order until nothing is left. */
    Members run() {
      while (true) {
        final List<Queue<Runnable>> waiting =
            Stream.concat(messages.stream(), partitions.stream())
                .filter(queue -> !queue.isEmpty())
                .toList();
        if (waiting.isEmpty()) {
          assertEquals(runs.size(), ended.size(), "members that have come to the end");
          return this;
        }
        waiting.get(random.nextInt(waiting.size())).remove().run();
      }
    }

    /**
     * Makes a member ask for the end before it simulates the first window that ends after a tick.
     */
    void interrupt(int member, long tick) {
      interruptedAt = tick;
      interrupting = member;
    }

    List<TokenRing.Step> trace() {
      return runs.stream()
          .flatMap(run -> TokenRing.trace(run.finish()).stream())
          .sorted(TokenRing.Step.ORDER)
          .toList();
    }
  }

  private static PartitionPlacement placement(int partitions, int members) {
    return PartitionPlacement.of(
        IntStream.range(0, partitions).mapToObj(i -> i % members).toList());
  }

  @ParameterizedTest(name = "{1} partitions, {2} members, seed {0}")
  @CsvSource({
    "1, 2, 2", "2, 3, 2", "3, 3, 3", "4, 5, 2", "5, 5, 4", "6, 7, 3", "7, 6, 6", "8, 1, 1"
  })
  void shouldGiveTheTraceOfOneMember(long seed, int partitions, int members) {
    final TokenRing ring =
        new TokenRing(
            seed,
            60,
            partitions,
            30,
            40,
            40 + seed * 300,
            18,
            97,
            new TokenRing.End(NEVER, 0, 9_000));
    for (int repetition = 0; repetition < 5; repetition++) {
      final Members all =
          new Members(ring, placement(partitions, members), seed + 100L * repetition).run();
      assertEquals(
          ring.allSteps().stream().filter(step -> step.tick() < 9_000).toList(), all.trace());
    }
  }

  /** Tokens are everywhere at every tick, so that a member waits for its neighbours only. */
  @ParameterizedTest(name = "seed {0}, {1} partitions, {2} members")
  @CsvSource({"1, 2, 2", "2, 3, 3", "3, 8, 2", "4, 9, 3"})
  void shouldBeginAWindowBeforeSlowerMembersAreThroughWithTheOneBefore(
      long seed, int partitions, int members) {
    final TokenRing ring =
        new TokenRing(
            seed, 60, partitions, 300, 200, 20, 18, 1_000, new TokenRing.End(NEVER, 0, 3_000));
    final Members all = new Members(ring, placement(partitions, members), seed).run();
    assertEquals(
        ring.allSteps().stream().filter(step -> step.tick() < 3_000).toList(), all.trace());
    assertEquals(members == partitions ? 0 : 1, all.mostAhead);
  }

  /** The classic error: if events in flight are forgotten, the next window begins too late. */
  @Test
  void shouldBeginTheNextWindowAtAnEventInFlightToAnotherMember() {
    final TokenRing ring =
        new TokenRing(1, 2, 2, 1, 400, 18, 18, 1_000_000, new TokenRing.End(NEVER, 0, NEVER));
    final Members all = new Members(ring, placement(2, 2), 1).run();
    assertEquals(ring.allSteps(), all.trace());
    final List<TokenRing.Step> steps = ring.allSteps();
    final boolean crossed =
        IntStream.range(1, steps.size())
            .anyMatch(i -> steps.get(i).cell() != steps.get(i - 1).cell());
    assertTrue(crossed, "the only token never changed sides");
  }

  @Test
  void shouldSkipIdleStretches() {
    final TokenRing ring =
        new TokenRing(3, 60, 4, 2, 10, 1_000_000, 18, 1 << 30, new TokenRing.End(NEVER, 0, NEVER));
    final Members all = new Members(ring, placement(4, 2), 3).run();
    assertTrue(all.runs.get(0).finish().windows() <= ring.allSteps().size());
  }

  @ParameterizedTest(name = "member {0}, after {1} ticks")
  @CsvSource({"0, 0", "1, 0", "2, 0", "0, 400", "1, 500", "2, 600"})
  void shouldEndAllWhenAnyIsInterrupted(int which, long ticks) {
    final TokenRing ring =
        new TokenRing(1, 60, 9, 300, 200, 20, 18, 1_000, new TokenRing.End(NEVER, 0, NEVER));
    final Members all = new Members(ring, placement(9, 3), 1);
    all.interrupt(which, ticks);
    all.run();
    final long stop = all.runs.get(0).finish().stopTick();
    assertTrue(stop >= ticks && stop <= ticks + 5 * 18, () -> "stopped at tick " + stop);
    for (WindowedRun<TokenRing.Arc> run : all.runs) {
      assertEquals(WindowController.Ending.INTERRUPTED, run.finish().ending());
      assertEquals(stop, run.finish().stopTick());
    }
    assertEquals(ring.allSteps().stream().filter(step -> step.tick() < stop).toList(), all.trace());
  }

  @Test
  void shouldRefuseAWindowTwiceOrOneTooEarly() {
    final TokenRing ring =
        new TokenRing(1, 60, 2, 30, 40, 400, 18, 97, new TokenRing.End(NEVER, 0, NEVER));
    final WindowedRun<TokenRing.Arc> run =
        new WindowedRun<>(ring, new RunMonitor(), placement(2, 2), 0, Peers.NONE);
    final Standing built = new Standing(Window.BEFORE_FIRST, 5, new Progress(), false);
    final Standing second = new Standing(new Window(1, 23, 41), 50, new Progress(), false);
    assertThrows(IllegalStateException.class, () -> run.arrived(1, second));
    run.arrived(1, built);
    assertThrows(IllegalStateException.class, () -> run.arrived(1, built));
    assertThrows(IllegalStateException.class, () -> run.arrived(1, second));
  }

  @Test
  void shouldRefuseAPeerThatSimulatedAnotherWindow() {
    final TokenRing ring =
        new TokenRing(1, 60, 2, 30, 40, 400, 18, 97, new TokenRing.End(NEVER, 0, NEVER));
    final WindowedRun<TokenRing.Arc> run =
        new WindowedRun<>(ring, new RunMonitor(), placement(2, 2), 0, Peers.NONE);
    run.build(0);
    assertTrue(run.arrived(1, new Standing(Window.BEFORE_FIRST, 0, new Progress(), false)));
    final Window window = run.next();
    final Window other = new Window(0, window.fromTick(), window.toTick() + 1);
    run.inbound(1).forEach(route -> route.batch(0).open(other));
    run.arrived(1, new Standing(other, 50, new Progress(), false));
    final Exception refused =
        assertThrows(
            IllegalStateException.class,
            () -> {
              for (Window next = window; next != null; next = run.next()) {
                run.simulate(0, next);
              }
            });
    assertTrue(refused.getMessage().startsWith("member 1 is through with"), refused::getMessage);
  }
}

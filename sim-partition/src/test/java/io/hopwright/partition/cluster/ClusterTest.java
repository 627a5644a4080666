package io.hopwright.partition.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.ActorSystem;
import akka.serialization.DisabledJavaSerializer;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import io.hopwright.core.window.Placement;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.WireSerializer;
import io.hopwright.partition.wire.proto.WireMessage;
import io.hopwright.testkit.TokenRing;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several members in one JVM. The timeouts are there for runs that never end. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Execution(ExecutionMode.CONCURRENT)
class ClusterTest {
  private static final long NEVER = Long.MAX_VALUE;
  private static final TokenRing.End LAST_EVENT = new TokenRing.End(NEVER, 0, NEVER);

  private static TokenRing ring(int partitions) {
    return new TokenRing(5, 60, partitions, 30, 60, 300, 18, 97, LAST_EVENT);
  }

  /** A ring whose tokens move for so long that nobody sees the end. */
  private static TokenRing endless(int partitions) {
    return new TokenRing(5, 60, partitions, 30, 1 << 30, 300, 18, 97, LAST_EVENT);
  }

  /** A simulation that runs {@code onBuild} on building each of its partitions. */
  private record Trapped(TokenRing ring, IntConsumer onBuild) implements Simulation<TokenRing.Arc> {
    @Override
    public TokenRing.Arc build(int partition) {
      onBuild.accept(partition);
      return ring.build(partition);
    }

    @Override
    public int partitions() {
      return ring.partitions();
    }

    @Override
    public int[] neighbours(int partition) {
      return ring.neighbours(partition);
    }

    @Override
    public long windowTicks() {
      return ring.windowTicks();
    }

    @Override
    public long gridTicks() {
      return ring.gridTicks();
    }

    @Override
    public StopRule stopRule() {
      return ring.stopRule();
    }
  }

  /** Returns a monitor that has {@code action} run once, at the end of window {@code windows}. */
  private static RunMonitor after(int windows, Runnable action) {
    final AtomicInteger seen = new AtomicInteger();
    return new RunMonitor(
        (clock, total) -> {
          if (seen.incrementAndGet() == windows) {
            action.run();
          }
        });
  }

  private static void assertSame(
      RunOutcome<TokenRing.Arc> expected, RunOutcome<TokenRing.Arc> outcome) {
    assertEquals(TokenRing.trace(expected), TokenRing.trace(outcome));
    assertEquals(expected.stopTick(), outcome.stopTick());
    assertEquals(expected.ending(), outcome.ending());
    // What is decided ahead does not skip what turns out to be idle.
    assertTrue(expected.windows() <= outcome.windows(), () -> outcome.windows() + " windows");
    assertEquals(expected.total().packetHops, outcome.total().packetHops);
    assertEquals("", outcome.loss());
  }

  @ParameterizedTest(name = "{0} partitions on members {1}")
  @CsvSource({"2, 01", "5, 10111", "3, 012", "7, 2220100"})
  void shouldGiveTheTraceOfTheSequentialExecutor(int partitions, String members) throws Exception {
    final RunOutcome<TokenRing.Arc> expected =
        new SequentialExecutor().run(ring(1), new RunMonitor());
    final Placement placement =
        Placement.of(members.chars().mapToObj(digit -> digit - '0').toList());
    try (TestCrew crew = new TestCrew()) {
      for (int worker = 1; worker < placement.members(); worker++) {
        crew.worker(() -> ring(partitions));
      }
      crew.gather();
      // Twice, as reproduce does.
      for (int run = 0; run < 2; run++) {
        assertSame(expected, crew.run(ring(partitions), new RunMonitor(), placement));
        assertEquals(placement.members() - 1, crew.seed.accounts().size());
        assertEquals(7, crew.seed.accounts().get(0).cpuNanos());
      }
      crew.seed.close();
      for (int worker = 1; worker < placement.members(); worker++) {
        assertNull(crew.end(worker - 1));
      }
    }
  }

  @Test
  void shouldCarryWindowsLargerThanAFrame() {
    // 200,000 tokens start in 200 ticks, windows are 18 ticks long, and a token takes 24 bytes.
    final TokenRing ring = new TokenRing(5, 2, 2, 200_000, 2, 18, 18, 97, LAST_EVENT);
    final TokenRing one = new TokenRing(5, 2, 1, 200_000, 2, 18, 18, 97, LAST_EVENT);
    final AtomicInteger last = new AtomicInteger();
    try (TestCrew crew =
        new TestCrew(
            null,
            TestCrew.tap(
                message -> {
                  last.accumulateAndGet(message.getWindowPart().getPart(), Math::max);
                  return 1;
                }))) {
      crew.worker(() -> ring).gather();
      final RunOutcome<TokenRing.Arc> outcome = crew.run(ring, new RunMonitor());
      assertSame(new SequentialExecutor().run(one, new RunMonitor()), outcome);
      assertTrue(last.get() > 0, "all windows came in one part");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void shouldEndWhenAMessageIsLostOrComesTwice(int times) throws Exception {
    try (TestCrew crew =
        new TestCrew(
            null, TestCrew.tap(TestCrew.TimesOf.once(WireMessage::hasWindowPart, 20, times)))) {
      crew.worker(() -> endless(2)).gather();
      final MalformedMessageException failure =
          assertThrows(
              MalformedMessageException.class, () -> crew.run(endless(2), new RunMonitor()));
      assertTrue(
          failure.getMessage().contains(times == 0 ? "something was lost" : "it came twice"),
          failure::getMessage);
      final Throwable end = crew.end(0);
      assertInstanceOf(MemberFailedException.class, end);
      assertTrue(end.getMessage().contains(failure.getMessage()), end::getMessage);
    }
  }

  /** Nothing else ever comes after the message that is lost, so only the pulse can tell. */
  @ParameterizedTest
  @ValueSource(strings = {"start", "last books", "prepared"})
  void shouldEndWhenTheLastMessageIsLost(String which) throws Exception {
    final TestCrew.TimesOf toSeed =
        TestCrew.TimesOf.once(
            message ->
                (which.equals("last books") && message.getBooks().getLast())
                    || (which.equals("prepared") && message.hasPrepared()),
            0,
            0);
    final TestCrew.TimesOf toWorker =
        TestCrew.TimesOf.once(message -> which.equals("start") && message.hasStart(), 0, 0);
    try (TestCrew crew = new TestCrew(null, TestCrew.tap(toSeed))) {
      crew.worker(TestCrew.IDENTITY, "hash", () -> ring(2), TestCrew.tap(toWorker)).gather();
      final Throwable failure =
          assertThrows(RuntimeException.class, () -> crew.run(ring(2), new RunMonitor()));
      assertTrue(failure.getMessage().contains("something was lost"), failure::getMessage);
      assertTrue(crew.end(0).getMessage().contains("something was lost"));
    }
  }

  @Test
  void shouldNameTheMemberThatFailsInAPartition() throws Exception {
    final TokenRing ring = endless(3);
    try (TestCrew crew = new TestCrew()) {
      final Simulation<TokenRing.Arc> trapped =
          new Trapped(
              ring,
              partition -> {
                throw new IllegalStateException("partition " + partition + " does not fit");
              });
      crew.worker(() -> ring).worker(() -> trapped).gather();
      final MemberFailedException failure =
          assertThrows(MemberFailedException.class, () -> crew.run(ring, new RunMonitor()));
      assertTrue(
          failure.getMessage().matches("member [12] at 127.0.0.1:\\d+: partition . does not fit"),
          failure::getMessage);
      assertEquals(70, failure.exitCode());
      assertInstanceOf(MemberFailedException.class, crew.end(0));
      assertInstanceOf(IllegalStateException.class, crew.end(1));
    }
  }

  @Test
  void shouldNameTheMemberThatRunsOutOfMemory() throws Exception {
    final TokenRing ring = endless(2);
    try (TestCrew crew = new TestCrew()) {
      final Simulation<TokenRing.Arc> trapped =
          new Trapped(
              ring,
              partition -> {
                throw new OutOfMemoryError("heap");
              });
      crew.worker(() -> trapped).gather();
      final MemberFailedException failure =
          assertThrows(MemberFailedException.class, () -> crew.run(ring, new RunMonitor()));
      assertTrue(failure.getMessage().endsWith(": heap"), failure::getMessage);
      assertInstanceOf(OutOfMemoryError.class, crew.end(0));
    }
  }

  @Test
  void shouldNameTheMemberThatCannotPrepare() throws Exception {
    try (TestCrew crew = new TestCrew()) {
      crew.worker(
              () -> {
                throw new IllegalArgumentException("no such machine");
              })
          .gather();
      final MemberFailedException failure =
          assertThrows(MemberFailedException.class, () -> crew.run(ring(2), new RunMonitor()));
      assertTrue(failure.getMessage().endsWith(": no such machine"), failure::getMessage);
      assertInstanceOf(IllegalArgumentException.class, crew.end(0));
    }
  }

  @Test
  void shouldTellTheWorkersOfAFailureOfTheSeed() throws Exception {
    final TokenRing ring = endless(2);
    final IllegalStateException cause = new IllegalStateException("the seed is ill");
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring).gather();
      final Simulation<TokenRing.Arc> trapped =
          new Trapped(
              ring,
              partition -> {
                throw cause;
              });
      assertEquals(
          cause,
          assertThrows(IllegalStateException.class, () -> crew.run(trapped, new RunMonitor())));
      final Throwable end = crew.end(0);
      assertTrue(
          end.getMessage().matches("member 0 at 127.0.0.1:\\d+: the seed is ill"), end::getMessage);
    }
  }

  @Test
  void shouldRefuseAnotherBuildByName() throws Exception {
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring(2))
          .worker(
              new Identity("hopwright 1", "abd", "17", "elsewhere", 1, 1),
              "hash",
              () -> ring(2),
              UnaryOperator.identity());
      final RefusedException refused = assertThrows(RefusedException.class, crew::gather);
      assertTrue(refused.getMessage().startsWith("elsewhere (127.0.0.1:"), refused::getMessage);
      assertTrue(
          refused.getMessage().contains("runs hopwright 1, the seed hopwright 1, and their code"),
          refused::getMessage);
      crew.seed.close();
      final Throwable end = crew.end(1);
      assertInstanceOf(RefusedException.class, end);
      assertTrue(end.getMessage().endsWith(refused.getMessage()), end::getMessage);
    }
  }

  @Test
  void shouldRefuseAMemberThatReadsTheConfigurationOtherwise() throws Exception {
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring(3))
          .worker(TestCrew.IDENTITY, "other", () -> ring(3), UnaryOperator.identity())
          .gather();
      final RefusedException refused =
          assertThrows(RefusedException.class, () -> crew.run(ring(3), new RunMonitor()));
      assertTrue(
          refused
              .getMessage()
              .matches("member [12] at 127.0.0.1:\\d+ makes configuration other of .* hash;.*"),
          refused::getMessage);
      for (int worker = 0; worker < 2; worker++) {
        assertTrue(crew.end(worker).getMessage().contains("makes configuration other"));
      }
    }
  }

  @Test
  void shouldTellHowManyHaveCome() throws Exception {
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring(2));
      final RefusedException refused =
          assertThrows(
              RefusedException.class,
              () ->
                  crew.seed.await(
                      2, Duration.ofSeconds(2), TestCrew.REMEDY, () -> false, count -> {}));
      assertTrue(
          refused
              .getMessage()
              .matches("1 of 2 workers have come within 2 s: 127.0.0.1:\\d+; start more"),
          refused::getMessage);
      crew.seed.close();
      assertTrue(crew.end(0).getMessage().contains("too few members"));
    }
  }

  @Test
  void shouldForgetAWorkerThatLeavesBeforeAllAreThere() throws Exception {
    final TokenRing ring = ring(3);
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring);
      final IntConsumer replace =
          count -> {
            if (count == 0) {
              crew.worker(() -> ring).worker(() -> ring);
            } else {
              crew.worker(0).leave();
            }
          };
      assertTrue(crew.seed.await(2, Duration.ofSeconds(30), TestCrew.REMEDY, () -> false, replace));
      assertInstanceOf(CancellationException.class, crew.end(0));
      final RunOutcome<TokenRing.Arc> outcome =
          crew.run(ring, new RunMonitor(), Placement.of(List.of(0, 1, 2)));
      assertEquals(Ending.COMPLETED, outcome.ending());
    }
  }

  @Test
  void shouldForgetAWorkerThatIsGoneBeforeAllAreThere() throws Exception {
    final TokenRing ring = ring(3);
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring);
      final AtomicInteger come = new AtomicInteger();
      final IntConsumer replace =
          count -> {
            if (come.getAndIncrement() == 0) {
              crew.worker(0).close();
              CompletableFuture.delayedExecutor(2_500, TimeUnit.MILLISECONDS)
                  .execute(() -> crew.worker(() -> ring).worker(() -> ring));
            }
          };
      assertTrue(crew.seed.await(2, Duration.ofSeconds(30), TestCrew.REMEDY, () -> false, replace));
      final RunOutcome<TokenRing.Arc> outcome =
          crew.run(ring, new RunMonitor(), Placement.of(List.of(0, 1, 2)));
      assertEquals(Ending.COMPLETED, outcome.ending());
    }
  }

  @Test
  void shouldTellWorkersWhenTheWaitIsCancelled() throws Exception {
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring(2));
      final AtomicInteger there = new AtomicInteger();
      assertEquals(
          false,
          crew.seed.await(
              2, Duration.ofSeconds(30), TestCrew.REMEDY, () -> there.get() > 0, there::set));
      assertTrue(crew.end(0).getMessage().contains("the seed was ended"));
    }
  }

  @Test
  void shouldRefuseAWorkerTooMany() throws Exception {
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring(2)).gather();
      crew.worker(() -> ring(2));
      final Throwable end = crew.end(1);
      assertTrue(end.getMessage().endsWith("all 2 members are there already"), end::getMessage);
      assertEquals(
          Ending.COMPLETED,
          crew.run(ring(2), new RunMonitor(), Placement.of(List.of(0, 1))).ending());
    }
  }

  @Test
  void shouldNotWaitForeverForASeed() {
    try (Worker worker = Worker.listen(TestCrew.options(null), TestCrew.IDENTITY, null)) {
      final RefusedException refused =
          assertThrows(
              RefusedException.class, () -> worker.work("127.0.0.1:1", Duration.ofSeconds(1)));
      assertTrue(
          refused.getMessage().startsWith("the seed at 127.0.0.1:1 has not let this worker in"),
          refused::getMessage);
    }
  }

  @Test
  void shouldKeepWhatIsThereWhenAWorkerLeaves() throws Exception {
    final TokenRing ring = endless(5);
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring).worker(() -> ring).gather();
      final RunOutcome<TokenRing.Arc> outcome =
          crew.run(ring, after(50, () -> crew.worker(1).leave()));
      assertEquals(Ending.LOST, outcome.ending());
      assertTrue(
          outcome
              .loss()
              .matches("lost member \\d at 127.0.0.1:\\d+, which was ended there, at tick \\d+"),
          outcome::loss);
      assertTrue(!TokenRing.trace(outcome).isEmpty());
      assertInstanceOf(MemberLostException.class, crew.end(0));
      assertInstanceOf(CancellationException.class, crew.end(1));
    }
  }

  @Test
  void shouldKeepWhatIsThereWhenTheSeedLearnsThatAProcessHasDied() throws Exception {
    final TokenRing ring = endless(3);
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring)
          .worker(
              new Identity("hopwright 1", "abc", "17", "here", 4711, 1),
              "hash",
              () -> ring,
              UnaryOperator.identity())
          .gather();
      final RunOutcome<TokenRing.Arc> outcome =
          crew.run(ring, after(50, () -> crew.seed.lostProcess(4711, "ended with 137")));
      assertEquals(Ending.LOST, outcome.ending());
      assertTrue(
          outcome
              .loss()
              .matches(
                  "lost member \\d at 127.0.0.1:\\d+ \\(process 4711, which ended with 137\\), at"
                      + " tick \\d+"),
          outcome::loss);
      assertInstanceOf(MemberLostException.class, crew.end(0));
    }
  }

  @Test
  void shouldHaveNoResultWhenAMemberIsLostBeforeTheFirstWindow() throws Exception {
    final TokenRing ring = endless(2);
    final CountDownLatch end = new CountDownLatch(1);
    try (TestCrew crew = new TestCrew()) {
      final Simulation<TokenRing.Arc> trapped = new Trapped(ring, partition -> await(end));
      crew.worker(() -> trapped).gather();
      final Simulation<TokenRing.Arc> leaving =
          new Trapped(ring, partition -> crew.worker(0).leave());
      final MemberLostException loss =
          assertThrows(MemberLostException.class, () -> crew.run(leaving, new RunMonitor()));
      assertTrue(loss.getMessage().endsWith(", before anything was simulated"), loss::getMessage);
    } finally {
      end.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldNoticeASilentMember() throws Exception {
    final TokenRing ring = endless(2);
    final AtomicInteger windows = new AtomicInteger();
    final TestCrew.TimesOf muteAfterAWhile =
        message -> {
          if (message.hasWindowPart()) {
            windows.incrementAndGet();
          }
          return windows.get() > 30 ? 0 : 1;
        };
    try (TestCrew crew = new TestCrew(null, TestCrew.tap(muteAfterAWhile))) {
      crew.worker(() -> ring).gather();
      final RunOutcome<TokenRing.Arc> outcome = crew.run(ring, new RunMonitor());
      assertEquals(Ending.LOST, outcome.ending());
      assertTrue(
          outcome.loss().matches("lost member 1 at 127.0.0.1:\\d+, at tick \\d+"), outcome::loss);
      final Throwable end = crew.end(0);
      assertTrue(
          end.getMessage().startsWith("the other members have given up on this one"),
          end::getMessage);
    }
  }

  @Test
  void shouldEndAnInterruptedRunAlthoughAMemberDoesNotAnswer() {
    final TokenRing ring = endless(3);
    final AtomicInteger windows = new AtomicInteger();
    final RunMonitor monitor = new RunMonitor();
    final TestCrew.TimesOf withoutWindows =
        message -> {
          if (message.hasWindowPart() && windows.incrementAndGet() > 30) {
            monitor.interrupt();
            // Silence as of a frozen JVM, but for the pulse: five seconds are not what ends this.
            return message.getMember() == 2 ? 0 : 1;
          }
          return message.getMember() == 2 && windows.get() > 30 ? 0 : 1;
        };
    try (TestCrew crew = new TestCrew(null, TestCrew.tap(withoutWindows))) {
      crew.worker(() -> ring).worker(() -> ring).gather();
      final RunOutcome<TokenRing.Arc> outcome = crew.run(ring, monitor);
      assertEquals(Ending.INTERRUPTED, outcome.ending());
      assertTrue(
          outcome.loss().matches("member 2 at 127.0.0.1:\\d+ did not answer, at tick \\d+"),
          outcome::loss);
    }
  }

  /**
   * One that freezes after its window has reached the seed and before it has reached the others.
   */
  @Test
  void shouldNotNameAMemberThatWaitsForTheOneThatDoesNotAnswer() throws Exception {
    final TokenRing ring = endless(3);
    final RunMonitor monitor = new RunMonitor();
    final UnaryOperator<ClusterNode.Listener> othersMiss = TestCrew.tap(frozenAfter(29, () -> {}));
    try (TestCrew crew = new TestCrew(null, TestCrew.tap(frozenAfter(30, monitor::interrupt)))) {
      crew.worker(TestCrew.IDENTITY, "hash", () -> ring, othersMiss)
          .worker(TestCrew.IDENTITY, "hash", () -> ring, othersMiss)
          .gather();
      final RunOutcome<TokenRing.Arc> outcome = crew.run(ring, monitor);
      assertEquals(Ending.INTERRUPTED, outcome.ending());
      assertTrue(
          outcome.loss().matches("member 2 at 127.0.0.1:\\d+ did not answer, at tick \\d+"),
          outcome::loss);
    }
  }

  /** Returns what lets nothing of member 2 through after a window, at which {@code then} runs. */
  private static TestCrew.TimesOf frozenAfter(long window, Runnable then) {
    final AtomicBoolean frozen = new AtomicBoolean();
    return message -> {
      if (message.getMember() != 2) {
        return 1;
      }
      if (frozen.get()) {
        return 0;
      }
      if (message.getWindowPart().getWindow().getNumber() == window) {
        frozen.set(true);
        then.run();
      }
      return 1;
    };
  }

  /** A frozen worker may never answer. */
  @Test
  void shouldNotWaitForWorkersToPrepareWhenInterrupted() throws Exception {
    final CountDownLatch end = new CountDownLatch(1);
    final RunMonitor monitor = new RunMonitor();
    try (TestCrew crew = new TestCrew()) {
      crew.worker(
              () -> {
                monitor.interrupt();
                await(end);
                return ring(2);
              })
          .gather();
      assertThrows(CancellationException.class, () -> crew.run(ring(2), monitor));
      end.countDown();
      assertTrue(crew.end(0).getMessage().contains("interrupted before anything was simulated"));
    } finally {
      end.countDown();
    }
  }

  @Test
  void shouldEndAllWhenTheSeedIsInterrupted() throws Exception {
    final TokenRing ring = endless(3);
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring).worker(() -> ring).gather();
      final RunMonitor[] monitor = new RunMonitor[1];
      monitor[0] = after(50, () -> monitor[0].interrupt());
      final RunOutcome<TokenRing.Arc> outcome = crew.run(ring, monitor[0]);
      assertEquals(Ending.INTERRUPTED, outcome.ending());
      assertEquals("", outcome.loss());
      crew.seed.close();
      assertNull(crew.end(0));
      assertNull(crew.end(1));
    }
  }

  /** Something that Java itself could serialize. */
  private record Anything(String text) implements Serializable {}

  @Test
  void shouldNotSerializeAnythingElse() {
    try (Membership membership = new Membership(TestCrew.options(null), UnaryOperator.identity())) {
      final ActorSystem<?> system = membership.node().system();
      assertFalse(system.settings().config().getBoolean("akka.actor.allow-java-serialization"));
      final Serialization serialization = SerializationExtension.get(system);
      assertInstanceOf(
          WireSerializer.class, serialization.findSerializerFor(WireMessage.getDefaultInstance()));
      assertInstanceOf(
          DisabledJavaSerializer.class, serialization.findSerializerFor(new Anything("x")));
      assertTrue(serialization.serialize(new Anything("x")).isFailure());
    }
  }
}

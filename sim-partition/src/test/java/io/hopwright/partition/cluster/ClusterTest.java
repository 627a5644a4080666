package io.hopwright.partition.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.ActorSelection;
import akka.actor.PoisonPill;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.serialization.DisabledJavaSerializer;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import io.hopwright.core.state.StateImage;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.core.window.Window;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.partition.wire.StateParts;
import io.hopwright.partition.wire.WireSerializer;
import io.hopwright.partition.wire.proto.Failure;
import io.hopwright.partition.wire.proto.Halt;
import io.hopwright.partition.wire.proto.Hello;
import io.hopwright.partition.wire.proto.Refused;
import io.hopwright.partition.wire.proto.State;
import io.hopwright.partition.wire.proto.Welcome;
import io.hopwright.partition.wire.proto.WireMessage;
import io.hopwright.testkit.TokenRing;
import java.io.IOException;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several members in one JVM. Timeouts only end runs that would never end. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Execution(ExecutionMode.CONCURRENT)
class ClusterTest {
  private static final long NEVER = Long.MAX_VALUE;
  private static final TokenRing.End LAST_EVENT = new TokenRing.End(NEVER, 0, NEVER);

  private static TokenRing ring(int partitions) {
    return new TokenRing(5, 60, partitions, 30, 60, 300, 18, 97, LAST_EVENT);
  }

  /** Returns a ring whose tokens move for so long that the run has no end. */
  private static TokenRing endless(int partitions) {
    return new TokenRing(5, 60, partitions, 30, 1 << 30, 300, 18, 97, LAST_EVENT);
  }

  /** A simulation that runs {@code onBuild} when each of its partitions is built. */
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

  /** Returns a monitor that runs {@code action} once, at the end of window {@code windows}. */
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
    // Windows decided ahead cannot skip ticks that turn out to be idle.
    assertTrue(expected.windows() <= outcome.windows(), () -> outcome.windows() + " windows");
    assertEquals(expected.total().packetHops, outcome.total().packetHops);
    assertEquals("", outcome.loss());
  }

  @ParameterizedTest(name = "{0} partitions on members {1}")
  @CsvSource({"2, 01", "5, 10111", "3, 012", "7, 2220100"})
  void shouldGiveTheTraceOfTheSequentialExecutor(int partitions, String members) throws Exception {
    final RunOutcome<TokenRing.Arc> expected =
        new SequentialExecutor().run(ring(1), new RunMonitor());
    final PartitionPlacement placement =
        PartitionPlacement.of(members.chars().mapToObj(digit -> digit - '0').toList());
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
  void shouldCarryAConfigurationLargerThanAFrame() {
    final String config = "ä€😀".repeat(100_001);
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring(2)).gather();
      for (int run = 1; run <= 2; run++) {
        final RunOutcome<TokenRing.Arc> outcome =
            crew.seed.run(
                ring(2),
                new RunMonitor(),
                new Assignment(config, "hash", PartitionPlacement.of(List.of(0, 1))),
                SavedRun.NOTHING);
        assertEquals(Ending.COMPLETED, outcome.ending());
        assertEquals(run, crew.configs.size());
        assertEquals(config, crew.configs.get(run - 1));
      }
    }
  }

  @Test
  void shouldCutWhatIsTooLongForAFrame() {
    try (TestCrew crew = new TestCrew()) {
      crew.worker(
              () -> {
                throw new IllegalArgumentException("no such machine" + "\u001b!".repeat(200_000));
              })
          .gather();
      final MemberFailedException failure =
          assertThrows(MemberFailedException.class, () -> crew.run(ring(2), new RunMonitor()));
      assertTrue(failure.getMessage().contains(": no such machine?!?!"), failure::getMessage);
      assertTrue(failure.getMessage().endsWith("…"), failure::getMessage);
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

  /** No message follows the lost one, so only the pulse can reveal the loss. */
  @ParameterizedTest
  @ValueSource(strings = {"start", "last statistics", "prepared"})
  void shouldEndWhenTheLastMessageIsLost(String which) throws Exception {
    final TestCrew.TimesOf toSeed =
        TestCrew.TimesOf.once(
            message ->
                (which.equals("last statistics") && message.getStatistics().getLast())
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
  void shouldTurnAwayAnotherBuildByNameAndWaitOn() throws Exception {
    final List<String> refused = new CopyOnWriteArrayList<>();
    try (TestCrew crew = new TestCrew()) {
      crew.worker(
          new Identity("hopwright\u001b[31m 1", "abd", "17", "else\nwhere", 1, 1),
          "hash",
          () -> ring(2),
          UnaryOperator.identity());
      assertTrue(
          crew.seed.await(
              1,
              Duration.ofSeconds(30),
              TestCrew.REMEDY,
              () -> false,
              count -> {},
              reason -> {
                refused.add(reason);
                crew.worker(() -> ring(2));
              }));
      assertEquals(1, refused.size(), refused::toString);
      assertTrue(refused.get(0).startsWith("else?where (127.0.0.1:"), refused::toString);
      assertTrue(
          refused.get(0).contains("runs hopwright?[31m 1, the seed hopwright 1, and their code"),
          refused::toString);
      final Throwable end = crew.end(0);
      assertInstanceOf(RefusedException.class, end);
      assertTrue(end.getMessage().endsWith(refused.get(0)), end::getMessage);
      assertEquals(
          Ending.COMPLETED,
          crew.run(ring(2), new RunMonitor(), PartitionPlacement.of(List.of(0, 1))).ending());
    }
  }

  /** The stranger is another program that uses the same protocol, but does not know the token. */
  @Test
  void shouldNotHeedStrangers() throws Exception {
    try (TestCrew crew = new TestCrew();
        Membership stranger =
            new Membership(
                new ClusterOptions("127.0.0.1", 0, "127.0.0.1", null, "guess", 1),
                UnaryOperator.identity())) {
      crew.worker(() -> endless(2));
      final String seed = crew.seed.address();
      final Runnable disturb =
          () -> {
            for (WireMessage message : strangeMessages(stranger.node().address())) {
              stranger.node().post(seed).tell(message);
            }
            final ActorRef<Object> post = stranger.node().post(seed).unsafeUpcast();
            post.tell(PoisonPill.getInstance());
            post.tell("a text");
            ActorSelection.apply(Adapter.toClassic(post), "").tell(PoisonPill.getInstance(), null);
            Adapter.toClassic(stranger.node().system())
                .actorSelection(post.path().toString())
                .tell(PoisonPill.getInstance(), null);
          };
      // This runs before the worker joins, and while all members simulate.
      disturb.run();
      final WireMessage refusal =
          stranger.take(Deadline.after(Duration.ofSeconds(20)), () -> false);
      assertTrue(refusal.getRefused().getReason().contains("--token"), refusal::toString);
      crew.gather();
      final AtomicInteger windows = new AtomicInteger();
      final RunMonitor[] monitor = new RunMonitor[1];
      monitor[0] =
          new RunMonitor(
              (clock, total) -> {
                if (windows.incrementAndGet() % 300 == 0) {
                  disturb.run();
                }
                if (windows.get() == 3_000) {
                  monitor[0].interrupt();
                }
              });
      final RunOutcome<TokenRing.Arc> outcome = crew.run(endless(2), monitor[0]);
      assertEquals(Ending.INTERRUPTED, outcome.ending());
      assertEquals("", outcome.loss());
      crew.seed.close();
      assertNull(crew.end(0));
    }
  }

  /** The garbage contains all frames except a negative length, against which only TLS helps. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldSimulateOnWhileGarbageArrives(boolean open) throws Exception {
    final TokenRing ring = new TokenRing(5, 60, 2, 30, 500, 300, 18, 97, LAST_EVENT);
    final Random random = new Random(1);
    final List<Socket> sockets = new ArrayList<>();
    try (TestCrew crew = new TestCrew()) {
      final String[] address = crew.seed.address().split(":", -1);
      final Runnable disturb =
          () -> {
            for (byte[] garbage : garbage(random)) {
              try {
                final Socket socket = new Socket(address[0], Integer.parseInt(address[1]));
                sockets.add(socket);
                socket.getOutputStream().write(garbage);
                if (!open) {
                  socket.close();
                }
              } catch (IOException e) {
                // The other side may close the connection first.
              }
            }
          };
      disturb.run();
      crew.worker(() -> ring).gather();
      final AtomicInteger windows = new AtomicInteger();
      final RunMonitor monitor =
          new RunMonitor(
              (clock, total) -> {
                if (windows.incrementAndGet() % 125 == 0) {
                  disturb.run();
                }
              });
      final RunOutcome<TokenRing.Arc> outcome = crew.run(ring, monitor);
      assertSame(new SequentialExecutor().run(ring, new RunMonitor()), outcome);
      assertTrue(sockets.size() > 30, () -> sockets.size() + " connections");
      crew.seed.close();
      assertNull(crew.end(0));
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static List<byte[]> garbage(Random random) {
    final byte[] noise = new byte[1 + random.nextInt(5_000)];
    random.nextBytes(noise);
    return List.of(
        new byte[0],
        noise,
        new byte[1_000],
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.UTF_8),
        new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 252, 3, 3},
        new byte[] {'A', 'K', 'K', 'A'},
        new byte[] {'A', 'K', 'K', 'A', 2, 16, 0, 0, 0, 1, 2, 3},
        new byte[] {'A', 'K', 'K', 'A', 1, -1, -1, -1, 127, 1, 2, 3},
        new byte[] {'A', 'K', 'K', 'A', 77, 4, 0, 0, 0, 1, 2, 3, 4});
  }

  private static List<WireMessage> strangeMessages(String address) {
    final Hello.Builder hello =
        Hello.newBuilder().setAddress(address).setSimulator("abc").setHost("x");
    return List.of(
        WireMessage.newBuilder().setHello(hello).build(),
        WireMessage.newBuilder().setHello(hello.setLeaving(true)).build(),
        WireMessage.newBuilder().setHello(Hello.newBuilder().setAddress("\u001b akka://")).build(),
        WireMessage.newBuilder().setHello(hello.setToken("guess").setSimulator("abd")).build(),
        WireMessage.newBuilder()
            .setWelcome(Welcome.newBuilder().setYou(1).addAddresses(address).addAddresses(address))
            .build(),
        WireMessage.newBuilder().setRefused(Refused.newBuilder().setReason("go home")).build(),
        WireMessage.newBuilder().setMember(1).setHalt(Halt.newBuilder().setLost(1)).build(),
        WireMessage.newBuilder().setMember(1).setFailure(Failure.newBuilder()).build(),
        WireMessage.getDefaultInstance());
  }

  @Test
  void shouldTellAWorkerThatItHasNotTheToken() throws Exception {
    final ClusterOptions without =
        new ClusterOptions("127.0.0.1", 0, "127.0.0.1", null, "another one", 1);
    try (TestCrew crew = new TestCrew();
        Worker worker = Worker.listen(without, TestCrew.IDENTITY, null)) {
      final RefusedException refused =
          assertThrows(
              RefusedException.class,
              () -> worker.work(crew.seed.address(), Duration.ofSeconds(30)));
      assertTrue(refused.getMessage().contains("not the token"), refused::getMessage);
    }
  }

  @Test
  void shouldRefuseAMemberThatReadsTheConfigurationOtherwise() throws Exception {
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring(3))
          .worker(TestCrew.IDENTITY, "oth\u001b[mer", () -> ring(3), UnaryOperator.identity())
          .gather();
      final RefusedException refused =
          assertThrows(RefusedException.class, () -> crew.run(ring(3), new RunMonitor()));
      assertTrue(
          refused
              .getMessage()
              .matches(
                  "member [12] at 127.0.0.1:\\d+ reads the configuration as oth\\?\\[mer, but this"
                      + " member as .*hash;.*"),
          refused::getMessage);
      for (int worker = 0; worker < 2; worker++) {
        assertTrue(crew.end(worker).getMessage().contains("reads the configuration as oth?[mer"));
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
                      2,
                      Duration.ofSeconds(2),
                      TestCrew.REMEDY,
                      () -> false,
                      count -> {},
                      reason -> {}));
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
      assertTrue(
          crew.seed.await(
              2, Duration.ofSeconds(30), TestCrew.REMEDY, () -> false, replace, refused -> {}));
      assertInstanceOf(CancellationException.class, crew.end(0));
      final RunOutcome<TokenRing.Arc> outcome =
          crew.run(ring, new RunMonitor(), PartitionPlacement.of(List.of(0, 1, 2)));
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
      assertTrue(
          crew.seed.await(
              2, Duration.ofSeconds(30), TestCrew.REMEDY, () -> false, replace, refused -> {}));
      final RunOutcome<TokenRing.Arc> outcome =
          crew.run(ring, new RunMonitor(), PartitionPlacement.of(List.of(0, 1, 2)));
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
              2,
              Duration.ofSeconds(30),
              TestCrew.REMEDY,
              () -> there.get() > 0,
              there::set,
              refused -> {}));
      assertTrue(crew.end(0).getMessage().contains("the seed was ended"));
    }
  }

  @Test
  void shouldRefuseAWorkerTooMany() throws Exception {
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring(2)).gather();
      crew.worker(() -> ring(2));
      final Throwable end = crew.end(1);
      assertTrue(end.getMessage().endsWith("all 2 members have joined already"), end::getMessage);
      assertEquals(
          Ending.COMPLETED,
          crew.run(ring(2), new RunMonitor(), PartitionPlacement.of(List.of(0, 1))).ending());
    }
  }

  @Test
  void shouldWaitForItsPortOnlyIfItListensAgain() throws Exception {
    final ServerSocket held = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    final String address = "127.0.0.1:" + held.getLocalPort();
    final ClusterOptions again = TestCrew.options(null).again(address);
    final ClusterOptions first =
        new ClusterOptions(again.host(), again.port(), again.bindHost(), null, again.token(), 1);
    final Thread release =
        new Thread(
            () -> {
              try (held) {
                Thread.sleep(500);
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThrows(RefusedException.class, () -> Seed.listen(first, TestCrew.IDENTITY, null));
    release.start();
    try (Seed seed = Seed.listen(again, TestCrew.IDENTITY, null)) {
      assertEquals(address, seed.address());
    }
    release.join();
  }

  /** Takes one checkpoint, and keeps copies of the earlier ones that it receives. */
  private static final class Keeping implements RunMonitor.Checkpoints {
    private final Map<Integer, StateImage> kept = new ConcurrentHashMap<>();
    private final CompletableFuture<SavedRun> taken = new CompletableFuture<>();
    private final AtomicBoolean due = new AtomicBoolean(true);
    private final AtomicBoolean copied = new AtomicBoolean();

    @Override
    public boolean isDue(long tick) {
      return due.getAndSet(false);
    }

    @Override
    public void copied() {
      copied.set(true);
    }

    @Override
    public StateImage keep(long tick, int partition, StateImage state) {
      final StateImage copy = new StateImage(state.toBytes().clone());
      assertNull(kept.put(partition, copy));
      return copy;
    }

    @Override
    public void take(SavedRun saved) {
      taken.complete(saved);
    }

    @Override
    public void failed(long tick, Throwable failure) {
      taken.completeExceptionally(failure);
    }
  }

  @Test
  void shouldHandOverStatesOfWorkersOneByOne() throws Exception {
    final Keeping keeping = new Keeping();
    final StateImage mine = new StateImage(new byte[10]);
    try (Membership membership = new Membership(TestCrew.options(null), UnaryOperator.identity());
        StateCollector collector =
            new StateCollector(1, PartitionPlacement.of(List.of(0, 1, 1)), keeping)) {
      final String address = membership.node().address();
      final Peer worker = new Peer(1, 0, 1, address, membership.node().post(address));
      final Consumer<State> receiver =
          part -> collector.onMessage(worker, WireMessage.newBuilder().setState(part).build());
      assertTrue(collector.isDue(100));
      StateParts.cut(1, 100, 1, new StateImage(new byte[1_000_000]), receiver);
      collector.copied();
      collector.take(new SavedRun(new Window(3, 80, 100), new TreeMap<>(Map.of(0, mine))));
      assertTrue(keeping.copied.get());
      assertFalse(keeping.taken.isDone());
      StateParts.cut(1, 100, 2, new StateImage(new byte[20]), receiver);
      final SavedRun saved = keeping.taken.get(10, TimeUnit.SECONDS);
      assertEquals(Set.of(1, 2), keeping.kept.keySet());
      keeping.kept.forEach(
          (index, state) -> Assertions.assertSame(state, saved.states().get(index)));
      Assertions.assertSame(mine, saved.states().get(0));
    }
  }

  /** After a loss a JVM continues with new actors, so the old ones must be released. */
  @Test
  void shouldLetGoOfItsActors() throws Exception {
    final WeakReference<ActorSystem<?>> actors = actorsOfOneThatWasClosed();
    for (int i = 0; i < 100 && actors.get() != null; i++) {
      System.gc();
      Thread.sleep(50);
    }
    assertNull(actors.get());
  }

  private static WeakReference<ActorSystem<?>> actorsOfOneThatWasClosed() {
    try (Membership membership = new Membership(TestCrew.options(null), UnaryOperator.identity())) {
      membership.introduce(
          Welcome.newBuilder()
              .addAddresses(membership.node().address())
              .addAddresses("127.0.0.1:1")
              .setCrew(1)
              .build());
      return new WeakReference<>(membership.node().system());
    }
  }

  /** The replacement is refused, and reaches the seed that is started later at the same address. */
  @Test
  void shouldLetAReplacementWaitForALoss() throws Exception {
    final List<String> waiting = new CopyOnWriteArrayList<>();
    final CompletableFuture<Boolean> end = new CompletableFuture<>();
    try (TestCrew crew = new TestCrew();
        Worker replacement = Worker.listen(TestCrew.options(null), TestCrew.IDENTITY, null)) {
      crew.worker(() -> endless(2)).gather();
      final String address = crew.seed.address();
      final Thread work =
          new Thread(
              () ->
                  end.complete(
                      replacement.work(address, Duration.ofSeconds(30), false, waiting::add)));
      final RunMonitor recovering =
          new RunMonitor(
              (clock, total) -> {
                if (work.getState() == Thread.State.NEW) {
                  work.start();
                } else if (!waiting.isEmpty()) {
                  crew.worker(0).leave();
                }
              },
              RunMonitor.WorkListener.NONE,
              new RecoveringCheckpoints());
      assertThrows(MemberLostException.class, () -> crew.run(endless(2), recovering));
      crew.seed.close();
      try (Seed again =
          Seed.listen(
              TestCrew.options(null).again(address), TestCrew.IDENTITY, TestCrew::diagnose)) {
        assertTrue(
            again.await(1, Duration.ofSeconds(20), "", () -> false, count -> {}, refused -> {}));
      }
      assertTrue(end.get(20, TimeUnit.SECONDS));
      assertEquals(1, waiting.size());
      assertTrue(waiting.get(0).endsWith("all 2 members have joined already"), waiting::toString);
    }
  }

  private static final class RecoveringCheckpoints implements RunMonitor.Checkpoints {
    @Override
    public boolean isDue(long tick) {
      return false;
    }

    @Override
    public void take(SavedRun saved) {}

    @Override
    public boolean recovers() {
      return true;
    }
  }

  @Test
  void shouldNotWaitForeverForASeed() {
    try (Worker worker = Worker.listen(TestCrew.options(null), TestCrew.IDENTITY, null)) {
      final RefusedException refused =
          assertThrows(
              RefusedException.class, () -> worker.work("127.0.0.1:1", Duration.ofSeconds(1)));
      assertTrue(
          refused.getMessage().startsWith("the seed at 127.0.0.1:1 did not accept this worker"),
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

  /** The worker is notified of the loss before it is dismissed. */
  @Test
  void shouldTellAWorkerThatWaitsForTheStartOfALoss() throws Exception {
    final TokenRing ring = ring(3);
    final CountDownLatch end = new CountDownLatch(1);
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring)
          .worker(
              new Identity("hopwright 1", "abc", "17", "here", 4711, 1),
              "hash",
              () -> {
                crew.seed.lostProcess(4711, "ended with 137");
                await(end);
                return ring;
              },
              UnaryOperator.identity())
          .gather();
      assertThrows(MemberLostException.class, () -> crew.run(ring, new RunMonitor()));
      crew.seed.close();
      final Throwable told = crew.end(0);
      assertInstanceOf(MemberLostException.class, told);
      assertTrue(told.getMessage().contains("process 4711"), told::getMessage);
    } finally {
      end.countDown();
    }
  }

  /** If many JVMs start on few processors, each takes a long time until its first message. */
  @Test
  void shouldWaitLongerForTheFirstMessageOfAMember() throws Exception {
    final TokenRing ring = ring(3);
    final TestCrew.TimesOf withoutPulses = message -> message.hasPulse() ? 0 : 1;
    try (TestCrew crew = new TestCrew()) {
      crew.worker(
              TestCrew.IDENTITY,
              "hash",
              () -> {
                sleep(9_000);
                return ring;
              },
              UnaryOperator.identity())
          .worker(TestCrew.IDENTITY, "hash", () -> ring, TestCrew.tap(once(withoutPulses, 9_500)))
          .gather();
      final RunOutcome<TokenRing.Arc> outcome = crew.run(ring, new RunMonitor());
      assertSame(new SequentialExecutor().run(ring, new RunMonitor()), outcome);
    }
  }

  /** The limit without a replacement is a minute. */
  @Test
  @Tag("slow")
  void shouldSoonLoseASilentMemberBeforeTheFirstWindowIfItIsReplaced() throws Exception {
    final TokenRing ring = ring(2);
    final TestCrew.TimesOf mute = message -> message.getMember() == 1 ? 0 : 1;
    try (TestCrew crew = new TestCrew(null, TestCrew.tap(mute))) {
      crew.worker(() -> ring).gather();
      final RunMonitor.Checkpoints recovering =
          new RunMonitor.Checkpoints() {
            @Override
            public boolean isDue(long tick) {
              return false;
            }

            @Override
            public void take(SavedRun saved) {}

            @Override
            public boolean recovers() {
              return true;
            }
          };
      final RunMonitor monitor =
          new RunMonitor((tick, total) -> {}, RunMonitor.WorkListener.NONE, recovering);
      final MemberLostException loss =
          assertTimeout(
              Duration.ofSeconds(30),
              () -> assertThrows(MemberLostException.class, () -> crew.run(ring, monitor)));
      assertTrue(loss.getMessage().endsWith(", before anything was simulated"), loss::getMessage);
    }
  }

  /** Returns {@code times}, limited to some time and to messages of members other than the seed. */
  private static TestCrew.TimesOf once(TestCrew.TimesOf times, long millis) {
    final long end = System.nanoTime() + millis * 1_000_000;
    return message ->
        message.getMember() == 0 || System.nanoTime() - end > 0 ? 1 : times.of(message);
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
          end.getMessage().startsWith("the other members have given up on this member"),
          end::getMessage);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldTellWorkersThatTheLastRunWasInterrupted(boolean interrupted) {
    final RunMonitor[] monitor = new RunMonitor[1];
    try (TestCrew crew = new TestCrew()) {
      final TokenRing ring = ring(3);
      crew.worker(() -> ring).worker(() -> ring).gather();
      crew.run(ring, new RunMonitor());
      monitor[0] =
          interrupted ? new RunMonitor((clock, total) -> monitor[0].interrupt()) : new RunMonitor();
      assertEquals(
          interrupted ? Ending.INTERRUPTED : Ending.COMPLETED, crew.run(ring, monitor[0]).ending());
      crew.seed.close();
      assertEquals(!interrupted, crew.complete(0));
      assertEquals(!interrupted, crew.complete(1));
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
            // This is the silence of a frozen JVM, except for the pulse; the limit of five seconds
            // does not end it.
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
   * A member freezes after its window has reached the seed and before it has reached the others.
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

  /**
   * Returns a filter that drops all messages of member 2 after a window, and then runs {@code
   * then}.
   */
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

  /** Partition with a slow window, which saves a number of additional words. */
  private record Sleeper(TokenRing.Arc arc, long millis, int more) implements Partition {
    @Override
    public void simulate(Window window, EventBatch[] outgoing) {
      arc.simulate(window, outgoing);
      sleep(millis);
    }

    @Override
    public long nextEffectTick() {
      return arc.nextEffectTick();
    }

    @Override
    public void accept(EventBatch batch) {
      arc.accept(batch);
    }

    @Override
    public void addProgress(Progress sum) {
      arc.addProgress(sum);
    }

    @Override
    public void finish(long stopTick) {
      arc.finish(stopTick);
    }

    @Override
    public void exportStatistics(Words words) {
      arc.exportStatistics(words);
      for (int word = 0; word < more; word++) {
        words.put(word);
      }
    }

    @Override
    public void saveWaits(boolean all, Words words) {
      arc.saveWaits(all, words);
      for (int word = 0; word < more; word++) {
        words.put(-word);
      }
    }
  }

  /** A simulation of slow partitions. */
  private record Sleepers(TokenRing ring, long millis, int more) implements Simulation<Sleeper> {
    @Override
    public Sleeper build(int partition) {
      return new Sleeper(ring.build(partition), millis, more);
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

  /** Windows take longer than the limit for members that are silent. */
  @ParameterizedTest(name = "windows of {0} ms at the seed, {1} ms elsewhere, {2}")
  @CsvSource({
    "50, 50, interrupted", "1600, 1600, interrupted", "0, 1600, interrupted",
        "1600, 0, interrupted",
    "50, 50, left", "1600, 1600, left", "0, 1600, left", "1600, 0, left"
  })
  void shouldKeepWhatAllThatAreThereMeasuredHoweverLongAWindowLasts(
      long seedMillis, long workerMillis, String how) throws Exception {
    final TokenRing ring = endless(3);
    final Sleepers elsewhere = new Sleepers(ring, workerMillis, 0);
    final boolean interrupted = how.equals("interrupted");
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> elsewhere).worker(() -> elsewhere).gather();
      final RunMonitor[] monitor = new RunMonitor[1];
      monitor[0] =
          after(
              2,
              () -> {
                if (interrupted) {
                  monitor[0].interrupt();
                } else {
                  crew.worker(1).leave();
                }
              });
      final RunOutcome<Sleeper> outcome = crew.run(new Sleepers(ring, seedMillis, 0), monitor[0]);
      assertEquals(interrupted ? Ending.INTERRUPTED : Ending.LOST, outcome.ending());
      assertEquals(
          interrupted ? 3 : 2, outcome.statistics(here -> 1, words -> readAll(words)).size());
      assertEquals(interrupted, outcome.loss().isEmpty(), outcome::loss);
      assertTrue(outcome.stopTick() > 0);
      crew.seed.close();
      if (!interrupted) {
        assertInstanceOf(MemberLostException.class, crew.end(0));
        assertInstanceOf(CancellationException.class, crew.end(1));
      }
    }
  }

  /**
   * The end of a worker's connections follows its statistics, without waiting for other members.
   */
  @Test
  void shouldKeepStatisticsThatTakeLongToComeAfterALoss() throws Exception {
    final TokenRing ring = endless(3);
    final AtomicInteger statistics = new AtomicInteger();
    final TestCrew.TimesOf slowly =
        message -> {
          if (message.hasStatistics()) {
            statistics.incrementAndGet();
            sleep(200);
          }
          return 1;
        };
    try (TestCrew crew = new TestCrew(null, TestCrew.tap(slowly))) {
      crew.worker(() -> new Sleepers(ring, 0, 200_000))
          .worker(() -> new Sleepers(ring, 0, 200_000))
          .gather();
      final RunOutcome<Sleeper> outcome =
          crew.run(new Sleepers(ring, 0, 0), after(50, () -> crew.worker(1).leave()));
      assertEquals(Ending.LOST, outcome.ending());
      assertTrue(statistics.get() >= 13, () -> statistics + " messages");
      final int all =
          outcome
              .statistics(
                  here -> 0,
                  words -> {
                    readAll(words);
                    return (int) IntStream.range(0, 200_000).filter(i -> words.take() == i).count();
                  })
              .stream()
              .mapToInt(Integer::intValue)
              .sum();
      assertEquals(200_000, all);
      assertInstanceOf(MemberLostException.class, crew.end(0));
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int readAll(Words words) {
    for (int left = words.takeCount(4); left > 0; left--) {
      for (int word = 0; word < 4; word++) {
        words.take();
      }
    }
    return 1;
  }

  /** An embedder ends a run by this interrupt; no member is blamed for it. */
  @Test
  void shouldEndInGoodOrderWhenTheThreadOfTheSeedIsInterrupted() {
    final TokenRing ring = endless(2);
    try (TestCrew crew = new TestCrew()) {
      crew.worker(() -> ring).gather();
      final Thread seed = Thread.currentThread();
      final RunOutcome<TokenRing.Arc> outcome = crew.run(ring, after(20, seed::interrupt));
      assertTrue(Thread.interrupted());
      assertEquals(Ending.INTERRUPTED, outcome.ending());
      assertEquals("", outcome.loss());
      assertEquals(2, outcome.statistics(here -> 1, ClusterTest::readAll).size());
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

  /** A JVM may get no processor for some seconds while it starts. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "akka.logger-startup-timeout",
        "akka.actor.creation-timeout",
        "akka.stream.materializer.creation-timeout",
        "akka.io.tcp.register-timeout",
        "akka.remote.artery.bind.bind-timeout",
        "akka.remote.artery.advanced.handshake-timeout",
        "akka.remote.artery.advanced.tcp.connection-timeout"
      })
  void shouldGiveTheStartAMinute(String limit) {
    assertEquals(
        Duration.ofMinutes(1), ClusterNode.config(TestCrew.options(null)).getDuration(limit));
  }

  /** Object that Java itself could serialize. */
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

package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController;
import io.hopwright.models.cascade.faults.Faults;
import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.UndetectedErrors;
import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.NamedRanks;
import io.hopwright.models.testkit.TestJob;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures, routes around them, and the accounting of lost packets. */
class CascadeFaultsTest {
  private static final long HOP_TICKS = 4_375;
  private static final long TIMEOUT_TICKS = 200_000;

  /** Returns groups of two chassis of four blades. */
  private static Case toy(String text) {
    return Case.of(new Cascade())
        .set("machine.chassisPerGroup=2 machine.bladesPerChassis=4 run.warmupTicks=0")
        .set("run.gridTicks=20000 " + text);
  }

  private static long count(Map<String, Object> summary, String name) {
    return (Long) summary.get(name);
  }

  private static void assertAccounted(Map<String, Object> summary) {
    for (String name : List.of("requestsUnaccounted", "packetsUnderWay", "requestsOutstanding")) {
      assertEquals(0, count(summary, name), name);
    }
  }

  private static final String DRAINED = "machine.groups=3 run.ticks=150000 run.end=drained ";

  @Test
  void shouldHaveNoNumbersOfFaultsWithoutAny() {
    final Map<String, Object> summary = toy("machine.groups=2 run.ticks=1000").result().summary();
    assertNull(summary.get("requestsTimedOut"));
    assertNull(summary.get("framesSent"));
  }

  // ---------------------------------------------------------------------------------- errors

  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldDeliverAllOverLinksWithErrors(String nic) {
    final Case runs =
        toy(DRAINED + "workload.kind=all-to-all workload.messageBytes=100 nic.model=" + nic);
    final Map<String, Object> good = runs.result().summary();
    final Map<String, Object> bad = runs.set("link.bitErrorRate=0.0001").result().summary();
    assertEquals(good.get("requestsDelivered"), bad.get("requestsDelivered"));
    final double repeated = count(bad, "framesRepeated") / (double) count(bad, "framesSent");
    // Half of the packets have 68 or 90 B, the other half 10 B.
    assertTrue(repeated > 0.02 && repeated < 0.05, "repeated " + repeated);
    assertTrue(
        count(
                runs.set("link.bitErrorRate=0.0001 link.errorLinks=blue").result().summary(),
                "framesRepeated")
            < count(bad, "framesRepeated"));
  }

  // ---------------------------------------------------------------------------------- failures

  /**
   * The green link between blades 3 and 5 of a chassis of eight fails. Returns how many packets
   * want to take it from a tick on. Packets between these two blades are not counted, as all their
   * candidates may take it.
   *
   * @param sources blades whose packets count; those of the group are the first eight
   */
  private static int uses(int sources, String mode, long reactionTicks, long measured) {
    final int[] uses = new int[1];
    final CascadeBench bench =
        CascadeBench.machine(2, 1, 8)
            .with("router.routing", mode)
            .with("workload.load", 0.4)
            .with("fault.links.one.aries", 3L)
            .with("fault.links.one.port", 4L)
            .with("fault.links.one.atTick", 60_000L)
            .with("fault.reactionTicks", reactionTicks)
            .with("fault.quiesceTicks", 0L)
            .ticks(0, 300_000)
            .watchedBy(
                new CascadeBench.Watcher() {
                  @Override
                  public void routed(
                      int aries, int input, int port, int vc, long id, long word, long tick) {
                    final int from = CascadePacketId.source(id) / 4;
                    final int to = CascadePacketId.destination(id) / 4;
                    final boolean between = (from == 3 && to == 5) || (from == 5 && to == 3);
                    final boolean wanted = (aries == 3 && port == 4) || (aries == 5 && port == 3);
                    if (wanted && !between && from < sources && tick >= measured) {
                      uses[0]++;
                    }
                  }

                  @Override
                  public void delivered(long id, long word, long birth, long tick) {}
                });
    final CascadeBench.Outcome outcome = bench.run();
    assertTrue(outcome.delivered() > 1_000);
    return uses[0];
  }

  /**
   * Packets whose routes were chosen before the failure is known have up to two links to go, and
   * wait at each.
   */
  @Test
  void shouldChooseNoLinkThatIsKnownToHaveFailed() {
    final long known = (60_000 / HOP_TICKS + 2) * HOP_TICKS;
    assertTrue(uses(16, "adaptive", 1_000_000, 100_000) > 0, "nobody ran into it");
    assertEquals(0, uses(8, "adaptive", 1_000_000, known + 10 * HOP_TICKS));
  }

  @Test
  void shouldAvoidWhatTablesKnowInAnyMode() {
    assertEquals(0, uses(16, "minimal", 60_000, 120_000 + 10 * HOP_TICKS));
    assertEquals(0, uses(16, "in-order", 60_000, 120_000 + 10 * HOP_TICKS));
  }

  @Test
  void shouldKnowWhenThePageSays() {
    final Dragonfly dragonfly =
        CascadeSettings.of(toy("machine.groups=3").settings()).topology().dragonfly();
    final Faults faults =
        new Faults(
            dragonfly,
            List.of(new Faults.Link(0, 0, 10_000), new Faults.Link(8, 1, 0)),
            List.of(new Faults.Blade(2, 50_000)),
            4_375,
            100_000,
            30_000);
    for (int end : new int[] {0, 1}) {
      assertTrue(faults.knows(end, 0, 0, 10_000) && !faults.knows(end, 0, 0, 9_999));
    }
    // The failure is known two multiples of a hop after the last multiple before 10,000.
    assertTrue(faults.knows(7, 0, 0, 17_500) && !faults.knows(7, 0, 0, 17_499));
    assertTrue(faults.knows(8, 0, 0, 110_000) && !faults.knows(8, 0, 0, 109_999));
    assertTrue(faults.knows(0, 8, 1, 0) && faults.isTabled(8, 1, 0));
    assertTrue(faults.hasFailed(2, 50_000) && !faults.hasFailed(2, 49_999));
    assertTrue(faults.hasFailed(1, dragonfly.localPort(1, 2), 50_000));
    assertEquals(79_999, faults.quietUntil(79_999));
    assertEquals(110_000, faults.quietUntil(80_000));
    assertEquals(110_000, faults.quietUntil(110_000));
    assertEquals(150_000, faults.quietUntil(149_999));
  }

  // ---------------------------------------------------------------------------------- time-outs

  /** All requests to a blade that failed at the start are lost at their sources. */
  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  void shouldTimeOutWhatCannotBeAnswered(String nic) {
    final Map<String, Object> summary =
        toy(DRAINED + "workload.kind=incast workload.load=0.01 workload.target=9")
            .set("fault.blades.one.aries=2 nic.timeoutTicks=" + TIMEOUT_TICKS)
            .set("nic.model=" + nic)
            .result()
            .summary();
    final long requests = count(summary, "packetsInjected");
    assertTrue(requests > 50);
    assertEquals(requests, count(summary, "requestsTimedOut"));
    assertEquals(requests, count(summary, "packetsUnroutable"));
    assertAccounted(summary);
    if (nic.equals("aries")) {
      assertEquals(requests, count(summary, "transactionsFailed"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate", "aries"})
  @Trap(
      number = 6,
      fallenInto =
          "an answer is known by the place of its request alone, which another has by then",
      shown = Shown.IN_THE_SOURCE)
  void shouldIgnoreAnswersThatAreLate(String nic) {
    final Map<String, Object> summary =
        toy(DRAINED + "workload.kind=incast workload.load=0.05 nic.timeoutTicks=148750")
            .set("workload.target=9 run.ticks=400000 nic.model=" + nic)
            .result()
            .summary();
    assertTrue(count(summary, "responsesLate") > 10);
    assertEquals(summary.get("responsesLate"), summary.get("requestsTimedOut"));
    assertEquals(summary.get("packetsInjected"), summary.get("requestsDelivered"));
    assertEquals(0, count(summary, "packetsLost"));
    assertAccounted(summary);
  }

  /** A link and a blade fail at random ticks, before and after new tables. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  @Trap(
      number = 7,
      fallenInto = "packets that are lost keep the credits of the buffer they were in",
      shown = Shown.IN_THE_SOURCE)
  void shouldAccountForEverything(long seed) {
    final Random random = new Random(seed);
    final boolean aries = seed % 2 == 0;
    final Case model =
        toy(DRAINED + "workload.load=0.5 link.bitErrorRate=0.00001")
            .with("seed", seed)
            .with("nic.model", aries ? "aries" : "rate")
            .with("workload.routing", List.of("adaptive-0", "min-hash", "tuned", "in-order"))
            .with("nic.timeoutTicks", random.nextLong(150_000, 400_000))
            .with("router.electricalVcBytes", 500L)
            .with("fault.reactionTicks", 60_000L)
            .with("fault.quiesceTicks", random.nextLong(40_000))
            .with("fault.blades.a.aries", random.nextLong(24))
            .with("fault.blades.a.atTick", random.nextLong(1, 100_000))
            .with("fault.links.a.aries", random.nextLong(24))
            .with("fault.links.a.port", random.nextLong(3))
            .with("fault.links.a.atTick", random.nextLong(1, 100_000))
            .with("fault.links.b.aries", random.nextLong(24))
            .with("fault.links.b.port", random.nextLong(15, 18))
            .with("fault.links.b.atTick", random.nextLong(1, 100_000));
    final Map<String, Object> summary =
        (aries ? model.with("workload.operation", Case.oneOf(random, "put", "get")) : model)
            .result()
            .summary();
    assertTrue(count(summary, "packetsLost") > 0);
    assertAccounted(summary);
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6, 7, 8})
  @Tag("slow")
  void shouldAccountForEverythingWithOtherSeeds(long seed) {
    shouldAccountForEverything(seed);
  }

  // ---------------------------------------------------------------------------------- modes

  @Test
  void shouldRouteAsTheWordsOfTheSoftwareSay() {
    final Case runs =
        toy("machine.groups=4 workload.load=saturated workload.kind=group-shift run.ticks=100000");
    for (String pair :
        List.of(
            "minimal min-hash",
            "valiant non-min-hash",
            "deterministic in-order",
            "adaptive adaptive-2",
            "tuned adaptive-1")) {
      final String[] words = pair.split(" ", -1);
      final Object digest = runs.with("router.routing", words[0]).result().summary().get("digest");
      assertEquals(
          digest, runs.with("router.routing", words[1]).result().summary().get("digest"), pair);
      assertEquals(
          digest,
          runs.with("workload.routing", List.of(words[1])).result().summary().get("digest"),
          pair);
    }
    assertNotEquals(
        runs.with("router.routing", "adaptive-0").result().summary().get("digest"),
        runs.with("router.routing", "adaptive-3").result().summary().get("digest"));
  }

  /** Messages with even numbers go over roots, odd ones do not. */
  @Test
  void shouldTakeModesInTurn() {
    final Map<String, Object> summary =
        toy("machine.groups=4 workload.load=0.3 run.ticks=200000 workload.messageBytes=150")
            .with("workload.routing", List.of("non-min-hash", "min-hash"))
            .result()
            .summary();
    // Requests within a blade take no root.
    assertEquals(0.5, (Double) summary.get("nonMinimalShare"), 0.05);
  }

  @Test
  void shouldRouteEachJobInItsMode() {
    final Case runs =
        toy("machine.groups=3 workload.kind=jobs jobs.a.program=alltoall jobs.a.ranks=12")
            .set("jobs.a.args.steps=1 jobs.a.args.bytes=200 jobs.a.place=round-robin")
            .set("jobs.b.program=alltoall jobs.b.ranks=12 jobs.b.args.steps=1")
            .set("jobs.b.args.bytes=200 jobs.b.place=round-robin");
    final Map<String, Object> one =
        runs.set("jobs.a.routing=valiant router.routing=minimal").result().summary();
    assertEquals(0.5, (Double) one.get("nonMinimalShare"), 0.15);
    assertEquals(
        runs.set("router.routing=valiant").result().summary().get("digest"),
        runs.set("jobs.a.routing=valiant jobs.b.routing=valiant").result().summary().get("digest"));
  }

  // ---------------------------------------------------------------------------------- bad input

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fault.links.x.aries=24 fault.links.x.port=0 | fault.links.x.aries | 24 Aries",
        "fault.links.x.aries=0 fault.links.x.port=9 | fault.links.x.port | no link at Aries 0",
        "fault.links.x.aries=0 fault.links.x.port=0 fault.links.x.atTick=1000 |"
            + " fault.links.x.atTick | tick 1000",
        "fault.links.x.aries=0 fault.links.x.port=0 fault.links.y.aries=1 fault.links.y.port=0 |"
            + " fault.links.y | a second time",
        "fault.blades.x.aries=0 fault.blades.y.aries=0 | fault.blades.y | a second time",
        "fault.blades.x.aries=99 | fault.blades.x.aries | 24 Aries",
        "fault.blades.x.aries=0 fault.quiesceTicks=5000000 | fault.quiesceTicks | 4375000",
        "fault.reactionTicks=5 | fault.reactionTicks | nothing fails",
        "nic.timeoutTicks=148749 | nic.timeoutTicks | 148750",
        "nic.timeoutTicks=148749 nic.model=aries | nic.timeoutTicks | 148750",
        "fault.blades.x.aries=0 router.gateways=near | router.gateways | any",
        "link.retryTicks=5 | link.retryTicks | no errors",
        "link.errorLinks=blue | link.errorLinks | no errors"
      })
  void shouldRefuseWhatMakesNoSense(String settings, String key, String words) {
    final Case model = toy("machine.groups=3 run.ticks=1000 " + settings);
    final SettingsException refused = assertThrows(SettingsException.class, model::network);
    assertTrue(refused.getMessage().contains(key), refused::getMessage);
    assertTrue(refused.getMessage().contains(words), refused::getMessage);
  }

  @Test
  void shouldRefuseToCutAGroupOff() {
    final Case model =
        toy("machine.groups=2 machine.chassisPerGroup=1 machine.bladesPerChassis=2 run.ticks=1000")
            .set("fault.blades.x.aries=0 fault.blades.y.aries=1");
    final SettingsException refused = assertThrows(SettingsException.class, model::network);
    assertTrue(refused.getMessage().contains("no blue link to groups"), refused::getMessage);
  }

  @Test
  void shouldRefuseToRouteMessagesOfJobsInTurn() {
    final Case model =
        toy("machine.groups=2 workload.kind=jobs jobs.a.program=ring jobs.a.ranks=4");
    final SettingsException refused =
        assertThrows(SettingsException.class, model.set("workload.routing=minimal")::network);
    assertTrue(refused.getMessage().contains("jobs.*.routing"), refused::getMessage);
  }

  /**
   * Nodes 0 and 4 have a single link between them, which fails when half of a message is through.
   */
  @ParameterizedTest
  @CsvSource({
    "rate, send to 4 5000, recv from 0",
    "aries, send to 4 5000, recv from 0",
    "aries, put to 4 5000, compute 1 us",
    "rate, put to 4 5000, compute 1 us",
    "aries, get from 4 5000, compute 1 us",
    "aries, amo to 4; compute 1 us; put to 4 3000; amo to 4, compute 1 us"
  })
  void shouldHaveRanksWaitForWhatIsLost(String nic, String first, String last) {
    for (String timeout : List.of("null", "200000")) {
      final Case model =
          toy("machine.groups=1 machine.chassisPerGroup=1 run.end=jobs workload.kind=jobs")
              .set("jobs.a.ranks=5 fault.links.x.aries=0 fault.links.x.port=0")
              .set("router.routing=minimal software.sendTicks=0 fault.links.x.atTick=40000")
              .with("nic.model", nic)
              .with("nic.timeoutTicks", timeout.equals("null") ? null : Long.valueOf(timeout))
              .with(
                  "jobs.a.program",
                  TestJob.file(
                      "if rank == 0 { " + first + " } else if rank == 4 { " + last + " }"));
      final CascadeNetwork network = (CascadeNetwork) model.network();
      final RunOutcome<?> outcome = new SequentialExecutor().run(network, new RunMonitor());
      assertEquals(WindowController.Ending.STALLED, outcome.ending(), model::toString);
      assertTrue(network.ranksBlocked(outcome.total()), model::toString);
      final List<String> waiting = NamedRanks.lines(outcome);
      final String who = last.startsWith("recv") ? "a rank 4: " : "a rank 0: ";
      assertTrue(waiting.stream().anyMatch(line -> line.startsWith(who)), waiting::toString);
      final Map<String, Object> summary = model.result().summary();
      assertTrue(count(summary, "packetsLost") > 0);
      assertEquals(0, count(summary, "requestsUnaccounted"));
      assertEquals(0, count(summary, "packetsUnderWay"));
      assertEquals(timeout.equals("null"), count(summary, "requestsTimedOut") == 0);
      assertEquals(timeout.equals("null"), count(summary, "requestsOutstanding") > 0);
    }
  }

  /** Blade 1 has nodes 4 to 7. */
  @ParameterizedTest
  @CsvSource({"contiguous", "random", "round-robin", "blocks"})
  void shouldPlaceNoRankOnABladeThatHasFailed(String place) {
    final Case later =
        toy("machine.groups=2 workload.kind=jobs jobs.a.program=ring jobs.a.ranks=10")
            .set("jobs.a.args.steps=1 jobs.a.place=" + place)
            .set("fault.blades.x.aries=1 fault.blades.x.atTick=1");
    later.network();
    final Case model = later.set("fault.blades.x.atTick=0");
    final Map<String, Object> summary = model.result().summary();
    assertEquals(0, count(summary, "packetsLost"));
    assertTrue(count(summary, "packetsDelivered") > 0);
    final int nodes = (int) model.network().nodes();
    final Case all = model.with("jobs.a.ranks", nodes - 4);
    all.network();
    final SettingsException refused =
        assertThrows(SettingsException.class, all.with("jobs.a.ranks", nodes - 3)::network);
    assertTrue(refused.getMessage().contains("(4 have failed)"), refused::getMessage);
  }

  @Test
  void shouldRefuseAFileThatPlacesARankOnABladeThatHasFailed(@TempDir Path directory)
      throws IOException {
    final Path file = Files.writeString(directory.resolve("places"), "0 3\n1 5\n");
    final Case model =
        toy("machine.groups=2 workload.kind=jobs jobs.a.program=ring jobs.a.ranks=2")
            .set("jobs.a.place=file fault.blades.x.aries=1")
            .with("jobs.a.placeFile", InputFile.of(file));
    final SettingsException refused = assertThrows(SettingsException.class, model::network);
    assertEquals(
        "jobs.a.placeFile: places:2: 1 5: node 5 has failed; use another one",
        refused.getMessage());
  }

  /**
   * A lost message hides later ones in all modes, also in modes that keep order: new tables lead
   * the later ones around the failed link.
   */
  @Test
  void shouldHideMessagesBehindALostOneInAnyMode() {
    final Case model =
        CascadeBench.dragonfly(3, 2, 2)
            .set("workload.kind=jobs jobs.a.ranks=16 run.end=ticks run.ticks=600000")
            .set("software.sendTicks=50 software.recvTicks=50 fault.reactionTicks=0")
            .set("fault.quiesceTicks=0 fault.links.x.aries=0 fault.links.x.port=0")
            .set("fault.links.x.atTick=100000")
            .with(
                "jobs.a.program",
                TestJob.file(
                    """
                    for i in 1 .. 100 {
                      if rank < 4 { isend to rank + 12 10; compute 20 ns }
                      if rank >= 12 { irecv from rank - 12 }
                    }
                    """));
    final Object expected = received(model.set("router.routing=minimal"));
    assertNotEquals(400L, expected);
    assertEquals(expected, received(model.set("router.routing=deterministic")));
  }

  private static Object received(Case model) {
    final Map<?, ?> jobs = (Map<?, ?>) model.result().summary().get("jobs");
    return ((Map<?, ?>) jobs.get("messagesReceived")).get("a");
  }

  /**
   * In any mode paths lead around components that failed at the start, and no request is given up.
   */
  @ParameterizedTest
  @CsvSource({"rate, minimal", "rate, in-order", "aries, adaptive", "aries, non-min-hash"})
  void shouldRunJobsRoundWhatHasFailedFromTheStart(String nic, String mode) {
    final Map<String, Object> summary =
        toy("machine.groups=3 workload.kind=jobs jobs.a.program=alltoall jobs.a.ranks=12")
            .set("jobs.a.args.steps=1 jobs.a.args.bytes=200 jobs.a.place=round-robin")
            .set("fault.blades.x.aries=7 fault.links.x.aries=0 fault.links.x.port=0")
            .set("fault.links.y.aries=8 fault.links.y.port=15 nic.model=" + nic)
            .with("router.routing", mode)
            .result()
            .summary();
    assertTrue(count(summary, "packetsInjected") > 100);
    assertEquals(summary.get("packetsInjected"), summary.get("requestsDelivered"));
    for (String name : List.of("packetsLost", "requestsTimedOut", "requestsUnaccounted")) {
      assertEquals(0, count(summary, name), name);
    }
  }

  @Test
  void shouldEstimateWhatNobodyNotices() {
    assertEquals(7_145, UndetectedErrors.years(250_000 * 40.875e9, 1e-7), 10);
  }
}

package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.host.PeriodicServers;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of {@code docs/models/aries-nic.md} about zero load, servers and slots. */
class AriesNicsTest {
  private static final long BUS = 8_750;
  private static final long OUT = 6_562;
  private static final long IN = 6_563;
  private static final long HOP = 4_375;
  private static final long OPENING = 560;
  private static final long BARE = 94;
  private static final long ENGINE_START = 13_031;

  private static Case machine() {
    return CascadeBench.dragonfly(2, 2, 4).with("router.routing", "minimal");
  }

  /** Returns a case in which node 0 does one operation after the other with another node. */
  private static Case stream(int target, String operation, int bytes) {
    return machine()
        .set("nic.model=aries workload.kind=stream workload.source=0 workload.load=saturated")
        .with("workload.target", target)
        .with("workload.operation", operation)
        .with("workload.messageBytes", List.of((long) bytes))
        .with("run.ticks", 400_000);
  }

  private static long ticks(long bytes) {
    return 102 + (25 * bytes + 8) / 9;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> responses(RunResult result) {
    return (Map<String, Object>) result.summary().get("responseTicks");
  }

  /**
   * Returns the number of links: node 1 is on the same Aries, node 4 on the same chassis, node 20
   * on another chassis and another place.
   */
  private static int links(int target) {
    return target < 4 ? 0 : target < 16 ? 1 : 2;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 64", "4, 8", "4, 63", "20, 8", "20, 64"})
  void shouldTakeTheSumOfItsPartsInAQuietNetwork(int target, int bytes) {
    final long way = BUS + OUT + HOP * links(target) + IN;
    final long put = OPENING + way + ticks(bytes) + BUS;
    final long get = OPENING + way + BARE + BUS + way + ticks(bytes) + BUS;
    assertQuiet(put, stream(target, "put", bytes));
    assertQuiet(get, stream(target, "get", bytes));
    // A descriptor takes the bus first; then follows a read of memory, or a request that does not
    // need the bus.
    final long engine = BUS + ENGINE_START - OPENING;
    assertQuiet(put + engine + BARE + BUS, stream(target, "bte-put", bytes));
    assertQuiet(get + engine - BUS, stream(target, "bte-get", bytes));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 20})
  void shouldTakeTheSumOfTheirPartsWithAtomics(int target) {
    final long way = BUS + OUT + HOP * links(target) + IN;
    final long back = OUT + HOP * links(target) + IN + ticks(8) + BUS;
    // The word of the second operation and later ones is in the cache.
    final Case amo = stream(target, "amo", 8).with("workload.launch", true);
    final Case fetch = stream(target, "fetch-amo", 8).with("workload.launch", true);
    final long miss = BARE + BUS + ticks(8) + BUS;
    assertEquals(17_719, miss);
    assertTimes(way + 110, way + 110 + miss, amo);
    assertTimes(way + 110 + back, way + 110 + miss + back, fetch);
  }

  private static void assertQuiet(long expected, Case model) {
    assertTimes(expected, expected, model);
  }

  private static void assertTimes(long least, long most, Case model) {
    // The run is so long that the operation in flight at its end is less than a twentieth of all.
    final RunResult result =
        model.with("workload.blocking", true).with("run.ticks", 2_000_000).result();
    final Map<String, Object> times = responses(result);
    assertTrue((Long) times.get("count") > 2, model::toString);
    assertEquals(most, times.get("max"), model::toString);
    final Object least2 = ((Map<?, ?>) result.summary().get("zeroLoadExcessTicks")).get("min");
    assertTrue((Long) least2 >= 0);
    final double mean = (Double) times.get("mean");
    final long count = (Long) times.get("count");
    assertEquals(least * (count - 1) + most, Math.round(mean * count), model::toString);
  }

  @Test
  void shouldBeAsRateWhereOnlyItsPutsCountAndNothingElseCostsAnything() {
    final String free =
        " fma.openTicks=0 fma.launchSixteenths=1 host.coreSixteenths=1 nic.noticeTicks=8750"
            + " workload.operationsPerTransaction=0 nic.model=aries";
    for (String workload :
        List.of(
            "workload.load=0.6",
            "workload.load=saturated workload.messageBytes=100",
            "workload.kind=incast workload.load=0.3 nic.bufferBytes=128 nic.outstanding=5",
            "workload.kind=all-to-all workload.messageBytes=200 run.end=drained",
            "workload.kind=rotations workload.streams=3 workload.messageBytes=200"
                + " router.routing=adaptive")) {
      final Case rate = machine().with("run.ticks", 100_000).set(workload);
      assertEquals(digest(rate), digest(rate.set(free)), workload);
    }
  }

  private static Object digest(Case model) {
    return Objects.requireNonNull(model.result().summary().get("digest"));
  }

  @Test
  void shouldServeInPeriodsThatAreNoWholeTicks() {
    final PeriodicServers servers = new PeriodicServers(2, 1_750);
    for (int k = 0; k < 1_000; k++) {
      assertEquals((1_750L * k + 15) / 16, servers.start(1, 0));
      assertEquals((1_750L * (k + 1) + 15) / 16, servers.endOf(1));
    }
    assertEquals(7, servers.start(0, 7));
    assertEquals((7 * 16 + 1_750 + 15) / 16, servers.start(0, 8));
  }

  /**
   * A channel continues when all of a transfer has left; with a fence, when all of it is answered.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldDoTheTransfersOfAChannelOneAfterTheOther(boolean fence) {
    final long left = ENGINE_START + BARE + BUS + 7 * ticks(64);
    final long way = OUT + IN;
    final long answered = left + BUS + way + ticks(64) + BUS + way + BARE;
    final long period = fence ? answered : left;
    final Case four =
        stream(1, "bte-put", 512)
            .with("workload.ranks", 4)
            .with("bte.channels", 1)
            .with("bte.fence", fence)
            .with("run.warmupTicks", 0);
    final long ended = 400_000 - BUS - answered;
    assertEquals(1 + (ended - 1) / period, four.result().summary().get("transactions"));
  }

  /**
   * The values are those of the page's table, plus reads and answers of up to 94 ticks that may
   * come first.
   */
  @ParameterizedTest
  @CsvSource({"4096, 39515", "8192, 57435", "16384, 93275", "65536, 308315"})
  void shouldWriteDescriptorsWhileTheEngineWorks(int bytes, long period) {
    final long left = ENGINE_START + BARE + BUS + (bytes / 64 - 1) * ticks(64);
    assertEquals(period, left);
    final long way = OUT + IN;
    final long answered = left + BUS + way + ticks(64) + BUS + way + BARE;
    final Case window = stream(1, "bte-put", bytes).set("run.warmupTicks=0 run.ticks=8000000");
    final long ended = 8_000_000 - BUS - answered;
    final long most = 1 + (ended - 1) / period;
    final long count = (Long) window.result().summary().get("transactions");
    assertTrue(1 + (ended - BARE - 1) / (period + BARE) <= count && count <= most, count + "");
  }

  /** The next descriptor is written one check after the last packet. */
  @Test
  void shouldHaveOneBlockTransferOfARankAtATimeIfItIsToHaveOne() {
    final long left = ENGINE_START + BARE + BUS + 63 * ticks(64);
    final long way = OUT + IN;
    final long answered = left + BUS + way + ticks(64) + BUS + way + BARE;
    final Case one =
        stream(1, "bte-put", 4_096).set("run.warmupTicks=0 bte.descriptors=1 run.ticks=8000000");
    final long period = left + ticks(64) + BUS;
    final long ended = 8_000_000 - BUS - answered;
    final long count = (Long) one.result().summary().get("transactions");
    final long least = 1 + (ended - BARE - 1) / (period + BARE);
    assertTrue(least <= count && count <= 1 + (ended - 1) / period, count + " of " + least);
  }

  /**
   * A descriptor that waits for an answer keeps the only transaction, even if the queue has room.
   */
  @ParameterizedTest
  @ValueSource(strings = {"bte-put", "bte-get", "bte-send"})
  void shouldCountDescriptorsInLineAsTransactions(String operation) {
    final Case one = stream(4, operation, 700).set("nic.transactions=1 workload.ranks=2");
    assertEquals(digest(one.with("bte.descriptors", 1L)), digest(one));
  }

  @Test
  void shouldComeToRestWithOneOfEverything() {
    for (String operation : List.of("get", "amo", "fetch-amo", "put", "bte-put", "bte-get")) {
      final Case scarce =
          machine()
              .set("nic.model=aries workload.kind=all-to-all workload.messageBytes=8")
              .set("nic.readsPending=1 nic.bufferBytes=128 nic.transactions=1 nic.outstanding=2")
              .set("router.electricalVcBytes=128 router.opticalVcBytes=128 amo.misses=1")
              .set("mmu.model=on mmu.walks=1 mmu.entries=1 workload.arrayBytes=1073741824")
              .set("amo.cacheWords=1 run.end=drained router.routing=adaptive router.bias=0")
              .set("bte.channels=1 bte.reads=1 bte.fence=true")
              .with("workload.operation", operation);
      final RunResult result = scarce.result();
      assertEquals(64L * 63, result.summary().get("requestsDelivered"), operation);
    }
  }

  /** Nodes 0 and 1 are in two domains, nodes 0 and 4 in one. */
  @ParameterizedTest
  @CsvSource({"put", "get", "fetch-amo", "bte-put", "bte-get", "bte-send"})
  void shouldBlockWhatComesFromAnotherDomain(String operation) {
    final Case two = stream(1, operation, 8).set("workload.domains=2 workload.blocking=true");
    final Map<String, Object> blocked = two.result().summary();
    assertTrue((Long) blocked.get("requestsBlocked") > 2);
    assertEquals(blocked.get("requestsDelivered"), blocked.get("requestsBlocked"));
    assertEquals(0.0, blocked.get("throughput"));
    final Map<?, ?> ticks = (Map<?, ?>) blocked.get("completionTicks");
    assertNull(ticks.get("remote"));
    final double before =
        operation.startsWith("bte")
            ? BUS + ENGINE_START + (operation.equals("bte-get") ? -BUS : BARE + BUS)
            : OPENING;
    final double global = before + BUS + OUT + IN + OUT + IN + BARE;
    assertEquals(global, ticks.get("global"));
    assertEquals(global + ticks(8) + BUS, ticks.get("event"));
    assertEquals(0L, two.with("workload.target", 4).result().summary().get("requestsBlocked"));
    assertNull(two.with("workload.domains", 1).result().summary().get("requestsBlocked"));
  }

  /** An idle NIC took 85 B more than one of two rates, and 1,074 B more with 16 ranks. */
  @Test
  void shouldCostWhatWasMeasured() {
    final long rate = machine().network().costs().memory().rest();
    final Case aries = machine().set("nic.model=aries");
    assertEquals(85, more(aries, rate), 20);
    assertEquals(1_074, more(aries.set("workload.ranks=16"), rate), 150);
    assertEquals(181, more(aries.set("workload.operation=bte-put"), rate), 60);
    final Case jobs = aries.set("workload.kind=jobs jobs.a.program=barrier jobs.a.ranks=64");
    assertEquals(212, more(jobs, rate), 110);
    assertEquals(485, more(jobs.set("collectives.barrier=hardware"), rate), 140);
  }

  private static double more(Case model, long rate) {
    return (double) (model.network().costs().memory().rest() - rate);
  }

  @Test
  void shouldRefuseWhatDoesNotFitTogether() {
    final Map<String, String> mistakes =
        Map.of(
            "workload.operation=get", "workload.operation",
            "host.busTicks=5", "host.busTicks",
            "workload.kind=stream workload.load=saturated", "workload.kind",
            "nic.model=aries nic.injectionTicks=7", "nic.injectionTicks",
            "nic.model=aries workload.operation=amo", "workload.operation",
            "nic.model=aries workload.launch=true", "workload.launch",
            "nic.model=aries mmu.pageBytes=5000", "mmu.pageBytes",
            "nic.model=aries workload.operation=scatter workload.messageBytes=65",
                "workload.operation",
            "nic.model=aries workload.notify=true workload.messageBytes=65", "workload.notify",
            "nic.model=aries workload.blocking=true workload.operationsPerTransaction=2",
                "workload.blocking");
    mistakes.forEach(
        (mistake, key) -> {
          final List<String> found = new ArrayList<>();
          final Executable build = () -> machine().set(mistake).network();
          assertThrows(SettingsException.class, build)
              .problems()
              .forEach(problem -> found.add(problem.key()));
          assertTrue(found.contains(key), mistake + ": " + found);
        });
  }

  @Test
  void shouldDoTheSameAsTheSecondModel() {
    final Random seeds = new Random(7_419);
    final int cases = RandomCases.count(3);
    for (int i = 0; i < cases; i++) {
      final Random random = new Random(seeds.nextLong());
      final Case model =
          AriesCases.random(
              CascadeBench.dragonfly(2, 2, 2)
                  .with("workload.load", random.nextBoolean() ? "saturated" : (Object) 0.3)
                  .with("workload.messageBytes", List.of(random.nextLong(1, 200)))
                  .with("run.ticks", 150_000L),
              random);
      assertEquals(
          model.set("machine.implementation=reference").result().summary().get("digest"),
          digest(model),
          model::toString);
    }
  }
}

package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.network.CascadeBounds;
import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates of hosts, tiles, single links and windows of outstanding requests, to the tick. */
class CascadeRatesTest {
  private static final long FROM = 1_500_000;
  private static final int REQUESTS = 1_000;

  /** Ticks of a request of 64 B on a green or black link. */
  private static final long ELECTRICAL_TICKS = 750;

  /**
   * Counter of delivered requests in a window that is long enough for a known number at a known
   * rate.
   */
  private static final class Counter implements CascadeBench.Watcher {
    final long to;
    final Map<Integer, Integer> byRequester = new TreeMap<>();
    final Map<Integer, Integer> byTarget = new TreeMap<>();

    Counter(long to) {
      this.to = to;
    }

    @Override
    public void delivered(long id, long word, long birth, long tick) {
      if (CascadePacketId.packetClass(id) == CascadePacketId.REQUEST && tick >= FROM && tick < to) {
        byRequester.merge(CascadePacketId.requester(id), 1, Integer::sum);
        byTarget.merge(CascadePacketId.target(id), 1, Integer::sum);
      }
    }
  }

  /** Runs streams for as long as {@link #REQUESTS} requests take at an expected interval. */
  private static Counter count(CascadeBench bench, Map<Integer, Integer> pairs, long ticksEach) {
    final long to = FROM + REQUESTS * ticksEach;
    final Counter counter = new Counter(to);
    bench.streams(pairs).ticks(0, to).watchedBy(counter).run();
    return counter;
  }

  private static void assertEvery(long ticksEach, CascadeBench bench, Map<Integer, Integer> pairs) {
    final Counter counter = count(bench, pairs, ticksEach);
    assertEquals(pairs.keySet(), counter.byRequester.keySet());
    counter.byRequester.forEach(
        (node, requests) ->
            assertEquals(REQUESTS, requests, 3, "node " + node + " every " + ticksEach));
  }

  private static CascadeBench toy() {
    return CascadeBench.machine(2, 2, 4).routing("minimal");
  }

  @Test
  void shouldSendTenGigabytesPerSecondOneWay() {
    assertEquals(10, 64 / (280 * 4 / 175.0), 1e-9);
    assertEvery(280, toy(), Map.of(0, 1));
    assertEvery(280, toy(), Map.of(0, 2));
    // The other Aries has the same place in its chassis, three black links away.
    assertEvery(280, toy(), Map.of(0, 16));
  }

  @Test
  @Trap(
      number = 3,
      fallenInto = "responses that take no time of the host",
      shown = Shown.IN_THE_SOURCE)
  void shouldSendSevenAndAHalfEachWay() {
    assertEquals(7.5, 64 / (374 * 4 / 175.0), 0.02);
    assertEvery(374, toy(), Map.of(0, 1, 1, 0));
    assertEvery(374, toy(), Map.of(0, 3, 3, 0));
    assertEvery(374, toy(), Map.of(0, 16, 16, 0));
  }

  @Test
  @Trap(number = 5, fallenInto = "one tile for each NIC", shown = Shown.IN_THE_SOURCE)
  void shouldSendAllFourNodesOfABladeAtTheFullRateOfTheirHosts() {
    // Into the other pair, in one direction: two NICs share four tiles at 2 · 560 ticks per 4 ·
    // 280.
    assertEvery(280, toy(), Map.of(0, 2, 1, 3));
    assertEvery(374, toy(), Map.of(0, 1, 1, 2, 2, 3, 3, 0));
    assertEvery(374, toy(), Map.of(0, 2, 2, 0, 1, 3, 3, 1));
  }

  @ParameterizedTest
  @CsvSource({"1, 105", "8, 125", "32, 191", "63, 277", "64, 280"})
  void shouldSendSmallRequestsFasterButLessData(int bytes, long ticks) {
    assertEvery(ticks, toy().messageBytes(bytes), Map.of(0, 2));
    assertEvery(ticks + 94, toy().messageBytes(bytes), Map.of(0, 2, 2, 0));
  }

  /** Messages have one, one or three requests. */
  @Test
  void shouldSendMixedSizesAtTheMeanOfTheirTimes() {
    final long ticks = 10_000_000;
    final CascadeBench bench =
        toy().messageBytes(40, 64, 150).with("workload.load", "saturated").ticks(0, ticks);
    final double perMessage = (214 + 280 + 2 * 280 + 164) / 3.0 + 5 / 3.0 * 94;
    final double data = (40 + 64 + 150) / 3.0;
    final CascadeBounds bounds = bench.bounds();
    assertEquals(data / perMessage * 43.75, bounds.hostGigabytesPerSecond(), 1e-9);
    final CascadeBench.Outcome outcome = bench.streams(Map.of(0, 2, 2, 0)).run();
    // 17,800 messages each, whose times have a deviation of 60 %.
    final double expected = 5 / 3.0 * ticks / perMessage;
    assertEquals(expected, (double) outcome.answered(0), 0.015 * expected);
    assertEquals(expected, (double) outcome.answered(2), 0.015 * expected);
  }

  @Test
  void shouldBeHeldToTheSingleGreenLinkBetweenTwoBlades() {
    assertEvery(ELECTRICAL_TICKS, toy(), Map.of(0, 4));
    // Responses of one node share the link with requests of the other.
    assertEvery(ELECTRICAL_TICKS + 84, toy(), Map.of(0, 4, 4, 0));
    assertEvery(ELECTRICAL_TICKS, toy().with("machine.groups", 1L), Map.of(0, 4));
  }

  @ParameterizedTest
  @CsvSource({"14000, 750", "7000, 1500", "25000, 420", "10007, 1050"})
  void shouldBeHeldToAGreenLinkOfAnotherRate(long megabits, long ticks) {
    final CascadeBench bench = toy().with("link.electricalMegabitsPerSecond", megabits);
    assertEquals(ticks, (350_000L * 90 + 3 * megabits - 1) / (3 * megabits));
    assertEvery(ticks, bench, Map.of(0, 4));
    assertEvery(280, toy().with("link.opticalMegabitsPerSecond", megabits), Map.of(0, 2));
  }

  @ParameterizedTest
  @CsvSource({"15750, 280, 94", "5000, 662, 94", "31501, 191, 94", "100003, 130, 94"})
  void shouldBeHeldToAHostOfAnotherRate(long megabytes, long ticks, long response) {
    // The tiles are fast enough never to limit.
    final CascadeBench bench =
        toy().with("nic.megabytesPerSecond", megabytes).with("router.tileFlitTicks", 1L);
    assertEvery(ticks, bench, Map.of(0, 2));
    assertEvery(ticks + response, bench, Map.of(0, 2, 2, 0));
    final double data = 64 / (ticks * 4 / 175.0);
    assertEquals(64 / ((ticks + response) * 4 / 175.0), bench.bounds().hostGigabytesPerSecond());
    assertTrue(data > bench.bounds().hostGigabytesPerSecond());
  }

  /** Each of four tiles of a pair holds a packet of 28 flits. */
  @ParameterizedTest
  @CsvSource({"20, 280", "40, 280", "60, 420", "101, 707"})
  void shouldBeHeldToTilesOfAnotherRate(long flitTicks, long ticks) {
    assertEvery(ticks, toy().with("router.tileFlitTicks", flitTicks), Map.of(0, 2));
  }

  @Test
  void shouldPassTheGreenLinkByOverRoots() {
    // Three green and three black links lead away from a blade of this group.
    final Counter counter = count(toy().routing("adaptive"), Map.of(0, 4), ELECTRICAL_TICKS);
    assertTrue(counter.byRequester.get(0) > 1.5 * REQUESTS, counter.byRequester.toString());
  }

  /** A single cable has four blue links; two blades at either end have two each. */
  @ParameterizedTest
  @CsvSource({
    "optical, 14000, 12500, 840",
    "electrical, 14000, 12500, 750",
    "optical, 14000, 5000, 2100",
    "optical, 53003, 25013, 420",
    "electrical, 10007, 100000, 1050"
  })
  void shouldBeHeldToTheBlueLinksOfACable(String links, long electrical, long optical, long ticks) {
    final CascadeBench bench =
        CascadeBench.machine(2, 1, 2)
            .with("machine.cablesPerPair", 1L)
            .with("machine.blueLinks", links)
            .with("link.electricalMegabitsPerSecond", electrical)
            .with("link.opticalMegabitsPerSecond", optical)
            .routing("minimal");
    final Map<Integer, Integer> pairs = new HashMap<>();
    for (int node = 0; node < 8; node++) {
      pairs.put(node, 8 + node);
    }
    final long measured = REQUESTS * ticks;
    final CascadeBench.Outcome outcome = bench.streams(pairs).ticks(FROM, measured).run();
    final Dragonfly dragonfly = bench.topology();
    double busy = 0;
    for (int link = 0; link < 4; link++) {
      final int gateway = dragonfly.gateway(0, 1, link);
      final int port = dragonfly.gatewayPort(0, 1, link);
      final long onLink = outcome.busyTicks(gateway, port);
      assertTrue(onLink <= measured + ticks, "link " + link + " busy for " + onLink);
      assertEquals(0, onLink % ticks, "packets of " + ticks + " ticks");
      busy += (double) onLink / measured;
    }
    // Random choices of packets in finite buffers leave small gaps.
    assertTrue(busy > 0.9 * 4, busy + " of four links");
  }

  @ParameterizedTest
  @ValueSource(strings = {"minimal", "valiant", "adaptive", "deterministic"})
  void shouldBeLimitedByTheHostOfTheOneThatAllSendTo(String mode) {
    final long ticks = REQUESTS * 280L;
    final Counter counter = new Counter(FROM + ticks);
    final CascadeBench bench =
        CascadeBench.machine(3, 2, 4)
            .routing(mode)
            .saturated("incast")
            .with("workload.target", 37L)
            .ticks(0, FROM + ticks)
            .watchedBy(counter);
    bench.run();
    assertEquals(Set.of(37), counter.byTarget.keySet());
    assertEquals(REQUESTS, counter.byTarget.get(37), 2);
    final Map<String, Object> summary = bench.ticks(FROM, ticks).summary();
    assertEquals(10.0 / 96, (Double) summary.get("throughput"), 0.001);
  }

  @Test
  void shouldShareAHostBetweenThoseThatSendToIt() {
    final Map<Integer, Integer> pairs = Map.of(1, 0, 2, 0, 3, 0, 4, 0, 16, 0);
    final Counter counter = count(toy(), pairs, 280);
    assertEquals(REQUESTS, counter.byTarget.get(0), 2);
    assertTrue(
        counter.byRequester.values().stream().allMatch(count -> count > REQUESTS / 20),
        counter.byRequester.toString());
  }

  /** A round trip on one Aries takes 61,624 ticks, in which a host sends 220.09 requests. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 110, 219, 220})
  void shouldSendAWindowOfRequestsPerRoundTrip(int outstanding) {
    final long roundTrip = 2 * CascadeBench.NIC_TICKS + 280 + 94;
    final CascadeBench bench = toy().with("nic.outstanding", (long) outstanding);
    final Counter counter = new Counter(FROM + 20 * roundTrip);
    bench.streams(Map.of(0, 2)).ticks(0, FROM + 20 * roundTrip).watchedBy(counter).run();
    assertEquals(20 * outstanding, counter.byRequester.get(0));
  }

  @Test
  void shouldNotBeHeldBackByAWindowOfARoundTrip() {
    assertEvery(280, toy().with("nic.outstanding", 221L), Map.of(0, 2));
    assertEvery(280, toy().with("nic.outstanding", 1_024L), Map.of(0, 2));
  }

  /** 1,024 requests take 286,720 ticks of a host, 6.55 µs; a round trip is shorter or longer. */
  @ParameterizedTest
  @ValueSource(longs = {100_000, 127_000, 127_800, 129_000, 200_000})
  void shouldFillALongWayWithAThousandRequests(long injectionTicks) {
    final long roundTrip = 2 * (injectionTicks + 15_313) + 280 + 94;
    // So long a route needs room for the responses, and holds few packets that wait.
    final CascadeBench bench = toy().with("nic.injectionTicks", injectionTicks).buffers(48 * 1024);
    final Counter counter = new Counter(FROM + 10 * roundTrip);
    bench.streams(Map.of(0, 2)).ticks(0, FROM + 10 * roundTrip).watchedBy(counter).run();
    final double expected = 10 * Math.min(1_024, roundTrip / 280.0);
    assertEquals(expected, counter.byRequester.get(0), 12);
    assertEquals(roundTrip > 286_720, expected == 10_240, "window binds");
  }

  /**
   * A link whose far end holds one packet per VC sends one packet per round trip of its credits.
   * The round trip from grant to grant is a hop, the next output, and the credits' return.
   */
  @ParameterizedTest
  @CsvSource({"128, 1", "170, 2", "256, 3", "512, 6"})
  void shouldBeHeldToTheCreditsOfALink(long bytes, int packets) {
    // The next output is a tile: 560 ticks.
    final long roundTrip = 4_375 + 560 + 4_375;
    final CascadeBench bench =
        toy().with("router.electricalVcBytes", bytes).with("nic.bufferBytes", 49_152L);
    final Counter counter = new Counter(FROM + 100 * roundTrip);
    bench.streams(Map.of(0, 4)).ticks(0, FROM + 100 * roundTrip).watchedBy(counter).run();
    assertEquals(bytes / 3 / 28, packets);
    assertEquals(100 * packets, counter.byRequester.get(0), packets + 1);
  }

  /**
   * The NIC has one buffer towards the host behind each tile; it holds a packet until it is
   * delivered.
   */
  @ParameterizedTest
  @CsvSource({"128, 1", "512, 6", "1024, 12"})
  void shouldBeHeldToTheBuffersOfTheNic(long bytes, int packets) {
    final long held = 15_313 + 280;
    final CascadeBench bench = toy().with("nic.bufferBytes", bytes);
    final Counter counter = new Counter(FROM + 100 * held);
    bench.streams(Map.of(0, 2)).ticks(0, FROM + 100 * held).watchedBy(counter).run();
    // Packets that arrive at once enter the host one by one, and free their room one by one.
    assertEquals(100 * 4 * packets, counter.byRequester.get(0), 4 * packets + 1);
  }

  /**
   * Node 0 has requests at eight nodes, which answer faster than its buffer accepts answers. Their
   * answers back up into their NICs; their own requests must not wait for that.
   */
  @Test
  void shouldSendRequestsAtTheirBirthWhileResponsesAreStuck() {
    final int targets = 8;
    final Dragonfly dragonfly = CascadeBench.machine(1, 3, 4).topology();
    final TreeSet<Long> delays = new TreeSet<>();
    CascadeBench.machine(1, 3, 4)
        .routing("minimal")
        .messageBytes(1L)
        .buffers(128)
        .with("nic.ejectionTicks", 1_000_000L)
        .with("run.gridTicks", 1_000_000L)
        .ticks(0, 40_000_000)
        .sends(
            (source, message, before) -> {
              if (source == 0) {
                return message < 1_024 ? 0 : Long.MAX_VALUE;
              }
              final boolean target = source % 4 == 0 && source / 4 <= targets;
              return target && message < 100 ? 20_000_000 + message * 171_717L : Long.MAX_VALUE;
            },
            (source, message) ->
                source == 0
                    ? 4 + 4 * (int) (message % targets)
                    : 37 + (source + (int) message) % 11)
        .watchedBy(
            new CascadeBench.Watcher() {
              @Override
              public void routed(
                  int aries, int input, int port, int vc, long id, long word, long tick) {
                final int requester = CascadePacketId.requester(id);
                if (input >= Dragonfly.TILES
                    && CascadePacketId.packetClass(id) == CascadePacketId.REQUEST
                    && requester != 0) {
                  assertEquals(0, CascadeBench.hops(word));
                  assertEquals(aries, dragonfly.ariesOf(requester));
                  delays.add(
                      tick - 15_312 - (20_000_000 + CascadePacketId.sequence(id) * 171_717L));
                }
              }
            })
        .run();
    // The delay is at most the transmission that is in progress.
    assertTrue(delays.last() <= 200, "issued late by " + delays.last());
  }
}

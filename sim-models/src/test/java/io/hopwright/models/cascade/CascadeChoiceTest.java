package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadeRouteWord;
import io.hopwright.models.cascade.network.RoutingPolicy;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes chosen by load, the delay of load information, and the order of packets. */
class CascadeChoiceTest {
  /** With this value the first loads arise just before a multiple of the interval. */
  private static final long INJECTION_TICKS = 17_499;

  /** Counts packets delivered before an earlier one of the same source, destination and class. */
  private static final class Overtakings implements CascadeBench.Watcher {
    final Map<List<Integer>, Long> last = new HashMap<>();
    long count;
    long delivered;

    @Override
    public void delivered(long id, long word, long birth, long tick) {
      final List<Integer> stream =
          List.of(
              CascadePacketId.requester(id),
              CascadePacketId.target(id),
              CascadePacketId.packetClass(id));
      final Long before = last.put(stream, CascadePacketId.sequence(id));
      count += before != null && before > CascadePacketId.sequence(id) ? 1 : 0;
      delivered++;
    }
  }

  private static Overtakings overtakings(CascadeBench bench) {
    final Overtakings overtakings = new Overtakings();
    bench.watchedBy(overtakings).run();
    assertTrue(overtakings.delivered > 5_000, "delivered " + overtakings.delivered);
    return overtakings;
  }

  @ParameterizedTest
  @CsvSource({
    "deterministic, uniform, 64, 8192, 300000",
    "deterministic, permutation, 200, 8192, 300000",
    "deterministic, group-shift, 64, 512, 300000",
    "deterministic-valiant, uniform, 1000, 1024, 300000",
    "deterministic-valiant, permutation, 64, 8192, 300000",
    "deterministic-valiant, many-to-one, 100, 8192, 800000",
    "deterministic-valiant, group-shift, 64, 256, 300000"
  })
  void shouldKeepPacketsOfAPairInOrder(
      String mode, String kind, long bytes, long buffers, long ticks) {
    final CascadeBench bench =
        CascadeBench.machine(4, 2, 4)
            .routing(mode)
            .saturated(kind)
            .messageBytes(bytes)
            .buffers(buffers)
            .ticks(0, ticks);
    assertEquals(0, overtakings(bench).count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"minimal", "valiant", "adaptive", "tuned"})
  void shouldOvertakeOtherwise(String mode) {
    final CascadeBench bench =
        CascadeBench.machine(4, 2, 4).routing(mode).saturated("permutation").ticks(0, 300_000);
    assertTrue(overtakings(bench).count > 100);
  }

  private static double nonMinimalShare(String kind, String load, long bias, long weight) {
    final CascadeBench bench =
        CascadeBench.machine(5, 2, 4)
            .with("machine.cablesPerPair", 1L)
            .with("workload.kind", kind)
            .with("workload.load", load.equals("saturated") ? load : Double.valueOf(load))
            .with("router.bias", bias)
            .with("router.nonMinimalWeight", weight)
            .routing("adaptive")
            .buffers(2_048)
            .ticks(200_000, 300_000);
    return nonMinimalShare(bench);
  }

  private static double nonMinimalShare(CascadeBench bench) {
    return (Double) bench.summary().get("nonMinimalShare");
  }

  @Test
  void shouldFavourNonMinimalRoutesTheMoreTheMorePackets() {
    assertEquals(0, nonMinimalShare("uniform", "0.00002", 0, 2), 0.01);
    assertTrue(nonMinimalShare("group-shift", "saturated", 0, 2) > 0.5);
    assertTrue(nonMinimalShare("uniform", "saturated", 0, 2) < 0.2);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"uniform, 0.1", "uniform, saturated", "group-shift, saturated"})
  void shouldFollowABias(String kind, String load) {
    assertEquals(0, nonMinimalShare(kind, load, 100_000, 2));
    // Packets whose source and destination share an Aries take no route.
    assertTrue(nonMinimalShare(kind, load, -100_000, 2) > 0.95);
    final double none = nonMinimalShare(kind, load, 0, 2);
    assertTrue(nonMinimalShare(kind, load, 300, 2) < none);
    assertTrue(nonMinimalShare(kind, load, -300, 2) > none);
    assertTrue(nonMinimalShare(kind, load, 0, 1) > none);
    assertTrue(nonMinimalShare(kind, load, 0, 16) < none);
  }

  /** Returns a machine with one cable between groups and adaptive routing by default. */
  private static CascadeBench usual(String kind, double load) {
    return CascadeBench.machine(5, 2, 4)
        .with("machine.cablesPerPair", 1L)
        .with("workload.kind", kind)
        .with("workload.load", load)
        .ticks(200_000, 2_000_000);
  }

  @ParameterizedTest
  @CsvSource({
    "uniform, 0.001",
    "uniform, 0.01",
    "group-shift, 0.001",
    "group-shift, 0.01",
    "permutation, 0.001",
    "permutation, 0.01"
  })
  void shouldRouteMinimallyInAQuietNetwork(String kind, double load) {
    final Map<String, Object> summary = usual(kind, load).summary();
    assertTrue((Long) summary.get("requestsDelivered") > 500);
    assertEquals(0.0, summary.get("nonMinimalShare"));
    assertTrue(nonMinimalShare(usual(kind, 0.01).with("router.bias", 0L)) > 0.01);
  }

  @Test
  void shouldLeaveMinimalRoutesOnceTheyAreBusy() {
    assertTrue(nonMinimalShare(usual("uniform", 0.05)) < 0.01);
    assertTrue(nonMinimalShare(usual("group-shift", 0.4)) > 0.5);
  }

  /** Means over the requests that reach their targets in the second half of a run. */
  private static final class Means implements CascadeBench.Watcher {
    final long from;
    long count;
    long ticks;

    Means(long from) {
      this.from = from;
    }

    @Override
    public void delivered(long id, long word, long birth, long tick) {
      if (CascadePacketId.packetClass(id) == CascadePacketId.REQUEST && tick >= from) {
        count++;
        ticks += tick - birth;
      }
    }

    double mean() {
      return (double) ticks / count;
    }
  }

  private static double meanTicks(String mode, long bias) {
    final Means means = new Means(300_000);
    CascadeBench.machine(4, 2, 4)
        .with("machine.cablesPerPair", 1L)
        .with("workload.load", 0.18)
        .with("router.bias", bias)
        .routing(mode)
        .ticks(0, 900_000)
        .watchedBy(means)
        .run();
    return means.mean();
  }

  /**
   * A packet has two candidates of each kind. If a bias leaves only one kind, it still chooses
   * between two.
   */
  @Test
  @Trap(
      number = 2,
      fallenInto = "one random route of a kind (router.routing = minimal, valiant)",
      shown = Shown.IN_THE_TEST)
  void shouldChooseBetweenTwoOfEachKind() {
    final double quiet = 30_625 + 280 + 4_375 * 3;
    assertTrue(meanTicks("adaptive", 100_000) - quiet < 0.9 * (meanTicks("minimal", 0) - quiet));
    assertTrue(meanTicks("adaptive", -100_000) < meanTicks("valiant", 0));
  }

  /**
   * Sends two requests, some ticks apart, over the same green link. Returns the number of links
   * that the second one takes, over all pairs of blades.
   */
  private static int secondOverRoot(long apart) {
    int overRoot = 0;
    for (int target = 1; target < 8; target++) {
      final int to = 4 * target;
      final boolean[] second = new boolean[1];
      CascadeBench.machine(1, 1, 8)
          .routing("adaptive")
          .with("router.bias", 0L)
          .sends(
              (source, message, before) ->
                  source == 0 && message < 2 ? message * apart : Births.NEVER,
              (source, message) -> to)
          .ticks(0, 100_000)
          .watchedBy(
              new CascadeBench.Watcher() {
                @Override
                public void delivered(long id, long word, long birth, long tick) {
                  if (CascadePacketId.sequence(id) == 1 && CascadePacketId.packetClass(id) == 0) {
                    second[0] = CascadeRouteWord.nonMinimal(word);
                  }
                }
              })
          .run();
      overRoot += second[0] ? 1 : 0;
    }
    return overRoot;
  }

  /** The link is free again after 750 ticks, but its credits return after 9,310. */
  @Test
  @Trap(number = 2, fallenInto = "a load of waiting packets only", shown = Shown.IN_THE_SOURCE)
  void shouldCountWhatWasSentAndNotGivenBack() {
    assertTrue(secondOverRoot(1_000) >= 4);
    assertEquals(secondOverRoot(1_000), secondOverRoot(9_309));
    assertEquals(0, secondOverRoot(9_310));
  }

  /**
   * Two requests from other blades reach their routers at a tick; from tick 17,499 on, all blue
   * links to their group are crowded. Returns how many of the two avoid these links.
   */
  private static int warned(long arrival, int intervalTicks) {
    final int[] overRoot = new int[1];
    CascadeBench.machine(6, 1, 4)
        .with("machine.cablesPerPair", 1L)
        .with("nic.injectionTicks", INJECTION_TICKS)
        .with("router.bias", 0L)
        .routing("adaptive")
        .policy(
            policy ->
                new RoutingPolicy(
                    policy.mode(),
                    policy.modes(),
                    policy.choosing(),
                    intervalTicks,
                    policy.tileFlitTicks(),
                    policy.draws()))
        .sends(
            (source, message, before) ->
                source < 8
                    ? message < 500 ? 0 : Births.NEVER
                    : (source == 8 || source == 12) && message == 0
                        ? arrival - INJECTION_TICKS
                        : Births.NEVER,
            (source, message) -> 16 + source)
        .ticks(0, arrival + 100_000)
        .watchedBy(
            new CascadeBench.Watcher() {
              @Override
              public void routed(
                  int aries, int input, int port, int vc, long id, long word, long tick) {
                final int requester = CascadePacketId.requester(id);
                if ((requester == 8 || requester == 12) && CascadePacketId.packetClass(id) == 0) {
                  if (input >= Dragonfly.TILES) {
                    assertEquals(arrival, tick);
                    overRoot[0] += CascadeRouteWord.nonMinimal(word) ? 1 : 0;
                  }
                }
              }
            })
        .run();
    return overRoot[0];
  }

  /**
   * Loads before tick 17,500 are the first that are not zero; other routers know them from 21,875
   * on. Packets that avoid the links are there from 21,874 on.
   */
  @Test
  @Trap(number = 2, fallenInto = "loads of other routers known at once", shown = Shown.IN_THE_TEST)
  void shouldKnowTheLoadsOfOthersOneIntervalLate() {
    int avoidedAtOnce = 0;
    int avoidedLater = 0;
    for (long arrival = 17_510; arrival < 21_874; arrival += 300) {
      assertEquals(0, warned(arrival, 4_375), "at tick " + arrival);
      avoidedAtOnce += warned(arrival, 1);
      avoidedLater += warned(arrival + 4_400, 4_375);
    }
    assertEquals(0, warned(21_873, 4_375));
    assertTrue(warned(21_875, 4_375) > 0);
    assertTrue(avoidedLater > 10, "avoided later " + avoidedLater);
    assertTrue(avoidedAtOnce > 10, "a model that knows all at once passes: a test of nothing");
  }
}

package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadeRouteWord;
import io.hopwright.models.topology.Dragonfly;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** At zero load every packet takes the sum of its parts, on the right route. */
class CascadeZeroLoadTest {
  /**
   * Returns the sum of the parts: both NICs, a hop per link, and the host interface of the
   * receiver.
   */
  private static long request(int hops, int data) {
    return 15_312 + 15_313 + 4_375L * hops + 102 + (25 * data + 8) / 9;
  }

  private static long response(int hops) {
    return 15_312 + 15_313 + 4_375L * hops + 94;
  }

  /** Follows each packet link by link, and compares the ticks at which it is delivered. */
  private static final class Follower implements CascadeBench.Watcher {
    final Dragonfly dragonfly;
    final int data;
    final Map<Long, String> colours = new HashMap<>();
    final Map<Long, Integer> at = new HashMap<>();
    final Map<Long, Long> requestDelivered = new HashMap<>();
    final Set<Integer> hopsMinimal = new TreeSet<>();
    final Set<Integer> hopsOverRoot = new TreeSet<>();
    final Set<Integer> hopsWithin = new TreeSet<>();
    long delivered;

    Follower(Dragonfly dragonfly, int data) {
      this.dragonfly = dragonfly;
      this.data = data;
    }

    @Override
    public void routed(int aries, int input, int port, int vc, long id, long word, long tick) {
      if (input >= Dragonfly.TILES) {
        assertEquals(dragonfly.ariesOf(CascadePacketId.source(id)), aries);
        colours.put(id, "");
      } else {
        assertEquals(at.get(id), aries);
      }
      String way = colours.get(id);
      if (CascadeRouteWord.nonMinimal(word)
          && CascadeRouteWord.root(word) == aries
          && !way.contains("*")) {
        way += "*";
      }
      if (port >= Dragonfly.TILES) {
        assertEquals(dragonfly.ariesOf(CascadePacketId.destination(id)), aries);
        assertEquals(
            dragonfly.nicOf(CascadePacketId.destination(id)) / 2, (port - Dragonfly.TILES) / 4);
      } else {
        final int stage = (int) way.chars().filter(c -> c == 'u' || c == '*').count();
        assertEquals(4 * CascadePacketId.packetClass(id) + stage, vc, "VC after " + way);
        way += port < Dragonfly.BLACK ? "g" : port < Dragonfly.BLUE ? "b" : "u";
        at.put(id, dragonfly.neighbour(aries, port));
      }
      colours.put(id, way);
    }

    @Override
    public void delivered(long id, long word, long birth, long tick) {
      final int hops = CascadeBench.hops(word);
      final String way = colours.remove(id);
      assertEquals(way.replace("*", "").length(), hops, "links counted");
      if (CascadePacketId.packetClass(id) == CascadePacketId.REQUEST) {
        assertEquals(birth + request(hops, data), tick, hops + " hops of a request: " + way);
        requestDelivered.put(CascadePacketId.responseTo(id), tick);
      } else {
        final long created = requestDelivered.remove(id);
        assertEquals(created + response(hops), tick, hops + " hops of a response: " + way);
      }
      final boolean same =
          dragonfly.groupOf(dragonfly.ariesOf(CascadePacketId.source(id)))
              == dragonfly.groupOf(dragonfly.ariesOf(CascadePacketId.destination(id)));
      final String part = same ? "g?b?" : "g?b?ug?b?";
      final String half = "g?b?(ug?b?)?";
      final boolean direct = hops == 0 && !CascadeRouteWord.nonMinimal(word);
      final boolean overRoot = CascadeRouteWord.nonMinimal(word) && !direct;
      final String form = !overRoot ? part : same ? part + "\\*" + part : half + "\\*" + half;
      assertTrue(way.matches(form), way + " is no way of the form " + form);
      (overRoot ? same ? hopsWithin : hopsOverRoot : hopsMinimal).add(hops);
      delivered++;
    }
  }

  private static Follower follow(CascadeBench bench, int data) {
    final Follower follower = new Follower(bench.topology(), data);
    final CascadeBench.Outcome outcome =
        bench.messageBytes(data).oneByOne().watchedBy(follower).run();
    final long nodes = bench.topology().nodes();
    assertEquals(2 * nodes * (nodes - 1), follower.delivered);
    assertEquals(0, outcome.present());
    assertTrue(outcome.atRest(), "not all credits home");
    return follower;
  }

  private static CascadeBench toy() {
    return CascadeBench.machine(3, 2, 4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 9, 10, 63, 64})
  void shouldTakeTheSumOfItsPartsForEveryHopCountOfMinimalRoutes(int data) {
    final Follower follower = follow(toy().routing("minimal"), data);
    assertEquals(Set.of(0, 1, 2, 3, 4, 5), follower.hopsMinimal);
    assertEquals(Set.of(), follower.hopsOverRoot);
  }

  @ParameterizedTest
  @CsvSource({"valiant, 8", "valiant, 64", "deterministic-valiant, 64"})
  void shouldTakeTheSumOfItsPartsForEveryHopCountOverRoots(String mode, int data) {
    final Follower follower = follow(CascadeBench.machine(4, 2, 4).routing(mode), data);
    assertEquals(Set.of(0), follower.hopsMinimal, "of the same Aries");
    assertEquals(Set.of(1, 2, 3, 4), follower.hopsWithin);
    assertEquals(Set.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), follower.hopsOverRoot);
  }

  @ParameterizedTest
  @ValueSource(strings = {"deterministic", "adaptive", "tuned"})
  void shouldGoMinimallyThroughAQuietNetwork(String mode) {
    final Follower follower = follow(toy().routing(mode), 64);
    assertEquals(Set.of(0, 1, 2, 3, 4, 5), follower.hopsMinimal);
    assertEquals(Set.of(), follower.hopsOverRoot);
    assertEquals(Set.of(), follower.hopsWithin);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"minimal, any", "minimal, near", "valiant, any", "valiant, near", "adaptive, near"})
  void shouldBeAsQuickOnOddMachines(String mode, String gateways) {
    final CascadeBench odd =
        CascadeBench.machine(4, 3, 4)
            .with("machine.lastGroupChassis", 1L)
            .with("machine.ioBladesPerGroup", 3L)
            .with("machine.plannedGroups", 6L)
            .with("router.gateways", gateways)
            .routing(mode);
    assertTrue(follow(odd, 64).delivered > 0);
  }

  @Test
  void shouldAddAHopForEachLinkWhateverAHopIs() {
    final CascadeBench bench =
        toy()
            .routing("minimal")
            .with("link.hopTicks", 1_000L)
            .with("nic.injectionTicks", 77L)
            .with("nic.ejectionTicks", 33L)
            .with("run.ticks", 1_000_000L)
            .with("run.followTicks", 1_000_000L)
            .with("workload.load", 0.000_1);
    final Map<String, Object> summary = bench.summary();
    final Map<?, ?> excess = (Map<?, ?>) summary.get("zeroLoadExcessTicks");
    assertEquals(0L, excess.get("min"));
    assertEquals(0L, excess.get("max"));
    final Map<?, ?> response = (Map<?, ?>) summary.get("responseTicks");
    assertEquals(77 + 33 + 5 * 1_000 + 280L, response.get("max"));
  }

  @ParameterizedTest
  @CsvSource({
    "1, uniform, minimal",
    "64, uniform, valiant",
    "8, permutation, adaptive",
    "64, many-to-one, minimal",
    "64, group-shift, deterministic"
  })
  void shouldReportNoExcessInAQuietNetwork(long bytes, String kind, String mode) {
    final Map<String, Object> summary =
        CascadeBench.machine(6, 3, 4)
            .routing(mode)
            .messageBytes(bytes)
            .with("workload.kind", kind)
            .with("workload.load", 2e-5 * bytes / 64)
            .with("run.followTicks", 1_000_000L)
            .with("run.gridTicks", 1_000_000L)
            .ticks(20_000, 20_000_000)
            .summary();
    final Map<?, ?> excess = (Map<?, ?>) summary.get("zeroLoadExcessTicks");
    assertTrue((Long) ((Map<?, ?>) summary.get("responseTicks")).get("count") > 200);
    assertEquals(0L, excess.get("min"));
    assertEquals(0L, excess.get("max"));
    assertEquals(0L, summary.get("packetsUnfinished"));
  }

  /**
   * A node with one outstanding request sends one per round trip, so that its rate gives the round
   * trip.
   */
  @ParameterizedTest
  @ValueSource(strings = {"deterministic", "deterministic-valiant"})
  void shouldSendOneRequestPerRoundTripIfOneMayBeOutstanding(String mode) {
    final CascadeBench bench = toy().routing(mode).with("nic.outstanding", 1L);
    final Dragonfly dragonfly = bench.topology();
    final Set<Integer> links = new TreeSet<>();
    for (int target = 1; target < dragonfly.nodes(); target += 5) {
      final int[] hops = new int[2];
      final long[] count = new long[1];
      final Map<Integer, Integer> pair = Map.of(0, target);
      bench
          .streams(pair)
          .ticks(0, 2_000_000)
          .watchedBy(
              new CascadeBench.Watcher() {
                @Override
                public void delivered(long id, long word, long birth, long tick) {
                  hops[CascadePacketId.packetClass(id)] = CascadeBench.hops(word);
                  if (CascadePacketId.packetClass(id) == CascadePacketId.RESPONSE) {
                    count[0]++;
                    final long roundTrip = request(hops[0], 64) + response(hops[1]);
                    assertEquals(count[0] * roundTrip, tick);
                  }
                }
              });
      final CascadeBench.Outcome outcome = bench.run();
      final long roundTrip = request(hops[0], 64) + response(hops[1]);
      assertEquals((2_000_000 - 1) / roundTrip, count[0]);
      assertEquals(count[0], outcome.answered(0));
      links.add(hops[0] + hops[1]);
    }
    assertTrue(links.size() > 5, "links there and back: " + links);
  }

  @ParameterizedTest
  @CsvSource({
    "minimal, uniform, 0.9",
    "valiant, uniform, 0.5",
    "adaptive, group-shift, 0.8",
    "deterministic, permutation, 0.7",
    "tuned, all-to-all, 0.5"
  })
  void shouldBeTheSameOnTheBench(String mode, String kind, double load) {
    final CascadeBench bench =
        CascadeBench.machine(4, 2, 4)
            .routing(mode)
            .with("workload.kind", kind)
            .with("workload.load", load)
            .buffers(512)
            .ticks(10_000, 100_000);
    final String digest = bench.run().digest();
    assertEquals(bench.summary().get("digest"), digest);
    assertEquals(bench.with("partition.groups", 1L).summary().get("digest"), digest);
    assertNotEquals(bench.with("seed", 2L).summary().get("digest"), digest);
  }
}

package io.hopwright.models.reference.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomFabric;
import io.hopwright.models.testkit.RandomFabric.Kind;
import io.hopwright.models.testkit.RandomFabric.Numbers;
import io.hopwright.models.testkit.RandomFabric.Wire;
import io.hopwright.models.toy.Ring;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Single packets and sums in the reference model of fabrics, against the rules of the page. */
class ReferenceFabricTest {
  private static final long SEED = 1;
  private static final Case WORKLOAD = Case.of(new Ring()).with("seed", SEED);
  private static final ReferenceDraws DRAWS = new ReferenceDraws(SEED);

  static Stream<RandomFabric> fabrics() {
    return IntStream.range(0, 5).mapToObj(seed -> RandomFabric.of(new Random(seed)));
  }

  private static ReferenceFabric<?> build(RandomFabric fabric, Case workload) {
    return ReferenceFabric.of(
        new RandomReference(fabric, workload.settings(), RunPlan.of(workload.settings(), 1)));
  }

  /** Returns the links of packet {@code q}, which makes its own choices. */
  private static List<Wire> route(RandomFabric fabric, int s, long q, int d) {
    final List<Wire> links = new ArrayList<>();
    int r = fabric.router(s);
    int i = fabric.linkPorts().get(r);
    int v = 0;
    while (r != fabric.router(d)) {
      final List<Integer> hop =
          fabric.route(
              r, i, v, s, d, (k, n) -> ReferenceDraws.pick(DRAWS.draw(Purpose.ROUTE, s, q, k), n));
      final Wire link = fabric.wire(r, hop.get(0)).orElseThrow();
      links.add(link);
      r = link.farRouter();
      i = link.farPort();
      v = hop.get(1);
    }
    return links;
  }

  /** A packet is undisturbed, as its source sends the next one much later. */
  @ParameterizedTest
  @MethodSource("fabrics")
  void shouldTakeTheZeroLoadLatencyBetweenAllPairs(RandomFabric fabric) {
    final Numbers numbers = fabric.numbers();
    final int nodes = fabric.nodesInAll();
    final ReferenceFabric<?> machine =
        build(fabric, WORKLOAD.with("workload.load", 1e-9 * numbers.w()));
    final long scale = ReferenceDraws.scale(1e-9 * numbers.w() / numbers.w());
    final long end = 400L * nodes * 1_000_000_000L;
    machine.run(end);
    final Set<List<Integer>> pairs = new HashSet<>();
    long digest = 0;
    for (int s = 0; s < nodes; s++) {
      long birth = -1;
      for (long q = 0; ; q++) {
        birth += DRAWS.gap(s, 0, q, scale);
        final int d = DRAWS.uniformDestination(s, 0, q, nodes);
        final long hops =
            route(fabric, s, q, d).stream()
                .mapToLong(link -> fabric.kinds().get(link.kind()).hop())
                .sum();
        final long delivery = birth + numbers.in() + hops + numbers.out();
        if (delivery >= end) {
          break;
        }
        digest += ReferenceDraws.deliveryWord(s, d, 0, q, 0, delivery);
        pairs.add(List.of(s, d));
      }
    }
    assertEquals(nodes * (nodes - 1), pairs.size());
    assertEquals(digest, machine.digest());
  }

  /**
   * All pairs send once, so that each link carries a known number of packets; the link is busy for
   * at least their time.
   */
  @ParameterizedTest
  @MethodSource("fabrics")
  void shouldCarryEachPacketOnceAndNoLinkMoreThanItsShare(RandomFabric fabric) {
    final int nodes = fabric.nodesInAll();
    final Numbers numbers = fabric.numbers();
    final Map<Wire, Long> packets = new HashMap<>();
    for (int s = 0; s < nodes; s++) {
      for (int m = 0; m < nodes - 1; m++) {
        route(fabric, s, m, (s + 1 + m) % nodes)
            .forEach(link -> packets.merge(link, 1L, Long::sum));
      }
    }
    final ReferenceFabric<?> machine =
        build(fabric, WORKLOAD.set("workload.kind=all-to-all run.end=drained"));
    while (machine.nextEffectTick() < Long.MAX_VALUE) {
      machine.run(machine.nextEffectTick() + 100);
      machine.checkConservation();
    }
    final long all = (long) nodes * (nodes - 1);
    assertTrue(machine.isSettled() && machine.isHome());
    assertEquals(all, machine.count(ReferenceMachine.DELIVERED));
    assertEquals(all * numbers.dataBytes(), machine.count(ReferenceMachine.BYTES_DELIVERED));
    assertEquals(all * numbers.w(), machine.count("busyTicks.node"));
    for (final Kind kind : fabric.kinds()) {
      final long ofKind =
          packets.entrySet().stream()
              .filter(entry -> fabric.kinds().get(entry.getKey().kind()).equals(kind))
              .mapToLong(Map.Entry::getValue)
              .sum();
      assertEquals(ofKind * kind.w(), machine.count("busyTicks." + kind.name()));
    }
    final long most =
        packets.entrySet().stream()
            .mapToLong(entry -> entry.getValue() * fabric.kinds().get(entry.getKey().kind()).w())
            .max()
            .orElse(0);
    final long bound = Math.max(most, (nodes - 1) * numbers.w());
    assertTrue(machine.now() >= bound, () -> machine.now() + " < " + bound);
  }

  /**
   * Returns the bound of the page; its probabilities are estimated from this number of packets of
   * each pair.
   */
  private static double boundOfLoad(RandomFabric fabric) {
    final int tries = 100;
    final int nodes = fabric.nodesInAll();
    final Map<Wire, Double> ticks = new HashMap<>();
    for (int s = 0; s < nodes; s++) {
      for (int d = 0; d < nodes; d++) {
        for (long q = 0; s != d && q < tries; q++) {
          route(fabric, s, q, d)
              .forEach(
                  link ->
                      ticks.merge(
                          link, fabric.kinds().get(link.kind()).w() / (double) tries, Double::sum));
        }
      }
    }
    final double node = (nodes - 1) * fabric.numbers().w();
    return node / ticks.values().stream().reduce(node, Math::max);
  }

  @ParameterizedTest
  @MethodSource("fabrics")
  void shouldDeliverWhatIsBelowTheBoundsAndNoMoreThanTheyAllow(RandomFabric fabric) {
    final int nodes = fabric.nodesInAll();
    final long w = fabric.numbers().w();
    final double bound = boundOfLoad(fabric);
    final double load = 0.7 * bound;
    final ReferenceFabric<?> below = build(fabric.withRoom(), WORKLOAD.with("workload.load", load));
    below.run(20_000);
    final double born = load / w * nodes * 20_000;
    final double delivered = below.count(ReferenceMachine.DELIVERED);
    assertEquals(born, delivered, 6 * Math.sqrt(born) + 0.03 * born);
    final ReferenceFabric<?> saturated = build(fabric, WORKLOAD.set("workload.load=saturated"));
    saturated.run(4_000);
    assertTrue(saturated.count(ReferenceMachine.DELIVERED) * w <= 4_000L * nodes);
    for (int kind = 0; kind < fabric.kinds().size(); kind++) {
      final int of = kind;
      final Kind ofLinks = fabric.kinds().get(kind);
      final long links = 2 * fabric.wires().stream().filter(wire -> wire.kind() == of).count();
      final long most = links * (4_000 + ofLinks.w());
      assertTrue(saturated.count("busyTicks." + ofLinks.name()) <= most);
    }
    final ReferenceFabric<?> incast =
        build(fabric, WORKLOAD.set("workload.kind=incast workload.load=saturated"));
    incast.run(20_000);
    assertTrue(incast.count(ReferenceMachine.DELIVERED) * w <= 20_000);
  }

  @Test
  void shouldNotDependOnTheOrderOfRouters() {
    final RandomFabric fabric = RandomFabric.of(new Random(3));
    final Case saturated = WORKLOAD.set("workload.load=saturated");
    final ReferenceFabric<?> forwards = build(fabric, saturated);
    final ReferenceFabric<?> backwards = build(fabric, saturated);
    backwards.goBackwards();
    forwards.run(5_000);
    backwards.run(5_000);
    assertEquals(forwards.digest(), backwards.digest());
    assertEquals(forwards.counts(), backwards.counts());
  }

  /** No event happens in the ticks that the model skips. */
  @Test
  void shouldWakeUpWheneverSomethingCanHappen() {
    final RandomFabric fabric = RandomFabric.of(new Random(4));
    for (final String load : List.of("0.1", "saturated")) {
      final ReferenceFabric<?> some = build(fabric, WORKLOAD.set("workload.load=" + load));
      final ReferenceFabric<?> all = build(fabric, WORKLOAD.set("workload.load=" + load));
      for (long tick = 0; tick < 5_000; tick++) {
        all.wake(tick);
      }
      some.run(5_000);
      all.run(5_000);
      assertTrue(some.count(ReferenceMachine.DELIVERED) > 10);
      assertEquals(all.digest(), some.digest());
    }
  }

  /** Returns two routers with a node each, two links between them, and a routing function. */
  private static ReferenceFabric<?> pair(List<Integer> hop) {
    final Settings settings = WORKLOAD.settings();
    final LinkClass link = new LinkClass("link", 1, 5, 5, 8);
    return ReferenceFabric.of(
        new FabricReference(
            settings,
            RunPlan.of(settings, 1),
            1,
            new FabricReference.Packets(1, 8, 8),
            NodePorts.of(1, 8),
            List.of(link)) {
          {
            addRouter(3, 1);
            addRouter(3, 1);
            addRouter(3, 0);
            addLink(0, 0, 2, 0);
            addLink(1, 0, 2, 1);
          }

          @Override
          protected Hop route(int r, int i, int v, int s, int d, Choice choice) {
            return r == 2 ? new Hop(i, 0) : new Hop(hop.get(0), hop.get(1));
          }
        });
  }

  @Test
  void shouldRefuseRoutesThatDoNotExist() {
    for (final List<Integer> hop :
        List.of(List.of(1, 0), List.of(3, 0), List.of(0, 1), List.of(7, 0))) {
      final ReferenceFabric<?> machine = pair(hop);
      final IllegalStateException failure =
          assertThrows(IllegalStateException.class, () -> machine.run(1_000));
      assertTrue(failure.getMessage().contains("does not exist"), failure::getMessage);
    }
  }

  @Test
  void shouldEndWherePacketsGoRoundForEver() {
    final ReferenceFabric<?> machine = pair(List.of(0, 0));
    final IllegalStateException failure =
        assertThrows(IllegalStateException.class, () -> machine.run(1_000));
    assertTrue(
        failure.getMessage().contains("a link more than the fabric has VCs"), failure::getMessage);
  }
}

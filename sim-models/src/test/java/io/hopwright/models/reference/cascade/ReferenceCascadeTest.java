package io.hopwright.models.reference.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceCrossbarRouter.End;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.cascade.ReferenceCascade.Delivery;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeConfig;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeTraffic;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.BlueLink;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Colour;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Seat;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Step;
import io.hopwright.models.reference.cascade.routing.ReferenceFaults;
import io.hopwright.models.reference.cascade.routing.ReferenceMode;
import io.hopwright.models.reference.cascade.routing.ReferenceModes;
import io.hopwright.models.reference.cascade.routing.ReferenceRoute;
import io.hopwright.models.reference.cascade.routing.ReferenceRouting;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.Matrices;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Properties of the reference Cascade that need no second implementation. */
class ReferenceCascadeTest {
  private static final List<String> KINDS =
      List.of(
          "uniform",
          "all-to-all",
          "all-to-all-random",
          "rotations",
          "group-shift",
          "many-to-one",
          "matrix",
          "permutation",
          "stream");

  private static final int REQUEST = ReferenceCascadePacket.REQUEST;
  private static final int RESPONSE = ReferenceCascadePacket.RESPONSE;

  private static Case machine(int groups, int chassis, int blades) {
    return Case.of(new Cascade())
        .with("machine.groups", groups)
        .with("machine.chassisPerGroup", chassis)
        .with("machine.bladesPerChassis", blades)
        .with("workload.load", 0.1);
  }

  private static ReferenceCascadeConfig config(Case builder) {
    final Settings settings = builder.settings();
    return new ReferenceCascadeConfig(settings, RunPlan.of(settings, 1));
  }

  private static ReferenceCascade cascade(Case builder) {
    return new ReferenceCascade(config(builder), null, List.of());
  }

  /** Runs until no event is pending, or to the given tick. */
  private static ReferenceCascade run(Case builder, long stopTick) {
    final ReferenceCascade cascade = cascade(builder);
    cascade.run(stopTick);
    return cascade;
  }

  private static Case bornBefore(long tick, Case builder) {
    return builder.with("run.end", "drained", "run.ticks", tick);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns groups of two chassis with four blades, 32 nodes. */
  private static Case toy(int groups) {
    return machine(groups, 2, 4);
  }

  private static ReferenceDragonfly dragonfly(Case builder) {
    return new ReferenceDragonfly(config(builder));
  }

  // ------------------------------------------------------------------------------- topology

  @Test
  void shouldLeadBackFromTheFarEndOfEveryLink() {
    for (final Case machine :
        List.of(
            toy(1),
            toy(5),
            toy(9).with("machine.lastGroupChassis", 1),
            toy(3).with("machine.plannedGroups", 7).with("machine.ioBladesPerGroup", 3),
            machine(4, 6, 16).with("machine.lastGroupChassis", 3),
            machine(2, 1, 2))) {
      final ReferenceCascadeConfig config = config(machine);
      final ReferenceDragonfly dragonfly = new ReferenceDragonfly(config);
      for (int aries = 0; aries < dragonfly.aries(); aries++) {
        final Map<Colour, Integer> links = new EnumMap<>(Colour.class);
        for (int port = 0; port < ReferenceDragonfly.FIRST_TILE; port++) {
          final End far = dragonfly.farEnd(aries, port);
          if (far == null) {
            continue;
          }
          assertEquals(new End(aries, port), dragonfly.farEnd(far.router(), far.port()));
          assertEquals(
              ReferenceDragonfly.colour(port), ReferenceDragonfly.colour(far.port()), "colour");
          links.merge(ReferenceDragonfly.colour(port), 1, Integer::sum);
          final boolean sameGroup = dragonfly.group(aries) == dragonfly.group(far.router());
          final boolean sameChassis =
              sameGroup && dragonfly.chassis(aries) == dragonfly.chassis(far.router());
          switch (ReferenceDragonfly.colour(port)) {
            case GREEN -> assertTrue(sameChassis && far.router() != aries);
            case BLACK -> {
              assertTrue(sameGroup && !sameChassis);
              assertEquals(dragonfly.blade(aries), dragonfly.blade(far.router()));
              assertEquals((port - 15) % 3, (far.port() - 15) % 3, "link j joins link j");
            }
            case BLUE -> assertFalse(sameGroup);
          }
        }
        assertEquals(config.bladesPerChassis - 1, links.get(Colour.GREEN));
        assertEquals(
            3 * (config.chassis(dragonfly.group(aries)) - 1), links.getOrDefault(Colour.BLACK, 0));
        assertTrue(links.getOrDefault(Colour.BLUE, 0) <= 10);
      }
    }
  }

  @Test
  void shouldFollowTheTableOfPorts() {
    final ReferenceDragonfly dragonfly = dragonfly(machine(2, 6, 16));
    final int aries = dragonfly.aries(1, 2, 5);
    assertEquals(96 + 32 + 5, aries);
    assertEquals(dragonfly.aries(1, 2, 4), dragonfly.farEnd(aries, 4).router());
    assertEquals(dragonfly.aries(1, 2, 6), dragonfly.farEnd(aries, 5).router());
    assertEquals(new End(dragonfly.aries(1, 1, 5), 15 + 3 + 2), dragonfly.farEnd(aries, 20));
    assertEquals(new End(dragonfly.aries(1, 3, 5), 15 + 6), dragonfly.farEnd(aries, 21));
    assertEquals(new Step(4, 1), dragonfly.step(aries, dragonfly.aries(1, 0, 4), null));
    assertEquals(new Step(15, 3), dragonfly.step(aries, dragonfly.aries(1, 0, 5), null));
    assertNull(dragonfly.step(aries, aries, null));
  }

  @Test
  void shouldSpreadCablesOverChassisThenPairsOfBlades() {
    final ReferenceDragonfly dragonfly = dragonfly(machine(2, 6, 16));
    final List<BlueLink> links = dragonfly.blueLinks(0, 1);
    assertEquals(240 * 4, links.size());
    assertEquals(new End(dragonfly.aries(0, 0, 0), 30), links.get(0).from());
    assertEquals(new End(dragonfly.aries(0, 0, 1), 31), links.get(3).from());
    assertEquals(new End(dragonfly.aries(0, 1, 0), 30), links.get(4).from(), "next chassis");
    assertEquals(new End(dragonfly.aries(0, 0, 2), 30), links.get(24).from(), "next pair");
    assertEquals(new End(dragonfly.aries(0, 0, 0), 32), links.get(6 * 8 * 4).from(), "cable 1");
    for (final BlueLink link : links) {
      assertEquals(link.from().port(), link.to().port(), "two groups mirror each other");
    }
  }

  @Test
  void shouldCountCablesAndNodes() {
    final ReferenceDragonfly six = dragonfly(machine(6, 6, 16).with("machine.cablesPerPair", 12));
    assertEquals(240, six.cables);
    for (int g = 0; g < 6; g++) {
      final Set<End> ends = blueEnds(six, g, 6);
      assertEquals(60 * 4, ends.size(), "60 of 240 cables");
    }
    final ReferenceDragonfly most = dragonfly(machine(6, 6, 16));
    assertEquals(48, most.cablesPerPair);
    final ReferenceDragonfly largest = dragonfly(machine(241, 6, 16));
    assertEquals(92_544, largest.nodes());
    assertEquals(1, largest.cablesPerPair);
    assertEquals(4, largest.blueLinks(240, 0).size());
  }

  private static Set<End> blueEnds(ReferenceDragonfly dragonfly, int group, int groups) {
    final Set<End> ends = new HashSet<>();
    for (int h = 0; h < groups; h++) {
      if (h != group) {
        dragonfly.blueLinks(group, h).forEach(link -> assertTrue(ends.add(link.from())));
      }
    }
    return ends;
  }

  @Test
  void shouldLeaveCablesInPlaceWhenGroupsAreAdded() {
    final int planned = 7;
    final Case all = toy(planned);
    final ReferenceDragonfly complete = dragonfly(all);
    for (int groups = 2; groups < planned; groups++) {
      final ReferenceDragonfly part = dragonfly(toy(groups).with("machine.plannedGroups", planned));
      for (int g = 0; g < groups; g++) {
        for (int h = 0; h < groups; h++) {
          assertEquals(complete.blueLinks(g, h), part.blueLinks(g, h), "as planned");
        }
      }
    }
  }

  @Test
  void shouldLeaveOutCablesOfMissingChassis() {
    final ReferenceDragonfly full = dragonfly(toy(4));
    final ReferenceDragonfly half = dragonfly(toy(4).with("machine.lastGroupChassis", 1));
    assertEquals(full.aries() - 4, half.aries());
    assertEquals(full.blueLinks(0, 2), half.blueLinks(0, 2));
    final List<BlueLink> kept = new ArrayList<>(full.blueLinks(0, 3));
    kept.removeIf(link -> full.chassis(link.to().router()) > 0);
    assertEquals(kept, half.blueLinks(0, 3));
    assertTrue(kept.size() < full.blueLinks(0, 3).size());
  }

  @Test
  void shouldSeatNodesAroundIoBlades() {
    final ReferenceDragonfly dragonfly = dragonfly(toy(2).with("machine.ioBladesPerGroup", 3));
    // Chassis 0 has I/O blades in slots 3 and 2, chassis 1 in slot 3.
    final List<Integer> io = new ArrayList<>();
    for (int aries = 0; aries < 8; aries++) {
      if (dragonfly.isIoBlade(aries)) {
        io.add(aries);
      }
    }
    assertEquals(List.of(2, 3, 7), io);
    assertEquals(2 * (5 * 4 + 3 * 2), dragonfly.nodes());
    assertEquals(new Seat(2, 2), dragonfly.seat(9));
    assertEquals(new Seat(3, 0), dragonfly.seat(10));
    assertEquals(26, dragonfly.firstNode(1));
    assertEquals(26, dragonfly.nodesOf(1));
    for (int node = 0; node < dragonfly.nodes(); node++) {
      assertEquals(node, dragonfly.node(dragonfly.seat(node)));
    }
  }

  // ------------------------------------------------------------------------ packets, traffic

  @Test
  void shouldTakeTheTimesOfThePage() {
    final ReferenceCascadeConfig config = config(toy(2));
    final ReferenceCascadePacket request = ReferenceCascadePacket.request(0, 1, 0, 64, 0);
    final ReferenceCascadePacket response = request.response(0);
    assertEquals(28, request.flits());
    assertEquals(3, response.flits());
    assertEquals(90, request.wireBytes());
    assertEquals(10, response.wireBytes());
    assertEquals(750, request.linkTicks(config, false));
    assertEquals(840, request.linkTicks(config, true));
    assertEquals(84, response.linkTicks(config, false));
    assertEquals(94, response.linkTicks(config, true));
    assertEquals(102 + 178, ReferenceRateNic.hostTicks(config, request));
    assertEquals(94, ReferenceRateNic.hostTicks(config, response));
    assertEquals(560, request.tileTicks(config));
    final ReferenceCascadePacket small = ReferenceCascadePacket.request(0, 1, 0, 1, 0);
    assertEquals(7, small.flits());
    assertEquals(23, small.wireBytes());
    assertEquals(105, ReferenceRateNic.hostTicks(config, small));
  }

  @Test
  void shouldTakeTheTimesOfOtherRates() {
    final ReferenceCascadeConfig config =
        config(
            toy(2)
                .set("link.electricalMegabitsPerSecond=25000 link.opticalMegabitsPerSecond=11003")
                .set("nic.megabytesPerSecond=31501 router.tileFlitTicks=7"));
    final ReferenceCascadePacket request = ReferenceCascadePacket.request(0, 1, 0, 64, 0);
    final ReferenceCascadePacket response = request.response(0);
    // wire time of 90 bytes at 25 / 3 · 14 / 25
    assertEquals(420, request.linkTicks(config, false));
    assertEquals(955, request.linkTicks(config, true)); // 954.28
    assertEquals(47, response.linkTicks(config, false)); // 46.67
    assertEquals(107, response.linkTicks(config, true)); // 106.03
    assertEquals(102 + 89, ReferenceRateNic.hostTicks(config, request)); // 88.89
    assertEquals(94, ReferenceRateNic.hostTicks(config, response));
    assertEquals(196, request.tileTicks(config));
  }

  private static ReferenceCascadeTraffic traffic(Case builder) {
    final ReferenceCascadeConfig config = config(builder);
    return new ReferenceCascadeTraffic(
        config, new ReferenceDragonfly(config), new ReferenceDraws(config.seed));
  }

  @Test
  void shouldSendToWhomTheKindSays() {
    for (final int groups : new int[] {1, 2, 5}) {
      final Case machine = toy(groups).with("machine.ioBladesPerGroup", 1);
      final int nodes = dragonfly(machine).nodes();
      for (final String kind : List.of("all-to-all", "all-to-all-random")) {
        final ReferenceCascadeTraffic traffic = traffic(machine.with("workload.kind", kind));
        for (int node = 0; node < nodes; node++) {
          final BitSet destinations = new BitSet();
          for (long m = 0; m < traffic.messages(node); m++) {
            destinations.set(traffic.destination(node, m));
          }
          assertEquals(nodes - 1, destinations.cardinality());
          assertFalse(destinations.get(node));
        }
      }
      final ReferenceCascadeTraffic ring = traffic(machine.with("workload.kind", "permutation"));
      int at = 0;
      final BitSet visited = new BitSet();
      for (int i = 0; i < nodes; i++) {
        visited.set(at);
        assertEquals(ring.destination(at, 0), ring.destination(at, 17));
        at = ring.destination(at, 0);
      }
      assertEquals(0, at, "one ring");
      assertEquals(nodes, visited.cardinality(), "through all nodes");
    }
    final ReferenceCascadeTraffic shift =
        traffic(
            toy(3)
                .with("machine.lastGroupChassis", 1)
                .with("workload.kind", "group-shift")
                .with("workload.shiftGroups", 2));
    assertEquals(64 + 5, shift.destination(5, 0));
    assertEquals(64 + 5, shift.destination(16 + 5, 0), "place modulo its 16 nodes");
    assertEquals(32 + 5, shift.destination(64 + 5, 9));
    final ReferenceCascadeTraffic hot =
        traffic(toy(2).with("workload.kind", "incast").with("workload.target", 7));
    assertEquals(0, hot.messages(7));
    assertEquals(7, hot.destination(40, 3));
  }

  @Test
  void shouldCutMessagesIntoRequests() {
    final ReferenceCascadeTraffic traffic =
        traffic(toy(2).with("workload.messageBytes", List.of(150)).with("workload.load", 0.2));
    assertEquals(3, traffic.requestsPerMessage);
    assertEquals(
        List.of(64, 64, 22, 64),
        List.of(
            traffic.dataBytes(5, 0),
            traffic.dataBytes(5, 1),
            traffic.dataBytes(5, 2),
            traffic.dataBytes(5, 3)));
    long sum = 0;
    for (int message = 0; message < 100_000; message++) {
      sum += traffic.gapTicks(3, message);
    }
    final double mean = 150 / (0.2 * 6 / 35);
    assertEquals(mean, sum / 100_000.0, 4 * mean / Math.sqrt(100_000));
  }

  // -------------------------------------------------------------------------- quiet machines

  /** The runs have a single request in the whole machine, and its response. */
  @Test
  @Tag("slow")
  void shouldMeetTheZeroLoadFormulaExactly() {
    final Map<Boolean, Set<Integer>> links = new HashMap<>(Map.of(true, Set.of(), false, Set.of()));
    int singles = 0;
    for (final ReferenceMode.Kind routing : ReferenceMode.Kind.values()) {
      for (long seed = 0; seed < 250; seed++) {
        final int dataBytes = 1 + (int) (seed % 64);
        final Case single =
            toy(3)
                .with("seed", seed)
                .with("router.routing", word(routing))
                .with(
                    "router.bias",
                    routing == ReferenceMode.Kind.TUNED ? -50 : 0) // negative favours non-minimal
                .with("workload.messageBytes", List.of(dataBytes))
                .with("workload.load", 1.5 * 35 / 6 * dataBytes / 96 / 20_000)
                .with("run.end", "drained", "run.ticks", 20_000)
                .with("machine.blueLinks", seed % 2 == 0 ? "electrical" : "optical");
        final ReferenceCascade cascade = cascade(single);
        final List<Delivery> deliveries = new ArrayList<>();
        cascade.listen(deliveries::add);
        cascade.run(Long.MAX_VALUE);
        if (deliveries.size() != 2) {
          continue;
        }
        singles++;
        final Delivery request = deliveries.get(0);
        final Delivery response = deliveries.get(1);
        assertEquals(
            30_625 + 4_375 * request.packet().links() + 102 + (25 * dataBytes + 8) / 9,
            request.tick() - request.packet().birthTick);
        assertEquals(request.tick(), response.packet().birthTick);
        assertEquals(
            30_625 + 4_375 * response.packet().links() + 94,
            response.tick() - response.packet().birthTick);
        assertEquals(0, request.excessTicks());
        assertEquals(
            request.packet().links() + response.packet().links(),
            count(cascade, ReferenceMachine.HOPS));
        assertEquals(dataBytes, count(cascade, ReferenceMachine.BYTES_DELIVERED));
        assertEquals(1, count(cascade, "answered." + request.packet().source()));
        assertEquals(
            ReferenceDraws.deliveryWord(
                    request.packet().source(),
                    request.packet().destination(),
                    0,
                    0,
                    REQUEST,
                    request.tick())
                + ReferenceDraws.deliveryWord(
                    request.packet().destination(),
                    request.packet().source(),
                    0,
                    0,
                    RESPONSE,
                    response.tick()),
            cascade.digest());
        for (final Delivery delivery : deliveries) {
          final Set<Integer> sorted = new TreeSet<>(links.get(delivery.packet().route.isMinimal()));
          sorted.add(delivery.packet().links());
          links.put(delivery.packet().route.isMinimal(), sorted);
        }
      }
    }
    assertTrue(singles > 300, "runs with one request: " + singles);
    assertEquals(Set.of(0, 1, 2, 3, 4, 5), links.get(true));
    assertTrue(links.get(false).containsAll(Set.of(2, 3, 4, 5, 6, 7, 8, 9)), "" + links);
  }

  private static long count(ReferenceCascade cascade, String name) {
    return cascade.count(name);
  }

  @Test
  void shouldTakeAtMostTheLinksOfThePage() {
    final long[] most = new long[2];
    for (final String word : List.of("minimal", "valiant")) {
      for (final int groups : new int[] {1, 4}) {
        final ReferenceCascade cascade =
            cascade(
                bornBefore(
                    150_000, toy(groups).with("router.routing", word, "workload.load", 0.02)));
        cascade.listen(
            delivery -> {
              final int g = cascade.dragonfly.groupOfNode(delivery.packet().source());
              final int h = cascade.dragonfly.groupOfNode(delivery.packet().destination());
              final int ceiling = g == h ? 2 : 5;
              if (delivery.packet().route.isMinimal()) {
                assertTrue(delivery.packet().links() <= ceiling, "minimal " + delivery);
              } else {
                assertTrue(
                    delivery.packet().links() <= (g == h ? 4 : 10), "non-minimal " + delivery);
              }
            });
        cascade.run(Long.MAX_VALUE);
        final long minimal = count(cascade, "mostLinks.minimal");
        final long nonMinimal = count(cascade, "mostLinks.nonMinimal");
        most[0] = Math.max(most[0], minimal);
        most[1] = Math.max(most[1], nonMinimal);
        if (groups == 1) {
          assertEquals(word.equals("minimal") ? 0 : 4, nonMinimal);
          assertEquals(word.equals("minimal") ? 2 : 0, minimal);
          assertEquals(0, count(cascade, "started.blue"), "no blue links");
        }
      }
    }
    assertEquals(5, most[0]);
    assertEquals(10, most[1]);
  }

  /** The drawn links are those of {@code any}, except links with a longer route to them. */
  @Test
  @Tag("slow")
  void shouldDrawAmongTheNearestGateways() {
    final Case machine = toy(4).with("machine.ioBladesPerGroup", 1);
    final ReferenceDragonfly dragonfly = dragonfly(machine);
    for (final String routing : List.of("minimal", "valiant")) {
      final Map<List<Integer>, Set<BlueLink>> any =
          drawn(machine.with("router.gateways", "any"), routing);
      final Map<List<Integer>, Set<BlueLink>> near =
          drawn(machine.with("router.gateways", "near"), routing);
      assertEquals(any.keySet(), near.keySet());
      int fewer = 0;
      for (final List<Integer> way : any.keySet()) {
        assertEquals(
            new HashSet<>(dragonfly.blueLinks(dragonfly.group(way.get(0)), way.get(1))),
            any.get(way));
        final TreeSet<Integer> distances = new TreeSet<>();
        any.get(way).forEach(link -> distances.add(localLinks(dragonfly, way.get(0), link)));
        final Set<BlueLink> nearest = new HashSet<>(any.get(way));
        nearest.removeIf(link -> localLinks(dragonfly, way.get(0), link) > distances.first());
        assertEquals(nearest, near.get(way));
        fewer += nearest.size() < any.get(way).size() ? 1 : 0;
      }
      assertTrue(fewer > any.size() / 2);
    }
  }

  private static int localLinks(ReferenceDragonfly dragonfly, int from, BlueLink link) {
    final int gateway = link.from().router();
    return (dragonfly.blade(from) == dragonfly.blade(gateway) ? 0 : 1)
        + (dragonfly.chassis(from) == dragonfly.chassis(gateway) ? 0 : 1);
  }

  private static ReferenceRouting routing(
      ReferenceCascadeConfig config, ReferenceDragonfly dragonfly, long seed) {
    return new ReferenceRouting(
        config,
        dragonfly,
        new ReferenceDraws(seed),
        new ReferenceModes(config, 1, dragonfly.nodes(), List.of()),
        new ReferenceFaults(config, dragonfly));
  }

  /** Returns the drawn blue links, by the Aries of the draw and the group at their other end. */
  private static Map<List<Integer>, Set<BlueLink>> drawn(Case machine, String routing) {
    final ReferenceCascadeConfig config = config(machine.with("router.routing", routing));
    final ReferenceDragonfly dragonfly = new ReferenceDragonfly(config);
    final ReferenceRouting routes = routing(config, dragonfly, 3);
    final Map<List<Integer>, Set<BlueLink>> drawn = new HashMap<>();
    for (int q = 0; q < 200_000; q++) {
      final int source = q % dragonfly.nodes();
      final int target = ReferenceDraws.pick(ReferenceDraws.mix(q), dragonfly.nodes());
      final int from = dragonfly.seat(source).aries();
      final int to = dragonfly.seat(target).aries();
      if (from == to) {
        continue;
      }
      final ReferenceRoute route =
          routes.choose(
              ReferenceCascadePacket.request(source, target, q, 64, 0), (aries, port) -> 0, 0);
      assertEquals(routing.equals("minimal"), route.isMinimal());
      final int over = route.isMinimal() ? from : route.root();
      note(drawn, dragonfly, from, over, route.toRoot());
      note(drawn, dragonfly, over, to, route.toDestination());
    }
    return drawn;
  }

  private static void note(
      Map<List<Integer>, Set<BlueLink>> drawn,
      ReferenceDragonfly dragonfly,
      int from,
      int to,
      BlueLink link) {
    assertEquals(link == null, dragonfly.group(from) == dragonfly.group(to));
    if (link != null) {
      drawn.computeIfAbsent(List.of(from, dragonfly.group(to)), key -> new HashSet<>()).add(link);
    }
  }

  @Test
  void shouldAddUpTheLinksOfAWayToTheFirstBlueOne() {
    final ReferenceCascadeConfig config = config(toy(3));
    final ReferenceDragonfly dragonfly = new ReferenceDragonfly(config);
    final ReferenceRouting routing = routing(config, dragonfly, 1);
    final int nodes = dragonfly.nodes();
    int rootsInSourceGroup = 0;
    for (int q = 0; q < 20_000; q++) {
      final int target = (17 * q + 31) % nodes;
      final ReferenceCascadePacket packet =
          ReferenceCascadePacket.request(q % nodes, target, q, 64, 0);
      final int source = dragonfly.seat(packet.source()).aries();
      final int destination = dragonfly.seat(packet.destination()).aries();
      for (int number = 0; number < 4; number++) {
        final ReferenceRoute route = routing.candidate(packet, number, 0);
        assertEquals(number < 2, route.isMinimal());
        long expected = 0;
        if (route.isMinimal()) {
          expected = loadOfLeg(dragonfly, source, destination, route.toDestination());
        } else {
          final boolean rootHere = dragonfly.group(source) == dragonfly.group(route.root());
          expected = loadOfLeg(dragonfly, source, route.root(), route.toRoot());
          if (rootHere) {
            rootsInSourceGroup++;
            expected += loadOfLeg(dragonfly, route.root(), destination, route.toDestination());
          } else {
            assertNotEquals(dragonfly.group(source), dragonfly.group(destination));
          }
        }
        assertEquals(expected, routing.load(route, source, (aries, port) -> load(aries, port), 0));
      }
    }
    assertTrue(rootsInSourceGroup > 1_000);
  }

  /** Returns a load of an output; in every black bundle the second link has the least. */
  private static long load(int aries, int port) {
    final boolean second = ReferenceDragonfly.colour(port) == Colour.BLACK && (port - 15) % 3 == 1;
    return second ? aries : 1_000L * port + aries;
  }

  /** Returns the sum of loads on a minimal route from one Aries to another, up to a blue link. */
  private static long loadOfLeg(ReferenceDragonfly dragonfly, int from, int to, BlueLink over) {
    final boolean leaves = dragonfly.group(from) != dragonfly.group(to);
    final int goal = leaves ? over.from().router() : to;
    final int corner =
        dragonfly.aries(dragonfly.group(from), dragonfly.chassis(from), dragonfly.blade(goal));
    long sum = leaves ? load(goal, over.from().port()) : 0;
    for (int port = 0; port < ReferenceDragonfly.FIRST_BLACK; port++) {
      final End end = dragonfly.farEnd(from, port);
      sum += end != null && corner != from && end.router() == corner ? load(from, port) : 0;
    }
    // two chassis have one bundle; its second link counts
    return sum + (corner == goal ? 0 : corner);
  }

  @Test
  void shouldRememberTheLoadsOfTheMultipleBeforeTheLatest() {
    final ReferenceCascadeConfig config = config(toy(3).with("workload.load", "saturated"));
    final ReferenceCascade cascade = new ReferenceCascade(config, null, List.of());
    final List<List<Long>> atMultiples = new ArrayList<>();
    for (long stop = 0; stop < 30L * config.hopTicks; stop += config.hopTicks / 5) {
      while ((long) atMultiples.size() * config.hopTicks <= stop) {
        cascade.run((long) atMultiples.size() * config.hopTicks);
        atMultiples.add(loads(cascade, false));
      }
      cascade.run(stop);
      final int known = (int) (cascade.now() / config.hopTicks) - 1;
      final List<Long> remembered = loads(cascade, true);
      if (known >= 0) {
        assertEquals(atMultiples.get(known), remembered, "at tick " + cascade.now());
      } else {
        assertTrue(remembered.stream().allMatch(flits -> flits == 0));
      }
    }
    assertTrue(loads(cascade, true).stream().anyMatch(flits -> flits > 0));
  }

  private static List<Long> loads(ReferenceCascade cascade, boolean remembered) {
    final List<Long> loads = new ArrayList<>();
    for (int aries = 0; aries < cascade.routers(); aries++) {
      for (int port = 0; port < ReferenceDragonfly.FIRST_TILE; port++) {
        final ReferenceLink link = cascade.router(aries).link(port);
        if (link != null) {
          loads.add(remembered ? cascade.rememberedLoadFlits(aries, port) : link.loadFlits());
        }
      }
    }
    return loads;
  }

  @Test
  @Tag("slow")
  void shouldTakeMinimalWaysWhenQuiet() {
    final Case quiet = toy(3).with("workload.load", 0.001);
    final ReferenceCascade adaptive = run(quiet, 2_000_000);
    final ReferenceCascade valiant = run(quiet.with("router.routing", "valiant"), 2_000_000);
    final ReferenceCascade eager = run(quiet.with("router.bias", -100_000), 2_000_000);
    final ReferenceCascade reluctant =
        run(toy(3).with("router.bias", 100_000, "workload.load", 0.3), 200_000);
    assertTrue(
        count(adaptive, ReferenceMachine.HOPS) * 10 < count(valiant, ReferenceMachine.HOPS) * 9);
    final long more = count(eager, ReferenceMachine.TIMED) - count(valiant, ReferenceMachine.TIMED);
    assertTrue(Math.abs(more) <= 3);
    assertTrue(count(eager, "mostLinks.nonMinimal") > 5);
    assertEquals(0, count(reluctant, "mostLinks.nonMinimal"));
  }

  // ---------------------------------------------------------------------------- conservation

  /** Returns a small machine with random settings; the seed reproduces it. */
  private static Case random(long seed) {
    final Random random = new Random(seed);
    final int groups = 1 + random.nextInt(4);
    final int chassis = 1 + random.nextInt(3);
    final ReferenceMode.Kind[] routings = ReferenceMode.Kind.values();
    final Case builder =
        machine(groups, chassis, 2 + 2 * random.nextInt(2))
            .with("seed", seed)
            .with("machine.plannedGroups", groups + random.nextInt(2))
            .with("machine.lastGroupChassis", chassis - (chassis > 1 ? random.nextInt(2) : 0))
            .with("machine.ioBladesPerGroup", random.nextInt(3))
            .with("machine.blueLinks", random.nextBoolean() ? "electrical" : "optical")
            .with("router.routing", word(routings[random.nextInt(routings.length)]))
            .with("router.bias", random.nextInt(200) - 100)
            .with("router.nonMinimalWeight", random.nextInt(4))
            .with("router.electricalVcBytes", 84 + random.nextInt(1_000))
            .with("router.opticalVcBytes", 84 + random.nextInt(1_000))
            .with("nic.bufferBytes", 84 + random.nextInt(500))
            .with("nic.outstanding", 1 + random.nextInt(64))
            .with("link.hopTicks", 1_000 + random.nextInt(4_000))
            .with("link.creditTicks", random.nextInt(5_000))
            .with("router.gateways", random.nextBoolean() ? "near" : "any")
            .with("workload.kind", kind(random, groups))
            .with("workload.messageBytes", List.of(20 + random.nextInt(300)))
            .with("run.end", "drained", "run.ticks", 8_000);
    final Case loaded =
        random.nextBoolean()
            ? builder.with("workload.load", 1.5)
            : builder.with("workload.load", 0.05 + random.nextDouble());
    return withMatrix(loaded, random);
  }

  private static Case withMatrix(Case machine, Random random) {
    if (!machine.values().get("workload.kind").equals("matrix")) {
      return machine;
    }
    final Matrices.Shape[] shapes = Matrices.Shape.values();
    final int nodes = dragonfly(machine.with("workload.kind", "uniform")).nodes();
    return machine.with(
        "workload.matrix", Matrices.of(shapes[random.nextInt(shapes.length)], nodes, random));
  }

  /** Returns a random kind of traffic; a single group cannot send to itself. */
  private static String kind(Random random, int groups) {
    final String kind = KINDS.get(random.nextInt(KINDS.size()));
    return kind.equals("group-shift") && groups == 1 ? "permutation" : kind;
  }

  @Test
  @Tag("slow")
  void shouldDeliverEverythingOnceAndBringAllCreditsHome() {
    assertDeliversEverything(0, 3);
  }

  @Test
  @Tag("slow")
  void shouldDeliverEverythingOnManyMachines() {
    assertDeliversEverything(3, 60);
  }

  private static void assertDeliversEverything(long firstSeed, long endOfSeeds) {
    for (long seed = firstSeed; seed < endOfSeeds; seed++) {
      final String which = "seed " + seed;
      final ReferenceCascade cascade = cascade(random(seed));
      cascade.listen(delivery -> assertTrue(delivery.excessTicks() >= 0, which));
      cascade.run(Long.MAX_VALUE);
      assertTrue(cascade.isHome(), which);
      final long requests = count(cascade, "packetsInjected");
      assertTrue(requests > 0, which);
      assertEquals(requests, count(cascade, ReferenceMachine.TIMED), which);
      assertEquals(2 * requests, count(cascade, ReferenceMachine.DELIVERED), which);
      assertEquals(requests, answered(cascade).sum(), which);
      assertTrue(count(cascade, "mostLinks.minimal") <= 5, which);
      assertTrue(count(cascade, "mostLinks.nonMinimal") <= 10, which);
    }
  }

  private static LongStream answered(ReferenceCascade cascade) {
    return IntStream.range(0, cascade.dragonfly.nodes())
        .mapToLong(node -> count(cascade, "answered." + node));
  }

  @Test
  @Tag("slow")
  void shouldExchangeAllToAll() {
    for (final String kind : List.of("all-to-all", "all-to-all-random")) {
      final ReferenceCascade cascade =
          cascade(toy(2).with("workload.kind", kind, "workload.messageBytes", List.of(100)));
      final Map<List<Integer>, Integer> bytes = new HashMap<>();
      cascade.listen(
          delivery ->
              bytes.merge(
                  List.of(delivery.packet().source(), delivery.packet().destination()),
                  delivery.packet().deliveredBytes(),
                  Integer::sum));
      cascade.run(Long.MAX_VALUE);
      assertTrue(cascade.isHome());
      assertEquals(64 * 63, bytes.size());
      assertTrue(bytes.values().stream().allMatch(count -> count == 100));
      assertEquals(64L * 63 * 100, count(cascade, ReferenceMachine.BYTES_DELIVERED));
      assertTrue(answered(cascade).allMatch(count -> count == 63 * 2));
    }
  }

  @Test
  @Tag("slow")
  void shouldNeverExceedBuffersNorOutstanding() {
    for (long seed = 200; seed < 220; seed++) {
      final ReferenceCascade cascade =
          cascade(random(seed).with("run.end", "ticks", "workload.load", "saturated"));
      for (long stop = 0; stop <= 60_000; stop += 500) {
        cascade.run(stop);
        cascade.checkConservation();
      }
      assertTrue(count(cascade, ReferenceMachine.TIMED) > 0, "seed " + seed);
    }
  }

  @Test
  @Tag("slow")
  void shouldKeepDeterministicPacketsInOrder() {
    for (final String word : List.of("deterministic", "deterministic-valiant")) {
      for (final Case builder :
          List.of(
              toy(3).with("workload.kind", "group-shift").with("workload.load", "saturated"),
              toy(3).with("workload.kind", "permutation").with("workload.load", "saturated"),
              toy(3)
                  .with("workload.kind", "uniform")
                  .with("workload.messageBytes", List.of(500))
                  .with("workload.load", 0.6))) {
        final ReferenceCascade cascade =
            cascade(
                builder
                    .with("router.routing", word)
                    .with("router.electricalVcBytes", 600, "router.opticalVcBytes", 900));
        final Map<List<Integer>, Long> latest = new HashMap<>();
        cascade.listen(
            delivery -> {
              final Long before =
                  latest.put(
                      List.of(
                          delivery.packet().source(),
                          delivery.packet().destination(),
                          delivery.packet().packetClass),
                      delivery.packet().sequence);
              assertTrue(
                  before == null || before < delivery.packet().sequence, "in order: " + delivery);
            });
        cascade.run(200_000);
        assertTrue(answered(cascade).sum() > 1_000);
      }
    }
  }

  @Test
  @Tag("slow")
  void shouldKeepMovingUnderAdversarialTraffic() {
    for (final ReferenceMode.Kind routing : ReferenceMode.Kind.values()) {
      for (final String kind : List.of("group-shift", "incast", "uniform")) {
        final Case adversarial =
            toy(3)
                .with("router.routing", word(routing))
                .with("workload.kind", kind)
                .with("workload.load", "saturated")
                .with("machine.cablesPerPair", 1)
                .with("router.electricalVcBytes", 180)
                .with("router.opticalVcBytes", 180)
                .with("nic.bufferBytes", 180)
                .with("nic.outstanding", 64);
        final ReferenceCascade cascade = cascade(adversarial);
        long before = 0;
        for (long stop = 100_000; stop <= 200_000; stop += 50_000) {
          cascade.run(stop);
          final long delivered = count(cascade, ReferenceMachine.TIMED);
          assertTrue(delivered > before, routing + " " + kind + " before tick " + stop);
          before = delivered;
        }
        final ReferenceCascade ending =
            run(bornBefore(3_000, adversarial.with("workload.load", 2.0)), Long.MAX_VALUE);
        assertTrue(ending.isHome(), routing + " " + kind);
      }
    }
  }

  // --------------------------------------------------------------------------------- numbers

  @Test
  void shouldReachTheRatesOfTheHost() {
    // Ten blue links carry more than the two nodes of an Aries send; many-to-one traffic needs few
    // links.
    final Case pair =
        machine(2, 1, 2).with("machine.ioBladesPerGroup", 2).with("workload.load", "saturated");
    final double bothWays =
        bytesPerNanosecond(
                pair.with("workload.kind", "group-shift")
                    .with("router.routing", "minimal")
                    .with("router.gateways", "near"))
            / 8;
    assertEquals(7.5, bothWays, 0.02, "GB/s each way");
    final Case small =
        machine(1, 1, 2).with("machine.ioBladesPerGroup", 2).with("workload.load", "saturated");
    final double oneWay = bytesPerNanosecond(small.with("workload.kind", "incast"));
    assertEquals(10, oneWay, 0.02, "GB/s into one node");
  }

  private static double bytesPerNanosecond(Case builder) {
    final ReferenceCascade cascade = cascade(builder);
    cascade.run(300_000);
    final long before = count(cascade, ReferenceMachine.BYTES_DELIVERED);
    cascade.run(1_000_000);
    return (count(cascade, ReferenceMachine.BYTES_DELIVERED) - before) / (700_000 * 4 / 175.0);
  }

  @Test
  @Tag("slow")
  void shouldGiveTheSameDigestInPiecesAndBackwards() {
    for (long seed = 300; seed < 315; seed++) {
      final ReferenceCascade whole = run(random(seed), 70_000);
      final ReferenceCascade pieces = cascade(random(seed));
      pieces.goBackwards();
      for (long stop = 0; stop <= 70_000; stop += 700) {
        pieces.run(stop);
      }
      assertTrue(count(whole, ReferenceMachine.TIMED) > 0);
      assertEquals(whole.counts(), pieces.counts(), "seed " + seed);
      assertEquals(whole.digest(), pieces.digest(), "seed " + seed);
    }
    final Case machine = toy(2).with("workload.load", 0.5);
    assertNotEquals(
        run(machine.with("seed", 1), 100_000).digest(),
        run(machine.with("seed", 2), 100_000).digest());
  }

  @Test
  void shouldCountWhatHappensBeforeTheStopTick() {
    final Case twoRequests =
        bornBefore(
            1,
            toy(2)
                .with("workload.kind", "permutation")
                .with("workload.messageBytes", List.of(128))
                .with("workload.load", 0.999_999_999 * 128 * 35 / 6)
                .with("nic.outstanding", 1)
                .with("router.routing", "minimal"));
    final ReferenceCascade cascade = cascade(twoRequests);
    cascade.run(0);
    assertEquals(0, count(cascade, "packetsInjected"));
    cascade.run(1);
    assertEquals(64, count(cascade, "packetsInjected"), "all first ones at tick 0");
    cascade.run(15_312);
    assertEquals(0, count(cascade, ReferenceMachine.HOPS));
    cascade.run(15_313);
    assertTrue(count(cascade, ReferenceMachine.HOPS) > 0, "first hops at tick 15,312");
    final ReferenceCascade quiet = cascade(twoRequests);
    final long[] last = new long[1];
    quiet.listen(delivery -> last[0] = delivery.tick());
    quiet.run(Long.MAX_VALUE);
    cascade.run(last[0]);
    assertTrue(answered(cascade).sum() < 128);
    cascade.run(last[0] + 1);
    // The two requests of each message are generated at once; the next message is never generated.
    assertEquals(128, answered(cascade).sum());
    assertEquals(quiet.counts(), cascade.counts());
  }
}

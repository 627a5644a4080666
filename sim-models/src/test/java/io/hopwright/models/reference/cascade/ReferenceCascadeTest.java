package io.hopwright.models.reference.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.bluegene.ReferenceDraws;
import io.hopwright.models.reference.cascade.ReferenceCascade.Delivery;
import io.hopwright.models.reference.cascade.ReferenceCascadeConfig.Kind;
import io.hopwright.models.reference.cascade.ReferenceCascadeConfig.Routing;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.BlueLink;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.Colour;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.End;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.Seat;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What must hold for the reference Cascade without a second model to compare it with. */
class ReferenceCascadeTest {
  private static final int REQUEST = ReferenceCascadePacket.REQUEST;
  private static final int RESPONSE = ReferenceCascadePacket.RESPONSE;

  /** Groups of two chassis with four blades, 32 nodes. */
  private static ReferenceCascadeConfig.Builder toy(int groups) {
    return ReferenceCascadeConfig.builder(groups, 2, 4);
  }

  private static ReferenceDragonfly dragonfly(ReferenceCascadeConfig.Builder builder) {
    return new ReferenceDragonfly(builder.build());
  }

  // ------------------------------------------------------------------------------- topology

  @Test
  void shouldLeadBackFromTheFarEndOfEveryLink() {
    for (final ReferenceCascadeConfig.Builder machine :
        List.of(
            toy(1),
            toy(5),
            toy(9).lastGroupChassis(1),
            toy(3).plannedGroups(7).ioBladesPerGroup(3),
            ReferenceCascadeConfig.builder(4, 6, 16).lastGroupChassis(3),
            ReferenceCascadeConfig.builder(2, 1, 2))) {
      final ReferenceCascadeConfig config = machine.build();
      final ReferenceDragonfly dragonfly = new ReferenceDragonfly(config);
      for (int aries = 0; aries < dragonfly.aries(); aries++) {
        final Map<Colour, Integer> links = new EnumMap<>(Colour.class);
        for (int port = 0; port < ReferenceDragonfly.FIRST_TILE; port++) {
          final End far = dragonfly.farEnd(aries, port);
          if (far == null) {
            continue;
          }
          assertEquals(new End(aries, port), dragonfly.farEnd(far.aries(), far.port()));
          assertEquals(
              ReferenceDragonfly.colour(port), ReferenceDragonfly.colour(far.port()), "colour");
          links.merge(ReferenceDragonfly.colour(port), 1, Integer::sum);
          final boolean sameGroup = dragonfly.group(aries) == dragonfly.group(far.aries());
          final boolean sameChassis =
              sameGroup && dragonfly.chassis(aries) == dragonfly.chassis(far.aries());
          switch (ReferenceDragonfly.colour(port)) {
            case GREEN -> assertTrue(sameChassis && far.aries() != aries);
            case BLACK -> {
              assertTrue(sameGroup && !sameChassis);
              assertEquals(dragonfly.blade(aries), dragonfly.blade(far.aries()));
              assertEquals((port - 15) % 3, (far.port() - 15) % 3, "link j joins link j");
            }
            case BLUE -> assertFalse(sameGroup);
          }
        }
        assertEquals(config.bladesPerChassis() - 1, links.get(Colour.GREEN));
        assertEquals(
            3 * (config.chassis(dragonfly.group(aries)) - 1), links.getOrDefault(Colour.BLACK, 0));
        assertTrue(links.getOrDefault(Colour.BLUE, 0) <= 10);
      }
    }
  }

  @Test
  void shouldFollowTheTableOfPorts() {
    final ReferenceDragonfly dragonfly = dragonfly(ReferenceCascadeConfig.builder(2, 6, 16));
    final int aries = dragonfly.aries(1, 2, 5);
    assertEquals(96 + 32 + 5, aries);
    assertEquals(dragonfly.aries(1, 2, 4), dragonfly.farEnd(aries, 4).aries());
    assertEquals(dragonfly.aries(1, 2, 6), dragonfly.farEnd(aries, 5).aries());
    assertEquals(new End(dragonfly.aries(1, 1, 5), 15 + 3 + 2), dragonfly.farEnd(aries, 20));
    assertEquals(new End(dragonfly.aries(1, 3, 5), 15 + 6), dragonfly.farEnd(aries, 21));
    assertEquals(new Step(4, 1), dragonfly.step(aries, dragonfly.aries(1, 0, 4), null));
    assertEquals(new Step(15, 3), dragonfly.step(aries, dragonfly.aries(1, 0, 5), null));
    assertNull(dragonfly.step(aries, aries, null));
  }

  @Test
  void shouldSpreadCablesOverChassisThenPairsOfBlades() {
    final ReferenceDragonfly dragonfly = dragonfly(ReferenceCascadeConfig.builder(2, 6, 16));
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
    final ReferenceDragonfly six =
        dragonfly(ReferenceCascadeConfig.builder(6, 6, 16).cablesPerPair(12));
    assertEquals(240, six.cables);
    for (int g = 0; g < 6; g++) {
      final Set<End> ends = blueEnds(six, g, 6);
      assertEquals(60 * 4, ends.size(), "60 of 240 cables");
    }
    final ReferenceDragonfly most = dragonfly(ReferenceCascadeConfig.builder(6, 6, 16));
    assertEquals(48, most.cablesPerPair);
    final ReferenceDragonfly largest = dragonfly(ReferenceCascadeConfig.builder(241, 6, 16));
    assertEquals(92_544, largest.nodes());
    assertEquals(1, largest.cablesPerPair);
    assertEquals(4, largest.blueLinks(240, 0).size());
    assertThrows(
        IllegalArgumentException.class,
        () -> dragonfly(ReferenceCascadeConfig.builder(242, 6, 16)));
    assertThrows(
        IllegalArgumentException.class,
        () -> dragonfly(ReferenceCascadeConfig.builder(6, 6, 16).cablesPerPair(49)));
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
    final ReferenceCascadeConfig.Builder all = toy(planned);
    final ReferenceDragonfly complete = dragonfly(all);
    for (int groups = 2; groups < planned; groups++) {
      final ReferenceDragonfly part = dragonfly(toy(groups).plannedGroups(planned));
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
    final ReferenceDragonfly half = dragonfly(toy(4).lastGroupChassis(1));
    assertEquals(full.aries() - 4, half.aries());
    assertEquals(full.blueLinks(0, 2), half.blueLinks(0, 2));
    final List<BlueLink> kept = new ArrayList<>(full.blueLinks(0, 3));
    kept.removeIf(link -> full.chassis(link.to().aries()) > 0);
    assertEquals(kept, half.blueLinks(0, 3));
    assertTrue(kept.size() < full.blueLinks(0, 3).size());
    assertThrows(
        IllegalArgumentException.class,
        () -> dragonfly(toy(21).lastGroupChassis(1)),
        "one cable per pair, some of them to the missing chassis");
  }

  @Test
  void shouldSeatNodesAroundIoBlades() {
    final ReferenceDragonfly dragonfly = dragonfly(toy(2).ioBladesPerGroup(3));
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
    final ReferenceCascadePacket request = ReferenceCascadePacket.request(0, 1, 0, 64, 0);
    final ReferenceCascadePacket response = request.response(0);
    assertEquals(28, request.flits());
    assertEquals(3, response.flits());
    assertEquals(90, request.wireBytes());
    assertEquals(10, response.wireBytes());
    assertEquals(750, request.linkTicks(false));
    assertEquals(840, request.linkTicks(true));
    assertEquals(84, response.linkTicks(false));
    assertEquals(94, response.linkTicks(true));
    assertEquals(102 + 178, request.hostTicks());
    assertEquals(94, response.hostTicks());
    assertEquals(560, request.tileTicks());
    final ReferenceCascadePacket small = ReferenceCascadePacket.request(0, 1, 0, 1, 0);
    assertEquals(7, small.flits());
    assertEquals(23, small.wireBytes());
    assertEquals(105, small.hostTicks());
  }

  @Test
  void shouldRefuseWhatThePageRefuses() {
    assertThrows(
        IllegalArgumentException.class, () -> toy(3).kind("group-shift").shiftGroups(6).build());
    assertThrows(
        IllegalArgumentException.class, () -> toy(3).saturated().bornBefore(1_000).build());
    toy(3).kind("all-to-all").saturated().bornBefore(1_000).build();
  }

  private static ReferenceCascadeTraffic traffic(ReferenceCascadeConfig.Builder builder) {
    final ReferenceCascadeConfig config = builder.build();
    return new ReferenceCascadeTraffic(
        config, new ReferenceDragonfly(config), new ReferenceDraws(config.seed()));
  }

  @Test
  void shouldSendToWhomTheKindSays() {
    for (final int groups : new int[] {1, 2, 5}) {
      final ReferenceCascadeConfig.Builder machine = toy(groups).ioBladesPerGroup(1);
      final int nodes = dragonfly(machine).nodes();
      for (final Kind kind : List.of(Kind.ALL_TO_ALL, Kind.ALL_TO_ALL_RANDOM)) {
        final ReferenceCascadeTraffic traffic = traffic(machine.kind(kind));
        for (int node = 0; node < nodes; node++) {
          final BitSet destinations = new BitSet();
          for (long m = 0; m < traffic.messages(node); m++) {
            destinations.set(traffic.destination(node, m));
          }
          assertEquals(nodes - 1, destinations.cardinality());
          assertFalse(destinations.get(node));
        }
      }
      final ReferenceCascadeTraffic ring = traffic(machine.kind("permutation"));
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
        traffic(toy(3).lastGroupChassis(1).kind("group-shift").shiftGroups(2));
    assertEquals(64 + 5, shift.destination(5, 0));
    assertEquals(64 + 5, shift.destination(16 + 5, 0), "place modulo its 16 nodes");
    assertEquals(32 + 5, shift.destination(64 + 5, 9));
    final ReferenceCascadeTraffic hot = traffic(toy(2).kind("many-to-one").target(7));
    assertEquals(0, hot.messages(7));
    assertEquals(7, hot.destination(40, 3));
  }

  @Test
  void shouldCutMessagesIntoRequests() {
    final ReferenceCascadeTraffic traffic = traffic(toy(2).messageBytes(150).load(0.2));
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

  /** Requests of runs with a single request in the whole machine, and their responses. */
  @Test
  void shouldMeetTheZeroLoadFormulaExactly() {
    final Map<Boolean, Set<Integer>> links = new HashMap<>(Map.of(true, Set.of(), false, Set.of()));
    int singles = 0;
    for (final Routing routing : Routing.values()) {
      for (long seed = 0; seed < 250; seed++) {
        final int dataBytes = 1 + (int) (seed % 64);
        final ReferenceCascadeConfig config =
            toy(3)
                .seed(seed)
                .routing(routing)
                .bias(routing == Routing.TUNED ? -50 : 0) // negative favours non-minimal
                .messageBytes(dataBytes)
                .load(1.5 * 35 / 6 * dataBytes / 96 / 20_000)
                .bornBefore(20_000)
                .electricalBlue(seed % 2 == 0)
                .build();
        final ReferenceCascade cascade = new ReferenceCascade(config);
        final List<Delivery> deliveries = new ArrayList<>();
        cascade.listen(deliveries::add);
        cascade.drain();
        if (deliveries.size() != 2) {
          continue;
        }
        singles++;
        final Delivery request = deliveries.get(0);
        final Delivery response = deliveries.get(1);
        assertEquals(
            30_625 + 4_375 * request.links() + 102 + (25 * dataBytes + 8) / 9,
            request.tick() - request.birthTick());
        assertEquals(request.tick(), response.birthTick());
        assertEquals(
            30_625 + 4_375 * response.links() + 94, response.tick() - response.birthTick());
        final ReferenceCascadeResult result = cascade.result();
        assertEquals(0, result.excessTicksMin());
        assertEquals(0, result.excessTicksMax());
        assertEquals(request.links() + response.links(), result.allPacketHops());
        assertEquals(dataBytes, result.requestDataBytes());
        assertEquals(response.tick(), result.lastDeliveryTick());
        assertEquals(1, result.completions().get(request.source()));
        assertEquals(
            ReferenceCascade.digestWord(
                    request.source(), request.destination(), 0, REQUEST, request.tick())
                + ReferenceCascade.digestWord(
                    request.destination(), request.source(), 0, RESPONSE, response.tick()),
            result.digest());
        for (final Delivery delivery : deliveries) {
          final Set<Integer> sorted = new TreeSet<>(links.get(delivery.minimal()));
          sorted.add(delivery.links());
          links.put(delivery.minimal(), sorted);
        }
      }
    }
    assertTrue(singles > 300, "runs with one request: " + singles);
    assertEquals(Set.of(0, 1, 2, 3, 4, 5), links.get(true));
    assertTrue(links.get(false).containsAll(Set.of(2, 3, 4, 5, 6, 7, 8, 9)), "" + links);
  }

  @Test
  void shouldTakeAtMostTheLinksOfThePage() {
    final int[] most = new int[2];
    for (final String word : List.of("minimal", "valiant")) {
      for (final int groups : new int[] {1, 4}) {
        final ReferenceCascade cascade =
            new ReferenceCascade(toy(groups).routing(word).load(0.02).bornBefore(150_000).build());
        cascade.listen(
            delivery -> {
              final int g = cascade.dragonfly.groupOfNode(delivery.source());
              final int h = cascade.dragonfly.groupOfNode(delivery.destination());
              final int ceiling = g == h ? 2 : 5;
              if (delivery.minimal()) {
                assertTrue(delivery.links() <= ceiling, "minimal " + delivery);
              } else {
                assertTrue(delivery.links() <= (g == h ? 4 : 10), "non-minimal " + delivery);
              }
            });
        cascade.drain();
        final ReferenceCascadeResult result = cascade.result();
        most[0] = Math.max(most[0], result.minimalLinksMax());
        most[1] = Math.max(most[1], result.nonMinimalLinksMax());
        if (groups == 1) {
          assertEquals(word.equals("minimal") ? 0 : 4, result.nonMinimalLinksMax());
          assertEquals(word.equals("minimal") ? 2 : 0, result.minimalLinksMax());
          assertEquals(0, result.packetHops().get(2), "no blue links");
        }
      }
    }
    assertEquals(5, most[0]);
    assertEquals(10, most[1]);
  }

  /** The links that can be drawn are those of {@code any}, less those with a longer way to them. */
  @Test
  void shouldDrawAmongTheNearestGateways() {
    final ReferenceCascadeConfig.Builder machine = toy(4).ioBladesPerGroup(1);
    final ReferenceDragonfly dragonfly = dragonfly(machine);
    for (final String routing : List.of("minimal", "valiant")) {
      final Map<List<Integer>, Set<BlueLink>> any = drawn(machine.gateways("any"), routing);
      final Map<List<Integer>, Set<BlueLink>> near = drawn(machine.gateways("near"), routing);
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
    final int gateway = link.from().aries();
    return (dragonfly.blade(from) == dragonfly.blade(gateway) ? 0 : 1)
        + (dragonfly.chassis(from) == dragonfly.chassis(gateway) ? 0 : 1);
  }

  /** Blue links drawn, by the Aries they are drawn at and the group they lead to. */
  private static Map<List<Integer>, Set<BlueLink>> drawn(
      ReferenceCascadeConfig.Builder machine, String routing) {
    final ReferenceCascadeConfig config = machine.routing(routing).build();
    final ReferenceDragonfly dragonfly = new ReferenceDragonfly(config);
    final ReferenceRouting routes = new ReferenceRouting(config, dragonfly, new ReferenceDraws(3));
    final Map<List<Integer>, Set<BlueLink>> drawn = new HashMap<>();
    for (int q = 0; q < 200_000; q++) {
      final int source = q % dragonfly.nodes();
      final int target = ReferenceRouting.high(ReferenceDraws.mix(q), dragonfly.nodes());
      final int from = dragonfly.seat(source).aries();
      final int to = dragonfly.seat(target).aries();
      if (from == to) {
        continue;
      }
      final ReferenceRoute route =
          routes.choose(
              ReferenceCascadePacket.request(source, target, q, 64, 0), (aries, port) -> 0);
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
    final ReferenceCascadeConfig config = toy(3).build();
    final ReferenceDragonfly dragonfly = new ReferenceDragonfly(config);
    final ReferenceRouting routing = new ReferenceRouting(config, dragonfly, new ReferenceDraws(1));
    final int nodes = dragonfly.nodes();
    int rootsInSourceGroup = 0;
    for (int q = 0; q < 20_000; q++) {
      final int target = (17 * q + 31) % nodes;
      final ReferenceCascadePacket packet =
          ReferenceCascadePacket.request(q % nodes, target, q, 64, 0);
      final int source = dragonfly.seat(packet.source()).aries();
      final int destination = dragonfly.seat(packet.destination()).aries();
      for (int number = 0; number < 4; number++) {
        final ReferenceRoute route = routing.candidate(packet, number);
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
        assertEquals(expected, routing.load(route, source, (aries, port) -> load(aries, port)));
      }
    }
    assertTrue(rootsInSourceGroup > 1_000);
  }

  /** Some load of an output, the least of every black bundle at its second link. */
  private static long load(int aries, int port) {
    final boolean second = ReferenceDragonfly.colour(port) == Colour.BLACK && (port - 15) % 3 == 1;
    return second ? aries : 1_000L * port + aries;
  }

  /** Loads from an Aries to another by a minimal way, up to a blue link. */
  private static long loadOfLeg(ReferenceDragonfly dragonfly, int from, int to, BlueLink over) {
    final boolean leaves = dragonfly.group(from) != dragonfly.group(to);
    final int goal = leaves ? over.from().aries() : to;
    final int corner =
        dragonfly.aries(dragonfly.group(from), dragonfly.chassis(from), dragonfly.blade(goal));
    long sum = leaves ? load(goal, over.from().port()) : 0;
    for (int port = 0; port < ReferenceDragonfly.FIRST_BLACK; port++) {
      final End end = dragonfly.farEnd(from, port);
      sum += end != null && corner != from && end.aries() == corner ? load(from, port) : 0;
    }
    return sum + (corner == goal ? 0 : corner); // two chassis: one bundle, its second link
  }

  @Test
  void shouldRememberTheLoadsOfTheMultipleBeforeTheLatest() {
    final ReferenceCascadeConfig config = toy(3).saturated().build();
    final ReferenceCascade cascade = new ReferenceCascade(config);
    final List<List<Long>> atMultiples = new ArrayList<>();
    for (long stop = 0; stop < 30L * config.hopTicks(); stop += config.hopTicks() / 5) {
      while ((long) atMultiples.size() * config.hopTicks() <= stop) {
        cascade.runUntil((long) atMultiples.size() * config.hopTicks());
        atMultiples.add(loads(cascade, false));
      }
      cascade.runUntil(stop);
      final int known = (int) (cascade.now() / config.hopTicks()) - 1;
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
        final ReferenceLink link = cascade.aries(aries).link(port);
        if (link != null) {
          loads.add(remembered ? cascade.rememberedLoadFlits(aries, port) : link.loadFlits());
        }
      }
    }
    return loads;
  }

  @Test
  void shouldTakeMinimalWaysWhenQuiet() {
    final ReferenceCascadeResult adaptive =
        ReferenceCascade.run(toy(3).load(0.001).build(), 2_000_000);
    final ReferenceCascadeResult valiant =
        ReferenceCascade.run(toy(3).routing("valiant").load(0.001).build(), 2_000_000);
    assertTrue(adaptive.allPacketHops() * 10 < valiant.allPacketHops() * 9);
    final ReferenceCascadeResult eager =
        ReferenceCascade.run(toy(3).bias(-100_000).load(0.001).build(), 2_000_000);
    final ReferenceCascadeResult reluctant =
        ReferenceCascade.run(toy(3).bias(100_000).load(0.3).build(), 200_000);
    assertEquals(valiant.delivered().get(REQUEST), eager.delivered().get(REQUEST), 3);
    assertTrue(eager.nonMinimalLinksMax() > 5);
    assertEquals(0, reluctant.nonMinimalLinksMax());
  }

  // ---------------------------------------------------------------------------- conservation

  /** A small machine with everything thrown at random; the seed replays it. */
  private static ReferenceCascadeConfig.Builder random(long seed) {
    final Random random = new Random(seed);
    final int groups = 1 + random.nextInt(4);
    final int chassis = 1 + random.nextInt(3);
    final Routing[] routings = Routing.values();
    final ReferenceCascadeConfig.Builder builder =
        ReferenceCascadeConfig.builder(groups, chassis, 2 + 2 * random.nextInt(2))
            .seed(seed)
            .plannedGroups(groups + random.nextInt(2))
            .lastGroupChassis(chassis - (chassis > 1 ? random.nextInt(2) : 0))
            .ioBladesPerGroup(random.nextInt(3))
            .electricalBlue(random.nextBoolean())
            .routing(routings[random.nextInt(routings.length)])
            .bias(random.nextInt(200) - 100)
            .nonMinimalWeight(random.nextInt(4))
            .electricalVcBytes(84 + random.nextInt(1_000))
            .opticalVcBytes(84 + random.nextInt(1_000))
            .nicBufferBytes(84 + random.nextInt(500))
            .outstanding(1 + random.nextInt(64))
            .hopTicks(1_000 + random.nextInt(4_000))
            .creditTicks(random.nextInt(5_000))
            .gateways(random.nextBoolean() ? "near" : "any")
            .kind(kind(random, groups))
            .messageBytes(20 + random.nextInt(300))
            .bornBefore(8_000);
    return random.nextBoolean() ? builder.load(1.5) : builder.load(0.05 + random.nextDouble());
  }

  /** A group cannot send to itself. */
  private static Kind kind(Random random, int groups) {
    final Kind[] kinds = Kind.values();
    final Kind kind = kinds[random.nextInt(kinds.length)];
    return kind == Kind.GROUP_SHIFT && groups == 1 ? Kind.PERMUTATION : kind;
  }

  @Test
  void shouldDeliverEverythingOnceAndBringAllCreditsHome() {
    for (long seed = 0; seed < 40; seed++) {
      final ReferenceCascade cascade = new ReferenceCascade(random(seed).build());
      cascade.drain();
      final ReferenceCascadeResult result = cascade.result();
      final String which = "seed " + seed;
      assertTrue(cascade.isHome(), which);
      assertTrue(result.issued().get(REQUEST) > 0, which);
      assertEquals(result.issued(), result.delivered(), which);
      assertEquals(result.issued().get(REQUEST), result.issued().get(RESPONSE), which);
      assertEquals(
          result.issued().get(REQUEST),
          result.completions().stream().mapToLong(Long::longValue).sum(),
          which);
      assertTrue(result.excessTicksMin() >= 0, which);
      assertTrue(result.minimalLinksMax() <= 5 && result.nonMinimalLinksMax() <= 10, which);
    }
  }

  @Test
  void shouldExchangeAllToAll() {
    for (final String kind : List.of("all-to-all", "all-to-all-random")) {
      final ReferenceCascade cascade =
          new ReferenceCascade(toy(2).kind(kind).messageBytes(100).build());
      final Map<List<Integer>, Integer> bytes = new HashMap<>();
      cascade.listen(
          delivery ->
              bytes.merge(
                  List.of(delivery.source(), delivery.destination()),
                  delivery.dataBytes(),
                  Integer::sum));
      cascade.drain();
      assertTrue(cascade.isHome());
      assertEquals(64 * 63, bytes.size());
      assertTrue(bytes.values().stream().allMatch(count -> count == 100));
      assertEquals(64L * 63 * 100, cascade.result().requestDataBytes());
      assertTrue(cascade.result().completions().stream().allMatch(count -> count == 63 * 2));
    }
  }

  @Test
  void shouldNeverExceedBuffersNorOutstanding() {
    for (long seed = 200; seed < 220; seed++) {
      final ReferenceCascadeConfig config =
          random(seed).bornBefore(Long.MAX_VALUE).saturated().build();
      final ReferenceCascade cascade = new ReferenceCascade(config);
      for (long stop = 0; stop <= 60_000; stop += 500) {
        cascade.runUntil(stop);
        for (int aries = 0; aries < cascade.routers(); aries++) {
          checkCapacities(cascade.aries(aries), config);
        }
      }
      assertTrue(cascade.result().delivered().get(REQUEST) > 0, "seed " + seed);
    }
  }

  private static void checkCapacities(ReferenceAries aries, ReferenceCascadeConfig config) {
    for (int port = 0; port < ReferenceDragonfly.FIRST_TILE; port++) {
      final ReferenceLink link = aries.link(port);
      if (link == null) {
        continue;
      }
      final int[] charges = link.chargeFlits;
      final End far = aries.cascade.dragonfly.farEnd(aries.number, port);
      final int[] buffered = aries.cascade.aries(far.aries()).bufferedFlits[far.port()];
      for (int vc = 0; vc < charges.length; vc++) {
        assertTrue(charges[vc] <= link.capacityFlits);
        assertTrue(0 <= buffered[vc] && buffered[vc] <= charges[vc], "charged what is there");
      }
    }
    for (final ReferenceNic nic : aries.nics) {
      if (nic != null) {
        assertTrue(nic.outstanding <= config.outstanding());
        for (final int[] ofClass : nic.chargeFlits) {
          for (final int charge : ofClass) {
            assertTrue(0 <= charge && charge <= config.nicBufferBytes() / 3);
          }
        }
      }
    }
  }

  @Test
  void shouldKeepDeterministicPacketsInOrder() {
    for (final String word : List.of("deterministic", "deterministic-valiant")) {
      for (final ReferenceCascadeConfig.Builder builder :
          List.of(
              toy(3).kind("group-shift").saturated(),
              toy(3).kind("permutation").saturated(),
              toy(3).kind("uniform").messageBytes(500).load(0.6))) {
        final ReferenceCascade cascade =
            new ReferenceCascade(
                builder.routing(word).electricalVcBytes(600).opticalVcBytes(900).build());
        final Map<List<Integer>, Long> latest = new HashMap<>();
        cascade.listen(
            delivery -> {
              final Long before =
                  latest.put(
                      List.of(delivery.source(), delivery.destination(), delivery.packetClass()),
                      delivery.sequence());
              assertTrue(before == null || before < delivery.sequence(), "in order: " + delivery);
            });
        cascade.runUntil(200_000);
        assertTrue(cascade.result().delivered().get(RESPONSE) > 1_000);
      }
    }
  }

  @Test
  void shouldKeepMovingUnderAdversarialTraffic() {
    for (final Routing routing : Routing.values()) {
      for (final String kind : List.of("group-shift", "many-to-one", "uniform")) {
        final ReferenceCascade cascade =
            new ReferenceCascade(
                toy(3)
                    .routing(routing)
                    .kind(kind)
                    .saturated()
                    .cablesPerPair(1)
                    .electricalVcBytes(180)
                    .opticalVcBytes(180)
                    .nicBufferBytes(180)
                    .outstanding(64)
                    .build());
        long before = 0;
        for (long stop = 100_000; stop <= 200_000; stop += 50_000) {
          cascade.runUntil(stop);
          final long delivered = cascade.result().delivered().get(REQUEST);
          assertTrue(delivered > before, routing + " " + kind + " before tick " + stop);
          before = delivered;
        }
        final ReferenceCascade ending =
            new ReferenceCascade(cascade.config.toBuilder().load(2).bornBefore(3_000).build());
        ending.drain();
        assertTrue(ending.isHome(), routing + " " + kind);
      }
    }
  }

  // --------------------------------------------------------------------------------- numbers

  @Test
  void shouldReachTheRatesOfTheHost() {
    // Ten blue links carry more than the two nodes of an Aries send; many to one needs few links.
    final ReferenceCascadeConfig.Builder pair =
        ReferenceCascadeConfig.builder(2, 1, 2).ioBladesPerGroup(2).saturated();
    final double bothWays =
        bytesPerNanosecond(pair.kind("group-shift").routing("minimal").gateways("near").build())
            / 8;
    assertEquals(7.5, bothWays, 0.02, "GB/s each way");
    final ReferenceCascadeConfig.Builder small =
        ReferenceCascadeConfig.builder(1, 1, 2).ioBladesPerGroup(2).saturated();
    final double oneWay = bytesPerNanosecond(small.kind("many-to-one").build());
    assertEquals(10, oneWay, 0.02, "GB/s into one node");
  }

  private static double bytesPerNanosecond(ReferenceCascadeConfig config) {
    final ReferenceCascade cascade = new ReferenceCascade(config);
    cascade.runUntil(300_000);
    final long before = cascade.result().requestDataBytes();
    cascade.runUntil(1_000_000);
    return (cascade.result().requestDataBytes() - before) / (700_000 * 4 / 175.0);
  }

  @Test
  void shouldGiveTheSameDigestInPiecesAndBackwards() {
    for (long seed = 300; seed < 315; seed++) {
      final ReferenceCascadeConfig config = random(seed).build();
      final ReferenceCascade whole = new ReferenceCascade(config);
      whole.runUntil(70_000);
      final ReferenceCascade pieces = new ReferenceCascade(config);
      pieces.goBackwards();
      for (long stop = 0; stop <= 70_000; stop += 700) {
        pieces.runUntil(stop);
      }
      assertTrue(whole.result().delivered().get(REQUEST) > 0);
      assertEquals(whole.result(), pieces.result(), "seed " + seed);
      assertEquals(whole.result(), ReferenceCascade.run(config, 70_000));
    }
    final ReferenceCascadeConfig.Builder machine = toy(2).load(0.5);
    assertNotEquals(
        ReferenceCascade.run(machine.seed(1).build(), 100_000).digest(),
        ReferenceCascade.run(machine.seed(2).build(), 100_000).digest());
  }

  @Test
  void shouldCountWhatHappensBeforeTheStopTick() {
    final ReferenceCascade cascade =
        new ReferenceCascade(
            toy(2)
                .kind("permutation")
                .messageBytes(128)
                .load(0.999_999_999 * 128 * 35 / 6)
                .outstanding(1)
                .bornBefore(1)
                .routing("minimal")
                .build());
    cascade.runUntil(0);
    assertEquals(List.of(0L, 0L), cascade.result().issued());
    cascade.runUntil(1);
    assertEquals(List.of(64L, 0L), cascade.result().issued(), "all first ones at tick 0");
    cascade.runUntil(15_312);
    assertEquals(0, cascade.result().allPacketHops());
    cascade.runUntil(15_313);
    assertTrue(cascade.result().allPacketHops() > 0, "first hops at tick 15,312");
    final ReferenceCascade quiet = new ReferenceCascade(cascade.config);
    quiet.drain();
    final long last = quiet.result().lastDeliveryTick();
    cascade.runUntil(last);
    final long responses = cascade.result().delivered().get(RESPONSE);
    assertTrue(responses < 128);
    cascade.runUntil(last + 1);
    // The two requests of each message are born at once, the next message never is.
    assertEquals(128, cascade.result().delivered().get(RESPONSE));
    assertEquals(quiet.result(), cascade.result());
  }
}

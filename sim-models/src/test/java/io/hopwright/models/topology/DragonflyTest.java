package io.hopwright.models.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with a machine whose cables are placed one after the other. */
class DragonflyTest {
  /** Place in the machine, by which the naive machine identifies an Aries. */
  private record Place(int group, int chassis, int blade) {}

  private record End(Place place, int port) {}

  private static Dragonfly.Plan plan(int groups, int chassis, int blades, int cables) {
    return new Dragonfly.Plan(groups, groups, chassis, chassis, blades, cables, 0);
  }

  static List<Dragonfly.Plan> plans() {
    final List<Dragonfly.Plan> plans = new ArrayList<>();
    for (int groups = 1; groups <= 6; groups++) {
      for (int planned = groups; planned <= groups + 1; planned++) {
        for (int chassis : new int[] {1, 2, 3, 6}) {
          for (int last = 1; last <= chassis; last++) {
            for (int blades = 2; blades <= 8 - chassis; blades += 2) {
              addPlans(plans, groups, planned, chassis, last, blades);
            }
          }
        }
      }
    }
    return plans;
  }

  private static void addPlans(
      List<Dragonfly.Plan> plans, int groups, int planned, int chassis, int last, int blades) {
    final int most = Dragonfly.mostCablesPerPair(Dragonfly.groupCables(chassis, blades), planned);
    for (int cables : new int[] {0, 1, 2, 3, most}) {
      final int io = (groups + planned + cables) % (last * blades + 1);
      if (most > 0 && cables <= most) {
        plans.add(new Dragonfly.Plan(groups, planned, chassis, last, blades, cables, io));
      }
    }
  }

  /** Returns the blue cables of a full group in order of slots, as their four ends. */
  private static List<List<End>> slots(Dragonfly.Plan plan, int group) {
    final List<List<End>> slots = new ArrayList<>();
    for (int cable = 0; cable < 5; cable++) {
      for (int even = 0; even < plan.bladesPerChassis(); even += 2) {
        for (int chassis = 0; chassis < plan.chassisPerGroup(); chassis++) {
          final Place left = new Place(group, chassis, even);
          final Place right = new Place(group, chassis, even + 1);
          final int port = 30 + 2 * cable;
          slots.add(
              List.of(
                  new End(left, port),
                  new End(left, port + 1),
                  new End(right, port),
                  new End(right, port + 1)));
        }
      }
    }
    return slots;
  }

  /** Returns the ends of the bundle from one group to another, cable by cable. */
  private static List<List<End>> bundle(Dragonfly.Plan plan, int from, int to) {
    final List<List<End>> free = slots(plan, from);
    int cables = plan.cablesPerPair();
    if (cables == 0) {
      cables = free.size() / (plan.plannedGroups() - 1);
    }
    int start = 0;
    for (int other = 0; other < to; other++) {
      start += other == from ? 0 : cables;
    }
    return free.subList(start, start + cables);
  }

  private static boolean exists(Dragonfly.Plan plan, Place place) {
    final boolean last = place.group == plan.groups() - 1;
    return place.chassis < (last ? plan.lastGroupChassis() : plan.chassisPerGroup());
  }

  /** Returns the ends of the existing blue links from one group to another, in order. */
  private static List<End> blueEnds(Dragonfly.Plan plan, int from, int to) {
    final List<List<End>> here = bundle(plan, from, to);
    final List<List<End>> there = bundle(plan, to, from);
    return IntStream.range(0, here.size())
        .filter(
            j -> exists(plan, here.get(j).get(0).place) && exists(plan, there.get(j).get(0).place))
        .boxed()
        .flatMap(j -> here.get(j).stream())
        .toList();
  }

  private static Place place(Dragonfly.Plan plan, int aries) {
    final int ofGroup = plan.chassisPerGroup() * plan.bladesPerChassis();
    return new Place(
        aries / ofGroup,
        aries % ofGroup / plan.bladesPerChassis(),
        aries % plan.bladesPerChassis());
  }

  private static int aries(Dragonfly.Plan plan, Place place) {
    return (place.group * plan.chassisPerGroup() + place.chassis) * plan.bladesPerChassis()
        + place.blade;
  }

  private static boolean cutOff(Dragonfly.Plan plan) {
    return IntStream.range(0, plan.groups() - 1)
        .anyMatch(group -> blueEnds(plan, group, plan.groups() - 1).isEmpty());
  }

  @Test
  void shouldBuildEverySmallSystemAsCabledByHand() {
    int built = 0;
    for (Dragonfly.Plan plan : plans()) {
      if (cutOff(plan)) {
        assertTrue(plan.groupCutOff() >= 0, plan::toString);
        assertThrows(IllegalArgumentException.class, () -> new Dragonfly(plan));
      } else {
        assertEquals(Dragonfly.NONE, plan.groupCutOff(), plan::toString);
        check(plan);
        built++;
      }
    }
    assertTrue(built > 500, built + " systems");
  }

  @ParameterizedTest
  @CsvSource({
    "2, 2, 6, 6, 16, 0, 3",
    "3, 8, 6, 4, 16, 0, 5",
    "8, 8, 6, 6, 16, 34, 2",
    "9, 20, 6, 1, 16, 7, 16",
    "14, 14, 6, 3, 14, 0, 1"
  })
  void shouldBuildLargerSystemsAsCabledByHand(
      int groups, int planned, int chassis, int last, int blades, int cables, int io) {
    check(new Dragonfly.Plan(groups, planned, chassis, last, blades, cables, io));
  }

  private static void check(Dragonfly.Plan plan) {
    final Dragonfly dragonfly = new Dragonfly(plan);
    checkPlaces(plan, dragonfly);
    checkNodes(plan, dragonfly);
    checkLinks(plan, dragonfly);
    checkBlueLinks(plan, dragonfly);
  }

  private static void checkPlaces(Dragonfly.Plan plan, Dragonfly dragonfly) {
    int aries = 0;
    for (int group = 0; group < plan.groups(); group++) {
      assertEquals(aries, dragonfly.firstAries(group), plan::toString);
      for (int chassis = 0; chassis < plan.chassisPerGroup(); chassis++) {
        for (int blade = 0; blade < plan.bladesPerChassis(); blade++) {
          if (exists(plan, new Place(group, chassis, blade))) {
            assertEquals(group, dragonfly.groupOf(aries), plan::toString);
            assertEquals(chassis, dragonfly.chassisOf(aries), plan::toString);
            assertEquals(blade, dragonfly.bladeOf(aries), plan::toString);
            assertEquals(aries, aries(plan, new Place(group, chassis, blade)));
            aries++;
          }
        }
      }
      assertEquals(aries, dragonfly.firstAries(group) + dragonfly.ariesIn(group), plan::toString);
    }
    assertEquals(aries, dragonfly.aries(), plan::toString);
  }

  private static Set<Place> ioBlades(Dragonfly.Plan plan) {
    final Set<Place> blades = new HashSet<>();
    for (int group = 0; group < plan.groups(); group++) {
      int number = 0;
      for (int blade = plan.bladesPerChassis() - 1; blade >= 0; blade--) {
        for (int chassis = 0; chassis < plan.chassisPerGroup(); chassis++) {
          final Place place = new Place(group, chassis, blade);
          if (exists(plan, place) && number < plan.ioBladesPerGroup()) {
            blades.add(place);
            number++;
          }
        }
      }
    }
    assertEquals(plan.groups() * plan.ioBladesPerGroup(), blades.size());
    return blades;
  }

  private static void checkNodes(Dragonfly.Plan plan, Dragonfly dragonfly) {
    final Set<Place> ioBlades = ioBlades(plan);
    int node = 0;
    int group = -1;
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      if (dragonfly.groupOf(aries) != group) {
        group = dragonfly.groupOf(aries);
        assertEquals(node, dragonfly.firstNode(group), plan::toString);
      }
      for (int nic = 0; nic < 4; nic++) {
        if (nic % 2 == 0 || !ioBlades.contains(place(plan, aries))) {
          assertEquals(node, dragonfly.nodeAt(aries, nic), plan::toString);
          assertEquals(aries, dragonfly.ariesOf(node), plan::toString);
          assertEquals(nic, dragonfly.nicOf(node), plan::toString);
          node++;
        } else {
          assertEquals(Dragonfly.NONE, dragonfly.nodeAt(aries, nic), plan::toString);
        }
      }
    }
    assertEquals(node, dragonfly.nodes(), plan::toString);
    assertEquals(
        node, IntStream.range(0, plan.groups()).map(dragonfly::nodesIn).sum(), plan::toString);
  }

  /** Returns the far end of each port of an Aries, built by hand. */
  private static End[] ends(Dragonfly.Plan plan, Map<End, End> blueLinks, Place from) {
    final End[] ends = new End[Dragonfly.PORTS];
    int port = Dragonfly.GREEN;
    for (int blade = 0; blade < plan.bladesPerChassis(); blade++) {
      if (blade != from.blade) {
        final int back = from.blade < blade ? from.blade : from.blade - 1;
        ends[port++] = new End(new Place(from.group, from.chassis, blade), back);
      }
    }
    port = Dragonfly.BLACK;
    for (int chassis = 0; chassis < 6; chassis++) {
      final Place to = new Place(from.group, chassis, from.blade);
      final int back = 15 + 3 * (from.chassis < chassis ? from.chassis : from.chassis - 1);
      for (int j = 0; chassis != from.chassis && j < 3; j++, port++) {
        if (chassis < plan.chassisPerGroup() && exists(plan, to)) {
          ends[port] = new End(to, back + j);
        }
      }
    }
    for (int blue = Dragonfly.BLUE; blue < Dragonfly.TILES; blue++) {
      ends[blue] = blueLinks.get(new End(from, blue));
    }
    return ends;
  }

  private static Map<End, End> blueLinks(Dragonfly.Plan plan) {
    final Map<End, End> links = new HashMap<>();
    for (int from = 0; from < plan.groups(); from++) {
      for (int to = 0; to < plan.groups(); to++) {
        final List<End> here = from == to ? List.of() : blueEnds(plan, from, to);
        final List<End> there = from == to ? List.of() : blueEnds(plan, to, from);
        for (int link = 0; link < here.size(); link++) {
          assertNull(links.put(here.get(link), there.get(link)), "port used twice");
        }
      }
    }
    return links;
  }

  private static void checkLinks(Dragonfly.Plan plan, Dragonfly dragonfly) {
    final Map<End, End> blueLinks = blueLinks(plan);
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      final End[] ends = ends(plan, blueLinks, place(plan, aries));
      for (int port = 0; port < Dragonfly.PORTS; port++) {
        final int neighbour = dragonfly.neighbour(aries, port);
        final int back = dragonfly.neighbourPort(aries, port);
        final String at = "Aries " + aries + " port " + port;
        final Supplier<String> name = () -> plan + ": " + at;
        if (ends[port] == null) {
          assertEquals(Dragonfly.NONE, neighbour, name);
          assertEquals(Dragonfly.NONE, back, name);
        } else {
          assertEquals(aries(plan, ends[port].place), neighbour, name);
          assertEquals(ends[port].port, back, name);
          assertEquals(aries, dragonfly.neighbour(neighbour, back), name);
          assertEquals(port, dragonfly.neighbourPort(neighbour, back), name);
        }
      }
    }
  }

  private static void checkBlueLinks(Dragonfly.Plan plan, Dragonfly dragonfly) {
    long cables = 0;
    for (int from = 0; from < plan.groups(); from++) {
      assertEquals(0, dragonfly.blueLinks(from, from), plan::toString);
      for (int to = 0; to < plan.groups(); to++) {
        final List<End> ends = from == to ? List.of() : blueEnds(plan, from, to);
        assertEquals(ends.size(), dragonfly.blueLinks(from, to), plan::toString);
        assertEquals(ends.size() / 4, dragonfly.cablesBetween(from, to), plan::toString);
        for (int link = 0; link < ends.size(); link++) {
          final int gateway = dragonfly.gateway(from, to, link);
          final int port = dragonfly.gatewayPort(from, to, link);
          assertEquals(aries(plan, ends.get(link).place), gateway, plan::toString);
          assertEquals(ends.get(link).port, port, plan::toString);
          assertEquals(
              dragonfly.gateway(to, from, link),
              dragonfly.neighbour(gateway, port),
              "a link has the same number at both ends");
        }
        cables += from < to ? ends.size() / 4 : 0;
      }
    }
    assertEquals(cables, dragonfly.cables(), plan::toString);
  }

  static Stream<Dragonfly.Plan> someSystems() {
    return Stream.of(
        plan(1, 1, 2, 0),
        plan(2, 3, 4, 0),
        plan(1, 6, 16, 0),
        new Dragonfly.Plan(3, 5, 4, 2, 8, 4, 3));
  }

  @ParameterizedTest
  @MethodSource("someSystems")
  void shouldGoGreenBeforeBlackAndArriveWithinTwoLinks(Dragonfly.Plan plan) {
    final Dragonfly dragonfly = new Dragonfly(plan);
    for (int from = 0; from < dragonfly.aries(); from++) {
      for (int to = 0; to < dragonfly.aries(); to++) {
        if (dragonfly.groupOf(from) == dragonfly.groupOf(to)) {
          final Place source = place(plan, from);
          final Place goal = place(plan, to);
          final List<Integer> colours = new ArrayList<>();
          int at = from;
          for (int port; (port = dragonfly.localPort(at, to)) >= 0; ) {
            colours.add(port < Dragonfly.BLACK ? Dragonfly.GREEN : Dragonfly.BLACK);
            assertEquals(0, port < Dragonfly.BLACK ? 0 : port % Dragonfly.BLACK_LINKS);
            at = dragonfly.neighbour(at, port);
          }
          assertEquals(to, at);
          final List<Integer> expected = new ArrayList<>();
          if (source.blade != goal.blade) {
            expected.add(Dragonfly.GREEN);
          }
          if (source.chassis != goal.chassis) {
            expected.add(Dragonfly.BLACK);
          }
          assertEquals(expected, colours, from + " to " + to);
        }
      }
    }
  }

  private static Dragonfly.Plan planned(int groups, int last) {
    return new Dragonfly.Plan(groups, 8, 3, last, 4, 3, 0);
  }

  private static List<List<Integer>> links(Dragonfly dragonfly) {
    final List<List<Integer>> links = new ArrayList<>();
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      for (int port = 0; port < Dragonfly.TILES; port++) {
        final int neighbour = dragonfly.neighbour(aries, port);
        if (neighbour >= 0) {
          links.add(List.of(aries, port, neighbour, dragonfly.neighbourPort(aries, port)));
        }
      }
    }
    return links;
  }

  @ParameterizedTest(name = "{0} groups")
  @ValueSource(ints = {2, 3, 4, 5, 6, 7})
  void shouldKeepAllLinksWhenTheSystemGrows(int groups) {
    List<List<Integer>> links = links(new Dragonfly(planned(groups, 1)));
    for (Dragonfly.Plan larger :
        List.of(planned(groups, 2), planned(groups, 3), planned(groups + 1, 1), planned(8, 3))) {
      final List<List<Integer>> all = links(new Dragonfly(larger));
      assertTrue(new HashSet<>(all).containsAll(links), larger::toString);
      assertTrue(all.size() > links.size() || groups == 7, larger::toString);
      links = all;
    }
  }

  @Test
  void shouldNameItsPortsAndTellWhereItsRoutersAre() {
    final Dragonfly dragonfly = new Dragonfly(plan(3, 2, 4, 1));
    Topologies.check(dragonfly);
    assertEquals(24, dragonfly.routers());
    assertEquals(List.of(3L, 2L, 4L), dragonfly.shape());
    assertEquals(List.of("group", "chassis", "blade"), dragonfly.coordinateNames());
    assertEquals(2, dragonfly.coordinate(22, 0));
    assertEquals(1, dragonfly.coordinate(22, 1));
    assertEquals(2, dragonfly.coordinate(22, 2));
    assertEquals("green 14", dragonfly.portName(14));
    assertEquals("black 0", dragonfly.portName(15));
    assertEquals("blue 9", dragonfly.portName(39));
  }

  @Test
  void shouldSpreadABundleOverTheChassisAndThenOverPairsOfBlades() {
    final Dragonfly dragonfly = new Dragonfly(plan(6, 6, 16, 12));
    final int[] ofChassis = new int[6];
    final Set<Integer> gateways = new HashSet<>();
    for (int link = 0; link < 48; link++) {
      final int gateway = dragonfly.gateway(2, 4, link);
      ofChassis[dragonfly.chassisOf(gateway)]++;
      gateways.add(gateway);
    }
    assertTrue(Arrays.stream(ofChassis).allMatch(links -> links == 8));
    assertEquals(24, gateways.size());
  }

  /** CC-T1: the published sizes of section II. */
  @Test
  void shouldHaveThePublishedSizes() {
    final Dragonfly group = new Dragonfly(plan(1, 6, 16, 0));
    assertEquals(96, group.aries());
    assertEquals(384, group.nodes());
    assertEquals(15, used(group, 0, Dragonfly.GREEN, Dragonfly.BLACK));
    assertEquals(15, used(group, 0, Dragonfly.BLACK, Dragonfly.BLUE));
    assertEquals(0, used(group, 0, Dragonfly.BLUE, Dragonfly.PORTS));
    assertEquals(240, Dragonfly.groupCables(6, 16));

    final Dragonfly largest = new Dragonfly(plan(241, 6, 16, 0));
    assertEquals(92_544, largest.nodes());
    assertEquals(28_920, largest.cables());
    for (int aries = 0; aries < largest.aries(); aries++) {
      assertEquals(10, used(largest, aries, Dragonfly.BLUE, Dragonfly.TILES));
    }
    assertThrows(IllegalArgumentException.class, () -> plan(242, 6, 16, 0));

    final Dragonfly twelveCabinets = new Dragonfly(plan(6, 6, 16, 12));
    assertEquals(5 * 12, bluePorts(twelveCabinets, 3) / Dragonfly.LINKS_PER_CABLE);
    final Dragonfly sixteenCabinets = new Dragonfly(new Dragonfly.Plan(6, 8, 6, 6, 16, 12, 0));
    assertEquals(12 * 5 * 6 / 2, sixteenCabinets.cables());
  }

  @ParameterizedTest
  @CsvSource({
    "2, 768, 240, 240",
    "6, 2304, 48, 720",
    "8, 3072, 34, 952",
    "64, 24576, 3, 6048",
    "241, 92544, 1, 28920"
  })
  void shouldHaveTheMostCablesThereCanBe(int groups, int nodes, int perPair, long cables) {
    final Dragonfly dragonfly = new Dragonfly(plan(groups, 6, 16, 0));
    assertEquals(nodes, dragonfly.nodes());
    assertEquals(240 / (groups - 1), perPair);
    assertEquals(perPair, dragonfly.cablesBetween(0, groups - 1));
    assertEquals(cables, dragonfly.cables());
    assertEquals(cables, (long) perPair * (groups - 1) * groups / 2);
    for (int group = 0; group < groups; group++) {
      assertEquals(4 * perPair * (groups - 1), bluePorts(dragonfly, group));
    }
  }

  private static int bluePorts(Dragonfly dragonfly, int group) {
    return IntStream.range(0, dragonfly.ariesIn(group))
        .map(
            aries ->
                used(
                    dragonfly,
                    dragonfly.firstAries(group) + aries,
                    Dragonfly.BLUE,
                    Dragonfly.TILES))
        .sum();
  }

  private static int used(Dragonfly dragonfly, int aries, int from, int to) {
    return (int)
        IntStream.range(from, to).filter(port -> dragonfly.neighbour(aries, port) >= 0).count();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, 1, 2, 0, 0",
    "3, 2, 1, 1, 2, 0, 0",
    "2, 2, 7, 1, 2, 0, 0",
    "2, 2, 0, 0, 2, 0, 0",
    "2, 2, 2, 3, 2, 0, 0",
    "2, 2, 2, 0, 2, 0, 0",
    "2, 2, 1, 1, 3, 0, 0",
    "2, 2, 1, 1, 0, 0, 0",
    "2, 2, 1, 1, 18, 0, 0",
    "2, 2, 1, 1, 2, 6, 0",
    "2, 2, 1, 1, 2, -1, 0",
    "2, 7, 1, 1, 2, 0, 0",
    "2, 2, 2, 1, 2, 0, 3",
    "2, 2, 1, 1, 2, 0, -1"
  })
  void shouldRefuseWhatCannotBeBuilt(
      int groups, int planned, int chassis, int last, int blades, int cables, int io) {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Dragonfly.Plan(groups, planned, chassis, last, blades, cables, io));
  }

  @Test
  void shouldNameTheFirstGroupCutOffFromTheLast() {
    final Dragonfly.Plan plan = new Dragonfly.Plan(241, 241, 6, 3, 16, 0, 0);
    assertEquals(3, plan.groupCutOff());
    final IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> new Dragonfly(plan));
    assertTrue(refused.getMessage().contains("group 3"), refused.getMessage());
  }
}

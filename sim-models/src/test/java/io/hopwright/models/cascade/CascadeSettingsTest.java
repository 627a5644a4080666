package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadePackets;
import io.hopwright.models.cascade.network.CascadeRouteWord;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.SettingsException.Problem;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.testkit.Case;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inconsistent settings, and the values of consistent ones. */
class CascadeSettingsTest {
  /** Asserts that one key is at fault, and that the message has all of {@code words}. */
  private static void assertRefused(Case runs, String key, String... words) {
    final SettingsException failure = assertThrows(SettingsException.class, runs::network);
    assertEquals(
        List.of(key), failure.problems().stream().map(Problem::key).toList(), failure::getMessage);
    for (String word : words) {
      assertTrue(failure.getMessage().contains(word), failure::getMessage);
    }
  }

  /** Ten cables per group. */
  private static Case toy(long groups) {
    return CascadeBench.dragonfly(groups, 2, 2);
  }

  // ---------------------------------------------------------------------------------- machine

  @ParameterizedTest
  @ValueSource(longs = {3, 15})
  void shouldRefuseABladeWithoutAPartner(long blades) {
    assertRefused(
        CascadeBench.dragonfly(2, 1, blades),
        "machine.bladesPerChassis",
        "two blades share",
        "must be even");
    CascadeBench.dragonfly(2, 1, blades + 1).network();
  }

  @Test
  void shouldRefuseFewerPlannedGroupsThanThereAre() {
    assertRefused(
        toy(5).with("machine.plannedGroups", 4L),
        "machine.plannedGroups",
        "below the 5 groups",
        "raise it or leave it out");
    toy(5).with("machine.plannedGroups", 5L).network();
  }

  @Test
  void shouldRefuseALastGroupLargerThanTheOthers() {
    assertRefused(
        toy(2).with("machine.lastGroupChassis", 3L),
        "machine.lastGroupChassis",
        "above the 2 chassis of a full group",
        "use fewer");
    toy(2).with("machine.lastGroupChassis", 2L).network();
  }

  @Test
  void shouldTellAllThatIsWrongWithTheGroups() {
    final Case runs =
        CascadeBench.dragonfly(5, 1, 3)
            .with("machine.plannedGroups", 2L)
            .with("machine.lastGroupChassis", 2L);
    final SettingsException failure = assertThrows(SettingsException.class, runs::network);
    assertEquals(
        List.of("machine.bladesPerChassis", "machine.plannedGroups", "machine.lastGroupChassis"),
        failure.problems().stream().map(Problem::key).toList());
  }

  @Test
  void shouldRefuseMoreGroupsThanCablesCanJoin() {
    assertRefused(
        toy(12), "machine.groups", "needs 11 bundles", "only 10 cables", "at most 11 groups");
    assertRefused(
        toy(2).with("machine.plannedGroups", 12L),
        "machine.plannedGroups",
        "needs 11 bundles",
        "only 10 cables",
        "at most 11 groups");
    toy(11).network();
    toy(2).with("machine.plannedGroups", 11L).network();
  }

  @ParameterizedTest
  @CsvSource({"2, 10", "3, 5", "4, 3", "6, 2", "7, 1", "11, 1"})
  void shouldRefuseMoreCablesPerPairThanThereAre(long planned, long most) {
    final Case runs = toy(2).with("machine.plannedGroups", planned);
    assertRefused(
        runs.with("machine.cablesPerPair", most + 1),
        "machine.cablesPerPair",
        "above the " + most + " cables",
        "pair of " + planned + " groups of 10 cables",
        "use fewer");
    runs.with("machine.cablesPerPair", most).network();
  }

  @Test
  void shouldRefuseAGroupWithoutACableToTheLast() {
    assertRefused(
        toy(8).with("machine.lastGroupChassis", 1L),
        "machine.lastGroupChassis",
        "no cable between group 1 and the last",
        "use more chassis or cables");
    toy(6).with("machine.lastGroupChassis", 1L).network();
  }

  @Test
  void shouldRefuseMoreIoBladesThanTheSmallestGroupHas() {
    final Case runs = toy(2).with("machine.lastGroupChassis", 1L);
    assertRefused(
        runs.with("machine.ioBladesPerGroup", 3L),
        "machine.ioBladesPerGroup",
        "above the 2 blades of the smallest group",
        "use fewer");
    runs.with("machine.ioBladesPerGroup", 2L).network();
    toy(2).with("machine.ioBladesPerGroup", 4L).network();
  }

  // --------------------------------------------------------------------------------- workload

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "group-shift", "incast", "permutation"})
  void shouldRefuseToWaitForTheEndOfSaturatedSources(String kind) {
    final Case runs =
        toy(2).with("workload.kind", kind).with("workload.load", "saturated").drained();
    assertRefused(runs, "run.end", "saturated sources never end", "use ticks or packets");
    runs.with("run.end", "packets").with("run.packets", 10L).network();
    runs.with("run.end", "ticks").network();
  }

  @ParameterizedTest
  @ValueSource(strings = {"all-to-all", "rotations"})
  void shouldNotAskForTheLoadOfAnAllToAll(String kind) {
    final Case runs = toy(2).with("workload.kind", kind).drained();
    assertRefused(
        runs.with("workload.load", "saturated"),
        "workload.load",
        "workload.kind = " + kind + " defines its own traffic",
        "leave it out");
    runs.with("workload.load", 100.0).with("workload.messageBytes", List.of(1L)).network();
    assertNull(CascadeSettings.of(runs.settings()).workload().offeredBytesPerTick());
  }

  @Test
  void shouldRefuseAShiftBackToTheSameGroup() {
    final Case runs = toy(3).with("workload.kind", "group-shift");
    for (long groups : List.of(3L, 6L, 240L)) {
      assertRefused(
          runs.with("workload.shiftGroups", groups),
          "workload.shiftGroups",
          "same group of 3",
          "use another number");
    }
    runs.with("workload.shiftGroups", 239L).network();
    assertRefused(
        toy(1).with("workload.kind", "group-shift"), "workload.shiftGroups", "at least 2 groups");
    toy(3).with("workload.shiftGroups", 3L).network();
  }

  @Test
  void shouldRefuseATargetThatIsNotThere() {
    final Case runs = toy(2).with("workload.kind", "incast").with("machine.ioBladesPerGroup", 1L);
    assertRefused(
        runs.with("workload.target", 28L),
        "workload.target",
        "not below the number of nodes, 28",
        "use a node that exists");
    runs.with("workload.target", 27L).network();
    toy(2).with("workload.target", 28L).network();
  }

  @Test
  void shouldRefuseMoreThanAMessagePerTick() {
    final Case runs = toy(2).with("workload.messageBytes", List.of(10L));
    assertRefused(
        runs.with("workload.load", 58.4),
        "workload.load",
        "more than one message per tick",
        "lower it, or use larger messages");
    runs.with("workload.load", 58.3).network();
  }

  @Test
  void shouldRefuseLessThanCanBeDrawn() {
    final Case runs = toy(2).with("workload.messageBytes", List.of(4L << 20));
    assertRefused(
        runs.with("workload.load", 0x1p-20),
        "workload.load",
        "less than one message in 2^40 ticks",
        "raise it, or use smaller messages");
    runs.with("workload.load", 0x1p-15).network();
  }

  @Test
  void shouldOfferWhatTheUnitOfThePageSays() {
    final Case runs = toy(2).with("workload.load", 0.5);
    assertEquals(
        0.5 * 7.5,
        43.75 * CascadeSettings.of(runs.settings()).workload().offeredBytesPerTick(),
        1e-12);
    final Case saturated = runs.with("workload.load", "saturated");
    assertNull(CascadeSettings.of(saturated.settings()).workload().offeredBytesPerTick());
  }

  @Test
  void shouldHaveOnlyTheTargetOfManySilent() {
    final Case runs = toy(2).with("workload.kind", "incast").with("workload.target", 5L);
    final CascadeWorkload workload = CascadeSettings.of(runs.settings()).workload();
    for (int node = 0; node < 32; node++) {
      assertEquals(node != 5, workload.sends(node));
    }
    assertTrue(CascadeSettings.of(toy(2).settings()).workload().sends(0));
  }

  // -------------------------------------------------------------------------------------- run

  @Test
  void shouldRefuseWindowsLongerThanTheLookahead() {
    final Case runs = toy(2).with("link.hopTicks", 5_000L).with("link.creditTicks", 3_000L);
    assertEquals(3_000, runs.network().lookaheadTicks());
    assertRefused(
        runs.with("run.windowTicks", 3_001L),
        "run.windowTicks",
        "above the lookahead of 3000",
        "use at most 3000");
    runs.with("run.windowTicks", 3_000L).network();
    final Case near = runs.with("link.hopTicks", 900L).with("run.windowTicks", 900L);
    assertEquals(900, near.network().lookaheadTicks());
    assertEquals(900, near.network().windowTicks());
  }

  @Test
  void shouldTellMistakesOfMachineAndRunTogether() {
    final Case runs = toy(12).with("run.windowTicks", 5_000L);
    final SettingsException failure = assertThrows(SettingsException.class, runs::network);
    assertEquals(
        List.of("machine.groups", "run.windowTicks"),
        failure.problems().stream().map(Problem::key).toList());
  }

  // --------------------------------------------------------------------------- what they mean

  @Test
  void shouldDescribeTheRoutersOfThePage() {
    final List<PortKind> kinds = CascadeSettings.of(toy(2).settings()).router().design().kinds();
    assertEquals(
        List.of("green", "black", "blue", "tile"), kinds.stream().map(PortKind::name).toList());
    assertEquals(List.of(15, 15, 10, 8), kinds.stream().map(PortKind::ports).toList());
    assertEquals(List.of(true, true, true, false), kinds.stream().map(PortKind::link).toList());
    assertEquals(List.of(2_730, 2_730, 5_461), capacities(toy(2)));
    assertEquals(
        List.of(750, 750, 840, 560), kinds.stream().map(kind -> kind.ticks().get(28)).toList());
  }

  @Test
  void shouldTakeElectricalBlueLinksForElectricalOnes() {
    final Case runs =
        toy(2)
            .with("machine.blueLinks", "electrical")
            .with("router.electricalVcBytes", 300L)
            .with("router.opticalVcBytes", 600L);
    assertEquals(List.of(100, 100, 100), capacities(runs));
    final List<PortKind> kinds = CascadeSettings.of(runs.settings()).router().design().kinds();
    assertEquals(kinds.get(0).ticks(), kinds.get(2).ticks());
    assertEquals(List.of(100, 100, 200), capacities(runs.with("machine.blueLinks", "optical")));
  }

  /** Returns the capacity of the VCs of each kind of link, in flits. */
  private static List<Integer> capacities(Case runs) {
    return CascadeSettings.of(runs.settings()).router().design().kinds().stream()
        .filter(PortKind::link)
        .map(PortKind::capacityFlits)
        .toList();
  }

  /** The tail of a packet must have left its output before the packet arrives at the next. */
  @Test
  void shouldRefuseHopsShorterThanAPacket() {
    for (String rates : List.of("", "link.opticalMegabitsPerSecond=1000")) {
      final Case runs = CascadeBench.dragonfly(2, 1, 2).set(rates);
      final long longest = rates.isEmpty() ? 840 : 10_500;
      runs.with("link.hopTicks", longest).network();
      final SettingsException refusal =
          assertThrows(
              SettingsException.class, () -> runs.with("link.hopTicks", longest - 1).network());
      assertTrue(refusal.getMessage().contains("use at least " + longest), refusal::getMessage);
    }
  }

  /** Every buffer holds the longest packet; event words and route words hold the largest values. */
  @Test
  void shouldAllowNothingThatDoesNotFit() {
    final Map<String, Parameter> parameters =
        new Cascade()
            .parameters().stream().collect(Collectors.toMap(Parameter::key, Function.identity()));
    for (String key :
        List.of("router.electricalVcBytes", "router.opticalVcBytes", "nic.bufferBytes")) {
      final Parameter buffer = parameters.get(key);
      assertTrue(buffer.min() >= 3 * CascadePackets.requestFlits(CascadePackets.MAX_DATA), key);
      assertTrue(buffer.max() / 3 <= CrossbarDesign.MAX_CAPACITY_FLITS, key);
    }
    CascadeBench.dragonfly(241, 6, 16).network();
    assertTrue(241 * 6 * 16 < CascadeRouteWord.MAX_ARIES);
    assertTrue(241 * 6 * 16 * 4 <= CascadePacketId.MAX_NODES);
  }
}

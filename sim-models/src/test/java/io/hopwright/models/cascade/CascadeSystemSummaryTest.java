package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CascadeSystemSummaryTest {
  private static CascadeSystemSummary report(Object... keysAndValues) {
    final Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return new CascadeSystemSummary(
        CascadeSettings.of(Settings.of(new Cascade().parameters(), values)), null);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> topology(CascadeSystemSummary system) {
    return (Map<String, Object>) CascadeSystemSummary.topology().summary(system).get("topology");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> bounds(CascadeSystemSummary system) {
    return (Map<String, Object>) CascadeSystemSummary.theory().summary(system).get("bounds");
  }

  /** Returns the value at a path; every part before the last must be there. */
  private static Object at(Map<String, Object> values, String path) {
    Object value = values;
    for (String part : path.split("\\.", -1)) {
      final Map<?, ?> map = (Map<?, ?>) value;
      assertTrue(map.containsKey(part), path);
      value = map.get(part);
    }
    return value;
  }

  private static double number(Map<String, Object> values, String path) {
    return ((Number) at(values, path)).doubleValue();
  }

  /** CC-T1: the 12-cabinet example of section II.D. */
  @Test
  void shouldDescribeThePapersTwelveCabinets() {
    final Map<String, Object> topology =
        topology(report("machine.groups", 6L, "machine.cablesPerPair", 12L));
    assertEquals(6L, at(topology, "groups"));
    assertEquals(6L, at(topology, "chassisPerGroup"));
    assertEquals(16L, at(topology, "bladesPerChassis"));
    assertEquals(96L, at(topology, "ariesPerGroup"));
    assertEquals(384L, at(topology, "nodesPerGroup"));
    assertEquals(576L, at(topology, "aries"));
    assertEquals(2304L, at(topology, "nodes"));
    assertEquals(960L, at(topology, "blueLinksPerGroup"));
    assertEquals(240L, at(topology, "cablePortsPerGroup"));
    assertEquals(60L, at(topology, "cablesPerGroup"));
    assertEquals(0.25, number(topology, "blueLinksInUse"));
    assertEquals(12L, at(topology, "cablesPerPair.least"));
    assertEquals(12L, at(topology, "cablesPerPair.most"));
    assertEquals(21L, at(topology, "roomForGroups"));
    assertEquals(180L, at(topology, "opticalCables"));
    assertEquals(11.71875 / 4, number(topology, "globalBandwidth"), 1e-9);
    assertEquals(7.5 / 4, number(topology, "globalPayload"), 1e-9);
  }

  @Test
  void shouldCountWhatAPartialLastGroupLacks() {
    final Map<String, Object> topology =
        topology(
            report(
                "machine.groups",
                3L,
                "machine.lastGroupChassis",
                3L,
                "machine.ioBladesPerGroup",
                2L));
    assertEquals(380L, at(topology, "nodesPerGroup"));
    assertEquals(2L * 380 + 188, at(topology, "nodes"));
    assertEquals(120L, at(topology, "cablesPerPair.most"));
    assertEquals(60L, at(topology, "cablesPerPair.least"));
    assertEquals(180L, at(topology, "cablesPerGroup"));
    assertEquals(240L, at(topology, "opticalCables"));
    assertEquals(2.0 * 4 * 240 / (10 * 240), number(topology, "blueLinksInUse"), 1e-12);
  }

  @Test
  void shouldHaveNoBlueLinksInASingleGroup() {
    final CascadeSystemSummary report = report("machine.groups", 1L);
    assertNull(at(topology(report), "cablesPerPair.least"));
    assertNull(at(topology(report), "cablesPerPair.most"));
    assertEquals(0L, at(topology(report), "cablesPerGroup"));
    assertEquals(0.0, number(topology(report), "opticalLinksToFatTree.minimal"));
    assertNull(at(bounds(report), "uniformMinimal.blue"));
    assertEquals(
        number(bounds(report), "hostThroughput"), number(bounds(report), "uniformMinimal.least"));
  }

  @ParameterizedTest
  @CsvSource({"group-shift, 4, 1.0625", "group-shift, 1, 1.1806", "uniform, 1,"})
  void shouldLimitTheShiftThatIsAskedFor(String kind, long shift, Double minimal) {
    final Map<String, Object> bounds =
        bounds(report("workload.kind", kind, "workload.shiftGroups", shift));
    if (minimal == null) {
      assertNull(at(bounds, "shiftMinimal"));
      assertNull(at(bounds, "shiftOptimum"));
    } else {
      assertEquals(minimal, number(bounds, "shiftMinimal.least"), 1e-4);
      assertEquals(4.25, number(bounds, "shiftOptimum.blue"), 1e-9);
    }
    assertNotNull(at(bounds, "uniformValiant.green"));
  }

  @Test
  void shouldKnowTheTimeOfAQuietNetwork() {
    final Map<String, Object> bounds = bounds(report());
    final double hops = number(bounds, "minimalHops.all");
    assertEquals(
        number(bounds, "minimalHops.green")
            + number(bounds, "minimalHops.black")
            + number(bounds, "minimalHops.blue"),
        hops,
        1e-12);
    assertEquals(706.4 + 100 * hops, number(bounds, "quietNanoseconds"), 0.1);
  }
}

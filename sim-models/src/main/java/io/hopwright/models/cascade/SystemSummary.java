package io.hopwright.models.cascade;

import io.hopwright.models.topology.Dragonfly;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a system is made of and what theory allows it, as named numbers of the summary ({@code
 * docs/results.md}); nothing here is measured.
 */
final class SystemSummary {
  private static final double TICKS_PER_NANOSECOND = 43.75;

  private final Dragonfly dragonfly;
  private final CascadeSettings settings;
  private final CascadeBounds bounds;

  SystemSummary(CascadeSettings settings) {
    this.settings = settings;
    dragonfly = settings.topology().dragonfly();
    bounds = CascadeBounds.of(settings);
  }

  /** Returns the parts of the system, and the bandwidth of its blue links. */
  Map<String, Object> topology() {
    final Dragonfly.Plan plan = dragonfly.plan();
    final int aries = plan.bladesPerChassis() * plan.chassisPerGroup();
    final int cablePorts = Dragonfly.groupCables(plan.chassisPerGroup(), plan.bladesPerChassis());
    final long blueLinks = (long) aries * (Dragonfly.TILES - Dragonfly.BLUE);
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("groups", (long) plan.groups());
    values.put("chassisPerGroup", (long) plan.chassisPerGroup());
    values.put("bladesPerChassis", (long) plan.bladesPerChassis());
    values.put("aries", (long) dragonfly.aries());
    values.put("nodes", (long) dragonfly.nodes());
    values.put("ariesPerGroup", (long) aries);
    values.put("nodesPerGroup", nodesPerGroup(plan, aries));
    values.put("blueLinksPerGroup", blueLinks);
    values.put("blueLinksInUse", blueLinksInUse());
    values.put("cablePortsPerGroup", (long) cablePorts);
    values.put("cablesPerGroup", cablesPerGroup());
    values.put("cablesPerPair", cablesPerPair());
    values.put("roomForGroups", 1L + cablePorts / plan.bundle());
    values.put("opticalCables", bounds.opticalCables());
    values.put("bisectionTerabytesPerSecond", bounds.bisectionTerabytesPerSecond());
    values.put("globalGigabytesPerSecondPerNode", bounds.globalGigabytesPerSecond());
    values.put(
        "globalPayloadGigabytesPerSecondPerNode",
        bounds.globalGigabytesPerSecond() * bounds.payloadShare());
    values.put("opticalLinksToFatTree", opticalLinksToFatTree());
    return values;
  }

  private static long nodesPerGroup(Dragonfly.Plan plan, int aries) {
    return (long) Dragonfly.NICS * aries - 2L * plan.ioBladesPerGroup();
  }

  /** Returns the share of the blue ports of all Aries that have a link. */
  private double blueLinksInUse() {
    final double ports = (double) dragonfly.aries() * (Dragonfly.TILES - Dragonfly.BLUE);
    return 2.0 * Dragonfly.LINKS_PER_CABLE * dragonfly.cables() / ports;
  }

  /** Returns the cables of the group that has most. */
  private long cablesPerGroup() {
    long most = 0;
    for (int g = 0; g < dragonfly.groups(); g++) {
      long cables = 0;
      for (int h = 0; h < dragonfly.groups(); h++) {
        cables += dragonfly.cablesBetween(g, h);
      }
      most = Math.max(most, cables);
    }
    return most;
  }

  private Map<String, Object> cablesPerPair() {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int g = 0; g < dragonfly.groups(); g++) {
      for (int h = 0; h < g; h++) {
        least = Math.min(least, dragonfly.cablesBetween(g, h));
        most = Math.max(most, dragonfly.cablesBetween(g, h));
      }
    }
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("least", dragonfly.groups() == 1 ? null : least);
    values.put("most", dragonfly.groups() == 1 ? null : most);
    return values;
  }

  private Map<String, Object> opticalLinksToFatTree() {
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("minimal", bounds.opticalLinksToFatTree(bounds.minimalLinks()));
    values.put("nonMinimal", bounds.opticalLinksToFatTree(bounds.valiantLinks()));
    return values;
  }

  /** Returns what theory allows. */
  Map<String, Object> bounds() {
    final int shift = settings.workload().shift();
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("payloadShare", bounds.payloadShare());
    values.put("hostGigabytesPerSecondPerNode", bounds.hostGigabytesPerSecond());
    values.put("uniformMinimal", limits(bounds.uniformMinimal()));
    values.put("uniformValiant", limits(bounds.uniformValiant()));
    values.put("shiftMinimal", limits(bounds.shiftMinimal(shift)));
    values.put("shiftOptimum", limits(bounds.shiftOptimum(shift)));
    values.put("minimalHops", links(bounds.minimalLinks()));
    values.put("valiantHops", links(bounds.valiantLinks()));
    values.put("quietNanoseconds", quietNanoseconds());
    return values;
  }

  /** Returns the limits of all that limits; null if they are not known. */
  private static Map<String, Object> limits(CascadeBounds.Limits limits) {
    if (limits == null) {
      return null;
    }
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("green", finite(limits.green()));
    values.put("black", finite(limits.black()));
    values.put("blue", finite(limits.blue()));
    values.put("least", limits.least());
    return values;
  }

  private static Double finite(double limit) {
    return Double.isFinite(limit) ? limit : null;
  }

  private static Map<String, Object> links(CascadeBounds.Links links) {
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("green", links.green());
    values.put("black", links.black());
    values.put("blue", links.blue());
    values.put("all", links.all());
    return values;
  }

  /** Returns the time from birth to delivery of a request alone over the mean minimal route. */
  private double quietNanoseconds() {
    final int data = Math.min(settings.workload().messageBytes(), Packets.MAX_DATA);
    final double links = bounds.minimalLinks().all() * settings.router().design().hopTicks();
    return (settings.nics().zeroLoadTicks(0, 0, data) + links) / TICKS_PER_NANOSECOND;
  }
}

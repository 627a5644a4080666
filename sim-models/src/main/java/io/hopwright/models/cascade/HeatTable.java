package io.hopwright.models.cascade;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.topology.Dragonfly;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The mean utilization of the links of each Aries by colour, over the measured interval. */
final class HeatTable {
  private final Dragonfly topology;
  private final List<CrossbarDesign.PortKind> kinds;
  private final double ticks;

  HeatTable(Dragonfly topology, CrossbarDesign design, long ticks) {
    this.topology = topology;
    kinds = design.kinds().stream().filter(CrossbarDesign.PortKind::link).toList();
    this.ticks = ticks;
  }

  /**
   * A row.
   *
   * @param aries its number
   * @param group that it is in
   * @param place in the group
   * @param utilization by colour, null where there is no link or nothing is known
   */
  record Aries(long aries, long group, long place, List<Double> utilization) {}

  static Metrics<Aries> columns(List<String> colours) {
    final Metrics<Aries> columns =
        new Metrics<Aries>()
            .add("aries", "", "Aries", "its number", Aries::aries, Role.IDENTITY)
            .add("group", "", "group", "group that it is in", Aries::group, Role.ROW)
            .add(
                "place",
                "",
                "Aries of the group",
                "its place in the group: chassis · blades + blade",
                Aries::place,
                Role.COLUMN);
    for (int colour = 0; colour < colours.size(); colour++) {
      final int each = colour;
      columns.add(
          colours.get(colour),
          "",
          colours.get(colour) + " links",
          "mean utilization of its links of this colour; empty if there are none",
          aries -> aries.utilization().get(each),
          Role.VALUE);
    }
    return columns;
  }

  /** Returns a row for each Aries, in the order of their numbers; none of a JVM that was lost. */
  RunResult.Table of(List<PortStatistics> parts) {
    final List<Aries> rows = new ArrayList<>();
    for (PortStatistics part : parts) {
      for (int router = 0; router < part.routers(); router++) {
        rows.add(row(part, router));
      }
    }
    rows.sort(Comparator.comparingLong(Aries::aries));
    return RunResult.Table.of(
        columns(kinds.stream().map(CrossbarDesign.PortKind::name).toList()), rows);
  }

  private Aries row(PortStatistics part, int router) {
    final int aries = part.router(router);
    final int group = topology.groupOf(aries);
    final List<Double> utilization = new ArrayList<>();
    int port = 0;
    for (int kind = 0; kind < kinds.size(); kind++) {
      int links = 0;
      for (int i = 0; i < kinds.get(kind).ports(); i++, port++) {
        links += topology.neighbour(aries, port) >= 0 ? 1 : 0;
      }
      final double share = part.busyTicksOfKind(router, kind) / (links * ticks);
      utilization.add(links == 0 || ticks == 0 ? null : Metrics.rounded(share));
    }
    return new Aries(aries, group, aries - topology.firstAries(group), utilization);
  }
}

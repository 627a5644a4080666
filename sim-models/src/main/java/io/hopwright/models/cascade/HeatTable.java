package io.hopwright.models.cascade;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.topology.Dragonfly;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The mean utilization of the links of each Aries by colour, over the measured interval. */
final class HeatTable {
  private static final double STEPS = 1e6;

  private final Dragonfly topology;
  private final List<CrossbarDesign.PortKind> kinds;
  private final double ticks;

  HeatTable(Dragonfly topology, CrossbarDesign design, long ticks) {
    this.topology = topology;
    kinds = design.kinds().stream().filter(CrossbarDesign.PortKind::link).toList();
    this.ticks = ticks;
  }

  /** Returns a row for each Aries, in the order of their numbers; none of a JVM that was lost. */
  RunResult.Table of(List<CascadeStatistics> parts) {
    final List<RunResult.Column> columns = new ArrayList<>();
    for (String name : List.of("aries", "group", "place")) {
      columns.add(new RunResult.Column(name, ""));
    }
    kinds.forEach(kind -> columns.add(new RunResult.Column(kind.name(), "")));
    final List<List<Object>> rows = new ArrayList<>();
    for (CascadeStatistics part : parts) {
      for (int router = 0; router < part.ports().routers(); router++) {
        rows.add(row(part.ports(), router, aries(part.nics(), router)));
      }
    }
    rows.sort(Comparator.comparingLong(row -> (Long) row.get(0)));
    return new RunResult.Table(columns, rows);
  }

  /** Every Aries has nodes, which know where they are. */
  private int aries(NicStatistics nics, int router) {
    int nic = router * Dragonfly.NICS;
    while (nics.node(nic) < 0) {
      nic++;
    }
    return topology.ariesOf(nics.node(nic));
  }

  private List<Object> row(PortStatistics part, int router, int aries) {
    final int group = topology.groupOf(aries);
    final List<Object> row = new ArrayList<>();
    row.add((long) aries);
    row.add((long) group);
    row.add((long) aries - topology.firstAries(group));
    int port = 0;
    for (int kind = 0; kind < kinds.size(); kind++) {
      int links = 0;
      for (int i = 0; i < kinds.get(kind).ports(); i++, port++) {
        links += topology.neighbour(aries, port) >= 0 ? 1 : 0;
      }
      final double share = part.busyTicksOfKind(router, kind) / (links * ticks);
      row.add(links == 0 || ticks == 0 ? null : Math.rint(share * STEPS) / STEPS);
    }
    return row;
  }
}

package io.hopwright.models.cascade;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.StatisticsKeys.LinkTable;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.topology.Dragonfly;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How busy the ports that lead somewhere were over the measured interval, in several sums. */
final class LinkTables {
  private final Dragonfly topology;
  private final CrossbarDesign design;
  private final long ticks;
  private final List<Link> links = new ArrayList<>();

  /** A port of an Aries and what it leads to: itself through a processor tile. */
  private record Link(int aries, int port, PortKind kind, int to, long busyTicks) {}

  LinkTables(Dragonfly topology, CrossbarDesign design, List<CascadeStatistics> parts, long ticks) {
    this.topology = topology;
    this.design = design;
    this.ticks = ticks;
    int aries = 0;
    for (CascadeStatistics part : parts) {
      for (int router = 0; router < part.ports().routers(); router++, aries++) {
        int port = 0;
        for (PortKind kind : design.kinds()) {
          for (int i = 0; i < kind.ports(); i++, port++) {
            final int to = kind.link() ? topology.neighbour(aries, port) : aries;
            if (to >= 0) {
              links.add(new Link(aries, port, kind, to, part.ports().busyTicks(router, port)));
            }
          }
        }
      }
    }
  }

  /** Adds a table for each way of adding links up. */
  void addTo(Map<String, RunResult.Table> tables, List<LinkTable> ways) {
    for (LinkTable way : ways) {
      tables.put(way.table(), way == LinkTable.LINK ? perLink() : summed(way));
    }
  }

  private RunResult.Table perLink() {
    final List<RunResult.Column> columns = new ArrayList<>();
    for (String name : List.of("aries", "group", "port", "kind", "toAries", "utilization")) {
      columns.add(new RunResult.Column(name, ""));
    }
    final List<List<Object>> rows = new ArrayList<>();
    for (Link link : links) {
      rows.add(
          List.of(
              (long) link.aries(),
              (long) topology.groupOf(link.aries()),
              (long) link.port(),
              link.kind().name(),
              (long) link.to(),
              utilization(link.busyTicks(), 1)));
    }
    return new RunResult.Table(columns, rows);
  }

  private RunResult.Table summed(LinkTable way) {
    final List<List<Object>> rows = new ArrayList<>();
    if (way == LinkTable.KIND) {
      for (PortKind kind : design.kinds()) {
        addRow(rows, kind.name(), links.stream().filter(link -> link.kind() == kind).toList());
      }
    } else {
      addRow(rows, "all", links.stream().filter(link -> link.kind().link()).toList());
    }
    final List<RunResult.Column> columns =
        List.of(
            new RunResult.Column(way.word(), ""),
            new RunResult.Column("links", ""),
            new RunResult.Column("utilization", ""));
    return new RunResult.Table(columns, rows);
  }

  private void addRow(List<List<Object>> rows, String name, List<Link> group) {
    final long busyTicks = group.stream().mapToLong(Link::busyTicks).sum();
    if (!group.isEmpty()) {
      rows.add(List.of(name, (long) group.size(), utilization(busyTicks, group.size())));
    }
  }

  private double utilization(long busyTicks, int ofLinks) {
    return ticks > 0 ? busyTicks / ((double) ofLinks * ticks) : 0;
  }
}

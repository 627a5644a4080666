package io.hopwright.models.cascade;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.crossbar.CrossbarDesign;
import io.hopwright.models.switching.crossbar.CrossbarDesign.PortKind;
import io.hopwright.models.switching.crossbar.PortStatistics;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.Dragonfly;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How busy the ports that lead somewhere were over the measured interval, added up or not. */
final class CascadeLinkTables {
  private final Dragonfly topology;
  private final CrossbarDesign design;
  private final double ticks;
  private final List<Port> ports = new ArrayList<>();

  CascadeLinkTables(
      Dragonfly topology, CrossbarDesign design, List<PortStatistics> parts, double ticks) {
    this.topology = topology;
    this.design = design;
    this.ticks = ticks;
    for (PortStatistics part : parts) {
      for (int router = 0; router < part.routers(); router++) {
        final int aries = part.router(router);
        int port = 0;
        for (PortKind kind : design.kinds()) {
          for (int i = 0; i < kind.ports(); i++, port++) {
            final int to = kind.link() ? topology.neighbour(aries, port) : aries;
            if (to >= 0) {
              ports.add(new Port(aries, port, kind, to, part.busyTicks(router, port)));
            }
          }
        }
      }
    }
  }

  /** A port, and the Aries that it leads to: its own if it is a tile. */
  private record Port(int aries, int port, PortKind kind, int toAries, long busyTicks) {}

  /** A row: ports, added up. */
  final class Sum {
    private final String name;
    private final List<Port> members;

    private Sum(String name, List<Port> members) {
      this.name = name;
      this.members = members;
    }

    private Port first() {
      return members.get(0);
    }

    private double utilization() {
      final long busyTicks = members.stream().mapToLong(Port::busyTicks).sum();
      return ticks > 0 ? busyTicks / (members.size() * ticks) : 0;
    }

    private long group() {
      return topology.groupOf(first().aries());
    }
  }

  /** Returns the columns of a table. */
  static Metrics<Sum> columns(LinkGrouping grouping) {
    final Metrics<Sum> columns = new Metrics<>();
    if (grouping == LinkGrouping.LINK) {
      columns
          .add("aries", "", "Aries", sum -> (long) sum.first().aries())
          .meaning("Aries of the port")
          .add("group", "", "Group", Sum::group)
          .meaning("its group")
          .add("port", "", "Port", sum -> (long) sum.first().port())
          .meaning("number of the port")
          .add("kind", "", "Kind of port", sum -> sum.name)
          .meaning("its colour, or tile")
          .add("toAries", "", "To Aries", sum -> (long) sum.first().toAries())
          .meaning("Aries at the far end");
    } else {
      grouping.withNames(columns, sum -> sum.name, sum -> (long) sum.members.size());
    }
    return LinkGrouping.withUtilization(columns, Sum::utilization);
  }

  /** Adds a table for each way of adding up that was asked for. */
  void addTo(Map<String, RunResult.Table> tables, List<LinkGrouping> groupings) {
    for (LinkGrouping grouping : groupings) {
      tables.put(grouping.table(), RunResult.Table.of(columns(grouping), rows(grouping)));
    }
  }

  private List<Sum> rows(LinkGrouping grouping) {
    final List<Sum> rows =
        switch (grouping) {
          case LINK ->
              ports.stream().map(port -> new Sum(port.kind().name(), List.of(port))).toList();
          case KIND ->
              design.kinds().stream()
                  .map(
                      kind ->
                          new Sum(
                              kind.name(),
                              ports.stream().filter(p -> p.kind().equals(kind)).toList()))
                  .toList();
          default -> List.of(new Sum("all", ports.stream().filter(p -> p.kind().link()).toList()));
        };
    return rows.stream().filter(sum -> !sum.members.isEmpty()).toList();
  }
}

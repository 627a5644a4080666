package io.hopwright.models.bluegene;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.StatisticsKeys.LinkGrouping;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.torusrouter.LinkStatistics;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * What links carried over the measured interval, added up per link, direction, dimension, part of a
 * region, or as a whole.
 */
final class BlueGeneLinkTables {
  private final Torus torus;
  private final RouterDesign design;
  private final HotBox region;
  private final List<LinkStatistics> parts;
  private final long ticks;
  private final List<String> vcs;

  BlueGeneLinkTables(
      Torus torus, RouterDesign design, HotBox region, List<LinkStatistics> parts, long ticks) {
    this.torus = torus;
    this.design = design;
    this.region = region;
    this.parts = parts;
    this.ticks = ticks;
    vcs = VcNames.of(design);
  }

  /** A link: its node and its port. */
  private record Link(int node, int port) {}

  /** Names the group that a link is added to. */
  private interface Grouping {
    String of(Link link);
  }

  /** A row: links, added up. */
  final class Sum {
    private final String name;
    private final Link first;
    private long links;
    private long ackBytes;
    private long samples;
    private long stalls;
    private final long[] dataBytes = new long[vcs.size()];
    private final long[] occupied = new long[vcs.size()];

    private Sum(String name, Link first) {
      this.name = name;
      this.first = first;
    }

    private void add(LinkStatistics part, int node, int port) {
      links++;
      ackBytes += part.ackBytes(node, port);
      samples += part.samples(node, port);
      stalls += part.stalls(node, port);
      for (int vc = 0; vc < dataBytes.length; vc++) {
        dataBytes[vc] += part.dataBytes(node, port, vc);
        occupied[vc] += part.occupiedChunks(node, port, vc);
      }
    }

    private long coordinate(int dimension) {
      return torus.coordinate(first.node(), dimension);
    }

    private long dataBytes() {
      return LongStream.of(dataBytes).sum();
    }

    private Double utilization(long bytes) {
      return Metrics.ratio(bytes, (double) links * ticks);
    }

    private Double occupancy(int vc) {
      return Metrics.ratio(occupied[vc], (double) samples * design.vcChunks(vc));
    }
  }

  /** Returns the columns of a table; of all links together, those by VC have members alike. */
  static Metrics<Sum> columns(LinkGrouping grouping, List<String> vcs) {
    final Metrics<Sum> columns = new Metrics<>();
    if (grouping == LinkGrouping.LINK) {
      LinkGrouping.withPlace(
          columns, Torus.AXES, sum -> (long) sum.first.node(), Sum::coordinate, sum -> sum.name);
    } else {
      grouping.withNames(columns, sum -> sum.name, sum -> sum.links);
    }
    final String each = grouping == LinkGrouping.WHOLE ? BlueGeneMetrics.VC : "";
    return LinkGrouping.withUtilization(
            columns, sum -> sum.utilization(sum.dataBytes() + sum.ackBytes))
        .add(
            "ackUtilization",
            "",
            "Link utilization by token-acks",
            sum -> sum.utilization(sum.ackBytes))
        .meaning("share of ticks with token-acks")
        .add("dataBytes", "B", "Bytes of packets", Sum::dataBytes)
        .meaning("bytes of packets and trailers, over all links of the row")
        .add("ackBytes", "B", "Bytes of token-acks", sum -> sum.ackBytes)
        .meaning("bytes of token-acks, over all links of the row")
        .add("stalled", "", "Stalled", sum -> Metrics.ratio(sum.stalls, (double) sum.samples))
        .meaning("share of samples in which packets waited for the link while it was idle")
        .family(
            "vcUtilization",
            "",
            "Utilization of a link",
            each,
            vcs,
            (sum, vc) -> sum.utilization(sum.dataBytes[vc]))
        .meaning("share of ticks with packets on each virtual channel")
        .family(
            "occupancy", "", "Occupancy of the buffers", each, vcs, (sum, vc) -> sum.occupancy(vc))
        .meaning(
            "chunks without a token at the sender, as a share of the capacity of each virtual"
                + " channel's buffer at the far end");
  }

  /** Adds a table for each way of adding up that was asked for. */
  void addTo(Map<String, RunResult.Table> tables, List<LinkGrouping> groupings) {
    for (LinkGrouping grouping : groupings) {
      tables.put(
          grouping.table(),
          RunResult.Table.of(
              columns(grouping, vcs),
              grouping == LinkGrouping.LINK ? perLink() : grouped(grouping)));
    }
  }

  private List<Sum> perLink() {
    final List<Sum> rows = new ArrayList<>();
    forEachLink(
        (part, node, link) -> {
          final Sum sum = new Sum(torus.portName(link.port()), link);
          sum.add(part, node, link.port());
          rows.add(sum);
        });
    rows.sort(
        Comparator.comparingInt((Sum sum) -> sum.first.node()).thenComparing(sum -> sum.name));
    return rows;
  }

  private List<Sum> grouped(LinkGrouping of) {
    final Grouping grouping = grouping(of);
    final Map<String, Sum> sums = new TreeMap<>();
    forEachLink(
        (part, node, link) ->
            sums.computeIfAbsent(grouping.of(link), name -> new Sum(name, link))
                .add(part, node, link.port()));
    return List.copyOf(sums.values());
  }

  private Grouping grouping(LinkGrouping of) {
    return switch (of) {
      case DIRECTION -> link -> torus.portName(link.port());
      case DIMENSION -> link -> torus.coordinateNames().get(link.port() >>> 1);
      case REGION -> this::partOfRegion;
      default -> link -> "all";
    };
  }

  private String partOfRegion(Link link) {
    final boolean from = region.contains(link.node());
    final boolean to = region.contains(torus.neighbour(link.node(), link.port()));
    if (from == to) {
      return from ? "inside" : "outside";
    }
    return to ? "entering" : "leaving";
  }

  private interface LinkVisitor {
    void visit(LinkStatistics part, int node, Link link);
  }

  private void forEachLink(LinkVisitor visitor) {
    for (LinkStatistics part : parts) {
      for (int node = 0; node < part.nodes(); node++) {
        for (int port = 0; port < Torus.PORTS; port++) {
          if (torus.hasLink(port)) {
            visitor.visit(part, node, new Link(part.globalId(node), port));
          }
        }
      }
    }
  }
}

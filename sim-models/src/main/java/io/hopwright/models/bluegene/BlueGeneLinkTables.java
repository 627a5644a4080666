package io.hopwright.models.bluegene;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.switching.torusrouter.LinkStatistics;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.tables.StatisticsKeys.LinkGrouping;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.Torus;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
      tables.put(grouping.table(), RunResult.Table.of(columns(grouping, vcs), rows(grouping)));
    }
  }

  private List<Sum> rows(LinkGrouping grouping) {
    final boolean apart = grouping == LinkGrouping.LINK;
    final Map<Object, Sum> sums = new LinkedHashMap<>();
    for (LinkStatistics part : parts) {
      for (int node = 0; node < part.nodes(); node++) {
        for (int port = 0; port < Torus.PORTS; port++) {
          if (torus.hasLink(port)) {
            final Link link = new Link(part.globalId(node), port);
            final String name = name(grouping, link);
            sums.computeIfAbsent(apart ? link : name, unseen -> new Sum(name, link))
                .add(part, node, port);
          }
        }
      }
    }
    return sums.values().stream()
        .sorted(
            Comparator.comparingInt((Sum sum) -> apart ? sum.first.node() : 0)
                .thenComparing(sum -> sum.name))
        .toList();
  }

  private String name(LinkGrouping grouping, Link link) {
    return switch (grouping) {
      case LINK, DIRECTION -> torus.portName(link.port());
      case DIMENSION -> torus.coordinateNames().get(link.port() >>> 1);
      case REGION -> partOfRegion(link);
      default -> "all";
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
}

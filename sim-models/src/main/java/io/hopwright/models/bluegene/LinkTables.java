package io.hopwright.models.bluegene;

import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.StatisticsKeys.LinkTable;
import io.hopwright.models.measure.Summaries;
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
final class LinkTables {

  private final Torus torus;
  private final RouterDesign design;
  private final HotBox region;
  private final List<LinkStatistics> books;
  private final long ticks;
  private final List<String> vcs;

  LinkTables(
      Torus torus, RouterDesign design, HotBox region, List<LinkStatistics> books, long ticks) {
    this.torus = torus;
    this.design = design;
    this.region = region;
    this.books = books;
    this.ticks = ticks;
    vcs = VcNames.of(design);
  }

  /** A link: its node and its port. */
  private record Link(int node, int port) {}

  /** Names the group that a link is added to. */
  private interface Grouping {
    String of(Link link);
  }

  /** Sums over the links of a group. */
  private static final class Sum {
    private long links;
    private long ackBytes;
    private long samples;
    private long stalls;
    private final long[] dataBytes;
    private final long[] occupied;

    Sum(int vcs) {
      dataBytes = new long[vcs];
      occupied = new long[vcs];
    }

    void add(LinkStatistics book, int node, int port) {
      links++;
      ackBytes += book.ackBytes(node, port);
      samples += book.samples(node, port);
      stalls += book.stalls(node, port);
      for (int vc = 0; vc < dataBytes.length; vc++) {
        dataBytes[vc] += book.dataBytes(node, port, vc);
        occupied[vc] += book.occupiedChunks(node, port, vc);
      }
    }
  }

  /** Adds a table for each way of adding up that was asked for. */
  void addTo(Map<String, RunResult.Table> tables, List<LinkTable> ways) {
    for (LinkTable way : ways) {
      tables.put(way.table(), way == LinkTable.LINK ? perLink() : grouped(way));
    }
  }

  private RunResult.Table perLink() {
    final List<RunResult.Column> columns = new ArrayList<>();
    for (String name : List.of("node", "x", "y", "z", "port")) {
      columns.add(new RunResult.Column(name, ""));
    }
    columns.addAll(valueColumns());
    final List<List<Object>> rows = new ArrayList<>();
    forEachLink(
        (book, node, link) -> {
          final Sum sum = new Sum(vcs.size());
          sum.add(book, node, link.port());
          final List<Object> row = new ArrayList<>();
          row.add((long) link.node());
          for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
            row.add((long) torus.coordinate(link.node(), dimension));
          }
          row.add(torus.portName(link.port()));
          row.addAll(values(sum));
          rows.add(row);
        });
    rows.sort(
        Comparator.comparingLong((List<Object> row) -> (Long) row.get(0))
            .thenComparing(row -> (String) row.get(4)));
    return new RunResult.Table(columns, rows);
  }

  private RunResult.Table grouped(LinkTable way) {
    final List<RunResult.Column> columns = new ArrayList<>();
    columns.add(new RunResult.Column(way.word(), ""));
    columns.add(new RunResult.Column("links", ""));
    columns.addAll(valueColumns());
    final Grouping grouping = grouping(way);
    final Map<String, Sum> sums = new TreeMap<>();
    forEachLink(
        (book, node, link) ->
            sums.computeIfAbsent(grouping.of(link), name -> new Sum(vcs.size()))
                .add(book, node, link.port()));
    final List<List<Object>> rows = new ArrayList<>();
    sums.forEach(
        (name, sum) -> {
          final List<Object> row = new ArrayList<>(List.of(name, sum.links));
          row.addAll(values(sum));
          rows.add(row);
        });
    return new RunResult.Table(columns, rows);
  }

  private Grouping grouping(LinkTable way) {
    return switch (way) {
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
    void visit(LinkStatistics book, int node, Link link);
  }

  private void forEachLink(LinkVisitor visitor) {
    for (LinkStatistics book : books) {
      for (int node = 0; node < book.nodes(); node++) {
        for (int port = 0; port < Torus.PORTS; port++) {
          if (torus.hasLink(port)) {
            visitor.visit(book, node, new Link(book.globalId(node), port));
          }
        }
      }
    }
  }

  private List<RunResult.Column> valueColumns() {
    final List<RunResult.Column> columns = new ArrayList<>();
    columns.add(new RunResult.Column("utilization", ""));
    columns.add(new RunResult.Column("ackUtilization", ""));
    columns.add(new RunResult.Column("dataBytes", "bytes"));
    columns.add(new RunResult.Column("ackBytes", "bytes"));
    columns.add(new RunResult.Column("stalled", ""));
    for (String vc : vcs) {
      columns.add(new RunResult.Column("utilization." + vc, ""));
    }
    for (String vc : vcs) {
      columns.add(new RunResult.Column("occupancy." + vc, ""));
    }
    return columns;
  }

  private List<Object> values(Sum sum) {
    final double linkTicks = (double) sum.links * ticks;
    final long dataBytes = LongStream.of(sum.dataBytes).sum();
    final List<Object> values = new ArrayList<>();
    values.add(Summaries.ratio(dataBytes + sum.ackBytes, linkTicks));
    values.add(Summaries.ratio(sum.ackBytes, linkTicks));
    values.add(dataBytes);
    values.add(sum.ackBytes);
    values.add(Summaries.ratio(sum.stalls, (double) sum.samples));
    for (long ofVc : sum.dataBytes) {
      values.add(Summaries.ratio(ofVc, linkTicks));
    }
    for (int vc = 0; vc < sum.occupied.length; vc++) {
      values.add(Summaries.ratio(sum.occupied[vc], (double) sum.samples * design.vcChunks(vc)));
    }
    return values;
  }
}

package io.hopwright.models.tables;

import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.topology.Drawing;
import io.hopwright.models.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Utilization of each link of a machine of moderate size, and its position in a picture: two
 * tables, of routers and of links, on all machines.
 */
public final class LinkPicture {
  /** Name of the table of routers. */
  public static final String ROUTERS = "routers";

  /** Name of the table of links. */
  public static final String LINKS = "links";

  /** Most routers of a picture. */
  public static final int MOST_ROUTERS = 512;

  private static final double STEPS = 1e3;

  private LinkPicture() {}

  /**
   * Load of a link over the measured interval.
   *
   * @param utilization share of ticks in which it was busy
   * @param bytes bytes that it carried
   */
  public record Load(double utilization, long bytes) {}

  /** Loads of links. */
  @FunctionalInterface
  public interface Loads {
    /** Returns what the link carried that leaves a router by a port; null if nothing is known. */
    Load of(int router, int port);

    /**
     * Returns what the counts of links say.
     *
     * @param busy ticks in which each link was busy
     * @param carried units that each link carried
     * @param ticks of the measured interval; of none nothing is known
     * @param unitBytes bytes of a unit
     */
    static Loads of(
        PortCounts.Column busy, PortCounts.Column carried, double ticks, int unitBytes) {
      return (router, port) ->
          ticks > 0 && busy.of(router, port) != null
              ? new Load(busy.of(router, port) / ticks, carried.of(router, port) * unitBytes)
              : null;
    }
  }

  /** A row of the table of routers. */
  private record Router(long number, Drawing.Spot spot) {}

  /** Row of the table of links; {@code load} is null without a measurement. */
  private record Link(long from, String port, long to, Load load, Drawing.Point end) {}

  /**
   * Returns whether a machine has a picture.
   *
   * @param heat whether a map of its links is requested
   */
  public static boolean isDrawn(boolean heat, Topology topology) {
    return heat && topology.routers() <= MOST_ROUTERS;
  }

  /** Adds both tables, with a row for each router, and for each link in the order of routers. */
  public static void addTo(
      Map<String, RunResult.Table> tables, Topology topology, Drawing drawing, Loads loads) {
    final List<Router> routers = new ArrayList<>();
    final List<Link> links = new ArrayList<>();
    for (int router = 0; router < topology.routers(); router++) {
      routers.add(new Router(router, drawing.spots().get(router)));
      for (int port = 0; port < topology.ports(router); port++) {
        final int far = topology.neighbour(router, port);
        if (topology.leads(router, port)) {
          links.add(
              new Link(
                  router,
                  topology.portName(router, port),
                  far,
                  loads.of(router, port),
                  drawing.arrows().end(router, port)));
        }
      }
    }
    tables.put(ROUTERS, RunResult.Table.of(ofRouters(), routers));
    tables.put(LINKS, RunResult.Table.of(ofLinks(), links));
  }

  /** Adds both tables without rows. */
  public static void addMostTo(Map<String, RunResult.Table> tables) {
    tables.put(ROUTERS, RunResult.Table.of(ofRouters(), List.of()));
    tables.put(LINKS, RunResult.Table.of(ofLinks(), List.of()));
  }

  private static Metrics<Router> ofRouters() {
    return new Metrics<Router>()
        .add("router", "", "router", Router::number, Role.IDENTITY)
        .meaning("number of the router")
        .add("name", "", "name", row -> row.spot().name(), Role.IDENTITY)
        .meaning("name of the router")
        .add("kind", "", "kind", row -> row.spot().kind(), Role.IDENTITY)
        .meaning("kind of the router")
        .add("place", "", "place", row -> row.spot().place(), Role.IDENTITY)
        .meaning("location of the router")
        .add("block", "", "block", row -> row.spot().block(), Role.IDENTITY)
        .meaning("group that the picture frames; empty for no frame")
        .add("x", "", "x", row -> rounded(row.spot().at().x()), Role.IDENTITY)
        .meaning("horizontal position in the picture; the distance to the next router is 1")
        .add("y", "", "y", row -> rounded(row.spot().at().y()), Role.IDENTITY)
        .meaning(
            "vertical position in the picture, downwards; the distance to the next"
                + " router is 1");
  }

  private static Metrics<Link> ofLinks() {
    return new Metrics<Link>()
        .add("from", "", "from", Link::from, Role.IDENTITY)
        .meaning("router that the link leaves")
        .add("port", "", "port", Link::port, Role.IDENTITY)
        .meaning("port of the router that the link leaves")
        .add("to", "", "to", Link::to, Role.IDENTITY)
        .meaning("router to which the link leads")
        .add(
            "utilization",
            "",
            "utilization",
            row -> row.load() == null ? null : (Double) Metrics.rounded(row.load().utilization()))
        .meaning(
            "fraction of ticks in which the link was busy, counted when a packet"
                + " starts; can exceed 1 in an interval of a few packets")
        .add("bytes", "B", "bytes", row -> row.load() == null ? null : (Long) row.load().bytes())
        .meaning("load of the link, in whole units of the buffers behind it")
        .add("endX", "", "end in x", row -> rounded(row.end().x()), Role.IDENTITY)
        .meaning("horizontal position of the end of its arrow, which starts at the router")
        .add("endY", "", "end in y", row -> rounded(row.end().y()), Role.IDENTITY)
        .meaning("vertical position of the end of its arrow, downwards");
  }

  private static Double rounded(double length) {
    return Math.rint(length * STEPS) / STEPS + 0.0;
  }
}

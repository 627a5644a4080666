package io.hopwright.runner.report.drawing;

import io.hopwright.runner.results.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A picture of routers and their links, coloured by what these carried. */
public final class LinkPictureChart {
  /** Utilization is written in so many parts: three digits are as many as colours. */
  private static final int SCALE = 1_000;

  private LinkPictureChart() {}

  /**
   * A router.
   *
   * @param name what it is called
   * @param kind what it is
   * @param place where it is in the machine
   * @param block what it stands in a frame with, empty for none
   * @param x to the right, in steps from one router to the next
   * @param y downwards
   */
  public record Router(String name, String kind, String place, String block, double x, double y) {
    private List<Object> document() {
      return List.of(name, kind, place, block, x, y);
    }
  }

  /**
   * A link.
   *
   * @param from router that it leaves, by its place in the list
   * @param port there
   * @param to router that it leads to
   * @param endX where its arrow ends
   * @param endY the same, downwards
   */
  public record Link(int from, String port, int to, double endX, double endY) {
    private List<Object> document() {
      return List.of(from, port, to, endX, endY);
    }
  }

  /** Links that are drawn, the busiest ones. */
  public static final int MOST_DRAWN = 800;

  /** What a machine looks like. */
  public record Layout(List<Router> routers, List<Link> links) {
    private Map<String, Object> document() {
      return new JsonObject()
          .with("routers", routers.stream().map(Router::document).toList())
          .with("links", links.stream().map(Link::document).toList());
    }
  }

  /**
   * What the links of a run carried.
   *
   * @param run whose they are
   * @param layout number of the layout
   * @param utilization by link; NaN where nothing is known
   * @param bytes by link
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody else has it
  public record Set(String run, int layout, double[] utilization, double[] bytes) {
    private Map<String, Object> document() {
      return new JsonObject()
          .with("run", run)
          .with("layout", layout)
          .with("shares", Digits.whole(utilization, SCALE))
          .with("bytes", Digits.whole(bytes, 1));
    }
  }

  /**
   * Returns a picture.
   *
   * @param id names it within the page
   * @param title what it shows
   * @param caption what was simulated, and how to read it
   * @param layouts what machines look like
   * @param sets what links carried, of each run
   */
  public static Picture of(
      String id, String title, String caption, List<Layout> layouts, List<Set> sets) {
    final Map<String, Object> data = new LinkedHashMap<>();
    data.put("scale", SCALE);
    data.put("mostDrawn", MOST_DRAWN);
    data.put("layouts", layouts.stream().map(Layout::document).toList());
    data.put("sets", sets.stream().map(Set::document).toList());
    final long points = sets.stream().mapToLong(set -> set.utilization().length).sum();
    return new Picture(id, "graph", title, caption, data, points);
  }
}

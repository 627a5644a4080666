package io.hopwright.runner.report.drawing;

import io.hopwright.runner.results.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Picture of routers and their links, coloured by the load of the links. */
public final class LinkPictureChart {
  /** Utilization is written in so many parts: three digits are as many as colours. */
  private static final int SCALE = 1_000;

  private LinkPictureChart() {}

  /**
   * Router in the picture.
   *
   * @param name its name
   * @param kind its kind
   * @param place its position in the machine
   * @param block frame that encloses it, empty for none
   * @param x to the right, in steps from one router to the next
   * @param y downwards
   */
  public record Router(String name, String kind, String place, String block, double x, double y) {
    private List<Object> document() {
      return List.of(name, kind, place, block, x, y);
    }
  }

  /**
   * Link in the picture.
   *
   * @param from index of the router that it leaves
   * @param port its port there
   * @param to index of the router to which it leads
   * @param endX end of its arrow
   * @param endY the same, downwards
   */
  public record Link(int from, String port, int to, double endX, double endY) {
    private List<Object> document() {
      return List.of(from, port, to, endX, endY);
    }
  }

  /** Links that are drawn, the busiest ones. */
  public static final int MOST_DRAWN = 800;

  /** Layout of a machine's picture. */
  public record Layout(List<Router> routers, List<Link> links) {
    private Map<String, Object> document() {
      return new JsonObject()
          .with("routers", routers.stream().map(Router::document).toList())
          .with("links", links.stream().map(Link::document).toList());
    }
  }

  /**
   * Loads of the links of a run.
   *
   * @param run the run
   * @param layout number of the layout
   * @param utilization utilization by link; NaN if unknown
   * @param bytes bytes by link
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
   * @param id identifier in the page
   * @param title its subject
   * @param caption simulated system, and how to read the picture
   * @param layouts layouts of machines
   * @param sets loads of the links, for each run
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

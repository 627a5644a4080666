package io.hopwright.runner.report.drawing;

import io.hopwright.runner.results.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Picture drawn by the page's script.
 *
 * @param id identifier in the page
 * @param kind kind of picture
 * @param title its subject
 * @param caption simulated system, and how to read the picture
 * @param data input of its kind, as data of the page
 * @param points number of values in all its views
 */
public record Picture(
    String id, String kind, String title, String caption, Map<String, Object> data, long points) {
  /**
   * Returns a picture of the activities of ranks of jobs, by state.
   *
   * @param id identifier, which also selects the way of drawing
   * @param states possible states
   * @param sets one for each run
   */
  public static Picture ofJobs(
      String id,
      String title,
      String caption,
      List<String> states,
      List<Map<String, Object>> sets,
      long points) {
    final Map<String, Object> data = new JsonObject().with("states", states).with("sets", sets);
    return new Picture(id, id, title, caption, data, points);
  }

  /** Returns the number of a layout in a picture; a new layout is added. */
  public static <T> int number(List<T> layouts, T layout) {
    if (!layouts.contains(layout)) {
      layouts.add(layout);
    }
    return layouts.indexOf(layout);
  }

  /** Returns the picture as data of the page. */
  public Map<String, Object> document() {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("id", id);
    document.put("kind", kind);
    document.put("title", title);
    document.put("caption", caption);
    document.putAll(data);
    return document;
  }
}

package io.hopwright.runner.report.drawing;

import io.hopwright.runner.results.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Something that the page's script draws.
 *
 * @param id names it within the page
 * @param kind how it is drawn
 * @param title what it shows
 * @param caption what was simulated, and how to read it
 * @param data what its kind is drawn from, as data of the page
 * @param points how many values it shows, in all its views
 */
public record Picture(
    String id, String kind, String title, String caption, Map<String, Object> data, long points) {
  /**
   * Returns a picture of what ranks of jobs do, by state.
   *
   * @param id says also how it is drawn
   * @param states what there is to do
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

  /** Returns the number of a layout among those of a picture, to which it is added if it is new. */
  public static <T> int number(List<T> layouts, T layout) {
    if (!layouts.contains(layout)) {
      layouts.add(layout);
    }
    return layouts.indexOf(layout);
  }

  /** Returns it as data of the page. */
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

package io.hopwright.runner.report;

import java.util.List;
import java.util.Map;

/**
 * A picture of what ranks of jobs do, by state.
 *
 * @param id names it within the page, and says how it is drawn
 * @param title what it shows
 * @param caption what was simulated, and how to read it
 * @param states what there is to do
 * @param sets one for each run
 * @param points values in all of them
 */
record JobPicture(
    String id,
    String title,
    String caption,
    List<String> states,
    List<Map<String, Object>> sets,
    long points)
    implements Picture {
  @Override
  public Map<String, Object> document() {
    final Map<String, Object> document = document(id);
    document.put("states", states);
    document.put("sets", sets);
    return document;
  }
}

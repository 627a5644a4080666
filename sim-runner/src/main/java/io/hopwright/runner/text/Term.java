package io.hopwright.runner.text;

import io.hopwright.runner.results.JsonObject;
import java.util.Map;

/**
 * Row of the glossary.
 *
 * @param section section of the page: a machine or a subject
 * @param name the term, or several terms of the row
 * @param meaning its meaning
 * @param elsewhere terms of other simulators, by simulator
 */
public record Term(String section, String name, String meaning, Map<String, String> elsewhere) {
  /** Returns the term as text for people. */
  public String text() {
    final Table table = new Table().row("  what", meaning).row("  part", section);
    elsewhere.forEach((tool, word) -> table.row("  " + tool, word));
    return name + "\n" + table.text();
  }

  /** Returns it as data. */
  public Map<String, Object> document() {
    return new JsonObject()
        .with("term", name)
        .with("section", section)
        .with("meaning", meaning)
        .with("elsewhere", elsewhere);
  }
}

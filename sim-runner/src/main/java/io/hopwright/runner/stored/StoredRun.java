package io.hopwright.runner.stored;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;

/**
 * A run read back from its directory.
 *
 * @param name path of its directory within the result; empty if it is the result
 * @param directory where it lies
 * @param manifest {@code manifest.json}
 * @param summary {@code summary.json}
 * @param config every key and its value as text
 * @param resolved {@code resolved.conf}
 * @param series {@code series.csv}
 * @param histograms distributions in ticks, by name
 * @param tables the others of its tables, by name
 */
public record StoredRun(
    String name,
    Path directory,
    StoredDocument manifest,
    StoredDocument summary,
    Map<String, String> config,
    String resolved,
    StoredTable series,
    Map<String, AbstractHistogram> histograms,
    Map<String, StoredTable> tables) {
  /** Returns what names the run in its study, or the study itself: {@code bgl-all-to-all.base}. */
  public String id() {
    return summary.text("study");
  }

  /** Returns a table, if the run has it. */
  public Optional<StoredTable> table(String table) {
    return Optional.ofNullable(tables.get(table));
  }

  /** Tells whether the run came to its end. */
  public boolean complete() {
    return !manifest.flag("interrupted") && !manifest.flag("stalled") && !manifest.flag("lost");
  }
}

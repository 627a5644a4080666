package io.hopwright.runner.report;

import io.hopwright.runner.results.StoredDirectory;
import io.hopwright.runner.results.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Run in the report.
 *
 * @param label name in the report
 * @param family common name with the runs that differ only in values of keys
 * @param role name of the run in its study; empty in a study without runs
 * @param run the run
 */
record Entry(String label, String family, String role, StoredRun run) {
  /** Returns the runs of results, with names that distinguish them. */
  static List<Entry> of(List<StoredDirectory> results) {
    final boolean oneStudy =
        results.stream().map(result -> result.manifest().text("study")).distinct().count() == 1;
    final List<Entry> entries = new ArrayList<>();
    for (StoredDirectory result : results) {
      final String prefix = result.manifest().text("study") + ".";
      for (StoredRun run : result.runs()) {
        final String role = run.id().startsWith(prefix) ? run.id().substring(prefix.length()) : "";
        final boolean named = !result.single() && oneStudy && !role.isEmpty();
        entries.add(
            new Entry(label(result, run, results.size() > 1), named ? role : run.id(), role, run));
      }
    }
    return entries;
  }

  private static String label(StoredDirectory result, StoredRun run, boolean several) {
    if (run.name().isEmpty()) {
      return several ? result.name() : run.id();
    }
    return several ? result.name() + "/" + run.name() : run.name();
  }

  /** Returns its title, or its label if it has none. */
  String title() {
    final String title = run.manifest().textOrEmpty("title");
    return title.isEmpty() ? label : title;
  }

  /**
   * Returns the configuration; a warm-up that the run determined itself does not count as a
   * difference.
   */
  Map<String, String> config() {
    if (run.summary().value("steadyState") == null) {
      return run.config();
    }
    final Map<String, String> config = new LinkedHashMap<>(run.config());
    config.put("run.warmupTicks", "auto");
    return config;
  }

  /** Returns a number of its summary; NaN if there is none, or its machine has several of it. */
  double number(String path) {
    return has(path) ? run.summary().number(path).orElse(Double.NaN) : Double.NaN;
  }

  /** Returns whether its summary has a number at {@code path}. */
  boolean has(String path) {
    return run.summary().value(path) instanceof Number;
  }
}

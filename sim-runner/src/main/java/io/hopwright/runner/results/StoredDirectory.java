package io.hopwright.runner.results;

import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Result read back from its directory: of a run, of a study of several, or of a benchmark.
 *
 * @param name name beside others
 * @param directory its directory
 * @param manifest {@code manifest.json}
 * @param runs the run, or the runs of the study in its order; empty for a benchmark or parts
 * @param parts parts of a study that consists of studies
 * @param verdicts {@code verdicts.json}, null if nothing was judged
 * @param scaling {@code scaling.json}, null if it is not a benchmark
 */
public record StoredDirectory(
    String name,
    Path directory,
    StoredDocument manifest,
    List<StoredRun> runs,
    List<StoredDirectory> parts,
    StoredDocument verdicts,
    StoredDocument scaling) {
  /** Returns the studies to which the runs belong: its parts, or itself. */
  public List<StoredDirectory> studies() {
    return parts.isEmpty() ? List.of(this) : parts;
  }

  /**
   * Returns the runs of the directory and of its parts by their paths; the path of a single run is
   * empty.
   */
  public NavigableMap<String, StoredRun> runsByPath() {
    final NavigableMap<String, StoredRun> all = new TreeMap<>();
    runs.forEach(run -> all.put(run.name(), run));
    for (StoredDirectory part : parts) {
      part.runsByPath().forEach((path, run) -> all.put(part.name + "/" + path, run));
    }
    return all;
  }

  /** Returns whether the directory is that of a single run. */
  public boolean single() {
    return runs.size() == 1 && runs.get(0).directory().equals(directory);
  }
}

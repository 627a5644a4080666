package io.hopwright.runner.results;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;

/**
 * Run read back from its directory.
 *
 * @param name path of its directory within the result; empty if it is the result
 * @param directory its directory
 * @param manifest {@code manifest.json}
 * @param summary {@code summary.json}
 * @param declarations declarations of its numbers and keys in the manifest
 * @param config every key and its value as text
 * @param resolved {@code resolved.conf}
 * @param series {@code series.csv}
 * @param histograms files of its distributions, by name
 * @param tables its other tables, by name
 */
public record StoredRun(
    String name,
    Path directory,
    StoredDocument manifest,
    StoredDocument summary,
    Declarations declarations,
    Map<String, String> config,
    String resolved,
    StoredTable series,
    Map<String, Path> histograms,
    Map<String, StoredTable> tables) {
  /** Returns the name of the run in its study, or of the study itself: {@code study.run}. */
  public String id() {
    return summary.text("study");
  }

  /** Returns the digest of the deliveries. */
  public String digest() {
    return summary.text("digest");
  }

  /** Returns whether this run and another are of the same machine, of whatever size. */
  boolean sameMachine(StoredRun other) {
    return manifest.text("machine").equals(other.manifest.text("machine"));
  }

  /**
   * Returns whether the ticks of both runs are equally long; for a run of an older version the
   * machine decides.
   */
  public boolean sameTicks(StoredRun other) {
    final String seconds = manifest.textOrEmpty(Format.TICK_SECONDS);
    final String others = other.manifest.textOrEmpty(Format.TICK_SECONDS);
    final boolean told = !seconds.isEmpty() && !others.isEmpty();
    return told ? seconds.equals(others) : sameMachine(other);
  }

  /** Returns the caveats about the run's numbers. */
  public Caveats caveats() {
    return Caveats.of(summary);
  }

  /** Reads a distribution in ticks, if the run has it. */
  public Optional<AbstractHistogram> histogram(String histogram) {
    return Optional.ofNullable(histograms.get(histogram)).map(HistogramReader::read);
  }

  /** Returns a table, if the run has it. */
  public Optional<StoredTable> table(String table) {
    return Optional.ofNullable(tables.get(table));
  }

  /** Returns all tables by where their columns are declared, the series first. */
  Map<String, StoredTable> tablesByPlace() {
    final Map<String, StoredTable> all = new LinkedHashMap<>(Map.of(Declarations.SERIES, series));
    all.putAll(tables);
    return all;
  }

  /** Returns whether the run is complete. */
  public boolean complete() {
    return isComplete(manifest);
  }

  /** Returns whether a run was complete, by its manifest. */
  public static boolean isComplete(StoredDocument manifest) {
    return Format.ENDINGS.stream().noneMatch(manifest::flag);
  }

  /** Returns the hash of the requested configuration of a run, from its manifest. */
  public static String asked(StoredDocument manifest) {
    return manifest.value(Format.ASKED_SHA256) == null
        ? manifest.text(Format.CONFIG_SHA256)
        : manifest.text(Format.ASKED_SHA256);
  }

  /**
   * Returns the end of an incomplete run, such as {@code lost at tick 70}; empty for a complete
   * one.
   */
  public String ending() {
    return Format.ENDINGS.stream()
        .filter(manifest::flag)
        .findFirst()
        .map(mark -> mark + " at tick " + summary.value("ticks"))
        .orElse("");
  }
}

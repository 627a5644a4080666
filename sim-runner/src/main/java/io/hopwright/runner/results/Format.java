package io.hopwright.runner.results;

import java.util.List;

/** What those who write the directory of a result and those who read it have in common. */
public final class Format {
  /** Format of the directories that this version writes and reads. */
  public static final int VERSION = 3;

  /** Marks a directory as a result; written last. */
  public static final String MANIFEST = "manifest.json";

  /** The configuration of a run. */
  public static final String RESOLVED = "resolved.conf";

  /** What a run measured. */
  public static final String SUMMARY = "summary.json";

  /** What a run, or each run of a study, measured in each interval. */
  public static final String SERIES = "series.csv";

  /** The directory of a run's distributions. */
  public static final String HISTOGRAMS = "histograms";

  /** What became of a study's claims. */
  public static final String VERDICTS = "verdicts.json";

  /** What a benchmark measured. */
  public static final String SCALING = "scaling.json";

  /** The page about a result. */
  public static final String REPORT = "report.html";

  /** What stands in the manifest of a run, and in no other. */
  public static final String CONFIG_SHA256 = "configSha256";

  /** What stands in the manifest of a study, and in no other. */
  public static final String POINTS = "points";

  /** What stands in the manifest of a study of parts. */
  public static final String PARTS = "parts";

  /** What marks summary and manifest of a run that did not come to its end. */
  public static final List<String> ENDINGS = List.of("interrupted", "stalled", "lost");

  private Format() {}
}

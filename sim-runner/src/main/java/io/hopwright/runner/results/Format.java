package io.hopwright.runner.results;

import com.typesafe.config.ConfigUtil;
import java.util.List;
import java.util.Map;

/** Constants shared by writers and readers of a result's directory. */
public final class Format {
  /** Format of the directories that this version writes; it also reads all since the oldest. */
  static final int VERSION = 5;

  /** Oldest format that is read. It stays readable, and so do all that come after it. */
  static final int OLDEST = 4;

  /** Marks a directory as a result; written last. */
  public static final String MANIFEST = "manifest.json";

  /** The configuration of a run. */
  public static final String RESOLVED = "resolved.conf";

  /** Measurements of a run. */
  public static final String SUMMARY = "summary.json";

  /** Measurements of a run, or of each run of a study, in each interval. */
  public static final String SERIES = "series.csv";

  /** The directory of a run's distributions. */
  public static final String HISTOGRAMS = "histograms";

  /** Verdicts on a study's claims. */
  public static final String VERDICTS = "verdicts.json";

  /** Measurements of a benchmark. */
  public static final String SCALING = "scaling.json";

  /** Files beside the manifest of a study that describe its points. */
  public static final List<String> STUDY_FILES =
      List.of("points.csv", SERIES, "means.csv", VERDICTS);

  /** Waiting packets and ranks of a run in which nothing can move any more. */
  public static final String WAITING = "waiting.txt";

  /** The page about a result. */
  public static final String REPORT = "report.html";

  /** Entry that only the manifest of a run has. */
  public static final String CONFIG_SHA256 = "configSha256";

  /** Additional entry of a run that determined a part of its configuration itself. */
  public static final String ASKED_SHA256 = "askedConfigSha256";

  /** Length of a run's tick in seconds: {@code 1/175000000}. */
  public static final String TICK_SECONDS = "tickSeconds";

  /** Entry that only the manifest of a study has. */
  public static final String POINTS = "points";

  /** Entry of the manifest of a study of parts. */
  public static final String PARTS = "parts";

  /** Marks in summary and manifest of a run that is not complete. */
  public static final List<String> ENDINGS = List.of("interrupted", "stalled", "lost");

  private Format() {}

  /**
   * Returns the format of the directories that this version writes. It is not a constant of the
   * code that writes results, because the hash of that code decides whether a point is simulated
   * again.
   */
  public static int version() {
    return VERSION;
  }

  /**
   * Returns {@code resolved.conf}: a study that simulates exactly the same run.
   *
   * @param title empty for none
   * @param config values as HOCON, by key
   */
  public static String resolved(String id, String title, Map<String, String> config) {
    final StringBuilder text = new StringBuilder();
    text.append("study.id = ").append(ConfigUtil.quoteString(id)).append('\n');
    if (!title.isEmpty()) {
      text.append("study.title = ").append(ConfigUtil.quoteString(title)).append('\n');
    }
    config.forEach((key, value) -> text.append(key + " = " + value + "\n"));
    return text.toString();
  }
}

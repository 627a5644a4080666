package io.hopwright.runner.progress;

/** Style of progress reports. */
public enum Style {
  /** A line that is redrawn five times per second, on a terminal. */
  REDRAWN(200),

  /** A line of text every ten seconds. */
  PLAIN(10_000),

  /** A JSON object per line and second, for programs. */
  JSON(1_000);

  private final long periodMillis;

  Style(long periodMillis) {
    this.periodMillis = periodMillis;
  }

  long periodMillis() {
    return periodMillis;
  }
}

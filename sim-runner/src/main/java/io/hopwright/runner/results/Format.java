package io.hopwright.runner.results;

import java.util.List;

/** What those who write the directory of a result and those who read it have in common. */
public final class Format {
  /** Format of the directories that this version writes and reads. */
  public static final int VERSION = 3;

  /** What marks summary and manifest of a run that did not come to its end. */
  public static final List<String> ENDINGS = List.of("interrupted", "stalled", "lost");

  private Format() {}
}

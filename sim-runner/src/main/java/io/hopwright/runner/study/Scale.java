package io.hopwright.runner.study;

import java.util.Locale;

/** Scale at which a study is simulated. */
public enum Scale {
  /** Small enough for a laptop and a minute. */
  QUICK,
  /** The size of the paper, or as near to it as is feasible. */
  PAPER;

  /** Returns the name used in studies and on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

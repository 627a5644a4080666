package io.hopwright.models.messaging.path;

import java.util.Locale;

/** Kind of time on a critical path; every tick of the path counts as one of them. */
public enum PathShare {
  /** Computing. */
  COMPUTE("computing and reducing"),
  /** Overheads of processors. */
  SOFTWARE("software that sends, receives and matches messages"),
  /** Time at zero load of transfers without data. */
  ANNOUNCEMENT("transfers that announce, request or acknowledge data, at zero load"),
  /** Time at zero load of transfers that bring data. */
  NETWORK("transfers that bring data, at zero load"),
  /** Time beyond that at zero load. */
  CONTENTION("time of transfers beyond that at zero load");

  private final String meaning;

  PathShare(String meaning) {
    this.meaning = meaning;
  }

  /** Returns its name in results. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the meaning in one phrase. */
  public String meaning() {
    return meaning;
  }
}

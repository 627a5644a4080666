package io.hopwright.models.messaging.statistics;

import java.util.Locale;

/** Activities on which a rank spends its time. */
public enum RankActivity {
  /** Computes, or reduces. */
  COMPUTE("computing and reducing"),
  /** Sends, or answers. */
  SEND("sending, including replies"),
  /** Receiving. */
  RECEIVE("receiving messages"),
  /** Waits for others in a collective. */
  COLLECTIVES("waiting in collectives"),
  /** Waits for a message that has not been sent. */
  LATE_SENDERS("waiting for messages that had not been sent yet"),
  /** Waits for a receive. */
  LATE_RECEIVERS("waiting for receivers"),
  /** Waits for a message in flight. */
  NETWORK("waiting for messages in flight");

  private final String meaning;

  RankActivity(String meaning) {
    this.meaning = meaning;
  }

  /** Returns the position among all activities. */
  @SuppressWarnings("EnumOrdinal") // an index, kept nowhere
  public int place() {
    return ordinal();
  }

  /** Returns the name in results: {@code lateSenders}. */
  public String word() {
    final String words = name().toLowerCase(Locale.ROOT);
    final int gap = words.indexOf('_');
    return gap < 0
        ? words
        : words.substring(0, gap)
            + Character.toUpperCase(words.charAt(gap + 1))
            + words.substring(gap + 2);
  }

  /** Returns the meaning, one phrase. */
  public String meaning() {
    return meaning;
  }
}

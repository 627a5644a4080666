package io.hopwright.models.messaging.path;

/** Manner in which an arrived transfer lets a rank continue. */
public enum Arrived {
  /** Its header packet, or all of one without envelope, is delivered to the rank. */
  DELIVERED,
  /** The last byte of an eager message is delivered to the rank. */
  WHOLE,
  /** A posted transfer of the rank has entered the network. */
  ENTERED,
  /** A one-sided operation that the rank posted is globally complete. */
  DONE,
  /** The data that a GET of the rank asked for are in memory. */
  FETCHED;

  @SuppressWarnings("ImmutableEnumChecker")
  private static final Arrived[] ALL = values();

  static Arrived of(int place) {
    return ALL[place];
  }

  @SuppressWarnings("EnumOrdinal") // of logs, which one build writes and reads
  int place() {
    return ordinal();
  }

  /** Returns whether the rank that goes on has posted the transfer. */
  boolean isOwn() {
    return this == ENTERED || this == DONE || this == FETCHED;
  }
}

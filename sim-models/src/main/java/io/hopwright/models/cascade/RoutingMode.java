package io.hopwright.models.cascade;

import io.hopwright.models.machine.Key.Described;

/** Which of a packet's candidate routes take part in the choice. */
enum RoutingMode implements Described {
  MINIMAL(0b0001, "a random minimal one"),
  VALIANT(0b0100, "one over a random root"),
  ADAPTIVE(0b1111, "two of each, by load, the long ones at a higher cost"),
  TUNED(0b1111, "two of each, by load and by the packet's path"),
  DETERMINISTIC(
      0b0001, "a minimal one by a hash of source and destination, so that packets stay in order"),
  DETERMINISTIC_VALIANT(0b0100, "one over a root by a hash of source and destination");

  private final int candidates;
  private final String meaning;

  RoutingMode(int candidates, String meaning) {
    this.candidates = candidates;
    this.meaning = meaning;
  }

  @Override
  public String meaning() {
    return meaning;
  }

  /** Tells whether a candidate, 0…3, takes part. */
  boolean has(int candidate) {
    return (candidates >>> candidate & 1) != 0;
  }

  /** Tells whether routes are chosen by load. */
  boolean byLoad() {
    return this == ADAPTIVE || this == TUNED;
  }

  /** Tells whether the route depends on source and destination only. */
  boolean deterministic() {
    return this == DETERMINISTIC || this == DETERMINISTIC_VALIANT;
  }
}

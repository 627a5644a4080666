package io.hopwright.models.cascade;

import java.util.Locale;

/** Which of a packet's candidate routes take part in the choice. */
enum RoutingMode {
  /** Two minimal ones. */
  MINIMAL(0b0011),
  /** Two over random roots. */
  VALIANT(0b1100),
  /** Both, by load, the long ones at a higher cost. */
  ADAPTIVE(0b1111),
  /** Both, by load and by the packet's path. */
  TUNED(0b1111),
  /** One minimal route per source and destination, so that packets stay in order. */
  DETERMINISTIC(0b0001),
  /** One route over a root per source and destination. */
  DETERMINISTIC_VALIANT(0b0100);

  private final int candidates;

  RoutingMode(int candidates) {
    this.candidates = candidates;
  }

  /** Returns the mode of {@code router.routing}. */
  static RoutingMode of(String word) {
    return valueOf(word.replace('-', '_').toUpperCase(Locale.ROOT));
  }

  /** Tells whether a candidate, 0…3, takes part. */
  boolean has(int candidate) {
    return (candidates >>> candidate & 1) != 0;
  }

  /** Tells whether the route depends on source and destination only. */
  boolean deterministic() {
    return this == DETERMINISTIC || this == DETERMINISTIC_VALIANT;
  }
}

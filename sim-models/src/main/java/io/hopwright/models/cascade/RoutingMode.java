package io.hopwright.models.cascade;

/** Which of a packet's candidate routes take part in the choice. */
enum RoutingMode {
  /** One random minimal route per packet. */
  MINIMAL(0b0001),
  /** One route over a random root per packet. */
  VALIANT(0b0100),
  /** Two of each, by load, the long ones at a higher cost. */
  ADAPTIVE(0b1111),
  /** Two of each, by load and by the packet's path. */
  TUNED(0b1111),
  /** One minimal route per source and destination, so that packets stay in order. */
  DETERMINISTIC(0b0001),
  /** One route over a root per source and destination. */
  DETERMINISTIC_VALIANT(0b0100);

  private final int candidates;

  RoutingMode(int candidates) {
    this.candidates = candidates;
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

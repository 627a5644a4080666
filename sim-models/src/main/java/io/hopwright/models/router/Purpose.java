package io.hopwright.models.router;

import io.hopwright.core.random.Draws;

/** What random numbers are drawn for; the order is part of every result, so new ones go last. */
public enum Purpose {
  /** Destination of a packet: (source, sequence, stream). */
  DESTINATION,
  /** Direction of a packet at half a ring's distance: (source, sequence, 4·stream + dimension). */
  TIE,
  /** Gap between births: (source, sequence, stream). */
  GAP,
  /** Size of a packet: (source, sequence, stream). */
  SIZE,
  /** Order of destinations in an all-to-all: (source, half word, round). */
  ORDER,
  /** Choice between equally preferred outputs: (router, tick, input). */
  SELECT,
  /** Whether a receiver's cycle serves the longest queue: (router, tick, receiver). */
  RECEIVER_SLQ,
  /** Choice between a receiver's requests: (router, tick, receiver). */
  RECEIVER_PICK,
  /** Whether an output's cycle favours the network: (router, tick, output). */
  SENDER_NETWORK,
  /** Whether an output's cycle serves the longest queue: (router, tick, output). */
  SENDER_SLQ,
  /** Choice between an output's requests: (router, tick, output). */
  SENDER_PICK;

  /** Returns the draws for this purpose. */
  public Draws draws(long seed) {
    return Draws.of(seed, ordinal());
  }
}

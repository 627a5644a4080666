package io.hopwright.models.cascade;

import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.Destinations;

/**
 * What the nodes send: messages, each as a row of requests to one node. Immutable; safe for any
 * thread.
 *
 * @param births of messages
 * @param destinations of messages
 * @param bytes of a message
 */
record Messages(Births births, Destinations destinations, int bytes) {
  /** Returns the number of requests of a message. */
  int requests() {
    return requests(bytes);
  }

  /** Returns the number of requests of a message of {@code bytes}. */
  static int requests(int bytes) {
    return (bytes + Packets.MAX_DATA - 1) / Packets.MAX_DATA;
  }

  /** Returns the data of a request in bytes, given how many of its message are to follow it. */
  int data(int following) {
    return following > 0 ? Packets.MAX_DATA : bytes - (requests() - 1) * Packets.MAX_DATA;
  }
}

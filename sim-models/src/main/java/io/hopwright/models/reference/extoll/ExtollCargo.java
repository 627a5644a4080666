package io.hopwright.models.reference.extoll;

import io.hopwright.models.reference.extoll.ExtollOperation.News;

/** Receiver of the results of a message that no thread has sent. */
interface ExtollCargo {
  /** A packet of it is issued at its origin. */
  default void issued(ExtollPacket packet) {}

  /** The data of one of its packets are in memory. */
  default void inMemory(ExtollPacket packet) {}

  /** Its mail, or a notification about it, is in memory. */
  default void told(News what, ExtollPacket packet) {}
}

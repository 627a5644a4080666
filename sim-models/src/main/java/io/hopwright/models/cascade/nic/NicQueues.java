package io.hopwright.models.cascade.nic;

import io.hopwright.models.messaging.ranks.Messaging;

/**
 * Send queues of the NICs of a partition; also receives the results of their packets. A run uses
 * one implementation, whose calls the JIT compiler inlines. Confined to its partition.
 */
public interface NicQueues {
  /** Returns the birth of a queue's next packet, {@code Long.MAX_VALUE} if there is none. */
  long birth(int queue);

  /** Returns the node that a queue's next packet is for. */
  int destination(int queue);

  /** Returns the sequence number of a queue's next packet. */
  long sequence(int queue);

  /** Returns the bytes of data that a queue's next packet is about. */
  int data(int queue);

  /** Phase 1: a request has been delivered at a NIC. */
  default void delivered(int nic, int packet, long tick) {}

  /**
   * Records that the response to a request has been delivered, late or not, or that a packet is
   * lost.
   */
  default void gone(int packet) {}

  /** Phase 1: handles a wake-up of the users of a NIC. */
  default void wake(int router, int nic) {}

  /**
   * Phase 2, before anything is issued: lets the users of a router's NICs act.
   *
   * @return the pairs of NICs that have something to send, as bits
   */
  default int act(int router, long tick) {
    return 0;
  }

  /** Drops the packets that a queue of a failing node has not issued. */
  void close(int queue);

  /** Returns the number of queues that have packets to send, now or later. */
  int active();

  /** Returns the ranks behind the NICs, null if there are none. */
  default Messaging messaging() {
    return null;
  }
}

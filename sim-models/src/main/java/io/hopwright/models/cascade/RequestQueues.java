package io.hopwright.models.cascade;

import io.hopwright.models.messaging.Messaging;

/**
 * What the NICs of a partition have to send, a queue each, and who learns what becomes of it. A run
 * has one implementation, whose calls the JIT compiler takes in. Confined to its partition.
 */
interface RequestQueues {
  /** Returns the birth of a NIC's next request, {@code Long.MAX_VALUE} if there is none. */
  long birth(int nic);

  /** Returns the node that a NIC's next request is for. */
  int destination(int nic);

  /** Returns the sequence number of a NIC's next request. */
  long sequence(int nic);

  /** Returns the bytes of data of a NIC's next request. */
  int data(int nic);

  /**
   * Phase 2: a NIC's next request has been issued, and its successor takes its place.
   *
   * @param packet of the pool that it is now, complete but for words that only requests need
   */
  void issued(int nic, int packet, long tick);

  /** Returns the bytes of data of a request that has been issued. */
  int dataOf(int packet);

  /** Tells whether a request that has been issued is where it was sent; for assertions. */
  boolean isAtItsTarget(int packet);

  /** Phase 1: a request has been delivered at a NIC. */
  default void delivered(int nic, int packet, long tick) {}

  /** Phase 1: the response to a request has been delivered at the NIC that sent it. */
  default void answered(int nic, int packet, long tick) {}

  /** The response to a request has been delivered, late or not, or a packet is lost. */
  default void gone(int packet) {}

  /** Phase 1: it is time for what is behind a NIC of a router to act. */
  default void wake(int router, int nic) {}

  /**
   * Phase 2, before anything is issued: what is behind the NICs of a router acts.
   *
   * @return the pairs of NICs, a bit each, that have got something to send
   */
  default int act(int router, long tick) {
    return 0;
  }

  /** Has a NIC have no requests any more that it has not issued. */
  void close(int nic);

  /** Returns the number of NICs that have requests to send, now or later. */
  int active();

  /** Returns the ranks behind the NICs, null if there are none. */
  default Messaging ranks() {
    return null;
  }
}

package io.hopwright.models.cascade.nic;

/** Requests that wait for NICs to send them, one queue per NIC. Confined to its partition. */
public interface RequestQueues extends NicQueues {
  /**
   * Phase 2: a NIC's next request has been issued, and its successor takes its place.
   *
   * @param packet of the pool that it is now, complete but for words that only requests need
   */
  void issued(int nic, int packet, long tick);

  /** Returns the bytes of data of a request that has been issued. */
  int dataOf(int packet);

  /** Returns whether a request that has been issued is where it was sent; for assertions. */
  boolean isAtItsTarget(int packet);

  /** Phase 1: records that the response to a request has been delivered at the NIC that sent it. */
  default void answered(int nic, int packet, long tick) {}
}

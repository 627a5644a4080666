package io.hopwright.models.switching.crossbar;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.messaging.ranks.Messaging;

/**
 * Endpoints at the ports without links: network interfaces and their nodes. Confined to its
 * partition.
 */
public interface Endpoints {
  /** Returns whether a packet that waits for a port may leave through it. */
  boolean hasRoom(int router, int port, int vc, int packet);

  /**
   * Receives a packet that leaves through a port.
   *
   * @return the tick at which its last byte is delivered
   */
  long receive(int router, int port, int packet, long tick);

  /** Phase 1: a packet's last byte is delivered; returns the ports through which others may now. */
  long deliver(int router, int packet, long tick);

  /** Phase 1: records that flits have left the buffer behind a port. */
  void credit(int router, int port, int vc, int flits);

  /**
   * Handles a wake-up in phase 1; returns the ports through which packets may leave now, as {@link
   * #deliver} does.
   *
   * @param unit unit given when the wake-up was scheduled, for example by an alarm
   */
  long wake(int router, int unit, long tick);

  /** Returns whether a router's endpoints need a call of {@link #issue} in this tick. */
  default boolean looks(int router) {
    return true;
  }

  /** Phase 2: sends what can be sent into the router. */
  void issue(int router, long tick);

  /** Phase 2, before anything else: a router whose endpoints these are fails. */
  default void fail(int router, long tick) {
    throw new IllegalStateException("endpoints of a router that cannot fail");
  }

  /**
   * Phase 2: forgets a packet that has left its buffer and is lost.
   *
   * @param routed whether there was a way for it
   */
  default void discard(int packet, boolean routed, long tick) {
    throw new IllegalStateException("packet lost where nothing can be lost");
  }

  /** Returns the number of packets that are expected here and in queues. */
  long unsettled();

  /** Returns whether all buffers are empty and nothing waits. */
  boolean atRest();

  /** Returns the ranks of the nodes, null without any. */
  default Messaging ranks() {
    return null;
  }

  /** Appends the measurements of the endpoints. */
  void save(Words words);
}

package io.hopwright.models.standstill;

import io.hopwright.models.topology.Topology;

/**
 * Channels of a network: the virtual channels of its links, each with a buffer at the far end. Also
 * names the queues of packets that wait for them. Immutable; safe for any thread.
 */
public interface Channels {
  /** Returns the routers and their links. */
  Topology topology();

  /** Returns the capacity of the buffer behind a VC of an output of a router. */
  int capacity(int router, int port, int vc);

  /** Returns the name of the unit of the buffers in the plural, such as {@code tokens}. */
  String unit();

  /** Returns the bytes of a unit. */
  int unitBytes();

  /** Returns the name of a queue of a router, such as {@code receiver x-, VC 0}. */
  String queue(int router, int port, int vc);

  /**
   * Returns the setting that avoids deadlocks, {@code key = value}; empty if the rules of the
   * machine exclude them.
   */
  String remedy();
}

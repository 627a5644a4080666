package io.hopwright.models.standstill;

import io.hopwright.models.topology.Topology;

/**
 * Channels of a network: the virtual channels of its links, each with a buffer at the far end.
 * Tells what queues of packets that wait for them are called. Immutable; safe for any thread.
 */
public interface Channels {
  /** Returns the routers and their links. */
  Topology topology();

  /** Returns the capacity of the buffer behind a VC of an output of a router. */
  int capacity(int router, int port, int vc);

  /** Returns what the unit of the buffers is called, in the plural: {@code tokens}. */
  String unit();

  /** Returns the bytes of a unit. */
  int unitBytes();

  /** Returns the name of a queue of a router, such as {@code receiver x-, VC 0}. */
  String queue(int router, int port, int vc);

  /**
   * Returns the setting that keeps packets from waiting for each other, {@code key = value}; empty
   * if they never do by the rules of the machine.
   */
  String remedy();
}

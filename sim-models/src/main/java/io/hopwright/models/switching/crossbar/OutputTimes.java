package io.hopwright.models.switching.crossbar;

/**
 * Times for which packets keep outputs busy, on machines where these times do not follow from the
 * kind of port and the size of the packet. Confined to its partition.
 */
@FunctionalInterface
public interface OutputTimes {
  /** Returns the ticks that a packet keeps an output of a local router busy, at least 1. */
  int ticks(int router, int port, int packet);
}

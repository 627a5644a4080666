package io.hopwright.models.switching.crossbar;

/**
 * Times for which packets keep outputs busy, where they do not follow from the kind of port and the
 * size: where edges of a kind differ, or packets of a size. Confined to its partition.
 */
@FunctionalInterface
public interface OutputTimes {
  /** Returns the ticks that a packet keeps an output of a local router busy, at least 1. */
  int ticks(int router, int port, int packet);
}

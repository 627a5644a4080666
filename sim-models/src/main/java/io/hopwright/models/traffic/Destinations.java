package io.hopwright.models.traffic;

/** Destinations of packets: a pure function. Immutable; safe for any thread. */
@FunctionalInterface
public interface Destinations {
  /** Stands for any minimal port. */
  int ANY_WAY = -1;

  /** Returns the destination, never {@code source}, of a node's packet number {@code sequence}. */
  int destination(int source, long sequence);

  /** Returns the one port through which a packet has to go all the way, or {@link #ANY_WAY}. */
  default int onlyPort(int source, long sequence) {
    return ANY_WAY;
  }

  /** Returns the core a packet is for. */
  default int core(int source, long sequence) {
    return 0;
  }
}

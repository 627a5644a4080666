package io.hopwright.models.traffic;

/** Where packets go: a pure function. Immutable; safe for any thread. */
@FunctionalInterface
public interface Destinations {
  /** Returns the destination, never {@code source}, of a node's packet number {@code sequence}. */
  int destination(int source, long sequence);
}

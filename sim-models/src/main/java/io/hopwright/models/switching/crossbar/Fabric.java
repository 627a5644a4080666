package io.hopwright.models.switching.crossbar;

/** Where links lead; every link has one the other way. Immutable; safe for any thread. */
public interface Fabric {
  /** Returns the router at the other end of a port's link, negative if the port has none. */
  int neighbour(int router, int port);

  /** Returns the port there. */
  int neighbourPort(int router, int port);
}

package io.hopwright.models.switching.crossbar;

/** Routing function: the next output and VC of a packet. Confined to its partition. */
public interface Routing {
  /** In place of an output: there is no way. */
  int NO_ROUTE = -1;

  /** Prepares for a tick, at its first event and before any is applied. */
  default void tick(long tick) {}

  /**
   * Chooses the output a packet waits for; may change the packet's words, not its place.
   *
   * @param router where it has just arrived
   * @param input port it has come through
   * @return the {@link Vc} of an output to wait for; where ports fail, perhaps {@link #NO_ROUTE}
   */
  int route(int router, int input, int packet, long tick);
}

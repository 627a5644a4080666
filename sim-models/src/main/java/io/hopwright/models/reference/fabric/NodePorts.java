package io.hopwright.models.reference.fabric;

/**
 * Common properties of all node ports of a fabric, in the symbols of {@code docs/models/fabric.md}.
 *
 * @param w ticks for which a packet keeps the port busy, {@code w_n} of the page
 * @param in ticks from the issue of a packet to its arrival at the router
 * @param out ticks from a grant to the delivery
 * @param cap capacity of the buffer of the input at the port, in flits
 */
public record NodePorts(long w, long in, long out, int cap) {
  /** Returns ports with {@code in = out = w}. */
  public static NodePorts of(long w, int cap) {
    return new NodePorts(w, w, w, cap);
  }
}

package io.hopwright.models.switching.torusrouter.arbitration;

import io.hopwright.models.topology.Torus;
import java.util.List;

/**
 * Order of a packet's directions on escape VCs: dimension by dimension, or direction by direction.
 * Immutable; safe for any thread.
 *
 * <p>Source: Blumrich et al. 2003, section 4, virtual channel architecture.
 */
public final class EscapeOrder {
  /** First x, then y, then z. */
  public static final EscapeOrder XYZ = new EscapeOrder(List.of(0, 1, 2, 3, 4, 5));

  private final byte[] firstOf = new byte[1 << Torus.PORTS];
  private final byte[] ports = new byte[Torus.PORTS];

  /** Creates an order from a permutation of all ports. */
  public EscapeOrder(List<Integer> ports) {
    for (int at = 0; at < ports.size(); at++) {
      this.ports[at] = ports.get(at).byteValue();
    }
    for (int hints = 1; hints < firstOf.length; hints++) {
      for (int at = ports.size() - 1; at >= 0; at--) {
        if ((hints >>> ports.get(at) & 1) != 0) {
          firstOf[hints] = ports.get(at).byteValue();
        }
      }
    }
  }

  /** Returns the first port in this order among those in {@code hints}, a set of at least one. */
  public int first(int hints) {
    return firstOf[hints];
  }

  /** Returns the port at a place, 0…5. */
  public int port(int place) {
    return ports[place];
  }
}

package io.hopwright.models.switching.crossbar;

/**
 * A virtual channel of a router's output, or, in a packet's place, of the router it is at.
 *
 * <pre>
 *  31                    3 2    0
 * +-----------------------+------+
 * |    port or router     |  vc  |
 * +-----------------------+------+
 * </pre>
 */
public final class Vc {
  private static final int BITS = 3;
  private static final int MASK = (1 << BITS) - 1;

  private Vc() {}

  /** Packs VC {@code vc}, 0…7, of a port or router. */
  public static int of(int owner, int vc) {
    return owner << BITS | vc;
  }

  /** Returns the port or router. */
  public static int owner(int packed) {
    return packed >>> BITS;
  }

  /** Returns the VC within its port or router. */
  public static int vc(int packed) {
    return packed & MASK;
  }
}

package io.hopwright.models.topology.routing;

/**
 * Output that a packet can take, and the VCs of its link that it can take there, in one {@code int}
 * that is never 0. At a port to a node the set has VC 0 alone.
 *
 * <pre>
 *  31            16 15            0
 * +----------------+---------------+
 * |      port      |  set of VCs   |
 * +----------------+---------------+
 * </pre>
 */
public final class Candidate {
  private static final int PORT_SHIFT = 16;
  private static final int VCS_MASK = (1 << PORT_SHIFT) - 1;

  private Candidate() {}

  /** Packs a port and a set of VCs, one bit for each. */
  public static int of(int port, int vcs) {
    assert vcs != 0 && vcs >>> PORT_SHIFT == 0 : "set of VCs " + vcs;
    return port << PORT_SHIFT | vcs;
  }

  /** Returns the port. */
  public static int port(int candidate) {
    return candidate >>> PORT_SHIFT;
  }

  /** Returns the set of VCs. */
  public static int vcs(int candidate) {
    return candidate & VCS_MASK;
  }
}

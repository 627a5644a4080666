package io.hopwright.models.switching.crossbar;

/**
 * Numbers of virtual channels, within a router or within all routers of a partition. The place of a
 * packet is the VC of its input; the VC that it waits for belongs to an output.
 *
 * <pre>
 *  28             v+p v+p−1   v v−1   0
 * +------------------+---------+-------+
 * |   local router   |  port   |  vc   |
 * +------------------+---------+-------+
 * </pre>
 *
 * <p>The bits p of a port and v of a VC follow from the design; Cascade has 6 and 3. Immutable;
 * safe for any thread.
 */
public final class Vc {
  private final int portShift;
  private final int portMask;
  private final int vcMask;
  private final int routerShift;

  /** Lays out the numbers of a design. */
  public Vc(CrossbarDesign design) {
    portShift = CrossbarDesign.bits(design.vcs() - 1);
    vcMask = (1 << portShift) - 1;
    final int portBits = CrossbarDesign.bits(design.ports() - 1);
    portMask = (1 << portBits) - 1;
    routerShift = portShift + portBits;
  }

  /** Packs a VC of a port of local router 0. */
  public int of(int port, int vc) {
    return port << portShift | vc;
  }

  /** Packs a VC of a port of a local router. */
  public int of(int router, int port, int vc) {
    return router << routerShift | port << portShift | vc;
  }

  /** Returns the local router. */
  public int router(int number) {
    return number >>> routerShift;
  }

  /** Returns the port of its router. */
  public int port(int number) {
    return number >>> portShift & portMask;
  }

  /** Returns the VC of its port. */
  public int vc(int number) {
    return number & vcMask;
  }

  /** Returns where the number of a port begins, that of its router included. */
  int portShift() {
    return portShift;
  }

  /** Returns the bits of a port and its VC. */
  int bits() {
    return routerShift;
  }
}

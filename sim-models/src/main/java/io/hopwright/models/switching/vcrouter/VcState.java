package io.hopwright.models.switching.vcrouter;

import io.hopwright.models.switching.crossbar.RouterWords;

/**
 * State of a partition's routers in one array. Each router has three words. Then follow, for each
 * port, four words of its output and input, and for each VC of the port three words of the buffer
 * behind the input and of the link of the output:
 *
 * <pre>
 *  OPEN     63                10 9       4 3     0
 *          +--------------------+---------+-------+
 *          |  opens at (54)     |input ptr| VC ptr|   next tick at which the output can be granted
 *          +--------------------+---------+-------+
 *  IDLE     tick at which the link is idle, all granted packets included
 *  WAITING  inputs whose heads wait for the output
 *  INPUT    63                20 19    16 15      0
 *          +--------------------+--------+---------+
 *          |  free at (44)      | VC ptr | occupied|   next tick at which the input can be granted
 *          +--------------------+--------+---------+
 *  QUEUE    63                32 31               0
 *          +--------------------+-----------------+
 *          |    first packet    |   last packet   |
 *          +--------------------+-----------------+
 *  READY    tick from which the head can be ready: its predecessor's tail has left
 *  ROUTE    63                32 31               0
 *          +--------------------+-----------------+
 *          | candidate of head  | charge of link  |
 *          +--------------------+-----------------+
 * </pre>
 *
 * <p>A candidate is 0 until it is known. Confined to its partition: 24 B per router, 32 B per port,
 * 24 B per VC of a port.
 */
public final class VcState extends RouterWords {
  /** Inputs to evaluate in this tick, or in the next. */
  static final int PENDING = 0;

  /** Inputs whose end of crossing is scheduled as an event. */
  static final int ALARMED_INPUTS = 1;

  /** Outputs whose opening is scheduled as an event. */
  static final int ALARMED_OUTPUTS = 2;

  static final int OPEN = 0;
  static final int IDLE = 1;
  static final int WAITING = 2;
  static final int INPUT = 3;

  /** Offset of the first VC in the words of a port. */
  static final int VCS = 4;

  static final int VC_WORDS = 3;

  /** Bytes of a port, its VCs left out. */
  public static final int PORT_BYTES = VCS * Long.BYTES;

  /** Bytes of a VC of a port. */
  public static final int VC_BYTES = VC_WORDS * Long.BYTES;

  static final int QUEUE = 0;
  static final int READY = 1;
  static final int ROUTE = 2;

  static final int OPEN_SHIFT = 10;
  static final int INPUT_POINTER_SHIFT = 4;
  static final int INPUT_POINTER_MASK = 63;
  static final int VC_POINTER_MASK = 15;
  static final int FREE_SHIFT = 20;
  static final int POINTER_SHIFT = 16;
  static final int OCCUPIED_MASK = (1 << POINTER_SHIFT) - 1;
  static final int HALF = 32;
  static final long LOW_HALF = 0xFFFF_FFFFL;

  private static final int HEAD_WORDS = 3;

  private final int vcs;

  VcState(int routers, int ports, int vcs) {
    super(routers, HEAD_WORDS, ports, VCS + VC_WORDS * vcs);
    this.vcs = vcs;
  }

  /** Returns the index of the first word of a VC of a port. */
  static int vc(int port, int vc) {
    return port + VCS + VC_WORDS * vc;
  }

  /** Returns the flits granted to an output of a router whose credits are not back. */
  int load(int router, int port) {
    final int at = port(base(router), port);
    int load = 0;
    for (int vc = 0; vc < vcs; vc++) {
      load += (int) words()[vc(at, vc) + ROUTE];
    }
    return load;
  }

  /** Returns the flits granted to a VC of an output whose credits are not back. */
  int charge(int router, int port, int vc) {
    return (int) words()[vc(port(base(router), port), vc) + ROUTE];
  }

  /** Returns bits rotated so that the one at the pointer comes first. */
  static int rotate(int bits, int pointer) {
    return (bits >>> pointer | bits << (POINTER_SHIFT - pointer)) & OCCUPIED_MASK;
  }

  /** Returns the VC that a bit of {@link #rotate} stands for. */
  static int rotated(int pointer, int bit) {
    return pointer + bit & VC_POINTER_MASK;
  }

  /** Returns the first member of a set at or after a pointer, going round. */
  static int pick(long set, int pointer) {
    final long ahead = set & -1L << pointer;
    return Long.numberOfTrailingZeros(ahead == 0 ? set : ahead);
  }
}

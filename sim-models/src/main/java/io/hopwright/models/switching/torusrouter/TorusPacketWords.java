package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.topology.Torus;

/**
 * A packet on a torus, in two {@code long}s.
 *
 * <pre>
 *  first   63           48 47  45 44        29 28    26 25  24 23        0
 *         +---------------+------+------------+--------+------+-----------+
 *         | hops to go    | signs|   source   |chunks-1|class | sequence  |
 *         | (x, y, z)     | z y x|            |        |      |           |
 *         +---------------+------+------------+--------+------+-----------+
 *  second  63                     36 35                                  0
 *         +-------------------------+-------------------------------------+
 *         | injection tick mod 2^28 |          birth mod 2^36             |
 *         +-------------------------+-------------------------------------+
 * </pre>
 *
 * <p>The hint bits of the hardware are the signs (1 is minus) of the dimensions that have hops to
 * go; a dimension's bit vanishes with its last hop. Half a dimension's extent bounds its hops, so
 * three fields share 16 bits on any torus of up to 65,536 nodes. Network latency is the delivery
 * tick minus the injection tick, modulo 2²⁸ ticks (1.5 s on BlueGene/L); response time likewise,
 * modulo 2³⁶ (6.5 min).
 *
 * <p>Immutable; safe for any thread.
 */
public final class TorusPacketWords {
  /** Words of a packet in the {@link PacketPool}; any further ones come behind. */
  public static final int WORDS = 2;

  /** Largest number of nodes of a machine. */
  static final int MAX_NODES = 1 << 16;

  /** Largest sequence number. */
  public static final long MAX_SEQUENCE = (1L << 24) - 1;

  /** A packet is delivered before so many ticks since its birth. */
  static final long MAX_AGE = 1L << 36;

  private static final int CLASS_SHIFT = 24;
  private static final int CHUNKS_SHIFT = 26;
  private static final int SOURCE_SHIFT = 29;
  private static final int SIGNS_SHIFT = 45;
  private static final int HOPS_SHIFT = 48;
  private static final int INJECTION_SHIFT = 36;
  private static final long INJECTION_MASK = (1L << 28) - 1;

  private final int yShift;
  private final int zShift;
  private final int xMask;
  private final int yMask;
  private final int zMask;

  /** Lays out the fields; {@code around} if packets may go all the way around a ring. */
  public TorusPacketWords(Torus torus, boolean around) {
    final int xBits = bits(mostHops(torus.extent(0), around));
    final int yBits = bits(mostHops(torus.extent(1), around));
    final int zBits = bits(mostHops(torus.extent(2), around));
    if (torus.nodes() > MAX_NODES || !fits(torus, around)) {
      throw new IllegalArgumentException(
          "torus " + torus + " is above " + MAX_NODES + " nodes, or its hop counts above 16 bits");
    }
    xMask = (1 << xBits) - 1;
    yMask = (1 << yBits) - 1;
    zMask = (1 << zBits) - 1;
    yShift = HOPS_SHIFT + xBits;
    zShift = yShift + yBits;
  }

  /** Tells whether the hop counts of all dimensions fit. */
  static boolean fits(Torus torus, boolean around) {
    int all = 0;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      all += bits(mostHops(torus.extent(dimension), around));
    }
    return all <= Long.SIZE - HOPS_SHIFT;
  }

  private static int mostHops(int extent, boolean around) {
    return around ? extent - 1 : extent / 2;
  }

  private static int bits(int largest) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(largest);
  }

  /** Packs the first word, with hops and signs still 0. */
  public static long of(int source, long sequence, int trafficClass, int chunks) {
    assert sequence <= MAX_SEQUENCE : "sequence number " + sequence + " of node " + source;
    return sequence
        | (long) trafficClass << CLASS_SHIFT
        | (chunks - 1L) << CHUNKS_SHIFT
        | (long) source << SOURCE_SHIFT;
  }

  /** Returns {@code first} with another class. */
  public static long withClass(long first, int trafficClass) {
    return (first & ~(3L << CLASS_SHIFT)) | (long) trafficClass << CLASS_SHIFT;
  }

  /** Returns {@code first} with {@code hops} to go in {@code dimension}, backwards if minus. */
  public long withHops(long first, int dimension, int hops, boolean minus) {
    final long sign = minus ? 1L << (SIGNS_SHIFT + dimension) : 0;
    return first | (long) hops << shift(dimension) | sign;
  }

  /** Returns {@code first} after a hop through {@code port}. */
  long afterHop(long first, int port) {
    return first - (1L << shift(port >>> 1));
  }

  /** Returns the ports that bring the packet nearer, as a set of bits; empty at the destination. */
  public int hints(long first) {
    final int signs = (int) (first >>> SIGNS_SHIFT);
    final int x = -((int) (first >>> HOPS_SHIFT) & xMask) >>> 31;
    final int y = -((int) (first >>> yShift) & yMask) >>> 31;
    final int z = -((int) (first >>> zShift) & zMask) >>> 31;
    return x << (signs & 1) | y << (2 + (signs >>> 1 & 1)) | z << (4 + (signs >>> 2 & 1));
  }

  /** Returns the hops to go through a port. */
  int hops(long first, int port) {
    final int mask = port < 2 ? xMask : port < 4 ? yMask : zMask;
    return (int) (first >>> shift(port >>> 1)) & mask;
  }

  /** Returns the node that the hops to go from a node lead to. */
  public int destination(Torus torus, int node, long first) {
    int there = node;
    for (int rest = hints(first); rest != 0; rest &= rest - 1) {
      final int port = Integer.numberOfTrailingZeros(rest);
      for (int hop = hops(first, port); hop > 0; hop--) {
        there = torus.neighbour(there, port);
      }
    }
    return there;
  }

  /** Returns the number of the packet at its source. */
  public static long sequence(long first) {
    return first & MAX_SEQUENCE;
  }

  /** Returns what the router may do with the packet, {@link TrafficClass}. */
  public static int trafficClass(long first) {
    return (int) first >>> CLASS_SHIFT & 3;
  }

  /** Returns the size of the packet in chunks, 1…8. */
  public static int chunks(long first) {
    return ((int) first >>> CHUNKS_SHIFT & 7) + 1;
  }

  /** Returns the node that sent the packet. */
  public static int source(long first) {
    return (int) (first >>> SOURCE_SHIFT) & (MAX_NODES - 1);
  }

  /** Returns the birth of a packet that is delivered at {@code tick}. */
  public static long birth(long second, long tick) {
    return tick - ((tick - second) & (MAX_AGE - 1));
  }

  /**
   * Returns the second word of a packet whose first byte is on a link.
   *
   * @throws IllegalStateException if it has waited for so long that its age may not fit
   */
  public static long injectedAt(long birth, long tick) {
    if (tick - birth > MAX_AGE / 2) {
      throw new IllegalStateException(
          "a packet born at tick "
              + birth
              + " waited at its source until tick "
              + tick
              + ", longer than a packet's times can tell; shorten the run, or lower the load");
    }
    return (birth & (MAX_AGE - 1)) | tick << INJECTION_SHIFT;
  }

  /** Returns the ticks from the first byte on a link until {@code tick}, below 2²⁸. */
  static long ticksSinceInjection(long second, long tick) {
    return (tick - (second >>> INJECTION_SHIFT)) & INJECTION_MASK;
  }

  private int shift(int dimension) {
    return dimension == 0 ? HOPS_SHIFT : dimension == 1 ? yShift : zShift;
  }
}

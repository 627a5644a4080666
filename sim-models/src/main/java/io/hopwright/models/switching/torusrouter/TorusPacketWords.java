package io.hopwright.models.switching.torusrouter;

import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.topology.Torus;

/**
 * Layout of a packet on a torus, two {@code long}s.
 *
 * <pre>
 *  first   63          h h−1  s s−1         n n−1      5 4      2 1   0
 *         +-------------+------+-------------+----------+--------+-----+
 *         | hops to go  | signs|   source    | sequence |chunks-1|class|
 *         | (x, y, z)   | z y x|             |          |        |     |
 *         +-------------+------+-------------+----------+--------+-----+
 *  second  63                     36 35                                  0
 *         +-------------------------+-------------------------------------+
 *         | injection tick mod 2^28 |          birth mod 2^36             |
 *         +-------------------------+-------------------------------------+
 * </pre>
 *
 * <p>The hint bits of the hardware are the signs (1 is minus) of the dimensions that have hops to
 * go; a dimension's bit vanishes with its last hop. Source and hops take the bits that the torus
 * needs, at most 42 up to 1,048,576 nodes; the sequence number takes the rest, 14 to 24 bits.
 * Network latency is the delivery tick minus the injection tick, modulo 2²⁸ ticks (1.5 s on
 * BlueGene/L); response time likewise, modulo 2³⁶ (6.5 min).
 *
 * <p>Immutable; safe for any thread.
 */
public final class TorusPacketWords {
  /** Words of a packet in the {@link PacketPool}; any further ones come behind. */
  public static final int WORDS = 2;

  /** Largest number of nodes of a machine. */
  public static final int MAX_NODES = 1 << 20;

  /** A packet is delivered before so many ticks since its birth. */
  static final long MAX_AGE = 1L << 36;

  private static final int CHUNKS_SHIFT = 2;
  private static final int SEQUENCE_SHIFT = 5;
  private static final int MOST_SEQUENCE_BITS = 24;
  private static final int INJECTION_SHIFT = 36;
  private static final long INJECTION_MASK = (1L << 28) - 1;

  private final Torus torus;
  private final long sequenceMask;
  private final int sourceShift;
  private final int sourceMask;
  private final int signsShift;
  private final int xShift;
  private final int yShift;
  private final int zShift;
  private final int xMask;
  private final int yMask;
  private final int zMask;

  /** Lays out the fields; {@code around} if packets may go all the way around a ring. */
  public TorusPacketWords(Torus torus, boolean around) {
    this.torus = torus;
    if (torus.nodes() > MAX_NODES) {
      throw new IllegalArgumentException("torus " + torus + " is above " + MAX_NODES + " nodes");
    }
    final int xBits = bits(mostHops(torus.extent(0), around));
    final int yBits = bits(mostHops(torus.extent(1), around));
    final int zBits = bits(mostHops(torus.extent(2), around));
    final int sourceBits = bits(torus.nodes() - 1);
    xMask = (1 << xBits) - 1;
    yMask = (1 << yBits) - 1;
    zMask = (1 << zBits) - 1;
    xShift = Long.SIZE - xBits - yBits - zBits;
    yShift = xShift + xBits;
    zShift = yShift + yBits;
    signsShift = xShift - Torus.DIMENSIONS;
    sourceShift = signsShift - sourceBits;
    sourceMask = (1 << sourceBits) - 1;
    sequenceMask = (1L << Math.min(MOST_SEQUENCE_BITS, sourceShift - SEQUENCE_SHIFT)) - 1;
  }

  private static int mostHops(int extent, boolean around) {
    return around ? extent - 1 : extent / 2;
  }

  private static int bits(int largest) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(largest);
  }

  /** Returns the largest sequence number, 2ⁿ − 1 with n between 14 and 24. */
  public long maxSequence() {
    return sequenceMask;
  }

  /** Packs the first word, with hops and signs still 0. */
  public long of(int source, long sequence, int trafficClass, int chunks) {
    assert sequence <= sequenceMask : "sequence number " + sequence + " of node " + source;
    return trafficClass
        | (chunks - 1L) << CHUNKS_SHIFT
        | sequence << SEQUENCE_SHIFT
        | (long) source << sourceShift;
  }

  /** Returns {@code first} with another class. */
  public static long withClass(long first, int trafficClass) {
    return (first & ~3L) | trafficClass;
  }

  /** Returns {@code first} with {@code hops} left in {@code dimension}, backwards if minus. */
  public long withHops(long first, int dimension, int hops, boolean minus) {
    final long sign = minus ? 1L << (signsShift + dimension) : 0;
    return first | (long) hops << shift(dimension) | sign;
  }

  /** Returns {@code first} after a hop through {@code port}. */
  long afterHop(long first, int port) {
    return first - (1L << shift(port >>> 1));
  }

  /** Returns the ports on minimal paths, as a set of bits; empty at the destination. */
  public int hints(long first) {
    final int signs = (int) (first >>> signsShift);
    final int x = -((int) (first >>> xShift) & xMask) >>> 31;
    final int y = -((int) (first >>> yShift) & yMask) >>> 31;
    final int z = -((int) (first >>> zShift) & zMask) >>> 31;
    return x << (signs & 1) | y << (2 + (signs >>> 1 & 1)) | z << (4 + (signs >>> 2 & 1));
  }

  /** Returns the hops to go through a port. */
  int hops(long first, int port) {
    final int mask = port < 2 ? xMask : port < 4 ? yMask : zMask;
    return (int) (first >>> shift(port >>> 1)) & mask;
  }

  /** Returns the destination of a packet at a node, from its remaining hops. */
  public int destination(int node, long first) {
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
  public long sequence(long first) {
    return first >>> SEQUENCE_SHIFT & sequenceMask;
  }

  /** Returns the traffic class of the packet, {@link TrafficClass}, which limits its routing. */
  public static int trafficClass(long first) {
    return (int) first & 3;
  }

  /** Returns the size of the packet in chunks, 1…8. */
  public static int chunks(long first) {
    return ((int) first >>> CHUNKS_SHIFT & 7) + 1;
  }

  /** Returns the node that sent the packet. */
  public int source(long first) {
    return (int) (first >>> sourceShift) & sourceMask;
  }

  /** Returns the generation time of a packet that is delivered at {@code tick}. */
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
          "a packet generated at tick "
              + birth
              + " waited at its source until tick "
              + tick
              + ", longer than the times of a packet can represent; shorten the run, or lower"
              + " the load");
    }
    return (birth & (MAX_AGE - 1)) | tick << INJECTION_SHIFT;
  }

  /** Returns the ticks from the first byte on a link until {@code tick}, below 2²⁸. */
  static long ticksSinceInjection(long second, long tick) {
    return (tick - (second >>> INJECTION_SHIFT)) & INJECTION_MASK;
  }

  private int shift(int dimension) {
    return dimension == 0 ? xShift : dimension == 1 ? yShift : zShift;
  }
}

package io.hopwright.models.switching.crossbar;

/**
 * Layout of the core's fields of a packet: the low bits of its third word in the pool.
 *
 * <pre>
 *  63                       h+f h+f−1  f f−1     0
 * +----------------------------+--------+---------+
 * |       the machine's        |  hops  |  flits  |
 * +----------------------------+--------+---------+
 * </pre>
 *
 * <p>The bits h of the hops and f of the flits follow from the design; Cascade has 4 and 5.
 * Immutable; safe for any thread.
 */
public final class PacketWords {
  private final int flitsMask;
  private final int hopsShift;
  private final int hopsMask;
  private final int mostFlits;
  private final int mostHops;

  /**
   * Lays out the words of a design.
   *
   * @throws IllegalArgumentException if the core and the machine need too many bits together
   */
  public PacketWords(CrossbarDesign design) {
    mostFlits = design.mostFlits();
    mostHops = design.packets().mostHops();
    hopsShift = CrossbarDesign.bits(mostFlits);
    flitsMask = (1 << hopsShift) - 1;
    final int hopsBits = CrossbarDesign.bits(mostHops);
    hopsMask = (1 << hopsBits) - 1;
    final int ownBits = design.packets().ownBits();
    if (hopsShift + hopsBits + ownBits > Long.SIZE) {
      throw new IllegalArgumentException(
          mostFlits
              + " flits, "
              + mostHops
              + " hops and "
              + ownBits
              + " bits of the machine need "
              + (hopsShift + hopsBits + ownBits)
              + " bits of a packet's third word, which has 64; use larger flits or a smaller"
              + " machine");
    }
  }

  /** Returns the word of a packet that has taken no link; the machine's bits are 0. */
  public long of(int flits) {
    assert flits <= mostFlits
        : "packet of " + flits + " flits, but the design has packets of at most " + mostFlits;
    return flits;
  }

  /** Returns the length in flits. */
  public int flits(long third) {
    return (int) third & flitsMask;
  }

  /** Returns the number of links the packet has taken. */
  public int hops(long third) {
    return (int) (third >>> hopsShift) & hopsMask;
  }

  /** Returns whether the packet has taken the largest number of links. */
  public boolean mayNotHop(long third) {
    return hops(third) == mostHops;
  }

  /** Returns the word of a packet that has taken one link more. */
  public long afterHop(long third) {
    return third + (1L << hopsShift);
  }
}

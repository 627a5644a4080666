package io.hopwright.models.link;

import io.hopwright.models.switching.Wiring;

/**
 * Credit-based flow control: one credit stands for space for a flit in the buffer of a VC at the
 * far end of a link.
 *
 * <ul>
 *   <li>Spent when a packet is granted: one for each of its flits. A packet is granted only if
 *       there are enough.
 *   <li>Sent back when its tail leaves the buffer at the far end. They are usable after the link's
 *       credit time, and do not occupy the link.
 *   <li>All are returned if no VC is charged.
 * </ul>
 *
 * <p>The charge of a VC is the number of credits spent and not returned; it is stored in the low
 * bits of a word of the switch. Confined to its partition.
 */
public final class Credits {
  private final long[] state;
  private final Wiring wiring;
  private final int chargeMask;
  private final int[] capacities;
  private final int[] creditTicks;

  /**
   * Creates credits, all of which are available.
   *
   * @param chargeBits low bits of a VC's word that hold its charge
   * @param capacities of each VC by class of link, in flits
   * @param creditTicks by class of link, from a tail leaving a buffer until the credits count
   */
  public Credits(long[] state, Wiring wiring, int chargeBits, int[] capacities, int[] creditTicks) {
    this.state = state;
    this.wiring = wiring;
    chargeMask = (1 << chargeBits) - 1;
    this.capacities = capacities.clone();
    this.creditTicks = creditTicks.clone();
  }

  /** Returns the credits that are spent and not returned on the VC whose word is at an index. */
  public int charge(int at) {
    return (int) state[at] & chargeMask;
  }

  /** Returns the available credits of a VC of a link. */
  public int left(int at, int linkClass) {
    return capacities[linkClass] - charge(at);
  }

  /** Returns whether a VC of a link has credits for a packet of the given flits. */
  public boolean suffice(int at, int linkClass, int flits) {
    return charge(at) + flits <= capacities[linkClass];
  }

  /** Spends the credits of a packet that is granted. */
  public void spend(int at, int flits) {
    state[at] += flits;
  }

  /**
   * Returns the credits of a packet over a link, as a signal.
   *
   * @param end far end of the link
   * @param tailTick at which its tail leaves the buffer
   */
  public void sendBack(int end, int linkClass, int signal, long tailTick) {
    wiring.sendSignal(end, signal, tailTick + creditTicks[linkClass]);
  }

  /** Receives returned credits. */
  public void comeBack(int at, int flits) {
    assert charge(at) >= flits : "credits that nobody spent";
    state[at] -= flits;
  }
}

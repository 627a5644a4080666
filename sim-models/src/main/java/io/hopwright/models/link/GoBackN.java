package io.hopwright.models.link;

/**
 * Go-back-N retransmission on links whose receivers report damaged packets: a window of
 * unacknowledged packets, and a cursor that returns to the first of them.
 *
 * <ul>
 *   <li>The sender numbers packets in the order of their first transmission. It may send a new one
 *       if fewer than a window of them are unacknowledged.
 *   <li>The receiver acknowledges good packets. It reports a damaged one and discards all that
 *       follow until the sender announces a restart.
 *   <li>On a report the sender restarts: it returns to the first unacknowledged packet and sends
 *       all from there again.
 *   <li>While it drains, it sends nothing new until all packets are acknowledged.
 * </ul>
 *
 * <p>Each end of a link has a sender and a receiver of the same number, 25 B each. {@link
 * NumberedLinks} are links whose receivers do not report damage. Confined to its partition. Source:
 * Pivanti, Schifano, Simma, Lattice 2010, section 2.2.
 */
public final class GoBackN {
  private static final int RESTART_DUE = 1;
  private static final int RECOVERING = 2;
  private static final int DISCARDING = 4;

  private final int window;
  private final int holdingBack;
  private final SendWindow numbers;
  private final byte[] flags;

  /**
   * Creates ends of links over which nothing has been sent.
   *
   * @param ends number of ends
   * @param window of packets that may be unacknowledged, positive
   * @param drains whether new packets wait until all are acknowledged once one was damaged
   */
  public GoBackN(int ends, int window, boolean drains) {
    this.window = window;
    holdingBack = drains ? RECOVERING : 0;
    numbers = new SendWindow(ends);
    flags = new byte[ends];
  }

  private boolean is(int end, int flag) {
    return (flags[end] & flag) != 0;
  }

  private void set(int end, int flag) {
    flags[end] |= (byte) flag;
  }

  private void clear(int end, int flag) {
    flags[end] &= (byte) ~flag;
  }

  /** Returns the largest number of packets that may be unacknowledged. */
  public int window() {
    return window;
  }

  /** Returns the number of unacknowledged packets of a sender. */
  public int unacknowledged(int sender) {
    return numbers.unacknowledged(sender);
  }

  /**
   * Returns the slot of a sender's first unacknowledged packet among {@link #window} slots, used in
   * turn.
   */
  public int firstPlace(int sender) {
    return (int) (numbers.first(sender) % window);
  }

  /** Records at the sender that its first unacknowledged packet has arrived. */
  public void acknowledge(int sender) {
    numbers.acknowledge(sender, 1);
  }

  /** Records at the sender that a packet was damaged. */
  public void damaged(int sender) {
    set(sender, RESTART_DUE | RECOVERING);
  }

  /** Ends the recovery of a sender whose packets are all acknowledged. */
  public void settle(int sender) {
    if (unacknowledged(sender) == 0) {
      clear(sender, RECOVERING);
    }
  }

  /** Returns whether the sender must ask the receiver for a restart. */
  public boolean restartIsDue(int sender) {
    return is(sender, RESTART_DUE);
  }

  /** Goes back to the first unacknowledged packet. */
  public void restart(int sender) {
    clear(sender, RESTART_DUE);
    numbers.goBack(sender);
  }

  /** Returns whether a packet must be sent again. */
  public boolean resends(int sender) {
    return numbers.resends(sender);
  }

  /** Returns the slot of the packet to send again, and advances to the next one. */
  public int resend(int sender) {
    assert numbers.resends(sender) : "sender " + sender + ": nothing to send once more";
    return (int) (numbers.send(sender) % window);
  }

  /** Returns whether the protocol allows a new packet. */
  public boolean takesNew(int sender) {
    return unacknowledged(sender) < window && (flags[sender] & holdingBack) == 0;
  }

  /** Returns the slot of a new packet, which then counts as unacknowledged. */
  public int sendNew(int sender) {
    assert !numbers.resends(sender) : "sender " + sender + ": has something to send once more";
    return (int) (numbers.send(sender) % window);
  }

  /** Returns whether a receiver discards arriving packets. */
  public boolean discards(int receiver) {
    return is(receiver, DISCARDING);
  }

  /** Makes a receiver discard all packets: a packet was damaged. */
  public void discard(int receiver) {
    set(receiver, DISCARDING);
  }

  /** Makes a receiver accept packets again: the sender restarts. */
  public void takeIn(int receiver) {
    clear(receiver, DISCARDING);
  }

  /** Returns whether all packets of all senders are acknowledged, and nothing is due. */
  public boolean atRest() {
    for (int end = 0; end < flags.length; end++) {
      if (flags[end] != 0 || unacknowledged(end) != 0) {
        return false;
      }
    }
    return true;
  }
}

package io.hopwright.models.traffic;

/**
 * When the packets of a node join its injection FIFOs: a pure function, so that a backlog of any
 * length is a number and not a list. Immutable; safe for any thread.
 */
public interface Births {
  /** The birth of a packet that is never born. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Returns the birth of packet {@code sequence}, not before that of its predecessor.
   *
   * @param previousBirth birth of packet {@code sequence − 1}, −1 for the first
   */
  long birth(int source, long sequence, long previousBirth);

  /**
   * Tells whether the sources are saturated: every FIFO always holds a packet, and the next is born
   * when its predecessor has left; {@link #birth} then only says that there is one.
   */
  default boolean saturated() {
    return false;
  }

  /** Returns how many packets of a node are born at ticks in {@code [from, to)}; 0 if saturated. */
  default long bornIn(int source, long from, long to) {
    long count = 0;
    long sequence = 0;
    for (long birth = birth(source, 0, -1); birth < to; birth = birth(source, ++sequence, birth)) {
      if (birth >= from) {
        count++;
      }
    }
    return count;
  }
}

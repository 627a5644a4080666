package io.hopwright.models.traffic;

/**
 * Generation times of a node's packets: a pure function, so that a backlog of any length is a
 * number and not a list. Immutable; safe for any thread.
 */
public interface Births {
  /** Generation time of a packet that is never generated. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Returns the birth of packet {@code sequence}, not before that of its predecessor in the stream.
   *
   * @param previousBirth birth of its predecessor, −1 for the first of a stream
   */
  long birth(int source, long sequence, long previousBirth);

  /**
   * Returns whether the sources are saturated: every FIFO always holds a packet, and the next is
   * generated when its predecessor has left. Then {@link #birth} only returns whether there is one.
   */
  default boolean saturated() {
    return false;
  }

  /**
   * Returns the tick from which on packets are generated at another rate; −1 if the rate never
   * changes.
   */
  default long changesAt() {
    return -1;
  }

  /**
   * Returns how many packets of a stream of a node are generated at ticks in {@code [from, to)}; 0
   * if saturated.
   *
   * @param first sequence number of the stream's first packet
   * @param step from one sequence number to the next
   */
  default long bornIn(int source, long first, int step, long from, long to) {
    long count = 0;
    long sequence = first;
    for (long birth = birth(source, first, -1);
        birth < to;
        birth = birth(source, sequence += step, birth)) {
      if (birth >= from) {
        count++;
      }
    }
    return count;
  }

  /**
   * Returns how many ticks of {@code [from, to)} are not before the birth of a packet of a stream
   * of a node, summed over the packets; 0 if saturated.
   *
   * @param first sequence number of the stream's first packet
   * @param step from one sequence number to the next
   */
  default long bornTicks(int source, long first, int step, long from, long to) {
    long ticks = 0;
    long sequence = first;
    for (long birth = birth(source, first, -1);
        birth < to;
        birth = birth(source, sequence += step, birth)) {
      ticks += to - Math.max(birth, from);
    }
    return ticks;
  }
}

package io.hopwright.models.switching.torusrouter.arbitration;

import io.hopwright.models.link.PackedCounts;

/**
 * First phase of arbitration: the preferred one of a packet's available outputs. Stateless; safe
 * for any thread.
 */
public interface OutputSelection {
  /**
   * Narrows the available (output, VC) pairs to the preferred ones, among which one is drawn.
   *
   * @param pairs set of bits {@code 8·output + vc}, not empty
   * @param words array that holds the token counts
   * @param tokens where the token {@link PackedCounts} of output 0 are in it
   * @param distance from there to those of output 1, and so on
   * @return a subset of {@code pairs}, not empty
   */
  long narrow(long pairs, long[] words, int tokens, int distance);
}

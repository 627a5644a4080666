package io.hopwright.models.switching.torusrouter.arbitration;

import io.hopwright.models.link.PackedCounts;
import io.hopwright.models.topology.Torus;

/**
 * "Join the shortest queue": prefers the pairs with the most downstream tokens, within the
 * resolution of two bits.
 *
 * <p>The counts are compared in four ranges, as in the hardware; exact counts would perform better
 * than the machine. Source: Blumrich et al. 2003, section 2, first phase of arbitration.
 */
public final class JoinShortestQueue implements OutputSelection {
  private static final int RANGES = 4;

  private final long[] addends = new long[RANGES];

  /** Creates the policy for dynamic VCs of {@code capacity} chunks. */
  public JoinShortestQueue(int capacity) {
    for (int range = 1; range < RANGES; range++) {
      addends[range] = PackedCounts.addend((range * capacity + RANGES - 1) / RANGES);
    }
  }

  @Override
  public long narrow(long pairs, long[] words, int tokens, int distance) {
    for (int range = RANGES - 1; range > 0; range--) {
      final long reached = pairs & reaching(pairs, words, tokens, distance, addends[range]);
      if (reached != 0) {
        return reached;
      }
    }
    return pairs;
  }

  private static long reaching(long pairs, long[] words, int tokens, int distance, long addend) {
    long reached = 0;
    for (int output = 0; output < Torus.PORTS; output++) {
      if ((pairs >>> (output << 3) & 0xFF) != 0) {
        reached |=
            (long) PackedCounts.atLeast(words[tokens + output * distance], addend) << (output << 3);
      }
    }
    return reached;
  }
}

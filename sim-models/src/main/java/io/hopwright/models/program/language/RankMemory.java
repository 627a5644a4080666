package io.hopwright.models.program.language;

import io.hopwright.models.program.IntPair;

/** Word layout of the state of a rank, in an array. */
public final class RankMemory {
  /** The rank (low half) and the instruction that it is at (high half). */
  static final int RANK = 0;

  /** Number of operations done. */
  static final int OPERATIONS = 1;

  /** Open requests without a name (low half), those of the statement in flight (high half). */
  static final int REQUESTS = 2;

  /** A bit for each open request that has a name. */
  static final int NAMED = 3;

  /** Number of random draws. */
  static final int RANDS = 4;

  /**
   * A collective in progress: 1 + its step and two bits of phase; 0 if none. Its bytes, root and
   * members follow from variables, which keep their values that long.
   */
  static final int STEP = 5;

  static final int VARIABLES = 6;

  private RankMemory() {}

  static int rank(long[] state, int at) {
    return (int) state[at];
  }

  static void jump(long[] state, int at, int instruction) {
    state[at] = IntPair.of((int) state[at], instruction);
  }

  /** Makes the current instruction also the next one. */
  static void stay(long[] state, int at) {
    state[at] -= 1L << Integer.SIZE;
  }
}

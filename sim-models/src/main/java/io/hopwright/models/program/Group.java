package io.hopwright.models.program;

/**
 * Members of a collective as two words: equidistant blocks of consecutive ranks, so that no list is
 * stored.
 */
public final class Group {
  private Group() {}

  /** Returns the first word: the first rank and the number of members. */
  public static long of(int first, int members) {
    return IntPair.of(first, members);
  }

  /**
   * Returns the second word: the ranks of a block, and the distance between the first ranks of
   * blocks.
   */
  public static long blocks(int length, int apart) {
    return IntPair.of(length, apart);
  }

  static int members(long group) {
    return IntPair.high(group);
  }

  /** Returns whether the members are consecutive ranks. */
  public static boolean areInARow(long group, long blocks) {
    return IntPair.low(blocks) >= members(group) || IntPair.low(blocks) == IntPair.high(blocks);
  }

  static int rank(long group, long blocks, int index) {
    final int length = IntPair.low(blocks);
    return IntPair.low(group) + index / length * IntPair.high(blocks) + index % length;
  }

  /** Returns the index of {@code rank}, −1 if it is not a member. */
  public static int index(long group, long blocks, int rank) {
    final int from = rank - IntPair.low(group);
    final int block = from / IntPair.high(blocks);
    final int rest = from % IntPair.high(blocks);
    final int length = IntPair.low(blocks);
    if (rest < 0 || rest >= length) {
      return -1;
    }
    final long index = (long) block * length + rest;
    return index >= 0 && index < members(group) ? (int) index : -1;
  }
}

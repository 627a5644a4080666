package io.hopwright.models.program;

/**
 * The members of a collective as two words: blocks of ranks that lie beside each other, equally far
 * apart, so that no list is stored.
 */
final class Group {
  private Group() {}

  /** Returns the first word: the first rank and the number of members. */
  static long of(int first, int members) {
    return Memory.pair(first, members);
  }

  /** Returns the second word: ranks of a block, and from one block's first to the next one's. */
  static long blocks(int length, int apart) {
    return Memory.pair(length, apart);
  }

  static int members(long group) {
    return Memory.high(group);
  }

  /** Tells whether the members are consecutive ranks. */
  static boolean areInARow(long group, long blocks) {
    return Memory.low(blocks) >= members(group) || Memory.low(blocks) == Memory.high(blocks);
  }

  static int rank(long group, long blocks, int index) {
    final int length = Memory.low(blocks);
    return Memory.low(group) + index / length * Memory.high(blocks) + index % length;
  }

  /** Returns the index of {@code rank}, −1 if it is no member. */
  static int index(long group, long blocks, int rank) {
    final int from = rank - Memory.low(group);
    final int block = from / Memory.high(blocks);
    final int rest = from % Memory.high(blocks);
    final int length = Memory.low(blocks);
    if (rest < 0 || rest >= length) {
      return -1;
    }
    final long index = (long) block * length + rest;
    return index >= 0 && index < members(group) ? (int) index : -1;
  }
}

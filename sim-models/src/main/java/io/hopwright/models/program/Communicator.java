package io.hopwright.models.program;

/**
 * Communicator: ranks of a job that perform a collective together by hardware. Equal lists of ranks
 * are equal communicators, however a program names them. Immutable; safe for any thread.
 *
 * @param group first word of {@link Group}
 * @param blocks second word, as {@code GroupExpression} stores it: one pair of words for one list
 */
public record Communicator(long group, long blocks) {
  /** Returns the number of members. */
  public int members() {
    return Group.members(group);
  }

  /** Returns the rank of the member with an index. */
  public int rank(int index) {
    return Group.rank(group, blocks, index);
  }

  /** Returns the lowest rank; members are in ascending or descending order. */
  public int lowest() {
    return Math.min(rank(0), rank(members() - 1));
  }

  /** Returns the members in words. */
  public String words() {
    final String all = members() + " ranks from " + IntPair.low(group) + " on";
    final int apart = IntPair.high(blocks);
    return Group.areInARow(group, blocks)
        ? all
        : "%s, %s of each %s%s"
            .formatted(all, IntPair.low(blocks), Math.abs(apart), apart < 0 ? " downwards" : "");
  }

  /** Returns whether an operation is about these members. */
  public boolean isOf(Operation operation) {
    return operation.group() == group && operation.blocks() == blocks;
  }
}

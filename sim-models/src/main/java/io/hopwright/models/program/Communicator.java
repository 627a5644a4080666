package io.hopwright.models.program;

import java.util.regex.MatchResult;

/**
 * A list of ranks of a job that do a collective by hardware together. Equal lists are equal,
 * however a program names them. Immutable; safe for any thread.
 *
 * @param group first word of {@link Group}
 * @param blocks second word, as {@link GroupExpression} store it: one pair of words for one list
 */
public record Communicator(long group, long blocks) {
  /** What {@link #words} may be, of four numbers. */
  public static final String WORDS = "(\\d+) ranks from (\\d+) on(?:, (\\d+) of each (\\d+))?";

  /** Returns the number of members. */
  public int members() {
    return Group.members(group);
  }

  /** Returns the rank of the member with an index. */
  public int rank(int index) {
    return Group.rank(group, blocks, index);
  }

  /** Returns the lowest rank: members are in rising or in falling order. */
  public int lowest() {
    return Math.min(rank(0), rank(members() - 1));
  }

  /** Returns the members in words, as {@link #of} reads them. */
  public String words() {
    final String all = members() + " ranks from " + Memory.low(group) + " on";
    return Group.areInARow(group, blocks)
        ? all
        : all + ", " + Memory.low(blocks) + " of each " + Memory.high(blocks);
  }

  /** Returns the members that {@link #WORDS} tell of. */
  public static Communicator of(MatchResult words) {
    final boolean inARow = words.group(3) == null;
    return new Communicator(
        Group.of(Integer.parseInt(words.group(2)), Integer.parseInt(words.group(1))),
        inARow
            ? Group.blocks(1, 1)
            : Group.blocks(Integer.parseInt(words.group(3)), Integer.parseInt(words.group(4))));
  }

  /** Tells whether an operation is about these members. */
  public boolean isOf(Operation operation) {
    return operation.group() == group && operation.blocks() == blocks;
  }
}

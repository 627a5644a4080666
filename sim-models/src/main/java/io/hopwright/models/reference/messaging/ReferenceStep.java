package io.hopwright.models.reference.messaging;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Something that took time, after what it waited for: the end of a chain that begins with the job
 * ({@code docs/models/critical-path.md}). A chain without steps is null.
 *
 * @param rank whose processor worked, or that posted the transfer
 * @param peer that the transfer is for; −1 if it is none
 */
public record ReferenceStep(
    ReferenceStep before, int rank, int peer, String word, long fromTick, long toTick) {
  private static final int NOBODY = -1;

  /** Returns the chain with a step more, the same if that takes no time. */
  static ReferenceStep after(
      ReferenceStep before, int rank, int peer, String word, long fromTick, long toTick) {
    return fromTick == toTick
        ? before
        : new ReferenceStep(before, rank, peer, word, fromTick, toTick);
  }

  static ReferenceStep work(
      ReferenceStep before, ReferenceRank rank, String word, long fromTick, long toTick) {
    return after(before, rank.rank, NOBODY, word, fromTick, toTick);
  }

  /** Returns the steps of a chain in order, one line each. */
  public static List<String> lines(ReferenceStep last) {
    final List<String> lines = new ArrayList<>();
    for (ReferenceStep step = last; step != null; step = step.before) {
      lines.add(
          "%s %s %s %s %s".formatted(step.rank, step.peer, step.word, step.fromTick, step.toTick));
    }
    Collections.reverse(lines);
    return lines;
  }
}

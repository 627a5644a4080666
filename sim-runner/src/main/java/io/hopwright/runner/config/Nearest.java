package io.hopwright.runner.config;

import io.hopwright.models.program.Keywords;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Finds the word a user most likely meant, by Levenshtein's edit distance; what differs in more
 * than two letters and a third of the word is no suggestion, nor what has none of its letters.
 */
public final class Nearest {
  private Nearest() {}

  /** Returns the candidate nearest to {@code word}; of equally near ones the first. */
  public static Optional<String> to(String word, Collection<String> candidates) {
    final int letters = word.replaceFirst("^-+", "").length();
    final int farthest = Math.min(Math.max(2, word.length() / 3), letters - 1);
    return candidates.stream()
        .filter(known -> distance(word, known, farthest) <= farthest)
        .min(Comparator.comparingInt(known -> distance(word, known, farthest)));
  }

  /** Returns a question that names the nearest candidate, or nothing if none is near. */
  public static String question(String word, Collection<String> candidates) {
    return to(word, candidates).map(Nearest::question).orElse("");
  }

  /** Returns a question that names the nearest candidate, or {@code advice} if none is near. */
  public static String questionOr(String word, Collection<String> candidates, String advice) {
    return to(word, candidates).map(Nearest::question).orElse("; " + advice);
  }

  private static String question(String known) {
    return "; did you mean " + known + "?";
  }

  /** The full keys differ, or the last parts do: people forget the first part. */
  private static int distance(String word, String known, int farthest) {
    final boolean far = Math.abs(word.length() - known.length()) > farthest;
    final int whole = far ? Integer.MAX_VALUE : Keywords.edits(word, known);
    return known.endsWith("." + lastPart(word)) ? Math.min(whole, 1) : whole;
  }

  private static String lastPart(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }
}

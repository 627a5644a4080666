package io.hopwright.runner.config;

import io.hopwright.models.program.Spelling;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Search for the word that a user most likely meant, by Levenshtein's edit distance. A word that
 * differs in more than two letters and a third of its length, or has no letter in common, is not
 * suggested.
 *
 * <p>A common prefix up to a dot or a slash does not count. A word is near to a candidate of the
 * same section if the last part of the candidate ends with it.
 */
public final class Nearest {
  private static final int FAR = Integer.MAX_VALUE;

  /** Fewer letters than these are the end of many words. */
  private static final int FEW_LETTERS = 3;

  private Nearest() {}

  /** Returns the candidate nearest to {@code word}; of equally near ones the first. */
  public static Optional<String> to(String word, Collection<String> candidates) {
    return candidates.stream()
        .filter(known -> distance(word, known) < FAR)
        .min(Comparator.comparingInt(known -> distance(word, known)));
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
  private static int distance(String word, String known) {
    final int common = sectionInCommon(word, known);
    final String own = word.substring(common);
    final String other = known.substring(common);
    final int letters = own.replaceFirst("^-+", "").length();
    final int farthest = Math.min(Math.max(2, own.length() / 3), letters - 1);
    if (known.endsWith("." + lastPart(word))
        || (common > 0 && own.length() >= FEW_LETTERS && endsWith(other, own))) {
      return Math.min(1, farthest);
    }
    final boolean far = Math.abs(own.length() - other.length()) > farthest;
    final int edits = far ? FAR : Spelling.edits(own, other);
    return edits > farthest ? FAR : edits;
  }

  private static boolean endsWith(String word, String end) {
    return word.toLowerCase(Locale.ROOT).endsWith(end.toLowerCase(Locale.ROOT));
  }

  /** Returns the length of what two words begin with alike, up to the last dot or slash of it. */
  private static int sectionInCommon(String word, String known) {
    int common = 0;
    for (int i = 0;
        i < word.length() && i < known.length() && word.charAt(i) == known.charAt(i);
        i++) {
      common = word.charAt(i) == '.' || word.charAt(i) == '/' ? i + 1 : common;
    }
    return common;
  }

  private static String lastPart(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }
}

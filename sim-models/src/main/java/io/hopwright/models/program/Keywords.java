package io.hopwright.models.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The words that mean something in programs, and what was meant by others. */
public final class Keywords {
  static final List<String> STATEMENTS =
      statements(
          "param",
          "grid",
          "let",
          "compute",
          "send",
          "isend",
          "issend",
          "recv",
          "irecv",
          "sendrecv",
          "wait",
          "waitall",
          "for",
          "forever",
          "if",
          Primitive.FENCE);
  static final List<String> FUNCTIONS =
      List.of("min", "max", "abs", "log2", "pow2", "coord", "shift", "extent", "rand");
  static final List<String> GROUPS = List.of("world", "line", "plane", "ranks");

  private static final Set<String> OTHERS =
      Set.of(
          "rank", "size", "any", "to", "from", "tag", "as", "root", "on", "using", "step", "and",
          "or", "not", "in", "else", "torus", "mesh", "auto");
  private static final int LONGEST_MISTAKE = 3;

  private Keywords() {}

  private static List<String> statements(String... words) {
    final List<String> all = new ArrayList<>(List.of(words));
    for (Collective collective : Collective.values()) {
      all.add(collective.word());
    }
    for (Primitive primitive : Primitive.values()) {
      all.add(primitive.word());
      all.add(primitive.wordWithRequest());
    }
    return List.copyOf(all);
  }

  /** Returns whether nothing can be named so. */
  static boolean isTaken(String word) {
    return STATEMENTS.contains(word)
        || FUNCTIONS.contains(word)
        || GROUPS.contains(word)
        || ExpressionParser.UNITS.containsKey(word)
        || OTHERS.contains(word);
  }

  /** Returns a question for the known word that is nearest, or else {@code advice}. */
  static String nearest(String word, Collection<String> known, String advice) {
    String nearest = null;
    int least = Math.min(LONGEST_MISTAKE, Math.max(2, word.length() / 2 + 1));
    for (String candidate : known) {
      if (Math.abs(candidate.length() - word.length()) < least) {
        final int edits = edits(word, candidate);
        if (edits < least) {
          least = edits;
          nearest = candidate;
        }
      }
    }
    return nearest == null ? advice : "; did you mean " + nearest + "?";
  }

  /** Returns a question for the word that is nearest of some that there are, or else names them. */
  static String nearest(String word, List<String> known) {
    return nearest(word, known, "; there are " + String.join(", ", known));
  }

  /** Returns Levenshtein's distance: letters to insert, remove or replace to get from a to b. */
  public static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      final int[] next = new int[b.length() + 1];
      next[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        final int replace = row[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        next[j] = Math.min(replace, Math.min(row[j], next[j - 1]) + 1);
      }
      row = next;
    }
    return row[b.length()];
  }
}

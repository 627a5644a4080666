package io.hopwright.models.program;

import java.util.Collection;
import java.util.List;

/** Suggestions for misspelled words. */
public final class Spelling {
  private static final int LONGEST_MISTAKE = 3;

  private Spelling() {}

  /** Returns a question with the nearest known word, or else {@code advice}. */
  public static String nearest(String word, Collection<String> known, String advice) {
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

  /** Returns a question with the nearest known word, or else the known words. */
  public static String nearest(String word, List<String> known) {
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

package io.hopwright.models.program.language;

import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.collectives.Collective;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Keywords of programs. */
public final class Keywords {
  public static final List<String> STATEMENTS =
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
}

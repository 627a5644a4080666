package io.hopwright.models.program.chakra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Process groups in the form in which PyTorch writes them into the inputs of a metadata node: a
 * list in JSON.
 */
final class ProcessGroups {
  private static final Pattern GROUP = Pattern.compile("\\{[^{}]*\\}");
  private static final Pattern NAME = Pattern.compile("\"pg_name\"\\s*:\\s*\"([^\"]{0,64})\"");
  private static final Pattern RANKS = Pattern.compile("\"ranks\"\\s*:\\s*\\[([\\d,\\s]*)\\]");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  private ProcessGroups() {}

  /** Adds the groups of a text; an empty list of ranks means all. */
  static void read(String text, Map<String, List<Integer>> groups) {
    final Matcher group = GROUP.matcher(text);
    while (group.find()) {
      final Matcher name = NAME.matcher(group.group());
      final Matcher ranks = RANKS.matcher(group.group());
      if (name.find() && ranks.find()) {
        final List<Integer> members = new ArrayList<>();
        NUMBER
            .matcher(ranks.group(1))
            .results()
            .map(m -> Integer.valueOf(m.group()))
            .forEach(members::add);
        groups.put(name.group(1), List.copyOf(members));
      }
    }
  }
}

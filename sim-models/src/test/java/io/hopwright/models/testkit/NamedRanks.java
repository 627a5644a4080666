package io.hopwright.models.testkit;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ranks that a report about a halt says of what they wait for, whichever model tells. */
public final class NamedRanks {
  private static final Pattern LINE = Pattern.compile("^(?:job )?(\\S+) rank (\\d+)\\b.*");

  private NamedRanks() {}

  /** Returns job and number of each, in the order of names. */
  public static List<String> of(Consumer<StringBuilder> describing) {
    final StringBuilder report = new StringBuilder();
    describing.accept(report);
    return report
        .toString()
        .lines()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1) + "." + line.group(2))
        .sorted()
        .toList();
  }
}

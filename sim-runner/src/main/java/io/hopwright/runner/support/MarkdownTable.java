package io.hopwright.runner.support;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Table in Markdown. */
public final class MarkdownTable {
  private final StringBuilder text = new StringBuilder();

  /** Creates a table with these headings and without rows. */
  public MarkdownTable(List<String> headings) {
    row(headings);
    row(Collections.nCopies(headings.size(), "---"));
  }

  /** Adds a row. */
  public void row(List<String> cells) {
    text.append("| ");
    text.append(
        cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ")));
    text.append(" |\n");
  }

  /** Returns a text as code, which Markdown leaves unchanged. */
  public static String code(String text) {
    return "`" + text + "`";
  }

  /** Returns the lines, each with a line feed. */
  public String text() {
    return text.toString();
  }
}

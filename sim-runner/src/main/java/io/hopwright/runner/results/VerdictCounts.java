package io.hopwright.runner.results;

import java.util.ArrayList;
import java.util.List;

/**
 * Numbers of claims by verdict, and the number judged at another size than the paper's.
 *
 * @param verdicts {@code verdicts.json}
 */
public record VerdictCounts(StoredDocument verdicts) {
  /**
   * Returns the counts in a line: {@code 28 passed (22 not at the paper's size), 0 failed}.
   *
   * @throws io.hopwright.runner.support.InputException if the document is damaged
   */
  public String text() {
    final List<String> counts = new ArrayList<>();
    counts.add(text("passed", "pass"));
    counts.add(text("failed", "fail"));
    if (count("projected") > 0) {
      counts.add(text("projected", "projected"));
    }
    if (count("notJudged") > 0) {
      counts.add(count("notJudged") + " not judged");
    }
    return String.join(", ", counts);
  }

  /** Returns a count by its name in the document. */
  public long count(String name) {
    return (long) verdicts.number(name).orElse(0);
  }

  private String text(String name, String verdict) {
    final long scaled =
        verdicts.list("verdicts").stream()
            .filter(one -> one.text("verdict").equals(verdict) && one.flag("scaled"))
            .count();
    final String some = scaled == count(name) ? "none at" : scaled + " not at";
    return count(name) + " " + name + (scaled == 0 ? "" : " (" + some + " the paper's size)");
  }
}

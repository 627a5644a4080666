package io.hopwright.runner.text;

import io.hopwright.runner.app.ClaimVerdict;
import io.hopwright.runner.app.Reproduction;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.VerdictCounts;
import io.hopwright.runner.study.Limit;
import io.hopwright.runner.study.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Table of verdicts, with remarks below.
 *
 * @param reproduction reproduction with the verdicts
 */
public record VerdictText(Reproduction reproduction) {
  private boolean any(Predicate<Verdict> condition) {
    return reproduction.verdicts().stream().map(ClaimVerdict::verdict).anyMatch(condition);
  }

  /** Returns the table. */
  public String table() {
    final Table table = new Table();
    table.row(
        "verdict", "claim", "expected", "measured", "allowed", "size", "section", "tolerance");
    for (ClaimVerdict one : reproduction.verdicts()) {
      final Verdict verdict = one.verdict();
      table.row(
          verdict.ruling().name().replace('_', ' '),
          one.part().isEmpty() ? verdict.check().id() : one.part() + " " + verdict.check().id(),
          verdict.check().expected(),
          measured(verdict),
          allowed(verdict),
          size(verdict),
          verdict.check().section(),
          verdict.remark());
    }
    final StringBuilder text = new StringBuilder(table.text());
    text.append(new VerdictCounts(new StoredDocument(null, reproduction.document())).text())
        .append('\n');
    if (any(Verdict::scaled)) {
      text.append("scaled: not at the paper's size; does not confirm the paper's claim\n");
    }
    if (any(verdict -> verdict.ruling() == Verdict.Ruling.PROJECTED)) {
      text.append(
          "projected: computed for more processors than were measured; does not confirm"
              + " the paper's claim\n");
    }
    if (!reproduction.modifications().isEmpty()) {
      text.append("modified by --set " + String.join(", ", reproduction.modifications()))
          .append(": does not confirm the paper's claims\n");
    }
    return text.toString();
  }

  private static String measured(Verdict verdict) {
    final StringBuilder text = new StringBuilder(Table.text(verdict.measured()));
    if (!Double.isNaN(verdict.halfWidth())) {
      text.append(" ± ").append(Table.text(verdict.halfWidth()));
    }
    if (!verdict.position().equals(Double.NaN)) {
      text.append(" at ").append(Table.text(verdict.position()));
    }
    return text.toString();
  }

  private static String size(Verdict verdict) {
    final List<String> marks = new ArrayList<>();
    if (verdict.modified()) {
      marks.add("modified");
    }
    if (verdict.scaled()) {
      marks.add("scaled");
    }
    if (marks.isEmpty()) {
      if (verdict.ruling() == Verdict.Ruling.NOT_JUDGED) {
        return "-";
      }
      return verdict.check().paperShape().isEmpty() ? "any" : "paper";
    }
    return String.join(", ", marks);
  }

  private static String allowed(Verdict verdict) {
    final String atLeast = limit(verdict.check().atLeast(), verdict.atLeast());
    final String atMost = limit(verdict.check().atMost(), verdict.atMost());
    if (atMost.isEmpty()) {
      return ">= " + atLeast;
    }
    if (atLeast.isEmpty()) {
      return "<= " + atMost;
    }
    return atLeast.equals(atMost) ? "= " + atLeast : atLeast + " to " + atMost;
  }

  /**
   * Returns a limit as text; a limit that the run itself measures has its name until it is known.
   */
  private static String limit(Limit limit, double value) {
    if (limit == null) {
      return "";
    }
    return Double.isNaN(value) ? limit.quantity() : Table.text(value);
  }
}

package io.hopwright.runner.command;

import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.VerdictCounts;
import io.hopwright.runner.study.Limit;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Verdicts as a table for people and as a document for programs.
 *
 * @param study whose claims they are about
 * @param scale at which it was simulated
 * @param modifications keys that were changed on the command line
 * @param judged the verdicts
 */
record VerdictReport(String study, Scale scale, List<String> modifications, List<Judged> judged) {
  /**
   * A verdict.
   *
   * @param part of the study that it is about; empty if that has none
   * @param verdict itself
   */
  record Judged(String part, Verdict verdict) {
    static List<Judged> of(String part, List<Verdict> verdicts) {
      return verdicts.stream().map(verdict -> new Judged(part, verdict)).toList();
    }
  }

  boolean anyFailed() {
    return any(verdict -> verdict.ruling() == Verdict.Ruling.FAIL);
  }

  private boolean any(Predicate<Verdict> condition) {
    return judged.stream().map(Judged::verdict).anyMatch(condition);
  }

  String table() {
    final Table table = new Table();
    table.row(
        "verdict", "claim", "expected", "measured", "allowed", "size", "section", "tolerance");
    for (Judged one : judged) {
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
    text.append(new VerdictCounts(new StoredDocument(null, document())).text()).append('\n');
    if (any(Verdict::scaled)) {
      text.append(
          "scaled: another size than the paper's, so no statement about the paper's claim\n");
    }
    if (any(verdict -> verdict.ruling() == Verdict.Ruling.PROJECTED)) {
      text.append(
          "projected: computed for more processors than it was measured on, so no statement about"
              + " the paper's claim\n");
    }
    if (!modifications.isEmpty()) {
      text.append("modified by --set " + String.join(", ", modifications))
          .append(": no statement about the paper's claims\n");
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

  /** A limit that the run itself was to measure goes by its name until it has. */
  private static String limit(Limit limit, double value) {
    if (limit == null) {
      return "";
    }
    return Double.isNaN(value) ? limit.quantity() : Table.text(value);
  }

  Map<String, Object> document() {
    return new JsonObject()
        .with("study", study)
        .with("scale", scale.toString())
        .with("modifications", modifications)
        .with("passed", count(Verdict.Ruling.PASS))
        .with("projected", count(Verdict.Ruling.PROJECTED))
        .with("failed", count(Verdict.Ruling.FAIL))
        .with("notJudged", count(Verdict.Ruling.NOT_JUDGED))
        .with("verdicts", judged.stream().map(VerdictReport::entry).toList());
  }

  private long count(Verdict.Ruling ruling) {
    return judged.stream().filter(one -> one.verdict().ruling() == ruling).count();
  }

  private static Map<String, Object> entry(Judged judged) {
    final Map<String, Object> entry =
        new JsonObject().withIf(!judged.part().isEmpty(), "study", judged.part());
    entry.putAll(judged.verdict().document());
    return entry;
  }
}

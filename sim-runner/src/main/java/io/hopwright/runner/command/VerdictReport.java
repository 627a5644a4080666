package io.hopwright.runner.command;

import io.hopwright.runner.study.Limit;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Verdicts as a table for people and as a document for programs. */
final class VerdictReport {
  private VerdictReport() {}

  static boolean anyFailed(List<Verdict> verdicts) {
    return verdicts.stream().anyMatch(verdict -> verdict.ruling() == Verdict.Ruling.FAIL);
  }

  static String table(List<String> modifications, List<Verdict> verdicts) {
    final Table table = new Table();
    table.row(
        "verdict", "claim", "expected", "measured", "allowed", "size", "section", "tolerance");
    for (Verdict verdict : verdicts) {
      table.row(
          verdict.ruling().name().replace('_', ' '),
          verdict.check().id(),
          verdict.check().expected(),
          measured(verdict),
          allowed(verdict),
          size(verdict),
          verdict.check().section(),
          verdict.note().isEmpty() ? verdict.check().tolerance() : verdict.note().strip());
    }
    final StringBuilder text = new StringBuilder(table.text());
    if (verdicts.stream().anyMatch(Verdict::scaled)) {
      text.append(
          "scaled: another size than the paper's, so no statement about the paper's claim\n");
    }
    if (verdicts.stream().anyMatch(verdict -> verdict.ruling() == Verdict.Ruling.PROJECTED)) {
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
    final String value = Table.text(verdict.measured());
    return Double.isNaN(verdict.position())
        ? value
        : value + " at " + Table.text(verdict.position());
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

  static Map<String, Object> document(
      String study, Scale scale, List<String> modifications, List<Verdict> verdicts) {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("study", study);
    document.put("scale", scale.word());
    document.put("modifications", modifications);
    document.put("passed", count(verdicts, Verdict.Ruling.PASS));
    document.put("projected", count(verdicts, Verdict.Ruling.PROJECTED));
    document.put("failed", count(verdicts, Verdict.Ruling.FAIL));
    document.put("notJudged", count(verdicts, Verdict.Ruling.NOT_JUDGED));
    document.put("verdicts", verdicts.stream().map(VerdictReport::entry).toList());
    return document;
  }

  private static long count(List<Verdict> verdicts, Verdict.Ruling ruling) {
    return verdicts.stream().filter(verdict -> verdict.ruling() == ruling).count();
  }

  private static Map<String, Object> entry(Verdict verdict) {
    final Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("id", verdict.check().id());
    entry.put("verdict", verdict.ruling().name().toLowerCase(Locale.ROOT).replace('_', ' '));
    entry.put("runs", verdict.check().runs());
    entry.put("combine", verdict.check().combination().word());
    entry.put("quantity", verdict.check().readout().name());
    entry.put("expected", verdict.check().expected());
    entry.put("at", verdict.check().selection().key());
    entry.put("position", verdict.position());
    entry.put("measured", verdict.measured());
    entry.put("atLeast", verdict.atLeast());
    entry.put("atMost", verdict.atMost());
    entry.put("tolerance", verdict.check().tolerance());
    entry.put("section", verdict.check().section());
    entry.put("scaled", verdict.scaled());
    entry.put("modified", verdict.modified());
    entry.put("countsForThePaper", verdict.countsForThePaper());
    entry.put("note", verdict.note().strip());
    return entry;
  }
}

package io.hopwright.runner.report;

import io.hopwright.runner.stored.StoredDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** What became of each claim; told by a sign and a word, never by colour alone. */
final class VerdictTable {
  private static final Map<String, String> SIGNS =
      Map.of("pass", "✓", "fail", "✗", "projected", "◇", "not judged", "–");

  private final StoredDocument verdicts;

  VerdictTable(StoredDocument verdicts) {
    this.verdicts = verdicts;
  }

  /** Returns how many claims there are of each verdict: {@code 23 passed, 0 failed}. */
  String counts() {
    final List<String> counts = new ArrayList<>();
    counts.add(count("passed") + " passed");
    counts.add(count("failed") + " failed");
    if (count("projected") > 0) {
      counts.add(count("projected") + " projected");
    }
    if (count("notJudged") > 0) {
      counts.add(count("notJudged") + " not judged");
    }
    return String.join(", ", counts);
  }

  private long count(String verdict) {
    return (long) verdicts.number(verdict).orElse(0);
  }

  /** Returns a section. */
  String section() {
    final Html html = new Html().section("verdicts", "Verdicts");
    html.element("p class=\"lead\"", counts() + ".");
    html.table(
        "Verdicts",
        List.of(
            "Verdict",
            "Claim",
            "Expected",
            "Measured",
            "Allowed",
            "Size",
            "Section",
            "Why so wide"));
    verdicts.list("verdicts").forEach(verdict -> row(html, verdict));
    html.endTable();
    notes(html);
    return html.close("section").toString();
  }

  private static void row(Html html, StoredDocument verdict) {
    final String ruling = verdict.text("verdict");
    if (!SIGNS.containsKey(ruling)) {
      throw verdict.damaged("verdict", "pass, fail, projected or not judged");
    }
    html.open("tr");
    html.element(
        "td class=\"verdict " + ruling.replace(' ', '-') + "\"",
        SIGNS.get(ruling) + " " + ruling.toUpperCase(Locale.ROOT));
    final String study = verdict.textOrEmpty("study");
    html.element("th scope=\"row\"", (study.isEmpty() ? "" : study + " ") + verdict.text("id"));
    html.element("td class=\"text\"", verdict.text("expected"));
    html.element("td class=\"number\"", measured(verdict));
    html.element("td class=\"number\"", allowed(verdict));
    html.element("td", size(verdict));
    html.element("td class=\"short\"", verdict.text("section"));
    final String note = verdict.textOrEmpty("note");
    html.element("td class=\"wide\"", note.isEmpty() ? verdict.text("tolerance") : note);
    html.close("tr");
  }

  /** Returns what was measured, with the 95 % confidence interval over seeds if there is one. */
  private static String measured(StoredDocument verdict) {
    final OptionalDouble margin = verdict.number("halfWidth95");
    return number(verdict.number("measured")) + (margin.isPresent() ? " ± " + number(margin) : "");
  }

  private static String number(OptionalDouble number) {
    return Digits.text(number.orElse(Double.NaN));
  }

  private static String allowed(StoredDocument verdict) {
    final OptionalDouble least = verdict.number("atLeast");
    final OptionalDouble most = verdict.number("atMost");
    if (least.isEmpty() && most.isEmpty()) {
      return number(least);
    }
    if (least.isEmpty()) {
      return "≤ " + number(most);
    }
    if (most.isEmpty()) {
      return "≥ " + number(least);
    }
    return least.equals(most) ? "= " + number(least) : number(least) + " to " + number(most);
  }

  private static String size(StoredDocument verdict) {
    final List<String> marks = new ArrayList<>();
    if (verdict.flag("modified")) {
      marks.add("modified");
    }
    if (verdict.flag("scaled")) {
      marks.add("scaled");
    }
    if (marks.isEmpty()) {
      return verdict.flag("countsForThePaper") ? "as claimed" : "–";
    }
    return String.join(", ", marks);
  }

  private void notes(Html html) {
    final List<String> notes = new ArrayList<>();
    if (verdicts.list("verdicts").stream().anyMatch(verdict -> verdict.flag("scaled"))) {
      notes.add("Scaled: another size than the paper’s, so no statement about the paper’s claim.");
    }
    if (count("projected") > 0) {
      notes.add(
          "Projected: computed for more processors than it was measured on, so no statement about"
              + " the paper’s claim.");
    }
    final List<String> modifications = verdicts.words("modifications");
    if (!modifications.isEmpty()) {
      notes.add(
          "Modified by --set "
              + String.join(", ", modifications)
              + ": no statement about the paper’s claims.");
    }
    notes.forEach(note -> html.element("p class=\"note\"", note));
  }
}

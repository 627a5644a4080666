package io.hopwright.runner.report.drawing;

import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.VerdictCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Table of the verdicts on claims; each is shown by a sign and a word, never by colour alone.
 *
 * @param verdicts {@code verdicts.json}
 */
public record VerdictTable(StoredDocument verdicts) {
  private static final Map<String, String> SIGNS =
      Map.of("pass", "✓", "fail", "✗", "projected", "◇", "not judged", "–");

  private static final Pattern PERCENTAGE = Pattern.compile("[0-9] %");
  private static final String PERCENT = " %";
  private static final double LARGEST_SHARE = 2;

  public static final List<String> HEADINGS =
      List.of(
          "Verdict", "Claim", "Measured", "Allowed", "Expected", "Size", "Section", "Tolerance");

  private static final List<String> ELEMENTS =
      List.of(
          "td",
          "th scope=\"row\"",
          "td class=\"number\"",
          "td class=\"number\"",
          "td class=\"text\"",
          "td",
          "td class=\"short\"",
          "td class=\"wide\"");

  /** Returns the numbers of claims by verdict, in a line. */
  public String counts() {
    return new VerdictCounts(verdicts).text();
  }

  /** Names the claims that failed; empty if there is none. */
  public String failed() {
    final String names =
        verdicts.list("verdicts").stream()
            .filter(verdict -> verdict.text("verdict").equals("fail"))
            .map(VerdictTable::claim)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : "Failed: " + names + ".";
  }

  /** Returns a section. */
  public String section() {
    final Html html = new Html().section("verdicts", "Verdicts");
    html.element("p class=\"lead\"", counts() + ".");
    if (!failed().isEmpty()) {
      html.element("p", failed());
    }
    html.table("Verdicts", HEADINGS);
    for (StoredDocument verdict : verdicts.list("verdicts")) {
      final List<String> cells = cells(verdict);
      html.open("tr");
      html.element(
          "td class=\"verdict " + verdict.text("verdict").replace(' ', '-') + "\"", cells.get(0));
      for (int i = 1; i < cells.size(); i++) {
        html.element(ELEMENTS.get(i), cells.get(i));
      }
      html.close("tr");
    }
    html.endTable();
    notes().forEach(note -> html.element("p class=\"note\"", note));
    return html.close("section").toString();
  }

  /** Returns the cells of every row. */
  public List<List<String>> rows() {
    return verdicts.list("verdicts").stream().map(VerdictTable::cells).toList();
  }

  private static List<String> cells(StoredDocument verdict) {
    final String ruling = verdict.text("verdict");
    if (!SIGNS.containsKey(ruling)) {
      throw verdict.damaged("verdict", "pass, fail, projected or not judged");
    }
    final String note = verdict.textOrEmpty("note");
    return List.of(
        SIGNS.get(ruling) + " " + ruling.toUpperCase(Locale.ROOT),
        claim(verdict),
        measured(verdict),
        allowed(verdict),
        verdict.text("expected"),
        size(verdict),
        verdict.text("section"),
        verdict.text("tolerance") + (note.isEmpty() ? "" : "; " + note));
  }

  private static String claim(StoredDocument verdict) {
    final String study = verdict.textOrEmpty("study");
    return (study.isEmpty() ? "" : study + " ") + verdict.text("id");
  }

  /** Returns the measured value, with the 95 % confidence interval over seeds if there is one. */
  private static String measured(StoredDocument verdict) {
    final OptionalDouble margin = verdict.number("halfWidth95");
    final Object position = verdict.value("position");
    return number(verdict, "measured")
        + (margin.isPresent() ? " ± " + number(verdict, "halfWidth95") : "")
        + (isShare(verdict) ? PERCENT : "")
        + (position == null ? "" : " at " + at(position));
  }

  private static String at(Object position) {
    return position instanceof List<?> mixture
        ? mixture.stream().map(VerdictTable::at).collect(Collectors.joining(" and "))
        : position instanceof Number number ? Digits.text(number.doubleValue()) : "";
  }

  /** Returns a number of a verdict, in the unit of what the paper expects. */
  private static String number(StoredDocument verdict, String name) {
    final double number = verdict.number(name).orElse(Double.NaN);
    return Digits.text(isShare(verdict) ? 100 * number : number);
  }

  /** Returns whether the paper expects a percentage of what is measured as a share of 1. */
  private static boolean isShare(StoredDocument verdict) {
    return PERCENTAGE.matcher(verdict.text("expected")).find()
        && Stream.of("measured", "atLeast", "atMost")
            .map(verdict::number)
            .allMatch(number -> Math.abs(number.orElse(0)) <= LARGEST_SHARE);
  }

  private static String allowed(StoredDocument verdict) {
    final OptionalDouble least = verdict.number("atLeast");
    final OptionalDouble most = verdict.number("atMost");
    if (least.isEmpty() && most.isEmpty()) {
      return number(verdict, "atLeast");
    }
    final String unit = isShare(verdict) ? PERCENT : "";
    if (least.isEmpty()) {
      return "≤ " + number(verdict, "atMost") + unit;
    }
    if (most.isEmpty()) {
      return "≥ " + number(verdict, "atLeast") + unit;
    }
    return least.equals(most)
        ? "= " + number(verdict, "atLeast") + unit
        : number(verdict, "atLeast") + " to " + number(verdict, "atMost") + unit;
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

  /** Returns the meanings of the words in the table. */
  public List<String> notes() {
    final List<String> notes = new ArrayList<>();
    if (verdicts.list("verdicts").stream().anyMatch(verdict -> verdict.flag("scaled"))) {
      notes.add("Scaled: not at the paper’s size; does not confirm the paper’s claim.");
    }
    if (new VerdictCounts(verdicts).count("projected") > 0) {
      notes.add(
          "Projected: computed for more processors than were measured; does not confirm"
              + " the paper’s claim.");
    }
    final List<String> modifications = verdicts.words("modifications");
    if (!modifications.isEmpty()) {
      notes.add(
          "Modified by --set %s: does not confirm the paper’s claims."
              .formatted(String.join(", ", modifications)));
    }
    return notes;
  }
}

package io.hopwright.runner.study;

import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.config.Origin;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.results.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Figure of a study's report, in the layout of its paper.
 *
 * @param name name within the study
 * @param title its subject
 * @param kind meaning of its points
 * @param x quantity of the summary, or key that the study varies; empty for a series
 * @param y quantity of the summary, or columns of the series, at least one
 * @param relative whether each curve is drawn relative to its mean, to compare shapes
 * @param runs runs of its curves; empty for all
 * @param lines lines of theory or of the paper, in the order of the file
 * @param origin place in the study
 */
public record Figure(
    String name,
    String title,
    Kind kind,
    String x,
    List<String> y,
    boolean relative,
    List<String> runs,
    List<Line> lines,
    Origin origin) {
  /** Name of the figures in a study and a manifest. */
  public static final String SECTION = "figures";

  /** Meaning of a figure's points. */
  public enum Kind {
    /** A point for each run or point of the study. */
    POINTS,
    /** A point for each interval of a series. */
    SERIES;

    /** Returns its word in studies. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Dashed line at a number of theory or of the paper.
   *
   * @param label text beside it
   * @param vertical whether it is at an x; otherwise it is at a y
   * @param at its position
   */
  public record Line(String label, boolean vertical, Limit at) {
    private Map<String, Object> document() {
      return new JsonObject()
          .with("label", label)
          .with("axis", vertical ? "x" : "y")
          .with("at", at.quantity() == null ? (Object) at.number() : at.quantity());
    }
  }

  /** Returns whether it has a curve of a run. */
  boolean shows(String run) {
    return runs.isEmpty() || runs.contains(run);
  }

  /** Adds an error for each number that one of its runs does not measure. */
  public void check(ResolvedConfig config, Network<?> network, Mistakes mistakes) {
    final RunResult result = network.unmeasured();
    final Set<String> quantities = new HashSet<>(result.quantities());
    if (kind == Kind.SERIES) {
      y.forEach(
          column ->
              require(
                  "y",
                  column,
                  Set.copyOf(result.columnNames()),
                  "is not a column of series.csv",
                  mistakes));
    } else {
      final Set<String> known = new HashSet<>(quantities);
      known.addAll(config.texts().keySet());
      require("x", x, known, "is neither measured nor a key", mistakes);
      y.forEach(quantity -> require("y", quantity, quantities, "is not measured", mistakes));
    }
    for (Line line : lines) {
      if (line.at().quantity() != null) {
        final String key = "lines." + line.label() + (line.vertical() ? ".x" : ".y");
        require(key, line.at().quantity(), quantities, "is not measured", mistakes);
      }
    }
  }

  private void require(
      String key, String value, Set<String> known, String otherwise, Mistakes mistakes) {
    if (!known.contains(value)) {
      mistakes.add(
          origin,
          SECTION + "." + name + "." + key,
          value,
          otherwise + Nearest.questionOr(value, known, "the files of a run list what is"));
    }
  }

  /** Returns its entries in a manifest. */
  public Map<String, Object> document() {
    return new JsonObject()
        .with("name", name)
        .with("title", title)
        .with("kind", kind.word())
        .with("x", x)
        .with("y", y)
        .with("relative", relative)
        .with("runs", runs)
        .with("lines", lines.stream().map(Line::document).toList());
  }
}

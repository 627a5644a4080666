package io.hopwright.runner.text;

import io.hopwright.runner.results.Comparison;
import io.hopwright.runner.results.MeanDifference;
import io.hopwright.runner.results.Pair;
import io.hopwright.runner.results.RepeatedComparison;
import io.hopwright.runner.results.RunComparison;
import io.hopwright.runner.results.TableDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tables of the differences between two results. */
public final class ComparisonText {
  private static final int MOST_CELLS = 12;

  private final Comparison comparison;
  private final StringBuilder text = new StringBuilder();

  /** Shows a comparison. */
  public ComparisonText(Comparison comparison) {
    this.comparison = comparison;
  }

  /** Returns all tables. */
  public String text() {
    line("A  " + comparison.a());
    line("B  " + comparison.b());
    final boolean several = comparison.points().stream().anyMatch(run -> !run.point().isEmpty());
    if (several) {
      summary();
    }
    for (RunComparison run : comparison.points()) {
      if (several && !run.agree()) {
        line("");
        line("point " + run.point() + ": differs");
      }
      if (!run.agree() || !several) {
        run(run);
      }
    }
    comparison.repetitions().stream()
        .filter(group -> !group.statistics().isEmpty())
        .forEach(this::repetitions);
    line("");
    comparison.onlyInA().forEach(point -> line("point " + point + ": only in A"));
    comparison.onlyInB().forEach(point -> line("point " + point + ": only in B"));
    if (several || comparison.points().isEmpty()) {
      final long same = comparison.points().stream().filter(RunComparison::agree).count();
      line(same + " of " + comparison.points().size() + " common points are the same");
    }
    return text.toString();
  }

  /** Prints the most important numbers of all points first. */
  private void summary() {
    final Table table = new Table();
    final List<Object> heading = new ArrayList<>(List.of("B / A", "runs"));
    final boolean overloaded =
        comparison.lines().stream().anyMatch(line -> line.saturatedInA() + line.saturatedInB() > 0);
    if (overloaded) {
      heading.add("saturated");
    }
    heading.addAll(comparison.highlights());
    table.row(heading.toArray());
    for (Comparison.Line line : comparison.lines()) {
      final List<Object> cells = new ArrayList<>();
      cells.add(named(line.point()));
      cells.add(line.runsOfA() + " and " + line.runsOfB());
      if (overloaded) {
        cells.add(line.saturatedInA() + " and " + line.saturatedInB());
      }
      comparison.highlights().forEach(path -> cells.add(cell(line.differences().get(path))));
      table.row(cells.toArray());
    }
    text.append('\n').append(table.text());
    line(
        "* more than seeds explain (Student's t of pairs with the same seed, else Welch's, 95 %);"
            + " unknown with one run each");
    if (overloaded) {
      line(
          "saturated: the offered load exceeds the capacity; latencies grow with the"
              + " simulated time and mean nothing");
    }
  }

  /** Returns the name for points that differ only in their seed. */
  private static String named(String points) {
    return points.isEmpty() ? "all seeds" : points;
  }

  private static String cell(Comparison.Difference difference) {
    if (difference == null) {
      return "the same";
    }
    return Double.isFinite(difference.relative())
        ? String.format(
            Locale.ROOT,
            "%+.2f %%%s",
            100 * difference.relative(),
            difference.exceeds() ? " *" : "")
        : "-";
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private void run(RunComparison run) {
    pairs("configuration", run.config());
    pairs("settings that do not change results", run.environment());
    line("");
    line(
        run.sameDigest()
            ? "digests agree: " + run.digest().a()
            : "digests differ: " + run.digest().a() + " and " + run.digest().b());
    run.tables().forEach(this::table);
    notCompared("machines, or lengths of ticks, differ", run.tablesOfOtherKinds());
    notCompared("only in one", run.tablesOnlyInOne());
    statistics(run);
    line("");
    line(meaning(run));
  }

  private void pairs(String title, Map<String, Pair> pairs) {
    if (!pairs.isEmpty()) {
      final Table table = new Table().row(title, "A", "B");
      pairs.forEach((name, pair) -> table.row("  " + name, pair.a(), pair.b()));
      text.append('\n').append(table.text());
    }
  }

  private void table(TableDifference table) {
    line("");
    columns(table.columnsOnlyInA(), "A");
    columns(table.columnsOnlyInB(), "B");
    if (table.rowsOfA() != table.rowsOfB()) {
      line(table.table() + ": " + table.rowsOfA() + " rows in A, " + table.rowsOfB() + " in B");
    }
    if (table.first().isEmpty()) {
      line(table.table() + ": the common rows are the same");
      return;
    }
    line(
        "%s: %s of %s rows differ, the first at %s"
            .formatted(
                table.table(),
                table.differingRows(),
                Math.min(table.rowsOfA(), table.rowsOfB()),
                table.first().get(0).where()));
    cells("  column", table.first(), false);
    cells("  largest difference", table.largest(), true);
  }

  private void columns(List<String> columns, String owner) {
    if (!columns.isEmpty()) {
      line("columns only in " + owner + ": " + String.join(", ", columns));
    }
  }

  private void cells(String title, List<TableDifference.Cell> cells, boolean places) {
    if (cells.isEmpty()) {
      return;
    }
    final Table table = new Table().row(title, "A", "B", "B - A", places ? "where" : "");
    cells.stream()
        .limit(MOST_CELLS)
        .forEach(
            cell ->
                table.row(
                    "    " + cell.column(),
                    cell.a(),
                    cell.b(),
                    cell.difference(),
                    places ? cell.where() : ""));
    text.append(table.text());
    if (cells.size() > MOST_CELLS) {
      line("    and " + (cells.size() - MOST_CELLS) + " more columns; see --json");
    }
  }

  private void statistics(RunComparison run) {
    line("");
    if (!run.statistics().isEmpty()) {
      final Table table = new Table().row("statistics", "A", "B", "B - A", "relative");
      final Map<String, Pair> statistics = run.statistics();
      statistics.forEach(
          (path, pair) ->
              table.row(
                  "  " + path, pair.a(), pair.b(), pair.difference(), percent(pair.relative())));
      text.append(table.text());
    }
    line(
        "%s of %s statistics are the same"
            .formatted(run.compared() - run.statistics().size(), run.compared()));
    notCompared("only in one", run.statisticsOnlyInOne());
    notCompared("units, or lengths of ticks, differ", run.inOtherUnits());
  }

  private void notCompared(String why, List<String> what) {
    if (!what.isEmpty()) {
      line("not compared, as " + why + ": " + String.join(", ", what));
    }
  }

  private static String percent(double share) {
    return Double.isFinite(share) ? Table.text(100 * share) + " %" : "-";
  }

  private static String meaning(RunComparison run) {
    return switch (run.meaning()) {
      case AGREE -> "they agree";
      case DEFECT ->
          "DEFECT: configuration and seed are the same, so the results must be the same"
              + (run.otherVersions()
                  ? "; unless the changelog marks a change between the two versions [Results]"
                  : "")
              + ". Please report it.";
      case UNFINISHED ->
          "no claim: a run did not complete (A %s, B %s)"
              .formatted(ending(run.endings().a()), ending(run.endings().b()));
      case MEASURED_BY_ONE -> "they agree in all common numbers";
      case SEED ->
          "no claim: they differ only in the seed, and so by chance; use several seeds of"
              + " each";
      case CONFIGURATION ->
          "no claim: one run of each cannot separate a difference from chance; use"
              + " several seeds of each";
    };
  }

  private static Object ending(Object mark) {
    return mark.equals("") ? "did" : mark;
  }

  private void repetitions(RepeatedComparison group) {
    line("");
    line(
        String.format(
            "%s: %s runs in A, %s in B, which differ only in their seed (mean and its 95 %%"
                + " confidence interval)",
            named(group.name()), group.runsOfA(), group.runsOfB()));
    final Table table = new Table().row("  statistics", "A", "", "B", "", "B - A", "relative", "");
    final Map<String, MeanDifference> statistics = group.statistics();
    statistics.forEach(
        (path, means) ->
            table.row(
                "    " + path,
                means.a().mean(),
                "± " + Table.text(means.a().halfWidth()),
                means.b().mean(),
                "± " + Table.text(means.b().halfWidth()),
                means.means().difference(),
                percent(means.means().relative()),
                means.exceeds() ? "*" : ""));
    text.append(table.text());
    line(
        String.format(
            "  * %s of %s differ by more than seeds explain (%s, 95 %%; chance alone marks"
                + " about 1 in 20)",
            group.exceeding(),
            group.statistics().size(),
            group.paired() ? "Student's t of pairs with the same seed" : "Welch's t"));
  }
}

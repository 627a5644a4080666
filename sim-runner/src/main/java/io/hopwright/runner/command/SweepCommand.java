package io.hopwright.runner.command;

import io.hopwright.runner.app.SweepPoint;
import io.hopwright.runner.app.SweepResult;
import io.hopwright.runner.support.Shown;
import io.hopwright.runner.text.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code sweep}: simulates all points of a study. */
@Command(
    name = "sweep",
    description =
        "Simulate all points of a study: its runs, each with every combination of"
            + " listed values. Resumes where it was stopped.")
final class SweepCommand extends AllPointsCommand {
  @Override
  public Integer call() {
    final SweepResult sweep = experiment().sweep();
    return print(sweep, sweep.manifest(), summary(sweep));
  }

  private static String summary(SweepResult sweep) {
    final Map<String, List<SweepPoint>> studies =
        sweep.points().stream()
            .collect(
                Collectors.groupingBy(SweepPoint::study, LinkedHashMap::new, Collectors.toList()));
    final Table table = new Table();
    studies.forEach(
        (study, points) -> {
          final long done = points.stream().filter(point -> point.result().isPresent()).count();
          table.row(study, done + " of " + points.size() + " points");
        });
    return table.row("result", Shown.path(sweep.directory())).text();
  }
}

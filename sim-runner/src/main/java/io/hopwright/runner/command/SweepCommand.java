package io.hopwright.runner.command;

import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.app.SweepPoint;
import io.hopwright.runner.app.SweepResult;
import io.hopwright.runner.command.session.Endings;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.Shown;
import io.hopwright.runner.text.CaveatText;
import io.hopwright.runner.text.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sweep}: simulates all points of a study. */
@Command(
    name = "sweep",
    description =
        "Simulate all points of a study: its runs, each with every combination of"
            + " listed values. Resumes where it was stopped.")
final class SweepCommand extends SessionCommand {
  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Mixin private StudyOptions what;
  @Mixin private RunOptions how;
  @Mixin private SweepOptions options;
  @Mixin private CheckpointOptions checkpoints;

  @Override
  public Integer call() {
    final Experiment experiment = checkpoints.applied(what.experiment(session, name), session, how);
    final SweepResult sweep = options.applied(experiment, how.jvms()).sweep();
    session.print(how.json() ? Json.text(sweep.manifest()) : summary(sweep), sweep.directory());
    if (!how.quiet()) {
      CaveatText.of(sweep.points()).forEach(session::say);
    }
    return checkpoints.exitCodeOfStudy(session, Endings.tell(session, sweep, options.fresh()));
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

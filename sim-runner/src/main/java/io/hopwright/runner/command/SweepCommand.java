package io.hopwright.runner.command;

import io.hopwright.runner.results.Json;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sweep}: simulates all points of a study. */
@Command(
    name = "sweep",
    description =
        "Simulate all points of a study: its runs, each with every combination of listed values."
            + " Goes on where it was stopped.")
final class SweepCommand extends SessionCommand {
  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Mixin private StudyOptions what;
  @Mixin private RunOptions how;
  @Mixin private SweepOptions options;

  @Override
  public Integer call() {
    try (StudySweep sweep =
        new StudySweep(session, what.study(session, name), what, how, options, false)) {
      sweep.simulate();
      sweep.writeTables();
      final Map<String, Object> manifest = sweep.writeManifests();
      sweep.addReports();
      session.print(how.json() ? Json.text(manifest) : summary(sweep), sweep.place());
      return sweep.tellEnding();
    }
  }

  private static String summary(StudySweep sweep) {
    final Table table = new Table();
    for (StudyPart part : sweep.parts()) {
      table.row(
          part.prepared().study().id(),
          part.stored().size() + " of " + part.prepared().points().size() + " points");
    }
    return table.row("result", Shown.path(sweep.place())).text();
  }
}

package io.hopwright.runner.command;

import io.hopwright.models.machine.Network;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Pilot;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.sweep.Computer;
import io.hopwright.runner.sweep.Layout;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plan}: what a study will cost, before anything big starts. */
@Command(
    name = "plan",
    description =
        "Tell how a study is cut and placed, and what time and memory it will take: all points of"
            + " reproduce or sweep, or run. What does not fit this computer is refused.")
final class PlanCommand extends SessionCommand {
  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Mixin private StudyOptions what;
  @Mixin private JvmOptions how;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Override
  public Integer call() {
    how.check();
    final Study study = what.study(session, name);
    final Layout layout = new Layout(how.jvms(), how.jvms(), how.threads());
    final PlanReport report = new PlanReport(study.id(), layout, Computer.current());
    plan(study, report);
    new Mixtures(session).say(study, what.scale());
    session.print(json ? Json.text(report.document()) : report.text());
    final List<String> objections = report.objections();
    if (!objections.isEmpty()) {
      throw new InputException(objections);
    }
    return ExitCode.DONE;
  }

  private void plan(Study study, PlanReport report) {
    final Mistakes mistakes = new Mistakes();
    for (Study part : study.partsOrSelf()) {
      final String prefix = study.parts().isEmpty() ? "" : part.id() + "/";
      final Set<String> seen = new HashSet<>();
      for (Point point : part.points(what.scale())) {
        final Network<?> network = point.config().network(mistakes);
        if (network != null && seen.add(point.run())) {
          PreparedStudy.checkFigures(part, point, network, mistakes);
          PreparedStudy.checkClaims(part, point, network, mistakes);
        }
        if (!mistakes.any()) {
          add(
              point.run().isEmpty() ? part.id() : prefix + point.run(),
              point.path().isEmpty() ? part.id() : prefix + point.path(),
              point.config(),
              network,
              report);
        }
      }
    }
    mistakes.throwIfAny();
  }

  private static void add(
      String run, String point, ResolvedConfig config, Network<?> network, PlanReport report) {
    if (Pilot.wanted(config)) {
      final String pilot = ", longest pilot";
      report.add(run + pilot, point + pilot, Pilot.longest(config, network));
    }
    report.add(run, point, network);
  }
}

package io.hopwright.runner.command;

import io.hopwright.runner.app.Plan;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.command.session.SessionListener;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.text.PlanText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plan}: estimates the costs of a study before it is simulated. */
@Command(
    name = "plan",
    description =
        "Report how a study is partitioned and placed, and estimate its time and"
            + " memory: all points of reproduce or sweep, or one run. A study that does not"
            + " fit this computer is refused.")
final class PlanCommand extends SessionCommand {
  @Parameters(paramLabel = "STUDY|FILE", description = "A study of hopwright list, or a file.")
  private String name;

  @Mixin private StudyOptions what;
  @Mixin private JvmOptions how;

  @Option(names = "--json", description = "Print JSON instead of a table.")
  private boolean json;

  @Override
  public Integer call() {
    final Plan plan =
        what.experiment(session, name)
            .on(how.resources())
            .listener(new SessionListener(session, false, json, () -> {}))
            .plan();
    session.print(json ? Json.text(plan.document()) : new PlanText(plan).text());
    if (!plan.fits()) {
      throw new InputException(plan.objections());
    }
    return ExitCode.DONE;
  }
}

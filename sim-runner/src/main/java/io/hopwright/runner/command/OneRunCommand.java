package io.hopwright.runner.command;

import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.app.Result;
import io.hopwright.runner.command.session.Endings;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.Shown;
import io.hopwright.runner.text.CaveatText;
import io.hopwright.runner.text.Table;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** Command that simulates one run. */
abstract class OneRunCommand extends SessionCommand {
  @Mixin private RunOptions how;
  @Mixin private WatchOptions watching;
  @Mixin private CheckpointOptions checkpoints;
  @Mixin private CheckpointOptions.Keeping keeping;

  final RunOptions how() {
    return how;
  }

  /** Simulates, prints the summary, and returns the exit code. */
  final int run(Experiment experiment) {
    final Result result =
        checkpoints.applied(watching.applied(experiment), session, how, keeping).run();
    final Path place = result.directory();
    final Map<String, Object> summary = result.summary().content();
    session.print(
        how.json() ? Json.text(summary) : Table.of(summary).row("result", Shown.path(place)).text(),
        place);
    if (!how.quiet()) {
      CaveatText.of(result).forEach(session::say);
    }
    return checkpoints.exitCode(session, Endings.tell(session, result.outcome(), place));
  }
}

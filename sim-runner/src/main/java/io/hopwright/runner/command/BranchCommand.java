package io.hopwright.runner.command;

import io.hopwright.runner.support.InputException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code branch}: begins a new run at a checkpoint of another one. */
@Command(
    name = "branch",
    description =
        "Begin a new run at a checkpoint of RUN with other settings: another warm-up or end, other"
            + " statistics, later failures, or another load from there on.")
final class BranchCommand extends OneRunCommand {
  @Parameters(paramLabel = "RUN", description = "Result directory of the run.")
  private Path place;

  @Mixin private SetOption set;

  @Override
  public Integer call() {
    if (how().out() == null) {
      throw new InputException("--out: is missing. Name a directory for the result of the branch.");
    }
    return run(
        set.applied(session.hopwright().branch(place, how().out(), session::say))
            .commandLine(session.commandLine()));
  }
}

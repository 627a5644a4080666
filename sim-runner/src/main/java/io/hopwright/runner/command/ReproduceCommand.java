package io.hopwright.runner.command;

import io.hopwright.runner.app.Reproduction;
import io.hopwright.runner.app.SweepResult;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.support.Shown;
import io.hopwright.runner.text.VerdictText;
import picocli.CommandLine.Command;

/** {@code reproduce}: runs a published study and judges each of its claims. */
@Command(
    name = "reproduce",
    description =
        "Run a published study and check each of its claims. Resumes where it was" + " stopped.")
final class ReproduceCommand extends AllPointsCommand {
  @Override
  public Integer call() {
    final Reproduction reproduction = experiment().reproduce();
    final SweepResult sweep = reproduction.sweep();
    final String text =
        new VerdictText(reproduction).table() + "result  " + Shown.path(sweep.directory()) + "\n";
    final int exitCode = print(sweep, reproduction.document(), text);
    return exitCode == ExitCode.DONE && reproduction.anyFailed()
        ? ExitCode.VERDICT_FAILED
        : exitCode;
  }
}

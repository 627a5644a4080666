package io.hopwright.runner.command.trace;

import io.hopwright.runner.command.session.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trace}: examines the operations of a program's ranks, without a machine. */
@Command(
    name = "trace",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Count, check, show or convert the operations of a program's ranks, without a"
            + " machine.")
public final class TraceCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name a subcommand: " + String.join(", ", spec.subcommands().keySet()));
  }
}

package io.hopwright.runner.command.topology;

import io.hopwright.runner.command.session.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code topology}: examines networks from files and families. */
@Command(
    name = "topology",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Analyze, convert or generate a network from a file or of a family.")
public final class TopologyCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name a subcommand: " + String.join(", ", spec.subcommands().keySet()));
  }
}

package io.hopwright.runner.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code man}: the manual page. */
@Command(
    name = "man",
    description = "Print the manual page: ./hopwright man > hopwright.1; man ./hopwright.1.")
public final class ManCommand extends SessionCommand {
  @Spec private CommandSpec spec;

  /** Creates the command. */
  public ManCommand(Session session) {
    super(session);
  }

  @Override
  public Integer call() {
    session.print(new ManualPage(spec.root(), session).text());
    return ExitCode.DONE;
  }
}

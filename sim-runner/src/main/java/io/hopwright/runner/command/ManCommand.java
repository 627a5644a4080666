package io.hopwright.runner.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code man}: the manual page. */
@Command(
    name = "man",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Print the manual page: ./hopwright man > hopwright.1; man ./hopwright.1.")
public final class ManCommand implements Callable<Integer> {
  private final Session session;

  @Spec private CommandSpec spec;

  /** Creates the command. */
  public ManCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    session.print(new ManualPage(spec.root(), session).text());
    return ExitCode.DONE;
  }
}

package io.hopwright.runner.command.session;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Command with a help text and a session; returns an {@link ExitCode}. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
public abstract class SessionCommand implements Callable<Integer> {
  /** Set before the command is called. */
  protected Session session;

  /** Sets the session of the command. */
  public final SessionCommand in(Session given) {
    session = given;
    return this;
  }
}

package io.hopwright.runner.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** A command with a help and the session that it works with; returns an {@link ExitCode}. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class SessionCommand implements Callable<Integer> {
  /** Set before anybody calls the command. */
  Session session;

  /** Gives the command its session. */
  final SessionCommand in(Session given) {
    session = given;
    return this;
  }
}

package io.hopwright.runner.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** A command with a help and the session that it works with; returns an {@link ExitCode}. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class SessionCommand implements Callable<Integer> {
  final Session session;

  SessionCommand(Session session) {
    this.session = session;
  }
}

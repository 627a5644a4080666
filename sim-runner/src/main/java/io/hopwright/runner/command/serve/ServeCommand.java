package io.hopwright.runner.command.serve;

import io.hopwright.runner.app.Hopwright;
import io.hopwright.runner.command.session.Failures;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.support.InputException;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code serve}: serves requests of another program, such as Python's. */
@Command(
    name = "serve",
    description =
        "Serve requests of another program as JSON lines over standard input and"
            + " output: run, sweep, reproduce, plan, load, list, explain. Ends when the input"
            + " ends.")
public final class ServeCommand extends SessionCommand {
  private final InputStream in;
  private final BiConsumer<Session, List<String>> answering;

  @Option(
      names = "--stdio",
      description = "Read requests from standard input, and write answers to standard output.")
  private boolean stdio;

  /**
   * Creates the command.
   *
   * @param in source of requests
   * @param answering executes {@code list} and {@code explain} in a session
   */
  public ServeCommand(InputStream in, BiConsumer<Session, List<String>> answering) {
    this.in = in;
    this.answering = answering;
  }

  @Override
  public Integer call() {
    if (!stdio) {
      throw new InputException("the channel is missing: hopwright serve --stdio");
    }
    try (Hopwright hopwright = session.hopwright()) {
      final Server server =
          new Server(
              new Methods(hopwright, this::answer),
              new Failures(session),
              new Outbox(session.out()));
      session.onInterrupt(server::stop);
      return server.serve(in);
    }
  }

  private String answer(List<String> words) {
    final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    answering.accept(
        new Session(
            session.machines(),
            session.library(),
            printed,
            session.err(),
            false,
            session.signals(),
            words),
        words);
    return printed.toString(StandardCharsets.UTF_8);
  }
}

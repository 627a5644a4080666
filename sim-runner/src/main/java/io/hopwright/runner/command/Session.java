package io.hopwright.runner.command;

import io.hopwright.models.machine.Machine;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.study.StudyReader;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * What a command works with.
 *
 * @param machines all machines
 * @param library bundled machines and studies
 * @param out standard output: data
 * @param err standard error: talk
 * @param interactive whether standard error is a terminal
 * @param signals calls what it is given whenever the user presses Ctrl-C or the like
 * @param commandLine the arguments of the program
 */
public record Session(
    List<Machine> machines,
    Library library,
    PrintStream out,
    PrintStream err,
    boolean interactive,
    Consumer<Runnable> signals,
    List<String> commandLine) {
  private static final String NAME = "hopwright: ";

  StudyReader reader() {
    return new StudyReader(machines, library);
  }

  /** Runs {@code end} when the user asks for the end; asked once more, ends the JVM at once. */
  void onInterrupt(Runnable end) {
    final AtomicBoolean asked = new AtomicBoolean();
    signals.accept(
        () -> {
          if (asked.getAndSet(true)) {
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
          }
          say("ending and writing what was measured; once more ends at once");
          end.run();
        });
  }

  /** Says a line that is not data. */
  void say(String line) {
    err.println(NAME + line);
  }

  /** Prints data. */
  void print(String text) {
    out.print(text);
    out.flush();
  }
}

package io.hopwright.runner.command;

import io.hopwright.models.machine.Machine;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.study.StudyReader;
import java.io.PrintStream;
import java.util.List;

/**
 * What a command works with.
 *
 * @param machines all machines
 * @param library bundled machines and studies
 * @param out standard output: data
 * @param err standard error: talk
 * @param interactive whether standard error is a terminal
 * @param commandLine the arguments of the program
 */
public record Session(
    List<Machine> machines,
    Library library,
    PrintStream out,
    PrintStream err,
    boolean interactive,
    List<String> commandLine) {
  private static final String NAME = "hopwright: ";

  StudyReader reader() {
    return new StudyReader(machines, library);
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

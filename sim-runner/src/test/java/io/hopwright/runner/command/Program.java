package io.hopwright.runner.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.Main;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.fake.FakeMachine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The program in this JVM, with a fake machine that counts started points; the user can interrupt
 * it at one of them.
 */
public final class Program {
  private final AtomicInteger built = new AtomicInteger();
  private int interruptAt;
  private Runnable interrupt = () -> {};

  /** Ending of a command. */
  public record Outcome(int exitCode, String out, String err) {
    /** Returns what it printed. */
    public JsonNode json() throws IOException {
      return new ObjectMapper().readTree(out);
    }
  }

  /** Simulates Ctrl-C while the n-th point from now is being simulated. */
  Program interruptedAt(int point) {
    interruptAt = point;
    return this;
  }

  /** Executes a command line. */
  Outcome execute(String... words) {
    return execute(List.of(new FakeMachine(built::incrementAndGet, this::simulating)), words);
  }

  private void simulating() {
    // A fake network has two partitions.
    if (interruptAt > 0 && built.get() >= 2 * interruptAt) {
      press();
    }
  }

  /** Presses Ctrl-C. */
  void press() {
    interrupt.run();
  }

  /** Returns the number of points that the last command started. */
  int points() {
    return built.get() / 2;
  }

  /** Executes a command line with the given machines. */
  public Outcome execute(List<Machine> machines, String... words) {
    built.set(0);
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final int exitCode =
        Main.execute(
            new Session(
                machines,
                new Library(),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                (end, endAtOnce) -> interrupt = end,
                List.of(words)));
    return new Outcome(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Executes a command on a study. */
  Outcome onStudy(String command, Path study, Path out, String... options) {
    final List<String> words =
        new ArrayList<>(List.of(command, study.toString(), "--out", out.toString()));
    words.addAll(List.of(options));
    return execute(words.toArray(String[]::new));
  }
}

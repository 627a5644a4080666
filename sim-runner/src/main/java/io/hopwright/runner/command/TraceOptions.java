package io.hopwright.runner.command;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.Walk;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Source;
import io.hopwright.runner.progress.Style;
import io.hopwright.runner.progress.WalkProgress;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which program is meant, and for what it is bound. */
final class TraceOptions {
  private static final long MOST_OPERATIONS = 1_000_000_000;

  @Parameters(
      paramLabel = "PROGRAM|FILE",
      description = "A program of hopwright list, or a file.",
      completionCandidates = Programs.class)
  private String name;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "Number of ranks; ${DEFAULT-VALUE} by default.")
  private int ranks = 64;

  @Option(
      names = "--args",
      paramLabel = "PARAM=VALUE",
      description = "Set a param of the program, as in work='250 us'; may be repeated.")
  private List<String> args = List.of();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of random numbers; ${DEFAULT-VALUE} by default.")
  private long seed = 1;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often blocks of forever are done; ${DEFAULT-VALUE} by default.")
  private long rounds = 2;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Option(names = "--quiet", description = "Say nothing but mistakes.")
  private boolean quiet;

  /** The names of the programs that come with this one. */
  static final class Programs implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return new Library().programs().iterator();
    }
  }

  /** Does something with a program. */
  @FunctionalInterface
  interface Work {
    /** Does it, and tells {@code watch} how far it is. */
    int with(BoundProgram program, Walk.Watch watch);
  }

  String name() {
    return name;
  }

  int ranks() {
    return ranks;
  }

  boolean json() {
    return json;
  }

  /** Returns the limit of operations that the user gives, or else the one of all commands. */
  static long limit(Long given) {
    if (given != null && given < 1) {
      throw new InputException("--limit " + given + ": use at least 1");
    }
    return given == null ? MOST_OPERATIONS : given;
  }

  /**
   * Has {@code work} done, shows how far it is, and ends it when the user asks for it.
   *
   * @throws InputException with all mistakes of the program
   */
  int run(Session session, Work work) {
    final AtomicBoolean interrupted = new AtomicBoolean();
    session.onInterrupt(() -> interrupted.set(true));
    try {
      final BoundProgram program = bound(session);
      try (WalkProgress progress =
          new WalkProgress(
              name,
              ranks,
              quiet ? null : session.err(),
              session.interactive() ? Style.REDRAWN : Style.PLAIN)) {
        return work.with(
            program,
            (done, operations) -> {
              progress.at(done, operations);
              return !interrupted.get();
            });
      }
    } catch (ProgramException e) {
      throw new InputException(e.messages());
    } catch (CancellationException e) {
      session.say("interrupted; " + e.getMessage());
      return ExitCode.INTERRUPTED;
    }
  }

  private BoundProgram bound(Session session) {
    if (rounds < 1) {
      throw new InputException("--rounds " + rounds + ": use at least 1");
    }
    final Source source = session.library().program(name);
    return Program.parse(source.name(), source.text())
        .bind(new Job(ranks, 0, seed, values(), rounds));
  }

  private Map<String, String> values() {
    final Map<String, String> values = new LinkedHashMap<>();
    for (String arg : args) {
      final int equals = arg.indexOf('=');
      if (equals < 1) {
        throw new InputException(
            "--args " + Excerpt.of(arg) + ": write PARAM=VALUE, as in steps=10");
      }
      final String param = arg.substring(0, equals).strip();
      if (values.put(param, arg.substring(equals + 1).strip()) != null) {
        throw new InputException("--args " + Excerpt.of(param) + ": is given twice");
      }
    }
    return values;
  }
}

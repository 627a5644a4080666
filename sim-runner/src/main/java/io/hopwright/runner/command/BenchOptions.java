package io.hopwright.runner.command;

import io.hopwright.models.run.Network;
import io.hopwright.runner.bench.Row;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Shown;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options for the measurements and their number. */
final class BenchOptions {
  private static final String PREFIX = "bench-";

  @Parameters(
      paramLabel = "STUDY|FILE",
      arity = "0..1",
      description =
          "Study to measure: a name of hopwright list, or a file; the machine's own"
              + " benchmark by default.")
  private String name;

  @Option(
      names = "--machine",
      paramLabel = "MACHINE",
      description = "Name of a machine of hopwright list; the first by default.")
  private String machine;

  @Mixin private StudyOptions what;

  @Option(
      names = "--repetitions",
      paramLabel = "R",
      description = "Measured segments per row; by default ${DEFAULT-VALUE}.")
  private int repetitions = 5;

  @Option(names = "--json", description = "Print JSON instead of tables.")
  private boolean json;

  @Option(
      names = "--quiet",
      description = "Print the result and errors, but no progress and no hints.")
  private boolean quiet;

  /**
   * Reads the study to measure.
   *
   * @param suffix of the name of the one that comes with the machine
   */
  Study study(Session session, String suffix) {
    if (name != null && machine != null) {
      throw new InputException(
          "--machine " + machine + ": " + name + " names its machine itself; leave the option out");
    }
    Shown.requireAtLeast(1, "--repetitions", repetitions);
    final String of = machine != null ? machine : session.machines().get(0).name();
    final Study study = what.study(session, name != null ? name : PREFIX + of + suffix);
    if (!study.parts().isEmpty()) {
      throw new InputException(study.id() + ": consists of other studies; name one of them");
    }
    return study;
  }

  /** Returns the points of a study. */
  List<Point> points(Study study) {
    return study.points(what.scale());
  }

  /** Returns the row that measures a point. */
  Row row(Study study, Point point, Network<?> network, int threads, int jvms) {
    final String of = point.path().isEmpty() ? study.id() : point.path();
    return Row.of(of, point.config(), network, threads, jvms, repetitions);
  }

  /** Returns the command that simulates all points as words; it answers in JSON. */
  List<String> simulation(Session session) {
    final boolean one = points(study(session, "")).get(0).path().isEmpty();
    return arguments(session, one ? "run" : "sweep");
  }

  /** Returns a command of the same points as words, which answers in JSON. */
  List<String> arguments(Session session, String command) {
    final List<String> arguments = new ArrayList<>(List.of(command, study(session, "").id()));
    if (name != null) {
      arguments.set(1, name);
    }
    arguments.addAll(what.arguments());
    arguments.addAll(List.of("--json", "--quiet"));
    return arguments;
  }

  int repetitions() {
    return repetitions;
  }

  boolean json() {
    return json;
  }

  /** Prints a line unless the output is quiet. */
  void say(Session session, String line) {
    if (!quiet) {
      session.say(line);
    }
  }
}

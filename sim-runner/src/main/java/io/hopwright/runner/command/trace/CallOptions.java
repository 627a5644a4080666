package io.hopwright.runner.command.trace;

import io.hopwright.models.program.Program;
import io.hopwright.models.program.trace.TraceFormat;
import io.hopwright.models.program.trace.TracePart;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.config.ParameterText;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/**
 * Options that select calls of a trace (docs/models/traces.md, "Selected times and calls"). Without
 * them the whole trace is read.
 */
final class CallOptions {
  private static final Pattern TIME =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?)\\s*(ps|ns|us|ms|s)");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z_-]*");

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "Traces of MPI calls: leave out the calls before this recorded time, as in"
              + " 1.5ms. The time is 0 when MPI_Init returns.")
  private String from;

  @Option(
      names = "--to-time",
      paramLabel = "TIME",
      description = "Traces of MPI calls: leave out the calls at this recorded time and after it.")
  private String to;

  @Option(
      names = "--skip",
      paramLabel = "N|NAME",
      split = ",",
      description =
          "Traces of MPI calls: leave out the first N calls of each rank, or all"
              + " calls of a name, as in MPI_Barrier. The word one-sided leaves out all"
              + " one-sided calls. Can be repeated.")
  private List<String> skip = List.of();

  /** Returns whether an option is given. */
  boolean areGiven() {
    return given() != null;
  }

  /** Returns the first option that is given, as messages begin; null if none is. */
  private String given() {
    if (from != null) {
      return "--from " + Excerpt.of(from);
    }
    if (to != null) {
      return "--to-time " + Excerpt.of(to);
    }
    return skip.isEmpty() ? null : "--skip " + Excerpt.of(skip.get(0));
  }

  /**
   * Checks that no option is given for a program without recorded calls.
   *
   * @param what what the program is
   */
  void requireNone(String name, String what) {
    if (given() != null) {
      throw new InputException(
          "%s: %s is %s, which has no recorded calls; leave the option out"
              .formatted(given(), Excerpt.ofLine(name), what));
    }
  }

  /** Returns the program of the selected part of a trace. */
  Program read(Session session, String name, TraceFormat format, Path path) throws IOException {
    if (format.calls() == TraceFormat.Calls.NONE) {
      requireNone(name, format.name());
    }
    final TracePart part = part();
    if (part.needsTimes() && format.calls() != TraceFormat.Calls.TIMED) {
      throw new InputException(
          "%s: %s is %s, which has no recorded times; leave the option out"
              .formatted(given(), Excerpt.ofLine(name), format.name()));
    }
    final Program program = format.read(name, path, part);
    part.requireCalls(name);
    part.unmet().forEach(unmet -> session.say("--skip " + unmet + ": no rank calls it"));
    return program;
  }

  private TracePart part() {
    final List<String> names = new ArrayList<>();
    int first = 0;
    for (String one : skip) {
      final String word = one.strip();
      if (NUMBER.matcher(word).matches()) {
        first = Math.max(first, Integer.parseInt(word));
      } else if (NAME.matcher(word).matches()) {
        names.add(word);
      } else {
        throw new InputException(
            "--skip %s: write a number of calls, as in 20, or a name, as in MPI_Barrier"
                .formatted(Excerpt.of(word)));
      }
    }
    final long begin = from == null ? 0 : picoseconds("--from", from);
    final long end = to == null ? Long.MAX_VALUE : picoseconds("--to-time", to);
    if (end <= begin) {
      throw new InputException(
          "--to-time %s: not after --from; use a later time".formatted(Excerpt.of(to)));
    }
    return new TracePart(begin, end, first, names);
  }

  private static long picoseconds(String option, String text) {
    final Matcher time = TIME.matcher(text.strip());
    if (time.matches()) {
      final BigDecimal picoseconds =
          new BigDecimal(time.group(1))
              .multiply(BigDecimal.valueOf(ParameterText.PICOSECONDS.get(time.group(2))));
      if (picoseconds.stripTrailingZeros().scale() <= 0
          && picoseconds.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) < 0) {
        return picoseconds.longValueExact();
      }
    }
    throw new InputException(
        "%s %s: write a time of whole ps with its unit, ps, ns, us, ms or s, as in 1.5ms"
            .formatted(option, Excerpt.of(text)));
  }
}

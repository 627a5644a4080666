package io.hopwright.runner;

import io.hopwright.models.run.Machine;
import io.hopwright.runner.command.Commands;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.Failures;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.command.session.Signals;
import io.hopwright.runner.command.session.Version;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.config.OtherMachines;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.progress.Terminal;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of the command line {@code hopwright}. */
@Command(
    name = "hopwright",
    description = "Simulates the interconnects of large parallel machines.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class Main implements Runnable {
  /** Names of some commands in other programs. */
  private static final Map<String, String> OTHER_WORDS =
      Map.of(
          "simulate", "run",
          "start", "run",
          "exec", "run",
          "execute", "run",
          "diff", "compare",
          "plot", "report",
          "estimate", "plan",
          "show", "explain",
          "info", "explain");

  @Spec private CommandSpec spec;

  /** Runs the command line {@code args} and ends the JVM with its exit code. */
  public static void main(String[] args) {
    // Whatever the locale, data and talk are UTF-8, with the digits 0 to 9.
    Locale.setDefault(Locale.ROOT);
    final PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    final int exitCode = execute(List.of(args), err);
    err.flush();
    System.exit(exitCode);
  }

  private static int execute(List<String> words, PrintStream err) {
    List<Machine> machines = List.of();
    InputException failure = null;
    try {
      machines = OtherMachines.withOwn();
    } catch (InputException e) {
      failure = e;
    }
    final Session session =
        new Session(
            machines,
            new Library(),
            new FileOutputStream(FileDescriptor.out),
            err,
            Terminal.isInteractive(),
            new Signals(),
            words);
    return failure == null ? execute(session) : new Failures(session).report(failure);
  }

  /** Runs the session's command line and returns its exit code. */
  public static int execute(Session session) {
    final Failures failures = new Failures(session);
    final StringWriter help = new StringWriter();
    final CommandLine commands =
        commands(session)
            .setOut(new PrintWriter(help))
            .setErr(new PrintWriter(session.err(), true, StandardCharsets.UTF_8))
            .setParameterExceptionHandler((e, args) -> usageError(session, e))
            .setExecutionExceptionHandler((e, command, result) -> failures.report(e));
    try {
      final int exitCode = commands.execute(session.commandLine().toArray(String[]::new));
      session.print(help.toString());
      return exitCode;
    } catch (RuntimeException | Error e) {
      return failures.report(e);
    }
  }

  /** Returns all commands, ready to read a command line. */
  static CommandLine commands(Session session) {
    return Commands.addTo(new CommandLine(new Main()), session)
        .registerConverter(Integer.class, whole(Integer::valueOf, Integer.MAX_VALUE))
        .registerConverter(int.class, whole(Integer::valueOf, Integer.MAX_VALUE))
        .registerConverter(Long.class, whole(Long::valueOf, Long.MAX_VALUE))
        .registerConverter(Double.class, number(Double::valueOf, "a number, such as 0.5"))
        .registerConverter(Scale.class, word(Scale.values(), "neither quick nor paper"))
        .registerConverter(
            ExecutorKind.class, word(ExecutorKind.values(), "neither sequential nor actors"));
  }

  private static <T> ITypeConverter<T> word(T[] all, String otherwise) {
    return text ->
        Stream.of(all)
            .filter(one -> one.toString().equals(text.toLowerCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow(() -> new TypeConversionException("'" + text + "' is " + otherwise));
  }

  private static <T> ITypeConverter<T> whole(Function<String, T> reader, long max) {
    return number(
        text -> {
          if (!text.matches("-?[0-9]+")) {
            throw new NumberFormatException();
          }
          return reader.apply(text);
        },
        "an integer up to " + max);
  }

  private static <T> ITypeConverter<T> number(Function<String, T> reader, String expected) {
    return text -> {
      try {
        return reader.apply(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + Excerpt.of(text) + "' is not " + expected);
      }
    };
  }

  private static int usageError(Session session, ParameterException e) {
    final CommandSpec spec = e.getCommandLine().getCommandSpec();
    session.say(
        e instanceof UnmatchedArgumentException unmatched
            ? unmatched(spec, unmatched)
            : e instanceof MissingParameterException missing
                ? missing(spec, missing)
                : Excerpt.ofLine(e.getMessage()));
    session.say("try " + spec.qualifiedName() + " --help");
    return ExitCode.WRONG_INPUT;
  }

  /**
   * Names the nearest command or option to one that there is not. What stands behind an option that
   * there is not may be its value, and so nothing is said of it.
   */
  private static String unmatched(CommandSpec spec, UnmatchedArgumentException e) {
    final Optional<String> option =
        e.getUnmatched().stream().filter(word -> word.startsWith("-")).findFirst();
    final String first = e.getUnmatched().get(0);
    if (option.isEmpty() && !spec.subcommands().isEmpty()) {
      final Set<String> commands = spec.subcommands().keySet();
      final String other = OTHER_WORDS.get(first.toLowerCase(Locale.ROOT));
      return "no command "
          + Excerpt.ofLine(first)
          + (commands.contains(other)
              ? "; did you mean " + other + "?"
              : Nearest.questionOr(first, commands, "there are " + String.join(", ", commands)));
    }
    return Excerpt.ofLine(
            option.map(name -> "Unknown option: '" + name + "'").orElse(e.getMessage()))
        + Nearest.question(
            option.orElse(e.getUnmatched().get(0)).split("=", 2)[0],
            option.isPresent() ? spec.optionsMap().keySet() : spec.subcommands().keySet());
  }

  /** Returns the message about a missing argument, with its meaning. */
  private static String missing(CommandSpec spec, MissingParameterException e) {
    final String parameters =
        spec.positionalParameters().stream()
            .map(parameter -> " " + parameter.paramLabel())
            .collect(Collectors.joining());
    return e.getMissing().stream()
            .map(
                one ->
                    (one instanceof PositionalParamSpec
                            ? one.paramLabel()
                            : ((OptionSpec) one).longestName())
                        + " is missing ("
                        + String.join(" ", one.description()).replaceFirst("\\.$", "")
                        + ")")
            .collect(Collectors.joining("; "))
        + "; write "
        + spec.qualifiedName()
        + parameters;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name a command: " + String.join(", ", spec.subcommands().keySet()));
  }
}

package io.hopwright.runner.command;

import io.hopwright.models.program.language.Programs;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.command.session.Version;
import io.hopwright.runner.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Spec;

/** {@code man}: prints the manual page in roff, generated from the declarations of commands. */
@Command(
    name = "man",
    description = "Print the manual page: ./hopwright man > hopwright.1; man ./hopwright.1.")
final class ManCommand extends SessionCommand {
  private static final Map<Integer, String> EXIT_CODES =
      Map.of(
          ExitCode.DONE, "The command completed.",
          ExitCode.VERDICT_FAILED, "A claim failed, or the compared results differ.",
          ExitCode.WRONG_INPUT, "The input is wrong; the message names the error and the remedy.",
          ExitCode.BROKEN,
              "A broken invariant of the program, or a deadlock of the simulated network.",
          ExitCode.ENVIRONMENT_FAILED, "The environment failed; the command can be repeated.",
          ExitCode.INTERRUPTED, "Interrupted; partial results are kept.");

  private final StringBuilder text = new StringBuilder();
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    session.print(text());
    return ExitCode.DONE;
  }

  private String text() {
    final CommandSpec program = spec.root();
    macro("TH", "HOPWRIGHT", "1", "", new Version().getVersion()[0], "User Commands");
    macro("SH", "NAME");
    line(program.name() + " - " + description(program));
    macro("SH", "SYNOPSIS");
    macro("B", program.name());
    line("COMMAND [OPTION]...");
    macro("SH", "DESCRIPTION");
    line(
        "Simulates machines packet by packet, in parallel. The same study with the same seed gives"
            + " the same results to the last bit, for any number of partitions, threads and JVMs.");
    macro("SH", "COMMANDS");
    program.subcommands().values().forEach(command -> command(program.name(), command));
    machinesAndStudies();
    macro("SH", "EXIT STATUS");
    EXIT_CODES.keySet().stream()
        .sorted()
        .forEach(code -> item(code.toString(), EXIT_CODES.get(code)));
    macro("SH", "ENVIRONMENT");
    item("HOPWRIGHT_JAVA_OPTS", "Options for the JVM, such as -Xmx8g.");
    item("JAVA_HOME", "The JDK to use instead of the one on the PATH.");
    macro("SH", "FILES");
    item(
        "runs/STUDY",
        "Default directory of results: summary.json, series.csv, histograms,"
            + " resolved.conf, manifest.json, and optional tables.");
    return text.toString();
  }

  private void machinesAndStudies() {
    macro("SH", "MACHINES");
    for (Machine machine : session.machines()) {
      item(machine.name(), machine.title() + ". After " + machine.source() + ".");
    }
    macro("SH", "STUDIES");
    for (Study study : session.reader().bundled()) {
      item(study.id(), study.title());
    }
    macro("SH", "PROGRAMS");
    for (String name : Programs.NAMES) {
      item(name, Programs.title(name));
    }
    macro("SH", "KEYS");
    line("Keys of a study, with unit, range, default and source: hopwright explain.");
  }

  private void command(String parent, CommandLine command) {
    final CommandSpec spec = command.getCommandSpec();
    final String name = parent + " " + spec.name();
    macro("SS", synopsis(name, spec));
    line(description(spec));
    for (PositionalParamSpec positional : spec.positionalParameters()) {
      item(positional.paramLabel(), description(positional));
    }
    for (OptionSpec option : spec.options()) {
      if (!option.usageHelp() && !option.versionHelp() && !option.hidden()) {
        item(named(option), description(option));
      }
    }
    spec.subcommands().values().forEach(inner -> command(name, inner));
  }

  private static String synopsis(String name, CommandSpec spec) {
    final List<String> words = new ArrayList<>(List.of(name));
    for (PositionalParamSpec positional : spec.positionalParameters()) {
      final String label = positional.paramLabel();
      words.add(positional.required() ? label : "[" + label + "]");
    }
    if (!spec.options().isEmpty()) {
      words.add("[OPTION]...");
    }
    return String.join(" ", words);
  }

  private static String named(OptionSpec option) {
    final String names = String.join(", ", option.names());
    return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
  }

  private static String description(CommandSpec command) {
    return String.join(" ", command.usageMessage().description());
  }

  private static String description(ArgSpec argument) {
    return String.join(" ", argument.description());
  }

  private void item(String term, String description) {
    macro("TP");
    macro("B", term);
    line(description);
  }

  private void macro(String name, String... arguments) {
    text.append('.').append(name);
    for (String argument : arguments) {
      text.append(" \"").append(escaped(argument).replace("\"", "\\(dq")).append('"');
    }
    text.append('\n');
  }

  private void line(String line) {
    final String escaped = escaped(line);
    final boolean control = escaped.startsWith(".") || escaped.startsWith("'");
    text.append(control ? "\\&" : "").append(escaped).append('\n');
  }

  /** A hyphen of an option is a minus, so that it can be copied. */
  private static String escaped(String plain) {
    return plain.replace("\\", "\\e").replace("-", "\\-");
  }
}

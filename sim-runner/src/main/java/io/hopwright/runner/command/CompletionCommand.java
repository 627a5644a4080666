package io.hopwright.runner.command;

import io.hopwright.models.declare.Parameter;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.support.ProgramFiles;
import io.hopwright.runner.text.Glossary;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code completion}: prints the script for completion in bash. */
@Command(
    name = "completion",
    description =
        "Print a bash script that completes commands, options, studies, keys and their"
            + " words: source <(./hopwright completion).")
final class CompletionCommand extends SessionCommand {
  private static final String TEMPLATE = "/templates/completion.bash";
  private static final String STUDY = "STUDY";

  @Spec private CommandSpec spec;

  /** Prints the script. Picocli supplies commands and options; the template supplies the names. */
  @Override
  public Integer call() {
    final CommandLine program = spec.root().commandLine();
    session.print(AutoComplete.bash("hopwright", program) + names(program));
    return ExitCode.DONE;
  }

  private String names(CommandLine program) {
    final Map<String, Set<String>> keys = keys();
    final Set<String> names = new TreeSet<>(new Glossary(session.machines()).names());
    names.addAll(session.library().studies());
    return ProgramFiles.text(
        TEMPLATE,
        mark ->
            switch (mark) {
              case "studies" -> String.join(" ", session.library().studies());
              case "names" -> String.join(" ", names);
              case "keys" -> String.join(" ", keys.keySet());
              case "patterns" -> String.join(" | ", keys.keySet());
              case "flags" -> String.join(" ", flags(program));
              case "commands" -> patterns(program);
              case "values" -> cases(keys);
              case "subcommands" -> cases(subcommands(program));
              default -> throw new IllegalStateException("unknown mark in " + TEMPLATE);
            });
  }

  private static Map<String, Set<String>> subcommands(CommandLine program) {
    final Map<String, Set<String>> subcommands = new TreeMap<>();
    program
        .getSubcommands()
        .forEach((name, command) -> subcommands.put(name, command.getSubcommands().keySet()));
    return subcommands;
  }

  private Map<String, Set<String>> keys() {
    final Map<String, Set<String>> keys = new TreeMap<>();
    for (Machine machine : session.machines()) {
      for (Parameter parameter : machine.parameters()) {
        final Collection<String> words = words(parameter);
        keys.computeIfAbsent(parameter.key(), unseen -> new TreeSet<>()).addAll(words);
      }
    }
    return keys;
  }

  /**
   * Returns no completion for a number that can be replaced by a word, because a number is meant
   * mostly.
   */
  private static Collection<String> words(Parameter parameter) {
    return switch (parameter.kind()) {
      case FLAG -> List.of("true", "false");
      case WORD, WORDS, FILE -> parameter.words();
      default -> List.of();
    };
  }

  private static String cases(Map<String, Set<String>> words) {
    return words.entrySet().stream()
        .filter(word -> !word.getValue().isEmpty())
        .map(word -> "    " + word.getKey() + ") echo " + String.join(" ", word.getValue()) + " ;;")
        .collect(Collectors.joining("\n"));
  }

  /** Options without a value, after which something else follows. */
  private static Set<String> flags(CommandLine command) {
    final Set<String> flags = new TreeSet<>();
    command.getCommandSpec().options().stream()
        .filter(option -> option.arity().max() == 0)
        .forEach(option -> flags.addAll(List.of(option.names())));
    command.getSubcommands().values().forEach(inner -> flags.addAll(flags(inner)));
    return flags;
  }

  private static String patterns(CommandLine program) {
    return program.getSubcommands().entrySet().stream()
        .filter(
            entry ->
                entry.getValue().getCommandSpec().positionalParameters().stream()
                    .anyMatch(positional -> positional.paramLabel().contains(STUDY)))
        .map(entry -> "*' " + entry.getKey() + " '*")
        .collect(Collectors.joining(" | "));
  }
}

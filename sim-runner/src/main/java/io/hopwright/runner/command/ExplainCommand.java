package io.hopwright.runner.command;

import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Parameter;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.failure.InputException;
import io.hopwright.runner.result.Json;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: what a key means, which keys a machine has, what a study sets. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Explain a key, a machine with all its keys, or a study with all its values.")
public final class ExplainCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      arity = "0..1",
      paramLabel = "KEY|MACHINE|STUDY",
      description = "What to explain; all keys of all machines by default.")
  private String name;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Mixin private StudyOptions what;

  /** Creates the command. */
  public ExplainCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    if (name != null && !isMachineOrKey() && isStudy()) {
      final StudyExplanation study = new StudyExplanation(what.study(session, name), what.scale());
      session.print(json ? Json.text(study.document()) : study.text());
      return ExitCode.DONE;
    }
    final List<KeyExplanation> found = keys();
    if (found.isEmpty()) {
      throw new InputException(
          name
              + ": no such key, machine or study"
              + Nearest.questionOr(name, everything(), "see hopwright list and hopwright explain"));
    }
    if (json) {
      session.print(Json.text(found.stream().map(KeyExplanation::document).toList()));
    } else {
      session.print(text(found));
    }
    return ExitCode.DONE;
  }

  private boolean isMachineOrKey() {
    return !keys().isEmpty();
  }

  private boolean isStudy() {
    try {
      return session.library().studies().contains(name)
          || Files.isRegularFile(Path.of(name))
          || Files.isRegularFile(Path.of(name + ".conf"));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** The keys meant: one of every machine that has it, all of one machine, or all. */
  private List<KeyExplanation> keys() {
    final List<KeyExplanation> found = new ArrayList<>();
    for (Machine machine : session.machines()) {
      for (Parameter parameter : machine.parameters()) {
        if (name == null || name.equals(machine.name()) || name.equals(parameter.key())) {
          found.add(new KeyExplanation(machine, parameter));
        }
      }
    }
    return found;
  }

  private List<String> everything() {
    final List<String> names = new ArrayList<>(session.library().studies());
    for (Machine machine : session.machines()) {
      names.add(machine.name());
      machine.parameters().forEach(parameter -> names.add(parameter.key()));
    }
    return names;
  }

  private String text(List<KeyExplanation> found) {
    final StringBuilder text = new StringBuilder();
    Machine before = null;
    for (KeyExplanation key : found) {
      if (key.machine() != before) {
        before = key.machine();
        text.append(before.name() + ": " + before.title() + "\n");
        text.append("  after " + before.source() + "\n\n");
      }
      text.append(key.text()).append('\n');
    }
    return text.toString();
  }
}

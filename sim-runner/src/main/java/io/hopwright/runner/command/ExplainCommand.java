package io.hopwright.runner.command;

import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Parameter;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.text.Glossary;
import io.hopwright.runner.text.KeyExplanation;
import io.hopwright.runner.text.MetricExplanation;
import io.hopwright.runner.text.ProgramExplanation;
import io.hopwright.runner.text.StudyExplanation;
import io.hopwright.runner.text.Table;
import io.hopwright.runner.text.WordExplanation;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: what a key means, which keys a machine has, what a study sets. */
@Command(
    name = "explain",
    description =
        "Explain a key, a section of keys, a word that a key takes, a number of results, a machine with"
            + " all its keys, a study with all its values, or a program; machines, workloads and"
            + " policies list them all.")
final class ExplainCommand extends SessionCommand {
  /** Shorter texts stand in too many descriptions. */
  private static final int SHORTEST_MENTION = 3;

  @Parameters(
      arity = "0..1",
      paramLabel = "KEY|SECTION|WORD|NUMBER|MACHINE|STUDY",
      description = "What to explain; all keys of all machines by default.")
  private String name;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Mixin private StudyOptions what;

  @Override
  public Integer call() {
    final Glossary glossary = new Glossary(session.machines());
    final List<KeyExplanation> exact = glossary.keys(name);
    if (!exact.isEmpty()) {
      final List<WordExplanation> words = name == null ? List.of() : glossary.words(name);
      print(documents(words, exact), text(words, exact));
    } else if (isStudy()) {
      final StudyExplanation study = new StudyExplanation(what.study(session, name), what.scale());
      session.print(json ? Json.text(study.document()) : study.text());
    } else if (session.library().programs().contains(name)) {
      final ProgramExplanation program =
          new ProgramExplanation(name, session.library().program(name));
      final List<WordExplanation> words = glossary.words(name);
      final List<Map<String, Object>> documents = documents(words, List.of());
      documents.add(program.document());
      print(documents, text(words, List.of()) + program.text());
    } else {
      explainLike(glossary);
    }
    return ExitCode.DONE;
  }

  /** Explains what has this name in part: words, sections, last parts of keys, or else mentions. */
  private void explainLike(Glossary glossary) {
    final List<WordExplanation> words = glossary.words(name);
    final List<KeyExplanation> keys = glossary.keysLike(name);
    final List<MetricExplanation> metrics = glossary.metrics(name);
    if (words.isEmpty() && keys.isEmpty() && metrics.isEmpty()) {
      search(glossary);
      return;
    }
    final boolean word = keys.isEmpty() && metrics.isEmpty() && !Glossary.listsWords(name);
    final List<KeyExplanation> mentions =
        new ArrayList<>(word ? glossary.keysMentioning(name) : List.of());
    words.forEach(one -> mentions.removeIf(key -> key.parameter().equals(one.parameter())));
    final Table found = new Table();
    mentions.forEach(key -> addMentions(found, key));
    final List<Map<String, Object>> documents = documents(words, keys);
    metrics.forEach(metric -> documents.add(metric.document()));
    mentions.forEach(key -> documents.add(key.document()));
    final String described =
        Glossary.listsWords(name)
            ? table(words)
            : text(words, keys)
                + metrics.stream()
                    .map(metric -> metric.text() + "\n")
                    .collect(Collectors.joining());
    print(documents, described + found.text());
  }

  /** Looks for the text in all descriptions. */
  private void search(Glossary glossary) {
    final List<Machine> machines = glossary.machines(name);
    final List<KeyExplanation> keys = glossary.keysMentioning(name);
    final List<MetricExplanation> metrics = glossary.metricsMentioning(name);
    final List<Study> studies =
        session.reader().bundled().stream()
            .filter(study -> Glossary.mentions(study.title() + " " + study.description(), name))
            .toList();
    if (name.length() < SHORTEST_MENTION
        || (machines.isEmpty() && keys.isEmpty() && metrics.isEmpty() && studies.isEmpty())) {
      throw unknown(glossary);
    }
    final List<Map<String, Object>> documents = new ArrayList<>();
    machines.forEach(machine -> documents.add(document(machine)));
    keys.forEach(key -> documents.add(key.document()));
    metrics.forEach(metric -> documents.add(metric.document()));
    studies.forEach(
        study ->
            documents.add(new JsonObject().with("study", study.id()).with("title", study.title())));
    final Table found = new Table();
    keys.forEach(key -> addMentions(found, key));
    metrics.forEach(
        metric -> found.row(metric.metric().name(), "result", metric.metric().meaning()));
    studies.forEach(study -> found.row(study.id(), "study", study.title()));
    print(documents, text(machines) + found.text());
  }

  private InputException unknown(Glossary glossary) {
    final List<String> names = new ArrayList<>(session.library().studies());
    names.addAll(glossary.names());
    return new InputException(
        glossary
            .now(name)
            .map(now -> name + ": is called " + now + " now; see hopwright explain " + now)
            .orElseGet(
                () ->
                    name
                        + ": no such key, section, word, number of results, machine or study, and no"
                        + " description has it"
                        + Nearest.questionOr(
                            name, names, "see hopwright list and hopwright explain")));
  }

  /** Adds a key that has the text, and each of its words that has it. */
  private void addMentions(Table found, KeyExplanation key) {
    final Parameter parameter = key.parameter();
    final String machine = key.machine().name();
    if (Glossary.mentions(parameter.key() + " " + parameter.description(), name)) {
      found.row(parameter.key(), machine, parameter.description());
    }
    parameter.choices().stream()
        .filter(word -> Glossary.mentions(word.name() + " " + word.meaning(), name))
        .forEach(word -> found.row(parameter.key() + " = " + word.name(), machine, word.meaning()));
  }

  private void print(List<Map<String, Object>> documents, String text) {
    session.print(json ? Json.text(documents) : text);
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

  private static List<Map<String, Object>> documents(
      List<WordExplanation> words, List<KeyExplanation> keys) {
    final List<Map<String, Object>> documents = new ArrayList<>();
    words.forEach(word -> documents.add(word.document()));
    keys.forEach(key -> documents.add(key.document()));
    return documents;
  }

  private static String text(List<WordExplanation> words, List<KeyExplanation> keys) {
    final StringBuilder text = new StringBuilder(WordExplanation.text(words));
    Machine before = null;
    for (KeyExplanation key : keys) {
      if (key.machine() != before) {
        before = key.machine();
        text.append(before.name() + ": " + before.title() + "\n");
        text.append("  after " + before.source() + "\n\n");
      }
      text.append(key.text()).append('\n');
    }
    return text.toString();
  }

  private static String table(List<WordExplanation> words) {
    final Table table = new Table().row("word", "machine", "key", "what");
    for (WordExplanation word : words) {
      table.row(
          word.word().name(), word.machine().name(), word.parameter().key(), word.word().meaning());
    }
    return table.text();
  }

  private static Map<String, Object> document(Machine machine) {
    return new JsonObject()
        .with("machine", machine.name())
        .with("title", machine.title())
        .with("source", machine.source())
        .with("keys", machine.parameters().size());
  }

  private static String text(List<Machine> machines) {
    final StringBuilder text = new StringBuilder();
    for (Machine machine : machines) {
      text.append(
          machine.name()
              + "\n"
              + new Table()
                  .row("  what", machine.title())
                  .row("  after", machine.source())
                  .row("  set by", ResolvedConfig.MODEL + " = " + machine.name())
                  .row("  keys", machine.parameters().size() + ": explain " + machine.name())
                  .text()
              + "\n");
    }
    return text.toString();
  }
}

package io.hopwright.runner.command;

import io.hopwright.models.machine.Machine;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.InputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: what a key means, which keys a machine has, what a study sets. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Explain a key, a section of keys, a word that a key takes, a number of results, a machine with"
            + " all its keys, or a study with all its values; machines, workloads and policies list"
            + " them all.")
public final class ExplainCommand implements Callable<Integer> {
  /** Shorter texts stand in too many descriptions. */
  private static final int SHORTEST_MENTION = 3;

  private final Session session;

  @Parameters(
      arity = "0..1",
      paramLabel = "KEY|SECTION|WORD|NUMBER|MACHINE|STUDY",
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
    final Glossary glossary = new Glossary(session.machines());
    final List<KeyExplanation> exact = glossary.keys(name);
    if (!exact.isEmpty()) {
      print(documents(List.of(), exact), text(List.of(), exact));
    } else if (isStudy()) {
      final StudyExplanation study = new StudyExplanation(what.study(session, name), what.scale());
      session.print(json ? Json.text(study.document()) : study.text());
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
    final boolean mention =
        keys.isEmpty() && metrics.isEmpty() && name.length() >= SHORTEST_MENTION;
    final List<Machine> machines = mention ? glossary.machines(name) : List.of();
    final List<KeyExplanation> mentions = mention ? glossary.mentioning(name) : List.of();
    if (words.isEmpty() && keys.isEmpty() && machines.isEmpty() && metrics.isEmpty()) {
      final List<String> names = new ArrayList<>(session.library().studies());
      names.addAll(glossary.names());
      if (mentions.isEmpty() || Nearest.to(name, names).isPresent()) {
        throw new InputException(
            name
                + ": no such key, section, word, number of results, machine or study"
                + Nearest.questionOr(name, names, "see hopwright list and hopwright explain"));
      }
    }
    final List<Map<String, Object>> documents = documents(words, keys);
    machines.forEach(machine -> documents.add(document(machine)));
    metrics.forEach(metric -> documents.add(metric.document()));
    mentions.forEach(key -> documents.add(key.document()));
    final String described =
        Glossary.listsWords(name)
            ? table(words)
            : text(words, keys) + text(machines) + metricText(metrics);
    print(documents, described + mentionText(mentions));
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
    final StringBuilder text = new StringBuilder();
    words.forEach(word -> text.append(word.text()).append('\n'));
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

  private static String metricText(List<MetricExplanation> metrics) {
    return metrics.stream().map(metric -> metric.text() + "\n").collect(Collectors.joining());
  }

  private String mentionText(List<KeyExplanation> mentions) {
    if (mentions.isEmpty()) {
      return "";
    }
    final Table table = new Table().row("keys that mention " + name, "machine", "what");
    for (KeyExplanation key : mentions) {
      table.row("  " + key.parameter().key(), key.machine().name(), key.parameter().description());
    }
    return table.text();
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
    final Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("machine", machine.name());
    entry.put("title", machine.title());
    entry.put("source", machine.source());
    entry.put("keys", machine.parameters().size());
    return entry;
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

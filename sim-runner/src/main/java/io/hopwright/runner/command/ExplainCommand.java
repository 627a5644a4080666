package io.hopwright.runner.command;

import io.hopwright.models.declare.Parameter;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.run.Machine;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.text.GeneratedTables;
import io.hopwright.runner.text.Glossary;
import io.hopwright.runner.text.KeyExplanation;
import io.hopwright.runner.text.MetricExplanation;
import io.hopwright.runner.text.NumberTable;
import io.hopwright.runner.text.ProgramExplanation;
import io.hopwright.runner.text.StudyExplanation;
import io.hopwright.runner.text.Table;
import io.hopwright.runner.text.Term;
import io.hopwright.runner.text.Terms;
import io.hopwright.runner.text.WordExplanation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: describes a key, the keys of a machine, or the settings of a study. */
@Command(
    name = "explain",
    description =
        "Explain a key, a section of keys, a value of a key, a number in results, a"
            + " machine with all its keys, a study with all its values, a program, or a term"
            + " of the glossary. The words machines, workloads, policies and numbers print"
            + " lists.")
final class ExplainCommand extends SessionCommand {
  /** Words of a meaning that say what a number is. */
  private static final int FIRST_WORDS = 3;

  /** Shorter texts stand in too many descriptions. */
  private static final int SHORTEST_MENTION = 3;

  @Parameters(
      arity = "0..*",
      paramLabel = "KEY|SECTION|WORD|NUMBER|MACHINE|STUDY|TERM",
      description =
          "What to explain, such as router.routing or fat tree; all keys of all machines by"
              + " default.")
  private List<String> names = new ArrayList<>();

  /** Name to explain; null for all keys. */
  private String name;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Option(
      names = "--machine",
      paramLabel = "MACHINE",
      description =
          "Explain only keys, words and numbers of this machine; with it, numbers lists"
              + " only what is specific to the machine.")
  private String onlyMachine;

  @Option(names = "--markdown", description = "Print numbers or keys as a table in Markdown.")
  private boolean markdown;

  @Option(
      names = "--update",
      arity = "1..*",
      paramLabel = "PAGE",
      description =
          "Update the generated tables of these Markdown pages. A line <!-- hopwright"
              + " explain ... --> before each table holds its arguments.")
  private List<Path> pages = new ArrayList<>();

  @Mixin private StudyOptions what;

  @Override
  public Integer call() {
    if (pages.isEmpty()) {
      session.print(explanation());
    } else if (names.isEmpty() && onlyMachine == null && !markdown && !json) {
      pages.forEach(this::update);
    } else {
      throw new InputException(
          "--update takes only names of pages; each table's arguments are in the page");
    }
    return ExitCode.DONE;
  }

  private void update(Path page) {
    try {
      final String before = Files.readString(page);
      final String updated =
          new GeneratedTables(page.toString(), before).updated(this::explanation);
      if (!updated.equals(before)) {
        Files.writeString(page, updated);
        session.say(page + ": updated");
      }
    } catch (IOException e) {
      throw new EnvironmentException(page + ": cannot be updated: " + e.getMessage(), e);
    }
  }

  /** Returns what this command prints if it is called with these arguments. */
  private String explanation(String arguments) {
    final ExplainCommand command = new ExplainCommand();
    command.in(session);
    try {
      new CommandLine(command).parseArgs(arguments.strip().split("\\s+"));
    } catch (CommandLine.ParameterException e) {
      throw new InputException("hopwright explain " + arguments + ": " + e.getMessage());
    }
    return command.explanation();
  }

  private String explanation() {
    name = names.isEmpty() ? null : String.join(" ", names);
    final Glossary glossary = new Glossary(machines());
    if (Glossary.NUMBERS.equals(name)) {
      return numbers(glossary.machines());
    }
    final List<KeyExplanation> exact = glossary.keys(name);
    if (markdown) {
      return keyTable(exact.isEmpty() ? glossary.keysLike(name) : exact);
    }
    if (!exact.isEmpty()) {
      final List<WordExplanation> words = name == null ? List.of() : glossary.words(name);
      return either(documents(words, exact), text(words, exact));
    }
    if (isStudy()) {
      final StudyExplanation study = new StudyExplanation(what.study(session, name), what.scale());
      return json ? Json.text(study.document()) : study.text();
    }
    if (session.library().programs().contains(name)) {
      final ProgramExplanation program =
          new ProgramExplanation(name, session.library().program(name));
      final List<WordExplanation> words = glossary.words(name);
      final List<Map<String, Object>> documents = documents(words, List.of());
      documents.add(program.document());
      return either(documents, text(words, List.of()) + program.text());
    }
    return explainedLike(glossary);
  }

  private List<Machine> machines() {
    final List<Machine> all = session.machines();
    final List<Machine> chosen =
        all.stream()
            .filter(each -> onlyMachine == null || each.name().equals(onlyMachine))
            .toList();
    if (chosen.isEmpty()) {
      final List<String> names = all.stream().map(Machine::name).toList();
      throw new InputException(
          "--machine %s: there is no such machine%s"
              .formatted(
                  Excerpt.of(onlyMachine),
                  Nearest.questionOr(
                      onlyMachine, names, "use one of " + String.join(", ", names))));
    }
    return chosen;
  }

  private String numbers(List<Machine> chosen) {
    final NumberTable numbers =
        onlyMachine == null
            ? NumberTable.shared(chosen)
            : NumberTable.own(chosen.get(0), session.machines());
    if (markdown) {
      return numbers.markdown();
    }
    final List<MetricExplanation> metrics = numbers.explanations();
    return either(
        metrics.stream().map(MetricExplanation::document).toList(), textOfNumbers(metrics));
  }

  private String keyTable(List<KeyExplanation> keys) {
    if (keys.isEmpty()) {
      throw new InputException(
          "--markdown prints only keys and numbers, but "
              + Excerpt.of(name)
              + " is neither; use numbers, a key, a section or a machine");
    }
    return KeyExplanation.markdown(keys);
  }

  /**
   * Explains matches of a part of a name: words, sections, last parts of keys, or else mentions.
   */
  private String explainedLike(Glossary glossary) {
    final Terms glossaryPage = Terms.ofProgram();
    final List<Term> terms = glossaryPage.called(name);
    final List<WordExplanation> words = glossary.words(name);
    final List<KeyExplanation> keys = glossary.keysLike(name);
    final List<MetricExplanation> metrics = glossary.metrics(name);
    if (words.isEmpty() && keys.isEmpty() && metrics.isEmpty()) {
      return found(glossary, terms.isEmpty() ? glossaryPage.calledElsewhere(name) : terms);
    }
    final boolean word = keys.isEmpty() && metrics.isEmpty() && !Glossary.listsWords(name);
    final List<KeyExplanation> mentions =
        new ArrayList<>(word ? glossary.keysMentioning(name) : List.of());
    words.forEach(one -> mentions.removeIf(key -> key.parameter().equals(one.parameter())));
    final Table found = new Table();
    mentions.forEach(key -> addMentions(found, key));
    final List<MetricExplanation> numbers = numbersNamed(glossary, words, keys, metrics);
    final List<Map<String, Object>> documents = new ArrayList<>();
    numbers.forEach(metric -> documents.add(metric.document()));
    documents.addAll(documents(words, keys));
    metrics.forEach(metric -> documents.add(metric.document()));
    mentions.forEach(key -> documents.add(key.document()));
    terms.forEach(term -> documents.add(term.document()));
    final String described =
        Glossary.listsWords(name) ? table(words) : text(words, keys) + textOfNumbers(metrics);
    return either(
        documents, textOfTerms(terms) + textOfNumbers(numbers) + described + found.text());
  }

  /**
   * Returns the numbers that have the text in their names or labels, if otherwise only the last
   * parts of keys match: for a word such as latency, measurements are more relevant than settings.
   */
  private List<MetricExplanation> numbersNamed(
      Glossary glossary,
      List<WordExplanation> words,
      List<KeyExplanation> keys,
      List<MetricExplanation> metrics) {
    if (keys.isEmpty() || !words.isEmpty() || !metrics.isEmpty() || name.contains(".")) {
      return List.of();
    }
    return glossary.metricsMentioning(name).stream()
        .filter(metric -> isMeant(metric) || Glossary.mentions(named(metric), name))
        .sorted(
            Comparator.<MetricExplanation, Boolean>comparing(metric -> !isMeant(metric))
                .thenComparing(metric -> !metric.metric().is(Metric.Role.DISTRIBUTION)))
        .toList();
  }

  /** Returns whether the meaning of a number begins with the text: within its first words. */
  private boolean isMeant(MetricExplanation metric) {
    final String meaning = metric.metric().meaning();
    final List<String> words = List.of(meaning.split(" ", FIRST_WORDS + 1));
    return Glossary.mentions(
        String.join(" ", words.subList(0, Math.min(FIRST_WORDS, words.size()))), name);
  }

  private static String named(MetricExplanation metric) {
    return metric.metric().name() + " " + metric.metric().label();
  }

  /**
   * Returns the terms, and the entries that have the text in their names or else in their
   * descriptions.
   */
  private String found(Glossary glossary, List<Term> terms) {
    final boolean mentioned = name.length() >= SHORTEST_MENTION;
    final List<KeyExplanation> keys = mentioned ? glossary.keysMentioning(name) : List.of();
    final List<MetricExplanation> metrics =
        mentioned ? glossary.metricsMentioning(name) : List.of();
    final List<Study> studies =
        session.reader().bundled().stream()
            .filter(study -> mentioned)
            .filter(study -> Glossary.mentions(study.title() + " " + study.description(), name))
            .toList();
    final List<Machine> machines = mentioned ? glossary.machines(name) : List.of();
    if (terms.isEmpty()
        && machines.isEmpty()
        && keys.isEmpty()
        && metrics.isEmpty()
        && studies.isEmpty()) {
      throw unknown(glossary);
    }
    final List<Map<String, Object>> documents = new ArrayList<>();
    machines.forEach(machine -> documents.add(document(machine)));
    keys.forEach(key -> documents.add(key.document()));
    metrics.forEach(metric -> documents.add(metric.document()));
    studies.forEach(
        study ->
            documents.add(new JsonObject().with("study", study.id()).with("title", study.title())));
    terms.forEach(term -> documents.add(term.document()));
    final Table found = new Table();
    namedFirst(keys, key -> key.name()).forEach(key -> addMentions(found, key));
    namedFirst(metrics, ExplainCommand::named)
        .forEach(metric -> found.row(metric.metric().name(), "result", metric.metric().meaning()));
    studies.forEach(study -> found.row(study.id(), "study", study.title()));
    return either(documents, textOfTerms(terms) + text(machines) + found.text());
  }

  /** Returns matches in names before matches in descriptions. */
  private <T> List<T> namedFirst(List<T> found, Function<T, String> named) {
    return found.stream()
        .sorted(Comparator.comparing(one -> !Glossary.mentions(named.apply(one), name)))
        .toList();
  }

  private static String textOfTerms(List<Term> terms) {
    return terms.stream().map(term -> term.text() + "\n").collect(Collectors.joining());
  }

  private InputException unknown(Glossary glossary) {
    final List<String> known = new ArrayList<>(session.library().studies());
    known.addAll(glossary.names());
    return new InputException(
        glossary
            .now(name)
            .map(now -> name + ": is called " + now + " now; see hopwright explain " + now)
            .orElseGet(
                () ->
                    name
                        + ": nothing found among keys, words, numbers, machines, studies, terms and"
                        + " descriptions"
                        + Nearest.questionOr(
                            name, known, "see hopwright list and hopwright explain")));
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

  private String either(List<Map<String, Object>> documents, String text) {
    return json ? Json.text(documents) : text;
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
        text.append(before.source().startsWith("ASSUMED") ? "  " : "  after ");
        text.append(before.source() + "\n\n");
      }
      text.append(key.text()).append('\n');
    }
    return text.toString();
  }

  private static String textOfNumbers(List<MetricExplanation> metrics) {
    return metrics.stream().map(metric -> metric.text() + "\n").collect(Collectors.joining());
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

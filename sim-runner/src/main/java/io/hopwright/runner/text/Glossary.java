package io.hopwright.runner.text;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.run.KeyRole;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.runner.config.ResolvedConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Index of all names that machines declare, for searches by name or part of a name.
 *
 * @param machines machines of the names
 */
public record Glossary(List<Machine> machines) {
  /** Names that list all machines; the last is the key that selects one. */
  private static final Set<String> MACHINES = Set.of("machines", ResolvedConfig.MODEL);

  /** Name that lists the numbers of results. */
  public static final String NUMBERS = "numbers";

  private static final String WORKLOADS = "workloads";
  private static final String POLICIES = "policies";

  /** Sections for the workload of a machine, and for the software of ranks. */
  private static final List<String> NO_PARTS =
      List.of("workload.", "jobs.", "software.", "collectives.");

  private static final String ANY_JOB = JobMetrics.ANY.get(0);

  /** Returns whether {@code name} requests a list of words. */
  public static boolean listsWords(String name) {
    return name.equals(WORKLOADS) || name.equals(POLICIES);
  }

  /** Returns the machines for {@code name}: all, or those whose title mentions it. */
  public List<Machine> machines(String name) {
    return MACHINES.contains(name)
        ? machines
        : machines.stream().filter(machine -> mentions(machine.title(), name)).toList();
  }

  /** Returns a key of every machine that has it, or all keys of a machine; all keys for null. */
  public List<KeyExplanation> keys(String name) {
    return keys(key -> name == null || name.equals(key.machine().name()) || key.isCalled(name));
  }

  /**
   * Returns the keys of a part of a machine such as {@code host}, the keys of a section such as
   * {@code router}, the keys whose last part is the name, and the keys that begin with more than a
   * section, such as those of a member of a section.
   */
  public List<KeyExplanation> keysLike(String name) {
    return keys(
        key ->
            key.component().equals(name)
                || key.filled(name).startsWith(name.contains(".") ? name : name + ".")
                || key.name().endsWith("." + name));
  }

  private List<KeyExplanation> keys(Predicate<KeyExplanation> which) {
    final List<KeyExplanation> found = new ArrayList<>();
    for (Machine machine : machines) {
      for (Component component : machine.components()) {
        component.keys().stream()
            .map(key -> new KeyExplanation(machine, component.name(), key.parameter()))
            .filter(which)
            .forEach(found::add);
      }
    }
    return found;
  }

  /** Returns a word of every key that allows it, or all workloads, or all policies. */
  public List<WordExplanation> words(String name) {
    return switch (name) {
      case WORKLOADS -> words(key -> key.key().equals(WorkloadKeys.KIND), word -> true);
      case POLICIES -> words(Glossary::isPolicy, word -> true);
      default -> words(key -> true, word -> word.name().equals(name));
    };
  }

  /** Returns whether a key says in which of several ways the parts of a machine do something. */
  private static boolean isPolicy(Parameter key) {
    return key.kind() == Parameter.Kind.WORD
        && KeyRole.of(key.key()) == KeyRole.MODEL
        && !key.key().contains("*")
        && NO_PARTS.stream().noneMatch(key.key()::startsWith);
  }

  private List<WordExplanation> words(Predicate<Parameter> keys, Predicate<Parameter.Word> which) {
    final List<WordExplanation> found = new ArrayList<>();
    for (KeyExplanation key : keys(key -> keys.test(key.parameter()))) {
      key.parameter().choices().stream()
          .filter(which)
          .forEach(word -> found.add(new WordExplanation(key.machine(), key.parameter(), word)));
    }
    return found;
  }

  /** Returns the metrics of this name, or with a member or last part of it, of any job. */
  public List<MetricExplanation> metrics(String name) {
    return MetricExplanation.of(
        machines,
        metric ->
            isPath(name, metric.name())
                || metric.name().endsWith("." + name)
                || metric.paths().stream().anyMatch(path -> isPath(name, path)));
  }

  /** Returns whether a name is a path, that of a job being in the place of what stands for it. */
  private static boolean isPath(String name, String path) {
    return name.matches(Pattern.quote(path).replace(ANY_JOB, "\\E[^.]+\\Q"));
  }

  /** Returns the keys whose name or description, or that of one of their words, mentions a text. */
  public List<KeyExplanation> keysMentioning(String text) {
    return keys(
        key ->
            mentions(key.name() + " " + key.parameter().description(), text)
                || key.parameter().choices().stream()
                    .anyMatch(word -> mentions(word.name() + " " + word.meaning(), text)));
  }

  /** Returns the metrics whose name, label or meaning mentions a text. */
  public List<MetricExplanation> metricsMentioning(String text) {
    return MetricExplanation.of(
        machines,
        metric -> mentions(metric.name() + " " + metric.label() + " " + metric.meaning(), text));
  }

  /** Returns whether a description contains a text in any spelling: hot spot, hot-spot, HotSpot. */
  public static boolean mentions(String description, String text) {
    return plain(description).contains(plain(text));
  }

  private static String plain(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[ -]", "");
  }

  /**
   * Returns the present name for the former name of a key or word; empty if it is not a former
   * name.
   */
  public Optional<String> now(String former) {
    return machines.stream()
        .flatMap(
            machine ->
                Stream.concat(
                    Stream.ofNullable(machine.formerKeys().get(former)),
                    machine.parameters().stream().flatMap(key -> key.now(former).stream())))
        .findFirst();
  }

  /** Returns all names that can be explained. */
  public Set<String> names() {
    final Set<String> names = new TreeSet<>(MACHINES);
    names.add(WORKLOADS);
    names.add(POLICIES);
    names.add(NUMBERS);
    for (KeyExplanation key : keys((String) null)) {
      names.add(key.machine().name());
      names.add(key.component());
      names.add(key.withoutFreeParts());
      names.addAll(List.of(key.withoutFreeParts().split("\\.", -1)));
      names.addAll(key.parameter().words());
    }
    MetricExplanation.of(machines, metric -> true)
        .forEach(metric -> names.add(metric.metric().name()));
    return names;
  }
}

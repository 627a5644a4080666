package io.hopwright.runner.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import io.hopwright.models.declare.KeyFamily;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.run.Machine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keys of one machine: reads their settings, and finds the nearest key to a misspelt one. */
public final class Vocabulary {
  private static final String TOPOLOGY = "topology";
  private static final String ADDING = "adding-a-machine.md";

  private final Map<String, Parameter> parameters = new LinkedHashMap<>();
  private final List<Parameter> free;
  private final List<String> suggestions;
  private final String machine;
  private final Map<String, String> former;
  private final List<Machine> machines;

  /**
   * Creates the vocabulary of a machine.
   *
   * @param machines all existing ones, to recognize a key of another one
   * @param alsoSuggest further suggestions for a misspelt key
   */
  public Vocabulary(Machine machine, List<Machine> machines, Collection<String> alsoSuggest) {
    this.machine = machine.name();
    former = machine.formerKeys();
    for (Parameter parameter : machine.parameters()) {
      parameters.put(parameter.key(), parameter);
    }
    free = machine.parameters().stream().filter(Parameter::isFree).toList();
    parameters.keySet().removeAll(free.stream().map(Parameter::key).toList());
    this.machines = List.copyOf(machines);
    suggestions =
        Stream.of(parameters.keySet(), List.of(ResolvedConfig.MODEL), alsoSuggest)
            .flatMap(Collection::stream)
            .toList();
  }

  /** Reads all values below {@code object}; errors go to {@code mistakes}. */
  public Map<String, Setting> read(ConfigObject object, Mistakes mistakes) {
    final Map<String, Setting> settings = new LinkedHashMap<>();
    readInto(settings, List.of(), object, mistakes);
    return settings;
  }

  private String unknown(String key) {
    if (key.equals(ResolvedConfig.MODEL)) {
      return "can only be set for the whole study; move it to the top";
    }
    if (former.containsKey(key)) {
      return "is called " + former.get(key) + " now; write that";
    }
    final String elsewhere =
        machines.stream()
            .filter(other -> KeyFamily.find(other.parameters(), key).isPresent())
            .map(Machine::name)
            .collect(Collectors.joining(", "));
    if (!elsewhere.isEmpty()) {
      return "is a key of " + elsewhere + ", but this is " + machine + "; leave it out";
    }
    if (free.stream().anyMatch(known -> isMisnamed(known, key))) {
      return "invalid name: use " + KeyFamily.NAMES;
    }
    if (key.toLowerCase(Locale.ROOT).endsWith(TOPOLOGY)) {
      return ("not a key, as each machine has its own topology; set %s to one of %s; docs/%s"
                  + " describes how")
              .formatted(
                  ResolvedConfig.MODEL,
                  machines.stream().map(Machine::name).collect(Collectors.joining(", ")),
                  ADDING)
          + " to add one";
    }
    final List<String> inner = within(key);
    return inner.isEmpty()
        ? "unknown key" + Nearest.questionOr(key, like(key), "see hopwright explain")
        : "a section, not a key; set one of " + String.join(", ", inner);
  }

  /** Returns all keys, free parts being those of {@code key}. */
  private List<String> like(String key) {
    return Stream.concat(
            suggestions.stream(),
            free.stream().map(known -> KeyFamily.filled(known, key)).map(Parameter::key))
        .toList();
  }

  /** Returns whether a key of a section's member has no name where that of the member belongs. */
  private static boolean isMisnamed(Parameter known, String key) {
    return key.startsWith(start(known))
        && KeyFamily.filled(known, key).key().startsWith(start(known) + Parameter.FREE);
  }

  /** Returns the part of a key before its first free part. */
  private static String start(Parameter known) {
    return known.key().substring(0, known.key().indexOf(Parameter.FREE));
  }

  /** Returns the keys of a section; none if there is no such section. */
  private List<String> within(String section) {
    return like(section).stream().filter(known -> known.startsWith(section + ".")).toList();
  }

  private void readInto(
      Map<String, Setting> settings, List<String> path, ConfigObject object, Mistakes mistakes) {
    final List<Map.Entry<String, ConfigValue>> inOrder = new ArrayList<>(object.entrySet());
    sort(inOrder);
    for (Map.Entry<String, ConfigValue> entry : inOrder) {
      final List<String> longer = new ArrayList<>(path);
      longer.add(entry.getKey());
      if (entry.getValue() instanceof ConfigObject inner
          && (!inner.isEmpty() || !within(ConfigUtil.joinPath(longer)).isEmpty())) {
        final int before = settings.size();
        readInto(settings, longer, inner, mistakes);
        if (settings.size() == before && !mistakes.any()) {
          noteEmpty(longer, inner, mistakes);
        }
      } else {
        readOne(settings, ConfigUtil.joinPath(longer), entry.getValue(), mistakes);
      }
    }
  }

  /** Lines of a file have an order, files have none. */
  private static void sort(List<Map.Entry<String, ConfigValue>> entries) {
    entries.sort(Map.Entry.comparingByKey());
    if (entries.stream().map(entry -> Origin.of(entry.getValue()).source()).distinct().count()
        == 1) {
      entries.sort(Comparator.comparing(entry -> Origin.of(entry.getValue())));
    }
  }

  /** A member without a key would not be there. */
  private void noteEmpty(List<String> path, ConfigObject inner, Mistakes mistakes) {
    final String section =
        path.size() < 2 ? "" : ConfigUtil.joinPath(path.subList(0, path.size() - 1)) + ".";
    if (free.stream().anyMatch(known -> start(known).equals(section))) {
      final String member = ConfigUtil.joinPath(path);
      mistakes.add(
          Origin.of(inner),
          member,
          null,
          "the section has no key; set one of "
              + String.join(", ", within(member))
              + ", or leave it out");
    }
  }

  /** Reads one value into {@code settings}. */
  public void readOne(
      Map<String, Setting> settings, String key, ConfigValue value, Mistakes mistakes) {
    final Parameter parameter =
        parameters.containsKey(key) ? parameters.get(key) : KeyFamily.find(free, key).orElse(null);
    if (parameter == null) {
      final int last = key.lastIndexOf('.');
      mistakes.addUnknown(
          Origin.of(value.origin()),
          key.substring(0, Math.max(0, last)),
          key,
          ValueReader.text(value),
          () -> unknown(key));
      return;
    }
    final Setting setting = new SettingReader(parameter, mistakes).read(value);
    if (setting != null) {
      settings.put(key, setting);
    }
  }
}

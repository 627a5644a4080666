package io.hopwright.runner.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Parameter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The keys of one machine; reads settings of them and knows the nearest one to a misspelt key. */
public final class Vocabulary {
  private final Map<String, Parameter> parameters = new LinkedHashMap<>();
  private final List<String> suggestions;
  private final String machine;
  private final Map<String, String> elsewhere = new HashMap<>();

  /**
   * Creates the vocabulary of a machine.
   *
   * @param machines all there are, to recognize a key of another one
   * @param alsoSuggest what a misspelt key may be meant to be besides
   */
  public Vocabulary(Machine machine, List<Machine> machines, Collection<String> alsoSuggest) {
    this.machine = machine.name();
    for (Parameter parameter : machine.parameters()) {
      parameters.put(parameter.key(), parameter);
    }
    for (Machine other : machines) {
      other.parameters().forEach(known -> elsewhere.putIfAbsent(known.key(), other.name()));
    }
    suggestions =
        Stream.of(parameters.keySet(), List.of(ResolvedConfig.MODEL), alsoSuggest)
            .flatMap(Collection::stream)
            .toList();
  }

  /** Reads all values below {@code object}; what is wrong goes to {@code mistakes}. */
  public Map<String, Setting> read(ConfigObject object, Mistakes mistakes) {
    final Map<String, Setting> settings = new LinkedHashMap<>();
    readInto(settings, List.of(), object, mistakes);
    return settings;
  }

  private String unknown(String key) {
    if (key.equals(ResolvedConfig.MODEL)) {
      return "can only be set for the whole study; move it to the top";
    }
    if (elsewhere.containsKey(key)) {
      return "is a key of " + elsewhere.get(key) + ", but this is " + machine + "; leave it out";
    }
    final List<String> inner = within(key);
    return inner.isEmpty()
        ? "unknown key" + Nearest.questionOr(key, suggestions, "see hopwright explain")
        : "is a section, not a key; set one of " + String.join(", ", inner);
  }

  /** Returns the keys of a section; none if there is no such section. */
  private List<String> within(String section) {
    return suggestions.stream().filter(known -> known.startsWith(section + ".")).toList();
  }

  private void readInto(
      Map<String, Setting> settings, List<String> path, ConfigObject object, Mistakes mistakes) {
    final List<Map.Entry<String, ConfigValue>> inOrder = new ArrayList<>(object.entrySet());
    inOrder.sort(Comparator.comparing(entry -> Origin.of(entry.getValue())));
    for (Map.Entry<String, ConfigValue> entry : inOrder) {
      final List<String> longer = new ArrayList<>(path);
      longer.add(entry.getKey());
      if (entry.getValue() instanceof ConfigObject inner
          && (!inner.isEmpty() || !within(ConfigUtil.joinPath(longer)).isEmpty())) {
        readInto(settings, longer, inner, mistakes);
      } else {
        readOne(settings, ConfigUtil.joinPath(longer), entry.getValue(), mistakes);
      }
    }
  }

  /** Reads one value into {@code settings}. */
  public void readOne(
      Map<String, Setting> settings, String key, ConfigValue value, Mistakes mistakes) {
    final Parameter parameter = parameters.get(key);
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

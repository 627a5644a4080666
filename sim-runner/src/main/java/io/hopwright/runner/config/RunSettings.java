package io.hopwright.runner.config;

import io.hopwright.models.declare.KeyFamily;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.run.Machine;
import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Machine and the settings of each of its keys: the points of a run before they are separated.
 *
 * @param id name of the run and its results
 * @param title description, possibly empty
 * @param machine the machine
 * @param settings one per parameter of the machine, in the order of their declaration
 * @param beyond settings for some points only, in ascending precedence; the command line overrides
 *     them
 */
public record RunSettings(
    String id,
    String title,
    Machine machine,
    Map<String, Setting> settings,
    List<ConditionalSettings> beyond) {
  /**
   * Resolves the keys of {@code machine}.
   *
   * @param layers settings in ascending precedence, on top of the defaults
   * @param beyond on top of those, for the points that reach it
   */
  public static RunSettings of(
      String id,
      String title,
      Machine machine,
      List<Map<String, Setting>> layers,
      List<ConditionalSettings> beyond) {
    final List<String> some =
        beyond.stream()
            .flatMap(one -> Stream.concat(Stream.of(one.key()), one.set().keySet().stream()))
            .toList();
    return new RunSettings(
        id, title, machine, ResolvedConfig.settings(machine, layers, some), beyond);
  }

  /**
   * Returns the keys in the order of their declaration, including those of each member of a
   * section.
   */
  public List<Parameter> parameters() {
    return KeyFamily.of(machine.parameters(), settings.keySet());
  }

  /** Returns the settings written as a list of values, in the order of declaration. */
  public Map<String, Setting> listed() {
    final Map<String, Setting> listed = new LinkedHashMap<>();
    settings.forEach(
        (key, setting) -> {
          if (setting.listed()) {
            listed.put(key, setting);
          }
        });
    return listed;
  }

  /** Returns the number of combinations of all lists, at most {@code Long.MAX_VALUE}. */
  public long combinations() {
    return settings.values().stream()
        .map(setting -> BigInteger.valueOf(setting.values().size()))
        .reduce(BigInteger.ONE, BigInteger::multiply)
        .min(BigInteger.valueOf(Long.MAX_VALUE))
        .longValueExact();
  }

  /**
   * Returns the configuration if there is only one.
   *
   * @throws io.hopwright.runner.support.InputException naming the keys that have several values
   */
  public ResolvedConfig only() {
    final Mistakes mistakes = new Mistakes();
    for (Parameter parameter : parameters()) {
      final Setting setting = settings.get(parameter.key());
      if (setting.values().size() > 1) {
        mistakes.add(
            setting.origin(),
            parameter.key(),
            setting.text(parameter),
            "a run takes one value, not several; use hopwright sweep, or --set %s=VALUE"
                .formatted(parameter.key()));
      }
    }
    mistakes.throwIfAny();
    return with(Map.of());
  }

  /** Returns the configuration with one value for each key that has several values. */
  public ResolvedConfig with(Map<String, Object> values) {
    final Map<String, Setting> one = new LinkedHashMap<>();
    settings.forEach(
        (key, setting) -> one.put(key, setting.only(values.getOrDefault(key, setting.value()))));
    beyond.stream()
        .filter(some -> some.reaches(one.get(some.key())))
        .flatMap(some -> some.set().entrySet().stream())
        .filter(entry -> !settings.get(entry.getKey()).origin().equals(Origin.SET))
        .forEach(entry -> one.put(entry.getKey(), entry.getValue()));
    return new ResolvedConfig(id, title, machine, Collections.unmodifiableMap(one));
  }

  /** Returns the settings of {@code some} as HOCON. */
  public String text(ConditionalSettings some) {
    return parameters().stream()
        .filter(parameter -> some.set().containsKey(parameter.key()))
        .map(parameter -> parameter.key() + " = " + some.set().get(parameter.key()).text(parameter))
        .collect(Collectors.joining(", "));
  }

  /** Returns all settings as HOCON, in the order of {@link ResolvedConfig#texts()}. */
  public Map<String, String> texts() {
    return ResolvedConfig.texts(machine, settings);
  }
}

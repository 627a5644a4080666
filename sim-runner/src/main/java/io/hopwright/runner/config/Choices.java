package io.hopwright.runner.config;

import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Parameter;
import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A machine and what is chosen for each of its keys: the points of a run, before they are told
 * apart.
 *
 * @param id names the run and its results
 * @param title says what it is, empty if nobody did
 * @param machine the machine
 * @param choices one per parameter of the machine, in the order of their declaration
 * @param beyond what holds for some points only, in rising precedence; the command line goes before
 */
public record Choices(
    String id, String title, Machine machine, Map<String, Choice> choices, List<Beyond> beyond) {
  /**
   * Resolves the keys of {@code machine}.
   *
   * @param layers choices in rising precedence, on top of the defaults
   * @param beyond on top of those, for the points that reach it
   */
  public static Choices of(
      String id,
      String title,
      Machine machine,
      List<Map<String, Choice>> layers,
      List<Beyond> beyond) {
    final Map<String, Choice> choices = new LinkedHashMap<>();
    for (Parameter parameter : machine.parameters()) {
      Choice choice = Choice.of(parameter.defaultValue(), Origin.DEFAULT);
      for (Map<String, Choice> layer : layers) {
        choice = layer.getOrDefault(parameter.key(), choice);
      }
      choices.put(parameter.key(), choice);
    }
    return new Choices(id, title, machine, Collections.unmodifiableMap(choices), beyond);
  }

  /** Returns what was written as a list of values, in the order of declaration. */
  public Map<String, Choice> listed() {
    final Map<String, Choice> listed = new LinkedHashMap<>();
    choices.forEach(
        (key, choice) -> {
          if (choice.listed()) {
            listed.put(key, choice);
          }
        });
    return listed;
  }

  /** Returns the number of combinations of all lists; {@code Long.MAX_VALUE} for more than that. */
  public long combinations() {
    return choices.values().stream()
        .map(choice -> BigInteger.valueOf(choice.values().size()))
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
    for (Parameter parameter : machine.parameters()) {
      final Choice choice = choices.get(parameter.key());
      if (choice.values().size() > 1) {
        mistakes.add(
            choice.origin(),
            parameter.key(),
            choice.text(parameter),
            "has several values, and a run takes one; use hopwright sweep, or --set "
                + parameter.key()
                + "=VALUE");
      }
    }
    mistakes.throwIfAny();
    return with(Map.of());
  }

  /** Returns the configuration with one value for each key that has several. */
  public ResolvedConfig with(Map<String, Object> values) {
    final Map<String, Setting> settings = new LinkedHashMap<>();
    choices.forEach(
        (key, choice) ->
            settings.put(
                key,
                choice.setting(
                    values.containsKey(key) ? values.get(key) : choice.values().get(0))));
    beyond.stream()
        .filter(some -> some.reaches(settings.get(some.key())))
        .flatMap(some -> some.set().entrySet().stream())
        .filter(entry -> !choices.get(entry.getKey()).origin().equals(Origin.SET))
        .forEach(
            entry ->
                settings.put(
                    entry.getKey(), entry.getValue().setting(entry.getValue().values().get(0))));
    return new ResolvedConfig(id, title, machine, Collections.unmodifiableMap(settings));
  }

  /** Returns what {@code some} sets, as HOCON. */
  public String text(Beyond some) {
    return machine.parameters().stream()
        .filter(parameter -> some.set().containsKey(parameter.key()))
        .map(parameter -> parameter.key() + " = " + some.set().get(parameter.key()).text(parameter))
        .collect(Collectors.joining(", "));
  }

  /** Returns all choices as HOCON, sorted by key, the machine's name included. */
  public SortedMap<String, String> texts() {
    final SortedMap<String, String> texts = new TreeMap<>();
    texts.put(ResolvedConfig.MODEL, machine.name());
    for (Parameter parameter : machine.parameters()) {
      texts.put(parameter.key(), choices.get(parameter.key()).text(parameter));
    }
    return texts;
  }
}

package io.hopwright.models.declare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Keys that a machine reads only under a condition, which is about one other key.
 *
 * @param by name of the other key
 * @param reads whether settings meet the condition
 * @param remedy setting with which they do, such as {@code router.model = vc}
 * @param keys names of the keys
 */
public record KeyScope(String by, Predicate<Settings> reads, String remedy, List<String> keys) {
  /** Copies the names. */
  public KeyScope {
    keys = List.copyOf(keys);
  }

  /** Returns keys that are read with one value of another key. */
  public static KeyScope with(String by, Object value, String... keys) {
    return new KeyScope(
        by,
        settings -> Objects.equals(settings.value(by), value),
        by + " = " + value,
        List.of(keys));
  }

  /** Returns keys that are read with one of several values of another key. */
  public static KeyScope withAny(String by, Set<?> values, String... keys) {
    return new KeyScope(
        by,
        settings -> values.contains(settings.value(by)),
        "a %s that has it".formatted(by),
        List.of(keys));
  }

  /** Returns keys that are read with all but some values of another key. */
  public static KeyScope withoutAny(String by, Set<?> values, String... keys) {
    return new KeyScope(
        by, settings -> !values.contains(settings.value(by)), "another " + by, List.of(keys));
  }

  /** Returns keys that are read if another key is set, to a number other than 0. */
  public static KeyScope ifSet(String by, String... keys) {
    return new KeyScope(
        by, settings -> settings.has(by) && !isZero(settings.value(by)), by, List.of(keys));
  }

  private static boolean isZero(Object value) {
    return value instanceof Number number && number.doubleValue() == 0;
  }

  /**
   * Returns sentences for the user about keys that have another value than their default and are
   * not read; one for each condition that is not met. The first such condition of a key counts.
   *
   * @param parameters the keys of a machine; others are left out
   * @param unnamed keys that are not named
   */
  public static List<String> withoutEffect(
      List<KeyScope> scopes, List<Parameter> parameters, Settings settings, Set<String> unnamed) {
    final List<String> sentences = new ArrayList<>();
    unread(scopes, parameters, settings)
        .forEach(
            (scope, keys) -> {
              final String names =
                  keys.stream()
                      .filter(key -> !unnamed.contains(key))
                      .collect(Collectors.joining(", "));
              if (!names.isEmpty()) {
                sentences.add(scope.sentence(names, settings));
              }
            });
    return sentences;
  }

  /** Returns the keys of a machine that have another value than their default and are read. */
  public static Set<String> read(
      List<KeyScope> scopes, List<Parameter> parameters, Settings settings) {
    final Set<String> read = changed(parameters, settings);
    unread(scopes, parameters, settings).values().forEach(read::removeAll);
    return read;
  }

  /** Returns the keys that are changed and not read, by their first condition that is not met. */
  private static Map<KeyScope, List<String>> unread(
      List<KeyScope> scopes, List<Parameter> parameters, Settings settings) {
    final Set<String> rest = changed(parameters, settings);
    final Map<List<String>, KeyScope> firsts = new HashMap<>();
    final Map<KeyScope, List<String>> unread = new LinkedHashMap<>();
    for (KeyScope scope : scopes) {
      if (settings.declares(scope.by) && !scope.reads.test(settings)) {
        final KeyScope first =
            firsts.computeIfAbsent(List.of(scope.by, scope.remedy), unseen -> scope);
        final List<String> keys = unread.computeIfAbsent(first, unseen -> new ArrayList<>());
        scope.keys.stream().filter(rest::remove).forEach(keys::add);
      }
    }
    return unread;
  }

  private static Set<String> changed(List<Parameter> parameters, Settings settings) {
    return parameters.stream()
        .filter(
            parameter ->
                settings.declares(parameter.key())
                    && !Objects.equals(settings.value(parameter.key()), parameter.defaultValue()))
        .map(Parameter::key)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private String sentence(String names, Settings settings) {
    return settings.has(by)
        ? "%s: without effect with %s = %s. Leave it out, or set %s."
            .formatted(names, by, settings.value(by), remedy)
        : "%s: without effect without %s. Leave it out, or set %s.".formatted(names, by, remedy);
  }
}

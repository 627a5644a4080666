package io.hopwright.models.declare;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Resolved values of a study, one per declared {@link Parameter}, each of the right type and within
 * its own range. Relations between keys are checked later.
 *
 * <p>Immutable; safe for any thread.
 */
public final class Settings {
  private final Map<String, Object> values;

  private Settings(Map<String, Object> values) {
    this.values = values;
  }

  /**
   * Returns settings with the declared defaults, overridden by {@code overrides}, which name the
   * members of sections with free names. Words that studies used before are replaced.
   */
  public static Settings of(List<Parameter> parameters, Map<String, ?> overrides) {
    final Map<String, Object> values = new LinkedHashMap<>();
    for (Parameter parameter : KeyFamily.of(parameters, overrides.keySet())) {
      final Object override = overrides.get(parameter.key());
      values.put(parameter.key(), override != null ? override : parameter.defaultValue());
    }
    for (Parameter parameter : parameters) {
      if (values.get(parameter.key()) instanceof String word) {
        values.putAll(parameter.formerWords().getOrDefault(word, Map.of()));
      }
    }
    for (String key : overrides.keySet()) {
      if (!values.containsKey(key)) {
        throw undeclared(key);
      }
    }
    return new Settings(values);
  }

  /**
   * Returns the value of {@code key}.
   *
   * @throws SettingsException if it is absent
   */
  public <T> T get(Key<T> key) {
    return key.reader().apply(present(key.name()));
  }

  /** Returns the value of {@code key}, empty if it is absent. */
  public <T> Optional<T> find(Key<T> key) {
    return Optional.ofNullable(get(key.name())).map(key.reader());
  }

  /** Returns the names of the members of a section with free names, in the order of the study. */
  public List<String> members(String section) {
    return List.copyOf(KeyFamily.names(section, values.keySet()));
  }

  /** Returns the value of {@code key} as a study has it, for messages; null if it is absent. */
  public Object value(Key<?> key) {
    return get(key.name());
  }

  /** Returns the names of all keys, including members of sections. */
  public Set<String> keys() {
    return Collections.unmodifiableSet(values.keySet());
  }

  // By name, for those who know a machine by its rule page alone: reference models.

  /** Returns the value of {@code key}, null if it is absent. */
  public Object value(String key) {
    return get(key);
  }

  /** Returns whether the machine has the key {@code key}. */
  public boolean declares(String key) {
    return values.containsKey(key);
  }

  /** Returns whether {@code key} has a value. */
  public boolean has(String key) {
    return get(key) != null;
  }

  /** Returns an INTEGER, TICKS or BYTES value. */
  public long integer(String key) {
    return (Long) present(key);
  }

  /** Returns an INTEGER, TICKS or BYTES value, {@code fallback} if absent. */
  public long integer(String key, long fallback) {
    return has(key) ? integer(key) : fallback;
  }

  /** Returns a NUMBER value. */
  public double number(String key) {
    return (Double) present(key);
  }

  /** Returns a FLAG value. */
  public boolean flag(String key) {
    return (Boolean) present(key);
  }

  /** Returns a WORD value. */
  public String word(String key) {
    return (String) present(key);
  }

  /** Returns whether the value is a word instead of a NUMBER or TICKS. */
  public boolean isWord(String key) {
    return present(key) instanceof String;
  }

  /** Returns a WORDS value. */
  @SuppressWarnings("unchecked")
  public List<String> words(String key) {
    return (List<String>) present(key);
  }

  /** Returns a SHAPE, BYTES_LIST, SIZES or INTEGERS value. */
  @SuppressWarnings("unchecked")
  public List<Long> integers(String key) {
    return (List<Long>) present(key);
  }

  /** Returns a FILE value. */
  public InputFile file(String key) {
    return (InputFile) present(key);
  }

  private Object present(String key) {
    final Object value = get(key);
    if (value == null) {
      throw new SettingsException(key, "has no value; set it");
    }
    return value;
  }

  private Object get(String key) {
    if (!values.containsKey(key)) {
      throw undeclared(key);
    }
    return values.get(key);
  }

  private static IllegalArgumentException undeclared(String key) {
    return new IllegalArgumentException(
        "nobody declares the key " + key + "; put it into one of the machine's components");
  }
}

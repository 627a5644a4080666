package io.hopwright.models.declare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Family of keys with a free part: a machine declares {@code jobs.*.place} once, and a study names
 * the members of the section {@code jobs}. Each member has all keys of its section; members of an
 * inner section have only the keys that are set.
 */
public final class KeyFamily {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");

  /** Rule for names, for messages. */
  public static final String NAMES = "a letter and up to 63 more letters, digits, '_' and '-'";

  private KeyFamily() {}

  /**
   * Returns the keys of a study: the declared ones in their order, where each section of free keys
   * is replaced by the keys of its members.
   *
   * @param set keys that the study sets, which give the order of members
   */
  public static List<Parameter> of(List<Parameter> declared, Collection<String> set) {
    if (declared.stream().noneMatch(Parameter::isFree)) {
      return declared;
    }
    final List<Parameter> all = new ArrayList<>();
    final Set<String> sections = new HashSet<>();
    final List<String> free = new ArrayList<>(set);
    declared.forEach(parameter -> free.remove(parameter.key()));
    for (Parameter parameter : declared) {
      if (!parameter.isFree()) {
        all.add(parameter);
      } else if (sections.add(parameter.section())) {
        for (String name : names(parameter.section(), free)) {
          all.addAll(of(member(declared, parameter.section(), name), set));
        }
      }
    }
    return all;
  }

  private static List<Parameter> member(List<Parameter> declared, String section, String name) {
    return declared.stream()
        .filter(parameter -> parameter.isFree() && parameter.section().equals(section))
        .map(parameter -> parameter.of(name))
        .toList();
  }

  /** Returns the names of a section's members in the order of the keys. */
  static Set<String> names(String section, Collection<String> keys) {
    final Set<String> names = new LinkedHashSet<>();
    final String prefix = section + ".";
    for (String key : keys) {
      if (key.startsWith(prefix)) {
        final int end = key.indexOf('.', prefix.length());
        names.add(key.substring(prefix.length(), end < 0 ? key.length() : end));
      }
    }
    return names;
  }

  /** Returns the key named {@code key}; a key with free parts is returned for its member. */
  public static Optional<Parameter> find(List<Parameter> declared, String key) {
    return declared.stream()
        .map(parameter -> filled(parameter, key))
        .filter(parameter -> !parameter.isFree() && parameter.key().equals(key))
        .findFirst();
  }

  /** Returns a key whose free parts are replaced by those of a text, if these are valid names. */
  public static Parameter filled(Parameter parameter, String text) {
    if (!parameter.isFree()) {
      return parameter;
    }
    final String[] parts = parameter.key().split("\\.", -1);
    final String[] given = text.split("\\.", -1);
    Parameter filled = parameter;
    for (int i = 0; i < Math.min(parts.length, given.length); i++) {
      if (parts[i].equals(Parameter.FREE)) {
        if (!NAME.matcher(given[i]).matches()) {
          return filled;
        }
        filled = filled.of(given[i]);
      } else if (!parts[i].equals(given[i])) {
        return filled;
      }
    }
    return filled;
  }
}

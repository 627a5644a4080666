package io.hopwright.models.topology.family;

import io.hopwright.models.topology.description.DescriptionException;
import io.hopwright.models.topology.description.ParameterException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Parameters {@code KEY=VALUE} of a family. Confined to one thread. */
final class Parameters {
  private static final Pattern INTEGER = Pattern.compile("\\d{1,9}");
  private static final Pattern LIST = Pattern.compile("\\d{1,9}(x\\d{1,9})*");
  private static final int MOST_AXES = 6;

  private final String name;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final Set<String> asked = new LinkedHashSet<>();

  Parameters(String name, List<String> words) {
    this.name = name;
    for (String word : words) {
      final int equals = word.indexOf('=');
      if (equals < 1) {
        throw new DescriptionException(
            name + ": '" + word + "' is not a parameter; write KEY=VALUE, as in extents=4x4");
      }
      if (values.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
        throw error(word.substring(0, equals), "is given twice; leave one of them out");
      }
    }
  }

  /** Returns the name of the family. */
  String name() {
    return name;
  }

  boolean has(String key) {
    asked.add(key);
    return values.containsKey(key);
  }

  private String required(String key) {
    if (!has(key)) {
      throw error(key, "is missing; add " + key + "=…");
    }
    return values.get(key);
  }

  /** Returns a required integer. */
  int integer(String key, int least, int most) {
    return integer(key, required(key), least, most);
  }

  /** Returns an integer, a default if it is not given. */
  int integerOr(String key, int otherwise, int least, int most) {
    return has(key) ? integer(key, values.get(key), least, most) : otherwise;
  }

  private int integer(String key, String text, int least, int most) {
    final int value = INTEGER.matcher(text).matches() ? Integer.parseInt(text) : -1;
    if (value < least || value > most) {
      throw error(key, "is %s; use an integer from %d to %d".formatted(text, least, most));
    }
    return value;
  }

  /** Returns a seed: any long. */
  long seedOr(String key, long otherwise) {
    try {
      return has(key) ? Long.parseLong(values.get(key)) : otherwise;
    } catch (NumberFormatException e) {
      throw error(key, "is " + values.get(key) + "; use an integer of 64 bits");
    }
  }

  /** Returns a required list of integers, as in {@code 4x4x8}. */
  int[] list(String key, int leastLength, int least, int most) {
    final String text = required(key);
    if (!LIST.matcher(text).matches()) {
      throw error(key, "is " + text + "; use integers with an x between them, as in 4x4");
    }
    final String[] parts = text.split("x", -1);
    if (parts.length < leastLength || parts.length > MOST_AXES) {
      throw error(
          key,
          "has %d numbers; use %d to %d, as in 4x4"
              .formatted(parts.length, leastLength, MOST_AXES));
    }
    return Arrays.stream(parts).mapToInt(part -> integer(key, part, least, most)).toArray();
  }

  /** Returns a list of a given length, a number repeated if it is not given. */
  int[] listOr(String key, int length, int otherwise, int least, int most) {
    if (!has(key)) {
      final int[] list = new int[length];
      Arrays.fill(list, otherwise);
      return list;
    }
    final int[] list = list(key, 1, least, most);
    if (list.length != length) {
      throw error(key, "has %d numbers; use %d".formatted(list.length, length));
    }
    return list;
  }

  /** Returns one of several words, the first if none is given. */
  String wordOr(String key, List<String> words) {
    final String word = has(key) ? values.get(key) : words.get(0);
    if (!words.contains(word)) {
      throw error(key, "is " + word + "; use one of " + String.join(", ", words));
    }
    return word;
  }

  /** Refuses keys that no method was asked for. */
  void requireNoOther() {
    for (String key : values.keySet()) {
      if (!asked.contains(key)) {
        throw error(key, "is not a parameter of it; use " + String.join(", ", asked));
      }
    }
  }

  /** Returns an error of a parameter: what is wrong with it, and the remedy. */
  ParameterException error(String key, String what) {
    return new ParameterException(name, key, what);
  }

  /** Returns the family with all parameters as they are given. */
  String text() {
    final StringBuilder text = new StringBuilder(name);
    values.forEach((key, value) -> text.append(' ').append(key).append('=').append(value));
    return text.toString();
  }
}

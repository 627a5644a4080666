package io.hopwright.models.topology.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Names of routers that a format does not declare. Routers are numbered in the order of their names
 * if all names are integers, otherwise in the order of their first appearance.
 */
final class RouterNames {
  private static final int MOST_DIGITS = 18;

  private final Map<String, Integer> places = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private boolean integers = true;

  /** Returns the place of a name, from 0 in the order of appearance. */
  int place(String name) {
    final Integer known = places.putIfAbsent(name, names.size());
    if (known != null) {
      return known;
    }
    integers &= isInteger(name);
    names.add(name);
    return names.size() - 1;
  }

  private static boolean isInteger(String name) {
    return name.length() <= MOST_DIGITS
        && name.chars().allMatch(c -> c >= '0' && c <= '9')
        && (name.length() == 1 || name.charAt(0) != '0');
  }

  int size() {
    return names.size();
  }

  /** Returns the places of the routers in the order of their numbers. */
  int[] order() {
    return integers
        ? IntStream.range(0, names.size())
            .boxed()
            .sorted(Comparator.comparingLong(this::number))
            .mapToInt(Integer::intValue)
            .toArray()
        : IntStream.range(0, names.size()).toArray();
  }

  /** Returns whether all names are integers. */
  boolean areIntegers() {
    return integers;
  }

  /** Returns the integer that a name is. */
  long number(int place) {
    return Long.parseLong(names.get(place));
  }

  String name(int place) {
    return names.get(place);
  }
}

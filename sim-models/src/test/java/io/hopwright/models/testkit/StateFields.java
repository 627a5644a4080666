package io.hopwright.models.testkit;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Comparison of two objects of one class, field by field, down through all objects of this project
 * that they reach. It needs no help of the objects, so it also finds the fields that they forget.
 */
public final class StateFields {
  private record Pair(String name, Object one, Object other) {}

  private StateFields() {}

  /** Adds the fields that differ to a set, as {@code Class.field}. */
  public static void compare(Object one, Object other, Set<String> different) {
    final IdentityHashMap<Object, Object> seen = new IdentityHashMap<>();
    final Deque<Pair> pairs = new ArrayDeque<>();
    pairs.add(new Pair("", one, other));
    while (!pairs.isEmpty()) {
      final Pair pair = pairs.removeLast();
      if (pair.one == null || pair.other == null) {
        note(pair, pair.one != pair.other, different);
      } else if (seen.put(pair.one, pair.other) == null) {
        compare(pair, pairs, different);
      }
    }
  }

  private static void note(Pair pair, boolean differs, Set<String> different) {
    if (differs) {
      different.add(pair.name);
    }
  }

  private static void compare(Pair pair, Deque<Pair> pairs, Set<String> different) {
    final Class<?> type = pair.one.getClass();
    if (type != pair.other.getClass()) {
      // Functions have classes of their own.
      note(pair, !type.isSynthetic() && !type.isHidden(), different);
    } else if (type.isArray() && type.getComponentType().isPrimitive()) {
      note(pair, !Objects.deepEquals(pair.one, pair.other), different);
    } else if (type.isArray()) {
      addAll(pair, Array.getLength(pair.one), Array.getLength(pair.other), pairs, different);
    } else if (pair.one instanceof List<?> list && !type.getName().startsWith("io.hopwright")) {
      addLists(pair, list, (List<?>) pair.other, pairs, different);
    } else if (type.getName().startsWith("io.hopwright") && !type.isEnum()) {
      addFields(pair, type, pairs, different);
    } else if (!type.isEnum() && !type.isHidden() && !type.isSynthetic()) {
      final boolean values =
          type.getName().startsWith("org.HdrHistogram")
              || pair.one instanceof Number
              || pair.one instanceof String
              || pair.one instanceof Boolean;
      note(pair, values && !pair.one.equals(pair.other), different);
    }
  }

  private static void addAll(
      Pair pair, int length, int other, Deque<Pair> pairs, Set<String> different) {
    note(pair, length != other, different);
    for (int i = 0; i < Math.min(length, other); i++) {
      pairs.add(new Pair(pair.name, Array.get(pair.one, i), Array.get(pair.other, i)));
    }
  }

  private static void addLists(
      Pair pair, List<?> one, List<?> other, Deque<Pair> pairs, Set<String> different) {
    note(pair, one.size() != other.size(), different);
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      pairs.add(new Pair(pair.name, one.get(i), other.get(i)));
    }
  }

  private static void addFields(
      Pair pair, Class<?> type, Deque<Pair> pairs, Set<String> different) {
    for (Class<?> each = type; each != Object.class && each != null; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          final Pair next = values(each.getSimpleName() + "." + field.getName(), field, pair);
          if (field.getType().isPrimitive()) {
            note(next, !next.one.equals(next.other), different);
          } else {
            pairs.add(next);
          }
        }
      }
    }
  }

  private static Pair values(String name, Field field, Pair pair) {
    try {
      field.setAccessible(true);
      return new Pair(name, field.get(pair.one), field.get(pair.other));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(name, e);
    }
  }
}

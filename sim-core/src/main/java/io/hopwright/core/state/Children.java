package io.hopwright.core.state;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;

/** References of an object to other objects, each with a name that is the same in every JVM. */
final class Children {
  private Children() {}

  /** Passes each of them on, with its name; the name is null if it has none in every JVM. */
  static void of(Object object, BiConsumer<String, Object> told) {
    switch (Kind.of(object)) {
      case VALUE, PRIMITIVES, BITS, OPAQUE -> {}
      case ARRAY -> {
        final Object[] elements = (Object[]) object;
        for (int i = 0; i < elements.length; i++) {
          told.accept("[" + i + "]", elements[i]);
        }
      }
      case COLLECTION, FIXED_COLLECTION -> {
        final boolean ordered = !(object instanceof Set<?> set) || isOrdered(set);
        int index = 0;
        for (Object element : elements(object)) {
          told.accept(ordered ? "[" + index++ + "]" : name(element), element);
        }
      }
      case MAP, FIXED_MAP -> {
        final boolean ordered = isOrdered((Map<?, ?>) object);
        int index = 0;
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) object).entrySet()) {
          final String name = ordered ? "[" + index++ + "]" : name(entry.getKey());
          told.accept(name == null ? null : name + " key", entry.getKey());
          told.accept(name, entry.getValue());
        }
      }
      case ATOMIC -> {
        if (object instanceof AtomicReference<?> reference) {
          told.accept("value", reference.get());
        }
      }
      case RECORD, LAMBDA, OBJECT -> {
        // By number, as a field may have the name of one in a superclass.
        final Field[] fields = ClassFields.of(object.getClass());
        for (int i = 0; i < fields.length; i++) {
          if (!fields[i].getType().isPrimitive()) {
            told.accept("field " + i, ClassFields.get(fields[i], object));
          }
        }
      }
    }
  }

  /** Returns the elements of a collection or of an optional. */
  static List<Object> elements(Object collection) {
    return collection instanceof Optional<?> optional
        ? optional.map(List::<Object>of).orElse(List.of())
        : new ArrayList<>((Collection<?>) collection);
  }

  /** Returns the elements in an order that holds in every JVM, as far as they have one. */
  static List<Object> inOrder(Object collection) {
    final List<Object> elements = elements(collection);
    if (collection instanceof Set<?> set && !isOrdered(set)) {
      elements.sort(Comparator.comparing(Children::sortable));
    }
    return elements;
  }

  /** Returns the keys in an order that holds in every JVM, as far as they have one. */
  static List<Object> keysInOrder(Map<?, ?> map) {
    final List<Object> keys = new ArrayList<>(map.keySet());
    if (!isOrdered(map)) {
      keys.sort(Comparator.comparing(Children::sortable));
    }
    return keys;
  }

  private static String sortable(Object key) {
    final String name = name(key);
    return name == null ? "" : name;
  }

  private static boolean isOrdered(Set<?> set) {
    return set.size() < 2 || set instanceof LinkedHashSet || set instanceof SortedSet;
  }

  private static boolean isOrdered(Map<?, ?> map) {
    return map.size() < 2
        || map instanceof LinkedHashMap
        || map instanceof SortedMap
        || map instanceof EnumMap;
  }

  /** Returns a name for a key whose text is unique among all keys; null for other keys. */
  private static String name(Object key) {
    return key != null && Kind.of(key) == Kind.VALUE
        ? key.getClass().getName() + " " + (key instanceof Enum<?> word ? word.name() : key)
        : null;
  }
}

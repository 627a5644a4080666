package io.hopwright.core.state;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Objects that are not part of a run's state: everything reachable from the run's description. Two
 * networks with the same settings have the same such objects under the same names, also in
 * different JVMs. Immutable once built; safe for any thread.
 */
public final class Configuration {
  /** Name of an object that is reached only by ways without a name that always holds. */
  static final long UNNAMED = 0;

  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private final IdentityHashMap<Object, Long> names = new IdentityHashMap<>();
  private final Map<Long, Object> objects = new HashMap<>();

  private record Step(Object object, long name) {}

  /** Finds all objects that can be reached from an object. */
  public Configuration(Object root) {
    final ArrayDeque<Step> steps = new ArrayDeque<>();
    add(root, 1, steps);
    while (!steps.isEmpty()) {
      final Step step = steps.removeFirst();
      Children.of(step.object, (way, child) -> add(child, name(step.name, way), steps));
    }
  }

  private void add(Object object, long name, ArrayDeque<Step> steps) {
    if (object == null
        || Kind.of(object) == Kind.VALUE
        || names.putIfAbsent(object, name) != null) {
      return;
    }
    if (name != UNNAMED && objects.putIfAbsent(name, object) != null) {
      throw new IllegalStateException("two ways have the name " + name);
    }
    steps.addLast(new Step(object, name));
  }

  private static long name(long parent, String way) {
    if (parent == UNNAMED || way == null) {
      return UNNAMED;
    }
    // All 64 bits: texts often have equal hash codes.
    long mixed = parent;
    for (int i = 0; i < way.length(); i++) {
      mixed = (mixed ^ way.charAt(i)) * FACTOR;
      mixed ^= mixed >>> 29;
    }
    return mixed | 1;
  }

  /** Returns whether an object is part of the configuration. */
  boolean has(Object object) {
    return names.containsKey(object);
  }

  /** Returns the name of one of them. */
  long name(Object object) {
    return names.get(object);
  }

  /** Returns the one of a name; null if there is none. */
  Object named(long name) {
    return objects.get(name);
  }
}

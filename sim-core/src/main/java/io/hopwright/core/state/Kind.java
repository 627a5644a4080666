package io.hopwright.core.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Encodings of an object's state. */
enum Kind {
  /**
   * Encoded as a value that never changes: a text, a boxed number, a constant of an enum, a class.
   */
  VALUE,
  /** Encoded by the elements of an array of primitives. */
  PRIMITIVES,
  /** Encoded by the elements of an array of objects. */
  ARRAY,
  /** Encoded by its elements, which can be added and removed. */
  COLLECTION,
  /** Encoded by its keys and values, which can be added and removed. */
  MAP,
  /** Encoded by its elements, which never change. */
  FIXED_COLLECTION,
  /** Encoded by its keys and values, which never change. */
  FIXED_MAP,
  /** Encoded by the bits of a set. */
  BITS,
  /** Encoded by the number that it holds. */
  ATOMIC,
  /** Encoded by its components, which never change. */
  RECORD,
  /** Encoded by its captured values, which never change. */
  LAMBDA,
  /** Encoded by its fields. */
  OBJECT,
  /** Not at all: a class of the JDK, or one that extends it, of no other kind. */
  OPAQUE;

  /** Classes of the JDK whose instances are filled after they were made. */
  private static final Set<Class<?>> MUTABLE =
      Set.of(
          ArrayList.class,
          ArrayDeque.class,
          HashMap.class,
          LinkedHashMap.class,
          IdentityHashMap.class,
          EnumMap.class,
          HashSet.class,
          LinkedHashSet.class,
          PriorityQueue.class,
          LinkedList.class,
          TreeMap.class,
          TreeSet.class);

  static Kind of(Object object) {
    final Class<?> type = object.getClass();
    if (type.isArray()) {
      return type.getComponentType().isPrimitive() ? PRIMITIVES : ARRAY;
    }
    if (object instanceof String
        || (object instanceof Number && type.getPackageName().equals("java.lang"))
        || object instanceof Boolean
        || object instanceof Character
        || object instanceof Class
        || object instanceof Enum) {
      return VALUE;
    }
    if (object instanceof BitSet) {
      return BITS;
    }
    if (object instanceof AtomicLong
        || object instanceof AtomicInteger
        || object instanceof AtomicReference) {
      return ATOMIC;
    }
    if (type.isHidden() && !type.getModule().isNamed()) {
      return LAMBDA;
    }
    if (type.isRecord() && !type.getModule().isNamed()) {
      return RECORD;
    }
    return extendsJdk(type) ? ofJdk(object, type) : OBJECT;
  }

  /** Returns whether a class, or one that it extends, has fields that are inaccessible. */
  private static boolean extendsJdk(Class<?> type) {
    for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
      if (each.getModule().isNamed()) {
        return true;
      }
    }
    return false;
  }

  private static Kind ofJdk(Object object, Class<?> type) {
    if (object instanceof Map) {
      return MUTABLE.contains(type) ? MAP : FIXED_MAP;
    }
    if (object instanceof Collection) {
      return MUTABLE.contains(type) ? COLLECTION : FIXED_COLLECTION;
    }
    return object instanceof Optional ? FIXED_COLLECTION : OPAQUE;
  }
}

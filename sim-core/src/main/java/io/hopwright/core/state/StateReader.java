package io.hopwright.core.state;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reader of the state that {@link StateWriter} wrote, into a new object. Parts of the new object
 * are reused if they have the same class as the stored ones, so that references from elsewhere stay
 * valid.
 */
final class StateReader {
  /**
   * Factory of objects for libraries that read what others wrote: of module {@code
   * jdk.unsupported}.
   */
  private static final Object FACTORY;

  private static final Method MAKER;

  static {
    try {
      final Class<?> type = Class.forName("sun.reflect.ReflectionFactory");
      FACTORY = type.getMethod("getReflectionFactory").invoke(null);
      MAKER = type.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Configuration configuration;
  private final StateBuffer in;
  private final ClassLoader loader;
  private final List<Object> objects = new ArrayList<>();
  private final ArrayDeque<Object> bodies = new ArrayDeque<>();
  private final List<Restored> restored = new ArrayList<>();
  private final Set<Object> kept = Collections.newSetFromMap(new IdentityHashMap<>());

  private StateReader(byte[] state, Configuration configuration, ClassLoader loader) {
    in = new StateBuffer(state);
    this.configuration = configuration;
    this.loader = loader;
  }

  static void read(Object root, byte[] state, Configuration configuration) {
    final StateReader reader =
        new StateReader(state, configuration, StateReader.class.getClassLoader());
    if (reader.reference(root) != root) {
      throw new IllegalArgumentException(
          "the state is of something else than " + root.getClass().getName());
    }
    while (!reader.bodies.isEmpty()) {
      reader.body(reader.bodies.removeFirst());
    }
    reader.in.requireEnd();
    reader.restored.forEach(Restored::onRestored);
  }

  /** Reads a reference; {@code here} is what the new object refers to in the same place. */
  private Object reference(Object here) {
    return switch (in.takeByte()) {
      case StateWriter.NOTHING -> null;
      case StateWriter.AGAIN -> again(in.takeInt());
      case StateWriter.CONFIGURATION -> ofConfiguration(in.takeLong(), here);
      case StateWriter.VALUE -> Values.read(in, loader);
      case StateWriter.NEW -> made(here);
      case StateWriter.OPAQUE -> here;
      default -> throw StateBuffer.damaged();
    };
  }

  private Object again(int number) {
    if (number < 0 || number >= objects.size()) {
      throw StateBuffer.damaged();
    }
    final Object object = objects.get(number);
    if (object == null) {
      throw new IllegalStateException("a value refers to itself before it is created");
    }
    return object;
  }

  private Object ofConfiguration(long name, Object here) {
    if (name == Configuration.UNNAMED) {
      if (here == null || !configuration.has(here)) {
        throw new IllegalStateException("what has no name in the configuration has moved");
      }
      return here;
    }
    final Object named = configuration.named(name);
    if (named == null) {
      throw new IllegalArgumentException("the state is of another configuration");
    }
    return named;
  }

  private Object made(Object here) {
    final Kind kind = Kind.valueOf(in.takeName());
    final String name = in.takeName();
    final Object old =
        here != null && name.equals(StateWriter.name(here.getClass())) && kept.add(here)
            ? here
            : null;
    final int number = objects.size();
    objects.add(old);
    final Object object = begin(kind, name, old);
    objects.set(number, object);
    return object;
  }

  private Object begin(Kind kind, String name, Object old) {
    return switch (kind) {
      case PRIMITIVES -> in.takeArray(Values.load(name, loader).getComponentType(), old);
      case BITS -> bits((BitSet) old);
      case ARRAY -> {
        final int length = in.takeCount(Byte.BYTES);
        yield later(
            old != null && Array.getLength(old) == length
                ? old
                : Array.newInstance(Values.load(name, loader).getComponentType(), length));
      }
      case RECORD -> record(Values.load(name, loader), old);
      case LAMBDA -> lambda(name, old);
      case FIXED_COLLECTION -> fixed(old, name);
      case FIXED_MAP -> fixedMap((Map<?, ?>) old);
      case COLLECTION, MAP, ATOMIC -> later(old != null ? old : empty(Values.load(name, loader)));
      case OBJECT -> {
        if (old instanceof Restored each) {
          restored.add(each);
        }
        yield later(old != null ? old : raw(Values.load(name, loader)));
      }
      default -> throw StateBuffer.damaged();
    };
  }

  private Object later(Object object) {
    bodies.addLast(object);
    return object;
  }

  private void body(Object object) {
    switch (Kind.of(object)) {
      case ARRAY -> {
        final Object[] elements = (Object[]) object;
        for (int i = 0; i < elements.length; i++) {
          elements[i] = reference(elements[i]);
        }
      }
      case COLLECTION -> refill(object);
      case MAP -> refillMap(object);
      case ATOMIC -> atomic(object);
      default -> fields(object);
    }
  }

  private void fields(Object object) {
    for (Field field : ClassFields.ofState(object.getClass())) {
      if (field.getType().isPrimitive()) {
        final long bits = in.takeLong();
        if (ClassFields.bits(field, object) != bits) {
          ClassFields.set(field, object, ClassFields.ofBits(field.getType(), bits));
        }
      } else {
        final Object before = ClassFields.get(field, object);
        final Object after = reference(before);
        if (after != before && !keepsBuilt(field, before, after)) {
          ClassFields.set(field, object, after);
        }
      }
    }
  }

  private static boolean keepsBuilt(Field field, Object before, Object after) {
    return (before == null || after == null) && field.isAnnotationPresent(OptionalState.class);
  }

  private BitSet bits(BitSet old) {
    final BitSet bits = BitSet.valueOf((long[]) in.takeArray(long.class, null));
    if (old == null) {
      return bits;
    }
    old.clear();
    old.or(bits);
    return old;
  }

  @SuppressWarnings("unchecked") // the body is of the same class
  private void atomic(Object object) {
    if (object instanceof AtomicReference<?> reference) {
      ((AtomicReference<Object>) reference).set(reference(reference.get()));
    } else if (object instanceof AtomicLong number) {
      number.set(in.takeLong());
    } else {
      ((AtomicInteger) object).set((int) in.takeLong());
    }
  }

  @SuppressWarnings("unchecked") // elements are those that it had
  private void refill(Object object) {
    final Collection<Object> collection = (Collection<Object>) object;
    final List<Object> elements = list(Children.inOrder(collection));
    collection.clear();
    collection.addAll(elements);
  }

  private List<Object> list(List<Object> here) {
    final Iterator<Object> templates = here.iterator();
    final List<Object> elements = new ArrayList<>();
    for (int left = in.takeCount(Byte.BYTES); left > 0; left--) {
      elements.add(reference(templates.hasNext() ? templates.next() : null));
    }
    return elements;
  }

  @SuppressWarnings("unchecked") // keys and values are those that it had
  private void refillMap(Object object) {
    final Map<Object, Object> map = (Map<Object, Object>) object;
    final Map<Object, Object> entries = entries(map);
    map.clear();
    map.putAll(entries);
  }

  private Map<Object, Object> entries(Map<?, ?> here) {
    final Iterator<Object> keys = Children.keysInOrder(here).iterator();
    final Map<Object, Object> entries = new LinkedHashMap<>();
    for (int left = in.takeCount(Byte.BYTES); left > 0; left--) {
      final Object template = keys.hasNext() ? keys.next() : null;
      final Object key = reference(template);
      entries.put(key, reference(template == null ? null : here.get(template)));
    }
    return entries;
  }

  private Object fixed(Object old, String name) {
    final List<Object> here = old == null ? List.of() : Children.inOrder(old);
    final List<Object> elements = list(here);
    if (old != null && same(here, elements)) {
      return old;
    }
    if (Optional.class.getName().equals(name)) {
      return elements.isEmpty() ? Optional.empty() : Optional.of(elements.get(0));
    }
    final boolean isSet =
        old != null ? old instanceof Set : Set.class.isAssignableFrom(Values.load(name, loader));
    return isSet
        ? Collections.unmodifiableSet(new LinkedHashSet<>(elements))
        : Collections.unmodifiableList(elements);
  }

  private Object fixedMap(Map<?, ?> old) {
    final Map<?, ?> here = old == null ? Map.of() : old;
    final Map<Object, Object> entries = entries(here);
    final boolean unchanged =
        old != null
            && same(new ArrayList<>(here.keySet()), new ArrayList<>(entries.keySet()))
            && entries.entrySet().stream().allMatch(e -> here.get(e.getKey()) == e.getValue());
    return unchanged ? old : Collections.unmodifiableMap(entries);
  }

  private static boolean same(List<Object> some, List<Object> others) {
    if (some.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < some.size(); i++) {
      if (!same(some.get(i), others.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(Object one, Object other) {
    return one == other || (one != null && Kind.of(one) == Kind.VALUE && one.equals(other));
  }

  private Object record(Class<?> type, Object old) {
    final RecordComponent[] components = type.getRecordComponents();
    final Field[] fields = ClassFields.of(type);
    final Object[] values = new Object[components.length];
    boolean unchanged = old != null;
    for (Field field : fields) {
      final Object before = old == null ? null : ClassFields.get(field, old);
      final Object after;
      if (field.getType().isPrimitive()) {
        after = ClassFields.ofBits(field.getType(), in.takeLong());
      } else {
        after = reference(before);
      }
      unchanged = unchanged && same(before, after);
      for (int i = 0; i < components.length; i++) {
        if (components[i].getName().equals(field.getName())) {
          values[i] = after;
        }
      }
    }
    return unchanged ? old : construct(type, components, values);
  }

  private static Object construct(Class<?> type, RecordComponent[] components, Object... values) {
    try {
      final Constructor<?> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
      throw new IllegalStateException(e);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException("the state has a value that cannot be", e.getCause());
    }
  }

  /** Captured objects can have changed inside, but are still the same objects. */
  private Object lambda(String name, Object old) {
    if (old == null) {
      throw new IllegalStateException("a function of " + name + " cannot be made");
    }
    for (Field field : ClassFields.of(old.getClass())) {
      final boolean unchanged =
          field.getType().isPrimitive()
              ? ClassFields.bits(field, old) == in.takeLong()
              : sameAsBefore(ClassFields.get(field, old));
      if (!unchanged) {
        throw new IllegalStateException(
            "a function of " + name + " has captured something else, " + field.getName());
      }
    }
    return old;
  }

  private boolean sameAsBefore(Object before) {
    return same(before, reference(before));
  }

  /** Returns an instance without a state, of a class that has a constructor without arguments. */
  private static Object empty(Class<?> type) {
    try {
      return type.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type.getName() + " cannot be made", e);
    }
  }

  /** Returns an instance whose constructor has not run: all its fields follow. */
  private static Object raw(Class<?> type) {
    if (type.isArray() || type.isPrimitive() || Modifier.isAbstract(type.getModifiers())) {
      throw StateBuffer.damaged();
    }
    try {
      return ((Constructor<?>) MAKER.invoke(FACTORY, type, Object.class.getDeclaredConstructor()))
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type.getName() + " cannot be made", e);
    }
  }
}

package io.hopwright.core.state;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Writer of an object's state: its fields and those of all objects reachable from it, except the
 * {@link Configuration}. Each object is written once, even if several others refer to it.
 */
final class StateWriter {
  /** Forms of a reference. */
  static final int NOTHING = 0;

  static final int AGAIN = 1;
  static final int CONFIGURATION = 2;
  static final int VALUE = 3;
  static final int NEW = 4;
  static final int OPAQUE = 5;

  private final Configuration configuration;
  private final StateBuffer out;
  private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();
  private final ArrayDeque<Object> bodies = new ArrayDeque<>();

  private StateWriter(Configuration configuration, StateMemory memory) {
    this.configuration = configuration;
    out = new StateBuffer(memory.take());
  }

  /** Returns the state of an object in pieces, each from its beginning to its limit. */
  static List<ByteBuffer> write(Object root, Configuration configuration, StateMemory memory) {
    final StateWriter writer = new StateWriter(configuration, memory);
    writer.reference(root);
    while (!writer.bodies.isEmpty()) {
      writer.body(writer.bodies.removeFirst());
    }
    return writer.out.pieces();
  }

  private void reference(Object object) {
    if (object == null) {
      out.putByte(NOTHING);
      return;
    }
    final Kind kind = Kind.of(object);
    if (kind == Kind.VALUE) {
      out.putByte(VALUE);
      Values.write(object, out);
      return;
    }
    final Integer number = numbers.get(object);
    if (number != null) {
      out.putByte(AGAIN);
      out.putInt(number);
      return;
    }
    if (configuration.has(object)) {
      out.putByte(CONFIGURATION);
      out.putLong(configuration.name(object));
      return;
    }
    if (kind == Kind.OPAQUE) {
      opaque(object);
      return;
    }
    numbers.put(object, numbers.size());
    out.putByte(NEW);
    out.putName(kind.name());
    out.putName(name(object.getClass()));
    begin(kind, object);
  }

  /** Returns the name of a class; of one made while the program runs, that of where it was made. */
  static String name(Class<?> type) {
    final String name = type.getName();
    final int made = type.isHidden() ? name.indexOf("$$Lambda") : -1;
    return made < 0 ? name : name.substring(0, made);
  }

  /** Checks that an object without own state can be kept as it is. */
  private void opaque(Object object) {
    final Class<?> type = object.getClass();
    if (type != Object.class && !type.isHidden() && !(object instanceof Comparator)) {
      throw new IllegalStateException("the state of " + type.getName() + " cannot be saved");
    }
    out.putByte(OPAQUE);
  }

  /** Writes the data needed to create the object; the rest follows as its body. */
  private void begin(Kind kind, Object object) {
    switch (kind) {
      case PRIMITIVES -> out.putArray(object);
      case BITS -> out.putArray(((BitSet) object).toLongArray());
      case ARRAY -> {
        out.putInt(((Object[]) object).length);
        bodies.addLast(object);
      }
      case RECORD, LAMBDA -> fields(object);
      case FIXED_COLLECTION -> elements(object);
      case FIXED_MAP -> entries((Map<?, ?>) object);
      default -> bodies.addLast(object);
    }
  }

  private void body(Object object) {
    switch (Kind.of(object)) {
      case ARRAY -> {
        for (Object element : (Object[]) object) {
          reference(element);
        }
      }
      case COLLECTION -> elements(object);
      case MAP -> entries((Map<?, ?>) object);
      case ATOMIC -> atomic(object);
      default -> fields(object);
    }
  }

  private void atomic(Object object) {
    if (object instanceof AtomicReference<?> reference) {
      reference(reference.get());
    } else {
      out.putLong(
          object instanceof AtomicLong number ? number.get() : ((AtomicInteger) object).get());
    }
  }

  private void fields(Object object) {
    for (Field field : ClassFields.ofState(object.getClass())) {
      if (field.getType().isPrimitive()) {
        out.putLong(ClassFields.bits(field, object));
      } else {
        reference(ClassFields.get(field, object));
      }
    }
  }

  private void elements(Object collection) {
    final var elements = Children.inOrder(collection);
    out.putInt(elements.size());
    elements.forEach(this::reference);
  }

  private void entries(Map<?, ?> map) {
    final var keys = Children.keysInOrder(map);
    out.putInt(keys.size());
    for (Object key : keys) {
      reference(key);
      reference(map.get(key));
    }
  }
}

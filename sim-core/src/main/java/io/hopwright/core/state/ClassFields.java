package io.hopwright.core.state;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Instance fields of a class by name, beginning with those of its superclasses. */
final class ClassFields {
  private static final ClassValue<Field[]> FIELDS =
      new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
          final List<Field> fields = new ArrayList<>();
          if (type.getSuperclass() != null && type.getSuperclass() != Object.class) {
            fields.addAll(Arrays.asList(FIELDS.get(type.getSuperclass())));
          }
          Arrays.stream(type.getDeclaredFields())
              .filter(field -> !Modifier.isStatic(field.getModifiers()))
              .sorted(Comparator.comparing(Field::getName))
              .forEach(
                  field -> {
                    field.setAccessible(true);
                    fields.add(field);
                  });
          return fields.toArray(Field[]::new);
        }
      };

  private static final ClassValue<Field[]> STATE =
      new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
          return Arrays.stream(FIELDS.get(type))
              .filter(field -> !field.isAnnotationPresent(FromConfiguration.class))
              .toArray(Field[]::new);
        }
      };

  private ClassFields() {}

  /** Returns them, accessible; not to be changed. */
  static Field[] of(Class<?> type) {
    return FIELDS.get(type);
  }

  /** Returns the fields that are state, made accessible; not to be changed. */
  static Field[] ofState(Class<?> type) {
    return STATE.get(type);
  }

  static Object get(Field field, Object of) {
    try {
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a primitive as the bits of a {@code long}. */
  static long bits(Field field, Object of) {
    try {
      final Class<?> type = field.getType();
      if (type == boolean.class) {
        return field.getBoolean(of) ? 1 : 0;
      }
      if (type == double.class) {
        return Double.doubleToRawLongBits(field.getDouble(of));
      }
      if (type == float.class) {
        return Float.floatToRawIntBits(field.getFloat(of));
      }
      return type == char.class ? field.getChar(of) : field.getLong(of);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a primitive of a type from its {@link #bits}, boxed. */
  static Object ofBits(Class<?> type, long bits) {
    if (type == boolean.class) {
      return bits != 0;
    }
    if (type == double.class) {
      return Double.longBitsToDouble(bits);
    }
    if (type == float.class) {
      return Float.intBitsToFloat((int) bits);
    }
    if (type == long.class) {
      return bits;
    }
    if (type == int.class) {
      return (int) bits;
    }
    if (type == short.class) {
      return (short) bits;
    }
    return type == char.class ? (Object) (char) bits : (Object) (byte) bits;
  }

  static void set(Field field, Object of, Object value) {
    try {
      field.set(of, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " cannot be restored", e);
    }
  }
}

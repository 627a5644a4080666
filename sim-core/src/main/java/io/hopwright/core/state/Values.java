package io.hopwright.core.state;

import java.util.List;

/** Values that never change: strings, boxed numbers, enum constants and classes. */
final class Values {
  private static final List<Class<?>> NUMBERS =
      List.of(
          Long.class,
          Integer.class,
          Double.class,
          Boolean.class,
          Short.class,
          Byte.class,
          Character.class,
          Float.class);
  private static final int TEXT = NUMBERS.size();
  private static final int CONSTANT = TEXT + 1;
  private static final int CLASS = TEXT + 2;

  private Values() {}

  static void write(Object value, StateBuffer out) {
    final int number = NUMBERS.indexOf(value.getClass());
    if (number >= 0) {
      out.putByte(number);
      out.putLong(bits(value));
    } else if (value instanceof String text) {
      out.putByte(TEXT);
      out.putText(text);
    } else if (value instanceof Enum<?> constant) {
      out.putByte(CONSTANT);
      out.putName(constant.getDeclaringClass().getName());
      out.putName(constant.name());
    } else {
      out.putByte(CLASS);
      out.putName(((Class<?>) value).getName());
    }
  }

  private static long bits(Object value) {
    if (value instanceof Double number) {
      return Double.doubleToRawLongBits(number);
    }
    if (value instanceof Float number) {
      return Float.floatToRawIntBits(number);
    }
    if (value instanceof Boolean flag) {
      return flag ? 1 : 0;
    }
    return value instanceof Character letter ? letter : ((Number) value).longValue();
  }

  static Object read(StateBuffer in, ClassLoader loader) {
    final int type = in.takeByte();
    if (type == TEXT) {
      return in.takeText();
    }
    if (type == CLASS) {
      return load(in.takeName(), loader);
    }
    if (type == CONSTANT) {
      final Class<?> constants = load(in.takeName(), loader);
      final String name = in.takeName();
      for (Object constant : constants.getEnumConstants()) {
        if (((Enum<?>) constant).name().equals(name)) {
          return constant;
        }
      }
      throw StateBuffer.damaged();
    }
    if (type < 0 || type > CLASS) {
      throw StateBuffer.damaged();
    }
    return boxed(NUMBERS.get(type), in.takeLong());
  }

  private static Object boxed(Class<?> type, long bits) {
    if (type == Byte.class) {
      return (byte) bits;
    }
    final List<Class<?>> primitives =
        List.of(
            long.class,
            int.class,
            double.class,
            boolean.class,
            short.class,
            byte.class,
            char.class,
            float.class);
    return ClassFields.ofBits(primitives.get(NUMBERS.indexOf(type)), bits);
  }

  static Class<?> load(String name, ClassLoader loader) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "the state has a class " + name + ", which is not here", e);
    }
  }
}

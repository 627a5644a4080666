package io.hopwright.models.declare;

import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Key.Draft;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Binder between the keys of a study and a record whose components declare them: each component has
 * a {@link Setting}, or is itself a record of such components. Explanations list the keys in the
 * order of the components.
 *
 * <p>The type of a component determines the form of its values: {@code int}, {@code long}, {@code
 * double}, {@code boolean} or an enum, whose constants have a {@link Meaning}. {@link OptionalInt},
 * {@link OptionalLong} and {@link Optional} are empty if the study does not set the key; such a key
 * has no default. Lists, shapes, files, and words in place of a number are declared as a {@link
 * Key}.
 *
 * <p>The record is reflected once, when the binder is created; wrong declarations fail then.
 * Immutable; safe for any thread.
 *
 * @param <R> the record
 */
public final class KeyRecord<R extends Record> {
  /**
   * Component of the record.
   *
   * @param keys keys from which it is read
   * @param reader reader of its value; its names are the free parts of keys
   */
  private record Part(List<Key<?>> keys, BiFunction<Settings, String[], Object> reader) {
    static <T> Part of(Key<T> key) {
      return new Part(List.of(key), (settings, names) -> settings.get(key.of(names)));
    }

    static <T> Part optional(Key<T> key) {
      return new Part(List.of(key), (settings, names) -> settings.find(key.of(names)));
    }

    static <N extends Record> Part nested(KeyRecord<N> record) {
      return new Part(record.keys(), record::read);
    }
  }

  private final Constructor<R> constructor;
  private final List<Part> parts;

  private KeyRecord(Constructor<R> constructor, List<Part> parts) {
    this.constructor = constructor;
    this.parts = parts;
  }

  /**
   * Returns the binder of a record.
   *
   * @param keys declarations of the components that have a key and no meaning
   * @throws IllegalArgumentException if a component declares no key, or an invalid one
   */
  public static <R extends Record> KeyRecord<R> of(Class<R> type, Key<?>... keys) {
    final Map<String, Key<?>> given = new HashMap<>();
    for (Key<?> key : keys) {
      require(given.put(key.name(), key) == null, key + " is given twice");
    }
    final KeyRecord<R> record = of(type, given);
    require(given.isEmpty(), "%s has no setting for %s".formatted(type.getName(), given.keySet()));
    return record;
  }

  /** Returns the binder of a record, which takes the keys that its components have from a map. */
  private static <R extends Record> KeyRecord<R> of(Class<R> type, Map<String, Key<?>> given) {
    final RecordComponent[] components = type.getRecordComponents();
    final List<Part> parts =
        Stream.of(components).map(component -> part(component, given)).toList();
    try {
      final Constructor<R> constructor =
          type.getDeclaredConstructor(
              Stream.of(components).map(RecordComponent::getType).toArray(Class[]::new));
      constructor.setAccessible(true);
      return new KeyRecord<>(constructor, parts);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("each record has the constructor of its components", e);
    }
  }

  /** Returns the keys, in the order of the components. */
  public List<Key<?>> keys() {
    return parts.stream().<Key<?>>flatMap(part -> part.keys().stream()).toList();
  }

  /** Returns a part of a machine with these keys. */
  public Component component(String name) {
    return new Component(name, keys());
  }

  /**
   * Reads the record.
   *
   * @param names of the member of a section, if the keys have free parts
   * @throws SettingsException naming all keys that need a value and have none
   */
  public R read(Settings settings, String... names) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final List<Object> values = new ArrayList<>();
    for (Part part : parts) {
      values.add(problems.get(() -> part.reader().apply(settings, names)));
    }
    problems.throwIfAny();
    try {
      return constructor.newInstance(values.toArray());
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Part part(RecordComponent component, Map<String, Key<?>> given) {
    final Setting setting = component.getAnnotation(Setting.class);
    final Class<?> type = component.getType();
    if (setting == null) {
      require(type.isRecord(), name(component) + " has no @Setting and is not a record");
      return Part.nested(of(type.asSubclass(Record.class), given));
    }
    final Meaning meaning = component.getAnnotation(Meaning.class);
    final Key<?> key = given.remove(setting.key());
    require(
        (key == null) != (meaning == null),
        "%s needs either a @Meaning or a Key %s".formatted(name(component), setting.key()));
    try {
      return key != null ? given(key, type) : declared(component, setting, meaning.value());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name(component) + ": " + e.getMessage(), e);
    }
  }

  private static Part given(Key<?> key, Class<?> type) {
    final Object byDefault = key.parameter().defaultValue();
    final boolean optional = type == Optional.class;
    require(
        byDefault == null || (!optional && boxed(type).isInstance(key.reader().apply(byDefault))),
        "the default of " + key + " is not of its type");
    return optional ? Part.optional(key) : Part.of(key);
  }

  private static Part declared(RecordComponent component, Setting setting, String meaning) {
    final Class<?> type = component.getType();
    final String source =
        Stream.of(component, component.getDeclaringRecord())
            .map(declared -> declared.getAnnotation(Source.class))
            .filter(Objects::nonNull)
            .map(Source::value)
            .findFirst()
            .orElse(Key.ASSUMED);
    if (type == int.class || type == OptionalInt.class) {
      final Key<Integer> key = integer(setting).meaning(meaning).source(source);
      return type == int.class
          ? Part.of(key)
          : absent(key, found -> found.map(OptionalInt::of).orElseGet(OptionalInt::empty));
    }
    if (type == long.class || type == OptionalLong.class) {
      final Key<Long> key = longInteger(setting).meaning(meaning).source(source);
      return type == long.class
          ? Part.of(key)
          : absent(key, found -> found.map(OptionalLong::of).orElseGet(OptionalLong::empty));
    }
    if (type == double.class) {
      return Part.of(number(setting).meaning(meaning).source(source));
    }
    requireNoNumber(setting);
    if (type == boolean.class) {
      require(
          List.of("true", "false").contains(setting.word()), "a flag has the word true or false");
      return Part.of(
          Key.flag(setting.key(), Boolean.parseBoolean(setting.word()))
              .meaning(meaning)
              .source(source));
    }
    if (type == Optional.class) {
      final Class<?> of =
          (Class<?>) ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
      require(setting.word().isEmpty(), "an optional value has no default");
      return Part.optional(choice(of, setting).meaning(meaning).source(source));
    }
    return Part.of(choice(type, setting).meaning(meaning).source(source));
  }

  /** Reads an optional number. */
  private static <T> Part absent(Key<T> key, Function<Optional<T>, Object> optional) {
    require(key.parameter().defaultValue() == null, "an optional value has no default");
    return new Part(
        List.of(key), (settings, names) -> optional.apply(settings.find(key.of(names))));
  }

  private static Draft<Integer> integer(Setting setting) {
    requireNumber(setting, true);
    final int min = exactInt(setting.min());
    final int max = exactInt(setting.max());
    final Integer byDefault =
        Double.isNaN(setting.byDefault()) ? null : (Integer) exactInt(setting.byDefault());
    return switch (unit(setting)) {
      case NONE, OF_NAME -> Key.integer(setting.key(), byDefault, min, max);
      case TICKS -> Key.delay(setting.key(), byDefault, min, max);
      case BYTES -> Key.bytes(setting.key(), byDefault, min, max, (int) setting.step());
    };
  }

  private static Draft<Long> longInteger(Setting setting) {
    requireNumber(setting, true);
    require(setting.step() == 0, "a size that needs 64 bits has no step");
    final long min = (long) setting.min();
    final long max = (long) setting.max();
    final Long byDefault =
        Double.isNaN(setting.byDefault()) ? null : (Long) (long) setting.byDefault();
    return switch (unit(setting)) {
      case NONE, OF_NAME -> Key.longInteger(setting.key(), byDefault, min, max);
      case TICKS -> Key.ticks(setting.key(), byDefault, min, max);
      case BYTES -> Key.longBytes(setting.key(), byDefault, min, max);
    };
  }

  private static Draft<Double> number(Setting setting) {
    requireNumber(setting, false);
    require(unit(setting) == Unit.NONE, "a real number has no unit");
    require(!Double.isNaN(setting.byDefault()), "a real number has a default");
    return Key.number(setting.key(), setting.byDefault(), setting.min(), setting.max());
  }

  private static void requireNumber(Setting setting, boolean integer) {
    require(setting.word().isEmpty(), "a number has byDefault, and no word");
    require(setting.min() <= setting.max(), "a number has a range, min to max");
    require(
        Double.isNaN(setting.byDefault())
            || (setting.min() <= setting.byDefault() && setting.byDefault() <= setting.max()),
        "the default is outside its range");
    require(setting.step() == 0 || unit(setting) == Unit.BYTES, "only sizes have a step");
    require(
        setting.step() == 0
            || Double.isNaN(setting.byDefault())
            || setting.byDefault() % setting.step() == 0,
        "the default is not a multiple of its step");
    for (double number : new double[] {setting.min(), setting.max(), setting.byDefault()}) {
      require(
          !integer || Double.isNaN(number) || number == Math.rint(number),
          number + " is not an integer");
    }
  }

  private static void requireNoNumber(Setting setting) {
    require(
        setting.min() == 0
            && Double.isNaN(setting.max())
            && Double.isNaN(setting.byDefault())
            && setting.step() == 0
            && setting.unit() == Unit.OF_NAME,
        "only numbers have a unit, a range and byDefault");
  }

  private static Unit unit(Setting setting) {
    return setting.unit().of(setting.key());
  }

  private static int exactInt(double value) {
    require((int) value == value, value + " does not fit 32 bits");
    return (int) value;
  }

  private static Draft<?> choice(Class<?> type, Setting setting) {
    require(type.isEnum(), type.getName() + " is no type of a key's value");
    final List<Choice<Object>> choices = Choice.of((Object[]) type.getEnumConstants());
    final Object byDefault =
        setting.word().isEmpty()
            ? null
            : choices.stream()
                .filter(choice -> choice.word().equals(setting.word()))
                .findFirst()
                .orElseThrow(
                    () -> new IllegalArgumentException(setting.word() + " is none of its words"))
                .value();
    return Key.choice(setting.key(), byDefault, choices);
  }

  private static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }

  private static String name(RecordComponent component) {
    return component.getDeclaringRecord().getName() + "." + component.getName();
  }

  private static void require(boolean right, String message) {
    if (!right) {
      throw new IllegalArgumentException(message);
    }
  }
}

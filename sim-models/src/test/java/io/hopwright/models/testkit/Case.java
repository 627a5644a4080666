package io.hopwright.models.testkit;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.declare.KeyFamily;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Configuration as a user writes it: keys and values that differ from the defaults. Immutable.
 *
 * @param values by key; null stands for the default
 */
public record Case(Machine machine, Map<String, Object> values) {
  /**
   * Returns the machine with default settings, measured from tick 0 and not followed afterwards.
   */
  public static Case of(Machine machine) {
    return new Case(machine, Map.of()).set("run.warmupTicks=0 run.followTicks=0");
  }

  /** Returns the same configuration with some keys set; integers may have any type. */
  public Case with(Object... keysAndValues) {
    final Map<String, Object> more = new LinkedHashMap<>(values);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      more.put((String) keysAndValues[i], typed(keysAndValues[i + 1]));
    }
    return new Case(machine, more);
  }

  private static Object typed(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(Case::typed).toList();
    }
    return value instanceof Integer number ? (Object) number.longValue() : value;
  }

  /**
   * Returns the same configuration with keys set by text, {@code machine.shape=4x4x2
   * router.jsq=true}.
   */
  public Case set(String text) {
    Case changed = this;
    for (String setting : text.strip().split("\\s+", -1)) {
      if (!setting.isEmpty()) {
        final String[] keyAndValue = setting.split("=", 2);
        changed = changed.with(keyAndValue[0], value(keyAndValue[0], keyAndValue[1]));
      }
    }
    return changed;
  }

  /** Returns the same configuration with the defaults of some keys. */
  public Case without(Predicate<String> keys) {
    final Map<String, Object> rest = new LinkedHashMap<>(values);
    rest.keySet().removeIf(keys);
    return new Case(machine, rest);
  }

  /** Returns one case for each line of a text. */
  public Stream<Case> each(String lines) {
    return lines.lines().map(this::set);
  }

  private Object value(String key, String text) {
    final Parameter parameter =
        KeyFamily.find(machine.parameters(), key)
            .orElseThrow(() -> new IllegalArgumentException(machine.name() + " has no key " + key));
    if (parameter.words().contains(text)) {
      return parameter.kind() == Parameter.Kind.WORDS ? List.of(text) : text;
    }
    return switch (parameter.kind()) {
      case INTEGER, TICKS, BYTES, TIME -> Long.valueOf(text);
      case NUMBER -> Double.valueOf(text);
      case FLAG -> Boolean.valueOf(text);
      case WORD, QUANTITY -> text;
      case WORDS -> List.of(text.split(","));
      case SHAPE, BYTES_LIST, SIZES, INTEGERS ->
          Stream.of(text.split("[x,]")).map(Long::valueOf).toList();
      case FILE -> throw new IllegalArgumentException("give " + key + " as a value, not as text");
    };
  }

  /** Returns a random one of several values. */
  @SafeVarargs
  public static <T> T oneOf(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  public Case drained() {
    return set("run.end=drained");
  }

  public Case ticks(long ticks) {
    return with("run.ticks", ticks);
  }

  public Settings settings() {
    return Settings.of(machine.parameters(), values);
  }

  public Network<?> network() {
    return machine.network(settings());
  }

  /** Returns the sentences of the machine about keys that are set and not read. */
  public List<String> withoutEffect() {
    return machine.withoutEffect(settings(), Set.of());
  }

  /** Returns the results of a run. */
  public RunResult result() {
    return result(network());
  }

  private static <P extends Partition> RunResult result(Network<P> network) {
    return network.result(new SequentialExecutor().run(network, new RunMonitor()));
  }

  /** Returns all results of a run as one text. */
  public String text() {
    return text(network());
  }

  /** Returns all results of a run of a network as one text. */
  public static String text(Network<?> network) {
    return ResultText.of(result(network));
  }

  @Override
  public String toString() {
    return machine.name() + " " + values;
  }
}

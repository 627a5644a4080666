package io.hopwright.runner.config;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.KeyFamily;
import io.hopwright.models.declare.Parameter;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.support.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Complete configuration of one run: a machine and a value for each of its keys.
 *
 * @param id name of the run and its result
 * @param title description, possibly empty
 * @param machine the machine
 * @param settings one per parameter of the machine, in the order of their declaration
 */
public record ResolvedConfig(
    String id, String title, Machine machine, Map<String, Setting> settings) {
  /** The key that names the machine. */
  public static final String MODEL = "machine.model";

  /**
   * Returns a setting for each key of {@code machine}.
   *
   * @param layers settings in rising precedence, on top of the defaults
   * @param beyond keys that hold for some points only, and may name members of sections as well
   */
  static Map<String, Setting> settings(
      Machine machine, List<Map<String, Setting>> layers, Collection<String> beyond) {
    final Set<String> named = new LinkedHashSet<>();
    layers.forEach(layer -> named.addAll(layer.keySet()));
    named.addAll(beyond);
    final Map<String, Setting> settings = new LinkedHashMap<>();
    for (Parameter parameter : KeyFamily.of(machine.parameters(), named)) {
      Setting setting = Setting.of(parameter.defaultValue(), Origin.DEFAULT);
      for (Map<String, Setting> layer : layers) {
        setting = layer.getOrDefault(parameter.key(), setting);
      }
      settings.put(parameter.key(), setting);
    }
    return Collections.unmodifiableMap(settings);
  }

  /**
   * Returns the keys in the order of their declaration, including those of each member of a
   * section.
   */
  public List<Parameter> parameters() {
    return KeyFamily.of(machine.parameters(), settings.keySet());
  }

  /** Returns this configuration with other values, which {@code origin} has set. */
  public ResolvedConfig with(Map<String, ?> values, Origin origin) {
    final Map<String, Setting> changed = new LinkedHashMap<>(settings);
    values.forEach((key, value) -> changed.replace(key, Setting.of(value, origin)));
    return new ResolvedConfig(id, title, machine, Collections.unmodifiableMap(changed));
  }

  /**
   * Returns the network.
   *
   * @throws io.hopwright.runner.support.InputException with the reason if its settings are
   *     inconsistent
   */
  public Network<?> network() {
    final Mistakes mistakes = new Mistakes();
    final Network<?> network = network(mistakes);
    mistakes.throwIfAny();
    return network;
  }

  /**
   * Returns what a user should know before a run, one sentence each: the remarks of the network,
   * and which keys are set and not read.
   *
   * @param readElsewhere keys that another point of the study reads, which are not named
   */
  public List<String> remarks(Network<?> network, Set<String> readElsewhere) {
    return Stream.concat(network.remarks().stream(), withoutEffect(readElsewhere).stream())
        .toList();
  }

  /**
   * Returns sentences about keys that are set and not read.
   *
   * @param readElsewhere keys that are not named
   */
  public List<String> withoutEffect(Set<String> readElsewhere) {
    return machine.withoutEffect(values(), readElsewhere);
  }

  /** Returns the keys that are set to another value than their default, and read. */
  public Set<String> keysRead() {
    return machine.keysRead(values());
  }

  private Settings values() {
    final Map<String, Object> values = new LinkedHashMap<>();
    settings.forEach((key, setting) -> values.put(key, setting.value()));
    return Settings.of(machine.parameters(), values);
  }

  /** Returns the network; if its settings are inconsistent, adds the errors and returns null. */
  public Network<?> network(Mistakes mistakes) {
    try {
      return machine.network(values());
    } catch (SettingsException e) {
      for (SettingsException.Problem problem : e.problems()) {
        wrong(problem.key(), problem.message(), mistakes);
      }
      return null;
    }
  }

  /**
   * Notes an error; that of a default stands where a key was set that the message names, that of a
   * section where its first key was. An option of the command line is shown as it was given.
   */
  private void wrong(String key, String message, Mistakes mistakes) {
    final Setting setting = settings.getOrDefault(key, Setting.of(null, Origin.DEFAULT));
    if (!setting.origin().equals(Origin.DEFAULT)) {
      mistakes.add(setting.origin(), key, withoutHash(texts().get(key)), message);
      return;
    }
    final String cause =
        firstSet(message::contains)
            .or(() -> firstSet(other -> isMember(key) && other.startsWith(section(key))))
            .or(() -> firstSet(other -> other.startsWith(key + ".")))
            .orElse("");
    final String value = setting.value() == null ? null : texts().get(key);
    if (cause.isEmpty()) {
      mistakes.add(Origin.DEFAULT, key, value, message);
      return;
    }
    final Origin origin = settings.get(cause).origin();
    if (value == null) {
      mistakes.add(origin, key, null, message);
    } else if (origin.equals(Origin.SET)) {
      final String given = withoutHash(texts().get(cause));
      mistakes.add(origin, cause, given, key + " = " + value + " by default: " + message);
    } else {
      mistakes.add(origin, key, value + " by default", message);
    }
  }

  private Optional<String> firstSet(Predicate<String> which) {
    return settings.entrySet().stream()
        .filter(other -> !other.getValue().origin().equals(Origin.DEFAULT))
        .map(Map.Entry::getKey)
        .filter(which)
        .findFirst();
  }

  /** Returns whether a key is one of a member that the study has named. */
  private boolean isMember(String key) {
    return settings.containsKey(key)
        && machine.parameters().stream().noneMatch(known -> known.key().equals(key));
  }

  private static String section(String key) {
    return key.substring(0, key.lastIndexOf('.') + 1);
  }

  private static String withoutHash(String text) {
    return text.replaceAll(InputFile.HASH + "[0-9a-f]*", "");
  }

  /** Returns the value of {@code key} in its Java type. */
  public Object value(String key) {
    return settings.get(key).value();
  }

  /**
   * Returns all values as HOCON, including {@value #MODEL}. They are sorted by key, followed by
   * those of the members of sections, whose order has a meaning.
   */
  public Map<String, String> texts() {
    return texts(machine, settings);
  }

  /** Returns settings as HOCON in the order of {@link #texts()}. */
  static Map<String, String> texts(Machine machine, Map<String, Setting> settings) {
    final Map<String, String> texts = new TreeMap<>();
    texts.put(MODEL, machine.name());
    final Map<String, String> members = new LinkedHashMap<>();
    final Set<String> declared =
        machine.parameters().stream().map(Parameter::key).collect(Collectors.toSet());
    for (Parameter parameter : KeyFamily.of(machine.parameters(), settings.keySet())) {
      final Map<String, String> among = declared.contains(parameter.key()) ? texts : members;
      among.put(parameter.key(), settings.get(parameter.key()).text(parameter));
    }
    final Map<String, String> all = new LinkedHashMap<>(texts);
    all.putAll(members);
    return Collections.unmodifiableMap(all);
  }

  /** Returns a study that simulates exactly this configuration. */
  public String render() {
    return Format.resolved(id, title, texts());
  }

  /** Returns the SHA-256 of {@link #render} in hexadecimal digits. */
  public String sha256() {
    return Hashes.of(render().getBytes(StandardCharsets.UTF_8));
  }
}

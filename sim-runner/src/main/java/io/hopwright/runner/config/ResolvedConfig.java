package io.hopwright.runner.config;

import io.hopwright.models.machine.InputFile;
import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.Parameter;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.support.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything one run depends on: a machine and a value for each of its keys.
 *
 * @param id names the run and its result
 * @param title says what it is, empty if nobody did
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
   */
  static Map<String, Setting> settings(Machine machine, List<Map<String, Setting>> layers) {
    final Map<String, Setting> settings = new LinkedHashMap<>();
    for (Parameter parameter : machine.parameters()) {
      Setting setting = Setting.of(parameter.defaultValue(), Origin.DEFAULT);
      for (Map<String, Setting> layer : layers) {
        setting = layer.getOrDefault(parameter.key(), setting);
      }
      settings.put(parameter.key(), setting);
    }
    return Collections.unmodifiableMap(settings);
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
   * @throws io.hopwright.runner.support.InputException that says why its settings do not fit
   *     together
   */
  public Network<?> network() {
    final Mistakes mistakes = new Mistakes();
    final Network<?> network = network(mistakes);
    mistakes.throwIfAny();
    return network;
  }

  /** Returns the network, or null and notes why its settings do not fit together. */
  public Network<?> network(Mistakes mistakes) {
    final Map<String, Object> values = new LinkedHashMap<>();
    settings.forEach((key, setting) -> values.put(key, setting.value()));
    try {
      return machine.network(Settings.of(machine.parameters(), values));
    } catch (SettingsException e) {
      for (SettingsException.Problem problem : e.problems()) {
        wrong(problem.key(), problem.message(), mistakes);
      }
      return null;
    }
  }

  /** Notes a mistake; that of a default stands where a key was set that the message names. */
  private void wrong(String key, String message, Mistakes mistakes) {
    final Setting setting = settings.getOrDefault(key, Setting.of(null, Origin.DEFAULT));
    if (!setting.origin().equals(Origin.DEFAULT)) {
      mistakes.add(setting.origin(), key, withoutHash(texts().get(key)), message);
      return;
    }
    final Origin cause =
        settings.entrySet().stream()
            .filter(other -> message.contains(other.getKey()))
            .map(other -> other.getValue().origin())
            .filter(origin -> !origin.equals(Origin.DEFAULT))
            .findFirst()
            .orElse(Origin.DEFAULT);
    final String value = setting.value() == null ? null : texts().get(key);
    final boolean elsewhere = value != null && !cause.equals(Origin.DEFAULT);
    mistakes.add(cause, key, elsewhere ? value + " by default" : value, message);
  }

  private static String withoutHash(String text) {
    return text.replaceAll(InputFile.HASH + "[0-9a-f]*", "");
  }

  /** Returns the value of {@code key} in its Java type. */
  public Object value(String key) {
    return settings.get(key).value();
  }

  /** Returns all values as HOCON, sorted by key, {@value #MODEL} included. */
  public SortedMap<String, String> texts() {
    return texts(machine, settings);
  }

  /** Returns settings as HOCON, sorted by key, the machine's name included. */
  static SortedMap<String, String> texts(Machine machine, Map<String, Setting> settings) {
    final SortedMap<String, String> texts = new TreeMap<>();
    texts.put(MODEL, machine.name());
    for (Parameter parameter : machine.parameters()) {
      texts.put(parameter.key(), settings.get(parameter.key()).text(parameter));
    }
    return texts;
  }

  /** Returns a study that simulates exactly this. */
  public String render() {
    return Format.resolved(id, title, texts());
  }

  /** Returns the SHA-256 of {@link #render} in hexadecimal digits. */
  public String sha256() {
    return Hashes.of(render().getBytes(StandardCharsets.UTF_8));
  }
}

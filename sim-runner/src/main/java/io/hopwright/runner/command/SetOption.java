package io.hopwright.runner.command;

import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option that overrides keys. */
final class SetOption {
  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Override a key, also in runs of the study that set it; can be repeated. See"
              + " hopwright explain.")
  private List<String> set = new ArrayList<>();

  /** Returns what was given, as it was written. */
  List<String> texts() {
    return set;
  }

  /** Returns an experiment with all overrides. */
  Experiment applied(Experiment experiment) {
    Experiment changed = experiment;
    for (Map.Entry<String, String> override : overrides().entrySet()) {
      changed = changed.set(override.getKey(), override.getValue());
    }
    return changed;
  }

  /** Returns the values by key. */
  Map<String, String> overrides() {
    final Map<String, String> overrides = new LinkedHashMap<>();
    for (String text : set) {
      final int equals = text.indexOf('=');
      if (equals <= 0) {
        throw new InputException(
            "--set " + Excerpt.of(text) + ": write KEY=VALUE, as in --set seed=2");
      }
      put(
          overrides,
          text.substring(0, equals).strip(),
          text.substring(equals + 1).strip(),
          "--set " + Excerpt.of(text));
    }
    return overrides;
  }

  /** Adds a value of a key, which may have no other one yet. */
  static void put(Map<String, String> overrides, String key, String value, String option) {
    final String before = overrides.put(key, value);
    if (before != null && !before.equals(value)) {
      throw new InputException(
          option
              + ": "
              + key
              + " is set to "
              + Excerpt.of(before)
              + " by an earlier --set; give one value");
    }
  }
}

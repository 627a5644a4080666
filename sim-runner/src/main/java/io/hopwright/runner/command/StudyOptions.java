package io.hopwright.runner.command;

import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.Study;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that select a study and its settings. */
final class StudyOptions {
  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Override a key, also in runs of the study that set it; can be repeated. See"
              + " hopwright explain.")
  private List<String> set = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "N", description = "Seed of all random numbers.")
  private Long seed;

  @Option(
      names = "--scale",
      paramLabel = "quick|paper",
      description =
          "Size of the study: quick (about a minute, the default) or paper (as" + " published).")
  private Scale scale;

  /** Returns the study that the user calls {@code name}, with all overrides. */
  Experiment experiment(Session session, String name) {
    final Map<String, String> overrides = overrides();
    if (seed != null) {
      put(new LinkedHashMap<>(overrides), "seed", seed.toString(), "--seed " + seed);
    }
    Experiment experiment = session.hopwright().study(name).scale(scale);
    for (Map.Entry<String, String> override : overrides.entrySet()) {
      experiment = experiment.set(override.getKey(), override.getValue());
    }
    return (seed == null ? experiment : experiment.seed(seed)).commandLine(session.commandLine());
  }

  /** Reads the study that the user calls {@code name}, with all overrides. */
  Study study(Session session, String name) {
    return experiment(session, name).read();
  }

  Scale scale() {
    return scale == null ? Scale.QUICK : scale;
  }

  /** Returns these options as words of another command line. */
  List<String> arguments() {
    final List<String> arguments = new ArrayList<>();
    set.forEach(text -> arguments.addAll(List.of("--set", text)));
    if (seed != null) {
      arguments.addAll(List.of("--seed", seed.toString()));
    }
    if (scale != null) {
      arguments.addAll(List.of("--scale", scale.toString()));
    }
    return arguments;
  }

  private Map<String, String> overrides() {
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

  private static void put(Map<String, String> overrides, String key, String value, String option) {
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

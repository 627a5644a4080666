package io.hopwright.runner.command;

import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.command.session.Session;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.Study;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that select a study and its settings. */
final class StudyOptions {
  @Mixin private SetOption set;

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
    final Map<String, String> overrides = set.overrides();
    if (seed != null) {
      SetOption.put(new LinkedHashMap<>(overrides), "seed", seed.toString(), "--seed " + seed);
    }
    final Experiment experiment = set.applied(session.hopwright().study(name).scale(scale));
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
    set.texts().forEach(text -> arguments.addAll(List.of("--set", text)));
    if (seed != null) {
      arguments.addAll(List.of("--seed", seed.toString()));
    }
    if (scale != null) {
      arguments.addAll(List.of("--scale", scale.toString()));
    }
    return arguments;
  }
}

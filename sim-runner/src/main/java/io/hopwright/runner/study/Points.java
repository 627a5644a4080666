package io.hopwright.runner.study;

import io.hopwright.models.declare.Parameter;
import io.hopwright.runner.config.ParameterText;
import io.hopwright.runner.config.RunSettings;
import io.hopwright.runner.config.Setting;
import io.hopwright.runner.support.Excerpt;
import io.hopwright.runner.support.InputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Separation of a study into its points.
 *
 * @param study the study
 * @param scale scale at which they are simulated
 */
record Points(Study study, Scale scale) {
  private static final int MOST = 10_000;

  /** File systems take 255 bytes; what a point grows under is longer than its name. */
  private static final int LONGEST_NAME = 160;

  List<Point> all() {
    final Map<RunSpec, RunSettings> runs = new LinkedHashMap<>();
    study.runs().forEach(run -> runs.put(run, study.runSettings(run, scale)));
    if (runs.isEmpty()) {
      runs.put(
          new RunSpec("", "", Map.of(), Map.of(), List.of(), ExecutionMode.ANY, false),
          study.runSettings(scale));
    }
    checkNumber(List.copyOf(runs.values()));
    final List<Point> points = new ArrayList<>();
    runs.forEach((run, settings) -> points.addAll(of(run, settings)));
    return List.copyOf(points);
  }

  private void checkNumber(List<RunSettings> runs) {
    final double number = runs.stream().mapToDouble(RunSettings::combinations).sum();
    if (number > MOST) {
      final String lists =
          runs.stream()
              .flatMap(run -> run.listed().entrySet().stream())
              .map(
                  entry ->
                      "%s values of %s (%s)"
                          .formatted(
                              entry.getValue().values().size(),
                              entry.getKey(),
                              entry.getValue().origin()))
              .distinct()
              .collect(Collectors.joining(", "));
      throw new InputException(
          "%s: the study has %.0f points, above the limit of %d; shorten its lists: %s"
              .formatted(study.id(), number, MOST, lists));
    }
  }

  private List<Point> of(RunSpec run, RunSettings settings) {
    List<Map<String, Object>> combinations = List.of(Map.of());
    for (Map.Entry<String, Setting> key : settings.listed().entrySet()) {
      final List<Map<String, Object>> longer = new ArrayList<>();
      for (Map<String, Object> combination : combinations) {
        for (Object value : key.getValue().values()) {
          final Map<String, Object> one = new LinkedHashMap<>(combination);
          one.put(key.getKey(), value);
          longer.add(one);
        }
      }
      combinations = longer;
    }
    return combinations.stream()
        .map(
            values ->
                new Point(
                    run, values, path(run.name(), name(settings, values)), settings.with(values)))
        .toList();
  }

  private static String path(String run, String name) {
    return run.isEmpty() || name.isEmpty() ? run + name : run + "/" + name;
  }

  /** Returns the name of a point's directory: {@code load=0.5,seed=2}. */
  private String name(RunSettings settings, Map<String, Object> values) {
    final String name =
        settings.parameters().stream()
            .filter(parameter -> values.containsKey(parameter.key()))
            .map(parameter -> entry(parameter, values))
            .collect(Collectors.joining(","));
    if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      throw new InputException(
          "%s: %s is too long for the name of a directory; list values for fewer keys"
              .formatted(study.id(), Excerpt.of(name)));
    }
    return name;
  }

  private static String entry(Parameter parameter, Map<String, Object> values) {
    final String last = last(parameter.key());
    final boolean clear =
        values.keySet().stream().filter(key -> last(key).equals(last)).count() < 2;
    return (clear ? last : parameter.key())
        + "="
        + ParameterText.bare(parameter, values.get(parameter.key()));
  }

  private static String last(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }
}

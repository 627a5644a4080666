package io.hopwright.runner.study;

import io.hopwright.models.run.Machine;
import io.hopwright.runner.config.ConditionalSettings;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.config.RunSettings;
import io.hopwright.runner.config.Setting;
import io.hopwright.runner.support.InputException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Study as described by its file and modified by the command line.
 *
 * @param id name of the study and its results
 * @param title description, possibly empty
 * @param paper paper that it reproduces, possibly empty
 * @param description further description, possibly empty
 * @param machine the machine; null for a study of parts
 * @param settings settings of the machine, for all runs
 * @param scales further settings, by scale
 * @param beyond further settings for some points
 * @param runs its runs, in the order of their names in the file
 * @param checks published claims, in the order of the file
 * @param figures figures of its report, in the order of the file
 * @param overrides settings of the command line, on top of all others
 * @param parts the studies of which it consists; then it has no machine, settings, runs and checks
 */
public record Study(
    String id,
    String title,
    String paper,
    String description,
    Machine machine,
    Map<String, Setting> settings,
    Map<Scale, Map<String, Setting>> scales,
    List<ConditionalSettings> beyond,
    List<RunSpec> runs,
    List<Check> checks,
    List<Figure> figures,
    Map<String, Setting> overrides,
    List<Study> parts) {

  /**
   * Returns the settings of the study itself, without any of its runs.
   *
   * @throws InputException if it consists of parts
   */
  public RunSettings runSettings(Scale scale) {
    if (!parts.isEmpty()) {
      throw new InputException(
          ("%s: the study consists of the studies %s; name one of them, or use hopwright"
                  + " reproduce or sweep")
              .formatted(id, parts.stream().map(Study::id).collect(Collectors.joining(", "))));
    }
    return RunSettings.of(
        id,
        title,
        machine,
        List.of(settings, scales.getOrDefault(scale, Map.of()), overrides),
        beyond);
  }

  /** Returns the settings of one of its runs. */
  public RunSettings runSettings(RunSpec run, Scale scale) {
    return RunSettings.of(
        id + "." + run.name(),
        run.title().isEmpty() ? title : run.title(),
        machine,
        List.of(
            settings,
            scales.getOrDefault(scale, Map.of()),
            run.set(),
            run.scales().getOrDefault(scale, Map.of()),
            overrides),
        run.beyond().isEmpty() ? beyond : run.beyond());
  }

  /** Returns the settings of each of its runs, or its own without runs. */
  public List<RunSettings> allSettings(Scale scale) {
    return runs.isEmpty()
        ? List.of(runSettings(scale))
        : runs.stream().map(run -> runSettings(run, scale)).toList();
  }

  /**
   * Returns the study's own configuration, without any of its runs.
   *
   * @throws InputException if it has several
   */
  public ResolvedConfig resolve(Scale scale) {
    return runSettings(scale).only();
  }

  /**
   * Returns all points: its runs, or itself without runs, each with every combination of the listed
   * values of keys. Points of parts are not included.
   *
   * @throws InputException if there are too many
   */
  public List<Point> points(Scale scale) {
    return new Points(this, scale).all();
  }

  /** Returns the keys that some point sets to another value than their default, and reads. */
  public Set<String> keysRead(Scale scale) {
    return points(scale).stream()
        .flatMap(point -> point.config().keysRead().stream())
        .collect(Collectors.toSet());
  }

  /** Returns itself, or its parts if it has any. */
  public List<Study> partsOrSelf() {
    return parts.isEmpty() ? List.of(this) : parts;
  }

  /**
   * Returns whether it measures the speed of simulations, so that no other work may run meanwhile.
   */
  public boolean isAboutSpeed() {
    return checks.stream().anyMatch(Check::isAboutSpeed);
  }

  /** Returns whether any setting of the study depends on {@code scale}. */
  public boolean has(Scale scale) {
    return scales.containsKey(scale)
        || parts.stream().anyMatch(part -> part.has(scale))
        || runs.stream().anyMatch(run -> run.scales().containsKey(scale));
  }

  /** Returns the figures with a curve of one of its runs. */
  public List<Figure> figuresOf(String run) {
    return figures.stream().filter(figure -> figure.shows(run)).toList();
  }

  /** Returns the checks that use one of its runs. */
  public List<Check> checksOf(String run) {
    return checks.stream().filter(check -> check.runs().contains(run)).toList();
  }
}

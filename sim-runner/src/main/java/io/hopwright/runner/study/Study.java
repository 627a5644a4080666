package io.hopwright.runner.study;

import io.hopwright.models.machine.Machine;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.config.Setting;
import java.util.List;
import java.util.Map;

/**
 * A study as its file describes it, and as the command line changes it.
 *
 * @param id names it and its results
 * @param title says what it is, empty if nobody did
 * @param paper what it reproduces, empty if nothing
 * @param description more about it, may be empty
 * @param machine the machine
 * @param settings of the machine, for all runs
 * @param scales settings on top of those, by scale
 * @param runs what reproduces it, in the order of their names in the file
 * @param checks published claims, in the order of the file
 * @param overrides settings of the command line, on top of everything
 */
public record Study(
    String id,
    String title,
    String paper,
    String description,
    Machine machine,
    Map<String, Setting> settings,
    Map<Scale, Map<String, Setting>> scales,
    List<RunSpec> runs,
    List<Check> checks,
    Map<String, Setting> overrides) {

  /** Returns the study's own configuration, without any of its runs. */
  public ResolvedConfig resolve(Scale scale) {
    return ResolvedConfig.of(
        id, title, machine, List.of(settings, scales.getOrDefault(scale, Map.of()), overrides));
  }

  /** Returns the configuration of one of its runs. */
  public ResolvedConfig resolve(RunSpec run, Scale scale) {
    return ResolvedConfig.of(
        id + "." + run.name(),
        run.title().isEmpty() ? title : run.title(),
        machine,
        List.of(
            settings,
            scales.getOrDefault(scale, Map.of()),
            run.set(),
            run.scales().getOrDefault(scale, Map.of()),
            overrides));
  }

  /** Tells whether anything in the study depends on {@code scale}. */
  public boolean has(Scale scale) {
    return scales.containsKey(scale)
        || runs.stream().anyMatch(run -> run.scales().containsKey(scale));
  }

  /** Returns the checks that one of its runs takes part in. */
  public List<Check> checksOf(RunSpec run) {
    return checks.stream().filter(check -> check.runs().contains(run.name())).toList();
  }
}

package io.hopwright.runner.app;

import io.hopwright.models.measure.Metric;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.results.Declarations;
import io.hopwright.runner.results.StoredRun;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.PublicApi;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Measurements of one job of a run. They have the names of {@code docs/results.md} without the name
 * of the job: {@code makespanTicks}, {@code share.compute}, {@code messageLatencyTicks.p99}.
 * Immutable.
 */
@PublicApi
public final class JobResult {
  private static final String PREFIX = "jobs.";

  private final String name;
  private final Map<String, Double> numbers = new LinkedHashMap<>();
  private final Map<String, String> units = new LinkedHashMap<>();

  private JobResult(String name) {
    this.name = name;
  }

  /** Reads the numbers of a job: members of families, and families of its own. */
  static JobResult of(String name, StoredRun run) {
    final JobResult job = new JobResult(name);
    final String end = "." + name;
    for (Metric metric : run.declarations().of(Declarations.SUMMARY)) {
      if (!metric.name().startsWith(PREFIX)) {
        continue;
      }
      final String family = metric.name().substring(PREFIX.length());
      for (String path : metric.paths()) {
        final String rest = path.substring(metric.name().length());
        if (rest.equals(end)) {
          job.put(family, metric.unit(), run.summary().value(path));
        } else if (family.endsWith(end)) {
          job.put(
              family.substring(0, family.length() - end.length()) + rest,
              metric.unit(),
              run.summary().value(path));
        }
      }
    }
    return job;
  }

  private void put(String number, String unit, Object value) {
    if (value instanceof Boolean flag) {
      numbers.put(number, flag ? 1.0 : 0.0);
    } else if (value == null || value instanceof Number) {
      numbers.put(number, value instanceof Number found ? found.doubleValue() : Double.NaN);
    }
    units.put(number, unit);
  }

  /** Returns the name of the job in its study. */
  public String name() {
    return name;
  }

  /** Returns all numbers by name; NaN if a number was not measured. */
  public Map<String, Double> numbers() {
    return Collections.unmodifiableMap(numbers);
  }

  /**
   * Returns a number; NaN if it was not measured.
   *
   * @throws InputException if there is no number of this name
   */
  public double number(String number) {
    requireKnown(number);
    return numbers.get(number);
  }

  /**
   * Returns the unit of a number; empty for a pure number.
   *
   * @throws InputException if there is no number of this name
   */
  public String unit(String number) {
    requireKnown(number);
    return units.get(number);
  }

  private void requireKnown(String number) {
    if (!numbers.containsKey(number)) {
      throw new InputException(
          number
              + ": job "
              + name
              + " has no number of this name"
              + Nearest.questionOr(
                  number, numbers.keySet(), "it has " + String.join(", ", numbers.keySet())));
    }
  }
}

package io.hopwright.runner.app;

import io.hopwright.models.measure.Metric;
import io.hopwright.models.run.RunPlan;
import io.hopwright.runner.config.Nearest;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.results.Caveats;
import io.hopwright.runner.results.Declarations;
import io.hopwright.runner.results.ResultReader;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.StoredRun;
import io.hopwright.runner.support.InputException;
import io.hopwright.runner.support.Internal;
import io.hopwright.runner.support.PublicApi;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Result of one run, backed by its directory, which is read on first access. Numbers are addressed
 * by their paths in {@code summary.json}, such as {@code responseTicks.mean}; {@code
 * docs/results.md} lists them. Thread-safe.
 */
@PublicApi
public final class Result {
  private static final String JOBS = "jobs.ranks";
  private static final String TICKS = "ticks";

  private final String point;
  private final Path directory;
  private final Outcome outcome;
  private final Map<String, Object> summary;
  private final boolean endsAtATick;
  private StoredRun stored;

  /**
   * Creates the result of a run that was just simulated, without reading its directory.
   *
   * @param summary the summary in the directory; null to read it from there
   */
  Result(
      String point,
      Path directory,
      Completion run,
      Map<String, Object> summary,
      boolean endsAtATick) {
    this.point = point;
    this.directory = directory;
    this.summary = summary;
    this.endsAtATick = endsAtATick;
    outcome = Outcome.of(run);
  }

  /** Creates the stored result of a point of a study. */
  Result(String point, StoredRun stored) {
    this.point = point;
    this.stored = stored;
    directory = stored.directory();
    outcome = Outcome.of(stored);
    summary = null;
    endsAtATick = TICKS.equals(stored.config().get(RunPlan.END.name()));
  }

  /** Creates the stored result of a run. */
  Result(StoredRun stored) {
    this(stored.name(), stored);
  }

  private synchronized StoredRun stored() {
    if (stored == null) {
      stored = ResultReader.run(point, directory);
    }
    return stored;
  }

  /** Returns the path of the point in its study; empty for a single run. */
  public String point() {
    return point;
  }

  /** Returns the directory of the result. */
  public Path directory() {
    return directory;
  }

  /** Returns how the run ended. */
  public Outcome outcome() {
    return outcome;
  }

  /**
   * Returns the digest of all deliveries in hexadecimal digits. Runs of the same configuration and
   * seed have the same digest for every split.
   */
  public String digest() {
    return stored().digest();
  }

  /** Returns the configuration that was simulated: the value of every key, as HOCON. */
  public Map<String, String> settings() {
    return stored().config();
  }

  /**
   * Returns a number of the summary; 1 and 0 for true and false, NaN if it was not measured.
   *
   * @param path such as {@code throughput} or {@code responseTicks.p99}
   * @throws InputException if the run has no number of this name
   */
  public double number(String path) {
    final Object value = value(path);
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    if (value == null) {
      return Double.NaN;
    }
    if (value instanceof Boolean flag) {
      return flag ? 1 : 0;
    }
    throw new InputException(path + ": is the text " + value + ", not a number; use text");
  }

  /**
   * Returns a value of the summary as text.
   *
   * @throws InputException if the run has no value of this name
   */
  public String text(String path) {
    return String.valueOf(value(path));
  }

  private Object value(String path) {
    final Object value = stored().summary().value(path);
    if (value == null || value instanceof Map<?, ?>) {
      requireKnown(path);
    }
    return value;
  }

  private void requireKnown(String path) {
    final Set<String> known = stored().summary().values().keySet();
    if (!known.contains(path)) {
      throw new InputException(
          path
              + ": the run has no number of this name"
              + Nearest.questionOr(path, known, "see numbers for all of them"));
    }
  }

  /**
   * Returns the unit of a number, such as {@code ticks}; empty for a pure number.
   *
   * @throws InputException if the run has no number of this name
   */
  public String unit(String path) {
    requireKnown(path);
    return declared(path).map(Metric::unit).orElse("");
  }

  private Optional<Metric> declared(String path) {
    return stored().declarations().of(Declarations.SUMMARY).stream()
        .filter(metric -> metric.paths().contains(path))
        .findFirst();
  }

  /** Returns all numbers of the summary that were measured, by path. */
  public Map<String, Double> numbers() {
    final Map<String, Double> numbers = new LinkedHashMap<>();
    stored()
        .summary()
        .values()
        .forEach(
            (path, value) -> {
              if (value instanceof Number number) {
                numbers.put(path, number.doubleValue());
              }
            });
    return numbers;
  }

  /** Returns the series, which has the measurements of each interval. */
  public ResultTable series() {
    return new ResultTable(Declarations.SERIES, stored().series(), stored().declarations());
  }

  /** Returns the names of its other tables. */
  public Set<String> tables() {
    return new TreeMap<>(stored().tables()).keySet();
  }

  /**
   * Returns a table.
   *
   * @param name such as {@code links}
   * @throws InputException if the run has no table of this name
   */
  public ResultTable table(String name) {
    return stored()
        .table(name)
        .map(table -> new ResultTable(name, table, stored().declarations()))
        .orElseThrow(
            () ->
                new InputException(
                    name
                        + ": the run has no table of this name"
                        + Nearest.questionOr(
                            name, tables(), "it has " + String.join(", ", tables()))));
  }

  /** Returns the jobs in the order of the study; empty if the run had no jobs. */
  public List<JobResult> jobs() {
    return stored().summary().section(JOBS).keySet().stream()
        .map(name -> JobResult.of(name, stored()))
        .toList();
  }

  /** Returns whether the offered load exceeded the capacity; latencies are then meaningless. */
  public boolean saturated() {
    return caveats().saturated();
  }

  /** Returns caveats about the numbers, one sentence each; empty if there are none. */
  public List<String> remarks() {
    return caveats().remarks();
  }

  /** Returns the caveats about the numbers. */
  @Internal
  public Caveats caveats() {
    return Caveats.of(summary());
  }

  /** Returns the summary; for a run that was just simulated, without reading its directory. */
  @Internal
  public StoredDocument summary() {
    return summary == null ? stored().summary() : new StoredDocument(directory, summary);
  }

  /** Returns whether the run ends at a tick, and not with its packets or jobs. */
  @Internal
  public boolean endsAtATick() {
    return endsAtATick;
  }
}

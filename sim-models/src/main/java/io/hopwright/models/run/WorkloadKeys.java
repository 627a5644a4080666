package io.hopwright.models.run;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Parameter.Word;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.traffic.TrafficMatrix;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Keys of workloads whose sources offer a load: destinations and offered load.
 *
 * @param kind destinations of packets
 * @param load offered load of sources, 1 being the machine's full load; empty if they are saturated
 * @param <K> the kinds of workload of a machine
 */
public record WorkloadKeys<K>(Key<K> kind, Key<OptionalDouble> load) {
  /** Name of the kind on all machines. */
  public static final String KIND = "workload.kind";

  /** Name of the kind that follows a matrix, on all machines. */
  public static final String MATRIX_KIND = "matrix";

  /** Name of the kind that does what the section jobs says, on all machines. */
  public static final String JOBS_KIND = "jobs";

  /** Amounts that each node sends to each other. */
  public static final Key<InputFile> MATRIX =
      Key.file("workload.matrix")
          .ofRun(
              "for matrix: CSV file with rows source,destination,weight, all integers; each"
                  + " node sends in proportion to the sum of its weights, to each destination in"
                  + " proportion to its weight, and workload.load is the mean over all nodes");

  /** Name of the load on all machines. */
  public static final String LOAD = "workload.load";

  /**
   * Meaning of loads on a machine.
   *
   * @param full a load of 1, one phrase
   * @param saturated behaviour of saturated sources, one phrase
   * @param least smallest load allowed
   * @param most largest load allowed
   * @param source source of the meaning of full load
   */
  public record Load(String full, String saturated, double least, double most, String source) {}

  /** Returns whether programs send; on a machine without other workloads they always do. */
  public static boolean jobs(Settings settings) {
    return !settings.declares(KIND) || settings.word(KIND).equals(JOBS_KIND);
  }

  /** Declares the keys for a machine; the first kind is the default. */
  public static <K> WorkloadKeys<K> of(List<Choice<K>> kinds, Load load) {
    return new WorkloadKeys<>(
        Key.choice(KIND, kinds.get(0).value(), kinds).ofRun("destinations of packets"),
        Key.numberOr(new Word("saturated", load.saturated()), LOAD, 0.5, load.least(), load.most())
            .meaning(
                "offered load; 1 is "
                    + load.full()
                    + "; ignored by workloads that define their own traffic")
            .source(load.source()));
  }

  /**
   * Returns the matrix.
   *
   * @throws SettingsException if the matrix is missing, unreadable, or does not fit the machine
   */
  public static TrafficMatrix matrix(Settings settings, int nodes) {
    final InputFile file =
        settings
            .find(MATRIX)
            .orElseThrow(
                () ->
                    new SettingsException(
                        MATRIX.name(),
                        ("is missing, but %s = %s; name a CSV file with rows"
                                + " source,destination,weight")
                            .formatted(KIND, MATRIX_KIND)));
    return MatrixFile.read(file, MATRIX, nodes);
  }

  /**
   * Checks that the workload fits the run.
   *
   * @param finite whether the kind defines the number of messages itself
   */
  public void check(Settings settings, boolean finite, SettingsException.Collector problems) {
    final boolean saturated = settings.get(load).isEmpty();
    final String ofKind = kind + " = " + settings.value(kind);
    problems.when(
        finite && saturated,
        load,
        "is saturated, but " + ofKind + " defines its own traffic; leave it out");
    problems.when(
        !finite && saturated && RunPlan.end(settings) == RunPlan.End.DRAINED,
        RunPlan.END,
        "is drained, but saturated sources never end; use ticks or packets");
    problems.when(
        finite && RunPlan.warmup(settings).isEmpty(),
        RunPlan.WARMUP,
        "is auto, but with "
            + ofKind
            + " sources end, so that the run never becomes steady; set a number of ticks");
  }
}

package io.hopwright.runner.app;

import io.hopwright.runner.support.Internal;
import io.hopwright.runner.support.PublicApi;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Points of a study after a sweep, including those of earlier sweeps. Immutable. */
@PublicApi
public final class SweepResult {
  private final Path directory;
  private final Outcome.Kind outcome;
  private final List<SweepPoint> points;
  private final List<Result> unfinished;
  private final Map<String, Object> manifest;

  SweepResult(
      Path directory,
      Outcome.Kind outcome,
      List<SweepPoint> points,
      List<Result> unfinished,
      Map<String, Object> manifest) {
    this.directory = directory;
    this.outcome = outcome;
    this.points = List.copyOf(points);
    this.unfinished = List.copyOf(unfinished);
    this.manifest = manifest;
  }

  /** Returns the directory of the study. */
  public Path directory() {
    return directory;
  }

  /** Returns the worst outcome of the points; interrupted if some have not begun. */
  public Outcome.Kind outcome() {
    return outcome;
  }

  /** Returns all points in the order of the study. */
  public List<SweepPoint> points() {
    return points;
  }

  /** Returns the partial results of points that this sweep began and did not complete. */
  public List<Result> unfinished() {
    return unfinished;
  }

  /** Returns the manifest of the study as written; empty if it was not written. */
  @Internal
  public Map<String, Object> manifest() {
    return manifest;
  }

  /** Returns the command that resumes an incomplete study. */
  @Internal
  public static String goesOn(boolean fresh) {
    return "the same command " + (fresh ? "without --fresh " : "") + "resumes there";
  }
}

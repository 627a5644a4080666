package io.hopwright.runner.app;

import io.hopwright.runner.recording.StoredPoint;
import io.hopwright.runner.recording.StudyDirectory;
import io.hopwright.runner.study.ExecutionMode;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.sweep.PointTask;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Study with its directory, and the points that exist there. Confined to one thread. */
final class StudyPart {
  private final PreparedStudy prepared;
  private final StudyDirectory directory;
  private List<StoredPoint> stored = List.of();
  private Set<String> missing = Set.of();

  StudyPart(PreparedStudy prepared, StudyDirectory directory) {
    this.prepared = prepared;
    this.directory = directory;
  }

  PreparedStudy prepared() {
    return prepared;
  }

  StudyDirectory directory() {
    return directory;
  }

  /**
   * Determines the existing points.
   *
   * @param fresh whether none counts
   */
  void look(boolean fresh) {
    final List<Point> points = points();
    stored = fresh ? List.of() : directory.stored(points);
    missing = prepared.paths();
    // Times are compared with each other: those of another day do not count.
    if (!prepared.study().isAboutSpeed() || stored.size() == points.size()) {
      stored.forEach(there -> missing.remove(there.point().path()));
    }
  }

  /**
   * Determines the existing points again, after the missing ones have been simulated.
   *
   * @param completed points that completed
   */
  void lookAgain(Set<PointTask> completed) {
    completed.stream().filter(this::owns).forEach(job -> missing.remove(job.point().path()));
    stored =
        directory.stored(points()).stream()
            .filter(there -> !missing.contains(there.point().path()))
            .toList();
  }

  /** Returns the points that are there. */
  List<StoredPoint> stored() {
    return stored;
  }

  boolean hasJobs() {
    return !missing.isEmpty();
  }

  /**
   * Returns the points to simulate.
   *
   * @param named whether their names begin with that of the study
   */
  List<PointTask> jobs(boolean named) {
    final String prefix = named ? prepared.study().id() + "/" : "";
    return prepared.points().stream()
        .filter(point -> missing.contains(point.point().path()))
        .map(
            point ->
                new PointTask(
                    point.point(),
                    point.network(),
                    prefix + point.point().path(),
                    place(point.point()),
                    point.alone().seconds(),
                    point.estimate().seconds(),
                    point.alone().measured() ? point.alone().heapBytes() : Double.POSITIVE_INFINITY,
                    !point.point().mode().equals(ExecutionMode.ANY)
                        || prepared.study().isAboutSpeed()))
        .toList();
  }

  private List<Point> points() {
    return prepared.points().stream().map(PreparedStudy.Prepared::point).toList();
  }

  Path place(Point point) {
    return directory.place(point.path());
  }

  boolean owns(PointTask job) {
    return job.place().startsWith(directory.place());
  }

  /** Prepares the directory for points that will be simulated. */
  void begin(Map<String, Object> manifest) {
    directory.begin(manifest);
    if (prepared.study().isAboutSpeed()) {
      // Or times of another day would count beside new ones, once all are there.
      directory.keepPoints(Set.of());
    }
    directory.makeWay(prepared.paths());
  }

  List<Path> strangers() {
    return directory.strangers(prepared.paths());
  }

  /**
   * Writes the tables.
   *
   * @param complete whether all points exist: then points outside of the study are removed
   */
  void writeTables(boolean complete) {
    if (complete) {
      directory.keepPoints(prepared.paths());
    }
    directory.tables(points(), stored);
  }
}

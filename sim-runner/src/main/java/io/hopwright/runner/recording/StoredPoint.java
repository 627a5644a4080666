package io.hopwright.runner.recording;

import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.ResultReader;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.results.StoredRun;
import io.hopwright.runner.study.Measurement;
import io.hopwright.runner.study.Point;
import io.hopwright.runner.support.Build;
import io.hopwright.runner.support.InputException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Point and its result.
 *
 * @param point point of a study
 * @param run stored run
 */
public record StoredPoint(Point point, StoredRun run) {
  /**
   * Reads the result of a point if simulating again would give the same: if the run came to its
   * end, was asked for by the point's configuration and execution mode, was simulated by the code
   * that would simulate it now, and its files are as they were written.
   */
  static Optional<StoredPoint> find(Point point, Path directory) {
    try {
      return StoredDocument.find(directory.resolve(Format.MANIFEST))
          .filter(manifest -> countsFor(point, manifest))
          .map(manifest -> new StoredPoint(point, ResultReader.run(point.path(), directory)));
    } catch (InputException e) {
      return Optional.empty();
    }
  }

  private static boolean countsFor(Point point, StoredDocument manifest) {
    return StoredRun.isComplete(manifest)
        && point.config().sha256().equals(StoredRun.asked(manifest))
        && point.mode().document().equals(manifest.section(Documents.MODE))
        && Build.simulator().equals(manifest.value(Documents.SIMULATOR));
  }

  /** Returns its measurements. */
  public Measurement measurement() {
    return new Measurement(point.values(), run.summary(), run.series()::values);
  }
}

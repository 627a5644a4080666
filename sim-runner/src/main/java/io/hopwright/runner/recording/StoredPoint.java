package io.hopwright.runner.recording;

import io.hopwright.runner.study.Measurement;
import io.hopwright.runner.study.Point;

/**
 * A point and its result.
 *
 * @param point of a study
 * @param result as it lies on disk
 */
public record StoredPoint(Point point, StoredResult result) {
  /** Returns what it measured. */
  public Measurement measurement() {
    return new Measurement(point.values(), result.summary(), result::column);
  }
}

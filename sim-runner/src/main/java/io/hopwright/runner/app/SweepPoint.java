package io.hopwright.runner.app;

import io.hopwright.runner.support.PublicApi;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A point of a study: one of its runs with one value for each key. Immutable.
 *
 * @param study study of the point: the study itself, or one of its parts
 * @param path path of its directory within the study's
 * @param run name of the run; empty if the study has none
 * @param values values of the keys for which the study lists several, by key
 * @param result its result; empty if it did not complete
 */
@PublicApi
public record SweepPoint(
    String study, String path, String run, Map<String, Object> values, Optional<Result> result) {
  /** Copies the values. */
  public SweepPoint {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}

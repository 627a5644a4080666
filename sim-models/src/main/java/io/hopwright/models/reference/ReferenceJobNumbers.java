package io.hopwright.models.reference;

import io.hopwright.core.statistics.TickHistogram;
import java.util.Map;

/**
 * What a reference model has measured of jobs, under the names of {@code docs/results.md}.
 *
 * @param summary nested by the parts of names
 * @param distributions by name
 */
public record ReferenceJobNumbers(
    Map<String, Object> summary, Map<String, TickHistogram> distributions) {
  /** There are no jobs. */
  public static final ReferenceJobNumbers NONE = new ReferenceJobNumbers(Map.of(), Map.of());
}

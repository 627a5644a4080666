package io.hopwright.models.reference;

import io.hopwright.core.statistics.TickHistogram;
import java.util.Map;

/**
 * Measurements of jobs in a reference model, under the names of {@code docs/results.md}.
 *
 * @param summary values, nested by the parts of names
 * @param distributions distributions by name
 */
public record ReferenceJobNumbers(
    Map<String, Object> summary, Map<String, TickHistogram> distributions) {
  /** Numbers of a run without jobs. */
  public static final ReferenceJobNumbers NONE = new ReferenceJobNumbers(Map.of(), Map.of());
}

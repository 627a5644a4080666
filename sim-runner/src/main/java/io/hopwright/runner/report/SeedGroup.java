package io.hopwright.runner.report;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Runs that differ only in their seed.
 *
 * @param family what the study calls the run
 * @param values of the keys that vary within the family
 * @param entries the runs
 */
record SeedGroup(String family, Map<String, String> values, List<Entry> entries) {
  /** Returns the mean of a quantity over the seeds. */
  Mean mean(ToDoubleFunction<Entry> quantity) {
    return Mean.of(entries.stream().map(quantity::applyAsDouble).toList());
  }

  /** Returns the first of its runs. */
  Entry first() {
    return entries.get(0);
  }
}

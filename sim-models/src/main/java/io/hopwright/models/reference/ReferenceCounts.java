package io.hopwright.models.reference;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a machine has counted up to a tick, or between two.
 *
 * @param tick the first tick that is not counted; between two, how many are
 * @param values by name
 */
public record ReferenceCounts(long tick, Map<String, Long> values) {
  static ReferenceCounts of(ReferenceMachine machine) {
    return new ReferenceCounts(machine.tick(), machine.counts());
  }

  /** Returns what has been counted since {@code earlier}. */
  ReferenceCounts since(ReferenceCounts earlier) {
    final Map<String, Long> more = new LinkedHashMap<>();
    values.forEach((name, count) -> more.put(name, count - earlier.get(name)));
    return new ReferenceCounts(tick - earlier.tick, more);
  }

  /** Returns a count. */
  public long get(String name) {
    return values.get(name);
  }

  /** Tells whether there is a count of this name. */
  boolean has(String name) {
    return values.containsKey(name);
  }
}

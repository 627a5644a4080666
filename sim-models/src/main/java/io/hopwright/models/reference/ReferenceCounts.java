package io.hopwright.models.reference;

import static io.hopwright.models.measure.Metrics.ratio;

import java.util.LinkedHashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Counters of a machine up to a tick, or between two.
 *
 * @param tick first tick that is not counted; between two: their difference
 * @param values values by name
 */
public record ReferenceCounts(long tick, Map<String, Long> values) {
  static ReferenceCounts of(ReferenceMachine machine) {
    return new ReferenceCounts(machine.tick(), machine.counts());
  }

  /** Returns the counts since {@code earlier}. */
  ReferenceCounts since(ReferenceCounts earlier) {
    final Map<String, Long> more = new LinkedHashMap<>();
    values.forEach((name, count) -> more.put(name, count - earlier.get(name)));
    return new ReferenceCounts(tick - earlier.tick, more);
  }

  /** Returns a count, 0 if it was not counted. */
  public long get(String name) {
    return values.getOrDefault(name, 0L);
  }

  /** Returns the statistics of counts of one kind, {@code NAME.0} and following. */
  public LongSummaryStatistics each(String name, int number) {
    return IntStream.range(0, number).mapToLong(of -> get(name + "." + of)).summaryStatistics();
  }

  /** Returns the smallest and largest rate at which nodes have accepted data, per tick. */
  public Map<String, Object> nodeThroughput(int nodes, double perByte, double ticks) {
    final LongSummaryStatistics bytes = each("bytesDelivered", nodes);
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("least", ratio(bytes.getMin() * perByte, ticks));
    values.put("most", ratio(bytes.getMax() * perByte, ticks));
    return values;
  }

  /** Returns whether there is a count of this name. */
  boolean has(String name) {
    return values.containsKey(name);
  }
}

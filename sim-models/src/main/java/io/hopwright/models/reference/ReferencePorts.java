package io.hopwright.models.reference;

import static io.hopwright.models.measure.Metrics.ratio;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How many ports of each kind a reference machine has that lead somewhere, and what went through
 * them. What is counted of a kind is named {@code COUNT.KIND}, {@code busyTicks} among it. Not safe
 * for several threads until all ports have been counted.
 */
public final class ReferencePorts {
  private final List<String> kinds;
  private final long[] ports;

  /** Creates a machine without ports. */
  public ReferencePorts(List<String> kinds) {
    this.kinds = List.copyOf(kinds);
    ports = new long[kinds.size()];
  }

  /** Counts ports of a kind. */
  public void add(int kind, long more) {
    ports[kind] += more;
  }

  /** Returns how many ports there are of the kinds before another. */
  public long before(int kind) {
    long sum = 0;
    for (int earlier = 0; earlier < kind; earlier++) {
      sum += ports[earlier];
    }
    return sum;
  }

  /** Returns a count of each kind per port, as a share of {@code each}; null where none is. */
  public Map<String, Object> share(ReferenceCounts counts, String count, double each) {
    return of(kinds, kind -> ofPort(counts, count, kind, each));
  }

  /** Returns for what share of some ticks the ports of each kind were busy; null where none is. */
  public Map<String, Object> busy(ReferenceCounts counts, double ticks) {
    return share(counts, "busyTicks", ticks);
  }

  /** Returns the same of an interval of the series, by the names of its columns. */
  public Map<String, Object> row(ReferenceCounts interval) {
    final Map<String, Object> row = new LinkedHashMap<>();
    busy(interval, (double) interval.tick())
        .forEach((kind, share) -> row.put("linkUtilizationByKind." + kind, share));
    return row;
  }

  private Double ofPort(ReferenceCounts counts, String count, String kind, double each) {
    return ratio(counts.get(count + "." + kind), ports[kinds.indexOf(kind)] * each);
  }

  /** Returns values by name. */
  public static Map<String, Object> of(List<String> names, Function<String, ?> value) {
    final Map<String, Object> values = new LinkedHashMap<>();
    names.forEach(name -> values.put(name, value.apply(name)));
    return values;
  }
}

package io.hopwright.models.reference;

import static io.hopwright.models.measure.Metrics.ratio;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reference model of a machine with kinds of ports: the number of connected ports of each kind, and
 * their traffic. A counter of a kind is named {@code COUNT.KIND}; one of them is {@code busyTicks}.
 * Subclasses count ports during construction.
 */
public abstract class ReferencePortModel implements ReferenceModel {
  private final List<String> kinds;
  private final int linkKinds;
  private final long[] ports;

  /**
   * Creates a machine without ports.
   *
   * @param linkKinds how many of the kinds, the first ones, are of links
   */
  protected ReferencePortModel(List<String> kinds, int linkKinds) {
    this.kinds = List.copyOf(kinds);
    this.linkKinds = linkKinds;
    ports = new long[kinds.size()];
  }

  /** Counts ports of a kind. */
  protected final void add(int kind, long more) {
    ports[kind] += more;
  }

  @Override
  public final long links() {
    return Arrays.stream(ports, 0, linkKinds).sum();
  }

  /** Returns a count of each kind per port, as a share of {@code each}; null where none is. */
  protected final Map<String, Object> share(ReferenceCounts counts, String count, double each) {
    return of(kinds, kind -> ofPort(counts, count, kind, each));
  }

  /** Returns for what share of some ticks the ports of each kind were busy; null where none is. */
  protected final Map<String, Object> busy(ReferenceCounts counts, double ticks) {
    return share(counts, "busyTicks", ticks);
  }

  /** Returns the numbers of an interval of the series. */
  @Override
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
  protected static Map<String, Object> of(List<String> names, Function<String, ?> value) {
    final Map<String, Object> values = new LinkedHashMap<>();
    names.forEach(name -> values.put(name, value.apply(name)));
    return values;
  }
}

package io.hopwright.models.measure;

import io.hopwright.core.event.CacheLines;
import io.hopwright.core.statistics.Words;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts of each port of a partition's routers, such as what its link carried, in columns that the
 * caller names. Confined to its partition; 8 B per port and column, 4 B per router.
 */
public final class PortCounts {
  private final int[] routers;
  private final int ports;
  private final int columns;

  /** {@code [(ports·router + port)·columns + column]}. */
  private final long[] counts;

  /**
   * Creates counts of 0.
   *
   * @param ports of each router
   * @param columns of each port
   * @param routers of the partition, by their numbers in the machine
   */
  public PortCounts(int ports, int columns, int... routers) {
    this(
        ports,
        columns,
        routers.clone(),
        new long[Math.multiplyExact(routers.length, ports * columns)]);
  }

  private PortCounts(int ports, int columns, int[] routers, long[] counts) {
    this.ports = ports;
    this.columns = columns;
    this.routers = routers;
    this.counts = counts;
  }

  /**
   * Reads the counts that {@link #save} wrote.
   *
   * @param ports of each router
   * @param columns of each port
   * @throws IllegalArgumentException if the data are malformed or have other ports or columns
   */
  public static PortCounts load(int ports, int columns, Words words) {
    final int[] routers = new int[words.takeCount(1 + ports * columns)];
    for (int router = 0; router < routers.length; router++) {
      routers[router] = words.takeInt(0, Integer.MAX_VALUE);
    }
    return new PortCounts(ports, columns, routers, words.takeAll(routers.length * ports * columns));
  }

  /** Writes the counts. */
  public void save(Words words) {
    words.put(routers.length);
    for (int router : routers) {
      words.put(router);
    }
    words.putAll(counts);
  }

  /** Returns a copy of the first columns. */
  public PortCounts first(int number) {
    final PortCounts first = new PortCounts(ports, number, routers);
    for (int end = 0; end < routers.length * ports; end++) {
      System.arraycopy(counts, end * columns, first.counts, end * number, number);
    }
    return first;
  }

  /** Adds to a count of a port of a local router. */
  public void add(int router, int port, int column, long amount) {
    addTo(ports * router + port, column, amount);
  }

  /** Adds to a count of the port with the number {@code ports·router + port}. */
  public void addTo(int end, int column, long amount) {
    counts[end * columns + column] += amount;
  }

  /** Returns a count of a port of a local router. */
  public long of(int router, int port, int column) {
    return counts[(ports * router + port) * columns + column];
  }

  /** Returns the number of routers. */
  public int routers() {
    return routers.length;
  }

  /** Returns the number in the machine of a local router. */
  public int router(int local) {
    return routers[local];
  }

  /** Returns the number of ports of each router. */
  public int ports() {
    return ports;
  }

  /** Returns the number of columns of each port. */
  public int columns() {
    return columns;
  }

  /** Reads every cache line, in the order of memory; the returned value has no meaning. */
  public long fetch() {
    return CacheLines.read(counts);
  }

  /** Column of all parts of a machine, indexed by the global number of the router. */
  @FunctionalInterface
  public interface Column {
    /** Returns the count of a port, null if the part of its router is missing. */
    Long of(int router, int port);
  }

  /**
   * Returns a column of a machine.
   *
   * @param parts of its partitions; some may be missing
   * @param routers of the machine
   */
  public static Column column(List<PortCounts> parts, int routers, int column) {
    final PortCounts[] partOf = new PortCounts[routers];
    final int[] localOf = new int[routers];
    for (PortCounts part : parts) {
      IntStream.range(0, part.routers.length)
          .forEach(
              local -> {
                partOf[part.routers[local]] = part;
                localOf[part.routers[local]] = local;
              });
    }
    return (router, port) ->
        partOf[router] == null ? null : (Long) partOf[router].of(localOf[router], port, column);
  }
}

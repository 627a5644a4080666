package io.hopwright.models.switching.crossbar;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;

/**
 * What happens on ports: packets and busy ticks per kind of port, and busy ticks per router and
 * kind and per port if that is asked for. Confined to its partition; 8 B for each of those then.
 */
public final class PortStatistics {
  private final int kinds;
  private final int ports;
  private final int[] kindOfPort;
  private final long[] busyOfKind;
  private final long[] busyTicks;

  /**
   * Prepares for the ports of {@code routers} routers.
   *
   * @param byRouter whether to count the ports of a kind of each router apart
   * @param apart whether to count each port apart
   */
  public PortStatistics(CrossbarDesign design, int routers, boolean byRouter, boolean apart) {
    this(
        design,
        byRouter ? new long[Math.multiplyExact(routers, design.kinds().size())] : null,
        apart ? new long[Math.multiplyExact(routers, design.ports())] : null);
  }

  private PortStatistics(CrossbarDesign design, long[] busyOfKind, long[] busyTicks) {
    kindOfPort = design.kindOfPort();
    kinds = design.kinds().size();
    ports = kindOfPort.length;
    this.busyOfKind = busyOfKind;
    this.busyTicks = busyTicks;
  }

  /**
   * Reads what {@link #save} wrote.
   *
   * @param byRouter whether the ports of a kind of each router were counted apart
   * @param apart whether each port was counted apart
   * @throws IllegalArgumentException if that is not what the words are
   */
  public static PortStatistics load(
      CrossbarDesign design, boolean byRouter, boolean apart, Words words) {
    return new PortStatistics(
        design,
        byRouter ? takeRows(design.kinds().size(), words) : null,
        apart ? takeRows(design.ports(), words) : null);
  }

  /** Reads an array of a number of counts for each router. */
  private static long[] takeRows(int perRouter, Words words) {
    final long[] counts = words.takeAll();
    if (counts.length % perRouter != 0) {
      throw new IllegalArgumentException(
          counts.length + " counts, but routers have " + perRouter + " each");
    }
    return counts;
  }

  /** Writes what was counted by router or port; all else is among the totals. */
  public void save(Words words) {
    if (busyOfKind != null) {
      words.putAll(busyOfKind);
    }
    if (busyTicks != null) {
      words.putAll(busyTicks);
    }
  }

  /** Returns how many totals the ports of a design need. */
  public static int totals(CrossbarDesign design) {
    return Totals.FIRST_OWN + 4 * design.kinds().size();
  }

  /** Returns the number of the total that counts packets sent through ports of a kind. */
  public static int packets(int kind) {
    return Totals.FIRST_OWN + 4 * kind;
  }

  /** Returns the number of the total that counts ticks that ports of a kind were busy. */
  public static int busy(int kind) {
    return packets(kind) + 1;
  }

  /** Returns the number of the total of sampled flits that waited for ports of a kind. */
  public static int waiting(int kind) {
    return packets(kind) + 2;
  }

  /** Returns the number of the total of sampled flits sent and not given back. */
  public static int sent(int kind) {
    return packets(kind) + 3;
  }

  /** Returns the number of kinds. */
  int kinds() {
    return kinds;
  }

  int kind(int port) {
    return kindOfPort[port];
  }

  void send(Measures<Totals> measures, int router, int port, int linkTicks, long tick) {
    final Totals totals = measures.totals();
    final int kind = kindOfPort[port];
    totals.count(Totals.HOPS, kind == kinds - 1 ? 0 : 1);
    totals.count(packets(kind), 1);
    totals.count(busy(kind), linkTicks);
    if (busyOfKind != null && measures.measures(tick)) {
      busyOfKind[router * kinds + kind] += linkTicks;
    }
    if (busyTicks != null && measures.measures(tick)) {
      busyTicks[router * ports + port] += linkTicks;
    }
  }

  /** Tells whether each port is counted apart. */
  public boolean apart() {
    return busyTicks != null;
  }

  /** Returns the number of routers; 0 if nothing was counted by router or port. */
  public int routers() {
    if (busyOfKind != null) {
      return busyOfKind.length / kinds;
    }
    return busyTicks == null ? 0 : busyTicks.length / ports;
  }

  /** Returns the ticks that the ports of a kind of a router were busy in the measured interval. */
  public long busyTicksOfKind(int router, int kind) {
    return busyOfKind[router * kinds + kind];
  }

  /** Returns the ticks that a port was busy in the measured interval. */
  public long busyTicks(int router, int port) {
    return busyTicks[router * ports + port];
  }
}

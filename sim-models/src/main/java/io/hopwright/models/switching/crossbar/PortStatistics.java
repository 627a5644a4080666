package io.hopwright.models.switching.crossbar;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import java.util.stream.IntStream;

/**
 * What happens on ports: packets and busy ticks per kind of port; if that is asked for, busy ticks
 * per router and kind, or busy ticks and flits per port. Confined to its partition; 8 B for each of
 * those then, and 4 B per router.
 */
public final class PortStatistics {
  private final CrossbarDesign design;
  private final int[] routers;
  private final int kinds;
  private final int ports;
  private final int linkKinds;
  private final int[] kindOfClass;

  /** Null if nobody asks, or each port is counted apart. */
  private final long[] busyOfKind;

  /** Null unless each port is counted apart. */
  private final long[] busyTicks;

  private final long[] flits;

  /**
   * Prepares for the ports of some routers.
   *
   * @param routers of the partition, by their numbers in the machine
   * @param byRouter whether to count the ports of a kind of each router apart
   * @param apart whether to count each port apart
   */
  public PortStatistics(CrossbarDesign design, int[] routers, boolean byRouter, boolean apart) {
    this(
        design,
        byRouter || apart ? routers.clone() : new int[0],
        byRouter && !apart
            ? new long[Math.multiplyExact(routers.length, design.kinds().size())]
            : null,
        apart ? new long[Math.multiplyExact(routers.length, design.ports())] : null,
        apart ? new long[Math.multiplyExact(routers.length, design.ports())] : null);
  }

  private PortStatistics(
      CrossbarDesign design, int[] routers, long[] busyOfKind, long[] busyTicks, long[] flits) {
    this.design = design;
    this.routers = routers;
    kindOfClass = design.kindOfClass();
    kinds = design.kinds().size();
    linkKinds = design.linkKinds();
    ports = design.ports();
    this.busyOfKind = busyOfKind;
    this.busyTicks = busyTicks;
    this.flits = flits;
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
    final int[] routers = new int[byRouter || apart ? words.takeCount(1) : 0];
    for (int router = 0; router < routers.length; router++) {
      routers[router] = words.takeInt(0, Integer.MAX_VALUE);
    }
    return new PortStatistics(
        design,
        routers,
        byRouter && !apart ? words.takeAll(routers.length * design.kinds().size()) : null,
        apart ? words.takeAll(routers.length * design.ports()) : null,
        apart ? words.takeAll(routers.length * design.ports()) : null);
  }

  /** Writes what was counted by router or port; all else is among the totals. */
  public void save(Words words) {
    if (busyOfKind != null || busyTicks != null) {
      words.put(routers.length);
      for (int router : routers) {
        words.put(router);
      }
    }
    if (busyOfKind != null) {
      words.putAll(busyOfKind);
    }
    if (busyTicks != null) {
      words.putAll(busyTicks);
      words.putAll(flits);
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

  void send(
      Measures<Totals> measures,
      int router,
      int port,
      int linkClass,
      int packetFlits,
      int linkTicks,
      long tick) {
    final Totals totals = measures.totals();
    final int kind = kindOfClass[linkClass];
    totals.count(Totals.HOPS, kind < linkKinds ? 1 : 0);
    totals.count(packets(kind), 1);
    measures.pass(busy(kind), linkTicks, tick);
    if (busyOfKind != null && measures.measures(tick)) {
      busyOfKind[router * kinds + kind] += linkTicks;
    }
    if (busyTicks != null && measures.measures(tick)) {
      busyTicks[router * ports + port] += linkTicks;
      flits[router * ports + port] += packetFlits;
    }
  }

  /** Returns the number of routers; 0 if nothing was counted by router or port. */
  public int routers() {
    return routers.length;
  }

  /** Returns the number in the machine of one of the {@link #routers}. */
  public int router(int local) {
    return routers[local];
  }

  /** Returns the ticks that the ports of a kind of a router were busy in the measured interval. */
  public long busyTicksOfKind(int router, int kind) {
    return busyOfKind != null
        ? busyOfKind[router * kinds + kind]
        : IntStream.range(0, design.ports(routers[router]))
            .filter(port -> design.kind(routers[router], port) == kind)
            .mapToLong(port -> busyTicks(router, port))
            .sum();
  }

  /** Returns the ticks that a port was busy in the measured interval. */
  public long busyTicks(int router, int port) {
    return busyTicks[router * ports + port];
  }

  /** Returns the flits that a port sent in the measured interval. */
  public long flits(int router, int port) {
    return flits[router * ports + port];
  }
}

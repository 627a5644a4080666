package io.hopwright.models.switching.crossbar;

import io.hopwright.core.state.OptionalState;
import io.hopwright.core.statistics.Words;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.tables.LinkTables;
import java.util.stream.IntStream;

/**
 * Counts of ports: packets and busy ticks per kind of port; on request also busy ticks per router
 * and kind, or busy ticks and flits per port. Confined to its partition; 8 B for each of the
 * latter, and 4 B per router.
 */
public final class PortStatistics {
  /** Column of the flits that a port sent, beside {@link LinkTables#BUSY}. */
  static final int FLITS = 1;

  private static final int COLUMNS = 2;

  private final CrossbarDesign design;
  private final int linkKinds;
  private final int[] kindOfClass;

  /** Counts by router and kind; null if not requested, or if each port is counted separately. */
  @OptionalState private final PortCounts ofKinds;

  /** Counts by router and port; null unless each port is counted separately. */
  @OptionalState private final PortCounts ofPorts;

  /**
   * Prepares counts for the ports of some routers.
   *
   * @param routers of the partition, by their numbers in the machine
   * @param byRouter whether to count separately the ports of a kind of each router
   * @param apart whether to count each port separately
   */
  public PortStatistics(CrossbarDesign design, int[] routers, boolean byRouter, boolean apart) {
    this(
        design,
        byRouter && !apart ? new PortCounts(design.kinds().size(), 1, routers) : null,
        apart ? new PortCounts(design.ports(), COLUMNS, routers) : null);
  }

  private PortStatistics(CrossbarDesign design, PortCounts ofKinds, PortCounts ofPorts) {
    this.design = design;
    linkKinds = design.linkKinds();
    kindOfClass = design.kindOfClass();
    this.ofKinds = ofKinds;
    this.ofPorts = ofPorts;
  }

  /**
   * Reads the counts that {@link #save} wrote.
   *
   * @param byRouter whether the ports of a kind of each router were counted separately
   * @param apart whether each port was counted separately
   * @throws IllegalArgumentException if the words are not such counts
   */
  public static PortStatistics load(
      CrossbarDesign design, boolean byRouter, boolean apart, Words words) {
    return new PortStatistics(
        design,
        byRouter && !apart ? PortCounts.load(design.kinds().size(), 1, words) : null,
        apart ? PortCounts.load(design.ports(), COLUMNS, words) : null);
  }

  /** Writes the counts by router or port; all others are among the totals. */
  public void save(Words words) {
    if (ofKinds != null) {
      ofKinds.save(words);
    }
    if (ofPorts != null) {
      ofPorts.save(words);
    }
  }

  /** Returns the number of totals for the ports of a design. */
  public static int totals(CrossbarDesign design) {
    return totals(design.kinds().size());
  }

  /** Returns the number of totals with the given number of kinds of ports. */
  public static int totals(int kinds) {
    return Totals.FIRST_OWN + 4 * kinds;
  }

  /** Returns the number of the total that counts packets sent through ports of a kind. */
  public static int packets(int kind) {
    return Totals.FIRST_OWN + 4 * kind;
  }

  /** Returns the number of the total that counts the busy ticks of ports of a kind. */
  public static int busy(int kind) {
    return packets(kind) + 1;
  }

  /** Returns the number of the total of sampled flits that waited for ports of a kind. */
  public static int waiting(int kind) {
    return packets(kind) + 2;
  }

  /** Returns the number of the total of sampled flits that were sent without returned credits. */
  public static int sent(int kind) {
    return packets(kind) + 3;
  }

  /** Counts a packet that a port sends, and the ticks for which it keeps the link busy. */
  public void send(
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
    if (ofKinds != null && measures.measures(tick)) {
      ofKinds.add(router, kind, LinkTables.BUSY, linkTicks);
    }
    if (ofPorts != null && measures.measures(tick)) {
      ofPorts.add(router, port, LinkTables.BUSY, linkTicks);
      ofPorts.add(router, port, FLITS, packetFlits);
    }
  }

  /** Returns the number of routers; 0 if nothing was counted by router or port. */
  public int routers() {
    return counted() == null ? 0 : counted().routers();
  }

  /** Returns the number in the machine of one of the {@link #routers}. */
  public int router(int local) {
    return counted().router(local);
  }

  private PortCounts counted() {
    return ofPorts == null ? ofKinds : ofPorts;
  }

  /** Returns the busy ticks of the ports of a kind of a router in the measured interval. */
  public long busyTicksOfKind(int router, int kind) {
    return ofPorts == null
        ? ofKinds.of(router, kind, LinkTables.BUSY)
        : IntStream.range(0, design.ports(router(router)))
            .filter(port -> design.kind(router(router), port) == kind)
            .mapToLong(port -> busyTicks(router, port))
            .sum();
  }

  /** Returns the busy ticks of a port in the measured interval. */
  public long busyTicks(int router, int port) {
    return ofPorts.of(router, port, LinkTables.BUSY);
  }

  /** Returns the counts of each port, null unless each was counted apart. */
  PortCounts ofPorts() {
    return ofPorts;
  }
}

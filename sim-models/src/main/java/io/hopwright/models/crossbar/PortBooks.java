package io.hopwright.models.crossbar;

import io.hopwright.core.statistics.Words;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;

/**
 * What happens on ports: packets and busy ticks per kind of port, and per port if that is asked
 * for. Confined to its partition; 8 B per port then.
 */
public final class PortBooks {
  private final int kinds;
  private final int ports;
  private final int[] kindOfPort;
  private final long[] busyTicks;

  /** Prepares for the ports of {@code routers} routers, each port apart if {@code apart}. */
  public PortBooks(CrossbarDesign design, int routers, boolean apart) {
    this(design, apart ? new long[Math.multiplyExact(routers, design.ports())] : null);
  }

  private PortBooks(CrossbarDesign design, long[] busyTicks) {
    kindOfPort = design.kindOfPort();
    kinds = design.kinds().size();
    ports = kindOfPort.length;
    this.busyTicks = busyTicks;
  }

  /**
   * Reads what {@link #save} wrote.
   *
   * @param apart whether each port was counted apart
   * @throws IllegalArgumentException if that is not what the words are
   */
  public static PortBooks load(CrossbarDesign design, boolean apart, Words words) {
    final long[] busyTicks = apart ? words.takeAll() : null;
    if (apart && busyTicks.length % design.ports() != 0) {
      throw new IllegalArgumentException(
          busyTicks.length + " ports, but routers have " + design.ports());
    }
    return new PortBooks(design, busyTicks);
  }

  /** Writes what ports were counted apart; all else is among the totals. */
  public void save(Words words) {
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
    if (busyTicks != null && measures.measures(tick)) {
      busyTicks[router * ports + port] += linkTicks;
    }
  }

  /** Tells whether each port is counted apart. */
  public boolean apart() {
    return busyTicks != null;
  }

  /** Returns the number of routers whose ports are counted apart. */
  public int routers() {
    return busyTicks == null ? 0 : busyTicks.length / ports;
  }

  /** Returns the ticks that a port was busy in the measured interval. */
  public long busyTicks(int router, int port) {
    return busyTicks[router * ports + port];
  }
}

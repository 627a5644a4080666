package io.hopwright.models.switching.crossbar;

import io.hopwright.core.event.CacheLines;
import io.hopwright.core.statistics.Words;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.TwoPhasePartition;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Topology;
import java.util.Arrays;

/**
 * Partition of routers with the ports of a {@link CrossbarDesign} and any switch: links, packets,
 * statistics and endpoints. Confined to its partition.
 *
 * @param <E> endpoints at the ports without links
 */
public abstract class SwitchPartition<E extends Endpoints> extends TwoPhasePartition {
  /** In place of the far end of a link: the port has none. */
  public static final int NO_LINK = Integer.MIN_VALUE;

  protected final CrossbarDesign design;
  protected final PartitionMap map;
  protected final int partition;
  protected final int routers;
  protected final int mostLinks;
  protected final PortClasses classes;
  protected final Vc vcs;
  protected final EventWord eventWords;
  protected final PacketWords packetWords;
  protected final PacketPool pool;

  /** {@code [mostLinks·router + port]}: far ends of links. */
  protected final int[] ends;

  protected final Wiring wiring;
  protected final PortStatistics statistics;
  protected final Measures<Totals> measures;
  private final int allRouters;

  /**
   * Wires routers without a packet.
   *
   * @param maxPackets that can be present
   * @throws SettingsException if there are more routers than can be
   */
  protected SwitchPartition(
      CrossbarDesign design,
      Topology topology,
      PartitionMap map,
      int partition,
      int maxPackets,
      PortStatistics statistics,
      Measures<Totals> measures,
      int longestDelay) {
    super(map.routers(partition), longestDelay);
    this.design = design;
    this.map = map;
    this.partition = partition;
    this.statistics = statistics;
    this.measures = measures;
    routers = map.routers(partition);
    allRouters = topology.routers();
    mostLinks = design.links();
    classes = new PortClasses(design, map.routersOf(partition));
    vcs = new Vc(design);
    eventWords = new EventWord(design);
    packetWords = new PacketWords(design);
    design.check(topology, map.routersOf(partition));
    checkRouters(routers, eventWords.maxRouters());
    pool = new PacketPool(design.packets().words(), maxPackets);
    ends = new int[Math.multiplyExact(routers, mostLinks)];
    Arrays.fill(ends, NO_LINK);
    wiring = wire(topology);
  }

  private Wiring wire(Topology topology) {
    final Wiring.Ends numbers =
        new Wiring.Ends() {
          @Override
          public int number(int router, int port) {
            return vcs.of(router, port, 0) >>> vcs.portShift();
          }

          @Override
          public void put(int router, int port, int end) {
            ends[router * mostLinks + port] = end;
          }
        };
    final int placeShift = vcs.portShift();
    final int signalShift = eventWords.vcShift() + placeShift;
    return new Wiring(pool, wheel, placeShift, signalShift, topology, map, partition, numbers);
  }

  /** Returns the state of its routers. */
  protected abstract RouterWords switches();

  @Override
  protected final long lines() {
    return (long) allRouters * switches().bytesPerRouter() > CACHE_BYTES
        ? CacheLines.of(switches().words().length) + pool.lines()
        : 0;
  }

  /**
   * Reads the state of routers and packets, and which links lead where; what endpoints have is so
   * little that it does not pay. Saves a sixth of the time on 82,944 nodes of TofuD.
   */
  @Override
  protected final long fetch() {
    return CacheLines.read(switches().words()) + CacheLines.read(ends) + pool.fetch();
  }

  /** Returns the site of the endpoints of its routers. */
  protected final Site site() {
    return new Site(design, map.routersOf(partition), wheel, pool, measures);
  }

  /** Returns whether a port, which the router has, has a link. */
  protected final boolean isLink(int router, int port) {
    return port < classes.links(router);
  }

  @Override
  protected final Wiring wiring() {
    return wiring;
  }

  @Override
  protected final long unsettled() {
    return endpoints().unsettled();
  }

  @Override
  protected final Messaging ranks() {
    return endpoints().ranks();
  }

  @Override
  public final Measures<Totals> measures() {
    return measures;
  }

  @Override
  public final void exportStatistics(Words words) {
    super.exportStatistics(words);
    statistics.save(words);
    endpoints().save(words);
  }

  /** Returns the statistics of the ports. */
  public final PortStatistics statistics() {
    return statistics;
  }

  /** Returns the endpoints at the ports without links. */
  public abstract E endpoints();

  /** Returns the number of packets here, including those in flight to or from here. */
  public final int packetsPresent() {
    return pool.present();
  }

  @Override
  protected final int allRouters() {
    return allRouters;
  }
}

package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.state.FromConfiguration;
import io.hopwright.core.state.OptionalState;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.Progress;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.measure.Supply;
import io.hopwright.models.tables.LinkTables;
import io.hopwright.models.topology.Torus;

/**
 * Measurements of a torus partition, or their sums over all partitions: links, single packets and a
 * region, in addition to those of every machine. Confined to its partition.
 */
public final class TorusMeasures extends Measures<TorusTotals> {
  /** In the digest, the destination's core stands above the traffic class. */
  private static final int CORE_SHIFT = 4;

  /** Column of the bytes of token-acks that a link carried. */
  public static final int ACK_BYTES = 0;

  /** Column of the number of samples of a link. */
  public static final int SAMPLES = 1;

  /** Column of the samples in which a packet waited for a link while it was idle. */
  public static final int STALLS = 2;

  private static final int FIRST_VC = 3;

  /** Returns the column of the bytes of packets and trailers that a link carried on a VC. */
  public static int dataBytes(int vc) {
    return FIRST_VC + 2 * vc;
  }

  /** Returns the column for the chunks without a token of a VC, summed over the samples. */
  public static int occupiedChunks(int vc) {
    return FIRST_VC + 2 * vc + 1;
  }

  private static int columns(RouterDesign design) {
    return FIRST_VC + 2 * design.vcs();
  }

  @FromConfiguration private final TorusObservation observation;

  /** Null unless asked for: bytes of packets, trailers and token-acks; a byte takes a tick. */
  @OptionalState private final PortCounts carried;

  /** Null unless asked for: all that is known of links, see {@link #ACK_BYTES} and the next. */
  @OptionalState private final PortCounts links;

  private final PacketLog log;
  private final RegionStatistics region;
  @FromConfiguration private final boolean apart;
  private final TorusPacketWords packets;
  private final int[] globalIds;
  private long mostTransfers;

  /**
   * Prepares measurements.
   *
   * @param packets of the machine; null if none is measured
   * @param globalIds of the partition's nodes
   */
  public TorusMeasures(
      TorusObservation observation,
      RouterDesign design,
      Supply supply,
      TorusPacketWords packets,
      int[] globalIds) {
    super(
        observation.interval(),
        TorusTotals.SIZE,
        TorusTotals::new,
        supply,
        observation.extras().flows());
    this.observation = observation;
    final TorusObservation.Extras extras = observation.extras();
    carried = extras.heat() ? new PortCounts(Torus.PORTS, 1, globalIds) : null;
    links = extras.links() ? new PortCounts(Torus.PORTS, columns(design), globalIds) : null;
    log = extras.log() != null ? new PacketLog(extras.log(), packets) : null;
    region =
        extras.region() != null ? new RegionStatistics(extras.region(), globalIds, totals()) : null;
    apart = links != null || log != null || region != null;
    this.packets = packets;
    this.globalIds = globalIds;
  }

  private TorusMeasures(TorusObservation observation, RouterDesign design, Words words) {
    super(observation.interval(), TorusTotals.SIZE, TorusTotals::new, words);
    this.observation = observation;
    final TorusObservation.Extras extras = observation.extras();
    carried = extras.heat() ? PortCounts.load(Torus.PORTS, 1, words) : null;
    links = extras.links() ? PortCounts.load(Torus.PORTS, columns(design), words) : null;
    log = extras.log() != null ? PacketLog.load(extras.log(), words) : null;
    region = null;
    apart = false;
    packets = null;
    globalIds = new int[0];
    mostTransfers = words.take();
  }

  /**
   * Reads the measures of a partition with the given observation.
   *
   * @throws IllegalArgumentException if the words are not such measures
   */
  public static TorusMeasures load(TorusObservation observation, RouterDesign design, Words words) {
    return new TorusMeasures(observation, design, words);
  }

  @Override
  public void save(Words words) {
    super.save(words);
    if (carried != null) {
      carried.save(words);
    }
    if (links != null) {
      links.save(words);
    }
    if (log != null) {
      log.save(words);
    }
    words.put(mostTransfers);
  }

  @Override
  public void addProgress(Progress sum) {
    super.addProgress(sum);
    sum.linesKept += log == null ? 0 : log.size();
  }

  /**
   * Drops entries of the packet log that are not needed, because all partitions together have too
   * many.
   *
   * @param total entries of all partitions when all ticks before {@code tick} had been simulated
   */
  void limitLog(long tick, long total) {
    if (log != null) {
      log.limit(tick, total);
    }
  }

  /** Returns the measures of a run without events. */
  public static TorusMeasures nothing(RouterDesign design) {
    final TorusObservation observation =
        new TorusObservation(
            0,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            TorusObservation.Observer.NONE,
            TorusObservation.Extras.NONE);
    final TorusMeasures measures =
        new TorusMeasures(observation, design, Supply.none(), null, new int[0]);
    measures.finish(0, times -> {});
    return measures;
  }

  /** Reads what every hop counts on, in the order of memory; returns nothing of meaning. */
  long fetch() {
    return carried == null ? 0 : carried.fetch();
  }

  /** Returns whether credits are classified. */
  boolean judgesCredits() {
    return observation.extras().unblocking();
  }

  /**
   * Counts a packet that enters its first link.
   *
   * @param deliveries number of its deliveries
   */
  public void inject(int node, long first, long birth, int deliveries, long tick) {
    inject(bytes(first), deliveries, tick);
    if (apart) {
      noteInjection(node, first, birth, tick);
    }
  }

  /** Counts a packet that enters the first link of its second leg. */
  public void injectAgain(int node, long first, long tick) {
    if (log != null) {
      log.add(tick, globalIds[node], PacketLog.Kind.INJECTED, first, -1, -1);
    }
  }

  /** Counts a packet that has arrived at the node that forwards it. */
  public void forward(long first, int node, int core, long tick) {
    totals().count(TorusCounter.FORWARDED, 1);
    addToDigest(first, node, core, tick);
    if (log != null) {
      log.add(tick, node, PacketLog.Kind.FORWARDED, first, -1, -1);
    }
  }

  private void noteInjection(int node, long first, long birth, long tick) {
    if (region != null) {
      region.inject(globalIds[node]);
    }
    if (log != null) {
      log.add(birth, globalIds[node], PacketLog.Kind.GENERATED, first, -1, -1);
      log.add(tick, globalIds[node], PacketLog.Kind.INJECTED, first, -1, -1);
    }
  }

  void sendPacket(int node, int output, int vc, int linkTicks, long first, long tick) {
    totals().count(TorusTotals.HOPS, 1);
    pass(TorusTotals.data(output, vc), linkTicks, tick);
    if (carried != null && measures(tick)) {
      carried.add(node, output, LinkTables.BUSY, linkTicks);
    }
    if (apart) {
      noteHop(node, output, vc, linkTicks, first, tick);
    }
  }

  private void noteHop(int node, int output, int vc, int linkTicks, long first, long tick) {
    if (links != null && measures(tick)) {
      links.add(node, output, dataBytes(vc), linkTicks);
    }
    if (region != null) {
      noteEntry(node, output, linkTicks, tick);
    }
    if (log != null) {
      log.add(tick, globalIds[node], PacketLog.Kind.HOP, first, output, vc);
    }
  }

  private void noteEntry(int node, int output, int linkTicks, long tick) {
    if (region.entersBy(node, output)) {
      pass(TorusCounter.ENTERING_BYTES.slot(), linkTicks, tick);
    }
  }

  void sendAck(int node, int output, int linkTicks, long tick) {
    pass(TorusTotals.acks(output), linkTicks, tick);
    if (carried != null && measures(tick)) {
      carried.add(node, output, LinkTables.BUSY, linkTicks);
    }
    if (links != null && measures(tick)) {
      links.add(node, output, ACK_BYTES, linkTicks);
    }
    if (region != null) {
      noteEntry(node, output, linkTicks, tick);
    }
  }

  private void noteDelivery(long first, int node, long tick) {
    if (region != null) {
      region.deliver(packets.source(first), node);
    }
    if (log != null) {
      log.add(tick, node, PacketLog.Kind.DELIVERED, first, -1, -1);
    }
  }

  /**
   * Counts a delivery.
   *
   * @param node global number of the destination
   * @param hops of the packet
   * @param core of the destination
   * @param zeroLoadTicks from generation to delivery at zero load
   */
  public void deliver(
      long first, long second, int node, int hops, int core, long zeroLoadTicks, long tick) {
    deliver(bytes(first), hops, tick);
    addToDigest(first, node, core, tick);
    if (apart) {
      noteDelivery(first, node, tick);
    }
    follow(
        packets.source(first),
        node,
        TorusPacketWords.birth(second, tick),
        tick,
        TorusPacketWords.ticksSinceInjection(second, tick),
        zeroLoadTicks);
    observation
        .observer()
        .delivered(
            packets.source(first),
            node,
            packets.sequence(first),
            TorusPacketWords.trafficClass(first),
            TorusPacketWords.chunks(first),
            tick);
  }

  private void addToDigest(long first, int node, int core, long tick) {
    final int trafficClass = TorusPacketWords.trafficClass(first) | core << CORE_SHIFT;
    digest().add(packets.source(first), node, packets.sequence(first), trafficClass, tick);
  }

  private static int bytes(long first) {
    return TorusPacketWords.chunks(first) * RouterDesign.CHUNK_BYTES;
  }

  /** Notes how many busses of a receiver are busy in a sample. */
  void sampleTransfers(int transfers) {
    mostTransfers = Math.max(mostTransfers, transfers);
  }

  /** Adds the measures of another partition over the same ticks; both have been finished. */
  public void add(TorusMeasures other) {
    super.add(other);
    mostTransfers = Math.max(mostTransfers, other.mostTransfers);
  }

  /**
   * Returns the largest number of buses of a receiver that were busy at the same time in a sample.
   */
  public long mostTransfers() {
    return mostTransfers;
  }

  /** Returns the bytes that each link of this partition carried, null if not requested. */
  public PortCounts carried() {
    return carried;
  }

  /** Returns all counts of each link of this partition, null if not requested. */
  public PortCounts links() {
    return links;
  }

  /** Returns the log of single packets in this partition, null if not requested. */
  public PacketLog log() {
    return log;
  }
}

package io.hopwright.models.bluegene.nodes;

import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.SubGrid;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.HotSpotDestinations;
import io.hopwright.models.traffic.TrafficMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Theoretical bounds of traffic on a torus: mean hops of the workloads, and the limit of throughput
 * under uniform traffic or an all-to-all. Minimal paths load the links of a dimension evenly there,
 * and the busiest dimension saturates first.
 *
 * <p>A packet takes link time for its bytes and a trailer; the token-ack for it takes link time in
 * the reverse direction. An all-to-all on a cube of even extent k peaks at {@code 8/k} such bytes
 * per tick and node. Sums are exact integers, divided once.
 */
public final class TrafficBounds {
  /** Bytes of a packet that are not payload: the hardware's and the software's header. */
  public static final int HEADER_BYTES = 16;

  /** Bytes of link time that a packet takes beside its own. */
  public static final int TRAILER_BYTES = 4;

  /**
   * Properties of links and routing that affect link loads.
   *
   * @param ackBytes link time of a token-ack
   * @param merged whether a token-ack can stand for any number of packets, so that a bound cannot
   *     include any
   * @param tiesPlus whether all packets that go half around a ring go in + direction
   */
  public record Links(int ackBytes, boolean merged, boolean tiesPlus) {
    /** Returns the share of those packets that go in + direction. */
    double tieShare() {
      return tiesPlus ? 1 : 0.5;
    }

    int leastAckBytes() {
      return merged ? 0 : ackBytes;
    }
  }

  private final Torus torus;
  private final double meanBytes;
  private final double meanWireBytes;
  private final double dataBytes;
  private final Links links;

  /** Prepares the bounds for packets whose sizes in bytes are equally likely. */
  public TrafficBounds(Torus torus, Links links, List<Integer> packetBytes) {
    this.torus = torus;
    this.links = links;
    final long bytes = packetBytes.stream().mapToLong(Integer::longValue).sum();
    final long wire = bytes + (long) packetBytes.size() * (TRAILER_BYTES + links.ackBytes());
    meanBytes = (double) bytes / packetBytes.size();
    dataBytes = meanBytes + TRAILER_BYTES;
    meanWireBytes = (double) wire / packetBytes.size();
  }

  /** Returns the mean packet size in bytes. */
  public double meanBytes() {
    return meanBytes;
  }

  /** Returns the mean hops over all destinations other than the source. */
  public double uniformHops() {
    return groupHops(new SubGrid(torus, true, true, true));
  }

  /** Returns the mean hops over all other members of a source's group. */
  public double groupHops(SubGrid group) {
    final long sum =
        IntStream.range(0, Torus.DIMENSIONS).mapToLong(axis -> hopsInGroup(group, axis)).sum();
    return (double) sum / (group.nodes() - 1);
  }

  private long hopsInGroup(SubGrid group, int dimension) {
    final long k = torus.extent(dimension);
    return group.varies(dimension) ? k / 2 * ((k + 1) / 2) * (group.nodes() / k) : 0;
  }

  /** Returns the mean hops of hot-region traffic. */
  public double hotRegionHops(HotBox box, double fraction) {
    return Arrays.stream(hotRegion(box, fraction)).sum();
  }

  /** Returns the rate in packets per tick and node that hot-region traffic cannot exceed. */
  public double hotRegionRate(HotBox box, double fraction) {
    final double links = 1 / busiestTicks(hotRegion(box, fraction));
    return box.nodes() < torus.nodes() ? Math.min(links, cutRate(box, fraction)) : links;
  }

  /** Returns the mean hops of hot-region traffic by port. */
  private double[] hotRegion(HotBox box, double fraction) {
    final double members = box.nodes();
    final SubGrid all = new SubGrid(torus, true, true, true);
    final double[] hops = new double[Torus.PORTS];
    for (int port = 0; port < Torus.PORTS; port++) {
      final int dimension = port >>> 1;
      final boolean plus = (port & 1) == 0;
      final int k = torus.extent(dimension);
      final int h = box.extent(dimension);
      final double boxLines = members / h;
      final double inside = ringHops(k, h, h, plus) * boxLines * boxLines;
      final double toBox = ringHops(k, k, h, plus) * ((double) torus.nodes() / k) * boxLines;
      final double uniform = hopsPerPacket(all, dimension, plus);
      final double fromInside = members == 1 ? uniform : inside / (members - 1);
      final double hot = (fromInside + (toBox - inside) / members) / torus.nodes();
      hops[port] = fraction * hot + (1 - fraction) * uniform;
    }
    return hops;
  }

  /** Returns the mean hops of hot-spot traffic. */
  public double hotSpotHops(HotSpotDestinations hot) {
    final double uniform = uniformHops();
    double sum = 0;
    for (int node = 0; node < torus.nodes(); node++) {
      final double toHot = hot.hotFraction(node);
      long hops = 0;
      for (int to : hot.hot()) {
        hops += to == node ? 0 : hot.weightOf(to) * torus.distance(node, to);
      }
      final double mean = toHot == 0 ? 0 : hops / (double) hot.weight(node);
      sum += toHot * mean + (1 - toHot) * uniform;
    }
    return sum / torus.nodes();
  }

  /**
   * Returns the rate in packets per tick and node that hot-spot traffic cannot exceed: the links of
   * one direction carry all hops in that direction, and the links of a hot node all that it
   * receives, sends and acknowledges.
   */
  public double hotSpotRate(HotSpotDestinations hot) {
    final double nodes = torus.nodes();
    final SubGrid all = new SubGrid(torus, true, true, true);
    final double[] hops = new double[Torus.PORTS];
    for (int node = 0; node < torus.nodes(); node++) {
      for (int to : hot.hot()) {
        addHops(node, to, hot.hotShare(node, to) / nodes, hops);
      }
      for (int port = 0; port < Torus.PORTS; port++) {
        hops[port] +=
            (1 - hot.hotFraction(node)) / nodes * hopsPerPacket(all, port >>> 1, (port & 1) == 0);
      }
    }
    final double in = dataBytes * hot.mostReceived() + links.leastAckBytes();
    return 1 / Math.max(in * nodes / torus.links(), busiestTicks(hops));
  }

  /** Adds the hops of packets of a weight from one node to another, by port. */
  private void addHops(int source, int destination, double weight, double... hops) {
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final int extent = torus.extent(dimension);
      final int plus = torus.offset(source, destination, dimension);
      final double tie = 2 * plus != extent ? 2 * plus < extent ? 1 : 0 : links.tieShare();
      hops[2 * dimension] += weight * tie * plus;
      hops[2 * dimension + 1] += weight * (1 - tie) * (extent - plus);
    }
  }

  /**
   * Sums the hops in a direction on a ring of k from nodes below {@code from} to those below to.
   */
  private double ringHops(int k, int from, int to, boolean plus) {
    double sum = 0;
    for (int a = 0; a < from; a++) {
      for (int b = 0; b < to; b++) {
        final int hops = Math.floorMod(plus ? b - a : a - b, k);
        final double tie = plus ? links.tieShare() : 1 - links.tieShare();
        sum += 2 * hops < k ? hops : 2 * hops == k ? tie * hops : 0;
      }
    }
    return sum;
  }

  /** Returns the mean hops of packets that go around the rings of the given ports in turn. */
  public double ringHops(List<Integer> ports) {
    return Arrays.stream(rings(ports)).sum();
  }

  /** Returns the rate at which the links of the longest of these rings are saturated. */
  public double ringRate(List<Integer> ports) {
    return 1 / busiestTicks(rings(ports));
  }

  private double[] rings(List<Integer> ports) {
    final double[] hops = new double[Torus.PORTS];
    ports.forEach(port -> hops[port] = (torus.extent(port >>> 1) - 1.0) / ports.size());
    return hops;
  }

  /** Returns the mean hops of a packet of a matrix. */
  public double matrixHops(TrafficMatrix matrix) {
    final long[] sum = new long[1];
    matrix.forEach(
        (source, destination, weight) -> sum[0] += weight * torus.distance(source, destination));
    return (double) sum[0] / matrix.total();
  }

  /**
   * Returns a rate in packets per tick and node, the mean over all nodes, that a matrix cannot
   * exceed: the links of one direction carry all hops in that direction, and the links of a node
   * all that it sends, receives and acknowledges.
   */
  public double matrixRate(TrafficMatrix matrix) {
    final double[] hops = new double[Torus.PORTS];
    matrix.forEach(
        (source, destination, weight) -> addHops(source, destination, (double) weight, hops));
    double most = busiestTicks(hops) / torus.nodes();
    for (int node = 0; node < torus.nodes(); node++) {
      final double ofNode = (double) torus.links() / torus.nodes();
      final double out =
          dataBytes * matrix.sent(node) + (double) links.leastAckBytes() * matrix.received(node);
      final double in =
          dataBytes * matrix.received(node) + (double) links.leastAckBytes() * matrix.sent(node);
      most = Math.max(most, Math.max(out, in) / ofNode);
    }
    return matrix.total() / (most * torus.nodes());
  }

  /**
   * Returns the rate in packets per tick and node that uses the share {@code utilization} of all
   * links.
   */
  public double rate(double utilization, double meanHops) {
    return utilization * torus.links() / (torus.nodes() * meanHops * meanWireBytes);
  }

  /** Returns the rate in packets per tick and node at which all links are saturated. */
  public double allLinksRate(double meanHops) {
    return torus.links() / (torus.nodes() * meanHops * leastWireBytes());
  }

  /**
   * Returns the largest rate in packets per tick and node at which a group exchanges packets: a
   * link carries the packets of its own direction and the token-acks of the other.
   */
  public double peakRate(SubGrid group) {
    return 1 / busiestTicks(group);
  }

  /**
   * Returns the ticks for which the busiest link of a group is busy with one packet of each node.
   */
  public double busiestTicks(SubGrid group) {
    return busiestTicks(
        IntStream.range(0, Torus.PORTS)
            .mapToDouble(port -> hopsPerPacket(group, port >>> 1, (port & 1) == 0))
            .toArray());
  }

  /**
   * Returns the ticks that packets keep the busiest links busy if all of a direction carry alike.
   *
   * @param hops of a packet of each node, by port
   */
  private double busiestTicks(double... hops) {
    double busiest = 0;
    for (int port = 0; port < Torus.PORTS; port++) {
      final double bytes = dataBytes * hops[port] + links.leastAckBytes() * hops[port ^ 1];
      busiest = Math.max(busiest, bytes);
    }
    return busiest;
  }

  /** Returns the mean hops of a group's packets in one direction. */
  private double hopsPerPacket(SubGrid group, int dimension, boolean plus) {
    if (!group.varies(dimension)) {
      return 0;
    }
    final long k = torus.extent(dimension);
    final long shorter = (k - 1) / 2;
    final double tie = k % 2 == 1 ? 0 : k / 2.0 * (links.tiesPlus() ? (plus ? 1 : 0) : 0.5);
    final long withoutTies = shorter * (shorter + 1) / 2;
    final long rings = group.nodes() / k;
    return (withoutTies + tie) * rings / (group.nodes() - 1);
  }

  /** Returns the mean utilization of all links at the peak: 1 on a cube, 2/3 on 2k×k×k. */
  public double peakLinkUtilization(SubGrid group) {
    return peakRate(group) * groupHops(group) * leastWireBytes() * torus.nodes() / torus.links();
  }

  private double leastWireBytes() {
    return dataBytes + links.leastAckBytes();
  }

  /** Returns the mean bytes of link time of a packet and hop, token-ack included. */
  public double meanWireBytes() {
    return meanWireBytes;
  }

  /** Returns the number of links that lead into a box from outside. */
  public long enteringLinks(HotBox box) {
    long links = 0;
    for (int node = 0; node < torus.nodes(); node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        links += box.enteredBy(node, port) ? 1 : 0;
      }
    }
    return links;
  }

  /**
   * Returns the largest rate of each node outside a hot box, in packets per tick, if all nodes send
   * equally. The entering links carry every packet that goes in, and the token-acks of every packet
   * that comes out. Uniform packets choose among all nodes other than their source.
   */
  public double cutRate(HotBox box, double fraction) {
    final double nodes = torus.nodes();
    final double inside = box.nodes();
    final double outside = nodes - inside;
    final double entering = outside * (fraction + (1 - fraction) * inside / (nodes - 1));
    final double leaving = inside * (1 - fraction) * outside / (nodes - 1);
    return enteringLinks(box) / (dataBytes * entering + links.leastAckBytes() * leaving);
  }

  /** Returns the share of payload in the link time of a packet. */
  public double payloadShare() {
    return (meanBytes - HEADER_BYTES) / leastWireBytes();
  }
}

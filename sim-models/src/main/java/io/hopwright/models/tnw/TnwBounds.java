package io.hopwright.models.tnw;

import io.hopwright.models.measure.Metrics;
import io.hopwright.models.run.BoundMetrics;
import java.util.stream.IntStream;

/**
 * Theoretical values of a TNW: rates of a link in GB/s of data, zero-load times in ticks.
 * Immutable.
 */
final class TnwBounds {
  private final TnwLinks links;
  private final TnwHost host;
  private final TnwWorkload workload;

  TnwBounds(TnwSettings settings) {
    links = settings.links();
    host = settings.host();
    workload = settings.workload();
  }

  /** Declares them. */
  static Metrics<TnwBounds> metrics() {
    return new Metrics<TnwBounds>()
        .add("bounds.linkGoodput", "GB/s", "Bound of the goodput of a link", TnwBounds::linkGoodput)
        .meaning(
            "data rate of one direction of a link without errors, independent of the other"
                + " direction: limited by the time of a packet, or by the time until the first"
                + " packet of a window is acknowledged")
        .addAll(BoundMetrics.throughput(TnwMetrics.RATE.unit(), TnwBounds::throughput))
        .add(
            "bounds.messageLatencyTicks",
            "ticks",
            "Latency of a message at zero load",
            TnwBounds::messageLatencyTicks)
        .meaning(
            "time from the start of a send to the end of the wait for its notify, the mean"
                + " of several sizes; null with an ideal host, and with jobs");
  }

  /** Returns the data that a link carries. */
  Double linkGoodput() {
    final int roundTrip = links.checkTicks() + links.feedbackTicks();
    final double packets =
        Math.min(1.0 / TnwLinks.PACKET_TICKS, (double) links.windowPackets() / roundTrip);
    return packets * TnwLinks.PACKET_BYTES;
  }

  /** Returns the ticks between two packets of a thread, or of an engine that reads. */
  double packetTicks() {
    if (host.keys().ideal()) {
      return TnwLinks.PACKET_TICKS;
    }
    if (host.way() != TnwHost.Way.NGET) {
      return (double) host.way().linesPerPacket()
          * Math.max(host.lineTicks(), host.downLineTicks());
    }
    return workload.mean(packets -> packets * readPacketTicks(packets)) / workload.meanPackets();
  }

  private double readPacketTicks(int messagePackets) {
    final int packets = Math.min(ReadEngines.MOST_PACKETS, messagePackets);
    final double read =
        2.0 * host.crossTicks()
            + (packets - 1.0) * TnwHost.completionTicks()
            + host.keys().gapTicks();
    return read / packets;
  }

  /** Returns the ticks of a message, of several sizes the mean. */
  Double messageLatencyTicks() {
    return host.keys().ideal() || workload.kind() == TnwWorkload.Kind.JOBS
        ? null
        : (Double) workload.mean(this::messageLatencyTicks);
  }

  private double messageLatencyTicks(int packets) {
    final double last =
        host.way() == TnwHost.Way.NGET
            ? readTicks(packets)
            : ((double) packets * host.way().linesPerPacket() - 1) * host.lineTicks();
    return host.sendTicks()
        + last
        + host.crossTicks()
        + links.zeroLoadTicks()
        + host.dataTicks()
        + host.crossTicks()
        + host.pollTicks();
  }

  /** Returns the ticks from the descriptor's joining to the start of the last completion. */
  private double readTicks(int packets) {
    final int reads = (packets + 3) / 4;
    final int ofLast = packets - 4 * (reads - 1);
    final double whole =
        2.0 * host.crossTicks() + 3.0 * TnwHost.completionTicks() + host.keys().gapTicks();
    return 2.0 * host.crossTicks()
        + (reads - 1) * whole
        + (ofLast - 1.0) * TnwHost.completionTicks();
  }

  /** Returns the data that a node sends over all its links; null if its threads wait for others. */
  Double throughput() {
    return workload.kind() == TnwWorkload.Kind.NEIGHBOURS
        ? (Double) (nodePacketsPerTick() * TnwLinks.PACKET_BYTES)
        : null;
  }

  /** Returns the packets that a node sends in a tick at most, over all ports of neighbours. */
  double nodePacketsPerTick() {
    final double port = mostPacketsPerTick();
    if (host.keys().ideal()) {
      return workload.ports().length * port;
    }
    final int down =
        host.way() == TnwHost.Way.NGET
            ? TnwHost.completionTicks()
            : host.way().linesPerPacket() * host.downLineTicks();
    return Math.min(ofInterfaces(port, 0, down), ofInterfaces(port, 1, host.dataTicks()));
  }

  /**
   * Returns the packets of a node in a tick if each takes some time of a server of its interface.
   *
   * @param most packets of a port
   * @param side 0 for outputs, 1 for the receivers at the other ends of their links
   * @param serverTicks of a packet
   */
  private double ofInterfaces(double most, int side, int serverTicks) {
    double packets = 0;
    for (int number = 0; number < host.interfaces(); number++) {
      final int of = number;
      final long ports =
          IntStream.of(workload.ports())
              .filter(port -> (port ^ side) % host.interfaces() == of)
              .count();
      packets += Math.min(ports * most, 1.0 / serverTicks);
    }
    return packets;
  }

  /** Returns the packets that a port sends in a tick at most. */
  double mostPacketsPerTick() {
    return Math.min(1 / packetTicks(), linkGoodput() / TnwLinks.PACKET_BYTES);
  }
}

package io.hopwright.models.tofu;

import io.hopwright.models.run.OpenLoop;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.tofu.network.LinkLoads;
import io.hopwright.models.tofu.network.PathPolicy;
import io.hopwright.models.tofu.tni.ProcessorBus;
import io.hopwright.models.tofu.tni.TniDesign;
import io.hopwright.models.tofu.tni.TniOperation;
import io.hopwright.models.topology.Tofu6D;
import io.hopwright.models.traffic.pattern.Sources;
import java.util.function.IntToDoubleFunction;

/**
 * Theoretical bounds of a workload: number of links that packets take, and the capacity of links,
 * network interfaces and hosts.
 *
 * <p>For uniform traffic everything follows from sums over single axes, because the load of a link
 * depends only on its position in a ring or line. With a fixed path only one link in twelve carries
 * traffic. Where nodes send to one or a few others, packets and their answers are followed. Bounds
 * are undefined where sources and destinations are not known before a run. Rates are packets of
 * class 0 per tick, averaged over all nodes. Immutable; safe for any thread.
 */
final class TofuBounds {

  private final Tofu6D machine;
  private final TofuWorkload workload;
  private final TniDesign tnis;
  private final double requestTicks;
  private final double answerTicks;
  private final double meanHops;

  /** Null if traffic is uniform. */
  private final Followed followed;

  /** Ticks that the busiest link is busy for a packet of every node, and for its answer. */
  private final double busiestTicks;

  TofuBounds(TofuSettings settings) {
    this(settings.topology().machine(), settings.workload(), settings.tnis());
  }

  TofuBounds(Tofu6D machine, TofuWorkload workload, TniDesign tnis) {
    this.machine = machine;
    this.workload = workload;
    this.tnis = tnis;
    requestTicks = perPacket(tnis::frameTicks, data -> 0);
    answerTicks = perPacket(data -> 0, tnis::frameTicks);
    if (isUniform()) {
      followed = null;
      meanHops = uniformHops();
      // Answers take their requests' paths from the other end.
      busiestTicks =
          requestTicks * uniformBusiest(PathPolicy.DESTINATION)
              + answerTicks * uniformBusiest(PathPolicy.SOURCE);
    } else {
      followed = new Followed();
      meanHops = followed.hops / followed.packets;
      busiestTicks = followed.loads.most() * machine.routers() / followed.packets;
    }
  }

  /** Returns whether links are loaded as by uniform traffic; the heat of hot spots is left out. */
  private boolean isUniform() {
    return workload.sources() != null && workload.sources().pairs() == null;
  }

  /**
   * Returns the mean over packets of what each takes, and of what its answer does if it has one.
   */
  private double perPacket(IntToDoubleFunction ofRequest, IntToDoubleFunction ofAnswer) {
    final TniOperation operation = workload.operation();
    double sum = 0;
    long packets = 0;
    for (int bytes : workload.messageBytes()) {
      for (int rest = bytes; rest > 0; rest -= workload.mtuBytes()) {
        final int moved = Math.min(rest, workload.mtuBytes());
        final boolean last = rest <= workload.mtuBytes();
        sum += ofRequest.applyAsDouble(operation.requestData(moved));
        if (operation != TniOperation.PUT || (tnis.keys().acknowledge() && last)) {
          sum += ofAnswer.applyAsDouble(operation.answerData(moved));
        }
        packets++;
      }
    }
    return sum / packets;
  }

  /** Returns the links that a packet takes on average. */
  double meanHops() {
    return meanHops;
  }

  /** Returns the packets and answers for a packet of class 0. */
  double packetsPerRequest() {
    return perPacket(data -> 1, data -> 1);
  }

  /** Returns the bytes that a packet moves on average. */
  double packetBytes() {
    return workload.meanMessageBytes() / workload.meanPacketsPerMessage();
  }

  /** Returns the rate at which the busiest link is full. */
  double linkRate() {
    return 1 / busiestTicks;
  }

  /** Returns the rate at which network interfaces are full. */
  double interfaceRate() {
    return workload.tnis() / ((requestTicks + answerTicks) * mostAtOneNode());
  }

  /** Returns the rate at which hosts are full, infinite without a bus. */
  double hostRate() {
    final ProcessorBus bus = tnis.bus();
    return 1 / (perPacket(bus::ticks, bus::ticks) * mostAtOneNode());
  }

  /** Returns the least of these. */
  double rate() {
    return Math.min(linkRate(), nodeRate());
  }

  /** Returns the rate if each packet is held up by the busiest link on its own ways only. */
  double eachRate() {
    return followed == null ? rate() : Math.min(followed.eachRate(), nodeRate());
  }

  private double nodeRate() {
    return Math.min(interfaceRate(), hostRate());
  }

  /** Returns the traffic of a run: the offered load, or these rates if they are less. */
  OpenLoop openLoop(RunPlan run, int hopTicks) {
    final Double bytes = workload.offeredBytesPerTick();
    final Sources sources = workload.sources();
    final double senders = sources.offering();
    final double nodes = workload.nodes();
    return new OpenLoop(
        run,
        senders,
        bytes == null ? null : (Double) (bytes / packetBytes()),
        eachRate() * nodes / senders,
        rate() * nodes / senders,
        sources.isFinite()
            ? workload.meanPacketsPerMessage() * nodes * sources.messages()
            : Double.POSITIVE_INFINITY,
        packetsPerRequest(),
        meanHops,
        tnis.leadTicks() + tnis.injectionTicks() + meanHops / 2 * hopTicks);
  }

  /** Returns the packets that one node sends, or that are for it, for one of every node. */
  private double mostAtOneNode() {
    return workload.sources() == null ? Double.NaN : workload.sources().mostAtOneNode();
  }

  // ---------------------------------------------------------------- uniform traffic

  /**
   * Returns how often packets go along an axis, 1 being once from any coordinate to any: somewhat
   * more as nodes send to others only, or twice, to a path that has nothing to do with either end
   * and from there.
   */
  private double timesCrossed(int axis) {
    final PathPolicy policy = workload.paths().policy();
    return axis < Tofu6D.OUTER_AXES
            || policy == PathPolicy.SOURCE
            || policy == PathPolicy.DESTINATION
        ? machine.routers() / (machine.routers() - 1.0)
        : 2;
  }

  private double uniformHops() {
    double hops = 0;
    for (int axis = 0; axis < Tofu6D.AXES.size(); axis++) {
      final double mean = (double) pairHops(axis) / (machine.extent(axis) * machine.extent(axis));
      hops += mean * timesCrossed(axis);
    }
    return hops;
  }

  /** Returns the hops along an axis between all pairs of coordinates. */
  private long pairHops(int axis) {
    long hops = 0;
    for (int from = 0; from < machine.extent(axis); from++) {
      for (int to = 0; to < machine.extent(axis); to++) {
        final int direct = Math.abs(to - from);
        hops += machine.isRing(axis) ? Math.min(direct, machine.extent(axis) - direct) : direct;
      }
    }
    return hops;
  }

  /**
   * Returns the packets on the busiest link for one of every node.
   *
   * @param uneven policy with which those that go half-way round a ring are not spread evenly
   */
  private double uniformBusiest(PathPolicy uneven) {
    final boolean fixed = workload.paths().policy() == PathPolicy.FIXED;
    double most = 0;
    for (int axis = 0; axis < Tofu6D.AXES.size(); axis++) {
      final double crossing =
          timesCrossed(axis) * pairsOnBusiest(axis, uneven) / machine.extent(axis);
      final boolean outer = axis < Tofu6D.OUTER_AXES;
      most = Math.max(most, !fixed ? crossing : outer ? PathPolicy.PATHS * crossing : 0);
    }
    // From the end of a fixed path all packets for six of the twelve nodes there go over one link.
    return fixed ? Math.max(most, PathPolicy.PATHS / 2.0) : most;
  }

  /** Returns the pairs of coordinates between which ways take the busiest link of an axis. */
  private double pairsOnBusiest(int axis, PathPolicy uneven) {
    final int extent = machine.extent(axis);
    if (!machine.isRing(axis)) {
      final int before = extent / 2;
      return (double) before * (extent - before);
    }
    final int shorter = (extent - 1) / 2;
    final double halfWay = extent % 2 == 0 ? extent / 4.0 : 0;
    return shorter * (shorter + 1) / 2.0
        + (workload.paths().policy() == uneven ? Math.ceil(halfWay) : halfWay);
  }

  // ---------------------------------------------------------------- packet by packet

  /** Visitor of each route and the number of packets on it. */
  @FunctionalInterface
  private interface Visitor {
    void way(int from, int to, int path, double packets);
  }

  /** Followed packets, in units of the weight of each. */
  private final class Followed {
    private final LinkLoads loads = new LinkLoads(machine);
    private double packets;
    private double hops;

    Followed() {
      forEach(
          (from, to, path, weight) -> {
            packets += weight;
            hops += weight * loads.add(from, to, path, weight * requestTicks);
            loads.add(to, from, path, weight * answerTicks);
          });
    }

    double eachRate() {
      final double[] sum = new double[1];
      forEach(
          (from, to, path, weight) -> {
            final double back = answerTicks > 0 ? loads.most(to, from, path) : 0;
            sum[0] += weight / Math.max(loads.most(from, to, path), back);
          });
      return sum[0] / machine.routers();
    }

    private void forEach(Visitor visitor) {
      if (workload.sources() != null) {
        workload.sources().pairs().forEach((from, to, weight) -> paths(from, to, weight, visitor));
      }
    }

    private void paths(int from, int to, long weight, Visitor visitor) {
      if (workload.paths().policy() == PathPolicy.RANDOM) {
        for (int path = 0; path < PathPolicy.PATHS; path++) {
          visitor.way(from, to, path, (double) weight / PathPolicy.PATHS);
        }
      } else {
        final int path = workload.paths().path(from, to, 0, workload.segments());
        visitor.way(from, to, path, (double) weight);
      }
    }
  }
}

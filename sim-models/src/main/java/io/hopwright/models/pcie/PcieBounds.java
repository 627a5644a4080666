package io.hopwright.models.pcie;

import io.hopwright.models.host.PcieLink;
import io.hopwright.models.pcie.engines.EdgeDesign;
import io.hopwright.models.pcie.engines.EdgeTimes;
import io.hopwright.models.pcie.engines.FlowStage;
import io.hopwright.models.pcie.engines.MessageFlow;
import io.hopwright.models.pcie.tree.PcieElements;
import io.hopwright.models.pcie.tree.PciePacketId;
import io.hopwright.models.switching.PacketPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Theoretical rates of flows that all send without end, by the capacity of edges and engines:
 * max-min fair shares by progressive filling (Bertsekas and Gallager, Data Networks, section
 * 6.5.2). Read requests and launch times are ignored. Immutable; time and memory are proportional
 * to flows times links on their paths.
 */
final class PcieBounds {
  private static final int BYTES = PcieLink.MOST_DATA;

  private final int ports;
  private final double[] rates;

  /** The lowest rate of the flows that share a buffer with it, by flow. */
  private final double[] slowest;

  private final int[] crowds;
  private final int[] hops;

  PcieBounds(PcieSettings settings) {
    final PcieElements elements = settings.topology().elements();
    final List<MessageFlow> flows = settings.workload().flows();
    final EdgeTimes times =
        new EdgeTimes(
            settings.edges(),
            settings.engine(),
            settings.topology(),
            new int[0],
            new PacketPool(EdgeDesign.WORDS, 1));
    ports = settings.graph().ports();
    final int links = elements.count() * ports;
    crowds = new int[links];
    hops = new int[flows.size()];
    final List<List<Use>> uses = new ArrayList<>();
    for (int flow = 0; flow < flows.size(); flow++) {
      final List<Use> of = new ArrayList<>();
      for (FlowStage stage : flows.get(flow).stages()) {
        final int packetClass = stage.pull() ? PciePacketId.COMPLETION : PciePacketId.WRITE;
        final int[] way = elements.way(settings.graph(), stage.from(), stage.to());
        hops[flow] += way.length;
        for (int link : way) {
          crowds[link]++;
          of.add(
              new Use(
                  link,
                  packetClass,
                  times.ticks(
                      link / ports, link % ports, stage.from(), stage.to(), packetClass, BYTES)));
        }
        final int first = links + 2 * stage.from();
        final int last = links + 2 * stage.to() + 1;
        final int out = times.localTicks(elements.kind(stage.from()), packetClass, BYTES);
        final int in = times.localTicks(elements.kind(stage.to()), packetClass, BYTES);
        of.add(new Use(first, packetClass, out));
        of.add(new Use(last, packetClass, in));
      }
      uses.add(of);
    }
    final int resources = links + 2 * elements.count();
    rates = fill(uses, resources);
    slowest = slowest(uses, resources, rates);
  }

  /**
   * Use of a link or local port by a flow.
   *
   * @param resource the link or port
   * @param packetClass class of the packets
   * @param ticks ticks of a full packet there
   */
  private record Use(int resource, int packetClass, int ticks) {
    /** Returns the number of the buffer behind it. */
    int buffer() {
      return resource * PciePacketId.CLASSES + packetClass;
    }
  }

  private static double[] slowest(List<List<Use>> uses, int resources, double... rates) {
    final double[] ofBuffer = new double[resources * PciePacketId.CLASSES];
    Arrays.fill(ofBuffer, Double.POSITIVE_INFINITY);
    for (int flow = 0; flow < rates.length; flow++) {
      for (Use use : uses.get(flow)) {
        ofBuffer[use.buffer()] = Math.min(ofBuffer[use.buffer()], rates[flow]);
      }
    }
    return uses.stream()
        .mapToDouble(of -> of.stream().mapToDouble(use -> ofBuffer[use.buffer()]).min().orElse(0))
        .toArray();
  }

  /** Raises all rates alike until something is full, and so on for those not held up by it. */
  private static double[] fill(List<List<Use>> uses, int resources) {
    final double[] rates = new double[uses.size()];
    final double[] left = new double[resources];
    Arrays.fill(left, 1);
    final boolean[] fixed = new boolean[rates.length];
    for (int still = rates.length; still > 0; ) {
      final double[] need = new double[resources];
      for (int flow = 0; flow < rates.length; flow++) {
        if (!fixed[flow]) {
          uses.get(flow).forEach(use -> need[use.resource] += use.ticks);
        }
      }
      double most = Double.POSITIVE_INFINITY;
      for (int resource = 0; resource < resources; resource++) {
        most = need[resource] > 0 ? Math.min(most, left[resource] / need[resource]) : most;
      }
      final boolean[] full = new boolean[resources];
      for (int resource = 0; resource < resources; resource++) {
        full[resource] =
            need[resource] > 0 && left[resource] / need[resource] <= most * (1 + 1e-12);
        left[resource] -= most * need[resource];
      }
      for (int flow = 0; flow < rates.length; flow++) {
        if (!fixed[flow]) {
          rates[flow] += most;
          fixed[flow] = uses.get(flow).stream().anyMatch(use -> full[use.resource]);
          still -= fixed[flow] ? 1 : 0;
        }
      }
    }
    return rates;
  }

  /** Returns the bytes per tick of a flow. */
  double rate(int flow) {
    return rates[flow] * BYTES;
  }

  /** Returns the bytes per tick of the slowest of the flows that share a buffer with one. */
  double slowestBeside(int flow) {
    return slowest[flow] * BYTES;
  }

  /** Returns the bytes per tick of the slowest flow. */
  double least() {
    return Arrays.stream(rates).min().orElse(0) * BYTES;
  }

  /** Returns the bytes per tick of the fastest flow. */
  double most() {
    return Arrays.stream(rates).max().orElse(0) * BYTES;
  }

  /** Returns the most flows over a link, a flow that takes it twice counting twice. */
  int mostFlowsOfLink() {
    return Arrays.stream(crowds).max().orElse(0);
  }

  /** Returns the links that packets of a flow take in all of its stages. */
  int hops(int flow) {
    return hops[flow];
  }
}

package io.hopwright.models.reference.pcie;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.reference.ReferenceCrossbarMachine;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceJobNumbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Naive reference model of PCI Express between accelerators, written from {@code
 * docs/models/pcie.md} alone, to check the fast model by equal digests.
 *
 * <p>In each tick in which anything is due, all of it is applied (phase 1), then every element acts
 * (phase 2). Rules are cited by the words of that page in quotation marks. Always checked: every
 * packet is delivered to the right element exactly once; no buffer exceeds its capacity.
 *
 * <p>Confined to one thread.
 */
final class ReferencePcie extends ReferenceCrossbarMachine<PcieElement> {
  /** Kinds of output. */
  static final List<String> KINDS =
      List.of("up", "down", "device", "memory", "card", "qpi", "network", "local");

  static final int LOCAL = 7;

  final PcieParameters parameters;
  final PcieRules rules;
  final ReferenceDraws draws;
  final ReferencePcieTopology topology;
  final PcieEdges edges;
  final List<PcieFlow> flows = new ArrayList<>();

  /** Ticks of the last message delivered, −1 before the first. */
  private long lastMessageTicks = -1;

  /** Ticks of messages delivered in the measured interval. */
  private final TickHistogram messageTicks = new TickHistogram();

  /** A machine before tick 0. */
  ReferencePcie(PcieParameters parameters) {
    this(parameters, new PcieRules());
  }

  /** A machine before tick 0 that plays by other rules. */
  ReferencePcie(PcieParameters parameters, PcieRules rules) {
    this.parameters = parameters;
    this.rules = rules;
    draws = new ReferenceDraws(parameters.seed);
    topology = new ReferencePcieTopology(parameters);
    edges = new PcieEdges(parameters, rules, topology);
    for (int element = 0; element < topology.elements(); element++) {
      routers.add(new PcieElement(this, element));
    }
    final List<List<Integer>> pairs = PcieFlows.of(parameters, topology);
    for (int flow = 0; flow < pairs.size(); flow++) {
      flows.add(new PcieFlow(this, flow, pairs.get(flow).get(0), pairs.get(flow).get(1)));
    }
    for (final PcieFlow flow : flows) {
      flow.stages.forEach(stream -> router(stream.stage.element()).engine.add(stream));
      at(0, () -> flow.begin(0, 0));
    }
  }

  /** Returns the times of messages, in the place of other machines' numbers of jobs. */
  @Override
  public ReferenceJobNumbers jobs() {
    final Metrics<TickHistogram> metrics = new Metrics<>();
    metrics
        .distribution("messageLatencyTicks", "", latencies -> latencies, Set.of(Role.DISTRIBUTION))
        .meaning("");
    final Map<String, Object> summary = new LinkedHashMap<>(metrics.summary(messageTicks));
    final boolean any = messageTicks.count() > 0;
    final double mean = any ? messageTicks.mean() : 0;
    summary.put("messageLatencyMicroseconds", any ? (Double) (mean / 12_600) : null);
    summary.put(
        "messageRate", any ? (Double) (parameters.messageBytes.mean() * 12.6 / mean) : null);
    return new ReferenceJobNumbers(summary, metrics.distributions(messageTicks));
  }

  /** Packets are not followed. */
  @Override
  public boolean isEndless() {
    return true;
  }

  // ----------------------------------------------------------------------------------- ticks

  @Override
  protected void act() {
    inOrder(routers).forEach(element -> element.act(now()));
  }

  // -------------------------------------------------------------------------------- measures

  /** The kind of an output port. */
  int kind(int port) {
    if (port == topology.local) {
      return LOCAL;
    }
    if (port < ReferencePcieTopology.MEMORY) {
      return port == ReferencePcieTopology.UP ? 0 : port < ReferencePcieTopology.DEVICE ? 1 : 2;
    }
    return Math.min(3 + port - ReferencePcieTopology.MEMORY, 6);
  }

  @Override
  public long outstandingRequests() {
    return flows.stream()
        .flatMap(flow -> flow.stages.stream())
        .mapToLong(PcieStream::outstandingRequests)
        .sum();
  }

  void onDelivery(PciePacket packet, int element) {
    if (!isFirst(packet.source, packet.packetClass, packet.number)
        || element != packet.destination) {
      throw new IllegalStateException(
          String.format(
              "tick %d: element %d received %s; wrong element, or delivered before",
              now(), element, packet));
    }
    deliver(packet.source, element, 0, packet.number, packet.packetClass, packet.movedBytes());
    add(TIMED, 1);
    add(TIMED_HOPS, packet.links());
    most("mostLinks", packet.links());
  }

  /** A message has been delivered. */
  void onMessage(long latencyTicks) {
    if (measures(now())) {
      messageTicks.record(latencyTicks);
    }
    lastMessageTicks = latencyTicks;
  }

  /** Latency of the last message delivered, −1 before the first. */
  long lastMessageTicks() {
    return lastMessageTicks;
  }

  @Override
  public boolean isSettled() {
    return flows.stream().allMatch(PcieFlow::isOver);
  }
}

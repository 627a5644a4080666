package io.hopwright.models.reference.pcie;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceEvents;
import io.hopwright.models.reference.ReferenceJobNumbers;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A naive model of PCI Express between accelerators, written from {@code docs/models/pcie.md}
 * alone, to check the fast model by equal digests.
 *
 * <p>In each tick in which anything is due, all of it is applied (phase 1), then every element acts
 * (phase 2). Rules are cited by the words of that page in quotation marks. Always checked: every
 * delivery at the right element, exactly once; no buffer over capacity.
 *
 * <p>Confined to one thread.
 */
final class ReferencePcie implements ReferenceMachine {
  /** Kinds of output. */
  static final List<String> KINDS =
      List.of("up", "down", "device", "memory", "card", "qpi", "network", "local");

  static final int LOCAL = 7;

  final PcieParameters parameters;
  final PcieRules rules;
  final ReferenceDraws draws;
  final ReferencePcieTopology topology;
  final PcieEdges edges;
  private final List<PcieElement> elements = new ArrayList<>();
  final List<PcieFlow> flows = new ArrayList<>();
  private final ReferenceEvents events = new ReferenceEvents();

  /** Who is told of what happens; null if nobody is. */
  private ReferenceStatistics statistics;

  /** The tick being simulated, or the last one in which something happened. */
  private long now = -1;

  /** The next tick to simulate. */
  private long tick;

  private long digest;
  private long issued;
  private long delivered;
  private long bytesInjected;
  private long bytesDelivered;
  private long linksTaken;
  private long mostLinks;
  private long lastMessageTicks = -1;

  /** Of messages delivered in the measured interval. */
  private final TickHistogram messageTicks = new TickHistogram();

  /** Bytes that flows have moved, by flow. */
  private final long[] moved;

  /** Packets started and ticks that they take, by kind of output. */
  private final long[] started = new long[KINDS.size()];

  private final long[] busyTicks = new long[KINDS.size()];

  /** Source, class and number of all that was delivered. */
  private final Set<List<Long>> seen = new HashSet<>();

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
      elements.add(new PcieElement(this, element));
    }
    final List<List<Integer>> pairs = PcieFlows.of(parameters, topology);
    for (int flow = 0; flow < pairs.size(); flow++) {
      flows.add(new PcieFlow(this, flow, pairs.get(flow).get(0), pairs.get(flow).get(1)));
    }
    moved = new long[flows.size()];
    for (final PcieFlow flow : flows) {
      flow.stages.forEach(stream -> elements.get(stream.element).engine.add(stream));
      at(0, () -> flow.begin(0, 0));
    }
  }

  /** What messages took, in the place of what other machines tell of jobs. */
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

  /** Has events and elements of a tick taken in reverse, which must not change anything. */
  void goBackwards() {
    events.goBackwards();
  }

  @Override
  public void measuredBy(ReferenceStatistics measuring) {
    statistics = measuring;
  }

  /** Packets are not followed. */
  @Override
  public boolean isEndless() {
    return true;
  }

  // ----------------------------------------------------------------------------------- ticks

  @Override
  public long tick() {
    return tick;
  }

  /** The tick being simulated. */
  long now() {
    return now;
  }

  PcieElement element(int number) {
    return elements.get(number);
  }

  /** Has something happen in phase 1 of a later tick. */
  void at(long later, Runnable effect) {
    events.at(now, later, effect);
  }

  /** Has elements look at a later tick whether they can do something. */
  void wake(long later) {
    at(later, () -> {});
  }

  @Override
  public void run(long stopTick) {
    final List<PcieElement> order = events.inOrder(elements);
    while (nextEffectTick() < stopTick) {
      now = events.nextTick();
      events.happen(now);
      order.forEach(element -> element.act(now));
    }
    tick = Math.max(tick, stopTick);
  }

  @Override
  public long nextEffectTick() {
    return events.nextTick();
  }

  // -------------------------------------------------------------------------------- measures

  void onIssue(PciePacket packet) {
    issued++;
    bytesInjected += packet.dataBytes;
  }

  /** A packet has been granted an output, which is busy for some ticks. */
  void onGrant(int port, long ticks) {
    final int kind = kind(port);
    started[kind]++;
    busyTicks[kind] += ticks;
    final String ofKind = "busyTicks." + KINDS.get(kind);
    if (statistics != null && kind == LOCAL) {
      statistics.onTransmission(now + ticks, ofKind);
    } else if (statistics != null) {
      statistics.onTransmission(now + ticks, ofKind, BUSY_TICKS);
    }
  }

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

  void onDelivery(PciePacket packet, int element) {
    final boolean first =
        seen.add(List.of((long) packet.source, (long) packet.packetClass, packet.number));
    if (!first || element != packet.destination) {
      throw new IllegalStateException(
          String.format(
              "tick %d: element %d received %s; wrong element, or delivered before",
              now, element, packet));
    }
    digest +=
        ReferenceDraws.deliveryWord(
            packet.source, element, 0, packet.number, packet.packetClass, now);
    delivered++;
    bytesDelivered += packet.dataBytes;
    linksTaken += packet.links;
    mostLinks = Math.max(mostLinks, packet.links);
    if (statistics != null) {
      statistics.onDelivery(now);
    }
  }

  /** Data of a flow have come to its target. */
  void onMoved(PcieFlow flow, int bytes) {
    moved[flow.number] += bytes;
  }

  /** A message has been delivered. */
  void onMessage(long latencyTicks) {
    if (statistics != null && statistics.run().measures(now)) {
      messageTicks.record(latencyTicks);
    }
    lastMessageTicks = latencyTicks;
  }

  /** Latency of the last message delivered, −1 before the first. */
  long lastMessageTicks() {
    return lastMessageTicks;
  }

  /** Whether nothing waits or is under way and every credit is back at its sender. */
  boolean isHome() {
    return elements.stream().allMatch(PcieElement::isHome);
  }

  @Override
  public boolean isSettled() {
    return flows.stream().allMatch(PcieFlow::isOver);
  }

  @Override
  public void checkConservation() {
    elements.forEach(PcieElement::checkConservation);
  }

  @Override
  public long digest() {
    return digest;
  }

  /** Nothing is measured of buffers. */
  @Override
  public Map<String, Long> counts() {
    final Map<String, Long> counts = new LinkedHashMap<>();
    counts.put(DUE, issued);
    counts.put(INJECTED, issued);
    counts.put(DELIVERED, delivered);
    counts.put(BYTES_INJECTED, bytesInjected);
    counts.put(BYTES_DELIVERED, bytesDelivered);
    counts.put(HOPS, Arrays.stream(started).limit(LOCAL).sum());
    counts.put(BUSY_TICKS, Arrays.stream(busyTicks).limit(LOCAL).sum());
    counts.put(TIMED, delivered);
    counts.put(TIMED_HOPS, linksTaken);
    counts.put("mostLinks", mostLinks);
    for (int flow = 0; flow < moved.length; flow++) {
      counts.put("moved." + flow, moved[flow]);
    }
    for (int kind = 0; kind < KINDS.size(); kind++) {
      counts.put("started." + KINDS.get(kind), started[kind]);
      counts.put("busyTicks." + KINDS.get(kind), busyTicks[kind]);
    }
    return counts;
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    return elements.stream().mapToLong(element -> element.describeWaiting(report)).sum();
  }
}

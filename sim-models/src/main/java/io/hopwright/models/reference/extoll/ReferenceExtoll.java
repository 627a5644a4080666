package io.hopwright.models.reference.extoll;

import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.messaging.Software;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.ReferenceEvents;
import io.hopwright.models.reference.ReferenceJobNumbers;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.reference.messaging.ReferenceRank;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A naive model of EXTOLL, written from {@code docs/models/extoll.md} alone, to check the fast
 * model by equal digests.
 *
 * <p>In each tick in which anything is due, all of it is applied (phase 1), then every node acts
 * (phase 2). Rules are cited by the words of that page in quotation marks. Always checked: every
 * delivery at the right node, exactly once, with the right size; no buffer over capacity.
 *
 * <p>Confined to one thread.
 */
final class ReferenceExtoll implements ReferenceMachine {
  /** Kinds of output. */
  static final List<String> KINDS = List.of("x", "y", "z", "g", "unit");

  static final int UNIT = 4;

  /** What is counted of accesses and interrupts. */
  static final Map<String, List<String>> ACCESSES =
      Map.of(
          "accesses",
          List.of("forwarded", "outside", "rejected", "displacement"),
          "interrupts",
          List.of("taken", "behindEntry"));

  /** A packet that has reached its unit. */
  record Delivery(long tick, ExtollPacket packet, long excessTicks) {}

  final ExtollParameters parameters;
  final ExtollRules rules;
  final ReferenceExtollTopology topology;
  final ExtollTables tables;
  final ExtollTraffic traffic;
  private final ReferenceDraws draws;
  private final List<ExtollNode> nodes = new ArrayList<>();
  private final List<ExtollStream> streams = new ArrayList<>();
  private final ReferenceEvents events = new ReferenceEvents();

  /** What programs do; null if there are no jobs. */
  private final ReferenceExtollJobs jobs;

  private Consumer<Delivery> listener = delivery -> {};

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
  private long responseTicks;
  private final long[] bytesOfNode;
  private long framesSent;
  private long framesRepeated;
  private long messages;
  private long messageTicks;
  private long lastMessageTicks = -1;

  private long accessesForwarded;
  private long accessesOutside;
  private long accessesRejected;
  private long displacement;
  private long interruptsTaken;
  private long interruptsBehindEntry;

  /** Packets started and ticks that they take, by kind of output. */
  private final long[] started = new long[KINDS.size()];

  private final long[] busyTicks = new long[KINDS.size()];

  /** Source, kind and number of all that was delivered. */
  private final Set<List<Long>> seen = new HashSet<>();

  /** A machine before tick 0. */
  ReferenceExtoll(ExtollParameters parameters) {
    this(parameters, new ExtollRules());
  }

  /** A machine before tick 0 that plays by other rules. */
  ReferenceExtoll(ExtollParameters parameters, ExtollRules rules) {
    this(parameters, rules, null, List.of());
  }

  /** A machine before tick 0 with jobs, unless {@code software} is null. */
  ReferenceExtoll(
      ExtollParameters parameters, ExtollRules rules, Software software, List<PlacedJob> placed) {
    this.parameters = parameters;
    this.rules = rules;
    topology = new ReferenceExtollTopology(parameters);
    tables = new ExtollTables(topology, parameters.tables, rules);
    draws = new ReferenceDraws(parameters.seed);
    traffic = new ExtollTraffic(parameters, topology.accelerators(), draws);
    bytesOfNode = new long[topology.nodes()];
    for (int node = 0; node < topology.nodes(); node++) {
      nodes.add(new ExtollNode(this, node));
    }
    if (parameters.linkOnly) {
      for (int node = 0; node < topology.accelerators(); node++) {
        for (int stream = 0; stream < parameters.streams; stream++) {
          streams.add(new ExtollStream(this, nodes.get(node), stream));
        }
      }
      streams.forEach(ExtollStream::begin);
    } else {
      final ExtollPrograms programs = new ExtollPrograms(parameters, topology, traffic);
      nodes.forEach(node -> programs.of(node.number).forEach(node.nic::run));
      wake(0);
    }
    jobs = software == null ? null : new ReferenceExtollJobs(this, software, placed);
  }

  /** Has {@code onDelivery} called at every delivery, in no promised order in a tick. */
  void listen(Consumer<Delivery> onDelivery) {
    listener = onDelivery;
  }

  /** Has events and nodes of a tick taken in reverse, which must not change anything. */
  void goBackwards() {
    events.goBackwards();
  }

  @Override
  public void measuredBy(ReferenceStatistics measuring) {
    statistics = measuring;
    if (statistics.following()) {
      tellBirths();
    }
    listener =
        delivery -> {
          final ExtollPacket packet = delivery.packet;
          statistics.onDelivery(delivery.tick);
          if (parameters.linkOnly) { // "those of units are not followed"
            statistics.onResponse(
                packet.birthTick,
                delivery.tick - packet.birthTick,
                delivery.tick - packet.issueTick,
                delivery.excessTicks);
          }
        };
  }

  /** Tells of all births of the measured interval beforehand: they depend on nothing. */
  private void tellBirths() {
    for (int node = 0; node < topology.accelerators(); node++) {
      for (int stream = 0; stream < parameters.streams; stream++) {
        long message = stream;
        long birth = traffic.birthTick(node, message, -1);
        while (birth < statistics.run().measuredTo()) {
          statistics.onBirth(birth, ExtollTraffic.packets(traffic.messageBytes(node, message)));
          message += parameters.streams;
          birth = traffic.birthTick(node, message, birth);
        }
      }
    }
  }

  /** Of programs nobody knows beforehand what is born in the measured interval. */
  @Override
  public boolean isEndless() {
    return !parameters.linkOnly || parameters.saturated;
  }

  /** The ranks of jobs. */
  List<ReferenceRank> ranks() {
    return jobs.messaging().ranks();
  }

  /** Messages that ranks have received. */
  long latencies() {
    return jobs.messaging().latencies().size();
  }

  @Override
  public long ranksRunning() {
    return jobs == null ? 0 : jobs.messaging().ranksRunning();
  }

  @Override
  public long operationsDone() {
    return jobs == null ? 0 : jobs.messaging().operationsDone();
  }

  @Override
  public boolean isHalted() {
    return jobs != null && jobs.messaging().isHalted(tick);
  }

  @Override
  public ReferenceJobNumbers jobs() {
    return jobs == null ? ReferenceJobNumbers.NONE : jobs.messaging().numbersAt(tick);
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

  ExtollNode node(int number) {
    return nodes.get(number);
  }

  /** Has something happen in phase 1 of a later tick. */
  void at(long later, Runnable effect) {
    events.at(now, later, effect);
  }

  /** Has nodes look at a later tick whether they can do something. */
  void wake(long later) {
    at(later, () -> {});
  }

  @Override
  public void run(long stopTick) {
    final List<ExtollNode> order = events.inOrder(nodes);
    while (nextEffectTick() < stopTick) {
      now = nextEffectTick();
      events.happen(now);
      order.forEach(node -> node.act(now));
      if (jobs != null) {
        jobs.act(); // nodes do nothing to each other in a tick
      }
      order.forEach(node -> node.issue(now));
    }
    tick = Math.max(tick, stopTick);
  }

  @Override
  public long nextEffectTick() {
    final long next = events.nextTick();
    return jobs == null ? next : Math.min(next, Math.max(now + 1, jobs.messaging().nextTick()));
  }

  /** Cells that a packet takes of each buffer that it is in. */
  int charge(ExtollPacket packet) {
    return rules.chargeCells(packet.cells());
  }

  /** "Attempt v of a packet of c cells fails if …". */
  boolean fails(long link, long attempt, int cells) {
    if (parameters.bitErrorRate == 0) {
      return false;
    }
    final double probability =
        -StrictMath.expm1((128.0 * (cells + 1)) * StrictMath.log1p(-parameters.bitErrorRate));
    final boolean fails =
        ReferenceDraws.chance(draws.draw(Purpose.ERROR, link, attempt, 0), probability);
    framesSent++;
    framesRepeated += fails ? 1 : 0;
    return fails;
  }

  // -------------------------------------------------------------------------------- measures

  void onIssue(ExtollPacket packet) {
    issued++;
    bytesInjected += packet.movedBytes();
    if (parameters.linkOnly) {
      streams.get(parameters.streams * packet.source + streamOf(packet)).onIssue(now);
    } else {
      node(packet.source).nic.onIssue(packet);
    }
  }

  private int streamOf(ExtollPacket packet) {
    return Math.floorMod(packet.unitPort - ReferenceExtollTopology.FIRST_UNIT - 1, 3);
  }

  /** A packet has been granted an output, which is busy for some ticks. */
  void onGrant(ExtollOutput output, long ticks) {
    final int kind = kind(output.port);
    started[kind]++;
    busyTicks[kind] += ticks;
    final String ofKind = "busyTicks." + KINDS.get(kind);
    if (statistics != null && kind == UNIT) {
      statistics.onTransmission(now + ticks, ofKind);
    } else if (statistics != null) {
      statistics.onTransmission(now + ticks, ofKind, BUSY_TICKS);
    }
  }

  /** The kind of an output port. */
  static int kind(int port) {
    return port < ReferenceExtollTopology.FIRST_UNIT ? port / 2 : UNIT;
  }

  void onDelivery(ExtollPacket packet, int node) {
    checkDelivery(packet, node);
    digest +=
        ReferenceDraws.deliveryWord(packet.source, node, 0, packet.number, packet.kind.number, now);
    delivered++;
    bytesDelivered += packet.movedBytes();
    bytesOfNode[node] += packet.movedBytes();
    linksTaken += packet.links;
    mostLinks = Math.max(mostLinks, packet.links);
    responseTicks += now - packet.birthTick;
    listener.accept(new Delivery(now, packet, now - packet.birthTick - emptyTicks(packet)));
  }

  /** From birth to delivery in an empty network. */
  private long emptyTicks(ExtollPacket packet) {
    return parameters.injectionTicks
        + (long) packet.links * parameters.hopTicks
        + parameters.ejectionTicks
        + parameters.busyTicks(packet.cells());
  }

  private void checkDelivery(ExtollPacket packet, int node) {
    final boolean first =
        seen.add(List.of((long) packet.source, (long) packet.kind.number, packet.number));
    final boolean right = first && node == packet.destination;
    if (!right || (parameters.linkOnly && !isAsTheWorkloadHasIt(packet))) {
      throw new IllegalStateException(
          String.format(
              "tick %d: node %d received %s after %d links; wrong node or size, or delivered"
                  + " before",
              now, node, packet, packet.links));
    }
  }

  private boolean isAsTheWorkloadHasIt(ExtollPacket packet) {
    final long message = traffic.message(packet.number);
    final int messageBytes = traffic.messageBytes(packet.source, message);
    return packet.destination == traffic.destination(packet.source, message)
        && packet.dataBytes == ExtollTraffic.dataBytes(messageBytes, traffic.place(packet.number));
  }

  /** The wait for a message has ended. */
  void onMessage(ExtollMessage message) {
    if (parameters.kind == ExtollParameters.Kind.PING_PONG) {
      messages++;
      messageTicks += now - message.beginTick();
      lastMessageTicks = now - message.beginTick();
    }
  }

  /** An access is through the engine at its origin. */
  void onAccess(boolean inside, long address) {
    accessesForwarded += inside ? 1 : 0;
    accessesOutside += inside ? 0 : 1;
    displacement += inside ? address : 0;
  }

  /** An access is through the engine at its target. */
  void onAccessTaken(long address, boolean rejected) {
    accessesRejected += rejected ? 1 : 0;
    displacement -= address;
  }

  /** An interrupt is there. */
  void onInterrupt(boolean behindEntry) {
    interruptsTaken++;
    interruptsBehindEntry += behindEntry ? 1 : 0;
  }

  /** Latency of the last message whose wait has ended, −1 before the first. */
  long lastMessageTicks() {
    return lastMessageTicks;
  }

  /** Whether nothing waits or is under way and every credit is back at its sender. */
  boolean isHome() {
    return nodes.stream().allMatch(ExtollNode::isHome);
  }

  @Override
  public boolean isSettled() {
    return streams.stream().allMatch(ExtollStream::isSilent)
        && nodes.stream().allMatch(node -> node.nic == null || (tick > 0 && node.nic.isSilent()))
        && (jobs == null || jobs.isSilent());
  }

  @Override
  public void checkConservation() {
    nodes.forEach(ExtollNode::checkConservation);
  }

  @Override
  public long digest() {
    return digest + (jobs == null ? 0 : jobs.messaging().digest());
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
    counts.put(HOPS, Arrays.stream(started).limit(UNIT).sum());
    counts.put(BUSY_TICKS, Arrays.stream(busyTicks).limit(UNIT).sum());
    counts.put(TIMED, delivered);
    counts.put(TIMED_HOPS, linksTaken);
    if (parameters.linkOnly) {
      counts.put(RESPONSE_TICKS, responseTicks);
    }
    counts.put("mostLinks", mostLinks);
    for (int node = 0; node < bytesOfNode.length; node++) {
      counts.put("bytesDelivered." + node, bytesOfNode[node]);
    }
    counts.put("framesSent", framesSent);
    counts.put("framesRepeated", framesRepeated);
    counts.put("messages", messages);
    counts.put("messageTicks", messageTicks);
    counts.put("accesses.forwarded", accessesForwarded);
    counts.put("accesses.outside", accessesOutside);
    counts.put("accesses.rejected", accessesRejected);
    counts.put("accesses.displacement", displacement);
    counts.put("interrupts.taken", interruptsTaken);
    counts.put("interrupts.behindEntry", interruptsBehindEntry);
    for (int kind = 0; kind < KINDS.size(); kind++) {
      counts.put("started." + KINDS.get(kind), started[kind]);
      counts.put("busyTicks." + KINDS.get(kind), busyTicks[kind]);
    }
    return counts;
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    final long ranks = jobs == null ? 0 : jobs.messaging().describeWaiting(report);
    return ranks + nodes.stream().mapToLong(node -> node.describeWaiting(report)).sum();
  }
}

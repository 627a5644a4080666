package io.hopwright.models.reference.extoll;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceCrossbarMachine;
import io.hopwright.models.reference.ReferenceDraws;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Naive reference model of EXTOLL, written from {@code docs/models/extoll.md} alone, to check the
 * fast model by equal digests.
 *
 * <p>In each tick in which anything is due, all of it is applied (phase 1), then every node acts
 * (phase 2). Rules are cited by the words of that page in quotation marks. Always checked: every
 * packet is delivered to the right node exactly once, with the right size; no buffer exceeds its
 * capacity.
 *
 * <p>Confined to one thread.
 */
final class ReferenceExtoll extends ReferenceCrossbarMachine<ExtollNode> {
  /** Kinds of output. */
  static final List<String> KINDS = List.of("x", "y", "z", "g", "unit");

  static final int UNIT = 4;

  /** Names of the counters of accesses and interrupts. */
  static final Map<String, List<String>> ACCESSES =
      Map.of(
          "accesses",
          List.of("forwarded", "outside", "rejected", "displacement"),
          "interrupts",
          List.of("taken", "behindEntry", "vectors"));

  /** A packet that has reached its unit. */
  record Delivery(long tick, ExtollPacket packet, long excessTicks) {}

  final ExtollParameters parameters;
  final ExtollRules rules;
  final ReferenceExtollTopology topology;
  final ExtollTables tables;
  final ExtollTraffic traffic;
  final ReferenceDraws draws;
  private final List<ExtollStream> streams = new ArrayList<>();

  /** Accelerators and their vectors of which an interrupt was there. */
  private final Set<List<Integer>> vectors = new HashSet<>();

  /** Source of packets from programs; null if there are no jobs. */
  final ReferenceExtollJobs jobs;

  private Consumer<Delivery> listener = delivery -> {};

  /** Ticks of the last message whose wait has ended, −1 before the first. */
  private long lastMessageTicks = -1;

  /** A machine before tick 0 with jobs, if there are any. */
  ReferenceExtoll(
      ExtollParameters parameters, ExtollRules rules, Software software, List<PlacedJob> placed) {
    this.parameters = parameters;
    this.rules = rules;
    topology = new ReferenceExtollTopology(parameters);
    tables = new ExtollTables(topology, parameters.tables, rules);
    draws = new ReferenceDraws(parameters.seed);
    traffic = new ExtollTraffic(parameters, topology.accelerators(), draws);
    for (int node = 0; node < topology.nodes(); node++) {
      routers.add(new ExtollNode(this, node));
    }
    if (parameters.linkOnly) {
      for (int node = 0; node < topology.accelerators(); node++) {
        for (int stream = 0; stream < parameters.streams; stream++) {
          streams.add(new ExtollStream(this, router(node), stream));
        }
      }
      streams.forEach(ExtollStream::begin);
    } else {
      final ExtollPrograms programs = new ExtollPrograms(parameters, topology, traffic);
      routers.forEach(node -> programs.of(node.number).forEach(node.nic::run));
      wake(0);
    }
    jobs = placed.isEmpty() ? null : new ReferenceExtollJobs(this, software, placed);
  }

  /** Calls {@code onDelivery} at every delivery, in no promised order within a tick. */
  void listen(Consumer<Delivery> onDelivery) {
    listener = onDelivery;
  }

  /** They depend on nothing. */
  @Override
  protected void tellBirths(long stopTick) {
    for (int node = 0; node < topology.accelerators(); node++) {
      for (int stream = 0; stream < parameters.streams; stream++) {
        long message = stream;
        long birth = traffic.birthTick(node, message, -1);
        while (birth < stopTick) {
          final int bytes = traffic.messageBytes(node, message);
          bear(birth, ExtollTraffic.packets(bytes), bytes);
          message += parameters.streams;
          birth = traffic.birthTick(node, message, birth);
        }
      }
    }
  }

  /**
   * Returns true for programs, as it is unknown beforehand which packets the measured interval
   * generates.
   */
  @Override
  public boolean isEndless() {
    return !parameters.linkOnly || parameters.saturated;
  }

  // ----------------------------------------------------------------------------------- ticks

  @Override
  protected void act() {
    final List<ExtollNode> order = inOrder(routers);
    order.forEach(ExtollNode::act);
    if (hasJobs()) {
      jobs.act(); // nodes do nothing to each other in a tick
    }
    order.forEach(ExtollNode::issue);
  }

  /** Cells that a packet takes of each buffer that it is in. */
  int charge(ExtollPacket packet) {
    return rules.chargeCells(packet.cells());
  }

  // -------------------------------------------------------------------------------- measures

  void onIssue(ExtollPacket packet) {
    inject(packet.movedBytes(), 1);
    if (parameters.linkOnly) {
      streams.get(parameters.streams * packet.source + streamOf(packet)).onIssue(now());
    } else {
      router(packet.source).nic.onIssue(packet);
    }
  }

  @Override
  public long outstandingRequests() {
    return parameters.linkOnly
        ? 0
        : routers.stream().mapToLong(node -> node.nic.outstandingRequests()).sum();
  }

  private int streamOf(ExtollPacket packet) {
    return Math.floorMod(packet.unitPort - ReferenceExtollTopology.FIRST_UNIT - 1, 3);
  }

  /** The kind of an output port. */
  static int kind(int port) {
    return port < ReferenceExtollTopology.FIRST_UNIT ? port / 2 : UNIT;
  }

  void onDelivery(ExtollPacket packet, int node) {
    checkDelivery(packet, node);
    deliver(packet.source, node, 0, packet.number, packet.kind.number, packet.movedBytes());
    add("bytesDelivered." + node, packet.movedBytes());
    most("mostLinks", packet.links());
    if (parameters.linkOnly) {
      respond(packet.birthTick, packet.issueTick, packet.links(), emptyTicks(packet));
    } else { // packets of units are not followed
      add(TIMED, 1);
      add(TIMED_HOPS, packet.links());
    }
    listener.accept(new Delivery(now(), packet, now() - packet.birthTick - emptyTicks(packet)));
  }

  /** Returns the ticks from generation to delivery at zero load. */
  private long emptyTicks(ExtollPacket packet) {
    return parameters.injectionTicks
        + (long) packet.links() * parameters.hopTicks
        + parameters.ejectionTicks
        + parameters.busyTicks(packet.cells());
  }

  private void checkDelivery(ExtollPacket packet, int node) {
    final boolean right =
        isFirst(packet.source, packet.kind.number, packet.number) && node == packet.destination;
    if (!right || (parameters.linkOnly && !isAsTheWorkloadHasIt(packet))) {
      throw wrong("node or size", packet, node);
    }
  }

  private boolean isAsTheWorkloadHasIt(ExtollPacket packet) {
    final long message = traffic.message(packet.number);
    final int messageBytes = traffic.messageBytes(packet.source, message);
    return packet.destination == traffic.destination(packet.source, message)
        && packet.dataBytes == ExtollTraffic.dataBytes(messageBytes, traffic.place(packet.number));
  }

  /** The wait for a message has ended. */
  void onMessage(ExtollMessage message, boolean interrupt) {
    if (interrupt || parameters.kind.equals("ping-pong")) {
      lastMessageTicks = now() - message.beginTick();
      add("messages", 1);
      add("messageTicks", lastMessageTicks);
    }
  }

  /** An access is through the engine at its origin. */
  void onAccess(boolean inside, long address) {
    add(inside ? "accesses.forwarded" : "accesses.outside", 1);
    add("accesses.displacement", inside ? address : 0);
  }

  /** An access is through the engine at its target. */
  void onAccessTaken(long address, boolean rejected) {
    add("accesses.rejected", rejected ? 1 : 0);
    add("accesses.displacement", -address);
  }

  /** An interrupt is there. */
  void onInterrupt(boolean behindEntry, int accelerator, int vector) {
    add("interrupts.taken", 1);
    add("interrupts.behindEntry", behindEntry ? 1 : 0);
    add("interrupts.vectors", vectors.add(List.of(accelerator, vector)) ? 1 : 0);
  }

  /** Latency of the last message whose wait has ended, −1 before the first. */
  long lastMessageTicks() {
    return lastMessageTicks;
  }

  @Override
  public boolean isSettled() {
    return streams.stream().allMatch(ExtollStream::isSilent)
        && routers.stream()
            .allMatch(node -> node.nic == null || (tick() > 0 && node.nic.isSilent()))
        && (!hasJobs() || jobs.isSilent());
  }
}

package io.hopwright.models.reference.tnw;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceEvents;
import io.hopwright.models.reference.ReferenceMachine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Naive reference model of TNW: evaluates every node in every tick in which an event is possible.
 * For small machines and short runs. Counters: "What is counted" of the rules. Confined to one
 * thread.
 */
public final class ReferenceTnw extends ReferenceMachine {
  /** Kinds of ports. */
  static final List<String> KINDS = List.of("x", "y", "z");

  static final long PACKET_BYTES = 128;
  final TnwParameters parameters;
  final TnwRules rules;
  final ReferenceDraws draws;
  private final List<TnwNode> nodes = new ArrayList<>();

  /** Verdicts and ends of items, in phase 2 of ticks to come. */
  private final ReferenceEvents verdicts = new ReferenceEvents();

  /** Null unless messages come from programs. */
  final ReferenceTnwJobs jobs;

  /** Next packet of each channel of each source. */
  private final Map<Integer, Long> expected = new HashMap<>();

  /** Receivers that have accepted something in the measured interval. */
  private final Set<Integer> accepting = new HashSet<>();

  /** A machine with the workload of its keys, which are jobs if there are any. */
  ReferenceTnw(TnwParameters parameters, Software software, List<PlacedJob> placed) {
    this(parameters, new TnwRules(), software, placed);
    final TnwPrograms programs = new TnwPrograms(parameters, draws);
    nodes.forEach(node -> programs.of(node).forEach(node::add));
  }

  /** A machine whose workload is jobs, if there are any, and which may play by other rules. */
  ReferenceTnw(
      TnwParameters parameters, TnwRules rules, Software software, List<PlacedJob> placed) {
    this.parameters = parameters;
    this.rules = rules;
    draws = new ReferenceDraws(parameters.seed);
    final int size = parameters.shape.stream().reduce(1, Math::multiplyExact);
    for (int node = 0; node < size; node++) {
      nodes.add(new TnwNode(node, this));
    }
    for (final TnwNode node : nodes) {
      for (int port = 0; port < TnwNode.PORTS; port++) {
        if (parameters.shape.get(port / 2) > 1) {
          node.connect(port, neighbour(node, port));
        }
      }
    }
    jobs = placed.isEmpty() ? null : new ReferenceTnwJobs(this, nodes, software, placed);
    wake(0);
  }

  private TnwNode neighbour(TnwNode node, int port) {
    final int kx = parameters.shape.get(0);
    final int ky = parameters.shape.get(1);
    final int[] at = {node.number % kx, node.number / kx % ky, node.number / kx / ky};
    final int extent = parameters.shape.get(port / 2);
    at[port / 2] = Math.floorMod(at[port / 2] + (port % 2 == 0 ? 1 : -1), extent);
    return nodes.get(at[0] + kx * (at[1] + ky * at[2]));
  }

  /** Gives a node one more thread. */
  void run(int node, Iterator<TnwOperation> program) {
    nodes.get(node).add(program);
  }

  TnwNode node(int number) {
    return nodes.get(number);
  }

  /** They depend on nothing. */
  @Override
  protected void tellBirths(long stopTick) {
    new TnwPrograms(parameters, draws).tellBirths(this, nodes.size(), stopTick);
  }

  @Override
  public boolean isEndless() {
    return parameters.kind != TnwParameters.Kind.NEIGHBOURS || parameters.load == null;
  }

  // ----------------------------------------------------------------------------------- ticks

  /** Schedules a verdict, or the end of an item, in phase 2 of a later tick. */
  void beforeNodesAt(long when, Runnable effect) {
    verdicts.at(now(), when, () -> true, effect);
  }

  @Override
  protected void act() {
    verdicts.happen(now());
    ranks().act(now());
    nodes.forEach(node -> node.step(jobs));
  }

  @Override
  public long nextEffectTick() {
    return Math.min(super.nextEffectTick(), verdicts.nextTick());
  }

  // -------------------------------------------------------------------------------- measures

  /** An output starts something that keeps it busy. */
  void keepBusy(int port, long ticks) {
    keepBusy(ticks, BUSY_TICKS, "busyTicks." + KINDS.get(port / 2));
  }

  /** An output starts a packet. */
  void transmit(int port) {
    add(HOPS, 1);
    add("transmissions", 1);
    add("transmissions." + KINDS.get(port / 2), 1);
  }

  /** A receiver accepts a packet. */
  void accept(int receiver) {
    add("packetsAccepted", 1);
    if (measures(now()) && accepting.add(receiver)) {
      add("linksAccepting", 1);
    }
  }

  /** Returns the open requests of engines that read messages from memory. */
  @Override
  public long outstandingRequests() {
    return nodes.stream()
        .flatMap(node -> Arrays.stream(node.reads))
        .mapToLong(TnwReads::outstandingRequests)
        .sum();
  }

  /** Returns the complete packets in the FIFOs of outputs and receivers. */
  @Override
  public long packetsQueued() {
    long packets = 0;
    for (final TnwNode node : nodes) {
      for (int port = 0; port < TnwNode.PORTS; port++) {
        if (node.outputs[port] != null) {
          packets += node.outputs[port].txFifo.size() + node.receivers[port].packetsQueued();
        }
      }
    }
    return packets;
  }

  /** A packet takes its slot. */
  void inject() {
    inject(PACKET_BYTES, 1);
  }

  void deliver(TnwPacket packet, int destination) {
    final TnwMessage message = packet.message;
    final long next = expected.merge(64 * message.source() + message.channel(), 1L, Long::sum) - 1;
    if (packet.number != next) {
      throw new IllegalStateException(
          "packet " + packet.number + " in place of " + next + " of " + message + " tick " + now());
    }
    deliver(message.source(), destination, 0, packet.number, message.channel(), PACKET_BYTES);
    respond(message.birthTick(), packet.slotTick, 1, now() - message.birthTick());
    if (message.cargo() != null) {
      message.cargo().delivered(packet);
    }
  }

  /** Records that a node has completed a step between barriers. */
  void endStep(long fromTick) {
    add("steps", 1);
    add("stepTicks", now() - fromTick);
    if (measures(fromTick) && measures(now())) {
      add("stepsMeasured", 1);
      add("stepTicksMeasured", now() - fromTick);
    }
  }

  void endMessage(long ticks) {
    add("messages", 1);
    add("messageTicks", ticks);
  }

  @Override
  public boolean isSettled() {
    return nodes.stream().allMatch(TnwNode::isSilent);
  }

  @Override
  public void checkConservation() {
    for (final TnwNode node : nodes) {
      for (final TnwOutput output : node.outputs) {
        if (output != null) {
          check(output);
        }
      }
    }
  }

  private void check(TnwOutput output) {
    final boolean held =
        output.txBuffer.size() <= parameters.windowPackets
            && output.freeSlots >= 0
            && output.freeSlots <= parameters.injectPackets;
    for (int vc = 0; vc < 8; vc++) {
      if (!held || output.charge(vc) < 0 || output.charge(vc) > parameters.receivePackets) {
        throw new IllegalStateException(
            "node " + output.node + " port " + output.port + " VC " + vc + " tick " + now());
      }
    }
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    nodes.forEach(node -> node.describe(report));
    return super.describeWaiting(report) + count(INJECTED) - count(DELIVERED);
  }
}

package io.hopwright.models.reference.tofu;

import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.messaging.Software;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.ReferenceEvents;
import io.hopwright.models.reference.ReferenceJobNumbers;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.reference.tofu.TofuGate.Signal;
import io.hopwright.models.reference.tofu.TofuRoutes.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A naive model of TofuD, Tofu2 and Tofu, written from {@code docs/models/tofu.md} alone, to check
 * the fast model by equal digests.
 *
 * <p>In each tick all events of the tick are applied (phase 1), then every node acts (phase 2).
 * Rules are cited by the words of that page in quotation marks. Always checked: every delivery at
 * the right node and TNI, exactly once, with the right size, after all links of its way; no buffer
 * over capacity.
 *
 * <p>Confined to one thread.
 */
final class ReferenceTofu implements ReferenceMachine {
  /** Kinds of output: links along each axis, and to TNIs. */
  static final List<String> KINDS = List.of("x", "y", "z", "a", "b", "c", "tni");

  private static final int TNI = 6;

  /**
   * A packet that has reached its node. Birth is that of its message and issue that of its packet
   * of class 0; {@code excessTicks} is the time from birth to delivery less that in an empty
   * network, 0 unless the delivery completes a packet of class 0.
   */
  record Delivery(long tick, TofuPacket packet, long excessTicks) {
    long responseTicks() {
      return tick - packet.birthTick;
    }
  }

  final TofuParameters parameters;
  final ReferenceTofuTopology topology;
  final TofuTraffic traffic;
  private final ReferenceDraws draws;
  private final TofuRoutes routes;
  private final UnaryOperator<List<Step>> rules;
  private final List<TofuNode> nodes = new ArrayList<>();
  private final ReferenceEvents events = new ReferenceEvents();

  /** What messages come from instead of the workload; null if there are no jobs. */
  final ReferenceTofuJobs jobs;

  private Consumer<Delivery> listener = delivery -> {};

  /** Who is told of what happens; null if nobody is. */
  private ReferenceStatistics statistics;

  /** The next tick to simulate, or the one being simulated. */
  private long tick;

  private long digest;
  private long issued;
  private long deliveriesDue;
  private long delivered;
  private long bytesInjected;
  private long bytesDelivered;
  private final long[] bytesOfNode;
  private long mostLinks;
  private long completed;
  private long completedLinks;
  private long responseTicks;

  /** Packets started and ticks that they take, by kind of output. */
  private final long[] started = new long[KINDS.size()];

  private final long[] busyTicks = new long[KINDS.size()];

  /** Sequence numbers delivered, by class and requester. */
  private final BitSet[][] deliveredSequences;

  /** Start-and-end gates of barriers, and how often these have completed, by node. */
  private final Map<Integer, List<TofuGate>> channels = new TreeMap<>();

  private final Map<Integer, Integer> completions = new TreeMap<>();
  private int barrierIterations;

  /** Last posts, by node; barriers that nodes have completed, and the ticks they took. */
  private final Map<Integer, Long> posts = new TreeMap<>();

  private long barriers;
  private long barrierTicks;

  /** A machine before tick 0. */
  ReferenceTofu(TofuParameters parameters) {
    this(parameters, UnaryOperator.identity(), null, List.of());
  }

  /** A machine before tick 0 with jobs. */
  ReferenceTofu(TofuParameters parameters, Software software, List<PlacedJob> placed) {
    this(parameters, UnaryOperator.identity(), software, placed);
  }

  /** A machine before tick 0 whose packets take other VCs than the page has it. */
  ReferenceTofu(TofuParameters parameters, UnaryOperator<List<Step>> rules) {
    this(parameters, rules, null, List.of());
  }

  private ReferenceTofu(
      TofuParameters parameters,
      UnaryOperator<List<Step>> rules,
      Software software,
      List<PlacedJob> placed) {
    this.parameters = parameters;
    this.rules = rules;
    topology = new ReferenceTofuTopology(parameters);
    bytesOfNode = new long[topology.nodes()];
    routes = new TofuRoutes(topology);
    draws = new ReferenceDraws(parameters.seed);
    traffic = new TofuTraffic(parameters, topology, draws);
    for (int node = 0; node < topology.nodes(); node++) {
      nodes.add(new TofuNode(this, node));
    }
    jobs = software == null ? null : new ReferenceTofuJobs(this, software, placed);
    deliveredSequences = new BitSet[2][topology.nodes()];
    for (final BitSet[] ofClass : deliveredSequences) {
      Arrays.setAll(ofClass, node -> new BitSet());
    }
    if (parameters.losesFrames()) {
      loseFrames(parameters::errorRate);
    }
  }

  /** Has {@code onDelivery} called at every delivery, in no promised order in a tick. */
  void listen(Consumer<Delivery> onDelivery) {
    listener = onDelivery;
  }

  /** Has events and nodes of a tick taken in reverse, which must not change anything. */
  void goBackwards() {
    events.goBackwards();
  }

  /** Has frames get lost on all links. */
  final void loseFrames(TofuLinkQuality.Rates rates) {
    for (final TofuNode node : nodes) {
      for (int port = 0; port < ReferenceTofuTopology.FIRST_TNI; port++) {
        if (node.outputs[port] != null) {
          node.outputs[port].lose(new TofuLinkQuality(parameters, draws, rates, node.number, port));
        }
      }
    }
  }

  @Override
  public void measuredBy(ReferenceStatistics measuring) {
    statistics = measuring;
    if (!hasJobs() && statistics.following()) {
      tellBirths();
    }
    listener =
        delivery -> {
          statistics.onDelivery(delivery.tick);
          if (delivery.packet.completes()) {
            statistics.onResponse(
                delivery.packet.birthTick,
                delivery.responseTicks(),
                delivery.tick - delivery.packet.issueTick,
                delivery.excessTicks);
          }
        };
  }

  /** Tells of all births of the measured interval beforehand: they depend on nothing. */
  private void tellBirths() {
    for (int node = 0; node < topology.nodes(); node++) {
      for (int stream = 0; stream < traffic.streams(); stream++) {
        long message = stream;
        long birth = traffic.birthTick(node, message, -1);
        while (birth < statistics.run().measuredTo()) {
          statistics.onBirth(birth, traffic.packets(traffic.messageBytes(node, message)));
          message += traffic.streams();
          birth = traffic.birthTick(node, message, birth);
        }
      }
    }
  }

  /** Whether messages come from jobs. */
  private boolean hasJobs() {
    return jobs != null;
  }

  /** Packets of a transfer are born. */
  void onBirth(long birthTick, long packets) {
    if (statistics != null) {
      statistics.onBirth(birthTick, packets);
    }
  }

  /** Of programs nobody knows beforehand what is born in the measured interval. */
  @Override
  public boolean isEndless() {
    return hasJobs() || parameters.saturated;
  }

  @Override
  public long ranksRunning() {
    return hasJobs() ? jobs.messaging().ranksRunning() : 0;
  }

  @Override
  public long operationsDone() {
    return hasJobs() ? jobs.messaging().operationsDone() : 0;
  }

  @Override
  public boolean isHalted() {
    return hasJobs() && jobs.messaging().isHalted(tick);
  }

  @Override
  public ReferenceJobNumbers jobs() {
    return hasJobs() ? jobs.messaging().numbersAt(tick) : ReferenceJobNumbers.NONE;
  }

  // --------------------------------------------------------------------------------- barrier

  /** Has barriers by these gates, on which all channels are posted at tick 0. */
  void synchronize(List<TofuGate> gates, int iterations) {
    barrierIterations = iterations;
    for (final TofuGate gate : gates) {
      if (!gate.isRelay()) {
        channels.computeIfAbsent(gate.node, node -> new ArrayList<>()).add(gate);
      }
    }
    channels.keySet().forEach(node -> post(node, 0));
  }

  private void post(int node, long postTick) {
    posts.put(node, postTick);
    issued += channels.get(node).size(); // "a post counts as a packet injected"
    deliveriesDue += channels.get(node).size();
    for (final TofuGate gate : channels.get(node)) {
      nodes.get(node).tnis[gate.tni].barrierEngine.post(gate, postTick);
    }
  }

  /** A channel completes; the next iteration is posted "when all BCHs of the node have". */
  void onCompletion(TofuGate gate) {
    if (hasJobs()) {
      barriers++;
      barrierTicks += tick - jobs.through(gate, tick);
      return;
    }
    final int channelsOfNode = channels.get(gate.node).size();
    final int before = completions.getOrDefault(gate.node, 0);
    final int iteration = before / channelsOfNode;
    completions.put(gate.node, before + 1);
    digest +=
        ReferenceDraws.deliveryWord(
            gate.node, gate.node, 0, 96L * iteration + gate.channel, 2, tick);
    delivered++; // "its completion as its delivery"
    if (statistics != null) {
      statistics.onDelivery(tick);
    }
    if (before + 1 == channelsOfNode * (iteration + 1)) {
      barriers++;
      barrierTicks += tick - posts.get(gate.node);
      if (iteration + 1 < barrierIterations) {
        post(gate.node, tick);
      }
    }
  }

  /** Returns how many channels of a node have completed, over all iterations. */
  int completions(int node) {
    return completions.getOrDefault(node, 0);
  }

  // ----------------------------------------------------------------------------------- ticks

  @Override
  public long tick() {
    return tick;
  }

  /** The tick being simulated. */
  long now() {
    return tick;
  }

  TofuNode node(int number) {
    return nodes.get(number);
  }

  /** Has something happen in phase 1 of a later tick. */
  void at(long later, Runnable effect) {
    events.at(tick, later, effect);
  }

  @Override
  public void run(long stopTick) {
    final List<TofuNode> order = events.inOrder(nodes);
    while (tick < stopTick) {
      events.happen(tick);
      if (hasJobs()) {
        jobs.messaging().act(tick); // "after deliveries and before the router's arrivals"
      }
      order.forEach(node -> node.act(tick));
      tick++;
    }
  }

  @Override
  public long nextEffectTick() {
    long next = events.nextTick();
    for (final TofuNode node : nodes) {
      for (final TofuOutput output : node.outputs) {
        if (output != null && output.waiting > 0 && output.busyUntil >= tick) {
          next = Math.min(next, output.busyUntil);
        }
      }
      for (final TofuTni tni : node.tnis) {
        next = Math.min(next, tni.nextTick(tick));
      }
    }
    return hasJobs() ? Math.max(tick, Math.min(next, jobs.messaging().nextTick())) : next;
  }

  // --------------------------------------------------------------------------------- packets

  /** Path coordinates of a message, "router.path". */
  List<Integer> path(int requester, int target, long message) {
    return switch (parameters.pathChoice) {
      case SOURCE -> routes.pathOf(requester);
      case DESTINATION -> routes.pathOf(target);
      case RANDOM -> {
        final long draw = draws.draw(Purpose.PATH, requester, message, 0);
        yield TofuRoutes.path(ReferenceDraws.pick(draw, TofuRoutes.PATHS));
      }
      case FIXED -> TofuRoutes.path(parameters.fixedPath);
    };
  }

  /** Path coordinates of a signal; at random there is no message to draw for. */
  List<Integer> signalPath(Signal signal) {
    return parameters.pathChoice == TofuParameters.PathChoice.RANDOM
        ? routes.pathOf(signal.from().node)
        : path(signal.from().node, signal.to().node, 0);
  }

  /** Links of a packet. */
  List<Step> way(int source, int destination, List<Integer> path) {
    return rules.apply(routes.way(source, destination, path));
  }

  /** {@code F}. */
  int frameTicks(TofuPacket packet) {
    return parameters.frameTicks(packet.dataBytes());
  }

  // -------------------------------------------------------------------------------- measures

  void onIssue(TofuPacket packet) {
    issued++;
    deliveriesDue += packet.answered ? 2 : 1;
    bytesInjected += packet.movedBytes;
  }

  /** A packet has been granted an output, which is busy for some ticks. */
  void onGrant(TofuOutput output, int ticks) {
    final int kind = output.farEnd == null ? TNI : ReferenceTofuTopology.axis(output.port);
    started[kind]++;
    busyTicks[kind] += ticks;
    final String ofKind = "busyTicks." + KINDS.get(kind);
    if (statistics != null && kind == TNI) {
      statistics.onTransmission(tick + ticks, ofKind);
    } else if (statistics != null) {
      statistics.onTransmission(tick + ticks, ofKind, BUSY_TICKS);
    }
  }

  void onDelivery(TofuPacket packet, int node) {
    checkDelivery(packet, node);
    digest +=
        ReferenceDraws.deliveryWord(
            packet.source(), node, 0, packet.sequence, packet.kind.packetClass, tick);
    delivered++;
    bytesDelivered += packet.dataBytes();
    bytesOfNode[node] += packet.dataBytes();
    mostLinks = Math.max(mostLinks, packet.links);
    if (hasJobs() && packet.isRequest()) {
      jobs.deliver(packet, tick);
    } else if (hasJobs()) {
      jobs.deliverAnswer(packet, tick);
    }
    long excess = 0;
    if (packet.completes()) {
      completed++;
      completedLinks += packet.links;
      responseTicks += tick - packet.birthTick;
      excess = tick - packet.birthTick - emptyTicks(packet);
    }
    listener.accept(new Delivery(tick, packet, excess));
  }

  /** "In an empty network, over h links", from birth until a packet of class 0 is complete. */
  private long emptyTicks(TofuPacket packet) {
    final TofuParameters p = parameters;
    final long network = p.injectionTicks + (long) packet.links * p.hopTicks + p.ejectionTicks;
    final long ends = (long) p.postTicks + p.sendTicks + p.receiveTicks + p.writeTicks;
    final long there = ends + p.pollTicks + network;
    final long answer = p.sendTicks + network + p.receiveTicks;
    return switch (packet.kind) {
      case PUT -> there + takenIn(packet.dataBytes());
      case GET_DATA -> there + answer + takenIn(0) + takenIn(packet.dataBytes());
      case ARMW_RESULT ->
          there
              + answer
              + takenIn(TofuPacket.ARMW_BYTES)
              + takenIn(TofuPacket.ARMW_RESULT_BYTES)
              + p.atomicTicks;
      default -> throw new IllegalArgumentException(packet + " completes nothing");
    };
  }

  /** {@code F(d) + B(d)}. */
  private long takenIn(int dataBytes) {
    return (long) parameters.frameTicks(dataBytes) + parameters.busTicks(dataBytes);
  }

  /** Right node, exactly once, as the workload has it, by all of its way. */
  private void checkDelivery(TofuPacket packet, int node) {
    final boolean right =
        node == packet.destination()
            && packet.links == packet.way.size()
            && (hasJobs() || isAsTheWorkloadHasIt(packet)); // of jobs, messaging checks the rest
    if (!right) {
      throw new IllegalStateException(
          String.format(
              "tick %d: node %d received %s after %d links; wrong node, size or way, or delivered"
                  + " before",
              tick, node, packet, packet.links));
    }
  }

  /** Whether destination and size are right, and it has not been delivered before. */
  private boolean isAsTheWorkloadHasIt(TofuPacket packet) {
    final BitSet sequences = deliveredSequences[packet.kind.packetClass][packet.requester];
    final int sequence = Math.toIntExact(packet.sequence);
    final boolean before = sequences.get(sequence);
    final long message = traffic.message(packet.sequence);
    final int messageBytes = traffic.messageBytes(packet.requester, message);
    sequences.set(sequence);
    return !before
        && packet.target == traffic.destination(packet.requester, message)
        && packet.movedBytes == traffic.movedBytes(messageBytes, traffic.position(packet.sequence));
  }

  /** Whether nothing waits or is under way and every credit is back at its sender. */
  boolean isHome() {
    return nodes.stream().allMatch(TofuNode::isHome);
  }

  @Override
  public boolean isSettled() {
    return nodes.stream().flatMap(node -> Arrays.stream(node.tnis)).allMatch(TofuTni::isSilent);
  }

  @Override
  public void checkConservation() {
    nodes.forEach(TofuNode::checkConservation);
  }

  @Override
  public long digest() {
    return digest + (hasJobs() ? jobs.messaging().digest() : 0);
  }

  /** Nothing is measured of buffers. */
  @Override
  public Map<String, Long> counts() {
    final Map<String, Long> counts = new LinkedHashMap<>();
    counts.put(DUE, deliveriesDue);
    counts.put(DELIVERED, delivered);
    counts.put(HOPS, Arrays.stream(started).limit(TNI).sum());
    counts.put(INJECTED, issued);
    counts.put(BYTES_INJECTED, bytesInjected);
    counts.put(BYTES_DELIVERED, bytesDelivered);
    counts.put(TIMED, completed);
    counts.put(TIMED_HOPS, completedLinks);
    counts.put(RESPONSE_TICKS, responseTicks);
    counts.put("mostLinks", mostLinks);
    counts.put("barriers", barriers);
    counts.put("barrierTicks", barrierTicks);
    for (int node = 0; node < bytesOfNode.length; node++) {
      counts.put("bytesDelivered." + node, bytesOfNode[node]);
    }
    for (final TofuNode node : nodes) {
      for (int port = 0; port < ReferenceTofuTopology.FIRST_TNI; port++) {
        if (node.outputs[port] != null) {
          node.outputs[port].addQuality(counts);
        }
      }
    }
    counts.put(BUSY_TICKS, Arrays.stream(busyTicks).limit(TNI).sum());
    for (int kind = 0; kind < KINDS.size(); kind++) {
      counts.put("started." + KINDS.get(kind), started[kind]);
      counts.put("busyTicks." + KINDS.get(kind), busyTicks[kind]);
    }
    return counts;
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    long waiting = hasJobs() ? jobs.messaging().describeWaiting(report) : 0;
    for (final TofuNode node : nodes) {
      for (final TofuOutput output : node.outputs) {
        waiting += output == null ? 0 : output.describeWaiting(report);
      }
      for (final TofuTni tni : node.tnis) {
        waiting += tni.describeWaiting(report, tick);
      }
    }
    return waiting;
  }
}

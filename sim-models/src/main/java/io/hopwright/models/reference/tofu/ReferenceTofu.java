package io.hopwright.models.reference.tofu;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceCrossbarMachine;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.tofu.TofuGate.Signal;
import io.hopwright.models.reference.tofu.TofuRoutes.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Naive reference model of TofuD, Tofu2 and Tofu, written from {@code docs/models/tofu.md} alone,
 * to check the fast model by equal digests.
 *
 * <p>In each tick all events of the tick are applied (phase 1), then every node acts (phase 2).
 * Rules are cited by the words of that page in quotation marks. Always checked: every packet is
 * delivered to the right node and TNI exactly once, with the right size, after all links of its
 * route; no buffer exceeds its capacity.
 *
 * <p>Confined to one thread.
 */
final class ReferenceTofu extends ReferenceCrossbarMachine<TofuNode> {
  /** Kinds of output: links along each axis, and to TNIs. */
  static final List<String> KINDS = List.of("x", "y", "z", "a", "b", "c", "tni");

  /**
   * Packet that has reached its node. Birth is the generation time of its message, and issue the
   * tick of issue of its packet of class 0. {@code excessTicks} is the time from generation to
   * delivery less that at zero load; it is 0 unless the delivery completes a packet of class 0.
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

  /** Source of messages in place of the workload; null if there are no jobs. */
  final ReferenceTofuJobs jobs;

  private Consumer<Delivery> listener = delivery -> {};

  /** Start-and-end gates of barriers, and how often these have completed, by node. */
  private final Map<Integer, List<TofuGate>> channels = new TreeMap<>();

  private final Map<Integer, Integer> completions = new TreeMap<>();
  private int barrierIterations;

  /** Last posts, by node. */
  private final Map<Integer, Long> posts = new TreeMap<>();

  /** A machine before tick 0 with jobs, if there are any. */
  ReferenceTofu(TofuParameters parameters, Software software, List<PlacedJob> placed) {
    this(parameters, UnaryOperator.identity(), software, placed);
  }

  /** A machine before tick 0 whose packets may take other VCs than the page has it. */
  ReferenceTofu(
      TofuParameters parameters,
      UnaryOperator<List<Step>> rules,
      Software software,
      List<PlacedJob> placed) {
    this.parameters = parameters;
    this.rules = rules;
    topology = new ReferenceTofuTopology(parameters);
    routes = new TofuRoutes(topology);
    draws = new ReferenceDraws(parameters.seed);
    traffic = new TofuTraffic(parameters, topology, draws);
    for (int node = 0; node < topology.nodes(); node++) {
      routers.add(new TofuNode(this, node));
    }
    jobs = placed.isEmpty() ? null : new ReferenceTofuJobs(this, software, placed);
    if (parameters.losesFrames()) {
      loseFrames(parameters::errorRate);
    }
  }

  /** Calls {@code onDelivery} at every delivery, in no promised order within a tick. */
  void listen(Consumer<Delivery> onDelivery) {
    listener = onDelivery;
  }

  /** Makes frames get lost on all links. */
  final void loseFrames(TofuLinkQuality.Rates rates) {
    for (final TofuNode node : routers) {
      node.outputs()
          .filter(output -> output.farEnd() != null)
          .forEach(
              output ->
                  output.lose(
                      new TofuLinkQuality(parameters, draws, rates, node.number, output.port())));
    }
  }

  /** They depend on nothing. */
  @Override
  protected void tellBirths(long stopTick) {
    for (int node = 0; node < topology.nodes(); node++) {
      for (int stream = 0; stream < traffic.streams(); stream++) {
        long message = stream;
        long birth = traffic.birthTick(node, message, -1);
        while (birth < stopTick) {
          final int bytes = traffic.messageBytes(node, message);
          bear(birth, traffic.packets(bytes), bytes);
          message += traffic.streams();
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
    return hasJobs() || parameters.saturated;
  }

  // --------------------------------------------------------------------------------- barrier

  /** Creates barriers by these gates, on which all channels are posted at tick 0. */
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
    for (final TofuGate gate : channels.get(node)) {
      inject(0, 1); // a post counts as an injected packet
      router(node).tnis[gate.tni].barrierEngine.post(gate, postTick);
    }
  }

  /** A channel completes; the next iteration is posted "when all BCHs of the node have". */
  void onCompletion(TofuGate gate) {
    if (hasJobs()) {
      add("barriers", 1);
      add("barrierTicks", now() - jobs.through(gate, now()));
      return;
    }
    final int channelsOfNode = channels.get(gate.node).size();
    final int before = completions.getOrDefault(gate.node, 0);
    final int iteration = before / channelsOfNode;
    completions.put(gate.node, before + 1);
    // "its completion as its delivery"
    deliver(gate.node, gate.node, 0, 96L * iteration + gate.channel, 2, 0);
    if (before + 1 == channelsOfNode * (iteration + 1)) {
      add("barriers", 1);
      add("barrierTicks", now() - posts.get(gate.node));
      if (iteration + 1 < barrierIterations) {
        post(gate.node, now());
      }
    }
  }

  /** Returns how many channels of a node have completed, over all iterations. */
  int completions(int node) {
    return completions.getOrDefault(node, 0);
  }

  // ----------------------------------------------------------------------------------- ticks

  @Override
  protected void act() {
    ranks().act(now()); // "after deliveries and before the router's arrivals"
    inOrder(routers).forEach(node -> node.act(now()));
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
    inject(packet.movedBytes, 1);
    add(DUE, packet.answered ? 1 : 0);
  }

  @Override
  public long outstandingRequests() {
    long requests = 0;
    for (final TofuNode node : routers) {
      for (final TofuTni tni : node.tnis) {
        requests += tni.outstandingRequests();
      }
    }
    return requests;
  }

  void onDelivery(TofuPacket packet, int node) {
    checkDelivery(packet, node);
    deliver(packet.source(), node, 0, packet.sequence, packet.kind.packetClass, packet.dataBytes());
    add("bytesDelivered." + node, packet.dataBytes());
    most("mostLinks", packet.links());
    if (hasJobs() && packet.isRequest()) {
      jobs.deliver(packet, now());
    } else if (hasJobs()) {
      jobs.deliverAnswer(packet, now());
    }
    long excess = 0;
    if (packet.completes()) {
      respond(packet.birthTick, packet.issueTick, packet.links(), emptyTicks(packet));
      excess = now() - packet.birthTick - emptyTicks(packet);
    }
    listener.accept(new Delivery(now(), packet, excess));
  }

  /**
   * Returns the ticks at zero load, over h links, from generation until a packet of class 0 is
   * complete.
   */
  private long emptyTicks(TofuPacket packet) {
    final TofuParameters p = parameters;
    final long network = p.injectionTicks + (long) packet.links() * p.hopTicks + p.ejectionTicks;
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
            && packet.links() == packet.way.size()
            && (hasJobs() || isAsTheWorkloadHasIt(packet)); // of jobs, messaging checks the rest
    if (!right) {
      throw wrong("node, size or way", packet, node);
    }
  }

  /** Returns whether destination and size are right, and it has not been delivered before. */
  private boolean isAsTheWorkloadHasIt(TofuPacket packet) {
    final long message = traffic.message(packet.sequence);
    final int messageBytes = traffic.messageBytes(packet.requester, message);
    return isFirst(packet.requester, packet.kind.packetClass, packet.sequence)
        && packet.target == traffic.destination(packet.requester, message)
        && packet.movedBytes == traffic.movedBytes(messageBytes, traffic.position(packet.sequence));
  }

  @Override
  public boolean isSettled() {
    return routers.stream().flatMap(node -> Arrays.stream(node.tnis)).allMatch(TofuTni::isSilent);
  }

  @Override
  public Map<String, Long> counts() {
    final Map<String, Long> counts = super.counts();
    routers.forEach(node -> node.outputs().forEach(output -> output.addQuality(counts)));
    return counts;
  }
}

package io.hopwright.models.reference.bluegene;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceMachine;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Naive reference model of the BlueGene/L torus, written from {@code docs/models/bluegene-l.md}
 * alone, to check the fast model by equal digests.
 *
 * <p>Every router is evaluated in every tick: first phase 1 of all routers, then phase 2 of all
 * routers. Rules are cited by the words of that page in quotation marks. The checks are always on.
 * Every packet is delivered to the right node by a minimal path, exactly once, with the right size.
 * No virtual channel and no FIFO exceeds its capacity, and tokens are conserved.
 *
 * <p>Confined to one thread. Memory grows with the packets waiting in the infinite injection FIFOs.
 */
final class ReferenceTorus extends ReferenceMachine {
  /** Among the counts: bytes of packets on links, and of those on a VC behind a dot. */
  private static final String DATA_BYTES = "dataBytes";

  private static final int PORTS = ReferenceShape.PORTS;
  private static final int HEADER_BYTES = 8;

  /**
   * Packet, or copy of a broadcast, that has reached a node. It has the hint bits as initialised
   * (bit d for port d), the hops up to this node, and the response time in excess of that at zero
   * load.
   */
  record Delivery(
      long tick,
      int source,
      int destination,
      int destinationCore,
      int stream,
      long sequence,
      int packetClass,
      int bytes,
      int hintBits,
      int hops,
      long birthTick,
      long firstByteTick,
      long excessTicks) {
    /** "Response time": from birth to delivery. */
    long responseTicks() {
      return tick - birthTick;
    }
  }

  final ReferenceConfig config;
  final ReferenceShape shape;
  final ReferenceDraws draws;
  final ReferenceTraffic traffic;
  final ReferenceVcs vcs;
  final ReferenceUnblocking unblocking;
  private final ReferenceNode[] nodes;

  /** Source of packets in place of streams; null if there are no jobs. */
  final ReferenceTorusJobs jobs;

  private Consumer<Delivery> listener = delivery -> {};

  /** Packets injected, and again for a second leg. */
  private long legsInjected;

  /** Deliveries but for copies of broadcasts that go on; and ends of first legs. */
  private long packetsEnded;

  /** An empty machine at tick 0 with jobs, if there are any, and ticks per second. */
  ReferenceTorus(ReferenceConfig config, Software software, List<PlacedJob> placed, TickRate rate) {
    this.config = config;
    shape = config.shape;
    draws = new ReferenceDraws(config.seed);
    traffic = new ReferenceTraffic(config, draws);
    vcs = new ReferenceVcs(config);
    unblocking = new ReferenceUnblocking(this);
    jobs = placed.isEmpty() ? null : new ReferenceTorusJobs(this, software, placed, rate);
    nodes = new ReferenceNode[config.nodes()];
    for (int n = 0; n < nodes.length; n++) {
      nodes[n] = new ReferenceNode(this, n);
    }
    for (final ReferenceNode node : nodes) {
      node.connect();
    }
    for (final ReferenceNode node : nodes) {
      node.connectRecovery();
    }
  }

  /** Returns the packets in virtual channels of receivers. */
  @Override
  public long packetsQueued() {
    long packets = 0;
    for (final ReferenceNode node : nodes) {
      for (int port = 0; port < PORTS; port++) {
        if (node.outputs[port] != null) {
          for (final ReferenceFifo.Vc vc : node.outputs[port].end.vc) {
            packets += vc.waiting();
          }
        }
      }
    }
    return packets;
  }

  /** Calls {@code onDelivery} at every delivery from now on, in no promised order within a tick. */
  void listen(Consumer<Delivery> onDelivery) {
    listener = onDelivery;
  }

  /** Returns the error recovery of a link; null if links have no errors. */
  ReferenceRecovery recovery(int node, int port) {
    return config.hasErrors() ? new ReferenceRecovery(this, node, port) : null;
  }

  @Override
  public boolean isEndless() {
    return hasJobs() || config.saturated;
  }

  /**
   * Returns whether there are open-loop sources: packets of high priority have a load even beside
   * saturated sources.
   */
  @Override
  public boolean hasOpenLoop() {
    return !isEndless() || (!hasJobs() && config.highPriorityProbability > 0);
  }

  @Override
  protected void act() {
    for (final ReferenceNode node : nodes) {
      node.applyWhatIsDue(now());
    }
    ranks().act(now()); // arbitration comes after departures and before requests of heads
    for (final ReferenceNode node : nodes) {
      node.arbitrate();
    }
  }

  /** {@code T0}, with the terms of arbitration and of entering VCs without a bypass. */
  long zeroLoadTicks(int hops, int bytes) {
    return HEADER_BYTES
        + config.hopTicks * (long) hops
        + bytes
        + ReferencePacket.TRAILER_BYTES
        + (hops + 1L) * config.arbitrationTicks
        + (config.bypass ? 0L : (long) hops * config.vcEntryTicks);
  }

  // ------------------------------------------------------------------------ measures and checks

  /** The router with this node number. */
  ReferenceNode node(int number) {
    return nodes[number];
  }

  /** Counts the first byte of a packet on a link. */
  void onTransmission(ReferencePacket packet, int vc, long now) {
    keepBusy(packet.wireBytes(), BUSY_TICKS, DATA_BYTES, DATA_BYTES + "." + vc);
    add(HOPS, 1);
    legsInjected += packet.hops == 0 ? 1 : 0;
    if (hasJobs() && packet.hops == 0) {
      jobs.onGrant(packet);
    }
    packet.hops++;
    if (packet.firstByteTick == ReferencePacket.NEVER) {
      packet.firstByteTick = now;
      inject(packet.bytes(), packet.deliveries());
    }
  }

  /**
   * "TorusMeasures": notes a delivery in this tick, after checking it; {@code last} unless it is a
   * copy of a broadcast that goes on.
   */
  void deliver(int node, ReferencePacket packet, boolean last) {
    checkDelivery(node, packet, last);
    packetsEnded += last ? 1 : 0;
    if (hasJobs()) {
      jobs.deliver(packet, now());
    }
    if (nextLeg(packet) == null) {
      deliver(
          packet.source,
          node,
          packet.destinationCore,
          packet.sequence,
          packet.packetClass,
          packet.bytes());
      measure(node, packet);
    } else {
      enter(
          packet.source, node, packet.destinationCore, packet.sequence, packet.packetClass, now());
      add("packetsForwarded", 1);
    }
  }

  /** The second leg of a packet whose first has ended; null if there is none. */
  ReferencePacket nextLeg(ReferencePacket packet) {
    if (!config.twoPhases || packet.isHighPriority() || packet.sequence % 2 == 1) {
      return null;
    }
    final ReferencePacket next = traffic.leg(packet.source, packet.position, 1, packet.birthTick);
    if (next != null) {
      next.firstByteTick = packet.firstByteTick;
    }
    return next;
  }

  private void measure(int node, ReferencePacket packet) {
    final int hops = packet.hops;
    final int hopsBefore = shape.distance(packet.source, packet.origin);
    final long ticksBefore =
        hopsBefore == 0 ? 0 : zeroLoadTicks(hopsBefore, packet.bytes()) + config.forwardTicks;
    final long emptyTicks = ticksBefore + zeroLoadTicks(hops, packet.bytes());
    respond(packet.birthTick, packet.firstByteTick, hopsBefore + hops, emptyTicks);
    listener.accept(
        new Delivery(
            now(),
            packet.source,
            node,
            packet.destinationCore,
            packet.stream,
            packet.sequence,
            packet.packetClass,
            packet.bytes(),
            packet.initialHintBits,
            hopsBefore + hops,
            packet.birthTick,
            packet.firstByteTick,
            now() - packet.birthTick - emptyTicks));
  }

  /** Right node and core by the right way, exactly once, size and destination as drawn. */
  private void checkDelivery(int node, ReferencePacket packet, boolean last) {
    final int hops = packet.hops;
    if (hasJobs()) {
      if (node != packet.destination || hops != wayHops(packet)) {
        throw new IllegalStateException(
            "tick " + now() + ": node " + node + " received a packet of " + packet.destination);
      }
      return; // once, as messaging checks
    }
    final ReferencePacket drawn = drawn(packet);
    final boolean rightWay;
    int delivery = Math.toIntExact(packet.sequence);
    if (packet.isBroadcast()) {
      final int port = Integer.numberOfTrailingZeros(packet.initialHintBits);
      final int ring = shape.size(port / 2);
      rightWay = node == traffic.walk(packet.source, port, hops) && last == (hops == ring - 1);
      delivery = Math.toIntExact(packet.sequence * config.nodes() + hops);
    } else {
      rightWay = node == drawn.destination && hops == wayHops(drawn);
    }
    final BitSet delivered = nodes[packet.source].deliveredSequences[packet.stream];
    final boolean right =
        rightWay
            && packet.packetClass == drawn.packetClass
            && packet.destinationCore == drawn.destinationCore
            && packet.chunks == drawn.chunks
            && !delivered.get(delivery);
    if (!right) {
      throw new IllegalStateException(
          String.format(
              "tick %d: node %d received packet %d of stream %d of node %d after %d hops with %d"
                  + " chunks; wrong node, way or size, or delivered before",
              now(), node, packet.sequence, packet.stream, packet.source, hops, packet.chunks));
    }
    delivered.set(delivery);
  }

  /** Links of the way that the hint bits say. */
  private int wayHops(ReferencePacket packet) {
    return shape.hops(packet.origin, packet.destination, packet.initialHintBits);
  }

  private ReferencePacket drawn(ReferencePacket packet) {
    return config.twoPhases && !packet.isHighPriority()
        ? traffic.leg(packet.source, packet.position, (int) (packet.sequence % 2), packet.birthTick)
        : traffic.packet(
            packet.source, packet.sourceCore, packet.stream, packet.position, packet.birthTick);
  }

  /**
   * Checks, for the end of the last simulated tick, that the tokens of every (link, VC) are
   * complete and that packets injected = delivered + in the network.
   */
  @Override
  public void checkConservation() {
    final Set<ReferencePacket> unjudged = unjudged();
    final Set<ReferencePacket> inNetwork = Collections.newSetFromMap(new IdentityHashMap<>());
    for (final ReferenceNode node : nodes) {
      for (int d = 0; d < PORTS; d++) {
        final ReferenceTorusLink link = node.outputs[d];
        if (link == null) {
          continue;
        }
        link.headersInFlight.forEach(header -> inNetwork.add(header.packet().born()));
        if (link.recovery != null) {
          link.recovery.fifo.stream()
              .filter(sent -> sent.packet != null && sent.valid && !link.recovery.isBeyond(sent))
              .filter(sent -> !unjudged.contains(sent.packet.copyOf))
              .forEach(sent -> inNetwork.add(sent.packet.born()));
        }
        for (final ReferenceFifo.Vc vc : link.end.vc) {
          vc.stays.stream()
              .map(ReferenceFifo.Stay::packet)
              .filter(packet -> !vc.isOfNoWorth(packet) && !unjudged.contains(packet))
              .forEach(packet -> inNetwork.add(packet.born()));
          checkTokens(node, d, vc, unjudged);
        }
      }
    }
    if (legsInjected != packetsEnded + inNetwork.size()) {
      throw new IllegalStateException(
          String.format(
              "tick %d: %d packets injected, but %d delivered and %d in the network",
              now(), legsInjected, packetsEnded, inNetwork.size()));
    }
  }

  /** Packets in VCs that may turn out to be void; where they come from knows them as well. */
  private Set<ReferencePacket> unjudged() {
    final Set<ReferencePacket> unjudged = Collections.newSetFromMap(new IdentityHashMap<>());
    links()
        .filter(link -> link.recovery != null)
        .flatMap(link -> link.recovery.onLink.stream())
        .forEach(transmission -> unjudged.add(transmission.takenIn));
    return unjudged;
  }

  /**
   * Checks the tokens of one VC: at the sender, charged in flight and in the FIFO, and in flight
   * back. With errors, contents of retransmission FIFOs that are not finally accepted count as in
   * flight.
   */
  private void checkTokens(
      ReferenceNode node, int d, ReferenceFifo.Vc vc, Set<ReferencePacket> unjudged) {
    final ReferenceTorusLink link = node.outputs[d];
    final ReferenceTorusLink reverse = nodes[shape.neighbour(node.node, d)].outputs[d ^ 1];
    int buffered = 0;
    int sum = link.tokens[vc.number];
    for (final ReferenceFifo.Stay stay : vc.stays) {
      final int charge = vc.isSpoilt(stay.packet()) ? 0 : vcs.charge(stay.packet(), vc.number);
      buffered += charge;
      sum += unjudged.contains(stay.packet()) ? 0 : charge;
    }
    if (link.recovery != null) {
      sum += ofFifo(link.recovery, vc.number, true) + ofFifo(reverse.recovery, vc.number, false);
    }
    for (final ReferenceTorusLink.HeaderInFlight header : link.headersInFlight) {
      sum += header.vc() == vc.number ? vcs.charge(header.packet(), vc.number) : 0;
    }
    for (final ReferenceTorusLink.TokenAck ack : reverse.ackQueue) {
      sum += ack.vc() == vc.number ? ack.chunks() : 0;
    }
    for (final ReferenceTorusLink.TokenAckInFlight arrival : reverse.acksInFlight) {
      for (final ReferenceTorusLink.TokenAck ack : arrival.acks()) {
        sum += ack.vc() == vc.number ? ack.chunks() : 0;
      }
    }
    final int capacity = vcs.capacity(vc.number);
    if (sum != capacity || buffered != vc.chunks) {
      throw node.broken(
          d,
          vc.number,
          sum + " tokens of " + capacity + "; fullness " + vc.chunks + "/" + buffered);
    }
  }

  /** Tokens of packets, or of token-acks, that are in a retransmission FIFO and nowhere else. */
  private int ofFifo(ReferenceRecovery recovery, int vc, boolean packets) {
    return recovery.fifo.stream()
        .filter(sent -> (sent.packet != null) == packets && !recovery.isBeyond(sent))
        .mapToInt(sent -> sent.tokens(vcs, vc))
        .sum();
  }

  /**
   * Returns whether every FIFO and VC is empty, every token is at its sender, and no packet will be
   * generated.
   */
  boolean isHome() {
    return isSettled() && Arrays.stream(nodes).allMatch(ReferenceRest::isDrained);
  }

  /**
   * Returns whether the machine is settled, except for reception FIFOs, which may still hold
   * received packets.
   */
  @Override
  public boolean isSettled() {
    return Arrays.stream(nodes).allMatch(node -> ReferenceRest.isSettled(node, tick()))
        && ranks().haveAllEnded();
  }

  /** Returns the next tick, as a naive model evaluates every tick; none once no event is left. */
  @Override
  public long nextEffectTick() {
    final long next = now() + 1;
    final boolean asleep =
        next > 0 && Arrays.stream(nodes).allMatch(node -> ReferenceRest.isAsleep(node, next));
    return asleep ? super.nextEffectTick() : next;
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    return super.describeWaiting(report)
        + Arrays.stream(nodes).mapToLong(node -> ReferenceRest.describeWaiting(node, report)).sum();
  }

  @Override
  public void sample() {
    for (int v = 0; v < vcs.count; v++) {
      add("topRange." + v, topRangeBuffers(v));
    }
  }

  /**
   * Returns the number of buffers of a virtual channel, over all links, whose fullness is in the
   * top range (three quarters or more) at this moment.
   */
  long topRangeBuffers(int vc) {
    return links().filter(link -> link.end.vc[vc].fullnessRange() == 3).count();
  }

  private Stream<ReferenceTorusLink> links() {
    return Arrays.stream(nodes).flatMap(node -> node.links.stream());
  }
}

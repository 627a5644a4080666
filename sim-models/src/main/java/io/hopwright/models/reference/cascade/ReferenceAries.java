package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.cascade.ReferenceDragonfly.Colour;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.End;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.Seat;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** An Aries: section "Router" of {@code docs/models/cascade.md}, and what it does in phase 2. */
final class ReferenceAries {
  private static final int TILES_OF_PAIR = ReferenceNicPair.TILES;

  final ReferenceCascade cascade;
  final int number;

  /** By port; null where there is none. */
  final ReferenceOutput[] outputs = new ReferenceOutput[ReferenceDragonfly.PORTS];

  final ReferenceNic[] nics = new ReferenceNic[4];
  final ReferenceNicPair[] pairs = new ReferenceNicPair[2];

  /** Packets that arrive in this tick. */
  final List<ReferenceCascadePacket> arrivals = new ArrayList<>();

  /** Flits in each buffer, by input port and VC: from arrival until the tail has left. */
  final int[][] bufferedFlits = new int[ReferenceDragonfly.PORTS][ReferenceLink.VCS];

  ReferenceAries(ReferenceCascade cascade, int number) {
    this.cascade = cascade;
    this.number = number;
    final ReferenceDragonfly dragonfly = cascade.dragonfly;
    for (int port = 0; port < ReferenceDragonfly.FIRST_TILE; port++) {
      final End farEnd = dragonfly.farEnd(number, port);
      outputs[port] = farEnd == null ? null : new ReferenceLink(this, port, farEnd);
    }
    for (int port = ReferenceDragonfly.FIRST_TILE; port < ReferenceDragonfly.PORTS; port++) {
      outputs[port] = new ReferenceTileOutput(this, port);
    }
    for (int nic = 0; nic < 4; nic++) {
      final Seat seat = new Seat(number, nic);
      nics[nic] = dragonfly.hasNode(seat) ? nic(nic, dragonfly.node(seat)) : null;
    }
    for (int pair = 0; pair < 2; pair++) {
      pairs[pair] = new ReferenceNicPair(this, pair, nics[2 * pair], nics[2 * pair + 1]);
    }
  }

  private ReferenceNic nic(int nic, int node) {
    return cascade.config.aries == null
        ? new ReferenceRateNic(this, nic, node)
        : new ReferenceAriesNic(this, nic, node);
  }

  ReferenceNic nic(int nic) {
    return nics[nic];
  }

  ReferenceLink link(int port) {
    return (ReferenceLink) outputs[port];
  }

  /** Phase 2: what fails, arrivals in order of input port, then grants, then issues. */
  void act(long tick) {
    for (final ReferenceOutput output : outputs) {
      if (output != null && cascade.faults.outputFails(number, output.port) == tick) {
        output.discardAll();
      }
    }
    arrivals.sort(
        Comparator.comparingInt((ReferenceCascadePacket packet) -> packet.inputPort)
            .thenComparingInt(packet -> packet.inputVc)
            .thenComparingInt(packet -> packet.requester)
            .thenComparingInt(packet -> packet.target)
            .thenComparingLong(packet -> packet.sequence));
    for (final ReferenceCascadePacket packet : arrivals) {
      arrive(packet, tick);
    }
    arrivals.clear();
    for (final ReferenceOutput output : outputs) {
      if (output != null) {
        output.grant(tick);
      }
    }
    for (final ReferenceNic nic : nics) {
      if (nic != null) {
        nic.act(tick);
      }
      if (nic != null && hasFailed(tick)) {
        nic.discardResponses();
      }
    }
    for (final ReferenceNicPair pair : pairs) {
      pair.issue(tick);
    }
  }

  private void arrive(ReferenceCascadePacket packet, long tick) {
    enterBuffer(packet);
    if (hasFailed(tick)) {
      discard(packet);
      return;
    }
    if (packet.route == null) {
      packet.route = cascade.routing.choose(packet, this::knownLoadFlits, tick);
    }
    if (packet.route == null) {
      cascade.add("packetsUnroutable", 1);
      discard(packet);
      return;
    }
    packet.rootPassed |= packet.route.root() == number; // "passed on arrival there"
    final Step step =
        cascade.dragonfly.step(
            number, packet.route.goal(packet.rootPassed), packet.route.over(packet.rootPassed));
    final int port = step == null ? tile(packet, tick) : port(packet, step, tick);
    if (port < 0) {
      discard(packet);
    } else {
      outputs[port].join(packet);
    }
  }

  /** Whether its blade has failed. */
  boolean hasFailed(long tick) {
    return tick >= cascade.faults.bladeFails(number);
  }

  /** "It is gone, its tail leaves the input buffer at t + 1". */
  void discard(ReferenceCascadePacket packet) {
    leaves(packet, cascade.now() + 1);
    cascade.onDiscard(packet);
  }

  /** What this Aries knows of a load, its own or that of another Aries of the group. */
  private long knownLoadFlits(int aries, int port) {
    return aries == number ? link(port).loadFlits() : cascade.rememberedLoadFlits(aries, port);
  }

  /**
   * "Black link": the least loaded, of equal ones the first in the order q mod 3, then around; in
   * order, the first from the drawn one on. Those that have failed do not count; −1 if all have.
   */
  private int port(ReferenceCascadePacket packet, Step step, long tick) {
    final boolean drawn = packet.route.blackLink() >= 0;
    final long from = drawn ? packet.route.blackLink() : packet.sequence;
    int best = -1;
    for (int i = 0; i < step.links(); i++) {
      final int port = step.firstPort() + (int) ((from + i) % step.links());
      final boolean better =
          best < 0 || (!drawn && link(port).loadFlits() < link(best).loadFlits());
      if (better && !link(port).hasFailed(tick)) {
        best = port;
      }
    }
    return best;
  }

  /** "Processor tile": the same with the least wait and q mod 4. */
  private int tile(ReferenceCascadePacket packet, long tick) {
    final int pair = cascade.dragonfly.seat(packet.destination()).nic() / 2;
    final int first = ReferenceDragonfly.FIRST_TILE + TILES_OF_PAIR * pair;
    if (packet.route.tile() >= 0) {
      return first + packet.route.tile();
    }
    int best = -1;
    for (int i = 0; i < TILES_OF_PAIR; i++) {
      final int port = first + (int) ((packet.sequence + i) % TILES_OF_PAIR);
      if (best < 0 || waitTicks(port, tick) < waitTicks(best, tick)) {
        best = port;
      }
    }
    return best;
  }

  private long waitTicks(int port, long tick) {
    return ((ReferenceTileOutput) outputs[port]).waitTicks(tick);
  }

  // --------------------------------------------------------------------------------- buffers

  private void enterBuffer(ReferenceCascadePacket packet) {
    bufferedFlits[packet.inputPort][packet.inputVc] += packet.flits();
    if (bufferedFlits[packet.inputPort][packet.inputVc] > capacityFlits(packet.inputPort)) {
      throw new IllegalStateException(
          String.format(
              "Aries %d, port %d, VC %d, tick %d: buffer over capacity",
              number, packet.inputPort, packet.inputVc, cascade.now()));
    }
  }

  /** Capacity of each VC of an input, as of the link that ends there. */
  int capacityFlits(int port) {
    final boolean blue =
        port < ReferenceDragonfly.FIRST_TILE && ReferenceDragonfly.colour(port) == Colour.BLUE;
    final boolean optical = blue && !cascade.config.electricalBlue;
    return (optical ? cascade.config.opticalVcBytes : cascade.config.electricalVcBytes) / 3;
  }

  /** "Its tail leaves the input buffer when the output is free again, at t'". */
  void leaves(ReferenceCascadePacket packet, long tailTick) {
    final int port = packet.inputPort;
    final int vc = packet.inputVc;
    final int flits = packet.flits();
    cascade.at(tailTick, this, () -> tailHasLeft(port, vc, packet.packetClass, flits));
    if (port < ReferenceDragonfly.FIRST_TILE) {
      final End sender = cascade.dragonfly.farEnd(number, port); // links come in pairs
      final ReferenceAries there = cascade.aries(sender.aries());
      cascade.at(
          tailTick + cascade.config.creditTicks,
          there,
          () -> there.link(sender.port()).giveBack(vc, flits));
    }
  }

  /** No VC holds more than its sender has been charged, no NIC more than it may. */
  void checkConservation() {
    for (int port = 0; port < ReferenceDragonfly.FIRST_TILE; port++) {
      final ReferenceLink link = link(port);
      for (int vc = 0; link != null && vc < ReferenceLink.VCS; vc++) {
        final End end = cascade.dragonfly.farEnd(number, port);
        link.check(vc, cascade.aries(end.aries()).bufferedFlits[end.port()][vc]);
      }
    }
    for (final ReferenceNic nic : nics) {
      if (nic != null) {
        nic.checkConservation();
      }
    }
  }

  long describeWaiting(StringBuilder report) {
    return Arrays.stream(outputs)
        .filter(output -> output != null)
        .mapToLong(output -> output.describeWaiting(report))
        .sum();
  }

  private void tailHasLeft(int port, int vc, int packetClass, int flits) {
    bufferedFlits[port][vc] -= flits;
    if (port >= ReferenceDragonfly.FIRST_TILE) {
      final int pair = (port - ReferenceDragonfly.FIRST_TILE) / TILES_OF_PAIR;
      pairs[pair].giveBack(port, packetClass, flits);
    }
  }
}

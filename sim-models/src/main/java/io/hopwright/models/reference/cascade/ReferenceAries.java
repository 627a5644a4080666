package io.hopwright.models.reference.cascade;

import io.hopwright.models.reference.ReferenceCrossbarRouter;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Colour;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Seat;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Step;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;

/** Aries router and its actions in phase 2 (section "Router" of {@code docs/models/cascade.md}). */
final class ReferenceAries
    extends ReferenceCrossbarRouter<ReferenceCascadePacket, ReferenceOutput> {
  private static final int TILES_OF_PAIR = ReferenceNicPair.TILES;

  final ReferenceCascade cascade;
  final int number;

  /** NICs by number; null where an I/O blade has none. */
  private final ReferenceNic[] nics = new ReferenceNic[4];

  private final ReferenceNicPair[] pairs = new ReferenceNicPair[2];

  ReferenceAries(ReferenceCascade cascade, int number) {
    super(
        cascade,
        "Aries " + number,
        ReferenceDragonfly.PORTS,
        ReferenceLink.VCS,
        cascade.config.electricalVcBytes / 3,
        cascade.config.creditTicks);
    this.cascade = cascade;
    this.number = number;
    final ReferenceDragonfly dragonfly = cascade.dragonfly;
    for (int port = 0; port < ReferenceDragonfly.FIRST_TILE; port++) {
      final End farEnd = dragonfly.farEnd(number, port);
      if (farEnd != null) {
        add(new ReferenceLink(this, port, farEnd));
      }
    }
    for (int port = ReferenceDragonfly.FIRST_TILE; port < ReferenceDragonfly.PORTS; port++) {
      add(new ReferenceTileOutput(this, port));
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

  /** Its NICs, in order of their numbers. */
  Stream<ReferenceNic> nics() {
    return Arrays.stream(nics).filter(Objects::nonNull);
  }

  /** Returns how many requests of its NICs have been neither answered nor given up. */
  int outstandingRequests() {
    int requests = 0;
    for (final ReferenceNic nic : nics) {
      requests += nic == null ? 0 : nic.outstanding;
    }
    return requests;
  }

  /** Null where there is none. */
  ReferenceLink link(int port) {
    return (ReferenceLink) output(port);
  }

  @Override
  protected int size(ReferenceCascadePacket packet) {
    return packet.flits();
  }

  /** It looks at that tick whether it can do something. */
  @Override
  protected void at(long later, Runnable effect) {
    cascade.at(later, this, effect);
  }

  /** Returns the order of packets of one processor tile: by class, requester, target, q. */
  @Override
  protected Comparator<ReferenceCascadePacket> order() {
    return super.order()
        .thenComparingInt(packet -> packet.packetClass)
        .thenComparingInt(packet -> packet.requester)
        .thenComparingInt(packet -> packet.target)
        .thenComparingLong(packet -> packet.sequence);
  }

  /** Phase 2: what fails, arrivals in order of input port, then grants, then issues. */
  void act(long tick) {
    outputs()
        .filter(output -> cascade.faults.outputFails(number, output.port()) == tick)
        .forEach(ReferenceOutput::discardAll);
    passOn(tick);
    nics()
        .forEach(
            nic -> {
              nic.act(tick);
              if (hasFailed(tick)) {
                nic.discardResponses();
              }
            });
    for (final ReferenceNicPair pair : pairs) {
      pair.issue(tick);
    }
  }

  @Override
  protected void route(ReferenceCascadePacket packet) {
    final long tick = cascade.now();
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
    packet.rootPassed |= packet.route.root() == number; // passed on arrival at the root
    final Step step =
        cascade.dragonfly.step(
            number, packet.route.goal(packet.rootPassed), packet.route.over(packet.rootPassed));
    final int port = step == null ? tile(packet, tick) : port(packet, step, tick);
    if (port < 0) {
      discard(packet);
    } else {
      join(packet, port, output(port).queue(packet));
    }
  }

  /** Returns whether its blade has failed. */
  boolean hasFailed(long tick) {
    return tick >= cascade.faults.bladeFails(number);
  }

  /** Discards a packet; its tail leaves the input buffer at t + 1. */
  void discard(ReferenceCascadePacket packet) {
    leave(packet, cascade.now() + 1);
    cascade.onDiscard(packet);
  }

  /** Returns the load that this Aries knows, its own or that of another Aries of the group. */
  private long knownLoadFlits(int aries, int port) {
    return aries == number ? link(port).loadFlits() : cascade.rememberedLoadFlits(aries, port);
  }

  /**
   * Returns the port of a "black link": the least loaded one, and of equal ones the first in the
   * order q mod 3, then around. For packets in order it is the first from the drawn one on. Failed
   * links do not count; −1 if all have failed.
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
    return ((ReferenceTileOutput) output(port)).waitTicks(tick);
  }

  /** Capacity of each VC of an input, as of the link that ends there. */
  int capacityFlits(int port) {
    final boolean blue =
        port < ReferenceDragonfly.FIRST_TILE && ReferenceDragonfly.colour(port) == Colour.BLUE;
    final boolean optical = blue && !cascade.config.electricalBlue;
    return (optical ? cascade.config.opticalVcBytes : cascade.config.electricalVcBytes) / 3;
  }

  @Override
  public void checkConservation() {
    super.checkConservation();
    nics().forEach(ReferenceNic::checkConservation);
  }

  @Override
  public boolean isHome() {
    return super.isHome() && nics().allMatch(ReferenceNic::isHome);
  }
}

package io.hopwright.models.reference.cascade;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceCrossbarMachine;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeConfig;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadePacket;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeTraffic;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Colour;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly.Seat;
import io.hopwright.models.reference.cascade.routing.ReferenceFaults;
import io.hopwright.models.reference.cascade.routing.ReferenceModes;
import io.hopwright.models.reference.cascade.routing.ReferenceRouting;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Naive reference model of the Cray Cascade network, written from {@code docs/models/cascade.md}
 * alone, to check the fast model by equal digests.
 *
 * <p>Events wait in a map by tick. In each tick all of them are applied (phase 1), then every
 * router they touch acts once (phase 2). Rules are cited by the words of that page in quotation
 * marks. Always checked: every packet is delivered to the right node exactly once, with the right
 * size, over no more links than its route may have; no buffer exceeds its capacity.
 *
 * <p>Confined to one thread.
 */
final class ReferenceCascade extends ReferenceCrossbarMachine<ReferenceAries> {
  /** Kinds of output: the colours, and processor tiles. */
  static final List<String> KINDS = List.of("green", "black", "blue", "tile");

  static final int TILE = 3;

  /** Entries of the digest: of discarded packets, with their class, and of time-outs. */
  private static final int DISCARDED = 12;

  private static final int TIMEOUT = 14;

  /**
   * Packet that has reached its node; {@code excessTicks} is the time from generation to delivery
   * less the zero-load time of the links taken, for requests only.
   */
  record Delivery(long tick, ReferenceCascadePacket packet, long excessTicks) {}

  final ReferenceCascadeConfig config;
  final ReferenceDragonfly dragonfly;
  final ReferenceCascadeTraffic traffic;
  final ReferenceDraws draws;
  final ReferenceRouting routing;
  final ReferenceFaults faults;

  /** Routers that something has happened to in this tick. */
  private final Set<ReferenceAries> touched = new LinkedHashSet<>();

  /** Source of requests in place of the workload; null if there are no jobs. */
  final ReferenceCascadeJobs jobs;

  private Consumer<Delivery> listener = delivery -> {};

  /** Loads before all events of the latest multiple of hopTicks, and of the one before that. */
  private long[][] latestLoads;

  private long[][] rememberedLoads;
  private long interval;

  final ReferenceCompletions completions = new ReferenceCompletions(this);

  /** A machine before tick 0 with jobs, if there are any. */
  ReferenceCascade(ReferenceCascadeConfig config, Software software, List<PlacedJob> placed) {
    this.config = config;
    dragonfly = new ReferenceDragonfly(config);
    faults = new ReferenceFaults(config, dragonfly);
    jobs = placed.isEmpty() ? null : jobs(software, placed);
    draws = new ReferenceDraws(config.seed);
    traffic = new ReferenceCascadeTraffic(config, dragonfly, draws);
    final ReferenceModes modes =
        new ReferenceModes(config, traffic.requestsPerMessage, dragonfly.nodes(), placed);
    routing = new ReferenceRouting(config, dragonfly, draws, modes, faults);
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      routers.add(new ReferenceAries(this, aries));
    }
    latestLoads = loads();
    rememberedLoads = latestLoads; // "before the first such tick all loads are 0"
    for (final ReferenceAries aries : routers) {
      faults.changes(aries.number).forEach(change -> wake(change, aries));
      if (!hasJobs()) {
        aries.nics().forEach(ReferenceNic::start);
      }
    }
  }

  private ReferenceCascadeJobs jobs(Software software, List<PlacedJob> placed) {
    return config.aries == null
        ? new ReferenceCascadeJobs(this, software, placed)
        : new ReferenceAriesJobs(this, software, placed);
  }

  /** Ranks, or slots, that a node has. */
  int ranksOfNode() {
    return hasJobs() ? jobs.slots() : config.ranks;
  }

  /** Calls {@code onDelivery} at every delivery from now on, in no promised order within a tick. */
  void listen(Consumer<Delivery> onDelivery) {
    listener = onDelivery;
  }

  /** They depend on nothing. */
  @Override
  protected void tellBirths(long stopTick) {
    for (int node = 0; node < dragonfly.nodes(); node++) {
      for (int rank = 0; rank < config.ranks; rank++) {
        tellBirths(node, rank, stopTick);
      }
    }
  }

  private void tellBirths(int node, int rank, long stopTick) {
    final long bladeFails = faults.bladeFails(dragonfly.seat(node).aries());
    final long end = Math.min(Math.min(stopTick, config.bornBefore), bladeFails);
    long birth = config.isAllToAll() ? 0 : -1;
    for (long message = rank; message < traffic.messages(node); message += config.ranks) {
      birth += config.isAllToAll() ? 0 : traffic.gapTicks(node, message);
      if (birth >= end) {
        return;
      }
      bear(birth, traffic.requests(node, message), traffic.messageBytes(node, message));
    }
  }

  /**
   * Returns true for programs, as it is unknown beforehand which packets the measured interval
   * generates.
   */
  @Override
  public boolean isEndless() {
    return hasJobs() || (config.saturated && !config.isAllToAll());
  }

  @Override
  protected void beforeTick(long next) {
    rememberLoads(next);
  }

  @Override
  protected void act() {
    if (hasJobs()) {
      touched.addAll(jobs.act(now())); // "after deliveries and before the router's arrivals"
    }
    touched.forEach(aries -> aries.act(now()));
    touched.clear();
  }

  // ---------------------------------------------------------------------------------- events

  /** Schedules an effect on a router in phase 1 of a later tick. */
  void at(long later, ReferenceAries aries, Runnable effect) {
    at(later, aries, () -> true, effect);
  }

  /** The same, unless it does not stand any more. */
  void at(long later, ReferenceAries aries, BooleanSupplier stands, Runnable effect) {
    at(
        later,
        stands,
        () -> {
          effect.run();
          touched.add(aries);
        });
  }

  /** Schedules an evaluation of a router at a tick, unless it has already been done. */
  void wake(long when, ReferenceAries aries) {
    if (when > now()) {
      at(when, aries, () -> {});
    }
  }

  int routers() {
    return routers.size();
  }

  // ----------------------------------------------------------------------------------- loads

  /**
   * Stores the loads for tick t: those before all events of tick (⌊t/4,375⌋ − 1)·4,375. They have
   * not changed since the last tick with events.
   */
  private void rememberLoads(long tick) {
    final long intervalOfTick = tick / config.hopTicks;
    if (intervalOfTick == interval) {
      return;
    }
    final long[][] present = loads();
    rememberedLoads = intervalOfTick == interval + 1 ? latestLoads : present;
    latestLoads = present;
    interval = intervalOfTick;
  }

  private long[][] loads() {
    final long[][] loads = new long[routers.size()][ReferenceDragonfly.FIRST_TILE];
    for (final ReferenceAries aries : routers) {
      for (int port = 0; port < ReferenceDragonfly.FIRST_TILE; port++) {
        final ReferenceLink link = aries.link(port);
        loads[aries.number][port] = link == null ? 0 : link.loadFlits();
      }
    }
    return loads;
  }

  /** The load of an output as other Aries of its group know it. */
  long rememberedLoadFlits(int aries, int port) {
    return rememberedLoads[aries][port];
  }

  // -------------------------------------------------------------------------------- measures

  /** Ticks that a request and, where its work is done only then, its response need at least. */
  private long zeroLoadTicks(ReferenceCascadePacket request, ReferenceCascadePacket last) {
    final int links = request.links() + (last.isRequest() ? 0 : last.links());
    return nic(request.requester).emptyTicks(request) + (long) config.hopTicks * links;
  }

  ReferenceNic nic(int node) {
    final Seat seat = dragonfly.seat(node);
    return router(seat.aries()).nic(seat.nic());
  }

  void onIssue(ReferenceCascadePacket packet) {
    packet.issueTick = now();
    putInFlight(1);
    if (packet.isRequest()) {
      add(INJECTED, 1);
    }
    if (hasJobs() && packet.isRequest()) {
      jobs.onIssue(packet);
    }
    add(BYTES_INJECTED, packet.injectedBytes());
  }

  /** A request has timed out. */
  void onTimeout(ReferenceCascadePacket request) {
    add("requestsTimedOut", 1);
    if (hasJobs()) {
      jobs.giveUp(request);
    }
    enter(request.requester, request.target, 0, request.sequence, TIMEOUT, now());
  }

  /** A response has been discarded that waits to be issued. */
  void onDiscardBeforeIssue(ReferenceCascadePacket response) {
    putInFlight(1);
    onDiscard(response);
  }

  /** A packet has been discarded. */
  void onDiscard(ReferenceCascadePacket packet) {
    loseInFlight();
    add("packetsLost", 1);
    if (hasJobs()) {
      jobs.discard(packet);
    }
    final int entry = DISCARDED + packet.packetClass;
    enter(packet.source(), packet.destination(), 0, packet.sequence, entry, now());
  }

  /** A packet reaches its end; a late response changes nothing else. */
  void onDelivery(ReferenceCascadePacket packet, int node, boolean late) {
    checkDelivery(packet, node);
    deliver(
        packet.source(),
        node,
        0,
        packet.sequence,
        packet.packetClass,
        late ? 0 : packet.deliveredBytes());
    if (hasJobs() && packet.isRequest()) {
      jobs.deliver(packet, now());
    } else if (hasJobs()) {
      jobs.deliverResponse(packet, late, now());
    }
    most("mostLinks." + (packet.route.isMinimal() ? "minimal" : "nonMinimal"), packet.links());
    for (final Colour colour : Colour.values()) {
      add("linksTaken." + KINDS.get(colour.kind), packet.linksOf[colour.kind]);
    }
    add("responsesLate", late ? 1 : 0);
    if (!packet.isRequest() && !late) {
      add("answered", 1);
      add("answered." + packet.requester, 1);
    }
    final ReferenceCascadePacket request = late ? null : packet.done();
    long excessTicks = 0;
    if (request != null) {
      final long emptyTicks = zeroLoadTicks(request, packet);
      excessTicks = now() - request.birthTick - emptyTicks;
      respond(request.birthTick, request.issueTick, request.links(), emptyTicks);
      add("nonMinimalRequests", request.route.isMinimal() ? 0 : 1);
    }
    listener.accept(new Delivery(now(), packet, excessTicks));
  }

  /** Right node, exactly once, as the workload has it, by a way of the right kind. */
  private void checkDelivery(ReferenceCascadePacket packet, int node) {
    final int mostLinks = packet.route.isMinimal() ? 5 : 10;
    final boolean right =
        node == packet.destination()
            && packet.links() <= mostLinks
            && packet.blueLinks() <= mostLinks / 5
            && (hasJobs() || isAsTheWorkloadHasIt(packet)); // of jobs, messaging checks the rest
    if (!right) {
      throw wrong("node, size or way", packet, node);
    }
  }

  /** Returns whether destination and size are right, and it has not been delivered before. */
  private boolean isAsTheWorkloadHasIt(ReferenceCascadePacket packet) {
    final int sequence = Math.toIntExact(packet.sequence);
    final long message = packet.sequence / traffic.requestsPerMessage;
    return isFirst(packet.requester, packet.packetClass, packet.sequence)
        && packet.target == traffic.destination(packet.requester, message)
        && packet.isAbout(traffic.dataBytes(packet.requester, sequence));
  }

  @Override
  public boolean isSettled() {
    return routers.stream().flatMap(ReferenceAries::nics).allMatch(ReferenceNic::isSilent)
        && ranks().haveAllEnded();
  }

  @Override
  public void sample() {
    routers.stream()
        .flatMap(ReferenceAries::outputs)
        .forEach(
            output -> {
              add("waitingFlits." + output.kind(), output.queued());
              add("sentFlits." + output.kind(), output.farEnd() == null ? 0 : output.charged());
            });
  }

  /** The kind of an output port. */
  static int kind(int port) {
    return port < ReferenceDragonfly.FIRST_TILE ? ReferenceDragonfly.colour(port).kind : TILE;
  }

  @Override
  public long outstandingRequests() {
    long requests = 0;
    for (final ReferenceAries router : routers) {
      requests += router.outstandingRequests();
    }
    return requests;
  }

  @Override
  public Map<String, Long> counts() {
    final Map<String, Long> counts = super.counts();
    final ToLongFunction<String> of = name -> counts.getOrDefault(name, 0L);
    final long requests = of.applyAsLong(INJECTED);
    final long lost = of.applyAsLong("packetsLost");
    final long made = requests + of.applyAsLong("responses") - lost;
    counts.put(DUE, config.isLossy() ? made : 2 * requests - lost);
    counts.put("packetsUnderWay", made - of.applyAsLong(DELIVERED));
    counts.put("requestsOutstanding", outstandingRequests());
    counts.put(
        "requestsUnaccounted",
        requests
            - of.applyAsLong("answered")
            - of.applyAsLong("requestsTimedOut")
            - outstandingRequests());
    return counts;
  }
}

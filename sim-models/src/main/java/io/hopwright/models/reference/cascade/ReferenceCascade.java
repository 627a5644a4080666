package io.hopwright.models.reference.cascade;

import io.hopwright.models.messaging.PlacedJob;
import io.hopwright.models.messaging.Software;
import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceJobNumbers;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.Colour;
import io.hopwright.models.reference.cascade.ReferenceDragonfly.Seat;
import io.hopwright.models.reference.messaging.ReferenceMessaging;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A naive model of the Cray Cascade network, written from {@code docs/models/cascade.md} alone, to
 * check the fast model by equal digests.
 *
 * <p>Events wait in a map by tick. In each tick all of them are applied (phase 1), then every
 * router they touch acts once (phase 2). Rules are cited by the words of that page in quotation
 * marks. Always checked: every delivery at the right node, exactly once, with the right size, by at
 * most as many links as its way may have; no buffer over capacity.
 *
 * <p>Confined to one thread.
 */
final class ReferenceCascade implements ReferenceMachine {
  /** Kinds of output: the colours, and processor tiles. */
  static final List<String> KINDS = List.of("green", "black", "blue", "tile");

  static final int TILE = 3;

  /** Entries of the digest: of discarded packets, with their class, and of time-outs. */
  private static final int DISCARDED = 12;

  private static final int TIMEOUT = 14;

  /**
   * A packet that has reached its node; {@code birthTick} is the creation of a response, and {@code
   * excessTicks} the time from birth to delivery less the zero-load time of the links taken, for
   * requests only.
   */
  record Delivery(
      long tick,
      int source,
      int destination,
      long sequence,
      int packetClass,
      int dataBytes,
      int links,
      boolean minimal,
      long birthTick,
      long issueTick,
      long excessTicks) {}

  /** Something that touches a router at a tick, if it still comes to that then. */
  private record Event(ReferenceAries aries, BooleanSupplier stands, Runnable effect) {}

  final ReferenceCascadeConfig config;
  final ReferenceDragonfly dragonfly;
  final ReferenceCascadeTraffic traffic;
  final ReferenceRouting routing;
  final ReferenceFaults faults;
  final ReferenceLinkErrors errors;
  private final List<ReferenceAries> routers = new ArrayList<>();
  private final TreeMap<Long, List<Event>> events = new TreeMap<>();

  /** What requests come from instead of the workload; null if there are no jobs. */
  final ReferenceCascadeJobs jobs;

  private Consumer<Delivery> listener = delivery -> {};

  /** Who is told of what happens; null if nobody is. */
  private ReferenceStatistics statistics;

  private boolean backwards;

  /** The tick being simulated, or the last one in which something happened. */
  private long now = -1;

  /** The next tick to simulate. */
  private long tick;

  /** Loads before all events of the latest multiple of hopTicks, and of the one before that. */
  private long[][] latestLoads;

  private long[][] rememberedLoads;
  private long interval;

  private long digest;
  private final long[] issued = new long[2];
  private final long[] delivered = new long[2];
  private long dataBytesIssued;
  private long dataBytesDelivered;
  private long requestsDone;
  private long requestLinks;
  private long nonMinimalRequests;
  private long responseTicks;
  private long timedOut;
  private long lateResponses;
  private long discarded;
  private long unroutable;
  private long sendsRefused;
  private long blocked;

  /** Responses made. */
  private long responses;

  final ReferenceCompletions completions = new ReferenceCompletions();

  /** Links taken by delivered packets, by colour. */
  private final long[] linksTaken = new long[Colour.values().length];

  /** Packets started, ticks they take, flits that waited and flits not given back, by kind. */
  private final long[] started = new long[KINDS.size()];

  private final long[] busyTicks = new long[KINDS.size()];
  private final long[] waitingFlits = new long[KINDS.size()];
  private final long[] sentFlits = new long[KINDS.size()];

  /** Most links taken, minimally and not. */
  private final long[] mostLinks = new long[2];

  /** Responses delivered, by requester. */
  private final long[] answered;

  /** Sequence numbers delivered, by class and requester. */
  private final BitSet[][] deliveredSequences;

  /** A machine before tick 0. */
  ReferenceCascade(ReferenceCascadeConfig config) {
    this(config, null, List.of());
  }

  /** A machine before tick 0 with jobs, if software is not null. */
  ReferenceCascade(ReferenceCascadeConfig config, Software software, List<PlacedJob> placed) {
    this.config = config;
    dragonfly = new ReferenceDragonfly(config);
    faults = new ReferenceFaults(config, dragonfly);
    jobs = software == null ? null : jobs(software, placed);
    final ReferenceDraws draws = new ReferenceDraws(config.seed);
    traffic = new ReferenceCascadeTraffic(config, dragonfly, draws);
    errors = new ReferenceLinkErrors(config, dragonfly.aries(), draws);
    final ReferenceModes modes =
        new ReferenceModes(config, traffic.requestsPerMessage, dragonfly.nodes(), placed);
    routing = new ReferenceRouting(config, dragonfly, draws, modes, faults);
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      routers.add(new ReferenceAries(this, aries));
    }
    latestLoads = loads();
    rememberedLoads = latestLoads; // "before the first such tick all loads are 0"
    answered = new long[dragonfly.nodes()];
    deliveredSequences = new BitSet[2][dragonfly.nodes()];
    for (final BitSet[] ofClass : deliveredSequences) {
      Arrays.setAll(ofClass, node -> new BitSet());
    }
    for (final ReferenceAries aries : routers) {
      faults.changes(aries.number).forEach(change -> wake(change, aries));
      for (final ReferenceNic nic : aries.nics) {
        if (nic != null && !hasJobs()) {
          nic.start();
        }
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

  /**
   * Has {@code onDelivery} called at every delivery from now on, in no promised order in a tick.
   */
  void listen(Consumer<Delivery> onDelivery) {
    listener = onDelivery;
  }

  /** Has events and routers of a tick taken in reverse, which must not change anything. */
  void goBackwards() {
    backwards = true;
  }

  @Override
  public void measuredBy(ReferenceStatistics measuring) {
    statistics = measuring;
    if (!hasJobs() && statistics.following()) {
      tellBirths(statistics);
    }
  }

  /** Tells of all births of the measured interval beforehand: they depend on nothing. */
  private void tellBirths(ReferenceStatistics statistics) {
    for (int node = 0; node < dragonfly.nodes(); node++) {
      for (int rank = 0; rank < config.ranks; rank++) {
        tellBirths(statistics, node, rank);
      }
    }
  }

  private void tellBirths(ReferenceStatistics statistics, int node, int rank) {
    final long bladeFails = faults.bladeFails(dragonfly.seat(node).aries());
    long birth = config.kind.isAllToAll() ? 0 : -1;
    for (long message = rank; message < traffic.messages(node); message += config.ranks) {
      birth += config.kind.isAllToAll() ? 0 : traffic.gapTicks(node, message);
      if (birth >= Math.min(statistics.run().measuredTo(), bladeFails)) {
        return;
      }
      statistics.onBirth(birth, traffic.requests(node, message));
    }
  }

  /** Whether requests come from jobs. */
  boolean hasJobs() {
    return jobs != null;
  }

  /** The ranks and what was measured of them; null if there are none. */
  ReferenceMessaging messaging() {
    return jobs.messaging();
  }

  @Override
  public long ranksRunning() {
    return hasJobs() ? messaging().ranksRunning() : 0;
  }

  @Override
  public long operationsDone() {
    return hasJobs() ? messaging().operationsDone() : 0;
  }

  @Override
  public boolean isHalted() {
    return hasJobs() && messaging().isHalted(tick);
  }

  @Override
  public ReferenceJobNumbers jobs() {
    return hasJobs() ? messaging().numbersAt(tick) : ReferenceJobNumbers.NONE;
  }

  /** Of programs nobody knows beforehand what is born in the measured interval. */
  @Override
  public boolean isEndless() {
    return hasJobs() || (config.saturated && !config.kind.isAllToAll());
  }

  @Override
  public long tick() {
    return tick;
  }

  @Override
  public long nextEffectTick() {
    while (!events.isEmpty()
        && events.firstEntry().getValue().stream().noneMatch(one -> one.stands.getAsBoolean())) {
      events.pollFirstEntry();
    }
    final long event = events.isEmpty() ? Long.MAX_VALUE : events.firstKey();
    return hasJobs() ? Math.max(now + 1, Math.min(event, messaging().nextTick())) : event;
  }

  @Override
  public void run(long stopTick) {
    while (nextEffectTick() < stopTick) {
      final long due = nextEffectTick();
      rememberLoads(due);
      now = due;
      final List<Event> ofTick = events.getOrDefault(due, new ArrayList<>());
      events.remove(due);
      if (backwards) {
        Collections.reverse(ofTick);
      }
      final Set<ReferenceAries> touched = new LinkedHashSet<>();
      for (final Event event : ofTick) {
        event.effect.run();
        touched.add(event.aries);
      }
      if (hasJobs()) {
        touched.addAll(jobs.act(now)); // "after deliveries and before the router's arrivals"
      }
      for (final ReferenceAries aries : touched) {
        aries.act(now);
      }
    }
    tick = Math.max(tick, stopTick);
  }

  // ---------------------------------------------------------------------------------- events

  long now() {
    return now;
  }

  /** Has something happen in phase 1 of a later tick. */
  void at(long tick, ReferenceAries aries, Runnable effect) {
    at(tick, aries, () -> true, effect);
  }

  /** The same, unless it does not stand any more. */
  void at(long tick, ReferenceAries aries, BooleanSupplier stands, Runnable effect) {
    if (tick <= now) {
      throw new IllegalStateException("tick " + now + ": event for tick " + tick);
    }
    events.computeIfAbsent(tick, key -> new ArrayList<>()).add(new Event(aries, stands, effect));
  }

  /** Has a router look at a later tick whether it can do something. */
  void wake(long tick, ReferenceAries aries) {
    at(tick, aries, () -> {});
  }

  ReferenceAries aries(int number) {
    return routers.get(number);
  }

  int routers() {
    return routers.size();
  }

  // ----------------------------------------------------------------------------------- loads

  /**
   * "Of tick t, the load before all events of tick (⌊t/4,375⌋ − 1)·4,375"; nothing has changed
   * since the last tick that had events.
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
    return aries(seat.aries()).nic(seat.nic());
  }

  /** A request is born that a transfer is made of. */
  void onBirth(ReferenceCascadePacket request) {
    if (statistics != null) {
      statistics.onBirth(request.birthTick, 1);
    }
  }

  void onIssue(ReferenceCascadePacket packet) {
    packet.issueTick = now;
    issued[packet.packetClass]++;
    if (hasJobs() && packet.isRequest()) {
      jobs.onIssue(packet);
    }
    dataBytesIssued += packet.injectedBytes();
  }

  /** A packet has been granted a link of a colour. */
  void onHop(ReferenceCascadePacket packet, Colour colour, long linkTicks) {
    packet.linksOf[colour.kind]++;
    onGrant(colour.kind, linkTicks);
  }

  /** A packet has been granted a processor tile. */
  void onEjection(int tileTicks) {
    onGrant(TILE, tileTicks);
  }

  private void onGrant(int kind, long ticks) {
    started[kind]++;
    busyTicks[kind] += ticks;
    final String ofKind = "busyTicks." + KINDS.get(kind);
    if (statistics != null && kind == TILE) {
      statistics.onTransmission(now + ticks, ofKind);
    } else if (statistics != null) {
      statistics.onTransmission(now + ticks, ofKind, BUSY_TICKS);
    }
  }

  /** An event of a NIC is written, which has an entry of its own in the digest. */
  void onEvent(int node, int peer, long message, int eventClass, long visibleTick) {
    digest += ReferenceDraws.deliveryWord(node, peer, 0, message, eventClass, visibleTick);
  }

  /** A request has timed out. */
  void onTimeout(ReferenceCascadePacket request) {
    timedOut++;
    if (hasJobs()) {
      jobs.giveUp(request);
    }
    digest +=
        ReferenceDraws.deliveryWord(
            request.requester, request.target, 0, request.sequence, TIMEOUT, now);
  }

  /** A packet has been discarded. */
  void onDiscard(ReferenceCascadePacket packet) {
    discarded++;
    if (hasJobs()) {
      jobs.discard(packet);
    }
    final int entry = DISCARDED + packet.packetClass;
    digest +=
        ReferenceDraws.deliveryWord(
            packet.source(), packet.destination(), 0, packet.sequence, entry, now);
  }

  /** A packet will be discarded for want of a route. */
  void onUnroutable() {
    unroutable++;
  }

  /** There is no buffer for a Send. */
  void onRefusal() {
    sendsRefused++;
  }

  /** A request comes from another domain. */
  void onBlocked() {
    blocked++;
  }

  /** A response is there. */
  void onResponse() {
    responses++;
  }

  /** A packet reaches its end; a late response changes nothing else. */
  void onDelivery(ReferenceCascadePacket packet, int node, boolean late) {
    checkDelivery(packet, node);
    digest +=
        ReferenceDraws.deliveryWord(
            packet.source(), node, 0, packet.sequence, packet.packetClass, now);
    delivered[packet.packetClass]++;
    if (hasJobs() && packet.isRequest()) {
      jobs.deliver(packet, now);
    } else if (hasJobs()) {
      jobs.deliverResponse(packet, late, now);
    }
    final int way = way(packet);
    mostLinks[way] = Math.max(mostLinks[way], packet.links());
    for (int colour = 0; colour < linksTaken.length; colour++) {
      linksTaken[colour] += packet.linksOf[colour];
    }
    dataBytesDelivered += late ? 0 : packet.deliveredBytes();
    lateResponses += late ? 1 : 0;
    if (!packet.isRequest() && !late) {
      answered[packet.requester]++;
    }
    final ReferenceCascadePacket request = late ? null : packet.done();
    final long excessTicks =
        request == null ? 0 : now - request.birthTick - zeroLoadTicks(request, packet);
    if (request != null) {
      requestsDone++;
      requestLinks += request.links();
      nonMinimalRequests += way(request);
      responseTicks += now - request.birthTick;
    }
    if (statistics != null) {
      statistics.onDelivery(now);
    }
    if (statistics != null && request != null) {
      final long ticks = now - request.birthTick;
      statistics.onResponse(request.birthTick, ticks, now - request.issueTick, excessTicks);
    }
    listener.accept(
        new Delivery(
            now,
            packet.source(),
            node,
            packet.sequence,
            packet.packetClass,
            packet.deliveredBytes(),
            packet.links(),
            packet.route.isMinimal(),
            packet.birthTick,
            packet.issueTick,
            excessTicks));
  }

  private static int way(ReferenceCascadePacket packet) {
    return packet.route.isMinimal() ? 0 : 1;
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
      throw new IllegalStateException(
          String.format(
              "tick %d: node %d received %s after %d links; wrong node, size or way, or delivered"
                  + " before",
              now, node, packet, packet.links()));
    }
  }

  /** Whether destination and size are right, and it has not been delivered before. */
  private boolean isAsTheWorkloadHasIt(ReferenceCascadePacket packet) {
    final BitSet sequences = deliveredSequences[packet.packetClass][packet.requester];
    final int sequence = Math.toIntExact(packet.sequence);
    final boolean before = sequences.get(sequence);
    final long message = packet.sequence / traffic.requestsPerMessage;
    sequences.set(sequence);
    return !before
        && packet.target == traffic.destination(packet.requester, message)
        && packet.isAbout(traffic.dataBytes(packet.requester, sequence));
  }

  /** Whether nothing waits or is under way and every credit is back at its sender. */
  boolean isHome() {
    for (final ReferenceAries aries : routers) {
      boolean home = aries.arrivals.isEmpty();
      for (final ReferenceOutput output : aries.outputs) {
        home &= output == null || output.isHome();
      }
      for (final int[] port : aries.bufferedFlits) {
        home &= isZero(port);
      }
      for (final ReferenceNicPair pair : aries.pairs) {
        for (final int[] tile : pair.chargeFlits) {
          home &= isZero(tile);
        }
      }
      for (final ReferenceNic nic : aries.nics) {
        home &= nic == null || (nic.isSilent() && nic.isEmpty());
      }
      if (!home) {
        return false;
      }
    }
    return true;
  }

  static boolean isZero(int[] flits) {
    return Arrays.stream(flits).allMatch(count -> count == 0);
  }

  @Override
  public boolean isSettled() {
    return routers.stream()
            .flatMap(aries -> Arrays.stream(aries.nics))
            .allMatch(nic -> nic == null || nic.isSilent())
        && (!hasJobs() || messaging().haveAllEnded());
  }

  @Override
  public void checkConservation() {
    routers.forEach(ReferenceAries::checkConservation);
  }

  @Override
  public long digest() {
    return digest + (hasJobs() ? messaging().digest() : 0);
  }

  @Override
  public void sample() {
    for (final ReferenceAries aries : routers) {
      for (int port = 0; port < ReferenceDragonfly.PORTS; port++) {
        if (aries.outputs[port] != null) {
          waitingFlits[kind(port)] += aries.outputs[port].queuedFlits;
          sentFlits[kind(port)] += aries.outputs[port].sentFlits();
        }
      }
    }
  }

  /** The kind of an output port. */
  static int kind(int port) {
    return port < ReferenceDragonfly.FIRST_TILE ? ReferenceDragonfly.colour(port).kind : TILE;
  }

  private long underWay() {
    return issued[ReferenceCascadePacket.REQUEST]
        + responses
        - Arrays.stream(delivered).sum()
        - discarded;
  }

  /** Requests of all NICs that have not been answered and have not timed out. */
  long outstanding() {
    return routers.stream()
        .flatMap(aries -> Arrays.stream(aries.nics))
        .mapToLong(nic -> nic == null ? 0 : nic.outstanding())
        .sum();
  }

  private long unaccounted() {
    return issued[ReferenceCascadePacket.REQUEST]
        - Arrays.stream(answered).sum()
        - timedOut
        - outstanding();
  }

  private void putLosses(Map<String, Long> counts) {
    counts.put("requestsTimedOut", timedOut);
    counts.put("responsesLate", lateResponses);
    counts.put("packetsLost", discarded);
    counts.put("packetsUnroutable", unroutable);
    counts.put("packetsUnderWay", underWay());
    counts.put("requestsOutstanding", outstanding());
    counts.put("requestsUnaccounted", unaccounted());
  }

  @Override
  public Map<String, Long> counts() {
    final Map<String, Long> counts = new LinkedHashMap<>();
    final long made = config.isLossy() ? responses : issued[ReferenceCascadePacket.REQUEST];
    counts.put(DUE, issued[ReferenceCascadePacket.REQUEST] + made - discarded);
    if (config.isLossy()) {
      putLosses(counts);
    }
    completions.putInto(counts);
    counts.put("sendsRefused", sendsRefused);
    counts.put("requestsBlocked", blocked);
    if (jobs instanceof ReferenceAriesJobs ofAries) {
      ofAries.collectives().putInto(counts);
    }
    counts.put("framesSent", errors.sent());
    counts.put("framesRepeated", errors.repeated());
    counts.put(DELIVERED, Arrays.stream(delivered).sum());
    counts.put(HOPS, Arrays.stream(started).limit(TILE).sum());
    counts.put(INJECTED, issued[ReferenceCascadePacket.REQUEST]);
    counts.put(BYTES_INJECTED, dataBytesIssued);
    counts.put(BYTES_DELIVERED, dataBytesDelivered);
    counts.put(TIMED, requestsDone);
    counts.put(TIMED_HOPS, requestLinks);
    counts.put(RESPONSE_TICKS, responseTicks);
    counts.put(BUSY_TICKS, Arrays.stream(busyTicks).limit(TILE).sum());
    counts.put("nonMinimalRequests", nonMinimalRequests);
    counts.put("mostLinks.minimal", mostLinks[0]);
    counts.put("mostLinks.nonMinimal", mostLinks[1]);
    for (final Colour colour : Colour.values()) {
      counts.put("linksTaken." + colour.name().toLowerCase(Locale.ROOT), linksTaken[colour.kind]);
    }
    for (int kind = 0; kind < KINDS.size(); kind++) {
      counts.put("started." + KINDS.get(kind), started[kind]);
      counts.put("busyTicks." + KINDS.get(kind), busyTicks[kind]);
      counts.put("waitingFlits." + KINDS.get(kind), waitingFlits[kind]);
      counts.put("sentFlits." + KINDS.get(kind), sentFlits[kind]);
    }
    for (int node = 0; node < answered.length; node++) {
      counts.put("answered." + node, answered[node]);
    }
    return counts;
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    final long ranks = hasJobs() ? messaging().describeWaiting(report) : 0;
    return ranks + routers.stream().mapToLong(aries -> aries.describeWaiting(report)).sum();
  }
}

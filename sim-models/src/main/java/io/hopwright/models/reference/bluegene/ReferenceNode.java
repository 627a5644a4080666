package io.hopwright.models.reference.bluegene;

import static io.hopwright.models.reference.bluegene.ReferencePacket.NEVER;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferencePatterns;
import io.hopwright.models.reference.bluegene.ReferenceConfig.InjectionChoice;
import io.hopwright.models.reference.bluegene.ReferenceFifo.Injection;
import io.hopwright.models.reference.bluegene.ReferenceFifo.Reception;
import io.hopwright.models.reference.bluegene.ReferenceFifo.Stay;
import io.hopwright.models.reference.bluegene.ReferenceFifo.Vc;
import io.hopwright.models.reference.bluegene.ReferenceRecovery.Numbered;
import io.hopwright.models.reference.bluegene.ReferenceRecovery.Transmission;
import io.hopwright.models.reference.bluegene.ReferenceTorusLink.HeaderInFlight;
import io.hopwright.models.reference.bluegene.ReferenceTorusLink.TokenAck;
import io.hopwright.models.reference.bluegene.ReferenceTorusLink.TokenAckInFlight;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Router with its node. Rules of {@code docs/models/bluegene-l.md} are cited in quotation marks.
 *
 * <p><b>Pipelined variant</b> (not on that page; it stands in for the hardware). The three phases
 * of arbitration take a tick each: requests are made at t, receivers choose at t + 1, senders at t
 * + 2, which is the tick of the grant. A request at t uses the state at t + 2 as far as it is known
 * at t. The header's routing part is available two ticks before its end, and a link, bus or FIFO
 * counts as free if its current transmission ends by t + 2. Tokens are counted at t. A receiver or
 * injection FIFO makes requests in every tick, independently of pending ones; senders drop requests
 * that can no longer start. So a hop without contention still takes 18 ticks. Only a packet that
 * replaces another in a saturated injection FIFO loses two ticks.
 */
final class ReferenceNode {
  static final int PORTS = ReferenceShape.PORTS;
  private static final int NORMAL_INJECTION_FIFOS = 6;
  private static final int INJECTION_FIFOS = 8;
  private static final int HEADER_BYTES = 8;
  private static final int NO_PORT = -1;

  /** Receiver p of a node with its virtual channels. */
  static final class Receiver {
    final int port;
    final Vc[] vc;
    ReferenceTorusLink incoming;

    /** Whether heads that might request found nothing available in the tick before. */
    boolean foundNothingAvailable;

    Receiver(int port, ReferenceVcs vcs) {
      this.port = port;
      vc = new Vc[vcs.count];
      for (int v = 0; v < vcs.count; v++) {
        vc[v] = new Vc(port, v, vcs.capacity(v));
      }
    }
  }

  /**
   * Request of a head; output NO_PORT means reception only, and receiver null means an injection
   * FIFO.
   */
  private record Request(
      ReferenceFifo fifo, Receiver receiver, Stay stay, boolean onBypass, int output, int vc) {
    ReferencePacket packet() {
      return stay.packet();
    }

    /** Reception alone, or the copy of a broadcast on its way. */
    boolean receives() {
      return output == NO_PORT || (receiver != null && packet().isBroadcast());
    }
  }

  /** Generated packets of one stream of one core, and those that wait to join a FIFO. */
  final class Stream {
    final int core;
    final int number;
    final long scale;
    final ArrayDeque<ReferencePacket> waiting = new ArrayDeque<>();

    /** Packets of those that are all there at the start, still to be generated, in order. */
    final ArrayDeque<ReferencePacket> unborn = new ArrayDeque<>();

    long nextPosition;
    long nextBirthTick;

    Stream(int core, int number, double probabilityPerNode) {
      this.core = core;
      this.number = number;
      scale = ReferenceDraws.scale(probabilityPerNode / config.cores);
      nextBirthTick = gap() - 1;
    }

    private long gap() {
      final long q = torus.traffic.sequence(core, nextPosition);
      return torus.draws.gap(node, number, q, scale);
    }

    void bear() {
      while (!unborn.isEmpty() && unborn.element().birthTick == tick) {
        bear(unborn.remove());
      }
      if (nextBirthTick == tick && tick < config.bornBefore) {
        bear(torus.traffic.packet(node, core, number, nextPosition, tick));
        nextPosition++;
        nextBirthTick += gap();
      }
    }

    private void bear(ReferencePacket packet) {
      torus.bear(packet.birthTick, 1, packet.deliveries(), packet.bytes());
      waiting.add(packet);
    }

    /** Returns whether packets will be generated from {@code now} on. */
    boolean isToBear(long now) {
      final boolean open = nextBirthTick >= now && nextBirthTick < config.bornBefore;
      return open || !unborn.isEmpty();
    }

    /** Lets packets join FIFOs; a core writes the packets of a stream in order. */
    void join() {
      while (!waiting.isEmpty()) {
        final Injection fifo = fifoOf(waiting.element());
        if (freeBytes(fifo) < waiting.element().bytes()) {
          return;
        }
        joinFifo(fifo, waiting.remove(), false);
      }
    }
  }

  private final ReferenceTorus torus;
  private final ReferenceConfig config;
  private final ReferenceVcs vcs;
  final int node;

  /** Receivers by port; null where the dimension has size 1. */
  final Receiver[] receivers = new Receiver[PORTS];

  /** Links by output port; null where the dimension has size 1. */
  final ReferenceTorusLink[] outputs = new ReferenceTorusLink[PORTS];

  /** The same without those that are not there. */
  final List<ReferenceTorusLink> links = new ArrayList<>();

  final Injection[] injection = new Injection[INJECTION_FIFOS];

  /** Reception FIFOs by core, then by port with the high-priority one last. */
  final Reception[][] reception;

  final List<Stream> streams = new ArrayList<>();

  /** Packet on its second leg, and the tick from which it may join a FIFO. */
  record SecondLeg(ReferencePacket packet, long dueTick) {}

  final List<SecondLeg> secondLegs = new ArrayList<>();
  final BitSet[] deliveredSequences = {new BitSet(), new BitSet()};

  /** Effects of worthless packets whose verdict is in this tick. */
  private final List<Runnable> ofNoWorth = new ArrayList<>();

  /** The tick being simulated. */
  private long tick;

  /** Whether anything was available in the last tick to any head that might request. */
  private boolean foundAnything;

  /** Ticks from a request to its grant: 2 in the pipelined variant, else 0. */
  private final int leadTicks;

  /** Pipelined: requests made in the tick before, and those that receivers chose among them. */
  private List<List<Request>> requestsBefore = new ArrayList<>();

  private List<Request> survivorsBefore = new ArrayList<>();

  ReferenceNode(ReferenceTorus torus, int node) {
    this.torus = torus;
    this.node = node;
    config = torus.config;
    vcs = torus.vcs;
    leadTicks = config.pipelined ? 2 : 0;
    for (int port = 0; port < PORTS; port++) {
      receivers[port] = torus.shape.hasLink(port) ? new Receiver(port, vcs) : null;
    }
    final int fifosPerCore = NORMAL_INJECTION_FIFOS / config.cores;
    for (int f = 0; f < INJECTION_FIFOS; f++) {
      injection[f] =
          new Injection(f, config.saturated && f < NORMAL_INJECTION_FIFOS && config.sends(node));
      injection[f].nextPosition = f % fifosPerCore;
    }
    reception = new Reception[config.cores][PORTS + 1];
    for (int core = 0; core < config.cores; core++) {
      for (int f = 0; f <= PORTS; f++) {
        reception[core][f] = new Reception(config.receptionBytes, config.drainBytesPerTick);
      }
      createStreams(core);
    }
  }

  private void createStreams(int core) {
    if (torus.hasJobs() || config.dead.isDead(node)) {
      return;
    }
    if (config.twoPhases) {
      createLegs();
    } else if (ReferencePatterns.isAtStart(config.kind)) {
      final Stream stream = addFromStart(core);
      for (long s = 0; s < torus.traffic.packetsAtStart(node, core); s++) {
        final long birth = torus.traffic.birthAtStart(node, core, s);
        stream.unborn.add(torus.traffic.packet(node, core, 0, s, birth));
      }
    } else if (!config.saturated && config.sends(node)) {
      streams.add(new Stream(core, 0, config.probability(node)));
    }
    if (config.highPriorityProbability > 0) {
      streams.add(new Stream(core, 1, config.highPriorityProbability));
    }
  }

  /** "The legs of a node are two streams". */
  private void createLegs() {
    for (int leg = 0; leg < 2; leg++) {
      final Stream stream = addFromStart(0);
      for (long s = 0; s < torus.traffic.packetsAtStart(node, 0); s++) {
        final long birth = torus.traffic.birthAtStart(node, 0, s);
        final ReferencePacket first = torus.traffic.leg(node, s, 0, birth);
        final ReferencePacket begins = first == null ? torus.traffic.leg(node, s, 1, birth) : first;
        if (begins.sequence % 2 == leg) {
          stream.unborn.add(begins);
        }
      }
    }
  }

  /** Adds a stream of packets that are all there at the start, but has none yet. */
  private Stream addFromStart(int core) {
    final Stream stream = new Stream(core, 0, 1);
    stream.nextBirthTick = NEVER;
    streams.add(stream);
    return stream;
  }

  /** Second legs that are due now, "by source and q". */
  private void sendOn() {
    final List<SecondLeg> due = new ArrayList<>(secondLegs);
    due.removeIf(leg -> leg.dueTick != tick);
    secondLegs.removeAll(due);
    due.sort(
        Comparator.comparingInt((SecondLeg leg) -> leg.packet.source)
            .thenComparingLong(leg -> leg.packet.sequence));
    for (final SecondLeg leg : due) {
      streams.get(1).waiting.add(leg.packet);
    }
  }

  /**
   * Connects ports: output port d leads to the neighbour in direction d and ends there in receiver
   * d ^ 1.
   */
  void connect() {
    for (int d = 0; d < PORTS; d++) {
      if (receivers[d] != null) {
        final Receiver end = torus.node(torus.shape.neighbour(node, d)).receivers[d ^ 1];
        outputs[d] = new ReferenceTorusLink(config, vcs, end, torus.recovery(node, d));
        end.incoming = outputs[d];
        links.add(outputs[d]);
      }
    }
  }

  /** Connects the two directions of each link. */
  void connectRecovery() {
    for (int d = 0; d < PORTS; d++) {
      if (receivers[d] != null && config.hasErrors()) {
        outputs[d].recovery.reverse = receivers[d].incoming.recovery;
      }
    }
  }

  // --------------------------------------------------------------------------------- phase 1

  /** Performs phase 1: applies the events of this tick, departures before arrivals. */
  void applyWhatIsDue(long now) {
    tick = now;
    torus.unblocking.judge(this, now);
    for (final Receiver receiver : receivers) {
      for (int v = 0; receiver != null && v < vcs.count; v++) {
        if (receiver.vc[v].tailLeavesTick == tick) {
          onTailLeftVc(receiver, receiver.vc[v]);
        }
      }
    }
    for (final Reception[] ofCore : reception) {
      for (final Reception fifo : ofCore) {
        fifo.drain(tick);
      }
    }
    for (final Injection fifo : injection) {
      if (fifo.tailLeavesTick == tick) {
        onTailLeftInjection(fifo);
      } else if (tick == 0 && fifo.saturated) {
        bearSaturated(fifo);
      }
    }
    streams.forEach(Stream::bear);
    sendOn();
    streams.forEach(Stream::join);
    for (final Receiver receiver : receivers) {
      if (receiver != null) {
        completeHeaders(receiver);
        takeTokenAcks(receiver);
        if (config.hasErrors()) {
          takeIn(receiver);
          takeVerdict(receiver);
        }
      }
    }
  }

  /**
   * Records that a packet leaves the FIFO: its bus is free, and a token-ack joins the ack queue.
   */
  private void onTailLeftVc(Receiver receiver, Vc vc) {
    final ReferencePacket packet = vc.leave();
    if (!vc.spoilt) {
      giveTokensBack(receiver, vc, packet);
    }
    if (vc.onReceptionBus && vc.worthless) {
      receptionFifo(receiver, packet).drop(packet);
      torus.add("packetsDropped", 1);
    } else if (vc.onReceptionBus) {
      receptionFifo(receiver, packet).enter(packet, tick);
      torus.deliver(node, packet, !vc.onTransferBus);
      final ReferencePacket next = torus.nextLeg(packet);
      if (next != null) {
        secondLegs.add(new SecondLeg(next, tick + config.forwardTicks));
      }
    }
  }

  private void giveTokensBack(Receiver receiver, Vc vc, ReferencePacket packet) {
    final int charge = vcs.charge(packet, vc.number);
    vc.chunks -= charge;
    outputs[receiver.port].queueTokenAck(new TokenAck(vc.number, charge, tick));
  }

  /** "A packet is generated when the tail of its predecessor in that FIFO has left" (saturated). */
  private void onTailLeftInjection(Injection fifo) {
    fifo.chunks -= fifo.leave().chunks;
    if (fifo.saturated) {
      bearSaturated(fifo);
    }
  }

  private void bearSaturated(Injection fifo) {
    final int fifosPerCore = NORMAL_INJECTION_FIFOS / config.cores;
    final int core = fifo.number / fifosPerCore;
    final boolean first = fifo.nextPosition < fifosPerCore;
    joinFifo(fifo, torus.traffic.packet(node, core, 0, fifo.nextPosition, tick), !first);
    fifo.nextPosition += fifosPerCore;
  }

  /** A packet of a transfer is generated, and joins an injection FIFO in this tick. */
  void inject(ReferencePacket packet, int fifo, long laterTicks) {
    injection[fifo].join(new Stay(packet, NEVER, writtenTick() + laterTicks));
  }

  private void joinFifo(Injection fifo, ReferencePacket packet, boolean writtenBeforehand) {
    fifo.join(new Stay(packet, NEVER, writtenBeforehand ? tick : writtenTick()));
  }

  private long writtenTick() {
    return tick + HEADER_BYTES + config.arbitrationTicks;
  }

  private Injection fifoOf(ReferencePacket packet) {
    if (packet.stream == 1 || config.injectionChoice != InjectionChoice.SHORTEST) {
      return injection[torus.traffic.injectionFifo(packet)];
    }
    final int fifosPerCore = NORMAL_INJECTION_FIFOS / config.cores;
    final int first = fifosPerCore * packet.sourceCore;
    Injection shortest = injection[first];
    for (int f = first + 1; f < first + fifosPerCore; f++) {
      shortest = freeBytes(injection[f]) > freeBytes(shortest) ? injection[f] : shortest;
    }
    return shortest;
  }

  private int freeBytes(Injection fifo) {
    return config.injectionBytes == 0
        ? Integer.MAX_VALUE
        : config.injectionBytes - ReferencePacket.CHUNK_BYTES * fifo.chunks;
  }

  private Reception receptionFifo(Receiver receiver, ReferencePacket packet) {
    return reception[packet.destinationCore][packet.isHighPriority() ? PORTS : receiver.port];
  }

  /**
   * Completes headers in the next node's receiver, at t + link.hopTicks; a packet in a VC may
   * request then.
   */
  private void completeHeaders(Receiver receiver) {
    final ArrayDeque<HeaderInFlight> headers = receiver.incoming.headersInFlight;
    while (!headers.isEmpty() && headers.element().completeTick() - leadTicks == tick) {
      final HeaderInFlight header = headers.remove();
      enter(receiver, receiver.vc[header.vc()], header.packet(), header.completeTick());
    }
  }

  private void enter(Receiver receiver, Vc vc, ReferencePacket packet, long complete) {
    final long arbitrated = complete + config.arbitrationTicks;
    final boolean onBypass = config.bypass && vc.isEmptyAt(complete);
    vc.stays.add(
        onBypass
            ? new Stay(packet, arbitrated, arbitrated + 1 + config.vcEntryTicks)
            : new Stay(packet, NEVER, arbitrated + config.vcEntryTicks));
    vc.chunks += vcs.charge(packet, vc.number);
    if (vc.chunks > vcs.capacity(vc.number)) {
      throw broken(receiver.port, vc.number, "over capacity: " + vc.chunks + " chunks");
    }
  }

  /** "Its last byte has arrived, and the tokens are added to the sender's count". */
  private void takeTokenAcks(Receiver receiver) {
    final ArrayDeque<TokenAckInFlight> arrivals = receiver.incoming.acksInFlight;
    while (!arrivals.isEmpty() && arrivals.element().arrivalTick() == tick) {
      arrivals.remove().acks().forEach(ack -> takeTokens(receiver, ack));
    }
  }

  private void takeTokens(Receiver receiver, TokenAck ack) {
    final int[] tokens = outputs[receiver.port].tokens;
    tokens[ack.vc()] += ack.chunks();
    if (tokens[ack.vc()] > vcs.capacity(ack.vc())) {
      throw broken(receiver.port, ack.vc(), "more tokens than capacity");
    }
  }

  /**
   * Receives a packet when links have errors: a packet with n = e is accepted as without errors.
   */
  private void takeIn(Receiver receiver) {
    final ReferenceRecovery recovery = receiver.incoming.recovery;
    final Transmission transmission = recovery.headerComplete(tick);
    if (transmission != null && recovery.isExpected(transmission)) {
      transmission.takenIn = transmission.numbered.packet.copy();
      enter(receiver, receiver.vc[transmission.numbered.vc], transmission.takenIn, tick);
    }
  }

  /**
   * Takes a verdict when links have errors: "a transmission that starts at t has its verdict at t +
   * F + L, in phase 1".
   */
  private void takeVerdict(Receiver receiver) {
    final Transmission transmission = receiver.incoming.recovery.verdict(tick);
    if (transmission == null) {
      return;
    }
    if (!transmission.isPacket()) {
      takeTokens(receiver, transmission.numbered.ack);
    } else if (transmission.damaged || !transmission.numbered.valid) {
      ofNoWorth.add(() -> onNoWorth(receiver, transmission));
    }
  }

  // --------------------------------------------------------------------------------- phase 2

  /** "Void packets": in phase 2 of the tick of the verdict, before step 1. */
  private void onNoWorth(Receiver receiver, Transmission transmission) {
    final Vc vc = receiver.vc[transmission.numbered.vc];
    final ReferencePacket packet = transmission.takenIn;
    if (vc.stays.getLast().packet() != packet) {
      throw broken(receiver.port, vc.number, "a void packet that is not the last");
    }
    final boolean spoilt = transmission.damaged;
    if (spoilt) {
      vc.chunks -= vcs.charge(packet, vc.number);
    }
    if (vc.stays.size() > 1 || vc.tailLeavesTick == NEVER) {
      vc.drop();
      torus.add("packetsDropped", 1);
      if (!spoilt) {
        giveTokensBack(receiver, vc, packet);
      }
      return;
    }
    vc.worthless = true;
    vc.spoilt = spoilt;
    if (vc.onTransferBus) {
      vc.sent.valid = false;
    }
  }

  /** Performs one tick of a router, phase 2: decides everything, then starts what was granted. */
  void arbitrate() {
    ofNoWorth.forEach(Runnable::run);
    ofNoWorth.clear();
    for (final ReferenceTorusLink link : links) {
      if (link.recovery != null) {
        link.recovery.timeOut(tick);
      }
      torus.keepBusy(link.sendWhatIsNotArbitrated(tick), ReferenceMachine.BUSY_TICKS); // step 1
    }
    final List<List<Request>> requests = requests();
    final List<Request> granted;
    if (config.pipelined) {
      survivorsBefore.removeIf(request -> !canStart(request));
      granted = sendersWinners(survivorsBefore);
      survivorsBefore = receiversSurvivors(requestsBefore);
      requestsBefore = requests;
    } else {
      granted = sendersWinners(receiversSurvivors(requests));
    }
    for (final Request request : granted) {
      start(request);
    }
  }

  /** Step 2: the requests of each receiver in port order, and last those of injection FIFOs. */
  private List<List<Request>> requests() {
    foundAnything = false;
    final List<List<Request>> requests = new ArrayList<>();
    for (final Receiver receiver : receivers) {
      requests.add(receiver == null ? new ArrayList<>() : requestsOf(receiver));
    }
    final List<Request> ofInjection = new ArrayList<>();
    for (final Injection fifo : injection) {
      final Request request = request(fifo, null);
      if (request != null) {
        foundAnything = true;
        ofInjection.add(request);
      }
    }
    requests.add(ofInjection);
    return requests;
  }

  /**
   * Returns the requests of one receiver. Variant: a receiver without an available request at t
   * presents none at t + 1, with probability g; availability is evaluated in every tick.
   */
  private List<Request> requestsOf(Receiver receiver) {
    final List<Request> requests = new ArrayList<>();
    boolean ready = false;
    for (final Vc vc : receiver.vc) {
      final Request request = request(vc, receiver);
      ready |= vc.requester(tick + leadTicks) != null;
      if (request != null) {
        foundAnything = true;
        requests.add(request);
      }
    }
    final boolean gap =
        receiver.foundNothingAvailable
            && ReferenceDraws.chance(
                torus.draws.draw(Purpose.RECEIVER_GAP, node, tick, receiver.port),
                config.gapProbability);
    receiver.foundNothingAvailable = ready && requests.isEmpty();
    return gap ? new ArrayList<>() : requests;
  }

  /** The request of the head of a FIFO, or null; receiver null for an injection FIFO. */
  private Request request(ReferenceFifo fifo, Receiver receiver) {
    final long grantTick = tick + leadTicks;
    final Stay stay = fifo.requester(grantTick);
    if (stay == null) {
      return null;
    }
    final ReferencePacket packet = stay.packet();
    final boolean onBypass = stay.bypassTick() == grantTick;
    if (packet.isAtItsEnd(node)) {
      return canReceive(receiver, packet, grantTick)
          ? new Request(fifo, receiver, stay, onBypass, NO_PORT, NO_PORT)
          : null;
    }
    if (receiver != null && !hasFreeTransferBus(receiver, grantTick)) {
      return null;
    }
    if (receiver != null && packet.isBroadcast() && !canReceive(receiver, packet, grantTick)) {
      return null;
    }
    int pair = NO_PORT;
    if (packet.packetClass == ReferencePacket.DYNAMIC) {
      pair = dynamicPair(packet, fifo.input, grantTick);
    }
    if (pair == NO_PORT) {
      pair = escapePair(packet, fifo.input, grantTick);
    }
    return pair == NO_PORT ? null : new Request(fifo, receiver, stay, onBypass, pair / 8, pair % 8);
  }

  /** Returns whether anything was available in the last tick, or requests are in flight. */
  boolean isArbitrating() {
    return foundAnything
        || !survivorsBefore.isEmpty()
        || requestsBefore.stream().anyMatch(requests -> !requests.isEmpty());
  }

  private boolean hasFreeTransferBus(Receiver receiver, long grantTick) {
    return Arrays.stream(receiver.vc).filter(vc -> vc.holdsTransferBusAt(grantTick)).count()
        < config.paths;
  }

  /** Returns whether the bus to the packet's reception FIFO is free, and room in that FIFO. */
  private boolean canReceive(Receiver receiver, ReferencePacket packet, long grantTick) {
    return Arrays.stream(receiver.vc).noneMatch(vc -> vc.holdsReceptionBusAt(grantTick, packet))
        && receptionFifo(receiver, packet).fits(packet.bytes());
  }

  /** "Dynamic pairs": 8·d + v of the chosen one, or NO_PORT if there is none. */
  private int dynamicPair(ReferencePacket packet, int input, long grantTick) {
    final List<Integer> pairs = new ArrayList<>();
    int highestRange = 0;
    for (int d = 0; d < PORTS; d++) {
      if ((packet.hintBits & (1 << d)) != 0 && outputs[d].takesPacketsAt(grantTick)) {
        for (int v = 0; v < vcs.dynamic; v++) {
          if (outputs[d].tokens[v] >= vcs.tokensNeeded(input, d, v)) {
            pairs.add(8 * d + v);
            highestRange = Math.max(highestRange, tokenRange(8 * d + v));
          }
        }
      }
    }
    if (config.jsq) {
      final int kept = highestRange;
      pairs.removeIf(pair -> tokenRange(pair) < kept);
    }
    return pairs.isEmpty()
        ? NO_PORT
        : pairs.get(torus.draws.uniform(Purpose.SELECT, node, tick, input, pairs.size()));
  }

  private int tokenRange(int pair) {
    return ReferenceVcs.range(outputs[pair / 8].tokens[pair % 8], vcs.capacity(pair % 8));
  }

  /** "The escape pair": 8·d + v, or NO_PORT if the link or the tokens are not available. */
  private int escapePair(ReferencePacket packet, int input, long grantTick) {
    final int d = vcs.escapeOutput(packet);
    final int v = vcs.escapeVc(packet, node, d);
    final int needed = vcs.tokensNeeded(input, d, v);
    return outputs[d].takesPacketsAt(grantTick) && outputs[d].tokens[v] >= needed
        ? 8 * d + v
        : NO_PORT;
  }

  /** Pipelined: whether the resources that were available at the request still are. */
  private boolean canStart(Request request) {
    final ReferenceFifo fifo = request.fifo;
    if (fifo.tailLeavesTick != NEVER || !request.stay.equals(fifo.stays.peek())) {
      return false;
    }
    if (request.receives() && !canReceive(request.receiver, request.packet(), tick)) {
      return false;
    }
    if (request.output == NO_PORT) {
      return true;
    }
    final int needed = vcs.tokensNeeded(fifo.input, request.output, request.vc);
    return (request.receiver == null || hasFreeTransferBus(request.receiver, tick))
        && outputs[request.output].takesPacketsAt(tick)
        && outputs[request.output].tokens[request.vc] >= needed;
  }

  /** Step 3: one request of each receiver, and those of injection FIFOs. */
  private List<Request> receiversSurvivors(List<List<Request>> requests) {
    final List<Request> survivors = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      if (i == PORTS) {
        survivors.addAll(requests.get(i));
      } else if (!requests.get(i).isEmpty()) {
        survivors.add(receiverSurvivor(i, requests.get(i)));
      }
    }
    return survivors;
  }

  /** Step 3: "of the requests of one receiver … one survives". */
  private Request receiverSurvivor(int port, List<Request> requests) {
    if (!keepHighPriority(requests) && requests.stream().anyMatch(r -> !r.onBypass)) {
      requests.removeIf(Request::onBypass);
    }
    final long draw = torus.draws.draw(Purpose.RECEIVER_SLQ, node, tick, port);
    if (ReferenceDraws.chance(draw, config.slqFraction)) {
      keepFullest(requests);
    }
    return requests.get(
        torus.draws.uniform(Purpose.RECEIVER_PICK, node, tick, port, requests.size()));
  }

  /** Step 4: receptions, then one winner of each output. */
  private List<Request> sendersWinners(List<Request> survivors) {
    final List<Request> granted = new ArrayList<>();
    if (survivors.isEmpty()) {
      return granted;
    }
    final int[] givenAwayBytes = new int[config.cores];
    for (final Request request : survivors) { // in port order
      if (request.output == NO_PORT && fitsBeside(givenAwayBytes, request)) {
        granted.add(request);
      }
    }
    for (int d = 0; d < PORTS; d++) {
      final int output = d;
      final List<Request> competing = new ArrayList<>(survivors);
      competing.removeIf(request -> request.output != output);
      if (!competing.isEmpty()) {
        granted.add(senderWinner(d, competing));
      }
    }
    return granted;
  }

  /**
   * Returns whether a request fits beside others for one high-priority reception FIFO: its S bytes
   * must still fit.
   */
  private boolean fitsBeside(int[] givenAwayBytes, Request request) {
    final ReferencePacket packet = request.packet();
    if (!packet.isHighPriority()) {
      return true; // its FIFO has one receiver
    }
    final Reception fifo = receptionFifo(request.receiver, packet);
    final int core = packet.destinationCore;
    if (!fifo.fits(givenAwayBytes[core] + packet.bytes())) {
      return false;
    }
    givenAwayBytes[core] += packet.bytes();
    return true;
  }

  /**
   * Performs step 4: for each output, the surviving requests and those of injection FIFOs compete.
   */
  private Request senderWinner(int d, List<Request> requests) {
    keepHighPriority(requests);
    final boolean preferNetwork =
        ReferenceDraws.chance(
            torus.draws.draw(Purpose.SENDER_NETWORK, node, tick, d), config.inNetworkPriority);
    if (requests.stream().anyMatch(r -> (r.receiver != null) == preferNetwork)) {
      requests.removeIf(r -> (r.receiver != null) != preferNetwork);
    }
    final long draw = torus.draws.draw(Purpose.SENDER_SLQ, node, tick, d);
    if (ReferenceDraws.chance(draw, config.slqFraction)) {
      keepFullest(requests);
    }
    return requests.get(torus.draws.uniform(Purpose.SENDER_PICK, node, tick, d, requests.size()));
  }

  /** Keeps those of high priority if there are any, and says whether there are. */
  private static boolean keepHighPriority(List<Request> requests) {
    if (requests.stream().noneMatch(request -> request.packet().isHighPriority())) {
      return false;
    }
    requests.removeIf(request -> !request.packet().isHighPriority());
    return true;
  }

  /** Keeps the requests of the fullest FIFO, by range of fullness. */
  private static void keepFullest(List<Request> requests) {
    final int fullest =
        requests.stream().mapToInt(request -> request.fifo.fullnessRange()).max().orElse(0);
    requests.removeIf(request -> request.fifo.fullnessRange() < fullest);
  }

  /** Starts what a request was granted: a transmission, a reception, or both as one. */
  private void start(Request request) {
    final ReferencePacket packet = request.packet();
    request.fifo.tailLeavesTick = tick + packet.wireBytes();
    if (request.receives()) {
      receptionFifo(request.receiver, packet).reserve(packet);
    }
    final Numbered sent =
        request.output == NO_PORT ? null : transmit(packet.copy(), request.output, request.vc);
    if (request.fifo instanceof final Vc vc) {
      vc.onTransferBus = request.output != NO_PORT;
      vc.onReceptionBus = request.receives();
      vc.sent = sent;
      vc.worthless = false;
      vc.spoilt = false;
    }
  }

  /** "One hop": the first byte on output d in this tick, towards virtual channel v. */
  private Numbered transmit(ReferencePacket packet, int d, int v) {
    final ReferenceTorusLink link = outputs[d];
    if (config.dead.isDead(node, d)) {
      throw broken(d, v, "sent into a dead link");
    }
    link.tokens[v] -= vcs.charge(packet, v);
    if (link.tokens[v] < 0) {
      throw broken(d, v, "sent without tokens");
    }
    torus.onTransmission(packet, v, tick);
    final int next = torus.shape.neighbour(node, d);
    if (packet.isBroadcast()) {
      packet.hopCount--;
    }
    if (packet.isBroadcast()
        ? packet.hopCount == 0
        : torus.shape.coordinate(next, d / 2)
            == torus.shape.coordinate(packet.destination, d / 2)) {
      packet.hintBits &= ~(1 << d);
    }
    return link.sendPacket(tick, packet, v);
  }

  IllegalStateException broken(int port, int vc, String what) {
    return new IllegalStateException(
        "tick " + tick + ", node " + node + ", port " + port + ", VC " + vc + ": " + what);
  }
}

package io.hopwright.models.bluegene.reference;

import io.hopwright.models.bluegene.reference.ReferenceConfig.Traffic;
import io.hopwright.models.bluegene.reference.ReferenceDraws.Purpose;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A naive model of the BlueGene/L torus, written from {@code docs/models/bluegene-l.md} alone, to
 * check the fast model by equal digests.
 *
 * <p>Every router is evaluated in every tick: first phase 1 of all routers, then phase 2 of all
 * routers. Rules are cited by the words of that page in quotation marks. The checks are always on:
 * every delivery at the right node, by a minimal way, exactly once, with intact size; no virtual
 * channel over capacity; tokens conserved.
 *
 * <p>Confined to one thread. Memory grows with the packets waiting in the infinite injection FIFOs.
 */
public final class ReferenceTorus {
  private static final int DYNAMIC = 0;
  private static final int STATIC = 1;
  private static final int HIGH_PRIORITY = 2;

  private static final int PORTS = 6;
  private static final int NORMAL_INJECTION_FIFOS = 6;
  private static final int INJECTION_FIFOS = 8;
  private static final int FIRST_INJECTION_INPUT = 48;

  private static final int CHUNK_BYTES = 32;
  private static final int TRAILER_BYTES = 4;
  private static final int TOKEN_ACK_BYTES = 12;
  private static final int FULL_SIZED_CHUNKS = 8;
  private static final int INJECTION_FIFO_CHUNKS = 32;

  private static final int HEADER_BYTES = 8;
  private static final int FLIGHT_TICKS = 10;
  private static final int HOP_TICKS = FLIGHT_TICKS + HEADER_BYTES;
  private static final int TOKEN_ACK_TICKS = FLIGHT_TICKS + TOKEN_ACK_BYTES;

  private static final int NO_PORT = -1;
  private static final long NEVER = -1;

  /** One packet that has reached its destination; hint bits as initialised, bit d for port d. */
  public record Delivery(
      long tick,
      int source,
      int destination,
      int stream,
      long sequence,
      int packetClass,
      int bytes,
      int hintBits,
      int hops,
      long birthTick,
      long firstByteTick) {
    /** "Response time": from birth to delivery. */
    public long responseTicks() {
      return tick - birthTick;
    }
  }

  private final ReferenceConfig config;
  private final ReferenceDraws draws;
  private final int bubbleVc;
  private final int highPriorityVc;
  private final int vcs;
  private final Node[] nodes;
  private Consumer<Delivery> listener = delivery -> {};

  /** The tick being simulated, or the next one between runs. */
  private long tick;

  private long digest;
  private long packetsInjected;
  private long packetsDelivered;
  private long packetHops;
  private final long[] dataBytesByVc;
  private long responseTicksSum;
  private long responseTicksMin = Long.MAX_VALUE;
  private long responseTicksMax = Long.MIN_VALUE;
  private long networkLatencyTicksSum;
  private long excessTicksMin = Long.MAX_VALUE;
  private long excessTicksMax = Long.MIN_VALUE;

  /** An empty machine at tick 0. */
  public ReferenceTorus(ReferenceConfig config) {
    this.config = config;
    draws = new ReferenceDraws(config.seed());
    bubbleVc = config.dynamicVcs();
    highPriorityVc = config.dynamicVcs() + 1;
    vcs = config.dynamicVcs() + 2;
    dataBytesByVc = new long[vcs];
    nodes = new Node[config.nodes()];
    for (int n = 0; n < nodes.length; n++) {
      nodes[n] = new Node(n);
    }
    for (final Node node : nodes) {
      node.connect();
    }
  }

  /**
   * Has {@code onDelivery} called at every delivery from now on, in no promised order in a tick.
   */
  public void listen(Consumer<Delivery> onDelivery) {
    listener = onDelivery;
  }

  /** Simulates the ticks before {@code stopTick} that have not been simulated yet. */
  public void run(long stopTick) {
    for (; tick < stopTick; tick++) {
      for (final Node node : nodes) {
        node.applyWhatIsDue();
      }
      for (final Node node : nodes) {
        node.arbitrate();
      }
    }
  }

  // ---------------------------------------------------------------- the machine, part by part

  /** A packet; the direction in a dimension never changes, only its hint bit is cleared. */
  private static final class Packet {
    final int source;
    final int destination;
    final int stream;
    final int packetClass;
    final long sequence;
    final int chunks;
    final long birthTick;
    final int initialHintBits;

    /** Remaining hint bits, bit d for output port d; at most one per dimension. */
    int hintBits;

    long firstByteTick = NEVER;
    int hops;

    Packet(
        int source,
        int destination,
        int stream,
        int packetClass,
        long sequence,
        int chunks,
        long birthTick,
        int hintBits) {
      this.source = source;
      this.destination = destination;
      this.stream = stream;
      this.packetClass = packetClass;
      this.sequence = sequence;
      this.chunks = chunks;
      this.birthTick = birthTick;
      initialHintBits = hintBits;
      this.hintBits = hintBits;
    }

    int bytes() {
      return CHUNK_BYTES * chunks;
    }

    /** "On a link it takes S + 4 ticks". */
    int wireBytes() {
      return bytes() + TRAILER_BYTES;
    }

    boolean isHighPriority() {
      return packetClass == HIGH_PRIORITY;
    }
  }

  /**
   * A packet's stay in one FIFO: the one tick on the bypass (or NEVER), and when it may request.
   */
  private record Stay(Packet packet, long bypassTick, long requestTick) {}

  /** "A VC FIFO or injection FIFO feeds one transmission at a time", that of its head. */
  private abstract static class Fifo {
    final int input;
    final ArrayDeque<Stay> stays = new ArrayDeque<>();

    /** First of {@code stays} or null, kept at hand because it is looked at in every tick. */
    Stay head;

    /** Fullness in chunks. */
    int chunks;

    /** Tick in which the tail of the head leaves, or NEVER while it is not transmitted. */
    long tailLeavesTick = NEVER;

    Fifo(int input) {
      this.input = input;
    }

    final void join(Stay stay) {
      stays.add(stay);
      head = stays.peek();
    }

    /** The tail of the head has left: takes the head out. */
    final Packet leave() {
      final Packet packet = stays.remove().packet;
      head = stays.peek();
      tailLeavesTick = NEVER;
      return packet;
    }

    /** The head, if it may request in this tick. */
    final Stay requester(long tick) {
      if (head == null || tailLeavesTick != NEVER) {
        return null;
      }
      return tick == head.bypassTick || tick >= head.requestTick ? head : null;
    }

    /** "Ranges have 2 bits", of fullness. */
    abstract int fullnessRange();
  }

  private final class Vc extends Fifo {
    final int number;

    /** Whether the head is being received instead of sent on. */
    boolean receiving;

    Vc(int port, int number) {
      super(8 * port + number);
      this.number = number;
    }

    @Override
    int fullnessRange() {
      return range(chunks, capacity(number));
    }
  }

  private final class InjectionFifo extends Fifo {
    final boolean saturated;

    /** Sequence number of the next packet of a saturated FIFO. */
    long nextSequence;

    InjectionFifo(int number) {
      super(FIRST_INJECTION_INPUT + number);
      saturated = config.traffic() == Traffic.SATURATED && number < NORMAL_INJECTION_FIFOS;
      nextSequence = number;
    }

    /** "A saturated FIFO counts as full (range 3)". */
    @Override
    int fullnessRange() {
      return saturated ? 3 : range(chunks, INJECTION_FIFO_CHUNKS);
    }

    /** "Packet joins injection FIFO … at the tick of its birth". */
    void add(Packet packet) {
      final long readyTick = packet.birthTick + HEADER_BYTES + config.arbitrationTicks();
      final boolean writtenBeforehand = saturated && packet.sequence >= NORMAL_INJECTION_FIFOS;
      join(new Stay(packet, NEVER, writtenBeforehand ? packet.birthTick : readyTick));
      chunks += packet.chunks;
    }
  }

  /** Receiver p of a node: its virtual channels, transfer busses and reception busses. */
  private final class Receiver {
    final int port;
    final Vc[] vc = new Vc[vcs];
    Link incoming;
    int transferBussesHeld;
    boolean receptionBusHeld;
    boolean highPriorityReceptionBusHeld;

    Receiver(int port) {
      this.port = port;
      for (int v = 0; v < vcs; v++) {
        vc[v] = new Vc(port, v);
      }
    }
  }

  private record TokenAck(int vc, int chunks) {}

  private record TokenAckInFlight(TokenAck ack, long arrivalTick) {}

  private record HeaderInFlight(Packet packet, int vc, long completeTick) {}

  /** The link of one output port, with the sender's token counts and ack queue. */
  private final class Link {
    final Receiver end;
    final int[] tokens = new int[vcs];
    final ArrayDeque<TokenAck> ackQueue = new ArrayDeque<>();
    final ArrayDeque<TokenAckInFlight> acksInFlight = new ArrayDeque<>();
    final ArrayDeque<HeaderInFlight> headersInFlight = new ArrayDeque<>();
    long idleFromTick;
    long dataBytes;
    long tokenAckBytes;

    Link(Receiver end) {
      this.end = end;
      for (int v = 0; v < vcs; v++) {
        tokens[v] = capacity(v);
      }
    }

    boolean isIdle() {
      return tick >= idleFromTick;
    }

    /** "The link is busy until t + S + 4 …, or regrantTicks later". */
    void occupy(int bytes) {
      if (!isIdle()) {
        throw new IllegalStateException("tick " + tick + ": link is busy until " + idleFromTick);
      }
      idleFromTick = tick + bytes + config.regrantTicks();
    }
  }

  /** What a head asks for in one tick; output NO_PORT stands for reception. */
  private record Request(
      Fifo fifo, Receiver receiver, Packet packet, boolean onBypass, int output, int vc) {}

  /** One router with its node. */
  private final class Node {
    final int number;

    /** By port; null where the dimension has size 1. */
    final Receiver[] receivers = new Receiver[PORTS];

    /** By output port; null where the dimension has size 1. */
    final Link[] outputs = new Link[PORTS];

    final InjectionFifo[] injection = new InjectionFifo[INJECTION_FIFOS];
    final OpenLoop[] openLoops = new OpenLoop[2];
    final BitSet[] deliveredSequences = {new BitSet(), new BitSet()};

    /** Requests of this tick per output, kept to spare allocations. */
    final List<List<Request>> requestsByOutput = new ArrayList<>();

    final int[] pairs = new int[3 * 4];

    /** Bit d: output d is idle in this tick, token-acks having gone first. */
    int idleOutputs;

    Node(int number) {
      this.number = number;
      for (int port = 0; port < PORTS; port++) {
        receivers[port] = config.size(port / 2) == 1 ? null : new Receiver(port);
        requestsByOutput.add(new ArrayList<>());
      }
      for (int f = 0; f < INJECTION_FIFOS; f++) {
        injection[f] = new InjectionFifo(f);
      }
      if (config.traffic() == Traffic.UNIFORM) {
        openLoops[0] = new OpenLoop(number, 0, config.probability());
      }
      if (config.highPriorityProbability() > 0) {
        openLoops[1] = new OpenLoop(number, 1, config.highPriorityProbability());
      }
    }

    /** "Output port d leads to its neighbour in direction d and ends there in receiver d ^ 1". */
    void connect() {
      for (int d = 0; d < PORTS; d++) {
        if (receivers[d] != null) {
          final Receiver end = nodes[neighbour(number, d)].receivers[d ^ 1];
          outputs[d] = new Link(end);
          end.incoming = outputs[d];
        }
      }
    }

    // ------------------------------------------------------------------------------- phase 1

    /** "Phase 1 applies what is due at t"; "departures come before arrivals". */
    void applyWhatIsDue() {
      for (final Receiver receiver : receivers) {
        for (int v = 0; receiver != null && v < vcs; v++) {
          if (receiver.vc[v].tailLeavesTick == tick) {
            onTailLeftVc(receiver, receiver.vc[v]);
          }
        }
      }
      for (final InjectionFifo fifo : injection) {
        if (fifo.tailLeavesTick == tick) {
          onTailLeftInjection(fifo);
        }
      }
      bearPackets();
      for (final Receiver receiver : receivers) {
        if (receiver != null) {
          completeHeader(receiver);
          takeTokenAck(receiver);
        }
      }
    }

    /** "The packet leaves the FIFO, its bus is free, and a token-ack … joins the ack queue". */
    void onTailLeftVc(Receiver receiver, Vc vc) {
      final Packet packet = vc.leave();
      final int charge = charge(packet, vc.number);
      vc.chunks -= charge;
      outputs[receiver.port].ackQueue.add(new TokenAck(vc.number, charge));
      if (!vc.receiving) {
        receiver.transferBussesHeld--;
        return;
      }
      if (packet.isHighPriority()) {
        receiver.highPriorityReceptionBusHeld = false;
      } else {
        receiver.receptionBusHeld = false;
      }
      deliver(this, packet);
    }

    /** "A packet is born when the tail of its predecessor in that FIFO has left" (saturated). */
    void onTailLeftInjection(InjectionFifo fifo) {
      fifo.chunks -= fifo.leave().chunks;
      if (fifo.saturated) {
        bearSaturated(fifo);
      }
    }

    void bearPackets() {
      for (final OpenLoop openLoop : openLoops) {
        if (openLoop != null && openLoop.nextBirthTick == tick) {
          final long s = openLoop.nextSequence;
          final int destination =
              draws.uniformDestination(number, openLoop.stream, s, nodes.length);
          bear(openLoop.stream, s, destination);
          openLoop.advance();
        }
      }
      if (tick == 0 && config.traffic() == Traffic.ALL_TO_ALL) {
        for (int s = 0; s < (nodes.length - 1) * config.packetsPerDestination(); s++) {
          bear(0, s, allToAllDestination(number, s));
        }
      }
      if (tick == 0 && config.traffic() == Traffic.SATURATED) {
        for (int f = 0; f < NORMAL_INJECTION_FIFOS; f++) {
          bearSaturated(injection[f]);
        }
      }
    }

    void bearSaturated(InjectionFifo fifo) {
      final long s = fifo.nextSequence;
      bear(0, s, draws.uniformDestination(number, 0, s, nodes.length));
      fifo.nextSequence += NORMAL_INJECTION_FIFOS;
    }

    /** "Packet s of stream 0 joins injection FIFO s mod 6, of stream 1 FIFO 6 + s mod 2". */
    void bear(int stream, long sequence, int destination) {
      final int normalClass = config.staticRouting() ? STATIC : DYNAMIC;
      final Packet packet =
          new Packet(
              number,
              destination,
              stream,
              stream == 1 ? HIGH_PRIORITY : normalClass,
              sequence,
              drawChunks(number, stream, sequence),
              tick,
              hintBits(number, destination, stream, sequence));
      final long fifo = stream == 0 ? sequence % 6 : 6 + sequence % 2;
      injection[(int) fifo].add(packet);
    }

    /**
     * "The header is complete in the next node's receiver at t + 18"; then "may request: in a VC".
     */
    void completeHeader(Receiver receiver) {
      final HeaderInFlight header = receiver.incoming.headersInFlight.peek();
      if (header == null || header.completeTick != tick) {
        return;
      }
      receiver.incoming.headersInFlight.remove();
      final Vc vc = receiver.vc[header.vc];
      final long arbitrated = tick + config.arbitrationTicks();
      final boolean onBypass = config.bypass() && vc.stays.isEmpty();
      final Stay stay =
          onBypass
              ? new Stay(header.packet, arbitrated, arbitrated + 1 + config.vcEntryTicks())
              : new Stay(header.packet, NEVER, arbitrated + config.vcEntryTicks());
      vc.join(stay);
      vc.chunks += charge(header.packet, vc.number);
      if (vc.chunks > capacity(vc.number)) {
        throw broken(receiver.port, vc.number, "over capacity: " + vc.chunks + " chunks");
      }
    }

    /** "At t + 22 its last byte has arrived, and the tokens are added to the sender's count". */
    void takeTokenAck(Receiver receiver) {
      final TokenAckInFlight arrival = receiver.incoming.acksInFlight.peek();
      if (arrival == null || arrival.arrivalTick != tick) {
        return;
      }
      receiver.incoming.acksInFlight.remove();
      final TokenAck ack = arrival.ack;
      final Link link = outputs[receiver.port];
      link.tokens[ack.vc] += ack.chunks;
      if (link.tokens[ack.vc] > capacity(ack.vc)) {
        throw broken(receiver.port, ack.vc, "more tokens than capacity: " + link.tokens[ack.vc]);
      }
    }

    // ------------------------------------------------------------------------------- phase 2

    /** "One tick of a router, phase 2": decides everything, then starts what was granted. */
    void arbitrate() {
      sendTokenAcks();
      noteIdleOutputs();
      final List<Request> granted = new ArrayList<>();
      for (final Receiver receiver : receivers) {
        final Request survivor = receiver == null ? null : receiverSurvivor(receiver);
        if (survivor != null && survivor.output == NO_PORT) {
          granted.add(survivor); // "surviving reception requests are granted"
        } else if (survivor != null) {
          requestsByOutput.get(survivor.output).add(survivor);
        }
      }
      for (final InjectionFifo fifo : injection) {
        final Request request = request(fifo, null);
        if (request != null) {
          requestsByOutput.get(request.output).add(request);
        }
      }
      for (int d = 0; d < PORTS; d++) {
        final List<Request> competing = requestsByOutput.get(d);
        if (!competing.isEmpty()) {
          granted.add(senderWinner(d, competing));
          competing.clear();
        }
      }
      for (final Request request : granted) {
        start(request);
      }
    }

    /** Step 1: "each idle output with a queued token-ack sends the oldest". */
    void sendTokenAcks() {
      for (final Link link : outputs) {
        if (link != null && !link.ackQueue.isEmpty() && link.isIdle()) {
          link.occupy(TOKEN_ACK_BYTES);
          link.tokenAckBytes += TOKEN_ACK_BYTES;
          final TokenAck ack = link.ackQueue.remove();
          link.acksInFlight.add(new TokenAckInFlight(ack, tick + TOKEN_ACK_TICKS));
        }
      }
    }

    void noteIdleOutputs() {
      idleOutputs = 0;
      for (int d = 0; d < PORTS; d++) {
        idleOutputs |= outputs[d] != null && outputs[d].isIdle() ? 1 << d : 0;
      }
    }

    /** Step 2: the request of the head of a FIFO, or null; receiver null for an injection FIFO. */
    Request request(Fifo fifo, Receiver receiver) {
      final Stay stay = fifo.requester(tick);
      if (stay == null) {
        return null;
      }
      final Packet packet = stay.packet;
      final boolean onBypass = stay.bypassTick == tick;
      if (packet.destination == number) {
        final boolean busHeld =
            packet.isHighPriority()
                ? receiver.highPriorityReceptionBusHeld
                : receiver.receptionBusHeld;
        return busHeld ? null : new Request(fifo, receiver, packet, onBypass, NO_PORT, NO_PORT);
      }
      if (receiver != null && receiver.transferBussesHeld == config.paths()) {
        return null;
      }
      if ((packet.hintBits & idleOutputs) == 0) {
        return null; // every pair needs an idle output
      }
      int pair = packet.packetClass == DYNAMIC ? dynamicPair(packet, fifo.input) : NO_PORT;
      if (pair == NO_PORT) {
        pair = escapePair(packet, fifo.input);
      }
      return pair == NO_PORT
          ? null
          : new Request(fifo, receiver, packet, onBypass, pair / 8, pair % 8);
    }

    /** "Dynamic pairs": 8·d + v of the chosen one, or NO_PORT if there is none. */
    int dynamicPair(Packet packet, int input) {
      int count = 0;
      int highestRange = 0;
      for (int d = 0; d < PORTS; d++) {
        if ((packet.hintBits & idleOutputs & (1 << d)) != 0) {
          for (int v = 0; v < config.dynamicVcs(); v++) {
            if (outputs[d].tokens[v] >= FULL_SIZED_CHUNKS) {
              pairs[count++] = 8 * d + v;
              highestRange = Math.max(highestRange, tokenRange(d, v));
            }
          }
        }
      }
      if (config.jsq()) {
        final int all = count;
        count = 0;
        for (int i = 0; i < all; i++) {
          if (tokenRange(pairs[i] / 8, pairs[i] % 8) == highestRange) {
            pairs[count++] = pairs[i];
          }
        }
      }
      return count == 0
          ? NO_PORT
          : pairs[draws.uniform(Purpose.SELECT, number, tick, input, count)];
    }

    int tokenRange(int d, int v) {
      return range(outputs[d].tokens[v], capacity(v));
    }

    /** "The escape pair": 8·d + v, or NO_PORT if the link or the tokens are not available. */
    int escapePair(Packet packet, int input) {
      final int v = packet.isHighPriority() ? highPriorityVc : bubbleVc;
      final int d = Integer.numberOfTrailingZeros(packet.hintBits); // ports ascend by dimension
      final boolean staysOnBubble = input == 8 * (d ^ 1) + v;
      final int needed = staysOnBubble ? FULL_SIZED_CHUNKS : 2 * FULL_SIZED_CHUNKS;
      final boolean idle = (idleOutputs & (1 << d)) != 0;
      return idle && outputs[d].tokens[v] >= needed ? 8 * d + v : NO_PORT;
    }

    /** Step 3: "of the requests of one receiver … one survives". */
    Request receiverSurvivor(Receiver receiver) {
      List<Request> requests = null;
      for (final Vc vc : receiver.vc) {
        final Request request = request(vc, receiver);
        if (request != null) {
          requests = requests == null ? new ArrayList<>() : requests;
          requests.add(request);
        }
      }
      if (requests == null) {
        return null;
      }
      if (!keepHighPriority(requests) && requests.stream().anyMatch(r -> !r.onBypass)) {
        requests.removeIf(Request::onBypass);
      }
      if (requests.size() > 1) {
        final long draw = draws.draw(Purpose.RECEIVER_SLQ, number, tick, receiver.port);
        if (ReferenceDraws.chance(draw, config.slqFraction())) {
          keepFullest(requests);
        }
      }
      final int size = requests.size();
      return requests.get(draws.uniform(Purpose.RECEIVER_PICK, number, tick, receiver.port, size));
    }

    /** Step 4: "for each output the surviving requests … and those of injection FIFOs compete". */
    Request senderWinner(int d, List<Request> requests) {
      keepHighPriority(requests);
      final boolean preferNetwork =
          ReferenceDraws.chance(
              draws.draw(Purpose.SENDER_NETWORK, number, tick, d), config.inNetworkPriority());
      if (requests.stream().anyMatch(r -> (r.receiver != null) == preferNetwork)) {
        requests.removeIf(r -> (r.receiver != null) != preferNetwork);
      }
      final long draw = draws.draw(Purpose.SENDER_SLQ, number, tick, d);
      if (ReferenceDraws.chance(draw, config.slqFraction())) {
        keepFullest(requests);
      }
      return requests.get(draws.uniform(Purpose.SENDER_PICK, number, tick, d, requests.size()));
    }

    /** Starts what a request was granted: "a transmission granted at tick t", or "reception". */
    void start(Request request) {
      final Packet packet = request.packet;
      request.fifo.tailLeavesTick = tick + packet.wireBytes();
      if (request.fifo instanceof final Vc vc) {
        vc.receiving = request.output == NO_PORT;
      }
      if (request.output != NO_PORT) {
        if (request.receiver != null) {
          request.receiver.transferBussesHeld++;
        }
        transmit(packet, request.output, request.vc);
      } else if (packet.isHighPriority()) {
        request.receiver.highPriorityReceptionBusHeld = true;
      } else {
        request.receiver.receptionBusHeld = true;
      }
    }

    /** "One hop": the first byte on output d in this tick, towards virtual channel v. */
    void transmit(Packet packet, int d, int v) {
      final Link link = outputs[d];
      link.occupy(packet.wireBytes());
      link.tokens[v] -= charge(packet, v);
      if (link.tokens[v] < 0) {
        throw broken(d, v, "sent without tokens");
      }
      link.headersInFlight.add(new HeaderInFlight(packet, v, tick + HOP_TICKS));
      link.dataBytes += packet.wireBytes();
      dataBytesByVc[v] += packet.wireBytes();
      packetHops++;
      packet.hops++;
      if (packet.firstByteTick == NEVER) {
        packet.firstByteTick = tick;
        packetsInjected++;
      }
      final int dimension = d / 2;
      final int next = neighbour(number, d);
      if (coordinatesOf(next)[dimension] == coordinatesOf(packet.destination)[dimension]) {
        packet.hintBits &= ~(1 << d);
      }
    }

    IllegalStateException broken(int port, int vc, String what) {
      return new IllegalStateException(
          "tick " + tick + ", node " + number + ", port " + port + ", VC " + vc + ": " + what);
    }
  }

  /** "Open loop at rate p": the births of one stream of one node. */
  private final class OpenLoop {
    final int source;
    final int stream;
    final long scale;
    long nextSequence;
    long nextBirthTick;

    OpenLoop(int source, int stream, double probability) {
      this.source = source;
      this.stream = stream;
      scale = ReferenceDraws.scale(probability);
      nextBirthTick = draws.gap(source, stream, 0, scale) - 1;
    }

    void advance() {
      nextSequence++;
      nextBirthTick += draws.gap(source, stream, nextSequence, scale);
    }
  }

  // ------------------------------------------------------------------------------ small rules

  /** "Ranges have 2 bits: min(3, ⌊4·c / capacity⌋)". */
  private static int range(int chunks, int capacityChunks) {
    return Math.min(3, 4 * chunks / capacityChunks);
  }

  /** Capacity of a virtual channel in chunks. */
  private int capacity(int vc) {
    return (vc < bubbleVc ? config.vcBytes() : config.escapeVcBytes()) / CHUNK_BYTES;
  }

  /** "A VC is charged per packet: its chunks on a dynamic VC, always 8 on a bubble VC". */
  private int charge(Packet packet, int vc) {
    return vc < bubbleVc ? packet.chunks : FULL_SIZED_CHUNKS;
  }

  /** Keeps those of high priority if there are any, and says whether there are. */
  private static boolean keepHighPriority(List<Request> requests) {
    if (requests.stream().noneMatch(request -> request.packet.isHighPriority())) {
      return false;
    }
    requests.removeIf(request -> !request.packet.isHighPriority());
    return true;
  }

  /** "Keep those of the fullest FIFO (range of fullness)". */
  private static void keepFullest(List<Request> requests) {
    int fullest = 0;
    for (final Request request : requests) {
      fullest = Math.max(fullest, request.fifo.fullnessRange());
    }
    final int kept = fullest;
    requests.removeIf(request -> request.fifo.fullnessRange() < kept);
  }

  /** Node number n = x + kx·(y + ky·z), taken apart. */
  private int[] coordinatesOf(int node) {
    return new int[] {
      node % config.kx(), node / config.kx() % config.ky(), node / config.kx() / config.ky()
    };
  }

  /** "Ports 0…5 = x+, x−, y+, y−, z+, z−". */
  private int neighbour(int node, int port) {
    final int[] c = coordinatesOf(node);
    final int dimension = port / 2;
    final int size = config.size(dimension);
    c[dimension] = (c[dimension] + (port % 2 == 0 ? 1 : size - 1)) % size;
    return c[0] + config.kx() * (c[1] + config.ky() * c[2]);
  }

  /** "Hint bits": per dimension none if δ = 0, else the bit of port + or −. */
  private int hintBits(int source, int destination, int stream, long sequence) {
    final int[] from = coordinatesOf(source);
    final int[] to = coordinatesOf(destination);
    int bits = 0;
    for (int dimension = 0; dimension < 3; dimension++) {
      final int k = config.size(dimension);
      final int delta = Math.floorMod(to[dimension] - from[dimension], k);
      final boolean plus =
          2 * delta == k
              ? draws.draw(Purpose.TIE, source, sequence, 4L * stream + dimension) >= 0
              : 2 * delta < k;
      bits |= delta == 0 ? 0 : 1 << (2 * dimension + (plus ? 0 : 1));
    }
    return bits;
  }

  /** "Size: uniform among the list". */
  private int drawChunks(int source, int stream, long sequence) {
    final int[] sizes = config.packetBytes();
    return sizes[draws.uniform(Purpose.SIZE, source, sequence, stream, sizes.length)] / CHUNK_BYTES;
  }

  private int allToAllDestination(int source, long sequence) {
    final int rank = (int) (sequence / config.packetsPerDestination());
    return draws.destinationOfRank(source, rank, nodes.length);
  }

  /** Minimal number of links between two nodes. */
  private int distance(int source, int destination) {
    final int[] from = coordinatesOf(source);
    final int[] to = coordinatesOf(destination);
    int hops = 0;
    for (int dimension = 0; dimension < 3; dimension++) {
      final int apart = Math.abs(from[dimension] - to[dimension]);
      hops += Math.min(apart, config.size(dimension) - apart);
    }
    return hops;
  }

  /** {@code T0}, with the terms of arbitration and of entering VCs without a bypass. */
  public long zeroLoadTicks(int hops, int bytes) {
    return HEADER_BYTES
        + HOP_TICKS * (long) hops
        + bytes
        + TRAILER_BYTES
        + (hops + 1L) * config.arbitrationTicks()
        + (config.bypass() ? 0L : (long) hops * config.vcEntryTicks());
  }

  // ------------------------------------------------------------------------ measures and checks

  /** "Measures": books a delivery in this tick, after checking it. */
  private void deliver(Node node, Packet packet) {
    checkDelivery(node, packet);
    packetsDelivered++;
    final long numbers = packet.source + ((long) packet.destination << 32);
    final long sequenceAndClass = packet.sequence + ((long) packet.packetClass << 56);
    digest +=
        ReferenceDraws.mix(
            ReferenceDraws.mix(ReferenceDraws.mix(numbers) + sequenceAndClass) + tick);
    final long responseTicks = tick - packet.birthTick;
    responseTicksSum += responseTicks;
    responseTicksMin = Math.min(responseTicksMin, responseTicks);
    responseTicksMax = Math.max(responseTicksMax, responseTicks);
    networkLatencyTicksSum += tick - packet.firstByteTick;
    final long excessTicks = responseTicks - zeroLoadTicks(packet.hops, packet.bytes());
    excessTicksMin = Math.min(excessTicksMin, excessTicks);
    excessTicksMax = Math.max(excessTicksMax, excessTicks);
    listener.accept(
        new Delivery(
            tick,
            packet.source,
            packet.destination,
            packet.stream,
            packet.sequence,
            packet.packetClass,
            packet.bytes(),
            packet.initialHintBits,
            packet.hops,
            packet.birthTick,
            packet.firstByteTick));
  }

  /** Right node by a minimal way, exactly once, size and destination as drawn. */
  private void checkDelivery(Node node, Packet packet) {
    final int drawnDestination =
        packet.stream == 0 && config.traffic() == Traffic.ALL_TO_ALL
            ? allToAllDestination(packet.source, packet.sequence)
            : draws.uniformDestination(packet.source, packet.stream, packet.sequence, nodes.length);
    final BitSet delivered = nodes[packet.source].deliveredSequences[packet.stream];
    final int sequence = Math.toIntExact(packet.sequence);
    final boolean right =
        node.number == drawnDestination
            && packet.hops == distance(packet.source, drawnDestination)
            && packet.chunks == drawChunks(packet.source, packet.stream, packet.sequence)
            && !delivered.get(sequence);
    if (!right) {
      throw new IllegalStateException(
          String.format(
              "tick %d: node %d received packet %d of stream %d of node %d after %d hops with %d"
                  + " chunks; wrong node, way or size, or delivered before",
              tick,
              node.number,
              packet.sequence,
              packet.stream,
              packet.source,
              packet.hops,
              packet.chunks));
    }
    delivered.set(sequence);
  }

  /**
   * Checks, as of the end of the last tick simulated, that the tokens of every (link, VC) are
   * complete and that packets injected = delivered + in the network.
   *
   * @throws IllegalStateException if not
   */
  public void checkConservation() {
    final Set<Packet> inNetwork = Collections.newSetFromMap(new IdentityHashMap<>());
    for (final Node node : nodes) {
      for (int d = 0; d < PORTS; d++) {
        final Link link = node.outputs[d];
        if (link == null) {
          continue;
        }
        for (final HeaderInFlight header : link.headersInFlight) {
          inNetwork.add(header.packet);
        }
        for (final Vc vc : link.end.vc) {
          vc.stays.forEach(stay -> inNetwork.add(stay.packet));
          checkTokens(node, d, vc);
        }
      }
    }
    if (packetsInjected != packetsDelivered + inNetwork.size()) {
      throw new IllegalStateException(
          String.format(
              "tick %d: %d packets injected, but %d delivered and %d in the network",
              tick, packetsInjected, packetsDelivered, inNetwork.size()));
    }
  }

  /** Tokens at the sender, charged in flight and in the FIFO, and on the way back, of one VC. */
  private void checkTokens(Node node, int d, Vc vc) {
    final Link link = node.outputs[d];
    final Link reverse = nodes[neighbour(node.number, d)].outputs[d ^ 1];
    int buffered = 0;
    for (final Stay stay : vc.stays) {
      buffered += charge(stay.packet, vc.number);
    }
    int sum = link.tokens[vc.number] + buffered;
    for (final HeaderInFlight header : link.headersInFlight) {
      sum += header.vc == vc.number ? charge(header.packet, vc.number) : 0;
    }
    for (final TokenAck ack : reverse.ackQueue) {
      sum += ack.vc == vc.number ? ack.chunks : 0;
    }
    for (final TokenAckInFlight arrival : reverse.acksInFlight) {
      sum += arrival.ack.vc == vc.number ? arrival.ack.chunks : 0;
    }
    if (sum != capacity(vc.number) || buffered != vc.chunks) {
      throw node.broken(
          d,
          vc.number,
          sum + " tokens of " + capacity(vc.number) + "; fullness " + vc.chunks + "/" + buffered);
    }
  }

  /** Whether every injection FIFO and VC is empty and every token is back at its sender. */
  public boolean isHome() {
    for (final Node node : nodes) {
      for (final InjectionFifo fifo : node.injection) {
        if (!fifo.stays.isEmpty()) {
          return false;
        }
      }
      for (final Link link : node.outputs) {
        for (int v = 0; link != null && v < vcs; v++) {
          if (link.tokens[v] != capacity(v)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Sum of the delivery words of all deliveries so far, modulo 2^64. */
  public long digest() {
    return digest;
  }

  /** The next tick to simulate. */
  public long tick() {
    return tick;
  }

  /** Packets whose first byte has been on a link. */
  public long packetsInjected() {
    return packetsInjected;
  }

  public long packetsDelivered() {
    return packetsDelivered;
  }

  /** Packets started on links. */
  public long packetHops() {
    return packetHops;
  }

  /** Virtual channels per receiver: the dynamic ones, the bubble, the high-priority one. */
  public int vcs() {
    return vcs;
  }

  /** Bytes S + 4 of packets started on this VC, over all links. */
  public long dataBytes(int vc) {
    return dataBytesByVc[vc];
  }

  /** Bytes of token-acks started, over all links. */
  public long tokenAckBytes() {
    long bytes = 0;
    for (int node = 0; node < nodes.length; node++) {
      for (int port = 0; port < PORTS; port++) {
        bytes += linkTokenAckBytes(node, port);
      }
    }
    return bytes;
  }

  /** Bytes S + 4 of packets started on a link; 0 where there is no link. */
  public long linkDataBytes(int node, int port) {
    final Link link = nodes[node].outputs[port];
    return link == null ? 0 : link.dataBytes;
  }

  /** Bytes of token-acks started on a link; 0 where there is no link. */
  public long linkTokenAckBytes(int node, int port) {
    final Link link = nodes[node].outputs[port];
    return link == null ? 0 : link.tokenAckBytes;
  }

  /** Sum of delivery tick − birth. */
  public long responseTicksSum() {
    return responseTicksSum;
  }

  /** Least delivery tick − birth; Long.MAX_VALUE before the first delivery. */
  public long responseTicksMin() {
    return responseTicksMin;
  }

  /** Largest delivery tick − birth; Long.MIN_VALUE before the first delivery. */
  public long responseTicksMax() {
    return responseTicksMax;
  }

  /** Sum of delivery tick − tick of the first byte on the first link. */
  public long networkLatencyTicksSum() {
    return networkLatencyTicksSum;
  }

  /**
   * Least zero-load excess; Long.MAX_VALUE before the first delivery. Below 0 only in saturated
   * traffic, where the next packet is written beforehand and T0 still counts the writing.
   */
  public long excessTicksMin() {
    return excessTicksMin;
  }

  /** Largest zero-load excess; Long.MIN_VALUE before the first delivery. */
  public long excessTicksMax() {
    return excessTicksMax;
  }
}

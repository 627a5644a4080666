package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.random.Draws;
import io.hopwright.models.link.TokenAcks;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.switching.torusrouter.arbitration.Arbiter;
import io.hopwright.models.switching.torusrouter.arbitration.ContenderQueues;
import io.hopwright.models.switching.torusrouter.arbitration.EscapeOrder;
import io.hopwright.models.topology.Torus;

/**
 * Phase 2 of a tick for one router: departures, arrivals, token-acks, the three phases of
 * arbitration, and grants. Rules: {@code docs/models/bluegene-l.md}.
 *
 * <p>A router with unchanged state would decide nothing new, so it is not evaluated until an event
 * changes something. The exception is a refused request, which can win in the next tick; then the
 * router is evaluated again. Confined to its partition.
 */
final class Router implements ContenderQueues {
  private static final int FULL_RANGE = 3;

  private final RouterDesign design;
  private final NodeLayout layout;
  private final TorusPacketWords packets;
  private final PacketPool pool;
  private final long[] state;
  private final TimingWheel wheel;
  private final Wiring wiring;
  private final TokenAcks acks;
  private final TorusEndpoints endpoints;
  private final ReceptionBusses reception;
  private final Tokens tokens;
  private final TorusMeasures measures;
  private final HeadRequests requests;
  private final Torus torus;

  /** Null unless links have errors. */
  private final Recovery recovery;

  private final long highPriorityInputs;
  private final EscapeOrder escapeOrder;
  private final boolean dateline;
  private final boolean bypass;
  private final boolean mergedAcks;
  private final int hopTicks;
  private final int trailerTicks;
  private final int ackTicks;
  private final int arbitrationTicks;
  private final int vcEntryTicks;
  private final int regrantTicks;
  private final boolean delayedRequests;
  private final boolean nodesAct;
  private final boolean furtherWords;
  private final Arbiter receivers;
  private final Arbiter senders;
  private final Draws networkCycles;
  private final long networkThreshold;

  /** Scratch of one evaluation: what a head requests, by input; who requests an output. */
  private final int[] wishes = new int[Long.SIZE];

  private final long[] contenders = new long[Torus.PORTS];

  Router(RouterDesign design, Torus torus, Parts parts, Recovery recovery) {
    this.design = design;
    this.torus = torus;
    this.recovery = recovery;
    layout = parts.layout();
    packets = parts.packets();
    pool = parts.pool();
    state = parts.state();
    wheel = parts.wheel();
    wiring = parts.wiring();
    endpoints = parts.endpoints();
    reception = parts.reception();
    tokens = parts.tokens();
    measures = parts.measures();
    acks = parts.acks();
    requests = new HeadRequests(design, layout, state, reception, parts.injection().broadcasts());
    highPriorityInputs = NodeLayout.highPriorityInputs(design.highPriorityVc());
    escapeOrder = design.escape().order();
    dateline = design.escape().dateline();
    bypass = design.bypass();
    mergedAcks = design.mergedAcks();
    final RouterDesign.Timing timing = design.timing();
    hopTicks = timing.hopTicks();
    trailerTicks = timing.trailerTicks();
    ackTicks = timing.ackTicks();
    arbitrationTicks = timing.arbitrationTicks();
    vcEntryTicks = timing.vcEntryTicks();
    regrantTicks = timing.regrantTicks();
    delayedRequests = timing.delaysRequests();
    nodesAct = endpoints.acts();
    furtherWords = parts.injection().furtherWords() > 0;
    final RouterDesign.Policies policies = design.policies();
    receivers = policies.receivers();
    senders = policies.senders();
    networkCycles = policies.networkCycles();
    networkThreshold = policies.networkThreshold();
  }

  /** Environment of a router: the parts of its partition. */
  @SuppressWarnings("ArrayRecordComponent") // one array, shared by all parts of a partition
  record Parts(
      NodeLayout layout,
      TorusPacketWords packets,
      PacketPool pool,
      long[] state,
      TimingWheel wheel,
      Wiring wiring,
      TokenAcks acks,
      TorusEndpoints endpoints,
      ReceptionBusses reception,
      Tokens tokens,
      TorusMeasures measures,
      Injection injection) {}

  /** Fills the injection FIFOs of a node for the first time. */
  void startInjection(int node, int base, int fifos) {
    for (int fifo = 0; fifo < fifos; fifo++) {
      if (endpoints.first(node, fifo)) {
        requestWhenWritten(node, base, fifo, -1);
      }
    }
  }

  /** Lets the first packet of an injection FIFO request at the tick at which it joins now. */
  void moveRequest(int node, int fifo) {
    if (endpoints.joined(node, fifo) != Long.MAX_VALUE) {
      requestWhenWritten(node, layout.base(node), fifo, -1);
    }
  }

  /** Performs the actions of a router at {@code tick}, after all events have been applied. */
  void evaluate(int node, int base, long tick) {
    final long tails = state[base + NodeLayout.TAILS];
    if (recovery != null) {
      recovery.goBack(node, tick);
      dropWorthless(node, base, tick);
    }
    if (tails != 0) {
      final long leaving = state[base + NodeLayout.TAILS];
      state[base + NodeLayout.TAILS] = 0;
      depart(node, base, leaving, tick);
    }
    final long headers = state[base + NodeLayout.HEADERS];
    long bypassing = 0;
    boolean changed = tails != 0 || headers < 0;
    if (headers != 0) {
      state[base + NodeLayout.HEADERS] = 0;
      final long newHeads = arrive(node, base, headers, tick);
      bypassing = bypass ? newHeads & NodeLayout.RECEIVER_INPUTS : 0;
      changed |= newHeads != 0;
    }
    if (delayedRequests) {
      bypassing = becomeReady(base);
      changed = true;
    }
    if (nodesAct) {
      changed |= haveNodeAct(node, base, headers, tails, tick);
    }
    if (changed) {
      final int open =
          recovery == null ? sendAcks(node, base, tick) : recovery.start(node, base, tick);
      final long wanting = requests.candidates(base, open);
      if (wanting != 0) {
        arbitrate(node, base, wanting, bypassing, open, tick);
      }
    }
    if (vcEntryTicks > 0) {
      enterVcs(base, bypassing, tick);
    }
  }

  /**
   * Lets cores write what is generated and fits, and drain what has arrived; returns whether any
   * may have written.
   */
  private boolean haveNodeAct(int node, int base, long headers, long tails, long tick) {
    final boolean write =
        ((headers & NodeLayout.BORN) | (tails & NodeLayout.INJECTION_INPUTS)) != 0;
    for (int rest = endpoints.act(node, write, tick); rest != 0; rest &= rest - 1) {
      requestWhenWritten(node, base, Integer.numberOfTrailingZeros(rest), tick);
    }
    return write;
  }

  // ---------------------------------------------------------------- departures

  private void depart(int node, int base, long tails, long tick) {
    for (long rest = tails; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final int at = layout.fifo(base, input);
      final int output = FifoWord.output(state[at]);
      if (regrantTicks == 0 && output < FifoWord.RECEPTION) {
        state[base + NodeLayout.FLAGS] |= RouterFlags.idle(output);
      }
      if (input < NodeLayout.FIRST_INJECTION) {
        departVc(node, base, input, at, output, tick);
      } else {
        state[at] = FifoWord.EMPTY;
        final int fifo = input - NodeLayout.FIRST_INJECTION;
        if (endpoints.next(node, fifo, tick)) {
          requestWhenWritten(node, base, fifo, tick);
        }
      }
    }
  }

  private void departVc(int node, int base, int input, int at, int output, long tick) {
    final int receiver = input >>> 3;
    final int vc = input & 7;
    if (output != FifoWord.RECEPTION) {
      state[base + NodeLayout.FLAGS] -= RouterFlags.bus(receiver);
    }
    final int link = layout.link(base, receiver);
    final int charge = acks.left(link, vc);
    if (recovery != null && recovery.hasLeftSpoilt(node, input)) {
      state[at] = FifoWord.withOutput(state[at], FifoWord.NONE);
    } else {
      giveBack(base, link, receiver, vc, charge, tick);
      state[at] = FifoWord.withOutput(state[at], FifoWord.NONE) - FifoWord.charged(charge);
    }
    headReady(base, input, at);
  }

  /** Gives the tokens of a packet back that is no longer in a VC. */
  private void giveBack(int base, int link, int receiver, int vc, int charge, long tick) {
    if (ackTicks > 0) {
      acks.queue(link, vc, charge);
      state[base + NodeLayout.FLAGS] |= RouterFlags.acks(receiver);
    } else {
      acks.sendBack(link, credit(receiver, vc, charge), tick);
    }
  }

  // ---------------------------------------------------------------- void packets

  /**
   * Drops the packets that have turned out to be void. What leaves from lower inputs, or from in
   * front of them, has left before: token-acks queue in that order.
   */
  private void dropWorthless(int node, int base, long tick) {
    for (long rest = recovery.takeWorthless(node); rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final long before = state[base + NodeLayout.TAILS] & ((2L << input) - 1);
      state[base + NodeLayout.TAILS] ^= before;
      depart(node, base, before, tick);
      drop(node, base, input, tick);
    }
  }

  /** Drops the last packet of a receiver's FIFO, which is worthless, if it still waits. */
  private void drop(int node, int base, int input, long tick) {
    final int at = layout.fifo(base, input);
    final int link = layout.link(base, input >>> 3);
    final int vc = input & 7;
    final int packet = FifoWord.last(state[at]);
    final boolean spoilt = recovery.takeSpoilt(node, input);
    if (packet == PacketPool.NONE) {
      if (spoilt) {
        recovery.leaveSpoilt(node, input);
        state[at] -= FifoWord.charged(acks.leaving(link, vc));
      }
      return;
    }
    final int charge = tokens.charge(vc, TorusPacketWords.chunks(pool.first(packet)));
    removeLast(base, input, at, packet);
    state[at] -= FifoWord.charged(charge);
    if (!spoilt) {
      giveBack(base, link, input >>> 3, vc, charge, tick);
    }
    measures.totals().count(TorusCounter.PACKETS_DROPPED, 1);
    if (delayedRequests && !pool.ready(packet)) {
      pool.move(packet, PacketPlace.DROPPED);
    } else {
      pool.remove(packet);
    }
  }

  private void removeLast(int base, int input, int at, int packet) {
    measures.queue(-1);
    final long fifo = state[at];
    final int first = FifoWord.first(fifo);
    if (first != packet) {
      int last = first;
      while (pool.behind(last) != packet) {
        last = pool.behind(last);
      }
      pool.putBehind(last, PacketPool.NONE);
      state[at] = FifoWord.withPackets(fifo, first, last);
      return;
    }
    if (FifoWord.output(fifo) == FifoWord.NONE) {
      withdraw(base, input, FifoWord.hints(fifo));
    }
    state[at] = FifoWord.withPackets(fifo, PacketPool.NONE, PacketPool.NONE);
    state[base + NodeLayout.READY] &= ~(1L << input);
    state[base + NodeLayout.BYPASSING] &= ~(1L << input);
  }

  // ---------------------------------------------------------------- injection

  /** Lets the head of an injection FIFO request as soon as its header is written. */
  private void requestWhenWritten(int node, int base, int fifo, long now) {
    final int input = NodeLayout.FIRST_INJECTION + fifo;
    final long ready =
        endpoints.writtenBeforehand(fifo) && now >= 0
            ? now
            : endpoints.joined(node, fifo) + design.timing().headerTicks() + arbitrationTicks;
    if (ready <= now) {
      want(base, input, layout.fifo(base, input), endpoints.head(node, fifo));
    } else {
      wheel.schedule(ready, TorusEventWord.of(TorusEventWord.WRITTEN, node, input));
    }
  }

  // ---------------------------------------------------------------- arrivals

  /** Processes new headers; returns the inputs that have a head now and had none before. */
  private long arrive(int node, int base, long headers, long tick) {
    long newHeads = headers & NodeLayout.INJECTION_INPUTS;
    for (long rest = newHeads; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final long head = endpoints.head(node, input - NodeLayout.FIRST_INJECTION);
      want(base, input, layout.fifo(base, input), head);
    }
    for (long rest = headers & NodeLayout.RECEIVER_INPUTS; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final int at = layout.fifo(base, input);
      final boolean alone = FifoWord.hasOnlyOne(state[at]);
      assert FifoWord.charge(state[at]) <= design.vcChunks(input & 7) : "VC overflows";
      if (delayedRequests) {
        requestLater(base, input, FifoWord.last(state[at]), alone, tick);
      } else if (alone) {
        headReady(base, input, at);
        newHeads |= 1L << input;
      }
    }
    return newHeads;
  }

  private void requestLater(int base, int input, int packet, boolean alone, long tick) {
    final boolean onBypass = bypass && alone;
    if (onBypass) {
      state[base + NodeLayout.BYPASSING] |= 1L << input;
    }
    final long ready = tick + arbitrationTicks + (onBypass ? 0 : vcEntryTicks);
    if (ready == tick) {
      pool.setReady(packet, true);
      state[base + NodeLayout.READY] |= 1L << input;
    } else {
      wheel.schedule(ready, TorusEventWord.ofPacket(TorusEventWord.READY, packet));
    }
  }

  /** Lets packets request whose delay has ended; returns the inputs that do so on the bypass. */
  private long becomeReady(int base) {
    final long marks = state[base + NodeLayout.READY];
    state[base + NodeLayout.READY] = 0;
    for (long rest = marks; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      headReady(base, input, layout.fifo(base, input));
    }
    final long bypassing = state[base + NodeLayout.BYPASSING] & marks;
    state[base + NodeLayout.BYPASSING] ^= bypassing;
    return bypassing;
  }

  /** Moves packets that were refused on the bypass into their VCs, which takes time. */
  private void enterVcs(int base, long bypassing, long tick) {
    for (long rest = bypassing; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final long fifo = state[layout.fifo(base, input)];
      if (FifoWord.output(fifo) == FifoWord.NONE) {
        final int packet = FifoWord.first(fifo);
        withdraw(base, input, FifoWord.hints(fifo));
        pool.setReady(packet, false);
        wheel.schedule(
            tick + 1 + vcEntryTicks, TorusEventWord.ofPacket(TorusEventWord.READY, packet));
      }
    }
  }

  /** Lets the first packet of a receiver's FIFO, if any, request from now on if it may. */
  private void headReady(int base, int input, int at) {
    final long fifo = state[at];
    final int packet = FifoWord.first(fifo);
    final boolean waits = packet != PacketPool.NONE && FifoWord.output(fifo) == FifoWord.NONE;
    if (waits && (!delayedRequests || pool.ready(packet))) {
      want(base, input, at, pool.first(packet));
    }
  }

  private void want(int base, int input, int at, long first) {
    final int trafficClass = TorusPacketWords.trafficClass(first);
    int hints = packets.hints(first);
    if (trafficClass != TrafficClass.DYNAMIC && hints != 0) {
      hints = 1 << firstHint(trafficClass, hints);
    }
    state[at] = FifoWord.withRoute(state[at], hints, trafficClass);
    final long bit = 1L << input;
    final long ordered = state[base + NodeLayout.ORDERED];
    state[base + NodeLayout.ORDERED] =
        trafficClass == TrafficClass.DYNAMIC ? ordered & ~bit : ordered | bit;
    if (hints == 0) {
      state[base + NodeLayout.HOME] |= bit;
    } else if (dateline) {
      chooseEscape(base, bit, escapeOrder.first(hints), packets.source(first));
    }
    for (int rest = hints; rest != 0; rest &= rest - 1) {
      state[base + NodeLayout.WANTS + Integer.numberOfTrailingZeros(rest)] |= bit;
    }
  }

  private int firstHint(int trafficClass, int hints) {
    return trafficClass == TrafficClass.HIGH_PRIORITY
        ? EscapeOrder.XYZ.first(hints)
        : escapeOrder.first(hints);
  }

  /** Chooses the high VC of a dateline pair from the hop on that crosses a dimension's dateline. */
  private void chooseEscape(int base, long bit, int output, int source) {
    final int here = (int) state[base + NodeLayout.ID];
    final int dimension = output >>> 1;
    final int from = torus.coordinate(source, dimension);
    final int to = torus.coordinate(torus.neighbour(here, output), dimension);
    final boolean crossed = (output & 1) == 0 ? to < from : to > from;
    state[base + NodeLayout.HIGH_ESCAPE] &= ~bit;
    state[base + NodeLayout.HIGH_ESCAPE] |= crossed ? bit : 0;
  }

  private void withdraw(int base, int input, int hints) {
    final long others = ~(1L << input);
    if (hints == 0) {
      state[base + NodeLayout.HOME] &= others;
    }
    for (int rest = hints; rest != 0; rest &= rest - 1) {
      state[base + NodeLayout.WANTS + Integer.numberOfTrailingZeros(rest)] &= others;
    }
  }

  // ---------------------------------------------------------------- links

  /** Starts the oldest token-ack of every idle output; returns the outputs idle after that. */
  private int sendAcks(int node, int base, long tick) {
    final long flags = state[base + NodeLayout.FLAGS];
    final int idle = RouterFlags.idleOutputs(flags);
    final int sending = RouterFlags.ackOutputs(flags) & idle;
    for (int rest = sending; rest != 0; rest &= rest - 1) {
      final int output = Integer.numberOfTrailingZeros(rest);
      measures.sendAck(node, output, ackTicks, tick);
      occupy(base, output);
      wheel.schedule(
          tick + ackTicks + regrantTicks,
          TorusEventWord.of(TorusEventWord.IDLE, node, output << 3));
      final int link = layout.link(base, output);
      do {
        final int ack = acks.removeOldest(link);
        acks.sendBack(link, credit(output, TokenAcks.vc(ack), TokenAcks.charge(ack)), tick);
      } while (mergedAcks && acks.queued(link));
      if (!acks.queued(link)) {
        state[base + NodeLayout.FLAGS] &= ~RouterFlags.acks(output);
      }
    }
    return idle & ~sending;
  }

  /** Returns the signal that tokens of a VC are free at the far end of a port. */
  private static int credit(int port, int vc, int charge) {
    return TorusEventWord.credit(0, (port ^ 1) << 3 | vc, charge);
  }

  private void occupy(int base, int output) {
    state[base + NodeLayout.FLAGS] &= ~RouterFlags.idle(output);
  }

  // ---------------------------------------------------------------- arbitration

  /**
   * Performs the three phases of arbitration among the heads in {@code wanting}.
   *
   * @param idle outputs that take packets, as a set
   */
  private void arbitrate(int node, int base, long wanting, long bypassing, int idle, long tick) {
    long asking = 0;
    long received = 0;
    int asked = 0;
    for (long rest = wanting & NodeLayout.RECEIVER_INPUTS; rest != 0; ) {
      final int receiver = Long.numberOfTrailingZeros(rest) >>> 3;
      final long inputs = 0xFFL << (receiver << 3);
      final long presented = present(node, base, rest & inputs, idle, tick);
      rest &= ~inputs;
      if (presented != 0) {
        asking |= presented;
        final int winner = pickOfReceiver(node, base, receiver, presented, bypassing, tick);
        if (wishes[winner] == HeadRequests.RECEPTION) {
          received |= 1L << winner;
        } else {
          final int output = wishes[winner] >>> 3;
          contenders[output] |= 1L << winner;
          asked |= 1 << output;
        }
      }
    }
    long granted = receiveAll(node, base, received, tick);
    final long injecting = present(node, base, wanting & NodeLayout.INJECTION_INPUTS, idle, tick);
    asking |= injecting;
    for (long rest = injecting; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final int output = wishes[input] >>> 3;
      contenders[output] |= 1L << input;
      asked |= 1 << output;
    }
    for (int rest = asked; rest != 0; rest &= rest - 1) {
      final int output = Integer.numberOfTrailingZeros(rest);
      final int winner = pickOfSender(node, base, output, contenders[output], tick);
      contenders[output] = 0;
      send(node, base, winner, output, wishes[winner] & 7, tick);
      granted |= 1L << winner;
    }
    final long refused = asking & ~granted;
    if (refused != 0 && (refused & requests.candidates(base, idle & ~asked)) != 0) {
      wheel.schedule(tick + 1, TorusEventWord.of(TorusEventWord.RETRY, node, 0));
    }
  }

  /** First phase: makes each of the given heads choose; returns those that request something. */
  private long present(int node, int base, long inputs, int idle, long tick) {
    long presented = 0;
    for (long rest = inputs; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final int wish = requests.of(node, base, input, idle, tick);
      wishes[input] = wish;
      presented |= wish == HeadRequests.NOTHING ? 0 : 1L << input;
    }
    return presented;
  }

  /** Second phase: picks the one request of a receiver. */
  private int pickOfReceiver(
      int node, int base, int receiver, long presented, long bypassing, long tick) {
    if ((presented & (presented - 1)) == 0) {
      return Long.numberOfTrailingZeros(presented);
    }
    final long high = presented & highPriorityInputs;
    if (high != 0) {
      return Long.numberOfTrailingZeros(high);
    }
    final long buffered = presented & ~bypassing;
    if ((buffered & (buffered - 1)) == 0) {
      return Long.numberOfTrailingZeros(buffered);
    }
    final int component = (int) state[base + NodeLayout.ID];
    return receivers.pick(this, node, component, buffered, tick, receiver);
  }

  /** Third phase: picks the winner of an output. */
  private int pickOfSender(int node, int base, int output, long requests, long tick) {
    if ((requests & (requests - 1)) == 0) {
      return Long.numberOfTrailingZeros(requests);
    }
    final int component = (int) state[base + NodeLayout.ID];
    final long high = requests & highPriorityInputs;
    long among = high != 0 ? high : requests;
    final long network = among & NodeLayout.RECEIVER_INPUTS;
    if (network != 0 && network != among) {
      final long draw = networkCycles.draw(component, tick, output);
      among = Draws.chance(draw, networkThreshold) ? network : among & NodeLayout.INJECTION_INPUTS;
    }
    if ((among & (among - 1)) == 0) {
      return Long.numberOfTrailingZeros(among);
    }
    return senders.pick(this, node, component, among, tick, output);
  }

  @Override
  public int fullnessRange(int node, int input, long tick) {
    if (input >= NodeLayout.FIRST_INJECTION) {
      return endpoints.fullnessRange(node, input - NodeLayout.FIRST_INJECTION, tick);
    }
    final int charge = FifoWord.charge(state[layout.fifo(layout.base(node), input)]);
    return Math.min(FULL_RANGE, (FULL_RANGE + 1) * charge / design.vcChunks(input & 7));
  }

  // ---------------------------------------------------------------- grants

  /** Grants receptions in port order as long as there is room; returns those granted. */
  private long receiveAll(int node, int base, long inputs, long tick) {
    long granted = 0;
    for (long rest = inputs; rest != 0; rest &= rest - 1) {
      final int input = Long.numberOfTrailingZeros(rest);
      final long fifo = state[layout.fifo(base, input)];
      if (reception.hasRoom(node, input >>> 3, pool.first(FifoWord.first(fifo)))) {
        final int packet = takeFirst(base, input, FifoWord.RECEPTION);
        receive(node, base, input, packet, tick);
        granted |= 1L << input;
      }
    }
    return granted;
  }

  private void receive(int node, int base, int input, int packet, long tick) {
    final long first = pool.first(packet);
    reception.begin(node, base, input >>> 3, first);
    final int length = TorusPacketWords.chunks(first) * RouterDesign.CHUNK_BYTES;
    wheel.schedule(
        tick + length + trailerTicks, TorusEventWord.ofPacket(TorusEventWord.DELIVERY, packet));
  }

  private void send(int node, int base, int input, int output, int vc, long tick) {
    final int packet =
        input < NodeLayout.FIRST_INJECTION
            ? forward(node, base, input, output, tick)
            : inject(node, base, input, output, tick);
    final long first = pool.first(packet);
    final int chunks = TorusPacketWords.chunks(first);
    tokens.spend(base, output, vc, tokens.charge(vc, chunks));
    final int linkTicks = chunks * RouterDesign.CHUNK_BYTES + trailerTicks;
    occupy(base, output);
    if (regrantTicks > 0) {
      wheel.schedule(
          tick + linkTicks + regrantTicks,
          TorusEventWord.of(TorusEventWord.IDLE, node, output << 3));
    }
    wheel.schedule(tick + linkTicks, TorusEventWord.of(TorusEventWord.TAIL, node, input));
    measures.sendPacket(node, output, vc, linkTicks, first, tick);
    pool.setFirst(packet, packets.afterHop(first, output));
    if (recovery == null) {
      final int end = acks.end(layout.link(base, output));
      wiring.sendPacket(end, (output ^ 1) << 3 | vc, packet, tick + hopTicks);
    } else {
      recovery.send(node, base, output, vc, packet, tick);
    }
  }

  /** Takes the first packet out of a receiver's FIFO, and a copy of it if it is a broadcast. */
  private int forward(int node, int base, int input, int output, long tick) {
    final int packet = takeFirst(base, input, output);
    state[base + NodeLayout.FLAGS] += RouterFlags.bus(input >>> 3);
    final long first = pool.first(packet);
    if (TorusPacketWords.trafficClass(first) == TrafficClass.BROADCAST) {
      receive(node, base, input, pool.copy(packet), tick);
    }
    return packet;
  }

  /** Takes the first packet out of a receiver's FIFO; its charge stays until its tail has left. */
  private int takeFirst(int base, int input, int output) {
    final int at = layout.fifo(base, input);
    final long fifo = state[at];
    withdraw(base, input, FifoWord.hints(fifo));
    final int packet = FifoWord.first(fifo);
    final int last = FifoWord.last(fifo);
    final boolean only = packet == last;
    state[at] =
        FifoWord.withOutput(
            FifoWord.withPackets(
                fifo, only ? PacketPool.NONE : pool.behind(packet), only ? PacketPool.NONE : last),
            output);
    final int vc = input & 7;
    final int charge = tokens.charge(vc, TorusPacketWords.chunks(pool.first(packet)));
    acks.leave(layout.link(base, input >>> 3), vc, charge);
    measures.queue(-1);
    return packet;
  }

  /** Takes the first packet out of an injection FIFO and into the network. */
  private int inject(int node, int base, int input, int output, long tick) {
    final int at = layout.fifo(base, input);
    withdraw(base, input, FifoWord.hints(state[at]));
    state[at] = FifoWord.withOutput(state[at], output);
    final int fifo = input - NodeLayout.FIRST_INJECTION;
    final long first = endpoints.head(node, fifo);
    final long second = endpoints.inject(node, fifo, packets.hops(first, output), tick);
    final int packet = pool.add(first, second, PacketPlace.of(node, input));
    if (furtherWords) {
      endpoints.fill(node, fifo, packet, tick);
    }
    return packet;
  }
}

package io.hopwright.models.switching.torusrouter;

import io.hopwright.core.event.CacheLines;
import io.hopwright.core.state.Restored;
import io.hopwright.core.window.Progress;
import io.hopwright.models.link.PackedCounts;
import io.hopwright.models.link.TokenAcks;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.standstill.QueueHead;
import io.hopwright.models.standstill.Waiting;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.TwoPhasePartition;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.Wiring;
import io.hopwright.models.topology.PartitionMap;
import io.hopwright.models.topology.Torus;
import java.util.BitSet;
import java.util.function.BiFunction;

/**
 * Routers and links of one partition of a torus, with their nodes.
 *
 * <p>The state of the nodes is in one array ({@link NodeLayout}), that of the packets in another
 * ({@link PacketPool}). After start-up, memory is allocated only when these and the event queues
 * grow. Memory: 0.8 KB per node and 24 B per packet present, 48 B if packets carry messages.
 * Confined to its partition.
 */
public final class TorusPartition extends TwoPhasePartition implements Restored {
  private final RouterDesign design;
  private final Torus torus;
  private final NodeLayout layout;
  private final int nodes;
  private final int vcs;
  private final long[] state;
  private final PacketPool pool;
  private final Wiring wiring;
  private final TokenAcks acks;
  private final TorusEndpoints endpoints;
  private final ReceptionBusses reception;
  private final Tokens tokens;
  private final TorusMeasures measures;
  private final Router router;

  /** Possible requests of heads, for the report of what waits. */
  private final HeadRequests heads;

  /** Null unless links have errors. */
  private final Recovery recovery;

  /** Null unless asked for. */
  private final Unblocking unblocking;

  /** Cache lines of the state; 0 if the state of the whole machine fits into the cache. */
  private final int lines;

  /**
   * Builds one partition with empty buffers and all tokens available.
   *
   * @param map returns the nodes in the partition
   * @param index of the partition
   * @param injection of its nodes
   * @param endpoints makes its nodes, which request their own wake-ups and identify packets by
   *     handles
   * @param measures of the partition
   */
  public TorusPartition(
      RouterDesign design,
      Torus torus,
      PartitionMap map,
      int index,
      Injection injection,
      BiFunction<Wakes, PacketPool, TorusEndpoints> endpoints,
      TorusMeasures measures) {
    super(map.routers(index), design.timing().longestDelay());
    this.design = design;
    this.torus = torus;
    this.measures = measures;
    layout = new NodeLayout(design, injection);
    checkRouters(
        map.routers(index),
        Math.min(TorusEventWord.MAX_NODES, FifoWord.MAX_PACKETS / layout.maxPackets()));
    pool = new PacketPool(TorusPacketWords.WORDS + injection.furtherWords(), FifoWord.MAX_PACKETS);
    vcs = design.vcs();
    final int[] globalIds = map.routersOf(index);
    nodes = globalIds.length;
    state = new long[layout.words(nodes)];
    lines =
        (long) torus.nodes() * layout.words(1) * Long.BYTES > CACHE_BYTES
            ? CacheLines.of(state.length)
            : 0;
    wiring = wire(map, index);
    this.endpoints = endpoints.apply(TorusEventWord.wakes(wheel), pool);
    reception = new ReceptionBusses(design.reception(), state, pool, this.endpoints);
    acks = new TokenAcks(state, wiring, layout.ackRing(), design.timing().creditTicks());
    tokens = new Tokens(design, state, layout, acks);
    heads = new HeadRequests(design, layout, state, reception, injection.broadcasts());
    unblocking =
        measures.judgesCredits() ? new Unblocking(layout, state, heads, measures.totals()) : null;
    final Router.Parts parts =
        new Router.Parts(
            layout,
            new TorusPacketWords(torus, injection.broadcasts()),
            pool,
            state,
            wheel,
            wiring,
            acks,
            this.endpoints,
            reception,
            tokens,
            measures,
            injection);
    recovery = design.errors().present() ? new Recovery(design, parts, nodes) : null;
    router = new Router(design, torus, parts, recovery);
    fill(globalIds, injection.fifos());
    for (int node = 0; node < nodes; node++) {
      router.startInjection(node, layout.base(node), injection.fifos());
    }
  }

  /** Moves the requests of packets whose generation times have changed. */
  @Override
  public void onRestored() {
    final BitSet moved = new BitSet();
    endpoints.update(
        (node, fifo) -> moved.set(node * Long.SIZE + NodeLayout.FIRST_INJECTION + fifo));
    if (moved.isEmpty()) {
      return;
    }
    wheel.removeIf(
        event ->
            TorusEventWord.type(event) == TorusEventWord.WRITTEN
                && moved.get(TorusEventWord.node(event) * Long.SIZE + TorusEventWord.input(event)));
    moved.stream()
        .forEach(
            at -> router.moveRequest(at / Long.SIZE, at % Long.SIZE - NodeLayout.FIRST_INJECTION));
  }

  private Wiring wire(PartitionMap map, int index) {
    final Wiring.Ends numbers =
        new Wiring.Ends() {
          @Override
          public int number(int node, int port) {
            return node;
          }

          @Override
          public void put(int node, int port, int end) {
            TokenAcks.lead(state, layout.link(layout.base(node), port), end);
          }
        };
    return new Wiring(
        pool, wheel, PacketPlace.INPUT_BITS, TorusEventWord.NODE_SHIFT, torus, map, index, numbers);
  }

  private void fill(int[] globalIds, int fifos) {
    for (int node = 0; node < nodes; node++) {
      final int base = layout.base(node);
      state[base + NodeLayout.ID] = globalIds[node];
      for (int port = 0; port < Torus.PORTS; port++) {
        for (int vc = 0; vc < vcs; vc++) {
          tokens.fill(base, port << 3 | vc, design.vcChunks(vc));
          state[layout.fifo(base, port << 3 | vc)] = FifoWord.EMPTY;
        }
        state[base + NodeLayout.FLAGS] |= torus.hasLink(port) ? RouterFlags.idle(port) : 0;
      }
      for (int fifo = 0; fifo < fifos; fifo++) {
        state[layout.fifo(base, NodeLayout.FIRST_INJECTION + fifo)] = FifoWord.EMPTY;
      }
    }
  }

  /** Returns the token counts of an output whose buffers at the far end are empty. */
  private long allTokens() {
    long tokens = 0;
    for (int vc = 0; vc < vcs; vc++) {
      tokens += PackedCounts.delta(vc, design.vcChunks(vc));
    }
    return tokens;
  }

  @Override
  public void noteTotal(long tick, Progress total) {
    measures.limitLog(tick, total.linesKept);
  }

  @Override
  protected Wiring wiring() {
    return wiring;
  }

  @Override
  protected long lines() {
    return lines == 0 ? 0 : lines + wheel.lines();
  }

  /** Saves nearly half of the time on 32x32x32. */
  @Override
  protected long fetch() {
    return CacheLines.read(state) + pool.fetch() + wheel.fetch() + measures.fetch();
  }

  @Override
  protected long unsettled() {
    return endpoints.unsettled() + acks.away() + (recovery == null ? 0 : recovery.unacknowledged());
  }

  @Override
  protected Messaging ranks() {
    return endpoints.ranks();
  }

  @Override
  public TorusMeasures measures() {
    return measures;
  }

  @Override
  protected void apply(int[] events, int count, long tick) {
    if (unblocking != null) {
      unblocking.judge(events, count);
    }
    for (int i = 0; i < count; i++) {
      final int event = events[i];
      if (TorusEventWord.type(event) <= TorusEventWord.READY) {
        applyToPacket(TorusEventWord.type(event), TorusEventWord.packet(event), tick);
      } else {
        applyToNode(event, TorusEventWord.node(event), tick);
      }
    }
  }

  private void applyToPacket(int type, int packet, long tick) {
    final int place = pool.place(packet);
    final int node = PacketPlace.node(place);
    final int input = PacketPlace.input(place);
    final int base = layout.base(node);
    activate(node);
    switch (type) {
      case TorusEventWord.HEADER -> {
        append(layout.fifo(base, input), input & 7, packet);
        state[base + NodeLayout.HEADERS] |= 1L << input;
      }
      case TorusEventWord.DELIVERY -> {
        final long first = pool.first(packet);
        final int bus = reception.end(base, input >>> 3, first);
        if ((place & PacketPlace.WORTHLESS) == 0) {
          final boolean write =
              endpoints.deliver(node, bus, packet, first, pool.second(packet), tick);
          state[base + NodeLayout.HEADERS] |= write ? NodeLayout.BORN : 0;
        } else {
          endpoints.discard(node, bus, TorusPacketWords.chunks(first));
          measures.totals().count(TorusCounter.PACKETS_DROPPED, 1);
        }
        pool.remove(packet);
        state[base + NodeLayout.TAILS] |= 1L << input;
      }
      default -> {
        if ((place & PacketPlace.DROPPED) == 0) {
          pool.setReady(packet, true);
          state[base + NodeLayout.READY] |= 1L << input;
        } else {
          pool.remove(packet);
        }
      }
    }
  }

  /** Puts a packet at the end of a FIFO; a departure in the same tick takes another, the first. */
  private void append(int at, int vc, int packet) {
    final long fifo = state[at];
    final int last = FifoWord.last(fifo);
    if (last != PacketPool.NONE) {
      pool.putBehind(last, packet);
    }
    final int first = last != PacketPool.NONE ? FifoWord.first(fifo) : packet;
    final int charge = tokens.charge(vc, TorusPacketWords.chunks(pool.first(packet)));
    state[at] = FifoWord.withPackets(fifo, first, packet) + FifoWord.charged(charge);
    measures.queue(1);
  }

  private void applyToNode(int event, int node, long tick) {
    final int input = TorusEventWord.input(event);
    final int base = layout.base(node);
    boolean look = true;
    switch (TorusEventWord.type(event)) {
      case TorusEventWord.TAIL -> state[base + NodeLayout.TAILS] |= 1L << input;
      case TorusEventWord.CREDIT -> {
        tokens.comeBack(base, input, TorusEventWord.amount(event));
        look = matters(base, input >>> 3);
        if (recovery != null && recovery.takeAck(node, input >>> 3, tick)) {
          look = look(base);
        }
      }
      case TorusEventWord.IDLE -> {
        state[base + NodeLayout.FLAGS] |= RouterFlags.idle(input >>> 3);
        look = matters(base, input >>> 3);
      }
      case TorusEventWord.WRITTEN -> state[base + NodeLayout.HEADERS] |= 1L << input;
      default -> {
        if (TorusEventWord.link(event) == 0) {
          retry(event, node, base);
        } else {
          look = recovery.apply(event, node, tick) && look(base);
        }
      }
    }
    if (look) {
      activate(node);
    }
  }

  private void retry(int event, int node, int base) {
    final int unit = TorusEventWord.unit(event);
    final boolean write = unit != 0 && endpoints.wake(node, unit);
    state[base + NodeLayout.HEADERS] |= write ? NodeLayout.BORN : NodeLayout.LOOK;
  }

  /**
   * Marks the router for evaluation if an output is idle and something waits for it; returns
   * whether this is so.
   */
  private boolean matters(int base, int output) {
    final long flags = state[base + NodeLayout.FLAGS];
    final boolean wanted =
        state[base + NodeLayout.WANTS + output] != 0
            || (flags & RouterFlags.acks(output)) != 0
            || recovery != null;
    final boolean matters = wanted && (flags & RouterFlags.idle(output)) != 0;
    state[base + NodeLayout.HEADERS] |= matters ? NodeLayout.LOOK : 0;
    return matters;
  }

  /** Marks the router for evaluation; returns true. */
  private boolean look(int base) {
    state[base + NodeLayout.HEADERS] |= NodeLayout.LOOK;
    return true;
  }

  @Override
  protected void evaluate(int node, long tick) {
    router.evaluate(node, layout.base(node), tick);
  }

  /** Returns the number of packets in buffers, on links, and on their way into reception FIFOs. */
  int packetsPresent() {
    return pool.present();
  }

  @Override
  public boolean atRest() {
    boolean atRest = pool.present() == 0 && (recovery == null || recovery.unacknowledged() == 0);
    for (int node = 0; node < nodes; node++) {
      final int base = layout.base(node);
      for (int port = 0; port < Torus.PORTS; port++) {
        atRest &= acks.home(layout.link(base, port), allTokens());
        for (int vc = 0; vc < vcs; vc++) {
          atRest &= FifoWord.charge(state[layout.fifo(base, port << 3 | vc)]) == 0;
        }
      }
    }
    return atRest;
  }

  /** Evaluates every router in every tick up to {@code lastTick}, which changes nothing. */
  void activateAlways(long lastTick) {
    for (long tick = 0; tick <= lastTick; tick++) {
      for (int node = 0; node < nodes; node++) {
        wheel.schedule(tick, TorusEventWord.of(TorusEventWord.RETRY, node, 0));
      }
    }
  }

  @Override
  public void sample(long times) {
    final TorusTotals totals = measures.totals();
    for (int node = 0; node < nodes; node++) {
      final int base = layout.base(node);
      for (int port = 0; port < Torus.PORTS; port++) {
        if (!torus.hasLink(port)) {
          continue;
        }
        totals.count(TorusCounter.SAMPLED_LINKS, times);
        measures.sampleTransfers(RouterFlags.transfers(state[base + NodeLayout.FLAGS], port));
        sampleLink(node, base, port, times);
        for (int vc = 0; vc < vcs; vc++) {
          final int tokens = acks.tokens(layout.link(base, port), vc);
          final int charge = FifoWord.charge(state[layout.fifo(base, port << 3 | vc)]);
          final int chunks = design.vcChunks(vc);
          totals.countSamples(
              times,
              vc,
              tokens < RouterDesign.FULL_PACKET_CHUNKS,
              chunks - charge < RouterDesign.FULL_PACKET_CHUNKS,
              4 * charge >= 3 * chunks);
        }
      }
    }
  }

  private void sampleLink(int node, int base, int port, long times) {
    final PortCounts links = measures.links();
    if (links == null) {
      return;
    }
    final boolean idle = (state[base + NodeLayout.FLAGS] & RouterFlags.idle(port)) != 0;
    final boolean stalled = idle && state[base + NodeLayout.WANTS + port] != 0;
    links.add(node, port, TorusMeasures.SAMPLES, times);
    links.add(node, port, TorusMeasures.STALLS, stalled ? times : 0);
    for (int vc = 0; vc < vcs; vc++) {
      final int held = acks.tokens(layout.link(base, port), vc);
      links.add(node, port, TorusMeasures.occupiedChunks(vc), times * (design.vcChunks(vc) - held));
    }
  }

  @Override
  protected int allRouters() {
    return torus.nodes();
  }

  @Override
  protected void addTo(Waiting waiting) {
    for (int node = 0; node < nodes; node++) {
      final int base = layout.base(node);
      long inputs = state[base + NodeLayout.HOME];
      for (int output = 0; output < Torus.PORTS; output++) {
        inputs |= state[base + NodeLayout.WANTS + output];
      }
      for (long rest = inputs; rest != 0; rest &= rest - 1) {
        waiting.add(head(node, base, Long.numberOfTrailingZeros(rest)));
      }
    }
  }

  /** Returns the queue of an input whose first packet waits. */
  private QueueHead head(int node, int base, int input) {
    final long fifo = state[layout.fifo(base, input)];
    final boolean injecting = input >= NodeLayout.FIRST_INJECTION;
    final int vc = input & 7;
    int packets = 0;
    int charge = 0;
    int packet = injecting ? PacketPool.NONE : FifoWord.first(fifo);
    while (packet != PacketPool.NONE) {
      packets++;
      charge += tokens.charge(vc, TorusPacketWords.chunks(pool.first(packet)));
      packet = packet == FifoWord.last(fifo) ? PacketPool.NONE : pool.behind(packet);
    }
    final long first =
        injecting
            ? endpoints.head(node, input - NodeLayout.FIRST_INJECTION)
            : pool.first(FifoWord.first(fifo));
    final QueueHead.Builder head =
        new QueueHead.Builder(
            (int) state[base + NodeLayout.ID],
            input >>> 3,
            vc,
            packets,
            TorusPacketWords.chunks(first));
    if (!injecting) {
      head.holds(input >>> 3, vc, charge);
    }
    if ((state[base + NodeLayout.HOME] >>> input & 1) == 0) {
      addWanted(head, base, input);
    }
    return head.build();
  }

  /** Adds the escape channel that the first packet of an input may take, then the dynamic ones. */
  private void addWanted(QueueHead.Builder head, int base, int input) {
    final long forOne = heads.pairsForOne(base, input);
    final long forTwo = heads.pairsForTwo(base, input);
    final int escape = heads.escapePair(base, input);
    addWanted(head, base, escape, (forTwo >>> escape & 1) != 0 ? 2 : 1);
    for (long rest = forOne & ~(1L << escape); rest != 0; rest &= rest - 1) {
      addWanted(head, base, Long.numberOfTrailingZeros(rest), 1);
    }
  }

  private void addWanted(QueueHead.Builder head, int base, int pair, int fullPackets) {
    head.wants(
        pair >>> 3,
        pair & 7,
        fullPackets * RouterDesign.FULL_PACKET_CHUNKS,
        acks.tokens(layout.link(base, pair >>> 3), pair & 7));
  }
}

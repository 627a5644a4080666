package io.hopwright.models.router;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Window;
import io.hopwright.models.topology.BoxPlan;
import io.hopwright.models.topology.Torus;

/**
 * The routers, links and injection FIFOs of one partition of a torus.
 *
 * <p>Each tick has two phases. Phase 1 applies the tick's events in whatever order they come: it sets
 * bits and adds tokens, nothing else, and notes which routers are to look. Phase 2 goes once through
 * those routers ({@link Router#evaluate}). It reads and writes that router only, except for the slot
 * of the next router's FIFO that the token just taken stands for, and schedules only for later ticks.
 * So no result depends on the order of events or routers, and a router that looks for nothing does
 * nothing.
 *
 * <p>All state lies in one array ({@link NodeLayout}); nothing is allocated after start-up but by
 * growing event queues. Memory: 1.9 KB per node with full-size packets. Confined to its partition.
 */
public final class RouterPartition implements Partition, Measures.Sampled {
  private final RouterDesign design;
  private final Torus torus;
  private final NodeLayout layout;
  private final int nodes;
  private final int vcs;
  private final long[] state;
  private final long[] looking;
  private final TimingWheel wheel;
  private final Wiring wiring;
  private final Sources sources;
  private final Measures measures;
  private final Router router;

  /**
   * Builds one partition with empty buffers and all tokens home.
   *
   * @param plan tells which nodes are in it
   * @param index of the partition
   * @param workload what its nodes send
   * @param books what to measure
   */
  public RouterPartition(
      RouterDesign design, Torus torus, BoxPlan plan, int index, Workload workload, Books books) {
    this.design = design;
    this.torus = torus;
    layout = new NodeLayout(design, workload);
    vcs = design.vcs();
    final int[] globalIds = plan.nodesOf(index);
    nodes = globalIds.length;
    if (nodes > EventWord.MAX_NODES) {
      throw new IllegalArgumentException(
          "partition of " + nodes + " nodes, at most " + EventWord.MAX_NODES + " fit");
    }
    state = new long[layout.words(nodes)];
    looking = new long[(nodes + Long.SIZE - 1) / Long.SIZE];
    wheel = new TimingWheel(design.timing().longestDelay());
    wiring = new Wiring(state, layout, wheel, torus, plan, index);
    final PacketWords packets = new PacketWords(torus);
    sources = new Sources(workload, packets, torus, globalIds);
    measures = new Measures(books, design, torus);
    router = new Router(design, layout, packets, state, wheel, wiring, sources, measures);
    fill(globalIds);
    for (int node = 0; node < nodes; node++) {
      router.startSources(node, layout.base(node));
    }
    if (!books.open() && !workload.saturated()) {
      measures.follow(sources.bornIn(books.measuredFrom(), books.measuredTo()));
    }
  }

  private void fill(int[] globalIds) {
    long full = 0;
    for (int vc = 0; vc < vcs; vc++) {
      full += Lanes.delta(vc, design.vcChunks(vc));
    }
    for (int node = 0; node < nodes; node++) {
      final int base = layout.base(node);
      for (int input = 0; input < NodeLayout.FIRST_INJECTION + sources.fifos(); input++) {
        if (input >= NodeLayout.FIRST_INJECTION || (input & 7) < vcs) {
          state[layout.fifo(base, input)] = FifoWord.EMPTY;
        }
      }
      state[base + NodeLayout.ID] = globalIds[node];
      for (int output = 0; output < Torus.PORTS; output++) {
        state[layout.tokens(base, output)] = full;
        state[base + NodeLayout.SMALL] |= torus.hasLink(output) ? Small.idle(output) : 0;
      }
    }
  }

  @Override
  public long nextEffectTick() {
    return wheel.nextTick();
  }

  @Override
  public void accept(EventBatch batch) {
    wiring.accept(batch);
  }

  @Override
  public void simulate(Window window, EventBatch[] outgoing) {
    wiring.open(window.fromTick(), outgoing);
    final long to = window.toTick();
    for (long tick = wheel.nextTick(); tick < to; tick = wheel.nextTick()) {
      measures.advance(tick, this);
      applyEvents(tick);
      evaluateRouters(tick);
    }
  }

  @Override
  public void addProgress(Progress sum) {
    measures.addProgress(sum);
    sum.packetsOutstanding += sources.active() + router.tokensOut();
  }

  @Override
  public void finish(long stopTick) {
    measures.finish(stopTick, this, sources);
  }

  /** Returns what was measured. */
  public Measures measures() {
    return measures;
  }

  /** Phase 1. */
  private void applyEvents(long tick) {
    final int count = wheel.take(tick);
    final int[] events = wheel.bucket();
    measures.countEvents(count);
    for (int i = 0; i < count; i++) {
      final int event = events[i];
      final int node = EventWord.node(event);
      if (apply(event, layout.base(node), tick)) {
        looking[node >>> 6] |= 1L << node;
      }
    }
  }

  /** Applies one event; tells whether the router has to look. */
  private boolean apply(int event, int base, long tick) {
    final int input = EventWord.input(event);
    switch (EventWord.type(event)) {
      case EventWord.HEADER -> {
        state[base + NodeLayout.HEADERS] |= 1L << input;
      }
      case EventWord.TAIL -> {
        state[base + NodeLayout.TAILS] |= 1L << input;
      }
      case EventWord.CREDIT -> {
        router.tokensReturned(EventWord.amount(event));
        state[layout.tokens(base, input >>> 3)] +=
            Lanes.delta(input & 7, EventWord.amount(event));
        return look(base, input >>> 3, Small.idleOutputs(state[base + NodeLayout.SMALL]));
      }
      case EventWord.IDLE -> {
        state[base + NodeLayout.SMALL] |= Small.idle(input >>> 3);
        return look(base, input >>> 3, ~0);
      }
      case EventWord.READY -> state[base + NodeLayout.READY] |= 1L << input;
      default -> state[base + NodeLayout.HEADERS] |= NodeLayout.LOOK;
    }
    return true;
  }

  /** Has the router look if an idle output has tokens or time for something that waits for it. */
  private boolean look(int base, int output, int idle) {
    final boolean needed =
        (idle >>> output & 1) != 0
            && (state[base + NodeLayout.WANTS + output] != 0
                || (state[base + NodeLayout.SMALL] & Small.acks(output)) != 0);
    state[base + NodeLayout.HEADERS] |= needed ? NodeLayout.LOOK : 0;
    return needed;
  }

  /** Phase 2. */
  private void evaluateRouters(long tick) {
    for (int word = 0; word < looking.length; word++) {
      for (long bits = looking[word]; bits != 0; bits &= bits - 1) {
        final int node = (word << 6) + Long.numberOfTrailingZeros(bits);
        router.evaluate(node, layout.base(node), tick);
      }
      looking[word] = 0;
    }
  }

  @Override
  public void sample(Totals totals) {
    for (int node = 0; node < nodes; node++) {
      final int base = layout.base(node);
      for (int port = 0; port < Torus.PORTS; port++) {
        if (!torus.hasLink(port)) {
          continue;
        }
        totals.count(Totals.SAMPLED_LINKS, 1);
        for (int vc = 0; vc < vcs; vc++) {
          final int tokens = Lanes.get(state[layout.tokens(base, port)], vc);
          final int charge = FifoWord.charge(state[layout.fifo(base, port << 3 | vc)]);
          totals.countSample(
              vc,
              tokens < RouterDesign.FULL_PACKET_CHUNKS,
              design.vcChunks(vc) - charge < RouterDesign.FULL_PACKET_CHUNKS);
        }
      }
    }
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    long waiting = 0;
    for (int node = 0; node < nodes; node++) {
      final int base = layout.base(node);
      long heads = state[base + NodeLayout.HOME];
      for (int output = 0; output < Torus.PORTS; output++) {
        heads |= state[base + NodeLayout.WANTS + output];
      }
      for (long rest = heads; rest != 0; rest &= rest - 1) {
        waiting += describeHead(report, base, Long.numberOfTrailingZeros(rest));
      }
    }
    return waiting;
  }

  private long describeHead(StringBuilder report, int base, int input) {
    final long fifo = state[layout.fifo(base, input)];
    final boolean injecting = input >= NodeLayout.FIRST_INJECTION;
    report.append("node ").append(state[base + NodeLayout.ID]).append(": ");
    if (injecting) {
      report.append("injection FIFO ").append(input - NodeLayout.FIRST_INJECTION);
    } else {
      report.append("receiver ").append(Torus.portName(input >>> 3));
      report.append(" VC ").append(input & 7);
    }
    report.append(" waits for");
    for (int rest = FifoWord.hints(fifo); rest != 0; rest &= rest - 1) {
      final int output = Integer.numberOfTrailingZeros(rest);
      report.append(' ').append(Torus.portName(output)).append(" (tokens");
      for (int vc = 0; vc < vcs; vc++) {
        report.append(' ').append(Lanes.get(state[layout.tokens(base, output)], vc));
      }
      report.append(')');
    }
    report.append(FifoWord.hints(fifo) == 0 ? " its reception FIFO\n" : "\n");
    return injecting ? 1 : FifoWord.count(fifo);
  }
}

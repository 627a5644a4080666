package io.hopwright.models.tofu;

import io.hopwright.models.host.PacketQueues;
import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.crossbar.PacketWords;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.topology.Tofu6D;
import java.util.Arrays;

/**
 * The barriers of a partition's nodes: signals that gates have got, signals that wait to be sent to
 * other nodes, and how far each node is ({@code docs/models/tofu.md}, "Barrier").
 *
 * <p>Confined to its partition; 2 B for each gate and 12 B for each node beside the engines.
 */
final class Barriers {
  /** Bytes of a signal. */
  static final int SIGNAL_BYTES = 64;

  /** Entries of the digest from one iteration to the next, and their class. */
  private static final int MOST_CHANNELS = 96;

  private static final int CLASS = 2;

  private final BarrierSettings settings;
  private final BarrierPlan plan;
  private final Generation generation;
  private final Tofu6D machine;
  private final Traffic.Paths paths;
  private final TofuTotals totals;
  private final int[] nodes;
  private final Vc vcs;
  private final PacketPool pool;
  private final Measures<Totals> measures;
  private final Wakes wakes;
  private final int unit;
  private final BarrierEngines engines;
  private final PacketQueues signals;

  /** By node, gate and input: signals that count. */
  private final byte[] counts;

  /** By node: iterations completed, channels completed in this one, and when it was posted. */
  private final int[] iterations;

  private final byte[] completed;
  private final long[] posted;

  /**
   * Posts the first iteration of all channels at tick 0.
   *
   * @param unit that is woken when starts are ready and jobs end
   */
  Barriers(
      BarrierSettings settings,
      Generation generation,
      Tofu6D machine,
      Traffic.Paths paths,
      TofuTotals totals,
      int[] nodes,
      Vc vcs,
      PacketPool pool,
      Measures<Totals> measures,
      Wakes wakes,
      int unit) {
    this.settings = settings;
    this.generation = generation;
    this.machine = machine;
    this.paths = paths;
    this.totals = totals;
    this.nodes = nodes;
    this.vcs = vcs;
    this.pool = pool;
    this.measures = measures;
    this.wakes = wakes;
    this.unit = unit;
    plan = settings.plan();
    engines = new BarrierEngines(plan, generation, nodes.length, wakes, unit);
    signals = new PacketQueues(nodes.length * generation.tnis(), pool);
    counts = new byte[nodes.length * plan.gates() * BarrierPlan.MOST];
    iterations = new int[nodes.length];
    completed = new byte[nodes.length];
    posted = new long[nodes.length];
    for (int node = 0; node < nodes.length; node++) {
      if (nodes[node] < settings.participants()) {
        post(node, 0);
      }
    }
  }

  private void post(int node, long tick) {
    posted[node] = tick;
    completed[node] = 0;
    final long ready = tick + generation.barrierPostTicks();
    for (int channel = 0; channel < plan.channels(); channel++) {
      measures.inject(0, 1);
      engines.start(node, channel, ready);
    }
    wakes.at(ready, node, unit);
  }

  /** Phase 1: ends jobs; returns the interfaces that have got signals to send, as bits. */
  int wake(int node, long tick) {
    int sending = 0;
    for (int tni = 0; tni < generation.tnis(); tni++) {
      final int job = engines.ended(node, tni, tick);
      if (job != BarrierEngines.NONE) {
        final int gate = engines.gate(job);
        if (engines.isStart(job) || gate >= plan.channels()) {
          sending |= signal(node, gate, tick);
        } else {
          complete(node, gate, tick);
        }
      }
    }
    return sending;
  }

  private int signal(int node, int gate, long tick) {
    int sending = 0;
    for (int output = 0; output < BarrierPlan.MOST; output++) {
      final long target = plan.target(nodes[node], gate, output);
      if (target == BarrierPlan.NONE) {
        continue;
      }
      if (BarrierPlan.participant(target) == nodes[node]) {
        count(node, BarrierPlan.port(target), tick);
      } else {
        send(node, plan.tni(gate), target, tick);
        sending |= 1 << plan.tni(gate);
      }
    }
    return sending;
  }

  /** An engine ends one job a tick, and that has one signal to another node at most. */
  private void send(int node, int tni, long target, long tick) {
    final int there = BarrierPlan.participant(target);
    final int port = BarrierPlan.port(target);
    final int packet =
        pool.add(
            PacketId.request(nodes[node], there, port),
            PacketTimes.of(tick, tick),
            vcs.of(node, Tofu6D.PORTS + tni, 2 * PacketId.REQUEST));
    pool.setThird(
        packet,
        PacketWords.of(Frames.units(SIGNAL_BYTES))
            | RouteWord.of(
                Place.of(machine, there),
                paths.ofSignal(nodes[node], there),
                plan.tni(port / BarrierPlan.MOST),
                0,
                false,
                0));
    signals.add(node * generation.tnis() + tni, packet);
  }

  /** Phase 1: a signal that is delivered counts, and its packet is no more. */
  void deliver(int node, int packet, long tick) {
    count(node, (int) PacketId.sequence(pool.first(packet)), tick);
    pool.remove(packet);
  }

  private void count(int node, int port, long tick) {
    final int gate = port / BarrierPlan.MOST;
    final int at = BarrierPlan.MOST * (node * plan.gates() + gate);
    counts[at + port % BarrierPlan.MOST]++;
    final int waits = plan.inputs(nodes[node], gate);
    final int first = waits & 1;
    final int second = waits >>> 1;
    if (counts[at] >= first && counts[at + 1] >= second) {
      counts[at] -= (byte) first;
      counts[at + 1] -= (byte) second;
      engines.fire(node, gate, tick);
    }
  }

  private void complete(int node, int channel, long tick) {
    final long number = (long) MOST_CHANNELS * iterations[node] + channel;
    measures.digest().add(nodes[node], nodes[node], number, CLASS, tick);
    measures.deliver(0, 0, tick);
    completed[node]++;
    if (completed[node] == plan.channels()) {
      iterations[node]++;
      measures.totals().count(totals.barriers(), 1);
      measures.totals().count(totals.barrierTicks(), tick - posted[node]);
      if (iterations[node] < settings.iterations()) {
        post(node, tick);
      }
    }
  }

  /** Phase 2, after the issues. */
  void begin(int node, long tick) {
    engines.begin(node, tick);
  }

  /** Returns the first signal that an interface has to send, {@link PacketPool#NONE} if none. */
  int firstSignal(int node, int tni) {
    return signals.first(node * generation.tnis() + tni);
  }

  /** Takes that signal out. */
  void removeSignal(int node, int tni) {
    signals.remove(node * generation.tnis() + tni);
  }

  /** Tells whether nothing is done, sent or waited for. */
  boolean areAtRest() {
    boolean none = engines.areIdle() && signals.areEmpty();
    for (byte count : counts) {
      none &= count == 0;
    }
    return none && Arrays.stream(iterations).allMatch(done -> done % settings.iterations() == 0);
  }
}

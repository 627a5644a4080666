package io.hopwright.models.tofu.barriers;

import io.hopwright.models.host.PacketQueues;
import io.hopwright.models.host.PacketTimes;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.Wakes;
import io.hopwright.models.switching.crossbar.PacketWords;
import io.hopwright.models.switching.crossbar.Vc;
import io.hopwright.models.tofu.network.Generation;
import io.hopwright.models.tofu.network.PathChoice;
import io.hopwright.models.tofu.network.TofuCounter;
import io.hopwright.models.tofu.network.TofuFrames;
import io.hopwright.models.tofu.network.TofuPacketId;
import io.hopwright.models.tofu.network.TofuRouteWord;
import io.hopwright.models.topology.Tofu6D;

/**
 * Barriers of a partition's nodes: received signals of gates, and signals that wait to be sent to
 * other nodes ({@code docs/models/tofu.md}, "Barrier"). The {@link User} decides when channels are
 * posted.
 *
 * <p>Confined to its partition; 2 B for each gate and 8 B for each channel, plus the engines.
 */
public final class Barriers {
  /** Bytes of a signal. */
  public static final int SIGNAL_BYTES = 64;

  private final BarrierPlan plan;
  private final Generation generation;
  private final TofuPacketId ids;
  private final TofuRouteWord routes;
  private final PathChoice paths;
  private final Totals counted;
  private final int[] nodes;
  private final Vc vcs;
  private final PacketWords packetWords;
  private final PacketPool pool;
  private final Wakes wakes;
  private final int unit;
  private final BarrierEngines engines;
  private final PacketQueues signals;

  /** Signals that count, by node, gate and input. */
  private final byte[] counts;

  /** Tick of the posting of each node's channels. */
  private final long[] posted;

  private User user;

  /** User of barriers, which posts channels. */
  public interface User {
    /** Phase 1: a channel of a node has completed. */
    void completed(int node, int channel, long tick);

    /** Reports that the number of pending channels that a node posts one by one has changed. */
    default void underWay(int node, long change) {}

    /** Returns whether all barriers have been posted. */
    boolean isThrough();
  }

  /**
   * Creates barriers without posts.
   *
   * @param counted of the partition
   * @param unit that is woken when starts are ready and jobs end
   */
  public Barriers(
      BarrierPlan plan,
      Generation generation,
      Tofu6D machine,
      PathChoice paths,
      Totals counted,
      int[] nodes,
      Vc vcs,
      PacketWords packetWords,
      PacketPool pool,
      Wakes wakes,
      int unit) {
    this.plan = plan;
    this.counted = counted;
    this.generation = generation;
    ids = new TofuPacketId(machine);
    routes = new TofuRouteWord(machine);
    this.paths = paths;
    this.nodes = nodes;
    this.vcs = vcs;
    this.packetWords = packetWords;
    this.pool = pool;
    this.wakes = wakes;
    this.unit = unit;
    engines = new BarrierEngines(plan, generation, nodes.length, wakes, unit);
    signals = new PacketQueues(nodes.length * generation.tnis(), pool);
    counts = new byte[nodes.length * plan.gates() * BarrierPlan.MOST];
    posted = new long[nodes.length * plan.channels()];
  }

  public void serve(User one) {
    user = one;
  }

  /** Posts all channels of a node. */
  void postAll(int node, long tick) {
    for (int channel = 0; channel < plan.channels(); channel++) {
      start(node, channel, tick);
    }
    wakes.at(tick + generation.barrierPostTicks(), node, unit);
  }

  /** Posts a channel of a node. */
  public void post(int node, int channel, long tick) {
    user.underWay(nodes[node], 1);
    start(node, channel, tick);
    wakes.at(tick + generation.barrierPostTicks(), node, unit);
  }

  private void start(int node, int channel, long tick) {
    posted[node * plan.channels() + channel] = tick;
    engines.start(node, channel, tick + generation.barrierPostTicks());
  }

  /** Counts a barrier that a node has completed. */
  public void countCompletion(int node, int channel, long tick) {
    counted.count(TofuCounter.BARRIERS, 1);
    counted.count(TofuCounter.BARRIER_TICKS, tick - posted[node * plan.channels() + channel]);
  }

  /** Phase 1: ends jobs; returns the interfaces that now have signals to send, as bits. */
  public int wake(int node, long tick) {
    int sending = 0;
    for (int tni = 0; tni < generation.tnis(); tni++) {
      final int job = engines.ended(node, tni, tick);
      if (job != BarrierEngines.NONE) {
        user.underWay(nodes[node], -1);
        final int gate = engines.gate(job);
        if (engines.isStart(job) || gate >= plan.channels()) {
          sending |= signal(node, gate, tick);
        } else {
          user.completed(node, gate, tick);
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
    user.underWay(nodes[node], 1);
    final int there = BarrierPlan.participant(target);
    final int port = BarrierPlan.port(target);
    final int packet =
        pool.add(
            ids.request(nodes[node], there, port),
            PacketTimes.of(tick, tick),
            vcs.of(node, Tofu6D.PORTS + tni, 2 * TofuPacketId.REQUEST));
    pool.setThird(
        packet,
        packetWords.of(TofuFrames.units(SIGNAL_BYTES))
            | routes.of(
                there,
                paths.ofSignal(nodes[node], there),
                plan.tni(port / BarrierPlan.MOST),
                0,
                false,
                0));
    signals.add(node * generation.tnis() + tni, packet);
  }

  /** Phase 1: counts a signal that is delivered, and frees its packet. */
  public void deliver(int node, int packet, long tick) {
    user.underWay(nodes[node], -1);
    count(node, (int) ids.sequence(pool.first(packet)), tick);
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
      user.underWay(nodes[node], 1);
      engines.fire(node, gate, tick);
    }
  }

  /** Phase 2, after the issues: lets free engines begin. */
  public void begin(int node, long tick) {
    engines.begin(node, tick);
  }

  /** Returns the first signal that an interface can send, or {@link PacketPool#NONE}. */
  public int firstSignal(int node, int tni) {
    return signals.first(node * generation.tnis() + tni);
  }

  /** Takes that signal out. */
  public void removeSignal(int node, int tni) {
    signals.remove(node * generation.tnis() + tni);
  }

  /** Returns whether nothing is done, sent or waited for. */
  public boolean areAtRest() {
    boolean none = engines.areIdle() && signals.areEmpty();
    for (byte count : counts) {
      none &= count == 0;
    }
    return none && user.isThrough();
  }
}

package io.hopwright.models.baseline;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Window;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.standstill.Waiting;

/**
 * All nodes of a baseline. A tick has two phases, as on all machines: what arrives is noted, then
 * each node that something happened to acts. Confined to its thread.
 */
final class BaselinePartition implements Partition, Measures.Sampled {
  private static final int REACH = 1 << 10;

  private final TimingWheel wheel = new TimingWheel(REACH);
  private final BaselineTransport transport;
  private final Messaging messaging;
  private final Measures<Totals> measures;
  private final boolean[] toAct;
  private int[] acting = new int[64];
  private int nodes;

  /** The tick that is simulated; before the first, none. */
  private long now = -1;

  private JobStatistics jobStatistics;

  BaselinePartition(
      Messaging.World world,
      ZeroLoad machine,
      int[] nodes,
      JobStatistics statistics,
      Measures<Totals> measures) {
    this.measures = measures;
    transport = new BaselineTransport(machine, world.table().communicators(), wheel);
    messaging = new Messaging(world, nodes, transport, this::wake, statistics, measures);
    transport.serve(messaging);
    toAct = new boolean[nodes.length];
  }

  private void wake(long tick, int node) {
    if (tick == now) {
      hasToAct(node);
    } else {
      transport.wake(tick, node);
    }
  }

  @Override
  public long nextEffectTick() {
    return wheel.nextTick();
  }

  /** There is no other partition. */
  @Override
  public void accept(EventBatch batch) {
    throw new IllegalStateException("a batch for the only partition");
  }

  @Override
  public void simulate(Window window, EventBatch[] outgoing) {
    for (long tick = wheel.nextTick(); tick < window.toTick(); tick = wheel.nextTick()) {
      measures.advance(tick, this);
      now = tick;
      final int events = wheel.take(tick);
      measures.countEvents(events);
      final int[] taken = wheel.taken();
      nodes = 0;
      for (int i = 0; i < events; i++) {
        hasToAct(transport.apply(taken[i], tick));
      }
      for (int i = 0; i < nodes; i++) {
        toAct[acting[i]] = false;
        messaging.act(acting[i], tick);
      }
    }
  }

  private void hasToAct(int node) {
    if (toAct[node]) {
      return;
    }
    toAct[node] = true;
    if (nodes == acting.length) {
      acting = java.util.Arrays.copyOf(acting, 2 * nodes);
    }
    acting[nodes++] = node;
  }

  @Override
  public void sample(long times) {}

  @Override
  public void addProgress(Progress sum) {
    measures.addProgress(sum);
    messaging.addProgress(sum);
  }

  @Override
  public void finish(long stopTick) {
    measures.finish(stopTick, this);
    jobStatistics = messaging.statisticsAt(stopTick);
  }

  @Override
  public void save(Words words) {
    jobStatistics.save(words);
  }

  @Override
  public boolean preview(long tick, Words words) {
    return false;
  }

  /** There are no queues of packets that wait for each other; what waits are ranks. */
  @Override
  public void saveWaits(boolean all, Words words) {
    final Waiting waiting = new Waiting();
    if (all) {
      messaging.addTo(waiting);
    }
    waiting.save(words);
  }

  /** Returns what was measured of jobs, once the run is over. */
  JobStatistics jobStatistics() {
    return jobStatistics;
  }
}

package io.hopwright.models.messaging.ranks;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Window;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.standstill.Waiting;
import java.util.Arrays;

/**
 * Nodes of a machine that has ranks and interfaces but no routers. A tick has two phases, as on all
 * machines: events take place, then each node with an event acts. These nodes are kept as a list,
 * because few of a million nodes act in a tick. Confined to its partition.
 */
public abstract class RankPartition implements Partition, Measures.Sampled {
  /** Ticks that the wheel of the events needs no heap for. */
  protected static final int REACH = 1 << 10;

  private final TimingWheel wheel;
  private final Messaging messaging;
  private final Measures<Totals> measures;
  private final boolean[] toAct;
  private final int[] acting;
  private int nodes;
  private JobStatistics jobStatistics;

  /**
   * Creates a partition at its first tick.
   *
   * @param wheel of its events
   * @param nodes how many it has
   */
  protected RankPartition(
      TimingWheel wheel, Messaging messaging, Measures<Totals> measures, int nodes) {
    this.wheel = wheel;
    this.messaging = messaging;
    this.measures = measures;
    toAct = new boolean[nodes];
    acting = new int[nodes];
  }

  /** Phase 1: applies the first events of an array; {@link #mark} takes the nodes. */
  protected abstract void apply(int[] events, int count, long tick);

  /** Marks a node that acts in this tick. */
  protected final void mark(int node) {
    if (!toAct[node]) {
      toAct[node] = true;
      acting[nodes++] = node;
    }
  }

  @Override
  public final long nextEffectTick() {
    return wheel.nextTick();
  }

  @Override
  public void simulate(Window window, EventBatch[] outgoing) {
    simulate(window);
  }

  /** Simulates a window; returns how often a node has acted in it. */
  protected final long simulate(Window window) {
    long acts = 0;
    for (long tick = wheel.nextTick(); tick < window.toTick(); tick = wheel.nextTick()) {
      measures.advance(tick, this);
      final int events = wheel.take(tick);
      measures.countEvents(events);
      nodes = 0;
      apply(wheel.taken(), events, tick);
      acts += nodes;
      for (int i = 0; i < nodes; i++) {
        toAct[acting[i]] = false;
        messaging.act(acting[i], tick);
      }
    }
    return acts;
  }

  @Override
  public final void sample(long times) {}

  @Override
  public final void addProgress(Progress sum) {
    measures.addProgress(sum);
    messaging.addProgress(sum);
  }

  @Override
  public final void finish(long stopTick) {
    measures.finish(stopTick, this);
    jobStatistics = messaging.statisticsAt(stopTick);
  }

  @Override
  public void exportStatistics(Words words) {
    jobStatistics.save(words);
  }

  /** Saves nothing: here no packets wait for each other in queues, only ranks wait. */
  @Override
  public final void saveWaits(boolean all, Words words) {
    final Waiting waiting = new Waiting();
    if (all) {
      messaging.addTo(waiting);
    }
    waiting.save(words);
  }

  /** Returns the measurements of jobs, once the run is over. */
  public final JobStatistics jobStatistics() {
    return jobStatistics;
  }

  /** Returns the numbers of all nodes of a partition, given its first node and their count. */
  protected static int[] nodes(int first, int count) {
    final int[] nodes = new int[count];
    Arrays.setAll(nodes, node -> first + node);
    return nodes;
  }
}

package io.hopwright.models.ideal;

import io.hopwright.core.event.CacheLines;
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
import java.util.Arrays;

/**
 * Some nodes of the ideal machine. A tick has two phases, as on all machines: what arrives is taken
 * note of, then each node that something happened to acts. Of a million nodes few act in a tick;
 * they are a list. Confined to its partition.
 */
final class IdealPartition implements Partition, Measures.Sampled {
  private static final int REACH = 1 << 10;

  private final TimingWheel wheel;
  private final IdealNic nic;
  private final Messaging messaging;
  private final Measures<Totals> measures;
  private final boolean takesTurns;
  private final boolean[] toAct;
  private final int[] acting;
  private int nodes;
  private long actsInWindow;

  /** Keeps the loads of {@link Messaging#fetch} alive; means nothing. */
  @SuppressWarnings("UnusedVariable")
  private long fetched;

  private JobStatistics jobStatistics;

  IdealPartition(
      IdealDesign design,
      Messaging.World world,
      int partition,
      JobStatistics statistics,
      Measures<Totals> measures) {
    this.measures = measures;
    takesTurns = design.partitions() > 1;
    wheel = new TimingWheel(REACH);
    nic = new IdealNic(design, world.software(), partition, wheel, measures);
    final int[] nodes = new int[design.nodesOf(partition)];
    Arrays.setAll(nodes, node -> design.firstNode(partition) + node);
    messaging =
        new Messaging(
            world,
            nodes,
            nic,
            (tick, node) -> wheel.schedule(tick, node << 1),
            statistics,
            measures);
    nic.serve(messaging);
    toAct = new boolean[nodes.length];
    acting = new int[nodes.length];
  }

  @Override
  public long nextEffectTick() {
    return wheel.nextTick();
  }

  @Override
  public void accept(EventBatch batch) {
    nic.accept(batch);
  }

  @Override
  public void simulate(Window window, EventBatch[] outgoing) {
    // Saves a fifth of the time of 64,000 ranks in 63 partitions, which take turns in the cache.
    if (takesTurns && actsInWindow * CacheLines.PER_EVENT >= messaging.lines()) {
      fetched = messaging.fetch();
    }
    actsInWindow = 0;
    nic.open(outgoing);
    for (long tick = wheel.nextTick(); tick < window.toTick(); tick = wheel.nextTick()) {
      measures.advance(tick, this);
      final int events = wheel.take(tick);
      measures.countEvents(events);
      apply(wheel.taken(), events, tick);
      actsInWindow += nodes;
      for (int i = 0; i < nodes; i++) {
        toAct[acting[i]] = false;
        messaging.act(acting[i], tick);
      }
    }
  }

  private void apply(int[] events, int count, long tick) {
    nodes = 0;
    for (int i = 0; i < count; i++) {
      final int what = events[i] >>> 1;
      if ((events[i] & IdealNic.ARRIVAL) == 0) {
        hasToAct(what);
        continue;
      }
      int next;
      for (int entry = what; entry != IdealNic.NONE; entry = next) {
        next = nic.nextArrival(entry);
        hasToAct(nic.arrive(entry, tick));
      }
    }
  }

  private void hasToAct(int node) {
    if (!toAct[node]) {
      toAct[node] = true;
      acting[nodes++] = node;
    }
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
    measures.save(words);
    jobStatistics.save(words);
  }

  @Override
  public boolean preview(long tick, Words words) {
    measures.preview(tick, this, () -> measures.save(words));
    messaging.statisticsAt(tick).save(words);
    return true;
  }

  /** Nothing waits for a network that there is not; what waits are ranks. */
  @Override
  public void saveWaits(boolean all, Words words) {
    final Waiting waiting = new Waiting();
    if (all) {
      messaging.addTo(waiting);
    }
    waiting.save(words);
  }

  Measures<Totals> measures() {
    return measures;
  }

  /** Returns what was measured of jobs, once the run is over. */
  JobStatistics jobStatistics() {
    return jobStatistics;
  }
}

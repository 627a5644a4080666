package io.hopwright.models.ideal;

import io.hopwright.core.event.CacheLines;
import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Window;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.RankPartition;
import io.hopwright.models.messaging.statistics.JobStatistics;

/** Partition of the ideal machine: a range of its nodes. Confined to its partition. */
final class IdealPartition extends RankPartition {
  private final IdealNic nic;
  private final Messaging messaging;
  private final Measures<Totals> measures;
  private final boolean takesTurns;
  private long actsInWindow;

  /** Keeps the loads of {@link Messaging#fetch} alive; means nothing. */
  @SuppressWarnings("UnusedVariable")
  private long fetched;

  private IdealPartition(
      IdealDesign design,
      TimingWheel wheel,
      Messaging messaging,
      int nodes,
      Measures<Totals> measures) {
    super(wheel, messaging, measures, nodes);
    this.measures = measures;
    this.messaging = messaging;
    takesTurns = design.partitions() > 1;
    nic = messaging.transport(IdealNic.class);
  }

  static IdealPartition of(
      IdealDesign design,
      Messaging.World world,
      int partition,
      JobStatistics statistics,
      Measures<Totals> measures) {
    final TimingWheel wheel = new TimingWheel(REACH);
    final int[] nodes = nodes(design.firstNode(partition), design.nodesOf(partition));
    final Messaging messaging =
        new Messaging(
            world,
            nodes,
            ranks -> new IdealNic(ranks, design, world.software(), partition, wheel, measures),
            statistics,
            measures);
    return new IdealPartition(design, wheel, messaging, nodes.length, measures);
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
    nic.open(outgoing);
    actsInWindow = simulate(window);
  }

  @Override
  protected void apply(int[] events, int count, long tick) {
    for (int i = 0; i < count; i++) {
      final int what = events[i] >>> 1;
      if ((events[i] & IdealNic.ARRIVAL) == 0) {
        mark(what);
        continue;
      }
      int next;
      for (int entry = what; entry != IdealNic.NONE; entry = next) {
        next = nic.nextArrival(entry);
        mark(nic.arrive(entry, tick));
      }
    }
  }

  @Override
  public void exportStatistics(Words words) {
    measures.save(words);
    super.exportStatistics(words);
  }

  @Override
  public boolean preview(long tick, Words words) {
    measures.preview(tick, this, () -> measures.save(words));
    messaging.statisticsAt(tick).save(words);
    return true;
  }

  Measures<Totals> measures() {
    return measures;
  }
}

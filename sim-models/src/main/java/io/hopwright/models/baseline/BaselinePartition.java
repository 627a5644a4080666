package io.hopwright.models.baseline;

import io.hopwright.core.event.TimingWheel;
import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.models.measure.Measures;
import io.hopwright.models.measure.Totals;
import io.hopwright.models.messaging.ranks.Messaging;
import io.hopwright.models.messaging.ranks.RankPartition;
import io.hopwright.models.messaging.statistics.JobStatistics;

/** Partition with all nodes of a baseline. Confined to its thread. */
final class BaselinePartition extends RankPartition {
  private final BaselineTransport transport;

  private BaselinePartition(
      TimingWheel wheel, Messaging messaging, int nodes, Measures<Totals> measures) {
    super(wheel, messaging, measures, nodes);
    transport = messaging.transport(BaselineTransport.class);
  }

  static BaselinePartition of(
      Messaging.World world,
      ZeroLoad machine,
      int nodes,
      JobStatistics statistics,
      Measures<Totals> measures) {
    final TimingWheel wheel = new TimingWheel(REACH);
    final Messaging messaging =
        new Messaging(
            world,
            nodes(0, nodes),
            ranks -> new BaselineTransport(ranks, machine, world.table().communicators(), wheel),
            statistics,
            measures);
    return new BaselinePartition(wheel, messaging, nodes, measures);
  }

  @Override
  public void accept(EventBatch batch) {
    throw new IllegalStateException("a batch for the only partition");
  }

  @Override
  protected void apply(int[] events, int count, long tick) {
    for (int i = 0; i < count; i++) {
      mark(transport.apply(events[i], tick));
    }
  }

  @Override
  public boolean preview(long tick, Words words) {
    return false;
  }
}

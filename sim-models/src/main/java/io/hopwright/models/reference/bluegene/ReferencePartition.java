package io.hopwright.models.reference.bluegene;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Window;

/** The reference torus as the one partition of a run. Confined to its partition. */
public final class ReferencePartition implements Partition {
  private final ReferenceConfig config;
  private final ReferenceTorus machine;
  private final ReferenceStatistics books;
  private final ReferenceStatistics.Interval interval;

  /** An empty machine at tick 0. */
  public ReferencePartition(ReferenceConfig config, ReferenceStatistics.Interval interval) {
    this.config = config;
    this.interval = interval;
    machine = new ReferenceTorus(config);
    books = new ReferenceStatistics(machine, interval);
  }

  /** The next tick, as a naive model does something in every one; none once nothing ever will. */
  @Override
  public long nextEffectTick() {
    return machine.isAsleep() ? Long.MAX_VALUE : machine.tick();
  }

  @Override
  public void accept(EventBatch batch) {
    throw new IllegalStateException("a partition that is alone got a batch");
  }

  @Override
  public void simulate(Window window, EventBatch[] outgoing) {
    while (machine.tick() < window.toTick()) {
      books.before(machine.tick());
      machine.run(machine.tick() + 1);
    }
  }

  @Override
  public void addProgress(Progress sum) {
    final long due = machine.deliveriesInjected();
    final boolean bearing = books.following() && nextEffectTick() < interval.toTick();
    sum.packetsInjected += due;
    sum.packetsDelivered += machine.packetsDelivered();
    sum.packetHops += machine.packetHops();
    sum.packetsOutstanding += due - machine.packetsDelivered() + (machine.isSettled() ? 0 : 1);
    sum.packetsAwaited += books.awaited() + (bearing ? 1 : 0);
    sum.events += config.nodes() * machine.tick();
  }

  /** Closes the books. What has not been simulated yet are ticks in which nothing can happen. */
  @Override
  public void finish(long stopTick) {
    while (machine.tick() < stopTick) {
      books.before(machine.tick());
      machine.sleep();
    }
    books.close();
  }

  @Override
  public void save(Words words) {
    throw new IllegalStateException("a partition that is alone is in the JVM of its user");
  }

  @Override
  public long describeWaiting(StringBuilder report) {
    return machine.describeWaiting(report);
  }

  /** What was measured, complete after {@link #finish}. */
  public ReferenceStatistics books() {
    return books;
  }
}

package io.hopwright.models.reference;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.Window;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.standstill.Waiting;

/** Reference machine as the only partition of a run. Confined to its partition. */
public final class ReferencePartition implements Partition {
  private final ReferenceMachine machine;
  private final long nodes;
  private final ReferenceStatistics statistics;

  ReferencePartition(ReferenceMachine machine, long nodes, RunPlan run) {
    this.machine = machine;
    this.nodes = nodes;
    statistics = new ReferenceStatistics(machine, run);
  }

  /** Returns the ranks of all jobs. */
  public ReferenceRanks ranks() {
    return machine.ranks();
  }

  @Override
  public long nextEffectTick() {
    return machine.nextEffectTick();
  }

  @Override
  public void accept(EventBatch batch) {
    throw new IllegalStateException("a partition that is alone got a batch");
  }

  @Override
  public void simulate(Window window, EventBatch[] outgoing) {
    runUntil(window.toTick());
  }

  private void runUntil(long stopTick) {
    while (machine.tick() < stopTick) {
      statistics.note();
      machine.run(machine.tick() + 1);
      statistics.observe(machine.tick() - 1);
    }
  }

  @Override
  public void addProgress(Progress sum) {
    final ReferenceCounts counts = ReferenceCounts.of(machine);
    final long due = counts.get(ReferenceMachine.DUE);
    final long delivered = counts.get(ReferenceMachine.DELIVERED);
    final boolean bearing =
        statistics.following() && nextEffectTick() < statistics.run().measuredTo();
    sum.packetsInjected += due;
    sum.packetsDelivered += delivered;
    sum.packetHops += counts.get(ReferenceMachine.HOPS);
    sum.packetsOutstanding += due - delivered + (machine.isSettled() ? 0 : 1);
    sum.packetsAwaited += statistics.awaited();
    sum.partitionsUncounted += bearing ? 1 : 0;
    sum.ranksRunning += machine.ranksRunning();
    sum.foregroundAtWork += machine.ranksBlocked() ? 0 : machine.ranksRunning();
    sum.operationsDone += machine.ranks().operationsDone();
    sum.events += nodes * machine.tick();
  }

  /** Closes the statistics. Ticks that have not been simulated yet have no events. */
  @Override
  public void finish(long stopTick) {
    runUntil(stopTick);
    statistics.close();
  }

  @Override
  public void exportStatistics(Words words) {
    throw new IllegalStateException("a partition that is alone is in the JVM of its user");
  }

  @Override
  public void saveWaits(boolean all, Words words) {
    final Waiting waiting = new Waiting();
    if (all) {
      final StringBuilder report = new StringBuilder();
      waiting.addPackets(machine.describeWaiting(report));
      report.toString().lines().forEach(waiting::add);
    }
    waiting.save(words);
  }

  /** Returns the measurements, complete after {@link #finish}. */
  ReferenceStatistics statistics() {
    return statistics;
  }
}

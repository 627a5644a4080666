package io.hopwright.models.messaging.statistics;

import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.Operation;

/**
 * Clock of the collectives of a partition's ranks: measures the time from the operation
 * <i>collective</i> to the rank's next operation outside the collective. Confined to its partition;
 * 12 B per rank.
 */
public final class CollectiveClock {
  private final CollectiveTimes times;

  /** Sum to which the current collective of each rank is added; null outside of collectives. */
  private final CollectiveTimes.Sum[] open;

  private final long[] since;

  /**
   * Creates the clock of {@code ranks} ranks with local numbers; none of them is in a collective.
   */
  public CollectiveClock(CollectiveTimes times, int ranks) {
    this.times = times;
    open = new CollectiveTimes.Sum[ranks];
    since = new long[ranks];
  }

  /** Records the time of a call of a rank whose program is a graph. */
  public void add(int job, CollectiveMark mark, long ticks) {
    times.of(job, mark).add(1, ticks, ticks);
  }

  /** Records that rank {@code r} of a job begins an operation. */
  public void operate(int r, int job, Operation operation, long tick) {
    if (open[r] != null && !operation.isOfCollective()) {
      final long ticks = tick - since[r];
      open[r].add(1, ticks, ticks);
      open[r] = null;
    }
    if (operation.kind() == Operation.Kind.COLLECTIVE && operation.members() > 1) {
      open[r] = times.of(job, operation);
      since[r] = tick;
    }
  }
}

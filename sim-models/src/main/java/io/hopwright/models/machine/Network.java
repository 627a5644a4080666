package io.hopwright.models.machine;

import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import java.util.List;

/**
 * A machine with all its parameters fixed, ready to be run by an executor. Immutable; safe for any
 * thread.
 *
 * @param <P> its partition
 */
public interface Network<P extends Partition> extends Simulation<P> {
  /** Returns the name of the machine. */
  String machine();

  /** Returns the extents that describe its size, such as {@code [8, 8, 8]}. */
  List<Long> shape();

  /** Returns the number of nodes. */
  long nodes();

  /** Returns the number of nodes of one partition. */
  long nodes(int partition);

  /**
   * Returns the number of links that lead from a partition to each of its neighbours, in their
   * order. A link has one direction; as many lead back.
   */
  long[] links(int partition);

  /**
   * Returns where a partition lies in the machine: one coordinate for each direction in which it is
   * cut. Partitions next to each other in one coordinate are near each other.
   */
  int[] position(int partition);

  /** Returns how long a tick is. */
  TickRate tickRate();

  /** Returns the largest window in ticks that loses no event. */
  long lookaheadTicks();

  /** Returns when the run is measured, and when it ends. */
  RunPlan run();

  /**
   * Returns how many packets will have been delivered when all sources have come to their end, null
   * if that is unknown.
   */
  Long packetsUntilDrained();

  /** Returns the number of packets the run is expected to deliver, null if that is unknown. */
  default Long expectedPackets() {
    return switch (run().end()) {
      case TICKS -> null;
      case PACKETS -> run().packets();
      case DRAINED, JOBS -> packetsUntilDrained();
    };
  }

  /** Returns what the run is expected to do; cheap in comparison with the run. */
  Forecast forecast();

  /** Returns what its jobs do in all. */
  default JobForecast jobs() {
    return JobForecast.NONE;
  }

  /**
   * Returns the same jobs where nothing is in their way, to hold this network against; null if
   * nobody asks for that.
   */
  default Network<?> yardstick() {
    return null;
  }

  /**
   * Tells whether its programs are why a run has come to a halt, and not the machine: with no
   * packet under way but for jobs in the background, unless what programs do holds up packets, too.
   *
   * @param total what had happened by then
   */
  default boolean haltsByPrograms(Progress total) {
    return total.isHalted()
        || (total.ranksRunning > 0 && total.packetsInjected <= total.packetsDelivered);
  }

  /** Returns what a user should know before a run and is no error, one sentence each. */
  default List<String> remarks() {
    return List.of();
  }

  /** Returns what simulating it costs; a guess if nobody has measured that. */
  default Costs costs() {
    return Costs.NOT_MEASURED;
  }

  @Override
  default long windowTicks() {
    return run().windowTicks();
  }

  @Override
  default long gridTicks() {
    return run().gridTicks();
  }

  @Override
  default StopRule stopRule() {
    return run();
  }

  /** Returns what a result looks like: all its numbers and columns, nothing measured. */
  RunResult unmeasured();

  /** Merges what the partitions measured. */
  RunResult result(RunOutcome<P> outcome);
}

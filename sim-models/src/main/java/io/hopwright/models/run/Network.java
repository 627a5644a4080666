package io.hopwright.models.run;

import io.hopwright.core.time.TickRate;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.models.standstill.Channels;
import io.hopwright.models.standstill.Standstill;
import io.hopwright.models.standstill.Waiting;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.tables.StatisticsKeys;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Network: a machine with all its parameters resolved, ready to be run by an executor. Immutable;
 * safe for any thread.
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

  /**
   * Returns the keys without an effect before a certain tick, with that tick. A run can go on from
   * a state of that tick or of an earlier one with other values of them, unless the former values
   * had an effect already.
   */
  default Map<String, Long> effectiveFrom() {
    return StatisticsKeys.MEASURED.stream()
        .collect(Collectors.toMap(key -> key, key -> run().warmupTicks()));
  }

  /** Returns what its jobs do in all. */
  default JobForecast jobs() {
    return JobForecast.NONE;
  }

  /**
   * Returns the contention-free baseline of its jobs, which they are compared with; null unless
   * that is requested.
   */
  default Network<?> baseline() {
    return null;
  }

  /**
   * Returns the channels that packets wait for; null if none do, as on the ideal machine and in
   * reference models.
   */
  default Channels channels() {
    return null;
  }

  /**
   * Returns whether programs are why a run has stopped, and not the machine: no packet is in flight
   * but for jobs in the background, unless what programs do holds up packets, too.
   *
   * @param total counts of all partitions at the end
   */
  default boolean ranksBlocked(Progress total) {
    return total.ranksBlocked()
        || (total.ranksRunning > 0 && total.packetsInjected <= total.packetsDelivered);
  }

  /** Returns remarks for the user before a run that are not errors, one sentence each. */
  default List<String> remarks() {
    return List.of();
  }

  /**
   * Returns what is found out about the network before a run and no key says, such as its diameter,
   * by name; empty where keys say all.
   */
  default Map<String, Object> properties() {
    return Map.of();
  }

  /**
   * Returns why nothing moves any more in a run that is over; null if something does, or if a JVM
   * was lost.
   */
  default Standstill standstill(RunOutcome<P> outcome) {
    final Progress total = outcome.total();
    final boolean inFlight = total.packetsInjected > total.packetsDelivered;
    return switch (outcome.ending()) {
      case LOST -> null;
      case STALLED ->
          Standstill.stopped(Waiting.load(outcome.waits()), channels(), ranksBlocked(total), total);
      case COMPLETED, INTERRUPTED ->
          inFlight && channels() != null
              ? Standstill.goingOn(Waiting.load(outcome.waits()), channels())
              : null;
    };
  }

  /** Returns the costs of its simulation; assumed ones if they were not measured. */
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

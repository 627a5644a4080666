package io.hopwright.runner.execution;

import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.models.run.Network;
import io.hopwright.runner.results.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Projection of a run to more processors. In each window a JVM needs the time of its threads for
 * its partitions, and all JVMs wait for the slowest. The costs of barrier and wire are added.
 * Shared resources of processors, above all memory, are ignored.
 *
 * @param network network of the run
 * @param log its work on one thread
 * @param barrier cost of the barrier
 * @param wire cost of the connection to other JVMs
 */
public record Projection(Network<?> network, WorkLog log, BarrierCost barrier, WireCost wire) {
  private static final double MICROS = 1e6;

  /** Returns the results of a projection on {@code threads} threads of each JVM. */
  public Map<String, Object> on(int threads, PartitionPlacement placement) {
    final double nanos = nanos(threads, placement);
    final double simulatedSeconds =
        network.tickRate().toSeconds(log.windows().size() * network.windowTicks());
    return new JsonObject()
        .with("processors", threads * placement.members())
        .with("speedUp", sequentialNanos() / nanos)
        .with("simulatedMicrosecondsPerSecond", simulatedSeconds * MICROS / (nanos * 1e-9));
  }

  /** Returns the nanoseconds of all windows on one thread, without barrier. */
  double sequentialNanos() {
    return log.windows().stream().mapToLong(window -> Arrays.stream(window).sum()).sum();
  }

  /** Returns the nanoseconds of all windows on {@code threads} threads of each JVM. */
  double nanos(int threads, PartitionPlacement placement) {
    final List<int[]> shares =
        IntStream.range(0, placement.members()).mapToObj(placement::partitionsOf).toList();
    double sum = 0;
    for (long[] window : log.windows()) {
      double slowest = 0;
      for (int[] share : shares) {
        slowest =
            Math.max(
                slowest, makespan(window, share, threads) + barrier.nanos(share.length, threads));
      }
      sum += slowest;
    }
    return sum + log.windows().size() * wire.nanos(placement.members(), mostEvents(placement));
  }

  /** Returns when the last of the partitions is through, each taken by the first free thread. */
  static long makespan(long[] nanos, int[] partitions, int threads) {
    final long[] free = new long[Math.min(threads, partitions.length)];
    for (int partition : partitions) {
      int first = 0;
      for (int thread = 1; thread < free.length; thread++) {
        first = free[thread] < free[first] ? thread : first;
      }
      free[first] += nanos[partition];
    }
    return Arrays.stream(free).max().orElse(0);
  }

  /** Returns the most events per window that a JVM sends to others or receives from them. */
  private double mostEvents(PartitionPlacement placement) {
    final double[] out = new double[placement.members()];
    final double[] in = new double[placement.members()];
    for (int from = 0; from < placement.partitions(); from++) {
      final int[] neighbours = network.neighbours(from);
      for (int i = 0; i < neighbours.length; i++) {
        final int sender = placement.memberOf(from);
        final int receiver = placement.memberOf(neighbours[i]);
        if (sender != receiver) {
          out[sender] += log.eventsPerWindow(from, i);
          in[receiver] += log.eventsPerWindow(from, i);
        }
      }
    }
    double most = 0;
    for (int member = 0; member < out.length; member++) {
      most = Math.max(most, Math.max(out[member], in[member]));
    }
    return most;
  }
}

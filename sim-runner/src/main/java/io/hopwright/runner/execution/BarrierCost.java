package io.hopwright.runner.execution;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.EventBatch;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.Simulation;
import io.hopwright.core.window.StopRule;
import io.hopwright.core.window.Window;
import io.hopwright.models.run.RunPlan;
import java.util.Arrays;

/**
 * Cost of the barrier of a JVM per window, measured with partitions without work: {@code partitions
 * × (serial + parallel / threads) + wake}, all in nanoseconds.
 *
 * @param serialNanos per partition: notification of the window
 * @param parallelNanos per partition: turn of its actor on one of the threads
 * @param wakeNanos per window: start of another thread, 0 on one thread
 */
public record BarrierCost(double serialNanos, double parallelNanos, double wakeNanos) {
  private static final int MANY = 512;
  private static final int WINDOWS = 4_000;
  private static final int ROUNDS = 5;

  /** Returns the cost of a window of {@code partitions} partitions on {@code threads} threads. */
  double nanos(int partitions, int threads) {
    return partitions * (serialNanos + parallelNanos / threads) + (threads > 1 ? wakeNanos : 0);
  }

  /** Measures; takes a few seconds. */
  public static BarrierCost measure() {
    final double one = windowNanos(MANY, 1);
    if (Runtime.getRuntime().availableProcessors() == 1) {
      return new BarrierCost(one / MANY, 0, 0);
    }
    final double two = windowNanos(MANY, 2);
    final double few = windowNanos(2, 2);
    // one = n (s + p), two = n (s + p / 2) + w, few = 2 (s + p / 2) + w
    final double half = (two - few) / (MANY - 2);
    final double parallel = Math.max(0, Math.min(one / MANY, 2 * (one / MANY - half)));
    final double serial = one / MANY - parallel;
    return new BarrierCost(serial, parallel, Math.max(0, few - 2 * (serial + parallel / 2)));
  }

  private static double windowNanos(int partitions, int threads) {
    final ExecutionPlan plan = new ExecutionPlan(ExecutorKind.ACTORS, threads);
    final double[] rounds = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      final long start = System.nanoTime();
      plan.executor(partitions).run(new Idle(partitions, WINDOWS), new RunMonitor());
      final long middle = System.nanoTime();
      plan.executor(partitions).run(new Idle(partitions, 2 * WINDOWS), new RunMonitor());
      // The difference leaves out what a run costs once.
      rounds[round] = (System.nanoTime() - middle - (middle - start)) / (double) WINDOWS;
    }
    Arrays.sort(rounds);
    return Math.max(0, rounds[ROUNDS / 2]);
  }

  /** Partitions without work, for a number of windows. */
  private record Idle(int partitions, long windows) implements Simulation<Idler> {
    @Override
    public int[] neighbours(int partition) {
      return new int[0];
    }

    @Override
    public long windowTicks() {
      return 1;
    }

    @Override
    public long gridTicks() {
      return windows;
    }

    @Override
    public StopRule stopRule() {
      return new RunPlan(0, 0, windows, RunPlan.End.TICKS, 0, 0, windows, windowTicks());
    }

    @Override
    public Idler build(int partition) {
      return new Idler();
    }
  }

  private static final class Idler implements Partition {
    private long tick;

    @Override
    public long nextEffectTick() {
      return tick;
    }

    @Override
    public void accept(EventBatch batch) {
      // Nobody sends anything.
    }

    @Override
    public void simulate(Window window, EventBatch[] outgoing) {
      tick = window.toTick();
    }

    @Override
    public void addProgress(Progress sum) {
      // Nothing is simulated.
    }

    @Override
    public void finish(long stopTick) {
      // Nothing is measured.
    }

    @Override
    public void exportStatistics(Words words) {
      // Nothing is measured.
    }
  }
}

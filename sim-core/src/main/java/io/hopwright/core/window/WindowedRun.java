package io.hopwright.core.window;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * One run of a simulation in one JVM: its partitions and the barrier between their windows.
 *
 * <p>An executor has every partition {@link #build}, and then each partition {@link #simulate} each
 * window. Whoever finishes last takes the next window itself: there is no coordinator on the path
 * of a window.
 *
 * <p>Thread-safe in this sense: different partitions may be built and simulated on different
 * threads at once.
 *
 * @param <P> the model's partition
 */
public final class WindowedRun<P extends Partition> {
  private final Simulation<P> simulation;
  private final RunMonitor monitor;
  private final Exchange exchange;
  private final WindowController controller;
  private final AtomicReferenceArray<PartitionRunner<P>> runners;
  private final AtomicInteger unfinished = new AtomicInteger();
  private final Progress total = new Progress();
  private final long startNanos = System.nanoTime();

  /** Prepares a run whose progress goes to {@code monitor}. */
  public WindowedRun(Simulation<P> simulation, RunMonitor monitor) {
    this.simulation = simulation;
    this.monitor = monitor;
    exchange = new Exchange(simulation);
    controller = new WindowController(simulation);
    runners = new AtomicReferenceArray<>(simulation.partitions());
    unfinished.set(simulation.partitions());
  }

  /** Returns the number of partitions. */
  public int partitions() {
    return runners.length();
  }

  /**
   * Builds partition {@code index} on the calling thread.
   *
   * @return true if it was the last one: its caller then takes the first window from {@link #next}
   */
  public boolean build(int index) {
    runners.set(index, new PartitionRunner<>(simulation, exchange, index));
    return unfinished.decrementAndGet() == 0;
  }

  /**
   * Has partition {@code index} simulate {@code window}; does nothing in a run given up.
   *
   * @return true if it was the last partition to do so: its caller then takes {@link #next}
   */
  public boolean simulate(int index, Window window) {
    final PartitionRunner<P> runner = runners.get(index);
    if (runner == null) {
      return false;
    }
    runner.run(window);
    return unfinished.decrementAndGet() == 0;
  }

  /**
   * Lets go of all partitions after one of them has failed, so that whoever winds up the run does
   * not run out of memory as well.
   */
  public void giveUp() {
    for (int index = 0; index < runners.length(); index++) {
      runners.set(index, null);
    }
  }

  /**
   * Decides about the next window, after all partitions are through; null at the end of the run.
   */
  public Window next() {
    long nextEffectTick = Long.MAX_VALUE;
    total.clear();
    for (int index = 0; index < runners.length(); index++) {
      final PartitionRunner<P> runner = runners.get(index);
      nextEffectTick = Math.min(nextEffectTick, runner.nextEffectTick());
      total.add(runner.progress());
    }
    unfinished.set(runners.length());
    final long simulatedTo = controller.clock();
    final long windows = controller.windows();
    final Window window = controller.next(nextEffectTick, total, monitor.interrupted());
    monitor.update(
        window == null ? controller.clock() : simulatedTo, windows, total, this::busyNanos);
    return window;
  }

  /**
   * Closes the books of all partitions after the last window.
   *
   * @param threads on how many threads the partitions ran
   */
  public RunOutcome<P> finish(int threads) {
    final List<P> partitions = new ArrayList<>();
    for (int index = 0; index < runners.length(); index++) {
      final P partition = runners.get(index).partition();
      partition.finish(controller.clock());
      partitions.add(partition);
    }
    return new RunOutcome<>(
        partitions,
        controller.clock(),
        controller.ending(),
        controller.windows(),
        threads,
        busyNanos(),
        System.nanoTime() - startNanos);
  }

  private List<Long> busyNanos() {
    return IntStream.range(0, runners.length())
        .mapToObj(index -> runners.get(index).busyNanos())
        .toList();
  }
}

package io.hopwright.core.window;

import io.hopwright.core.state.Configuration;
import io.hopwright.core.state.StateImage;
import io.hopwright.core.state.StateMemory;
import io.hopwright.core.statistics.Words;
import java.util.List;
import java.util.function.Supplier;

/**
 * Driver of one partition: in each window it applies the events that arrived, simulates, and
 * reports. Every executor uses it, so that a partition does the same on one thread and on many.
 *
 * <pre>{@code
 * PartitionRunner<P> runner = new PartitionRunner<>(simulation, exchange, index, from, configuration);
 * while (more) {
 *   report(runner.nextEffectTick(), runner.progress());
 *   runner.run(window, known);
 * }
 * runner.partition().finish(stopTick);
 * }</pre>
 *
 * <p>Obligations of callers:
 *
 * <ol>
 *   <li>One thread at a time, which sees all writes of the thread before it.
 *   <li>All windows in order. When a window begins, each neighbour has completed the one before and
 *       its batch is visible. No neighbour begins the next window before this one is complete.
 * </ol>
 *
 * <p>Guarantees:
 *
 * <ol>
 *   <li>In each window the partition first receives the totals, then applies the batches of the
 *       previous window in the order of senders, then simulates.
 *   <li>{@link IllegalStateException} if an event that it sent takes effect before the end of the
 *       window, if an event before the end of the window was not processed, or if a batch belongs
 *       to another window.
 *   <li>{@link #nextEffectTick} and {@link #progress} describe the end of the last window, events
 *       in flight to other partitions included.
 * </ol>
 *
 * @param <P> the model's partition
 */
public final class PartitionRunner<P extends Partition> {
  private final P partition;
  private final int index;
  private final List<Route> incoming;
  private final EventBatch[] outgoingEven;
  private final EventBatch[] outgoingOdd;
  private final Progress progress = new Progress();
  private long nextEffectTick;
  private final long[] sent;
  private long busyNanos;

  /** Number of the window whose batches were accepted last. */
  private long takenIn;

  private final StateMemory stateMemory = new StateMemory();

  /**
   * Builds partition {@code index} on the calling thread, in its saved state.
   *
   * @param configuration objects of the simulation that are not state; requested if there is a
   *     saved state
   * @throws IllegalArgumentException if the saved state is not that of such a partition
   */
  PartitionRunner(
      Simulation<P> simulation,
      Exchange exchange,
      int index,
      SavedRun from,
      Supplier<Configuration> configuration) {
    partition = simulation.build(index);
    final StateImage state = from.states().get(index);
    if (state != null) {
      state.restore(partition, configuration.get());
    }
    takenIn = from.last().number() - 1;
    incoming = exchange.into(index);
    final List<Route> outgoing = exchange.outOf(index);
    outgoingEven = outgoing.stream().map(Route::even).toArray(EventBatch[]::new);
    outgoingOdd = outgoing.stream().map(Route::odd).toArray(EventBatch[]::new);
    sent = new long[outgoing.size()];
    this.index = index;
    nextEffectTick = partition.nextEffectTick();
    requireFrom(from.tick());
    partition.addProgress(progress);
  }

  /** Time cannot go back: a partition that leaves an event behind has an error in it. */
  private void requireFrom(long tick) {
    if (nextEffectTick < tick) {
      throw new IllegalStateException(
          "partition "
              + index
              + " has simulated up to tick "
              + tick
              + " and left an event behind, at tick "
              + nextEffectTick);
    }
  }

  /**
   * Simulates {@code window}, after all neighbours have simulated the one before it.
   *
   * @param known how all partitions stood at the end of one of the last windows
   */
  void run(Window window, Standing known) {
    final long start = System.nanoTime();
    partition.noteTotal(known.window().toTick(), known.progress());
    takeIn(window.number() - 1);
    final EventBatch[] out = (window.number() & 1) == 0 ? outgoingEven : outgoingOdd;
    for (EventBatch batch : out) {
      batch.open(window);
    }
    partition.simulate(window, out);
    nextEffectTick = partition.nextEffectTick();
    for (int to = 0; to < out.length; to++) {
      final EventBatch batch = out[to];
      sent[to] += batch.signals() + batch.packets();
      if (batch.firstEffectTick() < window.toTick()) {
        throw new IllegalStateException(
            "an event sent in window ["
                + window.fromTick()
                + ", "
                + window.toTick()
                + ") takes effect at tick "
                + batch.firstEffectTick()
                + ", inside it");
      }
      nextEffectTick = Math.min(nextEffectTick, batch.firstEffectTick());
    }
    requireFrom(window.toTick());
    progress.clear();
    partition.addProgress(progress);
    busyNanos += System.nanoTime() - start;
  }

  /** Applies the batches that others sent in a window, unless this has been done. */
  private void takeIn(long window) {
    if (takenIn == window) {
      return;
    }
    takenIn = window;
    for (Route route : incoming) {
      final EventBatch batch = route.batch(window);
      if (batch.window() != window) {
        throw new IllegalStateException(
            "batch of window " + batch.window() + " met after window " + window);
      }
      partition.accept(batch);
    }
  }

  /** Returns the state of the partition after window {@code last}, which all have simulated. */
  StateImage save(Window last, Configuration configuration) {
    takeIn(last.number());
    return StateImage.of(partition, configuration, stateMemory);
  }

  /**
   * Returns the measurements up to a tick of the stop grid, null if the partition cannot provide
   * them.
   */
  RunOutcome.Saved preview(long tick) {
    final Words words = new Words();
    if (!partition.preview(tick, words)) {
      return null;
    }
    final Progress soFar = new Progress();
    soFar.add(progress);
    return new RunOutcome.Saved(words, soFar, busyNanos, null);
  }

  /** Returns the earliest tick of any event waiting here or sent from here in the last window. */
  long nextEffectTick() {
    return nextEffectTick;
  }

  /** Returns the partition's counts at the end of the last window. */
  Progress progress() {
    return progress;
  }

  /** Returns the time spent in {@link #run}. */
  long busyNanos() {
    return busyNanos;
  }

  /** Returns the number of events sent so far, per neighbour. */
  long[] sent() {
    return sent;
  }

  /** Returns the partition. */
  P partition() {
    return partition;
  }
}

package io.hopwright.runner.recording;

import io.hopwright.core.state.StateImage;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SavedRun;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.KeptBaseline;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.Host;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Checkpoints of one run. The run copies the states, and a separate thread writes them. While one
 * checkpoint is being written no other is taken, except for the last one, with which the run ends:
 * it is written at once.
 */
public final class RunCheckpoints implements RunMonitor.Checkpoints, AutoCloseable {
  /** Name of the entry with the time at which the checkpoint was complete. */
  static final String WRITTEN = "written";

  private final CheckpointPlan plan;
  private final CheckpointStore store;
  private final CheckpointCopies copies;
  private final Interruption interruption;
  private final KeptBaseline baseline;
  private final Consumer<String> warnings;
  private final Instant begun = Instant.now();
  private final long fromTick;
  private final String run;
  private final Map<String, Object> about;
  private final List<Map<String, Object>> parts;
  private final ExecutorService writer;
  private long lastTick;
  private long lastNanos = System.nanoTime();
  private final AtomicBoolean writing = new AtomicBoolean();
  private final CheckpointCosts costs = new CheckpointCosts();

  /** Used by the writer alone. */
  private final CopyFailures copyFailures = new CopyFailures();

  /**
   * Begins a run, or a part of it.
   *
   * @param copies copies of the checkpoints at other members
   * @param interruption ends the run, and no other, after its last checkpoint
   * @param baseline is stored with the states
   * @param fromTick first simulated tick
   * @param about entries of {@code run.json} about the run
   * @param parts earlier parts of the run
   * @param run identity that all parts share
   */
  public RunCheckpoints(
      CheckpointPlan plan,
      CheckpointStore store,
      CheckpointCopies copies,
      Interruption interruption,
      KeptBaseline baseline,
      Consumer<String> warnings,
      long fromTick,
      Map<String, Object> about,
      List<Map<String, Object>> parts,
      String run) {
    this.plan = plan;
    this.store = store;
    this.copies = copies;
    this.interruption = interruption;
    this.baseline = baseline;
    this.warnings = warnings;
    this.fromTick = fromTick;
    this.about = about;
    this.parts = List.copyOf(parts);
    this.run = run;
    lastTick = fromTick;
    writer =
        Executors.newSingleThreadExecutor(
            task -> {
              final Thread thread = new Thread(task, "checkpoints");
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public boolean isDue(long tick) {
    final boolean due = plan.stops() || plan.isKept(tick) || (isDueAgain(tick) && !writing.get());
    if (due) {
      costs.begin();
    }
    return due;
  }

  private boolean isDueAgain(long tick) {
    return plan.isDue(tick - lastTick, System.nanoTime() - lastNanos, costs.lastNanos());
  }

  private void noteTaken(long tick) {
    lastTick = tick;
    lastNanos = System.nanoTime();
  }

  @Override
  public void copied() {
    costs.copied();
  }

  @Override
  public void take(SavedRun saved) {
    noteTaken(saved.tick());
    writing.set(true);
    if (!plan.stops()) {
      writer.execute(() -> writeAndCopy(saved));
      return;
    }
    await();
    if (write(saved)) {
      plan.ended();
      interruption.request();
      // The members end their windows meanwhile, and stay until the copies are complete.
      writer.execute(() -> copy(saved.tick()));
    } else {
      plan.endLater();
      writing.set(false);
    }
  }

  @Override
  public StateImage keep(long tick, int partition, StateImage state) {
    try {
      return store.keep(tick, partition, state);
    } catch (IOException e) {
      throw new EnvironmentException(Reason.of(e), e);
    }
  }

  @Override
  public void failed(long tick, Throwable failure) {
    if (plan.stops()) {
      plan.endLater();
    }
    noteTaken(tick);
    warnings.accept(
        "no checkpoint at tick %s: %s; the run continues".formatted(tick, failure.getMessage()));
  }

  /** Waits until the last checkpoint has been written. */
  private void await() {
    try {
      writer.submit(() -> {}).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns whether a checkpoint is complete; the run goes on if it is not. */
  private boolean write(SavedRun saved) {
    final long start = System.nanoTime();
    try {
      final Map<String, Object> entries = new JsonObject().with(WRITTEN, Instant.now().toString());
      entries.putAll(about);
      if (baseline.jobs() != null) {
        entries.put(StoredCheckpoint.BASELINE, baseline.jobs());
      }
      entries.put(StoredCheckpoint.PARTS, parts(saved.tick()));
      store.write(saved, run, entries);
      plan.written(store.place());
      costs.written(saved.bytes(), System.nanoTime() - start);
      return true;
    } catch (IOException e) {
      warnings.accept(
          "the checkpoint of tick %s could not be written: %s; the run continues"
              .formatted(saved.tick(), Reason.of(e)));
      return false;
    } finally {
      saved.release();
    }
  }

  private void writeAndCopy(SavedRun saved) {
    try {
      if (write(saved)) {
        copy(saved.tick());
      }
    } finally {
      writing.set(false);
    }
  }

  /**
   * Copies the newest checkpoint of the run, beside the simulation, to members that do not have it:
   * after a loss they may be others than before.
   */
  void copyNewest() {
    if (!copies.keepers().isEmpty()) {
      writing.set(true);
      writer.execute(
          () -> {
            try {
              store
                  .newestOf(run, warnings)
                  .ifPresent(checkpoint -> copy(checkpoint.saved().tick()));
            } finally {
              writing.set(false);
            }
          });
    }
  }

  private void copy(long tick) {
    if (copies.keepers().isEmpty()) {
      return;
    }
    final long start = System.nanoTime();
    final List<String> failures = new ArrayList<>();
    int complete = 0;
    try {
      complete = copies.copy(store.toCopy(tick), failed -> failures.add(" at " + failed));
    } catch (IOException e) {
      failures.add(": " + Reason.of(e));
    }
    costs.copiedElsewhere(complete, failures.size(), System.nanoTime() - start);
    for (String failure : copyFailures.news(tick, failures)) {
      warnings.accept("no copy of the checkpoint of tick " + tick + failure);
    }
  }

  /**
   * Returns the parts in which the run was simulated.
   *
   * @param toTick last tick of the last part; null for the end of the run
   */
  public List<Map<String, Object>> parts(Long toTick) {
    final List<Map<String, Object>> all = new ArrayList<>(parts);
    final Host host = Host.current();
    all.add(
        new JsonObject()
            .with("fromTick", fromTick)
            .withIf(toTick != null, "toTick", toTick)
            .with("started", begun.toString())
            .with("ended", Instant.now().toString())
            .with("host", host.name())
            .with("jdk", host.jdk())
            .withIf(costs.any(), "checkpoints", costs.document()));
    return all;
  }

  /** Waits for the last checkpoint. */
  @Override
  public void close() {
    writer.shutdown();
    try {
      if (!writer.awaitTermination(10, TimeUnit.MINUTES)) {
        warnings.accept("writing a checkpoint took more than 10 minutes; it is abandoned");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

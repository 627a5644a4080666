package io.hopwright.runner.recording;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SavedRun;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.KeptBaseline;
import io.hopwright.runner.execution.Simulator;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.StoredDocument;
import io.hopwright.runner.support.Build;
import io.hopwright.runner.support.EnvironmentException;
import io.hopwright.runner.support.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Course of a run with checkpoints, from its newest one if there is one.
 *
 * @param plan times of checkpoints
 * @param place directory of the result
 * @param copies copies of its checkpoints at other members
 * @param from checkpoint to resume from; null for a run that begins at its first tick
 * @param identity identity of the run, common to all its parts
 * @param interruption ends this run only
 * @param warnings receiver of the reason why there is no checkpoint
 */
public record CheckpointedRun(
    CheckpointPlan plan,
    Path place,
    CheckpointCopies copies,
    StoredCheckpoint from,
    String identity,
    Interruption interruption,
    Consumer<String> warnings) {
  /** Name of the entry with the losses that the run has survived. */
  public static final String LOSSES = "losses";

  /**
   * Simulated run.
   *
   * @param parts parts in which it was simulated
   * @param removal removes the checkpoints, which are kept until the result is in its place
   */
  public record Simulated(
      Completion completion, List<Map<String, Object>> parts, Runnable removal) {}

  /** Returns the entries of {@code run.json} that identify a run and the program. */
  public static Map<String, Object> identity(ResolvedConfig config) {
    return new JsonObject()
        .with("version", Build.current().version())
        .with("simulatorSha256", Build.simulator())
        .with(Format.CONFIG_SHA256, config.sha256());
  }

  /**
   * Returns the run that continues from its newest checkpoint if that matches the configuration.
   * Otherwise the run begins at its first tick; if there are checkpoints, it reports the reason.
   */
  public CheckpointedRun fromNewest(ResolvedConfig config) {
    if (!CheckpointStore.exists(place)) {
      return this;
    }
    try (CheckpointStore store = CheckpointStore.open(place)) {
      final StoredCheckpoint newest = store.newest(warnings);
      newest.requireSame(identity(config));
      return new CheckpointedRun(plan, place, copies, newest, newest.run(), interruption, warnings);
    } catch (InputException e) {
      warnings.accept(e.getMessage() + " The run begins at its first tick.");
      return this;
    }
  }

  /** Returns the same run from its own newest checkpoint, or from its original start. */
  public CheckpointedRun fromOwnNewest() {
    try (CheckpointStore store = CheckpointStore.open(place)) {
      return store
          .newestOf(identity, warnings)
          .map(
              newest ->
                  new CheckpointedRun(
                      plan, place, copies, newest, identity, interruption, warnings))
          .orElse(this);
    }
  }

  /** Returns the first simulated tick. */
  public long fromTick() {
    return from == null ? 0 : from.saved().tick();
  }

  /** Returns the losses of JVMs before the checkpoint from which the run continues. */
  public List<Map<String, Object>> lossesBefore() {
    return from == null
        ? List.of()
        : from.document().list(LOSSES).stream().map(StoredDocument::content).toList();
  }

  /**
   * Simulates to the end.
   *
   * @param about further entries of {@code run.json}
   * @param watched returns an additional receiver of the checkpoints
   * @param simulating simulates a course
   */
  public Simulated run(
      ResolvedConfig config,
      Map<String, Object> about,
      UnaryOperator<RunMonitor.Checkpoints> watched,
      Function<Simulator.Course, Completion> simulating) {
    final SavedRun saved = from == null ? SavedRun.NOTHING : from.saved();
    final KeptBaseline baseline = from == null ? new KeptBaseline() : from.baseline();
    final Map<String, Object> entries = new JsonObject().with("study", config.id());
    entries.putAll(identity(config));
    entries.putAll(about);
    entries.put(StoredCheckpoint.CONFIGURATION, config.render());
    try (CheckpointStore store = CheckpointStore.open(place)) {
      final RunCheckpoints checkpoints =
          new RunCheckpoints(
              plan,
              store,
              copies,
              interruption,
              baseline,
              warnings,
              saved.tick(),
              entries,
              from == null ? List.of() : from.parts(),
              identity);
      final Completion run;
      try (checkpoints) {
        checkpoints.copyNewest();
        run =
            simulating.apply(
                new Simulator.Course(
                    RunMonitor.WorkListener.NONE, saved, watched.apply(checkpoints), baseline));
      }
      final boolean ended = run.ending() == Completion.Ending.COMPLETED && !plan.keeps();
      return new Simulated(run, checkpoints.parts(null), ended ? this::removeAll : () -> {});
    }
  }

  private void removeAll() {
    try (CheckpointStore store = CheckpointStore.open(place)) {
      store.removeAll();
      copies.removeAll(place);
    } catch (EnvironmentException | InputException e) {
      warnings.accept(e.getMessage() + "; the run has ended and does not need it");
    }
  }
}

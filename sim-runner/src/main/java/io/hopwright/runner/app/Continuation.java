package io.hopwright.runner.app;

import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.run.EarlierLoad;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.LaterEnd;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.run.WorkloadKeys;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.Origin;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Pilot;
import io.hopwright.runner.recording.CheckpointStore;
import io.hopwright.runner.recording.CheckpointedRun;
import io.hopwright.runner.recording.StoredCheckpoint;
import io.hopwright.runner.support.InputException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Check of a run that continues from a checkpoint: its configuration must equal that of the
 * checkpoint, except for keys that do not affect the ticks before the checkpoint.
 *
 * @param experiment with the newest checkpoint
 * @param config of the rest of the run
 * @param network of the rest of the run
 */
record Continuation(Experiment experiment, ResolvedConfig config, Network<?> network) {
  private static final long NEVER = Long.MAX_VALUE;

  private static final Set<String> OF_RESUMED =
      LaterEnd.KEYS.stream().map(Key::name).collect(Collectors.toUnmodifiableSet());

  /**
   * Returns the rest of the run from the newest checkpoint that its configuration can go on from.
   *
   * @throws InputException that names each key that does not allow it
   */
  Continuation checked() {
    final StoredCheckpoint newest = experiment.from();
    final ResolvedConfig before = configOf(newest);
    newest.requireSame(CheckpointedRun.identity(before));
    final Set<String> changed = changed(before);
    if (changed.isEmpty() && !isBranch()) {
      return this;
    }
    requireAllowed(changed, before);
    final Mistakes mistakes = mistakes(newest, before);
    if (!mistakes.any()) {
      return from(newest);
    }
    final Optional<StoredCheckpoint> older = older(newest.saved().tick());
    if (older.isEmpty()) {
      mistakes.throwIfAny();
    }
    return from(older.orElseThrow());
  }

  /** Returns the rest of the run from a checkpoint, at which the load changes if it differs. */
  private Continuation from(StoredCheckpoint checkpoint) {
    final Experiment rest = experiment.from(checkpoint.ofNewRun(experiment.branchedFrom()));
    final ResolvedConfig before = configOf(checkpoint);
    if (!changed(before).contains(WorkloadKeys.LOAD)) {
      return new Continuation(rest, config, network);
    }
    experiment
        .listener()
        .note(
            "the load changes from %s to %s at tick %s (workload.earlierLoad): the result is not that of the new load alone"
                .formatted(
                    before.value(WorkloadKeys.LOAD),
                    config.value(WorkloadKeys.LOAD),
                    checkpoint.saved().tick()));
    final ResolvedConfig changing =
        config.with(
            Map.of(
                EarlierLoad.LOAD.name(),
                before.value(WorkloadKeys.LOAD),
                EarlierLoad.UNTIL.name(),
                checkpoint.saved().tick()),
            Origin.SET);
    return new Continuation(rest, changing, changing.network());
  }

  /** Returns whether the sources of a branch can follow another load from the checkpoint on. */
  private boolean loadCanChange(ResolvedConfig before) {
    return isBranch()
        && config.settings().containsKey(EarlierLoad.UNTIL.name())
        && config.value(EarlierLoad.UNTIL.name()) == null
        && before.value(EarlierLoad.UNTIL.name()) == null
        && before.value(WorkloadKeys.LOAD) instanceof Double
        && config.value(WorkloadKeys.LOAD) instanceof Double;
  }

  private Optional<StoredCheckpoint> older(long tick) {
    try (CheckpointStore store = CheckpointStore.open(experiment.checkpointsOf(config.id()))) {
      return store.newest(
          experiment.listener()::warning,
          each -> each.saved().tick() < tick && !mistakes(each, configOf(each)).any());
    }
  }

  private ResolvedConfig configOf(StoredCheckpoint checkpoint) {
    return experiment
        .hopwright()
        .studyFromText(experiment.name(), checkpoint.configuration())
        .read()
        .runSettings(experiment.scale())
        .only();
  }

  /** Returns the keys whose values differ from those of the checkpoint. */
  private Set<String> changed(ResolvedConfig before) {
    final Map<String, String> now = config.texts();
    final Map<String, String> then = before.texts();
    return Stream.of(now, then)
        .flatMap(each -> each.keySet().stream())
        .filter(key -> !now.getOrDefault(key, "").equals(then.getOrDefault(key, "")))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private void requireAllowed(Set<String> changed, ResolvedConfig before) {
    final Set<String> allowed = allowed(before);
    final Set<String> later = effectiveFrom(changed, before).keySet();
    final Mistakes mistakes = new Mistakes();
    for (String key : changed) {
      if (!allowed.contains(key) && !later.contains(key)) {
        wrong(
            mistakes,
            key,
            "cannot change, because the ticks before the checkpoint were simulated with it. "
                + (isBranch() ? "A branch" : "A run that is resumed")
                + " can have another "
                + String.join(", ", allowed));
      }
    }
    if (!changed.isEmpty() && Implementation.isReference(config.value(Implementation.KEY))) {
      wrong(
          mistakes,
          Implementation.KEY,
          "= reference cannot continue with other keys; begin a new run, or use the"
              + " fast implementation");
    }
    mistakes.throwIfAny();
  }

  private boolean isBranch() {
    return experiment.branchedFrom() != null;
  }

  /** Returns the keys that can differ, if the checkpoint is early enough. */
  private Set<String> allowed(ResolvedConfig before) {
    final Set<String> allowed = new TreeSet<>(OF_RESUMED);
    if (isBranch()) {
      allowed.add(RunPlan.WARMUP.name());
      allowed.addAll(network.effectiveFrom().keySet());
    }
    if (loadCanChange(before)) {
      allowed.add(WorkloadKeys.LOAD);
    }
    return allowed;
  }

  /**
   * Returns the ticks before which keys have no effect, neither with their former values nor with
   * the new ones; without keys that have one from the first tick on.
   */
  private Map<String, Long> effectiveFrom(Set<String> keys, ResolvedConfig before) {
    final Map<String, Long> ticks = new TreeMap<>();
    if (!isBranch()) {
      return ticks;
    }
    final Map<String, Long> then = before.network().effectiveFrom();
    final Map<String, Long> now = network.effectiveFrom();
    for (String key : keys) {
      final long formerly = before.texts().containsKey(key) ? then.getOrDefault(key, 0L) : NEVER;
      final long from = config.texts().containsKey(key) ? now.getOrDefault(key, 0L) : NEVER;
      if (now.containsKey(key) || then.containsKey(key)) {
        ticks.put(key, Math.min(formerly, from));
      }
    }
    return ticks;
  }

  private void checkEffects(StoredCheckpoint checkpoint, ResolvedConfig before, Mistakes mistakes) {
    final long tick = checkpoint.saved().tick();
    effectiveFrom(changed(before), before)
        .forEach(
            (key, from) -> {
              if (from < tick) {
                wrong(
                    mistakes,
                    key,
                    ("takes effect at tick %s, before the checkpoint of tick %s; use an older"
                            + " checkpoint")
                        .formatted(from, tick));
              }
            });
  }

  private void checkLoad(StoredCheckpoint checkpoint, ResolvedConfig before, Mistakes mistakes) {
    final long tick = checkpoint.saved().tick();
    if (changed(before).contains(WorkloadKeys.LOAD) && tick > network.run().warmupTicks()) {
      wrong(
          mistakes,
          WorkloadKeys.LOAD,
          "cannot change at the checkpoint of tick %s, as the warm-up ends at tick %s; use an older checkpoint, or a longer run.warmupTicks"
              .formatted(tick, network.run().warmupTicks()));
    }
  }

  private void wrong(Mistakes mistakes, String key, String message) {
    mistakes.add(Origin.SET, key, config.texts().get(key), message);
  }

  /** Returns why the run cannot go on from a checkpoint. */
  private Mistakes mistakes(StoredCheckpoint checkpoint, ResolvedConfig before) {
    final Mistakes mistakes = new Mistakes();
    if (Pilot.wanted(config)) {
      wrong(mistakes, RunPlan.WARMUP.name(), "needs a run from the first tick on; give a number");
      return mistakes;
    }
    try {
      new LaterEnd(before.network().run(), network.run(), checkpoint.saved().tick()).check();
    } catch (SettingsException e) {
      for (SettingsException.Problem problem : e.problems()) {
        wrong(mistakes, problem.key(), problem.message());
      }
    }
    checkEffects(checkpoint, before, mistakes);
    checkLoad(checkpoint, before, mistakes);
    return mistakes;
  }
}

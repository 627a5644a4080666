package io.hopwright.models.cascade;

import io.hopwright.core.window.Executor;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import java.util.LinkedHashMap;
import java.util.Map;

/** Settings and runs of a Cascade for tests, as a chain of overrides. */
final class CascadeRuns {
  private final Map<String, Object> overrides = new LinkedHashMap<>();

  private CascadeRuns(Map<String, Object> overrides) {
    this.overrides.putAll(overrides);
  }

  /** A dragonfly measured from tick 0 and not followed after the measured interval. */
  static CascadeRuns dragonfly(long groups, long chassis, long blades) {
    return new CascadeRuns(Map.of())
        .with("machine.groups", groups)
        .with("machine.chassisPerGroup", chassis)
        .with("machine.bladesPerChassis", blades)
        .with("run.warmupTicks", 0L)
        .with("run.followTicks", 0L)
        .with("run.gridTicks", 20_000L);
  }

  CascadeRuns with(String key, Object value) {
    overrides.put(key, value);
    return this;
  }

  /** Returns another chain that goes on from here. */
  CascadeRuns copy() {
    return new CascadeRuns(overrides);
  }

  CascadeRuns drained() {
    return with("run.end", "drained");
  }

  CascadeRuns ticks(long ticks) {
    return with("run.ticks", ticks);
  }

  Settings settings() {
    return Settings.of(new Cascade().parameters(), overrides);
  }

  CascadeNetwork network() {
    return CascadeNetwork.of(settings());
  }

  RunOutcome<CrossbarPartition<Nics>> outcome() {
    return outcome(new SequentialExecutor());
  }

  RunOutcome<CrossbarPartition<Nics>> outcome(Executor executor) {
    return executor.run(network(), new RunMonitor());
  }

  RunResult result() {
    return network().result(outcome());
  }

  @Override
  public String toString() {
    return overrides.toString();
  }
}

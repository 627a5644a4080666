package io.hopwright.models.bluegene;

import io.hopwright.core.window.Executor;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.switching.torusrouter.Observation;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Settings and runs for tests, as a chain of overrides. */
public final class Runs {
  private final Map<String, Object> overrides = new LinkedHashMap<>();
  private Observation.Observer observer = Observation.Observer.NONE;

  private Runs(long x, long y, long z) {
    with("machine.shape", List.of(x, y, z));
    with("run.warmupTicks", 0L);
    with("run.followTicks", 0L);
  }

  /** A torus measured from tick 0 and not followed after the measured interval. */
  public static Runs torus(long x, long y, long z) {
    return new Runs(x, y, z);
  }

  public Runs with(String key, Object value) {
    overrides.put(key, value);
    return this;
  }

  public Runs partition(long x, long y, long z) {
    return with("partition.shape", List.of(x, y, z));
  }

  public Runs drained() {
    return with("run.end", "drained");
  }

  public Runs ticks(long ticks) {
    return with("run.ticks", ticks);
  }

  public Runs observedBy(Observation.Observer someone) {
    observer = someone;
    return this;
  }

  public BlueGeneNetwork network() {
    return BlueGeneNetwork.of(Settings.of(new BlueGeneL().parameters(), overrides), observer);
  }

  public RunOutcome<TorusPartition> outcome() {
    return outcome(new SequentialExecutor());
  }

  public RunOutcome<TorusPartition> outcome(Executor executor) {
    return executor.run(network(), new RunMonitor());
  }

  public RunResult result() {
    return network().result(outcome());
  }

  @Override
  public String toString() {
    return overrides.toString();
  }
}

package io.hopwright.models.bluegene;

import io.hopwright.core.window.Executor;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.switching.torusrouter.TorusObservation;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import java.util.List;

/** Settings and runs for tests, as a chain of overrides. */
public final class Runs {
  private Case settings = Case.of(new BlueGeneL());
  private TorusObservation.Observer observer = TorusObservation.Observer.NONE;

  private Runs(long x, long y, long z) {
    with("machine.shape", List.of(x, y, z));
  }

  /** Returns a torus that is measured from tick 0 and not followed after the measured interval. */
  public static Runs torus(long x, long y, long z) {
    return new Runs(x, y, z);
  }

  public Runs with(String key, Object value) {
    settings = settings.with(key, value);
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

  public Runs observedBy(TorusObservation.Observer someone) {
    observer = someone;
    return this;
  }

  public BlueGeneNetwork network() {
    return BlueGeneNetwork.of(settings.settings(), observer);
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
    return settings.toString();
  }
}

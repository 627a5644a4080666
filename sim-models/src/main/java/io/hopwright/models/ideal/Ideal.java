package io.hopwright.models.ideal;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;

/** Ideal machine: its components; it has no network. */
public final class Ideal extends Machine {
  static final String NAME = "ideal";

  /** Creates the machine. */
  public Ideal() {
    super(
        NAME,
        "The ideal machine: LogGOPS, a latency and gaps, without contention",
        "T. Hoefler, T. Schneider and A. Lumsdaine, LogGOPSim: Simulating Large-Scale Applications"
            + " in the LogGOPS Model, HPDC 2010",
        IdealSettings.COMPONENTS);
  }

  @Override
  public RunResult results() {
    return IdealMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(
        this, settings, () -> new IdealNetwork(IdealSettings.of(settings)));
  }
}

package io.hopwright.runner.command;

import io.hopwright.models.machine.Network;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Crew;
import io.hopwright.runner.execution.Simulator;

/** Simulates for a command, in this JVM or with others. */
final class Runs implements AutoCloseable {
  private final Simulator simulator;
  private final Crew crew;

  /**
   * Creates what simulates.
   *
   * @param crew the JVMs; null for this one alone
   */
  Runs(Simulator simulator, Crew crew) {
    this.simulator = simulator;
    this.crew = crew;
  }

  Completion run(ResolvedConfig config, Network<?> network) {
    return crew == null ? simulator.run(network) : simulator.run(network, config, crew);
  }

  @Override
  public void close() {
    if (crew != null) {
      crew.close();
    }
  }
}

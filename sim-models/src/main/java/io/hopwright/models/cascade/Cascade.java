package io.hopwright.models.cascade;

import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import java.util.List;

/** Cray Cascade: its components and the network built from them. */
public final class Cascade extends Machine {
  /** Creates the machine. */
  public Cascade() {
    super(
        "cascade",
        "Cray Cascade: dragonfly of Aries routers, adaptive routing of each packet",
        "G. Faanes et al., Cray Cascade: a Scalable HPC System based on a Dragonfly Network, SC"
            + " 2012",
        CascadeSettings.COMPONENTS);
  }

  @Override
  public List<KeyScope> scopes() {
    return CascadeSettings.SCOPES;
  }

  @Override
  public RunResult results() {
    return CascadeMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(this, settings, () -> CascadeNetwork.of(settings));
  }
}

package io.hopwright.models.tofu;

import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import java.util.List;

/** TofuD, Tofu2 and Tofu: their components and the network built from them. */
public final class Tofu extends Machine {
  static final String NAME = "tofu";

  /** Creates the machine. */
  public Tofu() {
    super(
        NAME,
        "TofuD, Tofu2, Tofu: six-dimensional mesh/torus with several network interfaces"
            + " per node",
        "Y. Ajima et al., The Tofu Interconnect D, IEEE CLUSTER 2018",
        TofuSettings.COMPONENTS);
  }

  @Override
  public List<KeyScope> scopes() {
    return TofuSettings.SCOPES;
  }

  @Override
  public RunResult results() {
    return TofuMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(this, settings, () -> TofuNetwork.of(settings));
  }
}

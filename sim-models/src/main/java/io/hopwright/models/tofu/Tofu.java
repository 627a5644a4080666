package io.hopwright.models.tofu;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.messaging.Jobs;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.tofu.TofuReference;
import java.util.List;

/** TofuD, Tofu2 and Tofu: their parts, and the network they make up. */
public final class Tofu implements Machine {
  static final String NAME = "tofu";
  static final String PAPER = "Ajima et al. 2018, section ";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String title() {
    return "TofuD, Tofu2, Tofu: six-dimensional mesh/torus with several network interfaces a node";
  }

  @Override
  public String source() {
    return "Y. Ajima et al., The Tofu Interconnect D, IEEE CLUSTER 2018";
  }

  @Override
  public List<Component> components() {
    return TofuSettings.COMPONENTS;
  }

  @Override
  public RunResult results() {
    return TofuMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(
        settings, () -> TofuNetwork.of(settings), network -> reference(settings, network));
  }

  private static TofuReference reference(Settings settings, TofuNetwork network) {
    final Jobs jobs = network.placedJobs();
    return new TofuReference(settings, network, jobs.software(), jobs.placed());
  }
}

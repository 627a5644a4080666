package io.hopwright.models.cascade;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.messaging.Jobs;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.cascade.CascadeReference;
import java.util.List;

/** Cray Cascade: its parts, and the network they make up. */
public final class Cascade implements Machine {
  static final String PAPER = "Faanes et al. 2012, section ";

  @Override
  public String name() {
    return "cascade";
  }

  @Override
  public String title() {
    return "Cray Cascade: dragonfly of Aries routers, adaptive routing packet by packet";
  }

  @Override
  public String source() {
    return "G. Faanes et al., Cray Cascade: a Scalable HPC System based on a Dragonfly Network, SC"
        + " 2012";
  }

  @Override
  public List<Component> components() {
    return CascadeSettings.COMPONENTS;
  }

  @Override
  public RunResult results() {
    return CascadeMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(
        settings, () -> CascadeNetwork.of(settings), network -> reference(settings, network));
  }

  private static CascadeReference reference(Settings settings, CascadeNetwork network) {
    final Jobs jobs = network.placedJobs();
    return new CascadeReference(settings, network, jobs.software(), jobs.placed());
  }
}

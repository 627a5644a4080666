package io.hopwright.models.tnw;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.messaging.Jobs;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.tnw.TnwReference;
import java.util.List;
import java.util.Map;

/** TNW, the torus without switches of QPACE and AuroraScience: {@code docs/models/tnw.md}. */
public final class Tnw implements Machine {
  static final String NAME = "tnw";
  static final String PAPER = "Pivanti et al. 2010, section ";
  private static final Map<String, String> FORMER_KEYS =
      Map.of("workload.threads", "workload.threadsPer");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String title() {
    return "TNW: torus of FPGA network processors, each packet over one link that sends it again";
  }

  @Override
  public String source() {
    return "M. Pivanti, S. F. Schifano, H. Simma, An FPGA-based torus communication network,"
        + " Lattice 2010, arXiv:1102.2346";
  }

  @Override
  public List<Component> components() {
    return TnwSettings.COMPONENTS;
  }

  @Override
  public Map<String, String> formerKeys() {
    return FORMER_KEYS;
  }

  @Override
  public RunResult results() {
    return TnwMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(
        settings,
        () -> new TnwNetwork(TnwSettings.of(settings)),
        network -> reference(settings, network));
  }

  private static TnwReference reference(Settings settings, TnwNetwork network) {
    final Jobs jobs = network.placedJobs();
    return new TnwReference(settings, network, jobs.software(), jobs.placed());
  }
}

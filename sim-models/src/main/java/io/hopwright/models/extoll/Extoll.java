package io.hopwright.models.extoll;

import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import java.util.List;
import java.util.Map;

/** EXTOLL with network-attached accelerators: {@code docs/models/extoll.md}. */
public final class Extoll extends Machine {
  static final String NAME = "extoll";

  /** Creates the machine. */
  public Extoll() {
    super(
        NAME,
        "EXTOLL: torus of network-attached accelerators, with hosts attached to it;"
            + " GreenICE, DEEP booster",
        "D. Frey, Design and Implementation of a Network-Attached Accelerator to Improve Data"
            + " Movement in HPC Environments, dissertation, Heidelberg 2021",
        ExtollSettings.COMPONENTS);
  }

  @Override
  public Map<String, String> formerKeys() {
    return Map.ofEntries(
        Map.entry("bridge.rate", "bridge.megabytesPerSecond"),
        Map.entry("p2p.readRate", "p2p.readMegabytesPerSecond"),
        Map.entry("p2p.writeRate", "p2p.writeMegabytesPerSecond"),
        Map.entry("unit.injectTicks", "unit.injectionTicks"),
        Map.entry("unit.ejectTicks", "unit.ejectionTicks"),
        Map.entry("workload.notify", "workload.notifiedEnds"));
  }

  @Override
  public List<KeyScope> scopes() {
    return ExtollSettings.SCOPES;
  }

  @Override
  public RunResult results() {
    return ExtollMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(
        this, settings, () -> new ExtollNetwork(ExtollSettings.of(settings)));
  }
}

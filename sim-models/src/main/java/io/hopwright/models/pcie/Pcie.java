package io.hopwright.models.pcie;

import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import java.util.List;
import java.util.Map;

/** PCI Express between accelerators: {@code docs/models/pcie.md}. */
public final class Pcie extends Machine {
  static final String NAME = "pcie";

  /** Creates the machine. */
  public Pcie() {
    super(
        NAME,
        "PCI Express trees of GPUs, alone, and joined by InfiniBand, PEACH2 or APEnet+",
        "D. Frey, Design and Implementation of a Network-Attached Accelerator to Improve Data"
            + " Movement in HPC Environments, dissertation, Heidelberg 2021, chapter 3",
        PcieSettings.COMPONENTS);
  }

  @Override
  public Map<String, String> formerKeys() {
    return Map.ofEntries(
        Map.entry("card.rate", "card.megabytesPerSecond"),
        Map.entry("gpu.rate", "gpu.megabytesPerSecond"),
        Map.entry("memory.rate", "memory.megabytesPerSecond"),
        Map.entry("network.rate", "network.megabytesPerSecond"),
        Map.entry("qpi.peerRate", "qpi.peerMegabytesPerSecond"),
        Map.entry("root.readRate", "root.readMegabytesPerSecond"),
        Map.entry("root.writeRate", "root.writeMegabytesPerSecond"));
  }

  @Override
  public List<KeyScope> scopes() {
    return PcieSettings.SCOPES;
  }

  @Override
  public RunResult results() {
    return PcieMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(this, settings, () -> new PcieNetwork(PcieSettings.of(settings)));
  }
}

package io.hopwright.runner.bench;

import io.hopwright.models.Machines;
import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The simulated network of a row. */
final class RowNetwork {
  private static final String MACHINE = "bluegene-l";

  /** More than a row ever simulates. */
  private static final long TICKS = 1L << 31;

  private RowNetwork() {}

  /** Returns the network of a row; what it measures begins early and never ends. */
  static Network<?> of(RowPlan plan) {
    final Machine machine =
        Machines.all().stream()
            .filter(candidate -> candidate.name().equals(MACHINE))
            .findFirst()
            .orElseThrow();
    final Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("machine.shape", plan.shape());
    settings.put("partition.shape", plan.partitionShape());
    settings.put("workload.kind", "uniform");
    settings.put("workload.load", plan.load());
    settings.put("workload.packetBytes", List.of(256L));
    settings.put("run.warmupTicks", 1_000L);
    settings.put("run.ticks", TICKS);
    return machine.network(Settings.of(machine.parameters(), settings));
  }
}

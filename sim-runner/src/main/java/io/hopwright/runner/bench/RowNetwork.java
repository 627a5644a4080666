package io.hopwright.runner.bench;

import io.hopwright.models.Machines;
import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.Settings;
import io.hopwright.runner.config.Origin;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.config.RunSettings;
import io.hopwright.runner.config.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The simulated network of a row. */
final class RowNetwork {
  /** More than a row ever simulates. */
  private static final long TICKS = 1L << 31;

  private RowNetwork() {}

  /** Returns the network of a row; what it measures begins early and never ends. */
  static Network<?> of(RowPlan plan) {
    final Machine machine = machine(plan);
    return machine.network(Settings.of(machine.parameters(), settings(plan)));
  }

  /** Returns the configuration of a row's network, for other JVMs to build it from. */
  static ResolvedConfig config(RowPlan plan) {
    final Map<String, Setting> layer = new LinkedHashMap<>();
    settings(plan).forEach((key, value) -> layer.put(key, Setting.of(value, Origin.SET)));
    return RunSettings.of("bench", plan.toString(), machine(plan), List.of(layer), List.of())
        .only();
  }

  private static Machine machine(RowPlan plan) {
    return Machines.all().stream()
        .filter(candidate -> candidate.name().equals(plan.machine()))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, Object> settings(RowPlan plan) {
    final Map<String, Object> settings = new LinkedHashMap<>(plan.rows().settings(plan));
    settings.put("workload.kind", plan.traffic());
    settings.put("workload.load", plan.loadSetting());
    settings.put("statistics.heat", "never");
    settings.put("run.warmupTicks", 1_000L);
    settings.put("run.ticks", TICKS);
    return settings;
  }
}

package io.hopwright.models.pcie;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.models.host.PcieLink;
import io.hopwright.models.machine.Forecast;
import io.hopwright.models.machine.RunPlan;

/** How much traffic a run will see: what {@link PcieBounds} allows, launches included. */
final class PcieForecast {
  private final PcieSettings settings;
  private final PcieWorkload workload;
  private final PcieBounds bounds;
  private final int columns;

  PcieForecast(PcieSettings settings, int columns) {
    this.settings = settings;
    this.columns = columns;
    workload = settings.workload();
    bounds = new PcieBounds(settings);
  }

  Forecast forecast() {
    double packetsPerTick = 0;
    double hopsPerTick = 0;
    double slowest = 0;
    double hops = 0;
    final double packets = workload.sizes().mean(bytes -> (bytes - 1.0) / PcieLink.MOST_DATA + 1);
    for (int flow = 0; flow < workload.flows().size(); flow++) {
      final double messageTicks = messageTicks(flow);
      packetsPerTick += packets * workload.flows().get(flow).stages().size() / messageTicks;
      hopsPerTick += packets * bounds.hops(flow) / messageTicks;
      slowest = Math.max(slowest, workload.messages() * messageTicks);
      hops += packets * bounds.hops(flow) * workload.messages();
    }
    final RunPlan run = settings.run();
    final double ticks =
        run.end() == RunPlan.End.DRAINED ? slowest : run.expectedTicks(packetsPerTick, 0);
    return new Forecast(
        Math.max(1, ticks),
        workload.isEndless() ? hopsPerTick * ticks : Math.min(hops, hopsPerTick * ticks),
        1,
        0,
        IntervalSeries.rowBytes(columns),
        0);
  }

  /** Returns the mean time from the beginning of a message of a flow to that of the next. */
  private double messageTicks(int flow) {
    return workload
        .sizes()
        .mean(
            bytes ->
                Math.max(
                    (double) workload.intervalTicks(),
                    launches(flow, workload.chunks(bytes)) + bytes / bounds.rate(flow)));
  }

  private double launches(int flow, int chunks) {
    return workload.flows().get(flow).stages().stream()
        .mapToDouble(stage -> stage.launchTicks() + (double) stage.chunkTicks() * chunks)
        .sum();
  }
}

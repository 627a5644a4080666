package io.hopwright.models.pcie;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.models.host.PcieLink;
import io.hopwright.models.pcie.engines.EngineDesign;
import io.hopwright.models.pcie.engines.FlowStage;
import io.hopwright.models.pcie.engines.MessageFlow;
import io.hopwright.models.pcie.engines.PcieWorkload;
import io.hopwright.models.pcie.tree.ElementKind;
import io.hopwright.models.pcie.tree.PcieElements;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.RunPlan;
import java.util.Arrays;
import java.util.List;

/** Forecast of the traffic in a run: the rates of {@link PcieBounds}, launches included. */
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
    final double packets = workload.sizes().mean(bytes -> 1 + (bytes - 1) / PcieLink.MOST_DATA);
    for (int flow = 0; flow < workload.flows().size(); flow++) {
      final double messageTicks = messageTicks(flow);
      packetsPerTick += packets * stages(flow).size() / messageTicks;
      hopsPerTick += packets * bounds.hops(flow) / messageTicks;
      slowest = Math.max(slowest, workload.messages() * messageTicks + wayTicks(flow));
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
                    launches(flow, workload.chunks(bytes)) + bytes / rate(flow)));
  }

  /** Returns the bytes per tick of a flow, held up by waits for answers and buffers if need be. */
  private double rate(int flow) {
    final double rate =
        stages(flow).stream()
            .filter(FlowStage::pull)
            .mapToDouble(this::readRate)
            .reduce(bounds.rate(flow), Math::min);
    final MessageFlow of = workload.flows().get(flow);
    return of.isBuffered() ? Math.min(rate, bufferRate(of, flow, rate)) : rate;
  }

  /** Returns the bytes per tick if all buffers hold chunks, each for all stages and signals. */
  private double bufferRate(MessageFlow of, int flow, double rate) {
    final double chunk = Math.min(workload.chunkBytes(), workload.sizes().largest());
    final double turn = of.stages().size() * chunk / rate + 2 * wayTicks(flow);
    return of.buffers() * chunk / turn;
  }

  /** Returns the bytes per tick of as many reads as a stream has outstanding at most. */
  private double readRate(FlowStage stage) {
    final PcieElements elements = settings.topology().elements();
    final EngineDesign engine = settings.engine();
    final ElementKind owner = elements.kind(stage.from());
    final int reads = engine.reads(elements.kind(stage.to()), owner);
    return (double) reads
        * engine.dma().readBytes()
        / (2 * wayTicks(stage) + engine.readTicks(owner));
  }

  private double wayTicks(int flow) {
    return stages(flow).stream().mapToDouble(this::wayTicks).sum();
  }

  /** Returns the ticks of the hops of a packet at zero load. */
  private double wayTicks(FlowStage stage) {
    final int ports = settings.graph().ports();
    final int[] way =
        settings.topology().elements().way(settings.graph(), stage.from(), stage.to());
    return Arrays.stream(way).mapToDouble(link -> settings.edges().hopTicks(link % ports)).sum();
  }

  private List<FlowStage> stages(int flow) {
    return workload.flows().get(flow).stages();
  }

  private double launches(int flow, int chunks) {
    return stages(flow).stream()
        .mapToDouble(stage -> stage.launchTicks() + (double) stage.chunkTicks() * chunks)
        .sum();
  }
}

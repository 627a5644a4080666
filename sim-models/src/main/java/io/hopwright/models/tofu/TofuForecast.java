package io.hopwright.models.tofu;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.models.machine.FlowTables;
import io.hopwright.models.machine.Forecast;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.messaging.Jobs;

/**
 * How much traffic a run will see: what nodes offer, or what {@link TofuBounds} allows if that is
 * less. Taken for granted: a permutation loads links as uniform traffic does.
 */
final class TofuForecast {
  private final TofuSettings settings;
  private final TofuWorkload workload;
  private final TofuBounds bounds;
  private final RunPlan run;
  private final int columns;
  private final double nodes;

  TofuForecast(TofuSettings settings, int columns) {
    this.settings = settings;
    this.columns = columns;
    workload = settings.workload();
    bounds = new TofuBounds(settings);
    run = settings.run();
    nodes = workload.nodes();
  }

  Forecast forecast() {
    return workload.jobs() || workload.barrier() ? ofPrograms() : ofWorkload();
  }

  /** What barriers send is next to nothing. */
  private Forecast ofPrograms() {
    final int mtuBytes = settings.tnis().mtuBytes();
    final int answers = settings.tnis().acknowledge() ? 1 : 0;
    return settings
        .jobs()
        .forecast(
            run,
            columns,
            bytes -> Jobs.packets(bytes, mtuBytes) + answers,
            settings.topology().machine().grid()::distance);
  }

  private Forecast ofWorkload() {
    final double most = bounds.rate();
    final Double offered =
        workload.offeredBytesPerTick() == null
            ? null
            : (Double) (workload.offeredBytesPerTick() / bounds.packetBytes());
    final double overload = offered == null ? 0 : offered / most;
    final double rate = offered == null ? most : Math.min(offered, most);
    final double ticks = Math.max(1, ticks(rate, overload));
    // A packet takes its links some time after its message was born.
    final double busy = run.end() == RunPlan.End.TICKS ? Math.max(0, ticks - delayTicks()) : ticks;
    final double requests = Math.min(finitePackets(), rate * nodes * busy);
    return new Forecast(
        ticks,
        requests * bounds.packetsPerRequest() * bounds.meanHops(),
        Math.min(1, rate / most),
        overload,
        IntervalSeries.rowBytes(columns),
        FlowTables.bytes(settings.observation().flows(), requests, nodes));
  }

  private double finitePackets() {
    return workload.allToAll()
        ? workload.meanPacketsPerMessage() * nodes * (nodes - 1)
        : Double.POSITIVE_INFINITY;
  }

  private double ticks(double rate, double overload) {
    return run.end() == RunPlan.End.DRAINED && workload.allToAll()
        ? finitePackets() / (rate * nodes)
        : run.expectedTicks(rate * nodes * bounds.packetsPerRequest(), overload);
  }

  /** Mean delay of a link of a packet since the birth of its message. */
  private double delayTicks() {
    return settings.tnis().leadTicks()
        + settings.tnis().injectionTicks()
        + bounds.meanHops() / 2 * settings.hopTicks();
  }
}

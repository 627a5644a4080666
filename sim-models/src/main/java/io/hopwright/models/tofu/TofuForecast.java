package io.hopwright.models.tofu;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.OpenLoop;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.traffic.pattern.Sources;

/**
 * Forecast of the traffic in a run: the offered load, or the limit in {@link TofuBounds} if that is
 * less.
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
    return workload.jobs() || workload.barrier()
        ? ofPrograms()
        : openLoop().forecast(IntervalSeries.rowBytes(columns), settings.observation().flows());
  }

  /** Returns the forecast of programs; the traffic of barriers is negligible. */
  private Forecast ofPrograms() {
    final int mtuBytes = settings.tnis().keys().mtuBytes();
    final int answers = settings.tnis().keys().acknowledge() ? 1 : 0;
    return settings
        .jobs()
        .forecast(
            run,
            columns,
            bytes -> Jobs.packets(bytes, mtuBytes) + answers,
            settings.topology().machine().grid()::distance);
  }

  /** Returns the number of packets of a run until it is drained; null if unknown. */
  Long packetsUntilDrained() {
    if (workload.jobs()) {
      return null;
    }
    return workload.barrier()
        ? (Long) settings.barriers().completions()
        : openLoop().packetsUntilDrained();
  }

  private OpenLoop openLoop() {
    final Double bytes = workload.offeredBytesPerTick();
    final Sources sources = workload.sources();
    final double senders = sources.offering();
    return new OpenLoop(
        run,
        senders,
        bytes == null ? null : (Double) (bytes / bounds.packetBytes()),
        bounds.eachRate() * nodes / senders,
        bounds.rate() * nodes / senders,
        sources.isFinite()
            ? workload.meanPacketsPerMessage() * nodes * sources.messages()
            : Double.POSITIVE_INFINITY,
        bounds.packetsPerRequest(),
        bounds.meanHops(),
        delayTicks());
  }

  /** Returns the mean delay of a link of a packet since its message was generated. */
  private double delayTicks() {
    return settings.tnis().leadTicks()
        + settings.tnis().injectionTicks()
        + bounds.meanHops() / 2 * settings.hopTicks();
  }
}

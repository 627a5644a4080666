package io.hopwright.models.extoll;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.models.extoll.network.ExtollCells;
import io.hopwright.models.extoll.units.UnitRanks;
import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.OpenLoop;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.traffic.pattern.Sources;

/**
 * Forecast of the traffic in a run: the offered load, or the limit in {@link ExtollBounds} if that
 * is less. Errors are omitted.
 */
final class ExtollForecast {
  private final ExtollSettings settings;
  private final ExtollWorkload workload;
  private final ExtollBounds bounds;
  private final RunPlan run;
  private final int columns;
  private final double accelerators;

  ExtollForecast(ExtollSettings settings, ExtollBounds bounds, int columns) {
    this.settings = settings;
    this.bounds = bounds;
    this.columns = columns;
    workload = settings.workload();
    run = settings.run();
    accelerators = settings.topology().accelerators();
  }

  Forecast forecast() {
    return workload.isTraffic()
        ? openLoop().forecast(IntervalSeries.rowBytes(columns), settings.observation().flows())
        : ofThreads();
  }

  /** Returns the forecast of threads; their duration is unknown before a run, and negligible. */
  private Forecast ofThreads() {
    final long eagerBytes = settings.jobs().software().eagerBytes();
    return settings
        .jobs()
        .forecast(
            run,
            columns,
            bytes ->
                Jobs.packets(
                    bytes, bytes <= eagerBytes ? UnitRanks.MOST_MAIL : ExtollCells.MOST_DATA),
            settings.router().tables()::hops);
  }

  /** Returns the number of packets of a run until it is drained; null if unknown. */
  Long packetsUntilDrained() {
    return workload.program() == null ? openLoop().packetsUntilDrained() : null;
  }

  private OpenLoop openLoop() {
    final Double bytes = workload.offeredBytesPerTick();
    final Sources sources = workload.sources();
    final double senders = sources.offering();
    return new OpenLoop(
        run,
        senders,
        bytes == null ? null : (Double) (bytes / bounds.packetBytes()),
        bounds.eachRate() * accelerators / senders,
        bounds.rate() * accelerators / senders,
        sources.isFinite()
            ? workload.meanPacketsPerMessage() * accelerators * sources.messages()
            : Double.POSITIVE_INFINITY,
        1,
        bounds.meanHops(),
        delayTicks());
  }

  /** Returns the mean delay of a link of a packet since its message was generated. */
  private double delayTicks() {
    return settings.units().injectionTicks() + bounds.meanHops() / 2 * settings.hopTicks();
  }
}

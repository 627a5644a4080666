package io.hopwright.models.extoll;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.models.machine.FlowTables;
import io.hopwright.models.machine.Forecast;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.messaging.Jobs;

/**
 * How much traffic a run will see: what accelerators offer, or what {@link ExtollBounds} allows if
 * that is less. Errors are left out.
 */
final class ExtollForecast {
  private final ExtollSettings settings;
  private final ExtollWorkload workload;
  private final ExtollBounds bounds;
  private final RunPlan run;
  private final int columns;
  private final double accelerators;

  ExtollForecast(ExtollSettings settings, int columns) {
    this.settings = settings;
    this.columns = columns;
    workload = settings.workload();
    bounds = new ExtollBounds(settings);
    run = settings.run();
    accelerators = settings.topology().accelerators();
  }

  Forecast forecast() {
    return workload.isTraffic() ? ofTraffic() : ofThreads();
  }

  /** How long threads take nobody knows before they run; it is next to nothing. */
  private Forecast ofThreads() {
    final long eagerBytes = settings.jobs().software().eagerBytes();
    return settings
        .jobs()
        .forecast(
            run,
            columns,
            bytes ->
                Jobs.packets(bytes, bytes <= eagerBytes ? UnitRanks.MOST_MAIL : Cells.MOST_DATA),
            settings.router().tables()::hops);
  }

  private Forecast ofTraffic() {
    final double most = bounds.rate();
    final Double offered = packetsPerTick();
    final double overload = offered == null ? 0 : offered / most;
    final double rate = offered == null ? most : Math.min(offered, most);
    final double ticks = Math.max(1, ticks(rate, overload));
    final double busy = run.end() == RunPlan.End.TICKS ? Math.max(0, ticks - delayTicks()) : ticks;
    final double packets = Math.min(finitePackets(), rate * accelerators * busy);
    return new Forecast(
        ticks,
        packets * bounds.meanHops(),
        Math.min(1, rate / most),
        overload,
        IntervalSeries.rowBytes(columns),
        FlowTables.bytes(settings.observation().flows(), packets, accelerators));
  }

  private Double packetsPerTick() {
    return workload.offeredBytesPerTick() == null
        ? null
        : (Double) (workload.offeredBytesPerTick() / bounds.packetBytes());
  }

  private double finitePackets() {
    return workload.allToAll()
        ? workload.meanPacketsPerMessage() * accelerators * (accelerators - 1)
        : Double.POSITIVE_INFINITY;
  }

  private double ticks(double rate, double overload) {
    return run.end() == RunPlan.End.DRAINED && workload.allToAll()
        ? finitePackets() / (rate * accelerators)
        : run.expectedTicks(rate * accelerators, overload);
  }

  /** Mean delay of a link of a packet since the birth of its message. */
  private double delayTicks() {
    return settings.units().injectionTicks() + bounds.meanHops() / 2 * settings.hopTicks();
  }
}

package io.hopwright.models.bluegene;

import io.hopwright.core.statistics.IntervalSeries;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.switching.torusrouter.PacketLog;
import io.hopwright.models.switching.torusrouter.TorusObservation;
import io.hopwright.models.switching.torusrouter.TorusTotals;
import io.hopwright.models.tables.FlowTables;

/**
 * Forecast of the traffic on a BlueGene/L torus in a run: the offered load, or the capacity of the
 * links if that is less.
 *
 * <p>Assumption: a torus reaches {@value #EFFICIENCY} of the capacity of its busiest links. This
 * holds for dynamic routing on cubes; static routing and asymmetric shapes stay a quarter below.
 */
final class TrafficForecast {
  private static final double EFFICIENCY = 0.97;

  private final BlueGeneTraffic traffic;
  private final RunPlan run;
  private final TorusObservation.Extras extras;
  private final double nodes;
  private final double mostHopsPerTick;
  private final double hopsPerTick;

  /**
   * Prepares the forecast.
   *
   * @param extras optional measurements
   */
  TrafficForecast(BlueGeneTraffic traffic, RunPlan run, TorusObservation.Extras extras, int nodes) {
    this.traffic = traffic;
    this.run = run;
    this.extras = extras;
    this.nodes = nodes;
    mostHopsPerTick = EFFICIENCY * traffic.mostHopsPerTick();
    hopsPerTick = Math.min(mostHopsPerTick, traffic.offeredHopsPerTick());
  }

  Forecast forecast() {
    final double all = allHops();
    final double ticks = Math.max(1, ticks(all));
    final double hops = Math.min(all, hopsPerTick * ticks);
    return new Forecast(
        ticks,
        hops,
        Math.min(1, hops / ticks / mostHopsPerTick),
        traffic.overload(),
        IntervalSeries.rowBytes(TorusTotals.SIZE),
        FlowTables.bytes(extras.flows(), hops / traffic.hopsPerDelivery(), nodes)
            + PacketLog.ENTRY_BYTES * logEntries(ticks, hops));
  }

  /** A packet is generated, enters the network, hops and is delivered. */
  private double logEntries(double ticks, double hops) {
    final PacketLog.Filter log = extras.log();
    if (log == null) {
      return 0;
    }
    final double end = Math.min(ticks, (double) log.toTick());
    final double ticksShare = Math.max(0, end - (double) log.fromTick()) / ticks;
    final double ends = (log.source() < 0 ? 1 : nodes) * (log.destination() < 0 ? 1 : nodes);
    final double all = hops * (1 + 3 / traffic.hopsPerDelivery()) * ticksShare / ends;
    return Math.min(all, (double) log.mostEntries());
  }

  /** Hops of all packets that can come; more than any run sees if sources never end. */
  private double allHops() {
    return switch (run.end()) {
      case PACKETS -> run.packets() * traffic.hopsPerDelivery();
      case DRAINED -> traffic.expectedDeliveries() * traffic.hopsPerDelivery();
      case TICKS, JOBS ->
          traffic.finite()
              ? traffic.expectedDeliveries() * traffic.hopsPerDelivery()
              : Double.MAX_VALUE;
    };
  }

  private double ticks(double allHops) {
    final double sending = (double) run.warmupTicks() + run.ticks();
    return switch (run.end()) {
      // Of packets that are followed while the machine is saturated some arrive very late.
      case TICKS -> traffic.overload() > EFFICIENCY ? (double) run.lastTick() : sending;
      case PACKETS -> allHops / hopsPerTick;
      case DRAINED, JOBS -> Math.max(traffic.finite() ? 0 : sending, allHops / hopsPerTick);
    };
  }
}

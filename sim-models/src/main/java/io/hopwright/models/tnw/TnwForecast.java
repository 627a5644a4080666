package io.hopwright.models.tnw;

import io.hopwright.models.messaging.ranks.Jobs;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.tables.FlowTables;
import io.hopwright.models.tnw.programs.LatticeBoltzmann;

/**
 * Forecast of the traffic of a TNW in a run: the offered load, or the capacity of threads, engines
 * and links if that is less. Errors are omitted.
 */
final class TnwForecast {
  private final TnwSettings settings;
  private final TnwWorkload workload;
  private final TnwBounds bounds;
  private final RunPlan run;
  private final double nodes;

  TnwForecast(TnwSettings settings) {
    this.settings = settings;
    workload = settings.workload();
    bounds = new TnwBounds(settings);
    run = settings.run();
    nodes = settings.grid().routers();
  }

  Forecast forecast() {
    return workload.kind() == TnwWorkload.Kind.JOBS ? ofJobs() : ofThreads();
  }

  private Forecast ofJobs() {
    return settings
        .jobs()
        .forecast(
            run,
            TnwCounter.SIZE,
            bytes -> Jobs.packets(bytes, TnwLinks.PACKET_BYTES),
            settings.grid()::distance);
  }

  private Forecast ofThreads() {
    final double most = bounds.nodePacketsPerTick();
    final Double offered = offered();
    final double overload = offered == null ? 0 : offered / most;
    final double rate =
        switch (workload.kind()) {
          case NEIGHBOURS -> nodes * (offered == null ? most : Math.min(offered, most));
          case PING_PONG -> nodes / 2 * workload.mostPackets() / bounds.messageLatencyTicks();
          case LBM -> lbmPacketsPerTick();
          case JOBS -> 0;
        };
    final double finite =
        workload.kind() == TnwWorkload.Kind.PING_PONG
            ? nodes * workload.keys().rounds() * workload.mostPackets()
            : Double.POSITIVE_INFINITY;
    final double ticks =
        Math.max(
            1,
            run.end() == RunPlan.End.DRAINED && finite < Double.POSITIVE_INFINITY
                ? finite / rate
                : run.expectedTicks(rate, overload));
    final double packets = Math.min(finite, rate * ticks);
    return new Forecast(
        ticks,
        packets,
        Math.min(1, offered == null ? 1 : overload),
        overload,
        TnwNetwork.rowBytes(),
        FlowTables.bytes(settings.observation().flows(), packets, nodes));
  }

  /** Returns the packets that a node offers per tick over all its ports; null if saturated. */
  private Double offered() {
    final Double ofPort = workload.packetsPerTick();
    return ofPort == null ? null : (Double) (workload.ports().length * ofPort);
  }

  private double lbmPacketsPerTick() {
    final LatticeBoltzmann program = (LatticeBoltzmann) workload.program(run);
    final double packets =
        2.0 * program.packetsX() + (program.directions() - 2.0) * program.packetsY();
    final double stepTicks =
        program.computeTicks()
            + settings.host().keys().creditTicks()
            + bounds.packetTicks() * program.packetsX();
    return nodes * packets / stepTicks;
  }
}

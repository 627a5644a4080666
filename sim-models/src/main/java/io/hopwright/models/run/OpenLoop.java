package io.hopwright.models.run;

import io.hopwright.models.measure.Flows;
import io.hopwright.models.tables.FlowTables;

/**
 * Synthetic traffic of sources that do not react to the network, with its theoretical values. A
 * request is a packet that is not an answer. Immutable; safe for any thread.
 *
 * @param run duration and phases of the run
 * @param nodes number of sending nodes
 * @param offered requests per tick offered by a node; null for saturated sources
 * @param most requests per tick and node that the links allow
 * @param allowed requests per tick and node above which the offered load is too high
 * @param requests requests of all nodes; infinity if there is no last one
 * @param packetsPerRequest packets of a request and its answers
 * @param meanHops mean links of a packet
 * @param delayTicks mean ticks from the generation of a message until one of its packets takes a
 *     link
 */
public record OpenLoop(
    RunPlan run,
    double nodes,
    Double offered,
    double most,
    double allowed,
    double requests,
    double packetsPerRequest,
    double meanHops,
    double delayTicks) {
  /**
   * Returns the forecast of a run.
   *
   * @param rowBytes memory of a row of the series
   * @param flows packets to count separately
   */
  public Forecast forecast(long rowBytes, Flows.Detail flows) {
    final double overload = offered == null ? 0 : offered / allowed;
    final double rate = nodes * (offered == null ? most : Math.min(offered, most));
    final double ticks = Math.max(1, ticks(rate, overload));
    // A packet takes its links some time after its message was generated.
    final double busy = run.end() == RunPlan.End.TICKS ? Math.max(0, ticks - delayTicks) : ticks;
    final double sent = Math.min(requests, rate * busy);
    return new Forecast(
        ticks,
        sent * packetsPerRequest * meanHops,
        Math.min(1, rate / (nodes * most)),
        overload,
        rowBytes,
        FlowTables.bytes(flows, sent, nodes));
  }

  private double ticks(double rate, double overload) {
    return run.end() == RunPlan.End.DRAINED && Double.isFinite(requests)
        ? requests / rate
        : run.expectedTicks(rate * packetsPerRequest, overload);
  }

  /** Returns the number of packets of a run until it is drained; null if unknown. */
  public Long packetsUntilDrained() {
    if (Double.isFinite(requests)) {
      return Math.round(packetsPerRequest * requests);
    }
    return offered == null
        ? null
        : (Long)
            Math.round(packetsPerRequest * nodes * offered * (run.warmupTicks() + run.ticks()));
  }
}

package io.hopwright.models.reference.extoll;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.reference.ReferenceCounts;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferencePortModel;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.SharedMetrics.Rate;
import java.util.List;
import java.util.Map;

/** Reference EXTOLL and its measurements, under the names of {@code docs/results.md}. */
public final class ExtollReference extends ReferencePortModel {
  private final ExtollParameters parameters;
  private final GivenJobs jobs;
  private final int nodes;

  /**
   * Creates the reference model of consistent settings.
   *
   * @param network that they describe
   * @param jobs that run on it, and the software of its nodes
   */
  public ExtollReference(Settings settings, Network<?> network, GivenJobs jobs) {
    super(ReferenceExtoll.KINDS, ReferenceExtoll.UNIT);
    this.jobs = jobs;
    parameters = new ExtollParameters(settings, network.run().sendingTo());
    final ReferenceExtollTopology topology = new ReferenceExtollTopology(parameters);
    nodes = topology.nodes();
    for (int node = 0; node < nodes; node++) {
      for (int port = 0; port < ReferenceExtollTopology.ALL_PORTS; port++) {
        final boolean leads =
            port >= ReferenceExtollTopology.FIRST_UNIT || topology.farEnd(node, port) != null;
        add(ReferenceExtoll.kind(port), leads ? 1 : 0);
      }
    }
  }

  @Override
  public ReferenceMachine build() {
    return new ReferenceExtoll(parameters, new ExtollRules(), jobs.software(), jobs.placed());
  }

  /** Returns the rate: one byte per tick of 5/63 ns is 12.6 GB/s. */
  @Override
  public Rate rate() {
    return new Rate("GB/s/node", 12.6);
  }

  @Override
  public void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> all) {
    final ReferenceCounts whole = measured.whole();
    final ReferenceCounts counts = measured.measured();
    all.put("mostHops", whole.get("mostLinks"));
    all.put("acceleratorsReady", null);
    all.put("nodeThroughput", counts.nodeThroughput(nodes, rate().perByte(), (double) ticks));
    final boolean lossy = parameters.bitErrorRate > 0;
    for (String count : List.of("framesSent", "framesRepeated")) {
      all.put(count, lossy ? whole.get(count) : null);
    }
    for (String count : List.of("slicesLost", "degradedTicks", "modeSwitches")) {
      all.put(count, lossy ? 0L : null);
    }
    final boolean told = !parameters.linkOnly && !parameters.kind.equals("jobs");
    for (String section : List.of("accesses", "interrupts")) {
      all.put(
          section,
          of(
              ReferenceExtoll.ACCESSES.get(section),
              name -> told ? whole.get(section + "." + name) : null));
    }
    all.put("linkUtilizationByKind", busy(counts, (double) ticks));
    all.put("packetsPerPort", share(counts, "started", 1));
  }
}

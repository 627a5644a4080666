package io.hopwright.models.reference.pcie;

import static io.hopwright.models.measure.Metrics.ratio;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.reference.ReferenceCounts;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferencePortModel;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.SharedMetrics.Rate;
import java.util.LinkedHashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;

/** Reference PCIe and its measurements, under the names of {@code docs/results.md}. */
public final class PcieReference extends ReferencePortModel {
  private final PcieParameters parameters;
  private final int flows;

  /** Creates the reference model of consistent settings. */
  public PcieReference(Settings settings, Network<?> network) {
    super(ReferencePcie.KINDS, ReferencePcie.LOCAL);
    parameters = new PcieParameters(settings);
    final ReferencePcie machine = new ReferencePcie(parameters);
    flows = machine.flows.size();
    if (machine.topology.elements() != network.nodes()) {
      throw new IllegalStateException(
          machine.topology.elements() + " elements, the fast model has " + network.nodes());
    }
    for (int element = 0; element < machine.topology.elements(); element++) {
      for (int port = 0; port <= machine.topology.local; port++) {
        add(machine.kind(port), machine.router(element).output(port) != null ? 1 : 0);
      }
    }
  }

  @Override
  public ReferenceMachine build() {
    return new ReferencePcie(parameters);
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
    all.put("flowRate", flowRates(counts, (double) ticks));
    all.put("linkUtilizationByKind", busy(counts, (double) ticks));
    all.put("packetsPerPort", share(counts, "started", 1));
  }

  private Map<String, Object> flowRates(ReferenceCounts counts, double ticks) {
    final LongSummaryStatistics bytes = counts.each("moved", flows);
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("least", ratio(bytes.getMin() * rate().perByte(), ticks));
    values.put("mean", ratio(bytes.getSum() * rate().perByte(), flows * ticks));
    values.put("most", ratio(bytes.getMax() * rate().perByte(), ticks));
    return values;
  }
}

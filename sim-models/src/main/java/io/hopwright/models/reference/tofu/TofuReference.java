package io.hopwright.models.reference.tofu;

import static io.hopwright.models.measure.Metrics.ratio;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SharedMetrics.Rate;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceCounts;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.reference.ReferenceStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The reference Tofu and what it measures, under the names of {@code docs/results.md}. */
public final class TofuReference implements ReferenceModel {
  /** The reference model as a part of the machine. */
  public static final Component COMPONENT =
      Component.of("reference", Implementation.key(List.of()));

  private static final List<String> KINDS = ReferenceTofu.KINDS;
  private static final int AXES = 6;

  private final TofuParameters parameters;

  /** Ports of each kind that lead somewhere. */
  private final long[] ports = new long[KINDS.size()];

  /**
   * Takes over settings that fit together.
   *
   * @param network what they describe
   */
  public TofuReference(Settings settings, Network<?> network) {
    final Map<String, Object> set = new HashMap<>();
    for (String key : TofuParameters.KEYS) {
      if (settings.has(key)) {
        set.put(key, settings.value(key));
      }
    }
    final RunPlan run = network.run();
    parameters =
        new TofuParameters(
            set,
            run.end() == RunPlan.End.DRAINED ? run.warmupTicks() + run.ticks() : Long.MAX_VALUE);
    final TofuTopology topology = new TofuTopology(parameters);
    for (int node = 0; node < topology.nodes(); node++) {
      for (int port = 0; port < TofuTopology.PORTS.size(); port++) {
        ports[TofuTopology.axis(port)] += topology.farEnd(node, port) == null ? 0 : 1;
      }
    }
    ports[AXES] = (long) topology.nodes() * parameters.tnis;
  }

  /** Returns the keys of settings that ask for what their implementation does not know. */
  public static List<String> unknown(Settings settings) {
    return Implementation.isFast(settings)
        ? List.of()
        : Implementation.asked(
            settings,
            "statistics.links",
            "statistics.sources",
            "statistics.pairs",
            "statistics.ranks",
            "statistics.matrix");
  }

  @Override
  public ReferenceMachine build() {
    return new ReferenceTofu(parameters);
  }

  @Override
  public Rate rate() {
    final double ticksPerNanosecond = parameters.ticksPerSecond / 1e9;
    return new Rate("GB/s/node", ticksPerNanosecond);
  }

  @Override
  public long links() {
    long links = 0;
    for (int axis = 0; axis < AXES; axis++) {
      links += ports[axis];
    }
    return links;
  }

  @Override
  public void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> all) {
    final ReferenceCounts whole = measured.whole();
    final ReferenceCounts counts = measured.measured();
    all.put("packetsInjected", whole.get("requestsInjected"));
    all.put("packetsCompleted", whole.get(ReferenceMachine.TIMED));
    all.put("linkUtilizationByKind", perPort(counts, "busyTicks.", (double) ticks));
    all.put("packetsPerPort", perPort(counts, "started.", 1));
  }

  private static Map<String, Object> of(List<String> names, Function<String, ?> value) {
    final Map<String, Object> values = new LinkedHashMap<>();
    names.forEach(name -> values.put(name, value.apply(name)));
    return values;
  }

  private Map<String, Object> perPort(ReferenceCounts counts, String count, double each) {
    return of(
        KINDS,
        kind -> ratio(counts.get(count + kind), ports[KINDS.indexOf(kind)] * each));
  }

  @Override
  public Map<String, Object> row(ReferenceCounts counts) {
    final Map<String, Object> row = new LinkedHashMap<>();
    perPort(counts, "busyTicks.", (double) counts.tick())
        .forEach(
            (kind, share) -> row.put("linkUtilizationByKind." + kind, share == null ? 0 : share));
    return row;
  }
}

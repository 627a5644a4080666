package io.hopwright.models.reference.tofu;

import static io.hopwright.models.measure.Metrics.ratio;

import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.reference.ReferenceCounts;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferencePortModel;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.SharedMetrics.Rate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Reference Tofu and its measurements, under the names of {@code docs/results.md}. */
public final class TofuReference extends ReferencePortModel {
  private static final int AXES = 6;
  private static final List<String> LINK_COUNTS =
      List.of("framesSent", "framesRepeated", "slicesLost", "degradedTicks", "modeSwitches");

  private final TofuParameters parameters;
  private final int nodes;
  private final GivenJobs jobs;

  /**
   * Creates the reference model of consistent settings.
   *
   * @param network that they describe
   * @param jobs that run on it, and the software of its nodes
   */
  public TofuReference(Settings settings, Network<?> network, GivenJobs jobs) {
    super(ReferenceTofu.KINDS, AXES);
    this.jobs = jobs;
    parameters = new TofuParameters(settings, network.run().sendingTo());
    final ReferenceTofuTopology topology = new ReferenceTofuTopology(parameters);
    nodes = topology.nodes();
    for (int node = 0; node < nodes; node++) {
      for (int port = 0; port < ReferenceTofuTopology.PORTS.size(); port++) {
        add(ReferenceTofuTopology.axis(port), topology.farEnd(node, port) == null ? 0 : 1);
      }
    }
    add(AXES, (long) nodes * parameters.tnis);
  }

  @Override
  public ReferenceMachine build() {
    final ReferenceTofu machine = new ReferenceTofu(parameters, jobs.software(), jobs.placed());
    if (parameters.kind.equals("barrier")) {
      machine.synchronize(gates(), parameters.barrierIterations);
    }
    return machine;
  }

  /** All gates of the barriers that the workload is. */
  private List<TofuGate> gates() {
    final int participants = participants();
    return switch (parameters.barrierAlgorithm) {
      case WITHIN ->
          IntStream.range(0, participants)
              .boxed()
              .flatMap(
                  node ->
                      TofuBarrierPlan.within(
                          parameters.generation, node, parameters.barrierChannels)
                          .stream())
              .toList();
      case TREE -> TofuBarrierPlan.tree(participants);
      case BUTTERFLY -> TofuBarrierPlan.butterfly(participants);
    };
  }

  private int participants() {
    return parameters.barrierParticipants > 0 ? parameters.barrierParticipants : nodes;
  }

  @Override
  public Rate rate() {
    return new Rate("GB/s/node", gigabytesPerSecond());
  }

  /** A byte per tick. */
  private double gigabytesPerSecond() {
    return parameters.ticksPerSecond / 1e9;
  }

  @Override
  public void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> all) {
    final ReferenceCounts whole = measured.whole();
    final ReferenceCounts counts = measured.measured();
    all.put("packetsCompleted", whole.get(ReferenceMachine.TIMED));
    all.put("collectivesDone", whole.get("barriers"));
    all.put(
        "collectiveMicroseconds",
        ratio(
            whole.get("barrierTicks") / (gigabytesPerSecond() * 1_000),
            (double) whole.get("barriers")));
    all.put("barrierPlan", barrierPlan());
    all.put("mostHops", whole.get("mostLinks"));
    all.put("nodeThroughput", counts.nodeThroughput(nodes, rate().perByte(), (double) ticks));
    for (String count : LINK_COUNTS) {
      all.put(count, parameters.losesFrames() ? (Long) whole.get(count) : null);
    }
    all.put("linkUtilizationByKind", busy(counts, (double) ticks));
    all.put("packetsPerPort", share(counts, "started", 1));
  }

  /** TNIs, channels and gates of node 0, the latter by TNI, and the longest way to an end. */
  private Map<String, Object> barrierPlan() {
    final Map<String, Object> plan = new LinkedHashMap<>();
    List.of("interfaces", "channels", "gates", "stages").forEach(name -> plan.put(name, null));
    if (!parameters.kind.equals("barrier")) {
      return plan;
    }
    final List<TofuGate> gates = gates();
    final Map<TofuGate, Integer> stages = new HashMap<>();
    final int[] ofTni = new int[parameters.tnis];
    final int[] channelsOfTni = new int[parameters.tnis];
    int most = 0;
    for (final TofuGate gate : gates) {
      if (gate.node == 0) {
        ofTni[gate.tni]++;
        channelsOfTni[gate.tni] += gate.isRelay() ? 0 : 1;
      }
      most = gate.isRelay() ? most : Math.max(most, stages(gate, stages));
    }
    plan.put("interfaces", (int) IntStream.of(channelsOfTni).filter(count -> count > 0).count());
    plan.put("channels", IntStream.of(channelsOfTni).max().orElseThrow());
    plan.put("gates", IntStream.of(ofTni).max().orElseThrow());
    plan.put("stages", most);
    return plan;
  }

  private static int stages(TofuGate from, Map<TofuGate, Integer> known) {
    if (!known.containsKey(from)) {
      int most = 0;
      for (final TofuGate to : from.to) {
        most = Math.max(most, to.isRelay() ? stages(to, known) : 0);
      }
      known.put(from, 1 + most);
    }
    return known.get(from);
  }
}

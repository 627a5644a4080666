package io.hopwright.models.reference.bluegene;

import static io.hopwright.models.measure.Metrics.ratio;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.GivenJobs;
import io.hopwright.models.reference.ReferenceCounts;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.reference.bluegene.ReferenceConfig.Escape;
import io.hopwright.models.run.Costs;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.SharedMetrics.Rate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Reference torus and its measurements, under the names of {@code docs/results.md}. */
public final class BlueGeneReference implements ReferenceModel {
  private static final Costs.NodeBytes BYTES = new Costs.NodeBytes(16_000, 24_000);

  private static final Costs COSTS =
      new Costs(
          true, List.of(new Costs.Speed(64, 7.4e3)), 1e-6, 20e-6, BYTES, BYTES, 0, 100_000, 2);

  private static final int OVERHEAD_BYTES_PER_HOP = 16 + ReferencePacket.TRAILER_BYTES;

  private final ReferenceConfig config;
  private final GivenJobs jobs;
  private final TickRate tickRate;
  private final List<String> vcNames;

  /**
   * Creates the reference model of consistent settings.
   *
   * @param network that they describe
   * @param jobs that run on it, and the software of its nodes
   */
  public BlueGeneReference(Settings settings, Network<?> network, GivenJobs jobs) {
    this.jobs = jobs;
    tickRate = network.tickRate();
    config = new ReferenceConfig(settings, network.run());
    vcNames = vcNames(network.unmeasured().summary().get("vcShare"));
  }

  private static List<String> vcNames(Object shares) {
    return ((Map<?, ?>) shares).keySet().stream().map(String.class::cast).toList();
  }

  @Override
  public Costs costs() {
    return COSTS;
  }

  @Override
  public ReferenceMachine build() {
    return new ReferenceTorus(config, jobs.software(), jobs.placed(), tickRate);
  }

  @Override
  public Rate rate() {
    return Rate.PER_TICK;
  }

  @Override
  public long links() {
    return config.links();
  }

  @Override
  public void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> all) {
    final ReferenceCounts whole = measured.whole();
    final ReferenceCounts counts = measured.measured();
    final double linkTicks = (double) config.links() * ticks;
    final Double peak = (Double) ((Map<?, ?>) all.get("bounds")).get("linkUtilization");
    final long busyTicks = counts.get(ReferenceMachine.BUSY_TICKS);
    all.replace("packetsForwarded", whole.get("packetsForwarded"));
    all.put("shareOfPeak", peak == null ? null : ratio(busyTicks, linkTicks * peak));
    all.put("dataLinkUtilization", ratio(counts.get("dataBytes"), linkTicks));
    all.put("payloadUtilization", ratio(payloadBytes(counts), linkTicks));
    putChannels(counts, (double) config.links() * measured.samples(), all);
    all.replace("unblockingProbability", unblockingProbability(counts));
    if (config.hasErrors()) {
      ReferenceRecovery.COUNTED.forEach(name -> all.put(name, counts.get(name)));
      final double ticksOfLinks = (double) ticks * counts.get("linksWithGoodBytes");
      all.put("linkGoodput", ratio(counts.get("goodBytes"), ticksOfLinks));
    }
  }

  private static long payloadBytes(ReferenceCounts counts) {
    return counts.get("dataBytes") - OVERHEAD_BYTES_PER_HOP * counts.get(ReferenceMachine.HOPS);
  }

  private static Double unblockingProbability(ReferenceCounts counts) {
    return ratio(counts.get("unblocking"), (double) counts.get("credits"));
  }

  private void putChannels(ReferenceCounts counts, double samples, Map<String, Object> all) {
    final int afterEscape = config.dynamicVcs + (config.escape == Escape.DATELINE ? 2 : 1);
    final long ofEscape =
        IntStream.range(config.dynamicVcs, afterEscape)
            .mapToLong(vc -> counts.get("dataBytes." + vc))
            .sum();
    final long ofAll =
        IntStream.range(0, vcNames.size()).mapToLong(vc -> counts.get("topRange." + vc)).sum();
    final double dataBytes = (double) counts.get("dataBytes");
    final Map<String, Object> topRange = perVc("topRange.", counts, samples);
    topRange.put("all", ratio(ofAll, samples * vcNames.size()));
    all.put("vcShare", perVc("dataBytes.", counts, dataBytes));
    all.put("escapeShare", ratio(ofEscape, dataBytes));
    all.put("vcTopRange", topRange);
  }

  private Map<String, Object> perVc(String count, ReferenceCounts counts, double whole) {
    final Map<String, Object> values = new LinkedHashMap<>();
    for (int vc = 0; vc < vcNames.size(); vc++) {
      values.put(vcNames.get(vc), ratio(counts.get(count + vc), whole));
    }
    return values;
  }

  @Override
  public Map<String, Object> row(ReferenceCounts counts) {
    final double linkTicks = (double) config.links() * counts.tick();
    final Map<String, Object> row = new LinkedHashMap<>();
    row.put("dataLinkUtilization", ratio(counts.get("dataBytes"), linkTicks));
    row.put("payloadUtilization", ratio(payloadBytes(counts), linkTicks));
    row.put(ReferenceMachine.INJECTED, counts.get(ReferenceMachine.INJECTED));
    perVc("dataBytes.", counts, linkTicks).forEach((vc, of) -> row.put("vcThroughput." + vc, of));
    row.put("credits", counts.get("credits"));
    row.put("unblocking", counts.get("unblocking"));
    row.put("unblockingProbability", unblockingProbability(counts));
    return row;
  }
}

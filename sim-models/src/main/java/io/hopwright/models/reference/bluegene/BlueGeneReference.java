package io.hopwright.models.reference.bluegene;

import static io.hopwright.models.reference.ReferenceCounts.ratio;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceCounts;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.reference.ReferenceStatistics;
import io.hopwright.models.reference.bluegene.ReferenceConfig.Escape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The reference torus and what it measures, under the names of {@code docs/results.md}. */
public final class BlueGeneReference implements ReferenceModel {
  private static final double MICROS = 1e6;
  private static final int OVERHEAD_BYTES_PER_HOP = 16 + ReferencePacket.TRAILER_BYTES;

  private final ReferenceConfig config;
  private final TickRate tickRate;
  private final List<String> vcNames;

  /** Takes over settings that fit together; the network is what they describe. */
  public BlueGeneReference(Settings settings, Network<?> network) {
    config = new ReferenceConfig(settings, network.run());
    tickRate = network.tickRate();
    vcNames = vcNames(network.unmeasured().summary().get("vcShare"));
  }

  private static List<String> vcNames(Object shares) {
    return ((Map<?, ?>) shares).keySet().stream().map(String.class::cast).toList();
  }

  /** Returns the keys of settings that ask for what their implementation does not know. */
  public static List<String> unknown(Settings settings) {
    if (Implementation.isFast(settings)) {
      final boolean gap = settings.number("reference.gapProbability") > 0;
      return gap ? List.of("reference.gapProbability") : List.of();
    }
    final List<String> keys =
        new ArrayList<>(
            Implementation.asked(
                settings,
                "statistics.links",
                "statistics.box",
                "packetLog.fromTick",
                "packetLog.toTick",
                "packetLog.source",
                "packetLog.destination"));
    if (settings.word("workload.kind").equals("probe")) {
      keys.add("workload.kind");
    }
    return keys;
  }

  @Override
  public ReferenceMachine build() {
    return new ReferenceTorus(config);
  }

  @Override
  public void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> all) {
    final ReferenceCounts whole = measured.whole();
    all.put("packetsInjected", whole.get("packetsInjected"));
    all.replace("packetsForwarded", whole.get("packetsForwarded"));
    final long responses = measured.response().count();
    all.put(
        "meanResponseMicroseconds",
        ratio(
            measured.response().mean() * tickRate.seconds() * MICROS,
            responses == 0 ? 0 : tickRate.ticks()));
    final ReferenceCounts counts = measured.measured();
    putRates(counts, (double) ticks, all);
    putChannels(counts, (double) (config.links() * measured.samples()), all);
  }

  private void putRates(ReferenceCounts counts, double ticks, Map<String, Object> all) {
    final double linkTicks = config.links() * ticks;
    final double nodeTicks = config.nodes() * ticks;
    final Double peak = (Double) ((Map<?, ?>) all.get("bounds")).get("linkUtilization");
    final long wireBytes = counts.get("wireBytes");
    all.put("meanHops", ratio(counts.get("hopsDelivered"), counts.get(ReferenceMachine.DELIVERED)));
    all.put("linkUtilization", ratio(wireBytes, linkTicks));
    all.put("shareOfPeak", peak == null ? null : ratio(wireBytes, linkTicks * peak));
    all.put("dataLinkUtilization", ratio(counts.get("dataBytes"), linkTicks));
    all.put("payloadUtilization", ratio(payloadBytes(counts), linkTicks));
    all.put("throughputBytesPerTickPerNode", ratio(counts.get("bytesDelivered"), nodeTicks));
    all.put("injectedBytesPerTickPerNode", ratio(counts.get("bytesInjected"), nodeTicks));
    all.replace("unblockingProbability", ratio(counts.get("unblocking"), counts.get("credits")));
  }

  private static long payloadBytes(ReferenceCounts counts) {
    return counts.get("dataBytes") - OVERHEAD_BYTES_PER_HOP * counts.get(ReferenceMachine.HOPS);
  }

  private void putChannels(ReferenceCounts counts, double samples, Map<String, Object> all) {
    final int afterEscape = config.dynamicVcs + (config.escape == Escape.DATELINE ? 2 : 1);
    long ofEscape = 0;
    for (int vc = config.dynamicVcs; vc < afterEscape; vc++) {
      ofEscape += counts.get("dataBytes." + vc);
    }
    final long dataBytes = counts.get("dataBytes");
    all.put("vcShare", perVc("dataBytes.", counts, dataBytes));
    all.put("escapeShare", ratio(ofEscape, dataBytes));
    final Map<String, Object> topRange = perVc("topRange.", counts, samples);
    long ofAll = 0;
    for (int vc = 0; vc < vcNames.size(); vc++) {
      ofAll += counts.get("topRange." + vc);
    }
    topRange.put("all", ratio(ofAll, samples * vcNames.size()));
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
  public Map<String, Double> row(ReferenceCounts counts) {
    final double linkTicks = (double) config.links() * counts.tick();
    final double nodeTicks = (double) config.nodes() * counts.tick();
    final Map<String, Double> row = new LinkedHashMap<>();
    row.put("linkUtilization", counts.get("wireBytes") / linkTicks);
    row.put("dataLinkUtilization", counts.get("dataBytes") / linkTicks);
    row.put("payloadUtilization", payloadBytes(counts) / linkTicks);
    row.put("throughput", counts.get("bytesDelivered") / nodeTicks);
    row.put("injected", counts.get("bytesInjected") / nodeTicks);
    row.put("packetsInjected", (double) counts.get("packetsInjected"));
    for (int vc = 0; vc < vcNames.size(); vc++) {
      row.put("vcThroughput." + vcNames.get(vc), counts.get("dataBytes." + vc) / linkTicks);
    }
    row.put("credits", (double) counts.get("credits"));
    row.put("unblocking", (double) counts.get("unblocking"));
    row.put("unblockingProbability", (double) counts.get("unblocking") / counts.get("credits"));
    return row;
  }
}

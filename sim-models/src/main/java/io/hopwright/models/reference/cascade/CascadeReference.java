package io.hopwright.models.reference.cascade;

import static io.hopwright.models.reference.ReferenceCounts.ratio;

import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.reference.Implementation;
import io.hopwright.models.reference.ReferenceCounts;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.ReferenceModel;
import io.hopwright.models.reference.ReferenceStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.IntStream;

/** The reference Cascade and what it measures, under the names of {@code docs/results.md}. */
public final class CascadeReference implements ReferenceModel {
  /** One byte per tick in GB/s; ticks in a nanosecond. */
  private static final double TICKS_PER_NANOSECOND = 43.75;

  private final ReferenceCascadeConfig config;
  private final int nodes;

  /** Nodes that send. */
  private final List<Integer> senders;

  /** Ports of each kind that lead somewhere. */
  private final long[] ports = new long[ReferenceCascade.KINDS.size()];

  /** Takes over settings that fit together; the network is what they describe. */
  public CascadeReference(Settings settings, Network<?> network) {
    config = new ReferenceCascadeConfig(settings, network.run());
    final ReferenceCascade machine = new ReferenceCascade(config);
    nodes = machine.dragonfly.nodes();
    senders =
        IntStream.range(0, nodes)
            .filter(node -> machine.traffic.messages(node) > 0)
            .boxed()
            .toList();
    for (int aries = 0; aries < machine.routers(); aries++) {
      for (int port = 0; port < ReferenceDragonfly.PORTS; port++) {
        ports[ReferenceCascade.kind(port)] += machine.aries(aries).outputs[port] == null ? 0 : 1;
      }
    }
  }

  /** Returns the keys of settings that ask for what their implementation does not know. */
  public static List<String> unknown(Settings settings) {
    return Implementation.isFast(settings)
        ? List.of()
        : Implementation.asked(settings, "statistics.links", "statistics.sources");
  }

  @Override
  public ReferenceMachine build() {
    return new ReferenceCascade(config);
  }

  @Override
  public void summarize(ReferenceStatistics measured, long ticks, Map<String, Object> all) {
    final ReferenceCounts whole = measured.whole();
    final ReferenceCounts counts = measured.measured();
    final double nodeTicks = (double) nodes * ticks;
    final long requests = counts.get("requestsDelivered");
    final double packets = counts.get(ReferenceMachine.DELIVERED);
    final boolean any = measured.response().count() > 0;
    all.put("requestsInjected", whole.get("requestsInjected"));
    all.put("requestsDelivered", whole.get("requestsDelivered"));
    all.put("meanHops", ratio(counts.get("requestLinks"), requests));
    all.put("mostHops", of(whole, "mostLinks.", List.of("minimal", "nonMinimal")));
    all.put("nonMinimalShare", ratio(counts.get("nonMinimalRequests"), requests));
    final Map<String, Object> nanoseconds = new LinkedHashMap<>();
    nanoseconds.put("mean", any ? measured.response().mean() / TICKS_PER_NANOSECOND : null);
    nanoseconds.put("p99", any ? measured.response().percentile(99) / TICKS_PER_NANOSECOND : null);
    all.put("responseNanoseconds", nanoseconds);
    all.put("payloadGigabytesPerSecondPerNode", rate(counts, "dataBytesDelivered", nodeTicks));
    all.put("issuedGigabytesPerSecondPerNode", rate(counts, "dataBytesIssued", nodeTicks));
    all.put("linkUtilization", perPort(counts, "busyTicks.", ticks));
    all.put("packetsPerLink", perPort(counts, "started.", 1));
    final Map<String, Object> links = new LinkedHashMap<>();
    ReferenceCascade.KINDS
        .subList(0, 3)
        .forEach(colour -> links.put(colour, ratio(counts.get("linksTaken." + colour), packets)));
    all.put("hopsPerPacket", links);
    all.put("waitingFlits", perPort(counts, "waitingFlits.", measured.samples()));
    all.put("sentFlits", perPort(counts, "sentFlits.", measured.samples()));
    all.put("answeredRequests", answered(whole));
  }

  private static Map<String, Object> of(ReferenceCounts counts, String count, List<String> names) {
    final Map<String, Object> values = new LinkedHashMap<>();
    names.forEach(name -> values.put(name, counts.get(count + name)));
    return values;
  }

  private static Double rate(ReferenceCounts counts, String bytes, double nodeTicks) {
    return ratio(counts.get(bytes) * TICKS_PER_NANOSECOND, nodeTicks);
  }

  private Map<String, Object> perPort(ReferenceCounts counts, String count, double each) {
    final Map<String, Object> values = new LinkedHashMap<>();
    for (int kind = 0; kind < ports.length; kind++) {
      final String name = ReferenceCascade.KINDS.get(kind);
      values.put(name, ratio(counts.get(count + name), ports[kind] * each));
    }
    return values;
  }

  private Map<String, Object> answered(ReferenceCounts counts) {
    final LongSummaryStatistics answered =
        senders.stream().mapToLong(node -> counts.get("answered." + node)).summaryStatistics();
    final Map<String, Object> values = new LinkedHashMap<>();
    values.put("least", senders.isEmpty() ? null : answered.getMin());
    values.put("most", senders.isEmpty() ? 0L : answered.getMax());
    values.put("mean", ratio(answered.getSum(), senders.size()));
    return values;
  }

  @Override
  public Map<String, Double> row(ReferenceCounts counts) {
    final double nodeTicks = (double) nodes * counts.tick();
    final Map<String, Double> row = new LinkedHashMap<>();
    row.put("payload", counts.get("dataBytesDelivered") * TICKS_PER_NANOSECOND / nodeTicks);
    row.put("issued", counts.get("dataBytesIssued") * TICKS_PER_NANOSECOND / nodeTicks);
    row.put("response", (double) counts.get("responseTicks") / counts.get("requestsDelivered"));
    row.put("nonMinimal", (double) counts.get("nonMinimalRequests"));
    for (int kind = 0; kind < ports.length; kind++) {
      final String name = ReferenceCascade.KINDS.get(kind);
      final double portTicks = (double) ports[kind] * counts.tick();
      row.put(
          "linkUtilization." + name,
          portTicks > 0 ? counts.get("busyTicks." + name) / portTicks : 0);
    }
    return row;
  }
}

package io.hopwright.runner.report;

import java.util.Locale;
import java.util.Map;

/** What quantities are called on a page. */
final class Names {
  private static final Map<String, String> KNOWN =
      Map.ofEntries(
          Map.entry("linkUtilization", "Link utilization"),
          Map.entry("dataLinkUtilization", "Link utilization by packets"),
          Map.entry("payloadUtilization", "Link utilization by payload"),
          Map.entry("responseTicks.mean", "Mean response time"),
          Map.entry("responseTicks.p99", "99th percentile of response times"),
          Map.entry("responseNanoseconds.mean", "Mean response time"),
          Map.entry("responseNanoseconds.p99", "99th percentile of response times"),
          Map.entry("throughput", "Throughput"),
          Map.entry("vcThroughput", "Throughput of a virtual channel"),
          Map.entry("unblockingProbability", "Unblocking probability"),
          Map.entry("enteringLinkUtilization", "Utilization of the entering links"),
          Map.entry("throughputBytesPerTickPerNode", "Throughput"),
          Map.entry("offeredBytesPerTickPerNode", "Offered"),
          Map.entry("payload", "Data delivered"),
          Map.entry("payloadGigabytesPerSecondPerNode", "Data delivered"),
          Map.entry("offeredGigabytesPerSecondPerNode", "Data offered"),
          Map.entry("issued", "Data issued"),
          Map.entry("workload.load", "Load"));

  private Names() {}

  /** Returns the name of a quantity, key or column: known ones in words. */
  static String of(String path) {
    return KNOWN.getOrDefault(path, path);
  }

  /** Returns the unit that the name of a quantity tells; empty for a pure number. */
  static String unit(String path) {
    final String quantity = path.toLowerCase(Locale.ROOT);
    if (quantity.contains("gigabytespersecondpernode")) {
      return "GB/s/node";
    }
    if (quantity.contains("bytespertickpernode")) {
      return "bytes/tick/node";
    }
    if (quantity.contains("nanoseconds")) {
      return "ns";
    }
    return quantity.contains("tick") ? "ticks" : "";
  }
}

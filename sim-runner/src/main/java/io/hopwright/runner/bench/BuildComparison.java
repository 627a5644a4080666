package io.hopwright.runner.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.hopwright.runner.results.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Speeds of two builds that were measured in turns, in pairs. A disturbance that lasts longer than
 * a pair affects both builds, so the median over the ratios of pairs is more reliable than the
 * ratio of two medians. Confined to one thread.
 */
final class BuildComparison {
  /**
   * Speeds of both builds for one row, one of each per pair, in the order in which pairs were
   * measured.
   */
  private static final class Speeds {
    private final List<Double> here = new ArrayList<>();
    private final List<Double> there = new ArrayList<>();
  }

  private final Map<String, Speeds> rows = new LinkedHashMap<>();

  /**
   * Adds what both builds answered to {@code bench --json}. Rows that only one has are left out.
   *
   * @param here of this build
   * @param there of the other one
   */
  void add(JsonNode here, JsonNode there) {
    final Map<String, Double> others = new LinkedHashMap<>();
    there.forEach(row -> others.put(name(row), speed(row)));
    here.forEach(
        row -> {
          final Double other = others.get(name(row));
          if (other != null) {
            final Speeds speeds = rows.computeIfAbsent(name(row), any -> new Speeds());
            speeds.here.add(speed(row));
            speeds.there.add(other);
          }
        });
  }

  private static String name(JsonNode row) {
    return "%s %s, threads %s, JVMs %s"
        .formatted(
            row.path("run").asText(),
            row.path("shape").asText(),
            row.path("threads").asText(),
            row.path("jvms").asText());
  }

  /** Packet-hops per second: of processor time on one JVM, of real time on several. */
  private static double speed(JsonNode row) {
    final JsonNode ofProcessor = row.path("packetHopsPerCpuSecond");
    return ofProcessor.isNumber()
        ? ofProcessor.asDouble()
        : row.path("packetHopsPerSecond").asDouble();
  }

  /** Returns a row for each point: medians of both builds, median and quartiles of the ratio. */
  List<Map<String, Object>> table() {
    final List<Map<String, Object>> table = new ArrayList<>();
    rows.forEach(
        (name, speeds) -> {
          final List<Double> ratios = new ArrayList<>();
          for (int pair = 0; pair < speeds.here.size(); pair++) {
            ratios.add(speeds.here.get(pair) / speeds.there.get(pair));
          }
          table.add(
              new JsonObject()
                  .with("row", name)
                  .with("here", part(speeds.here, 2))
                  .with("there", part(speeds.there, 2))
                  .with("ratio", part(ratios, 2))
                  .with("lowerQuartile", part(ratios, 1))
                  .with("upperQuartile", part(ratios, 3))
                  .with("pairs", ratios.size()));
        });
    return table;
  }

  /** Returns a quartile, between its two neighbours where it lies between them. */
  private static double part(List<Double> values, int quarters) {
    final double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
    final double place = quarters * (sorted.length - 1) / 4.0;
    final int below = (int) place;
    final int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  /**
   * Returns the points whose results differ, each with both digests; empty if builds simulate the
   * same.
   *
   * @param here answer of {@code sweep --json}, or {@code run --json}, of this build
   * @param there answer of the other build
   */
  static List<String> differences(JsonNode here, JsonNode there) {
    final Map<String, String> ours = digests(here);
    final Map<String, String> others = digests(there);
    final List<String> differences = new ArrayList<>();
    new TreeMap<>(ours)
        .forEach(
            (point, digest) -> {
              final String other = others.get(point);
              if (!digest.equals(other)) {
                differences.add(
                    "%s: %s here, %s there"
                        .formatted(point, digest, other == null ? "no such point" : other));
              }
            });
    return differences;
  }

  private static Map<String, String> digests(JsonNode answer) {
    if (answer.has("digest")) {
      return Map.of(answer.path("study").asText(), answer.path("digest").asText());
    }
    final Map<String, String> digests = new LinkedHashMap<>();
    answer
        .path("points")
        .forEach(point -> digests.put(point.path("path").asText(), point.path("digest").asText()));
    return digests;
  }
}

package io.hopwright.runner.results;

import io.hopwright.models.measure.Metric;
import io.hopwright.models.run.KeyRole;
import io.hopwright.models.tables.RunResult;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Declarations in a manifest of the run's numbers and keys, so that readers of results need not
 * know the machine.
 *
 * @param metrics metrics by place: {@link #SUMMARY}, {@link #SERIES} or the name of a table
 * @param keys roles of keys; those of others are {@link KeyRole#MODEL}
 */
public record Declarations(Map<String, List<Metric>> metrics, Map<String, KeyRole> keys) {
  /** Place of the metrics of {@code summary.json}. */
  public static final String SUMMARY = "summary";

  /** Place of the columns of {@code series.csv}. */
  public static final String SERIES = "series";

  private static final String METRICS = "metrics";
  private static final String KEYS = "keys";
  private static final String ROLES = "roles";

  /** Returns the declarations of a result. */
  public static Declarations of(RunResult result, Set<String> keys) {
    final Map<String, List<Metric>> metrics = new LinkedHashMap<>();
    metrics.put(SUMMARY, result.metrics());
    metrics.put(SERIES, result.columns());
    result.tables().forEach((name, table) -> metrics.put(name, table.columns()));
    final Map<String, KeyRole> roles = new LinkedHashMap<>();
    keys.forEach(key -> roles.put(key, KeyRole.of(key)));
    roles.values().removeIf(KeyRole.MODEL::equals);
    return new Declarations(metrics, roles);
  }

  /** Reads what {@link #addTo} wrote. */
  static Declarations read(StoredDocument manifest) {
    final Map<String, List<Metric>> metrics = new LinkedHashMap<>();
    for (String place : manifest.section(METRICS).keySet()) {
      metrics.put(
          place, manifest.list(METRICS + "." + place).stream().map(Declarations::metric).toList());
    }
    final Map<String, KeyRole> keys = new LinkedHashMap<>();
    final Map<String, String> roles = manifest.texts(KEYS);
    roles.forEach(
        (key, role) -> keys.put(key, word(manifest, KEYS, role, EnumSet.allOf(KeyRole.class))));
    return new Declarations(metrics, keys);
  }

  private static Metric metric(StoredDocument entry) {
    final Set<Metric.Role> all = EnumSet.allOf(Metric.Role.class);
    return new Metric(
        entry.text("name"),
        entry.textOrEmpty("unit"),
        entry.text("label"),
        "",
        entry.textOrEmpty("each"),
        entry.words("members"),
        entry.words(ROLES).stream()
            .map(role -> word(entry, ROLES, role, all))
            .collect(Collectors.toSet()));
  }

  private static <E extends Enum<E>> E word(
      StoredDocument document, String path, String word, Set<E> all) {
    return all.stream()
        .filter(each -> word(each).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                document.damaged(
                    path,
                    "one of "
                        + all.stream().map(Declarations::word).collect(Collectors.joining(", "))));
  }

  private static String word(Enum<?> role) {
    return role.name().toLowerCase(Locale.ROOT);
  }

  /** Writes the declarations into a manifest. */
  public void addTo(Map<String, Object> manifest) {
    final Map<String, Object> roles = new LinkedHashMap<>();
    keys.forEach((key, role) -> roles.put(key, word(role)));
    manifest.put(KEYS, roles);
    final Map<String, Object> places = new LinkedHashMap<>();
    metrics.forEach(
        (place, all) -> places.put(place, all.stream().map(Declarations::document).toList()));
    manifest.put(METRICS, places);
  }

  private static Map<String, Object> document(Metric metric) {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("name", metric.name());
    document.put("unit", metric.unit());
    document.put("label", metric.label());
    document.put("each", metric.each());
    document.put("members", metric.members());
    document.put(ROLES, metric.roles().stream().sorted().map(Declarations::word).toList());
    document.values().removeIf(value -> value.equals("") || value.equals(List.of()));
    return document;
  }

  /** Returns the metrics of a place; none if the place is not declared. */
  public List<Metric> of(String place) {
    return metrics.getOrDefault(place, List.of());
  }

  /** Returns the metrics of the summary that have a role. */
  public List<Metric> with(Metric.Role role) {
    return of(SUMMARY).stream().filter(metric -> metric.is(role)).toList();
  }

  /** Returns the role of a key. */
  public KeyRole role(String key) {
    return keys.getOrDefault(key, KeyRole.MODEL);
  }
}

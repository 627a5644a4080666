package io.hopwright.runner.results;

import io.hopwright.models.measure.Metric;
import io.hopwright.models.run.KeyRole;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Comparison of two results of single runs.
 *
 * @param point name of the run in its study; empty for results of a single run
 * @param config keys whose values differ; null for one that only the other has
 * @param roles roles of those keys
 * @param environment differences of the simulating program and computer, on which no result depends
 * @param digest digests of both
 * @param endings endings of the runs other than the planned one, otherwise empty
 * @param tables common tables that differ, the series first
 * @param tablesOfOtherKinds names of common tables with different contents
 * @param tablesOnlyInOne names of tables that only one has, and which one
 * @param statistics values of the summaries that differ, by path
 * @param statisticsOnlyInOne paths that only one summary has, and which one
 * @param inOtherUnits names of the common numbers with different units
 * @param compared number of values that both summaries have
 */
public record RunComparison(
    String point,
    Map<String, Pair> config,
    Map<String, KeyRole> roles,
    Map<String, Pair> environment,
    Pair digest,
    Pair endings,
    List<TableDifference> tables,
    List<String> tablesOfOtherKinds,
    List<String> tablesOnlyInOne,
    Map<String, Pair> statistics,
    List<String> statisticsOnlyInOne,
    List<String> inOtherUnits,
    int compared) {
  private static final List<String> ENVIRONMENT =
      List.of("version", "gitCommit", "gitModified", "jdk", "host", "system", "partitions");

  /** Meaning of the differences. */
  public enum Meaning {
    /** Same digest, tables and statistics. */
    AGREE,
    /** Same configuration and seed, both came to their end, and yet they differ. */
    DEFECT,
    /** One did not come to its end. */
    UNFINISHED,
    /** Common measurements agree, but each has measurements that the other lacks. */
    MEASURED_BY_ONE,
    /** The seeds differ and nothing else. */
    SEED,
    /** The configurations differ. */
    CONFIGURATION
  }

  /** Compares two results. */
  static RunComparison of(String point, StoredRun a, StoredRun b) {
    final List<String> inOtherUnits = Statistics.inOtherUnits(a, b);
    final Map<String, Object> valuesOfA = Statistics.of(a, inOtherUnits);
    final Map<String, Object> valuesOfB = Statistics.of(b, inOtherUnits);
    final Map<String, Pair> differing = new LinkedHashMap<>();
    int common = 0;
    for (Map.Entry<String, Object> entry : valuesOfA.entrySet()) {
      if (valuesOfB.containsKey(entry.getKey())) {
        common++;
        final Object other = valuesOfB.get(entry.getKey());
        if (!Statistics.same(entry.getValue(), other)) {
          differing.put(entry.getKey(), new Pair(entry.getValue(), other));
        }
      }
    }
    final List<TableDifference> tables = new ArrayList<>();
    final List<String> apart = new ArrayList<>();
    final Map<String, StoredTable> tablesOfB = b.tablesByPlace();
    a.tablesByPlace()
        .forEach(
            (place, table) -> {
              final StoredTable other = tablesOfB.get(place);
              if (other != null && !comparable(place, a, b)) {
                apart.add(table.name());
              } else if (other != null && !table.same(other)) {
                tables.add(TableDifference.of(table, other));
              }
            });
    final Map<String, Pair> config = differences(a.config(), b.config());
    return new RunComparison(
        point,
        config,
        roles(config.keySet(), a, b),
        environment(a, b),
        new Pair(a.digest(), b.digest()),
        new Pair(a.ending(), b.ending()),
        tables,
        apart,
        onlyInOne(tableNames(a), tableNames(b)),
        differing,
        onlyInOne(valuesOfA.keySet(), valuesOfB.keySet()),
        inOtherUnits,
        common);
  }

  private static Map<String, Pair> differences(Map<String, String> a, Map<String, String> b) {
    final Set<String> keys = new TreeSet<>(a.keySet());
    keys.addAll(b.keySet());
    final Map<String, Pair> pairs = new LinkedHashMap<>();
    for (String key : keys) {
      if (!Statistics.same(a.get(key), b.get(key))) {
        pairs.put(key, new Pair(a.get(key), b.get(key)));
      }
    }
    return pairs;
  }

  /** Returns the roles of keys, as a run says that has them. */
  private static Map<String, KeyRole> roles(Set<String> keys, StoredRun a, StoredRun b) {
    final Map<String, KeyRole> roles = new LinkedHashMap<>();
    keys.forEach(
        key -> roles.put(key, (a.config().containsKey(key) ? a : b).declarations().role(key)));
    return roles;
  }

  private static Map<String, Pair> environment(StoredRun a, StoredRun b) {
    final Map<String, Pair> pairs = new LinkedHashMap<>();
    for (String entry : ENVIRONMENT) {
      final String textOfA = String.valueOf(a.manifest().content().getOrDefault(entry, ""));
      final String textOfB = String.valueOf(b.manifest().content().getOrDefault(entry, ""));
      if (!textOfA.equals(textOfB)) {
        pairs.put(entry, new Pair(textOfA, textOfB));
      }
    }
    return pairs;
  }

  /** Returns whether rows of a table are about the same in both, and in the same units. */
  private static boolean comparable(String place, StoredRun a, StoredRun b) {
    final boolean sameTicks = a.sameTicks(b);
    final List<Metric> columns = a.declarations().of(place);
    return (sameTicks && a.sameMachine(b))
        || (columns.equals(b.declarations().of(place))
            && (sameTicks || columns.stream().map(Metric::unit).noneMatch(Statistics::inTicks)));
  }

  private static Set<String> tableNames(StoredRun run) {
    return run.tablesByPlace().values().stream()
        .map(StoredTable::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> onlyInOne(Set<String> a, Set<String> b) {
    final List<String> names = new ArrayList<>();
    a.stream().filter(name -> !b.contains(name)).forEach(name -> names.add(name + " (A)"));
    b.stream().filter(name -> !a.contains(name)).forEach(name -> names.add(name + " (B)"));
    return names;
  }

  /** Returns whether both runs delivered the same packets at the same ticks. */
  public boolean sameDigest() {
    return digest.a().equals(digest.b());
  }

  /** Returns whether both runs have equal measurements, as far as both measured them. */
  public boolean agree() {
    return sameDigest()
        && statistics.isEmpty()
        && endings.a().equals(endings.b())
        && tables.stream().allMatch(TableDifference::agrees);
  }

  private boolean measuredByOne() {
    return sameDigest()
        && statistics.values().stream().allMatch(pair -> pair.a() == null || pair.b() == null)
        && tables.stream().allMatch(TableDifference::measuredByOne);
  }

  /** Returns whether different versions of the program simulated. */
  public boolean otherVersions() {
    return environment.containsKey("gitCommit") || environment.containsKey("version");
  }

  /** Returns the meaning of the differences. */
  public Meaning meaning() {
    if (agree()) {
      return Meaning.AGREE;
    }
    if (!endings.a().equals("") || !endings.b().equals("")) {
      return Meaning.UNFINISHED;
    }
    final Set<KeyRole> relevant = new HashSet<>(roles.values());
    relevant.removeIf(role -> !role.changesResults());
    relevant.removeIf(role -> role == KeyRole.OBSERVATION && !sameDigest());
    if (measuredByOne() && (!relevant.isEmpty() || otherVersions())) {
      return Meaning.MEASURED_BY_ONE;
    }
    if (relevant.isEmpty()) {
      return Meaning.DEFECT;
    }
    return relevant.equals(Set.of(KeyRole.SEED)) ? Meaning.SEED : Meaning.CONFIGURATION;
  }

  /** Returns the whole comparison as entries of a JSON object. */
  public Map<String, Object> document() {
    return new JsonObject()
        .with("point", point)
        .with("meaning", meaning().name().toLowerCase(java.util.Locale.ROOT))
        .with("agree", agree())
        .with("config", documents(config))
        .with("environment", documents(environment))
        .with("digest", digest.document())
        .with("endings", endings.document())
        .with("tables", tables.stream().map(TableDifference::document).toList())
        .with("tablesOfOtherKinds", tablesOfOtherKinds)
        .with("tablesOnlyInOne", tablesOnlyInOne)
        .with("statistics", documents(statistics))
        .with("statisticsOnlyInOne", statisticsOnlyInOne)
        .with("statisticsInOtherUnits", inOtherUnits)
        .with("statisticsCompared", compared);
  }

  private static Map<String, Object> documents(Map<String, Pair> pairs) {
    final Map<String, Object> entries = new LinkedHashMap<>();
    pairs.forEach((name, pair) -> entries.put(name, pair.document()));
    return entries;
  }
}

package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.measure.Metric;
import io.hopwright.models.run.Machine;
import io.hopwright.models.tables.RunResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A name in results has one unit, shape, label and meaning on all machines. Summary and series
 * share their names; each table has its own.
 */
class MetricNamesTest {
  private static final String RUN = "";

  /** A rate per node or link has the unit of the paper about the machine. */
  private static final Set<String> RATES =
      Set.of(
          "throughput",
          "injected",
          "offered",
          "bounds.throughput",
          "bounds.linkThroughput",
          "linkGoodput");

  /** Results whose labels or meanings may differ, and the reasons. */
  private static final Map<String, String> REASONS =
      Map.of(
          "shape",
          "the label names the extents, which are the machine's own",
          "heat/place",
          "a column within the row of the map: rows are groups here and depths of a tree there",
          "flows/source",
          "flows of PCIe are between elements, those of jobs between ranks",
          "flows/bytes",
          "a flow of PCIe is a stream of messages, one of a job is a message",
          "links-by-link/port",
          "the ports of a Cascade have numbers, others the direction in which they lead",
          "bounds.hostThroughput",
          "one host is limited both ways at once, the other where the most of a workload meets",
          "messageLatencyTicks",
          "each interface has its own begin and end of a message, which the meaning says",
          "topology.bisectionBandwidth",
          "the meaning says where a machine is cut in two, between groups or across an axis");

  /** Metric and its place. */
  private record Declared(String machine, String place, Metric metric) {
    private String name() {
      return place.isEmpty() ? metric.name() : place + "/" + metric.name();
    }
  }

  private static List<Declared> declared() {
    final List<Declared> all = new ArrayList<>();
    for (MachineCases cases : MachineCases.all()) {
      final Machine machine = cases.machine();
      final RunResult results = machine.results();
      final Map<String, List<Metric>> places = new LinkedHashMap<>();
      final List<Metric> ofRun = new ArrayList<>(results.metrics());
      ofRun.addAll(results.columns());
      places.put(RUN, ofRun);
      results.tables().forEach((name, table) -> places.put(name, table.columns()));
      places.forEach(
          (place, metrics) ->
              metrics.forEach(metric -> all.add(new Declared(machine.name(), place, metric))));
    }
    return all;
  }

  /**
   * Returns the values of each key with several different ones, and the machines that have them.
   */
  private static Map<String, Map<Object, Set<String>>> several(
      List<Declared> declared, Function<Declared, String> key, Function<Declared, Object> value) {
    final Map<String, Map<Object, Set<String>>> values = new TreeMap<>();
    for (Declared each : declared) {
      values
          .computeIfAbsent(key.apply(each), unseen -> new LinkedHashMap<>())
          .computeIfAbsent(value.apply(each), unseen -> new TreeSet<>())
          .add(each.machine());
    }
    values.values().removeIf(found -> found.size() == 1);
    return values;
  }

  /**
   * Returns the shape. Members with equal shapes may have other names on another machine:
   * dimensions are kinds of ports.
   */
  private static List<?> shape(Metric metric) {
    return metric.members().isEmpty() || !metric.each().isEmpty()
        ? List.of(metric.members().isEmpty())
        : metric.members();
  }

  @Test
  void shouldDeclareANameOnce() {
    for (MachineCases cases : MachineCases.all()) {
      final RunResult results = cases.machine().results();
      Stream.concat(
              Stream.of(results.metrics(), results.columns()),
              results.tables().values().stream().map(RunResult.Table::columns))
          .forEach(
              metrics -> {
                final Set<String> names = new HashSet<>();
                metrics.forEach(
                    metric ->
                        assertTrue(
                            names.add(metric.name()),
                            () -> cases.machine().name() + " has " + metric.name() + " twice"));
              });
    }
  }

  @Test
  void shouldHaveTheSameUnitForTheSameName() {
    final Map<String, Map<Object, Set<String>>> units =
        several(declared(), Declared::name, each -> each.metric().unit());
    assertEquals(new TreeSet<>(RATES), units.keySet(), units::toString);
  }

  @Test
  void shouldHaveTheSameShapeForTheSameName() {
    assertEquals(Map.of(), several(declared(), Declared::name, each -> shape(each.metric())));
  }

  @Test
  void shouldHaveTheSameLabelAndMeaningForTheSameName() {
    final Map<String, Map<Object, Set<String>>> meanings =
        several(
            declared(),
            Declared::name,
            each -> List.of(each.metric().label(), each.metric().meaning()));
    assertEquals(new TreeSet<>(REASONS.keySet()), meanings.keySet(), meanings::toString);
  }

  @Test
  void shouldHaveTheSameNameForTheSameMeaning() {
    final Map<String, Map<Object, Set<String>>> names =
        several(
            declared().stream().filter(each -> each.place().equals(RUN)).toList(),
            each -> each.metric().unit() + " " + each.metric().meaning(),
            each -> each.metric().name());
    assertEquals(Map.of(), names);
  }
}

package io.hopwright.models.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.tables.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** Results of the simulator proper, compared with those of the reference model. */
public final class SameResults {
  /**
   * Results that no reference model has: whether sources offer too much, and which results are
   * steady.
   */
  private static final List<String> UNKNOWN_TO_ANY =
      List.of("saturated", "backlogGrowth", "steady", "steadiness");

  private SameResults() {}

  /**
   * Checks that two results have the same summary, compared as text.
   *
   * @param leftOut results that the reference model omits
   */
  public static void checkSummary(
      RunResult fast, RunResult reference, Collection<String> leftOut, Supplier<String> message) {
    final List<String> differences = new ArrayList<>();
    reference
        .summary()
        .forEach(
            (name, value) -> {
              final String own = String.valueOf(fast.summary().get(name));
              if (!leftOut.contains(name) && !own.equals(String.valueOf(value))) {
                differences.add(name + " " + own + ", " + value);
              }
            });
    assertEquals(List.of(), differences, message);
  }

  /**
   * Checks that both implementations have the same results: digest and summary, series,
   * distributions.
   *
   * @param leftOut results and columns that only this reference model omits
   */
  public static void check(Case model, Collection<String> leftOut) {
    final List<String> unknown = new ArrayList<>(UNKNOWN_TO_ANY);
    unknown.addAll(leftOut);
    final RunResult fast = model.result();
    final RunResult reference = model.set("machine.implementation=reference").result();
    final List<String> differences = new ArrayList<>();
    fast.summary()
        .forEach(
            (name, value) -> {
              final Object other = reference.summary().get(name);
              if (!unknown.contains(name) && !Objects.equals(value, other)) {
                differences.add(name + " " + value + ", " + other);
              }
            });
    fast.columnNames().stream()
        .filter(name -> !unknown.contains(name))
        .filter(name -> !Arrays.equals(fast.column(name), reference.column(name)))
        .forEach(name -> differences.add("column " + name));
    assertEquals(List.of(), differences, model::toString);
    assertEquals(fast.columns(), reference.columns());
    assertEquals(fast.histograms().keySet(), reference.histograms().keySet());
    fast.histograms().keySet().stream()
        .filter(name -> !unknown.contains(name) && !unknown.contains(name.split("\\.", 2)[0]))
        .forEach(
            name ->
                assertEquals(
                    fast.histograms().get(name).histogram(),
                    reference.histograms().get(name).histogram(),
                    name));
  }
}

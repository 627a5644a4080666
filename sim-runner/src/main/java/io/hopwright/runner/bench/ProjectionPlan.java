package io.hopwright.runner.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What to project on more processors than there are.
 *
 * @param row what is simulated, on one thread; its number of threads says into how many partitions
 *     the machine is cut at least
 * @param windowNanos of an empty window between two JVMs
 * @param jvmNanos per window and further JVM
 * @param processors on which to project
 */
public record ProjectionPlan(
    RowPlan row, double windowNanos, double jvmNanos, List<Processors> processors) {
  private static final int ROW_ARGUMENTS = 8;

  /**
   * Processors of several JVMs.
   *
   * @param threads of each JVM
   * @param jvms number of JVMs
   */
  public record Processors(int threads, int jvms) {}

  static ProjectionPlan of(List<String> arguments) {
    final List<Processors> processors = new ArrayList<>();
    for (int i = ROW_ARGUMENTS + 2; i < arguments.size(); i += 2) {
      processors.add(
          new Processors(
              Integer.parseInt(arguments.get(i)), Integer.parseInt(arguments.get(i + 1))));
    }
    return new ProjectionPlan(
        RowPlan.of(arguments.subList(0, ROW_ARGUMENTS)),
        Double.parseDouble(arguments.get(ROW_ARGUMENTS)),
        Double.parseDouble(arguments.get(ROW_ARGUMENTS + 1)),
        processors);
  }

  List<String> arguments() {
    final List<String> arguments = new ArrayList<>(row.arguments());
    arguments.add(Double.toString(windowNanos));
    arguments.add(Double.toString(jvmNanos));
    for (Processors one : processors) {
      arguments.add(Integer.toString(one.threads()));
      arguments.add(Integer.toString(one.jvms()));
    }
    return arguments;
  }

  @Override
  public String toString() {
    final Processors last = processors.get(processors.size() - 1);
    return String.format(
        Locale.ROOT,
        "projection of %s %s, load %s, on up to %d processors",
        row.machine(),
        row.size(),
        row.loadSetting(),
        last.threads() * last.jvms());
  }
}

package io.hopwright.runner.bench;

import java.util.List;
import java.util.Locale;

/**
 * What one row of the benchmark simulates.
 *
 * @param machine name of the machine
 * @param size of it, in its own terms: {@code 8x8x8}, or a number of groups
 * @param traffic its {@code workload.kind}
 * @param routing its {@code router.routing}
 * @param load its {@code workload.load}; infinite for saturated sources
 * @param threads of each JVM
 * @param jvms number of JVMs; one with a single thread uses the sequential executor
 * @param repetitions number of measured segments
 */
public record RowPlan(
    String machine,
    String size,
    String traffic,
    String routing,
    double load,
    int threads,
    int jvms,
    int repetitions) {
  /** Load of sources that always have another message. */
  public static final double SATURATED = Double.POSITIVE_INFINITY;

  private static final long MIB = 1L << 20;
  private static final long HEAP_BASE_MIB = 256;

  /**
   * Returns the plan of a row of BlueGene/L, uniform traffic with dynamic routing.
   *
   * @throws io.hopwright.models.machine.SettingsException if there is no such machine
   */
  public static RowPlan torus(String shape, double load, int threads, int jvms, int repetitions) {
    return checked(
        new RowPlan(TorusRows.NAME, shape, "uniform", "dynamic", load, threads, jvms, repetitions));
  }

  /**
   * Returns the plan of a row of Cascade.
   *
   * @throws io.hopwright.models.machine.SettingsException if there is no such machine
   */
  public static RowPlan dragonfly(
      long groups,
      String traffic,
      String routing,
      double load,
      int threads,
      int jvms,
      int repetitions) {
    return checked(
        new RowPlan(
            DragonflyRows.NAME,
            Long.toString(groups),
            traffic,
            routing,
            load,
            threads,
            jvms,
            repetitions));
  }

  private static RowPlan checked(RowPlan plan) {
    RowNetwork.of(plan);
    return plan;
  }

  /** Returns the plan that {@link #arguments} stand for. */
  static RowPlan of(List<String> arguments) {
    return new RowPlan(
        arguments.get(0),
        arguments.get(1),
        arguments.get(2),
        arguments.get(3),
        Double.parseDouble(arguments.get(4)),
        Integer.parseInt(arguments.get(5)),
        Integer.parseInt(arguments.get(6)),
        Integer.parseInt(arguments.get(7)));
  }

  List<String> arguments() {
    return List.of(
        machine,
        size,
        traffic,
        routing,
        Double.toString(load),
        Integer.toString(threads),
        Integer.toString(jvms),
        Integer.toString(repetitions));
  }

  /** Returns a plan for a network so small that it costs nothing. */
  RowPlan small() {
    return new RowPlan(machine, rows().smallSize(), traffic, routing, load, threads, 1, 1);
  }

  /** Returns the number of threads of all JVMs, for each of which there is a partition. */
  int processors() {
    return threads * jvms;
  }

  /** Returns the number of partitions. */
  public int partitions() {
    return RowNetwork.of(this).partitions();
  }

  RowMachine rows() {
    return RowMachine.of(machine);
  }

  boolean saturated() {
    return load == SATURATED;
  }

  /** Returns the load as a setting: a number, or saturated. */
  Object loadSetting() {
    return saturated() ? "saturated" : (Object) load;
  }

  /** Heap in MiB that leaves the collector nothing to do. */
  long heapMib() {
    return HEAP_BASE_MIB + RowNetwork.of(this).nodes() * rows().heapBytesPerNode() / MIB;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s %s, %s, %s, load %s, on %d thread%s%s",
        machine,
        size,
        traffic,
        routing,
        loadSetting(),
        threads,
        threads == 1 ? "" : "s",
        jvms == 1 ? "" : " of each of " + jvms + " JVMs");
  }
}

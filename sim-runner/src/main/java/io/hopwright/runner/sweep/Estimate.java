package io.hopwright.runner.sweep;

import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.models.measure.Interval;
import io.hopwright.models.run.Costs;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.Network;
import io.hopwright.runner.support.InputException;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Estimated costs of a run.
 *
 * @param computer computer of the run
 * @param layout JVMs and threads
 * @param intervals rows of the series
 * @param nodesHeapBytes heap for the nodes and packets of the JVM with most of them
 * @param seriesHeapBytes heap for the series of the JVM with most partitions
 * @param linesHeapBytes heap for tables that grow with the number of events, in the JVM that
 *     collects them
 * @param checkpoint size of a checkpoint
 * @param seconds time from building to the result, without the start of JVMs
 * @param measured whether the costs of the machine were ever measured; an estimate without
 *     measurement refuses nothing
 */
public record Estimate(
    Computer computer,
    Layout layout,
    double intervals,
    double nodesHeapBytes,
    double seriesHeapBytes,
    double linesHeapBytes,
    CheckpointSize checkpoint,
    double seconds,
    boolean measured) {
  private static final long MIB = 1L << 20;
  private static final double GIB = 1L << 30;
  private static final double LEAST_HEAP_BYTES = 256L << 20;
  private static final double HEAP_STEP_BYTES = 64L << 20;

  /** Heap that is suggested for a byte expected: the collector needs room, and the model errs. */
  private static final double MARGIN = 2;

  /** The same for measurements. */
  private static final double AMPLE = 3;

  /** Series of all partitions are added up into one, and that becomes the table. */
  private static final int MERGED_SERIES = 2;

  /** Heap of a JVM that simulates nothing, in bytes. */
  private static final long JVM_HEAP_BYTES = 18L << 20;

  /** Memory of a JVM besides its heap, in bytes: code, threads, buffers. */
  private static final long JVM_OTHER_BYTES = 100L << 20;

  /** Time until a JVM has started and compiled its most used code. */
  private static final double START_SECONDS = 2;

  /** Time until several JVMs have found each other. */
  private static final double GATHER_SECONDS = 4;

  /** Share of their time that several threads spend simulating, where windows are long. */
  private static final double PARALLEL_EFFICIENCY = 0.9;

  /** Time from one window to the next between the threads of a JVM. */
  private static final double THREAD_WINDOW_SECONDS = 50e-6;

  /** Time from one window to the next between JVMs of one computer. */
  private static final double JVM_WINDOW_SECONDS = 1.5e-3;

  /** Estimates a run of {@code network}, its partitions placed by {@code placement}. */
  public static Estimate of(
      Network<?> network, PartitionPlacement placement, Layout layout, Computer computer) {
    final Costs costs = network.costs();
    final Forecast forecast = network.forecast();
    final double samples = Math.ceil(forecast.ticks() / network.gridTicks());
    final double intervals = Math.min(Interval.MOST_ROWS, samples);
    final double bytesPerNode =
        costs.memory().at(forecast.load()) + (double) network.jobs().bytes() / network.nodes();
    final CheckpointSize checkpoint =
        CheckpointSize.of(network, forecast, intervals * forecast.rowBytes());
    double most = 0;
    int mostPartitions = 0;
    for (int member = 0; member < placement.members(); member++) {
      final int[] partitions = placement.partitionsOf(member);
      final double nodes = IntStream.of(partitions).mapToLong(network::nodes).sum();
      most = Math.max(most, nodes * bytesPerNode + partitions.length * costs.partitionBytes());
      mostPartitions = Math.max(mostPartitions, partitions.length);
    }
    return new Estimate(
        computer,
        layout,
        intervals,
        most + (double) network.nodes() * costs.sharedBytesPerNode(),
        intervals * forecast.rowBytes() * (mostPartitions + MERGED_SERIES),
        forecast.linesBytes(),
        checkpoint,
        seconds(network, forecast, samples, costs, layout, computer),
        costs.measured());
  }

  private static double seconds(
      Network<?> network,
      Forecast forecast,
      double samples,
      Costs costs,
      Layout layout,
      Computer computer) {
    final int partitions = network.partitions();
    final int atWork = layout.atWork(partitions, computer.cores());
    final double work =
        forecast.packetHops() / costs.hopsPerSecond(network.nodes())
            + forecast.ticks() * partitions * Costs.PARTITION_TICK_SECONDS
            + samples * network.nodes() * forecast.load() * costs.sampleSeconds()
            + network.nodes() * costs.buildSecondsPerNode();
    // The thread with most partitions decides.
    final int most = (partitions + atWork - 1) / atWork;
    final double longest = work * most / partitions;
    final double windows = forecast.ticks() / network.windowTicks();
    if (layout.jvms() > 1) {
      return longest / PARALLEL_EFFICIENCY + windows * JVM_WINDOW_SECONDS;
    }
    return atWork > 1 ? longest / PARALLEL_EFFICIENCY + windows * THREAD_WINDOW_SECONDS : longest;
  }

  /** Returns the time until JVMs have started and are connected, once for all runs. */
  public static double startSeconds(Layout layout) {
    return START_SECONDS + (layout.jvms() > 1 ? GATHER_SECONDS : 0);
  }

  /** Returns the heap in use, in bytes, of the JVM that needs the most. */
  public double heapBytes() {
    return JVM_HEAP_BYTES + nodesHeapBytes + seriesHeapBytes + linesHeapBytes;
  }

  /** Returns the memory of all JVMs on this computer, in bytes. */
  public double memoryBytes() {
    return layout.jvmsHere() * (heapBytes() + JVM_OTHER_BYTES);
  }

  /**
   * Returns the heap to give to each JVM, in MiB: with a margin, but within its share; a run
   * without measured costs gets the whole share.
   */
  public long suggestedHeapMib() {
    return heapMib(Math.max(LEAST_HEAP_BYTES, MARGIN * heapBytes()));
  }

  /** Returns a heap in MiB that makes collections unnecessary while speed is measured. */
  public long ampleHeapMib() {
    return heapMib(LEAST_HEAP_BYTES + AMPLE * nodesHeapBytes);
  }

  private long heapMib(double bytes) {
    final double steps = Math.ceil(Math.min(bytes, Long.MAX_VALUE / 2.0) / HEAP_STEP_BYTES);
    final double share = (double) computer.heapShareBytes(layout.jvmsHere());
    final double given = measured ? Math.min(share, steps * HEAP_STEP_BYTES) : share;
    return Math.max(1, (long) (given / MIB));
  }

  /** Returns whether the run fits, but not with the whole margin. */
  public boolean tight() {
    return MARGIN * heapBytes() > computer.heapShareBytes(layout.jvmsHere());
  }

  /** Returns whether the run fits the memory of the computer, or its memory is unknown. */
  public boolean fits() {
    return !measured || memoryBytes() <= computer.memoryBytes();
  }

  /**
   * Refuses a run that is larger than the memory of the computer.
   *
   * @param run name of the run
   * @throws InputException with the required memory, its use and a remedy
   */
  public void requireFits(String run) {
    if (!fits()) {
      throw new InputException(objection(run));
    }
  }

  /** Returns the reason why a run does not fit, with a remedy. */
  public String objection(String run) {
    return String.format(
        Locale.ROOT,
        "%s: needs about %s of memory%s, but this computer has %s; %s",
        run,
        memory(memoryBytes()),
        layout.jvmsHere() > 1
            ? " (" + layout.jvmsHere() + " JVMs of " + memory(heapBytes()) + " heap each)"
            : "",
        memory((double) computer.memoryBytes()),
        remedy());
  }

  private String remedy() {
    if (linesHeapBytes > nodesHeapBytes + seriesHeapBytes && linesHeapBytes > JVM_HEAP_BYTES) {
      return "most of it for lines of tables: write fewer, of single packets or of pairs of"
          + " nodes";
    }
    if (seriesHeapBytes > nodesHeapBytes && seriesHeapBytes > JVM_HEAP_BYTES) {
      return String.format(
          Locale.ROOT,
          "the series has %.0f rows for each partition: use a larger run.gridTicks, or"
              + " larger partitions",
          intervals);
    }
    if (layout.jvmsHere() > 1 && nodesHeapBytes < JVM_HEAP_BYTES + JVM_OTHER_BYTES) {
      return "each JVM needs its own memory: use fewer JVMs";
    }
    return "simulate a smaller machine, or distribute it over several computers" + " (--members)";
  }

  /** Returns an amount of memory for people. */
  public static String memory(double bytes) {
    return bytes < GIB
        ? String.format(Locale.ROOT, "%.0f MiB", bytes / MIB)
        : String.format(Locale.ROOT, "%.1f GiB", bytes / GIB);
  }
}

package io.hopwright.runner.execution;

import io.hopwright.core.window.Executor;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.WindowController;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.messaging.statistics.JobMetrics;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.standstill.Standstill;
import io.hopwright.models.tables.RunResult;
import io.hopwright.partition.cluster.MemberAccount;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.support.InputException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Runs networks as planned, one at a time.
 *
 * @param plan executor and threads
 * @param interruption ends a run when it is requested
 * @param observer observer of each run
 * @param alone whether nothing else is simulated in this JVM meanwhile; otherwise memory cannot be
 *     attributed to the run, and processor time only with the sequential executor
 * @param windows listener for every window
 */
public record Simulator(
    ExecutionPlan plan,
    Interruption interruption,
    RunObserver observer,
    boolean alone,
    RunMonitor.WindowListener windows) {
  /** Listener that ignores windows. */
  public static final RunMonitor.WindowListener NOBODY = (clockTicks, total) -> {};

  private static final double MICROS = 1e6;

  /**
   * Course of a run.
   *
   * @param work listener for the cost of every window
   * @param from state at its start
   * @param checkpoints checkpoints during the run
   * @param baseline cache of the contention-free baseline of its jobs
   */
  public record Course(
      RunMonitor.WorkListener work,
      SavedRun from,
      RunMonitor.Checkpoints checkpoints,
      KeptBaseline baseline) {
    /** Returns the course of a run from the first tick on, without checkpoints. */
    public static Course whole() {
      return of(RunMonitor.WorkListener.NONE);
    }

    /** Returns the course of a run from the first tick on. */
    public static Course whole(RunMonitor.Checkpoints checkpoints) {
      return new Course(
          RunMonitor.WorkListener.NONE, SavedRun.NOTHING, checkpoints, new KeptBaseline());
    }

    private static Course of(RunMonitor.WorkListener work) {
      return new Course(work, SavedRun.NOTHING, RunMonitor.Checkpoints.NONE, new KeptBaseline());
    }
  }

  /** Creates a simulator whose runs end when {@code interruption} is requested. */
  public Simulator(ExecutionPlan plan, Interruption interruption, RunObserver observer) {
    this(plan, interruption, observer, true, NOBODY);
  }

  /**
   * Simulates {@code network} in this JVM to its end, or until it is interrupted.
   *
   * @throws NeverBegunException if it is interrupted before its first window
   * @throws InputException if its sources have fewer packets than its end requires
   */
  public <P extends Partition> Completion run(Network<P> network) {
    return run(network, Course.whole());
  }

  /**
   * Simulates {@code network} in this JVM to its end, or until it is interrupted.
   *
   * @param work receives the cost of every window
   * @throws NeverBegunException if it is interrupted before its first window
   */
  public <P extends Partition> Completion run(Network<P> network, RunMonitor.WorkListener work) {
    return run(network, Course.of(work));
  }

  /**
   * Simulates {@code network} in this JVM to its end, or until it is interrupted.
   *
   * @throws NeverBegunException if it is interrupted before its first window
   * @throws IllegalArgumentException if the states at its start belong to another network
   */
  public <P extends Partition> Completion run(Network<P> network, Course course) {
    final int partitions = network.partitions();
    return run(
        network,
        plan.kindFor(partitions),
        plan.executor(partitions),
        plan.threadsFor(partitions),
        PartitionPlacement.together(partitions),
        course,
        List::of);
  }

  /**
   * Simulates {@code network} with all JVMs of {@code cluster} to its end, or until it is
   * interrupted.
   *
   * @param config configuration of the network
   * @throws NeverBegunException if it is interrupted before its first window
   * @throws IllegalArgumentException if the states at its start belong to another network
   */
  public <P extends Partition> Completion run(
      Network<P> network, ResolvedConfig config, Course course, Cluster cluster) {
    final PartitionPlacement placement = Placements.of(network, cluster.jvms());
    return run(
        network,
        ExecutorKind.ACTORS,
        cluster.executor(config, placement),
        cluster.threads(),
        placement,
        course,
        cluster::accounts);
  }

  private <P extends Partition> Completion run(
      Network<P> network,
      ExecutorKind kind,
      Executor executor,
      int threads,
      PartitionPlacement placement,
      Course course,
      Supplier<List<MemberAccount>> others) {
    final Map<String, Object> best = course.baseline().jobs(() -> onBaseline(network));
    final HeapPeak heap = new HeapPeak();
    final PhaseClock clock =
        new PhaseClock(alone ? ProcessClock::cpuNanos : ProcessClock::threadCpuNanos);
    final RunMonitor monitor =
        new RunMonitor(
            (clockTicks, total) -> {
              clock.windowEnded(clockTicks, total);
              windows.windowEnded(clockTicks, total);
            },
            course.work(),
            course.checkpoints());
    interruption.attach(monitor);
    final RunOutcome<P> outcome;
    try {
      if (monitor.interrupted()) {
        throw new NeverBegunException();
      }
      outcome = watched(network, executor, threads / placement.members(), monitor, course.from());
    } finally {
      interruption.detach(monitor);
    }
    if (outcome.windows() == 0 && monitor.interrupted()) {
      throw new NeverBegunException();
    }
    requirePackets(network, outcome);
    final double otherCpuSeconds =
        others.get().stream().mapToLong(MemberAccount::cpuNanos).sum() * 1e-9;
    final Progress total = outcome.total();
    final long firstTick = course.from().tick();
    final Progress before = firstTick == 0 ? new Progress() : clock.first();
    final Execution execution =
        new Execution(
            kind,
            threads,
            network.partitions(),
            outcome.windows(),
            network.lookaheadTicks(),
            network.windowTicks(),
            network.tickRate().toSeconds(outcome.stopTick() - firstTick) * MICROS,
            clock.buildSeconds(),
            clock.simulateSeconds(),
            // The sequential executor simulates on the thread that asks for it.
            alone || kind == ExecutorKind.SEQUENTIAL
                ? clock.cpuSeconds() + otherCpuSeconds
                : Double.NaN,
            total.packetHops - before.packetHops,
            total.events - before.events,
            outcome.busyNanos().stream().map(nanos -> nanos * 1e-9).toList(),
            alone ? heap.bytes() : Execution.UNKNOWN_BYTES,
            placement.toList(),
            others.get());
    final RunResult result = network.result(outcome);
    final Standstill standstill = network.standstill(outcome);
    return new Completion(
        noted(best == null ? result : JobMetrics.against(best, result), standstill),
        ending(outcome, standstill),
        execution,
        outcome.loss(),
        standstill);
  }

  /** Returns what the same jobs do without contention; null if that is not requested. */
  private Map<String, Object> onBaseline(Network<?> network) {
    final Network<?> baseline = network.baseline();
    if (baseline == null) {
      return null;
    }
    final Completion run =
        new Simulator(
                new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1),
                interruption,
                observer.of("without contention"),
                alone,
                NOBODY)
            .run(baseline);
    if (run.ending() == Completion.Ending.INTERRUPTED) {
      throw new NeverBegunException("without contention");
    }
    return JobMetrics.ofBaseline(run.result());
  }

  /** A run that ends for want of packets is not the one that was asked for. */
  private static void requirePackets(Network<?> network, RunOutcome<?> outcome) {
    final RunPlan run = network.run();
    if (run.end() == RunPlan.End.PACKETS
        && outcome.ending() == WindowController.Ending.COMPLETED
        && !run.reached(outcome.total())) {
      throw new InputException(
          String.format(
              "%s = %s: no packets are left after %s deliveries and %s ticks (no packet is"
                  + " generated after 2^36 ticks); use fewer packets, or a larger load",
              RunPlan.PACKETS,
              run.packets(),
              outcome.total().packetsDelivered,
              outcome.stopTick()));
    }
  }

  private <P extends Partition> RunOutcome<P> watched(
      Network<P> network, Executor executor, int threadsHere, RunMonitor monitor, SavedRun from) {
    final RunObserver.Watch watch = observer.watch(network, threadsHere, monitor);
    try {
      return executor.run(new InterruptibleBuild<>(network, monitor), monitor, from);
    } finally {
      watch.close();
    }
  }

  private static RunResult noted(RunResult result, Standstill standstill) {
    return standstill == null
        ? result
        : result.with(
            Standstill.ENTRY, standstill.document(), Standstill.METRICS.toArray(Metric[]::new));
  }

  private static Completion.Ending ending(RunOutcome<?> outcome, Standstill standstill) {
    return switch (outcome.ending()) {
      case COMPLETED -> Completion.Ending.COMPLETED;
      case INTERRUPTED -> Completion.Ending.INTERRUPTED;
      case STALLED ->
          standstill.kind() == Standstill.Kind.RANKS_BLOCKED
              ? Completion.Ending.RANKS_BLOCKED
              : Completion.Ending.DEADLOCK;
      case LOST -> Completion.Ending.LOST;
    };
  }
}

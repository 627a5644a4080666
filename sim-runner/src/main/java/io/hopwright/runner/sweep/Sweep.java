package io.hopwright.runner.sweep;

import io.hopwright.models.run.Network;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.NeverBegunException;
import io.hopwright.runner.execution.Simulator;
import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.recording.ResultDirectory;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.study.ExecutionMode;
import io.hopwright.runner.support.EnvironmentException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Simulation of a list of points; each result is stored as soon as its point is done. */
public final class Sweep {
  private final List<String> commandLine;
  private final Interruption interruption;
  private final SweepObserver progress;
  private final Consumer<Map<String, Object>> rescue;
  private final PointCheckpoints checkpoints;
  private final Set<PointTask> completed = new HashSet<>();
  private final List<Unfinished> unfinished = new ArrayList<>();
  private Throwable failure;
  private boolean lost;

  /**
   * Point that did not complete.
   *
   * @param job the point
   * @param completion its ending
   * @param place directory of its measurements
   */
  public record Unfinished(PointTask job, Completion completion, Path place) {}

  /** Simulation of a point. */
  @FunctionalInterface
  private interface Simulating {
    Runs.Projected simulate(
        ResolvedConfig config,
        Network<?> network,
        ExecutionMode mode,
        SweepObserver.Running running,
        Interruption ofPoint,
        Simulator.Course course);
  }

  /**
   * Creates a sweep.
   *
   * @param commandLine the arguments of the program
   * @param rescue receives the summary of a point that could not be written
   * @param checkpoints of its points
   */
  public Sweep(
      List<String> commandLine,
      Interruption interruption,
      SweepObserver progress,
      Consumer<Map<String, Object>> rescue,
      PointCheckpoints checkpoints) {
    this.commandLine = commandLine;
    this.interruption = interruption;
    this.progress = progress;
    this.rescue = rescue;
    this.checkpoints = checkpoints;
  }

  /**
   * Simulates points one after the other, in their order.
   *
   * @param crew the JVMs
   */
  public void inTurn(List<PointTask> jobs, ExecutionPlan plan, Crew crew) {
    work(
        new ConcurrentLinkedQueue<>(jobs),
        crew,
        (config, network, mode, running, ofPoint, course) -> {
          final boolean asked = mode.threads() > 0;
          final ExecutorKind kind = mode.threads() > 1 ? ExecutorKind.ACTORS : plan.kind();
          // The cluster is not ours to close.
          @SuppressWarnings("resource")
          final Runs runs =
              new Runs(
                  asked ? new ExecutionPlan(kind, mode.threads()) : plan,
                  ofPoint,
                  running,
                  asked ? null : crew.cluster());
          return mode.project() > 0
              ? runs.project(network, mode.project())
              : new Runs.Projected(runs.run(config, network, course), Map.of());
        });
    throwFailure();
  }

  /** Simulates several points at once, in this JVM. */
  public void atOnce(List<PointTask> jobs, Schedule schedule) {
    final Queue<PointTask> queue = new ConcurrentLinkedQueue<>(Schedule.ordered(jobs));
    final ExecutionPlan plan =
        new ExecutionPlan(
            schedule.threadsEach() == 1 ? ExecutorKind.SEQUENTIAL : ExecutorKind.ACTORS,
            schedule.threadsEach());
    final Simulating simulating =
        (config, network, mode, running, ofPoint, course) ->
            new Runs.Projected(
                new Simulator(plan, ofPoint, running, false, Simulator.NOBODY).run(network, course),
                Map.of());
    final List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Math.min(schedule.atOnce(), jobs.size()); i++) {
      threads.add(new Thread(() -> work(queue, null, simulating), "points-" + i));
    }
    threads.forEach(Thread::start);
    threads.forEach(Sweep::join);
    throwFailure();
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the completed points. */
  public synchronized Set<PointTask> completed() {
    return Set.copyOf(completed);
  }

  /** Returns the points that were begun and not completed. */
  public synchronized List<Unfinished> unfinished() {
    return List.copyOf(unfinished);
  }

  private void work(Queue<PointTask> queue, Crew crew, Simulating simulating) {
    try {
      for (PointTask job = queue.poll(); job != null && goesOn(); job = queue.poll()) {
        simulate(job, crew, simulating);
      }
    } catch (NeverBegunException e) {
      // The user's wish, and nothing to keep.
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private synchronized boolean goesOn() {
    return failure == null && !lost && !interruption.requested() && !checkpoints.plan().stops();
  }

  private synchronized void fail(Throwable reason) {
    if (failure == null) {
      failure = reason;
      // Nobody shall wait for the others in vain.
      interruption.request();
    }
  }

  private synchronized void throwFailure() {
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    if (failure instanceof Error error) {
      throw error;
    }
  }

  private void simulate(PointTask job, Crew crew, Simulating simulating) {
    final Instant started = Instant.now();
    final Network<?> network = job.network().get();
    final Interruption ofPoint = interruption.ofOneRun();
    try (ResultDirectory directory = ResultDirectory.prepare(job.place());
        SweepObserver.Running running = progress.begin(job.name(), titled(job), job.work())) {
      final AtomicReference<Map<String, Object>> projection = new AtomicReference<>(Map.of());
      final PointCourse.Simulated run =
          new PointCourse(job, checkpoints, crew, ofPoint)
              .run(
                  (config, of, mode, course) -> {
                    final Runs.Projected projected =
                        simulating.simulate(config, of, mode, running, ofPoint, course);
                    projection.set(projected.projection());
                    return projected.completion();
                  });
      final Completion ended = run.settled().noted(run.completion());
      final Completion completion = job.point().mayStall() ? ended.orStandstill() : ended;
      final Map<String, Object> summary =
          Documents.summary(job.point().config(), completion, projection.get());
      final Map<String, Object> manifest =
          Documents.manifest(
              run.settled().config(),
              network,
              job.point().mode(),
              completion,
              commandLine,
              started);
      run.addTo(manifest);
      final Path place;
      try {
        new ResultWriter(directory.growing())
            .write(run.settled().config(), completion, network.tickRate(), summary, manifest);
        place = directory.publish(completion.ending() == Completion.Ending.COMPLETED);
      } catch (EnvironmentException e) {
        rescue(summary);
        throw e;
      }
      run.removal().run();
      note(job, completion, place);
    }
  }

  private static String titled(PointTask job) {
    return job.point().title().isEmpty() ? job.name() : job.name() + ": " + job.point().title();
  }

  private synchronized void rescue(Map<String, Object> summary) {
    rescue.accept(summary);
  }

  private synchronized void note(PointTask job, Completion completion, Path place) {
    if (completion.ending() == Completion.Ending.COMPLETED) {
      completed.add(job);
    } else {
      unfinished.add(new Unfinished(job, completion, place));
      lost |= completion.ending() == Completion.Ending.LOST;
    }
  }
}

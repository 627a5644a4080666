package io.hopwright.runner.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.partition.cluster.ClusterOptions;
import io.hopwright.partition.cluster.Diagnosis;
import io.hopwright.partition.cluster.MemberFailedException;
import io.hopwright.partition.cluster.MemberLostException;
import io.hopwright.partition.cluster.Worker;
import io.hopwright.partition.copies.CopyKeeper;
import io.hopwright.runner.execution.Cluster;
import io.hopwright.runner.execution.ExecutionPlan;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.execution.Interruption;
import io.hopwright.runner.execution.WorkerHost;
import io.hopwright.runner.recording.CheckpointCopies;
import io.hopwright.runner.recording.CheckpointPlan;
import io.hopwright.runner.recording.KeptCopies;
import io.hopwright.runner.support.EnvironmentException;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs over several members in this JVM that stop with a checkpoint and continue on other members.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClusterResumeTest {
  private static final String TOKEN = "0123456789abcdef";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Long, so that it has not ended when a busy disk has its first checkpoint. */
  private static final String TORUS =
      """
      study.id = s
      machine { model = bluegene-l, shape = [4, 4, 4] }
      partition.shape = [2, 2, 4]
      workload.load = 0.7
      run { warmupTicks = 0, ticks = 90000 }
      statistics.links = [link]
      """;

  private final Hopwright hopwright = Hopwright.open();
  private final List<String> warnings = new ArrayList<>();
  private final RunListener listener =
      new RunListener() {
        @Override
        public void warning(String text) {
          warnings.add(text);
        }
      };

  @TempDir private Path directory;

  private static ClusterOptions options(int port) {
    return new ClusterOptions("127.0.0.1", port, "127.0.0.1", null, TOKEN, 1);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Returns the given number of members; all but the seed are threads of this JVM. */
  private Resources members(int count) {
    return members(count, CopyKeeper.NONE);
  }

  private Resources members(int count, CopyKeeper keeper) {
    return members(
        count,
        (interruption, heapMib, again, replaces, talk) ->
            gather(count, keeper, worker -> {}, interruption, talk));
  }

  private static Resources members(int count, Resources.Gathering gathering) {
    return new Resources(new ExecutionPlan(ExecutorKind.ACTORS, 1), count, 1, gathering, 5, 1);
  }

  private Cluster gather(
      int count,
      CopyKeeper keeper,
      Consumer<Worker> whenPrepared,
      Interruption interruption,
      Consumer<String> talk) {
    try {
      final int port = freePort();
      for (int worker = 1; worker < count; worker++) {
        final CopyKeeper of = worker == 1 ? keeper : CopyKeeper.NONE;
        new Thread(() -> work("127.0.0.1:" + port, of, whenPrepared)).start();
      }
      return Cluster.gather(
          options(port), count, count, null, "", LIMIT, false, interruption, this::diagnose, talk);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void work(String seed, CopyKeeper keeper, Consumer<Worker> whenPrepared) {
    final AtomicReference<Worker> self = new AtomicReference<>();
    final Worker.Host host = new Prepared(() -> whenPrepared.accept(self.get()));
    try (Worker worker = Worker.listen(options(0), Cluster.identity(1), host, keeper)) {
      self.set(worker);
      worker.work(seed, LIMIT);
    } catch (MemberFailedException | MemberLostException | CancellationException e) {
      // The seed has the same failure, and the test checks it there.
    }
  }

  /** Host that also runs an action when a run is prepared. */
  private final class Prepared implements Worker.Host {
    private final Worker.Host host =
        new WorkerHost(hopwright.reader(), ClusterResumeTest.this::diagnose);
    private final Runnable action;

    Prepared(Runnable action) {
      this.action = action;
    }

    @Override
    public Worker.Prepared prepare(String config) {
      action.run();
      return host.prepare(config);
    }

    @Override
    public long cpuNanos() {
      return host.cpuNanos();
    }

    @Override
    public long peakHeapBytes() {
      return host.peakHeapBytes();
    }

    @Override
    public Diagnosis diagnose(Throwable failure) {
      return host.diagnose(failure);
    }
  }

  private Diagnosis diagnose(Throwable failure) {
    return new Diagnosis(failure.toString(), 70);
  }

  private Experiment study() {
    return hopwright.studyFromText("s", TORUS).threads(1).listener(listener);
  }

  private Path place(String name) {
    return directory.resolve(name);
  }

  private static CheckpointPlan stopNow() {
    final CheckpointPlan plan = new CheckpointPlan(0, 0, 0);
    plan.stop();
    return plan;
  }

  /** The run stops on two members, on one and on three, and ends on two. */
  @Test
  void shouldGoOnOnAnyNumberOfMembers() throws IOException {
    final Path whole = study().into(place("whole")).run().directory();
    final Path place = place("r");
    Experiment experiment = study().into(place);
    for (int members : new int[] {2, 1, 3}) {
      final CheckpointPlan plan = stopNow();
      final Resources resources = members == 1 ? Resources.ofThreads(1) : members(members);
      final Result result = experiment.on(resources).checkpoints(plan).run();
      assertEquals(Outcome.Kind.INTERRUPTED, result.outcome().kind());
      assertEquals(place, plan.written());
      experiment = hopwright.resume(place, warnings::add);
    }
    final Result resumed =
        experiment.on(members(2)).checkpoints(new CheckpointPlan(500, 0, 0)).run();
    assertEquals(Outcome.Kind.COMPLETED, resumed.outcome().kind());
    assertEquals(ResumeTest.content(whole), ResumeTest.content(place));
    assertEquals(List.of(), warnings);
  }

  /** A member is lost while its states are sent to it, and so is one of its replacements. */
  @Test
  void shouldGoOnAfterLossesOfMembersThatRestore() throws IOException {
    final Path whole = study().into(place("whole")).run().directory();
    final Path place = place("r");
    study().into(place).on(members(3)).checkpoints(stopNow()).run();
    final AtomicInteger gathered = new AtomicInteger();
    final Result resumed =
        hopwright
            .resume(place, warnings::add)
            .listener(listener)
            .on(
                members(
                    3,
                    (interruption, heapMib, again, replaces, talk) -> {
                      final AtomicBoolean leaves =
                          new AtomicBoolean(gathered.incrementAndGet() <= 2);
                      return gather(
                          3,
                          CopyKeeper.NONE,
                          worker -> {
                            if (leaves.getAndSet(false)) {
                              worker.leave();
                            }
                          },
                          interruption,
                          talk);
                    }))
            .checkpoints(new CheckpointPlan(500, 0, 0))
            .run();
    assertEquals(Outcome.Kind.COMPLETED, resumed.outcome().kind());
    assertEquals(ResumeTest.content(whole), ResumeTest.content(place));
    assertEquals(3, gathered.get());
    assertEquals(2, warnings.size(), warnings::toString);
    for (String warning : warnings) {
      assertTrue(warning.contains("before anything was simulated; continuing from"), warning);
    }
  }

  /** The test removes all files of the seed, which then resumes from a copy at a worker. */
  @Test
  void shouldGoOnFromACopyOfAnotherMember() throws IOException {
    final Path whole = study().into(place("whole")).run().directory();
    final KeptCopies copies = KeptCopies.in(place("copies"));
    final CheckpointPlan plan = stopNow();
    final Result stopped =
        study().into(place("lost/r")).on(members(2, copies)).checkpoints(plan).run();
    assertEquals(Outcome.Kind.INTERRUPTED, stopped.outcome().kind());
    assertEquals(List.of(), warnings);
    assertEquals(1, copies.kept().size());
    final Path place = place("other/r");
    final Cluster members = gather(3, copies, worker -> {}, new Interruption(), warnings::add);
    members.fetch(CheckpointCopies.name(place), KeptCopies.at(place), warnings::add);
    warnings.clear();
    final Result resumed =
        hopwright
            .resume(place, warnings::add)
            .on(
                new Resources(
                    new ExecutionPlan(ExecutorKind.ACTORS, 1),
                    3,
                    1,
                    (interruption, heapMib, again, replaces, talk) -> members,
                    5,
                    2))
            .checkpoints(new CheckpointPlan(500, 0, 0))
            .run();
    assertEquals(Outcome.Kind.COMPLETED, resumed.outcome().kind());
    assertEquals(ResumeTest.content(whole), ResumeTest.content(place));
    assertEquals(List.of(), copies.kept());
  }

  @Test
  void shouldSayThatNoMemberHasACopy() {
    final Path place = place("r");
    try (Cluster members =
        gather(
            2, KeptCopies.in(place("copies")), worker -> {}, new Interruption(), warnings::add)) {
      final EnvironmentException failure =
          assertThrows(
              EnvironmentException.class,
              () -> members.fetch("r", KeptCopies.at(place), warnings::add));
      assertTrue(failure.getMessage().contains("no member has"), failure.getMessage());
    }
  }
}

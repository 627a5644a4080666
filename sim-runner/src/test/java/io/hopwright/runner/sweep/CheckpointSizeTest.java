package io.hopwright.runner.sweep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.Machines;
import io.hopwright.models.run.Network;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.execution.Placements;
import io.hopwright.runner.study.StudyReader;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Estimated sizes of checkpoints, against sizes of states of runs, on all machines. */
class CheckpointSizeTest {
  private static final double MOST = 1.5;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "machine { model = bluegene-l, shape = [8, 8, 8] }; workload.load = 0.3; run.ticks = 5000",
        "machine { model = cascade, groups = 2 }; workload.load = 0.05; run.ticks = 60000",
        "machine { model = tofu, shape = [3, 3, 3] }; workload.load = 0.05; run.ticks = 5000",
        "machine { model = tnw, shape = [4, 4, 4] }; workload.load = 0.5; run.ticks = 5000",
        "machine { model = extoll, shape = [4, 4, 4] }; workload.load = 0.5; run.ticks = 9000",
        "machine { model = network, extents = [8, 8] }; workload.load = 0.5; run.ticks = 5000",
        "machine { model = pcie }; run.ticks = 100000; run.windowTicks = 500",
        "machine { model = ideal, nodes = 64 }; jobs.a { program = alltoall, ranks = 64 }",
      })
  void shouldBeNearTheSizeOfStates(String study) {
    check(study + "; run.warmupTicks = 0");
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(
      strings = {
        "machine { model = bluegene-l, shape = [8, 8, 8] }; workload.load = 0.9; run.ticks = 4000",
        "machine { model = bluegene-l, shape = [8, 8, 8] }; workload.load = 0.3; run.ticks = 4000",
        "machine { model = cascade, groups = 2 }; workload.load = 0.05; run.ticks = 20000",
        "machine { model = cascade, groups = 2, bladesPerChassis = 4 }; workload.load = 0.5",
        "machine { model = cascade, groups = 1 }; workload.load = 0.5; nic.model = aries",
        "machine { model = tofu, shape = [3, 3, 3] }; workload.load = 0.05; run.ticks = 5000",
        "machine { model = tofu, shape = [3, 3, 3] }; workload.load = 0.3; run.ticks = 5000",
        "machine { model = tnw, shape = [4, 4, 4] }; workload.load = 0.5; run.ticks = 5000",
        "machine { model = extoll, shape = [4, 4, 4] }; workload.load = 0.5; run.ticks = 5000",
        "machine { model = extoll, shape = [4, 4, 4] }; workload.load = 0.05; run.ticks = 5000",
        "machine { model = extoll, shape = [3, 3, 3], hosts = 2 }; workload.transport = rma",
        "machine { model = network, extents = [8, 8] }; workload.load = 0.5; run.ticks = 5000",
        "machine { model = network, extents = [8, 8] }; workload.load = 0.5; router.model = vc",
        "machine { model = pcie }; run.ticks = 200000; run.windowTicks = 100",
      })
  void shouldBeNearTheSizeOfStatesInLongerRuns(String study) {
    check(study);
  }

  private static void check(String study) {
    final Network<?> network =
        new StudyReader(Machines.all(), new Library())
            .rendered("study.id = s\n" + study.replace("; ", "\n"))
            .network();
    final CheckpointSize planned =
        Estimate.of(
                network,
                Placements.of(network, 1),
                new Layout(1, 1, 1),
                new Computer(Long.MAX_VALUE, 1))
            .checkpoint();
    final double bytes = state(network).bytes();
    final double ratio = planned.bytes() / bytes;
    assertTrue(
        ratio < MOST && ratio > 1 / MOST,
        () -> "planned %.0f, in fact %.0f: %.2f".formatted(planned.bytes(), bytes, ratio));
  }

  /** Returns a state near the end of a run. */
  private static <P extends Partition> SavedRun state(Network<P> network) {
    final AtomicReference<SavedRun> last = new AtomicReference<>(SavedRun.NOTHING);
    final RunMonitor.Checkpoints checkpoints =
        new RunMonitor.Checkpoints() {
          @Override
          public boolean isDue(long tick) {
            return tick > 1.4 * last.get().tick();
          }

          @Override
          public void failed(long tick, Throwable failure) {
            throw new IllegalStateException(failure);
          }

          @Override
          public void take(SavedRun saved) {
            last.set(saved);
          }
        };
    new SequentialExecutor()
        .run(
            network,
            new RunMonitor((clock, total) -> {}, RunMonitor.WorkListener.NONE, checkpoints),
            SavedRun.NOTHING);
    return last.get();
  }
}

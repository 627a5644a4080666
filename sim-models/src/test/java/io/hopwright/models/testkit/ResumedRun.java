package io.hopwright.models.testkit;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SavedRun;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.run.Network;

/** Runs whose state is saved midway, and runs that continue from such a state. */
public final class ResumedRun {
  private ResumedRun() {}

  /**
   * Outcome of a run.
   *
   * @param text its whole result
   * @param state at the first tick of the stop grid, from the requested one on, at which a window
   *     ended; null if the run was over before
   */
  public record Run(String text, SavedRun state) {}

  /**
   * Runs a network.
   *
   * @param from the state to continue from, or {@link SavedRun#NOTHING}
   * @param tick at which to save the state
   */
  public static <P extends Partition> Run of(Network<P> network, SavedRun from, long tick) {
    final Once once = new Once(tick);
    final RunMonitor monitor =
        new RunMonitor((clock, total) -> {}, RunMonitor.WorkListener.NONE, once);
    final RunOutcome<P> outcome = new SequentialExecutor().run(network, monitor, from);
    return new Run(ResultText.of(network.result(outcome)), once.taken);
  }

  /** Receiver of one state. */
  private static final class Once implements RunMonitor.Checkpoints {
    private final long from;
    private SavedRun taken;

    Once(long from) {
      this.from = from;
    }

    @Override
    public boolean isDue(long tick) {
      return taken == null && tick >= from;
    }

    @Override
    public void take(SavedRun saved) {
      taken = saved;
    }
  }
}

package io.hopwright.runner.app;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.run.Network;
import io.hopwright.runner.execution.RunObserver;
import io.hopwright.runner.progress.PacedObserver;
import io.hopwright.runner.support.Internal;
import io.hopwright.runner.sweep.SweepObserver;

/** Display of the progress of runs. */
@Internal
public interface Display {
  /** Returns a watch on a single run. */
  RunObserver run();

  /**
   * Returns a watch on the points of a sweep.
   *
   * @param points number of points
   * @param there number of points that are done already
   * @param work estimated work of the others
   */
  SweepObserver sweep(int points, int there, double work);

  /** Returns a display that reports to a listener. */
  static Display of(RunListener listener) {
    return new Display() {
      @Override
      public RunObserver run() {
        return observer(listener, "");
      }

      @Override
      public SweepObserver sweep(int points, int there, double work) {
        return new ListenerSweep(listener, points, there);
      }
    };
  }

  private static RunObserver observer(RunListener listener, String point) {
    return new PacedObserver(
        ListenerSweep.PERIOD_MILLIS,
        "",
        (part, line) -> listener.progress(Progress.of(point, part, line)),
        line -> listener.note(point.isEmpty() ? line : point + ": " + line));
  }

  /** Display that reports points to a listener. */
  final class ListenerSweep implements SweepObserver {
    private static final long PERIOD_MILLIS = 1_000;

    private final RunListener listener;
    private final int points;
    private int begun;

    private ListenerSweep(RunListener listener, int points, int there) {
      this.listener = listener;
      this.points = points;
      begun = there;
    }

    @Override
    public synchronized Running begin(String name, String title, double work) {
      begun++;
      listener.begins(name, begun, points);
      final RunObserver observer = observer(listener, name);
      return new Running() {
        @Override
        public RunObserver of(String what) {
          return observer.of(what);
        }

        @Override
        public Watch watch(Network<?> network, int threads, RunMonitor monitor) {
          return observer.watch(network, threads, monitor);
        }

        @Override
        public void close() {
          // Each run of the point has ended its own watch.
        }
      };
    }

    @Override
    public void close() {
      // Nothing is open between points.
    }
  }
}

package io.hopwright.runner.progress;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.run.Network;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.sweep.SweepObserver;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Display of the progress of many points, several of them at once: the number of completed points,
 * the progress of current ones, and the time to the end by the estimated work. Thread-safe.
 */
public final class SweepProgress implements SweepObserver {
  private static final int WIDTH = 79;

  private final Style style;
  private final int points;
  private final double work;
  private final Consumer<String> talk;
  private final LiveLine live;
  private final List<Point> running = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private int begun;
  private int done;
  private double workDone;

  /**
   * Starts the display.
   *
   * @param points number of points
   * @param there number of completed points
   * @param work estimated work of the others, in any unit
   * @param talk receives a message when a point begins
   * @param out null for no output
   */
  public SweepProgress(
      int points, int there, double work, Consumer<String> talk, PrintStream out, Style style) {
    this.style = style;
    this.points = points;
    this.work = work;
    this.talk = talk;
    begun = there;
    done = there;
    live = out == null ? null : new LiveLine(out, style, this::line);
  }

  /** Point in simulation. */
  private final class Point implements Running {
    private final String name;
    private final double share;
    private ProgressMeter meter;
    private RunMonitor monitor;
    private double fraction;

    private Point(String name, double share) {
      this.name = name;
      this.share = share;
    }

    @Override
    public Watch watch(Network<?> network, int threads, RunMonitor run) {
      synchronized (SweepProgress.this) {
        meter = new ProgressMeter(network, threads);
        monitor = run;
      }
      final ForegroundWatch foreground =
          live == null
              ? null
              : new ForegroundWatch(network, run, ForegroundWatch.PATIENCE, this::say);
      return () -> {
        if (foreground != null) {
          foreground.close();
        }
        over();
      };
    }

    private void say(String line) {
      live.between(() -> talk.accept(name + ": " + line));
    }

    /** Ends the display of a run; work that follows it, such as a projection, has no pace. */
    private void over() {
      synchronized (SweepProgress.this) {
        meter = null;
      }
    }

    private ProgressLine look() {
      final ProgressLine line =
          meter == null ? null : meter.line(System.nanoTime(), monitor.latest());
      if (line != null && line.fraction() >= 0) {
        fraction = Math.min(1, line.fraction());
      }
      return line;
    }

    @Override
    public void close() {
      synchronized (SweepProgress.this) {
        running.remove(this);
        done++;
        workDone += share;
      }
    }
  }

  @Override
  public synchronized Running begin(String name, String title, double share) {
    final Point point = new Point(name, share);
    running.add(point);
    begun++;
    if (live != null) {
      live.between(() -> talk.accept(begun + "/" + points + " " + title));
    }
    return point;
  }

  /** Returns the current line; null if there is nothing to report. */
  synchronized String line() {
    final List<ProgressLine> lines = new ArrayList<>();
    running.forEach(point -> lines.add(point.look()));
    if (lines.stream().allMatch(line -> line == null)) {
      return null;
    }
    final double now =
        workDone + running.stream().mapToDouble(point -> point.share * point.fraction).sum();
    final double seconds = (System.nanoTime() - startNanos) * 1e-9;
    final double left = (work - now) / now * seconds;
    if (style == Style.JSON) {
      return Json.compact(document(lines, now, left));
    }
    if (running.size() == 1) {
      return done + "/" + points + "  " + lines.get(0).text(left);
    }
    final StringBuilder line = new StringBuilder();
    line.append(done).append('/').append(points).append("  ");
    line.append(ProgressLine.percent(now / work));
    line.append("  ETA ").append(ProgressLine.eta(left));
    for (Point point : running) {
      line.append("  ").append(point.name).append(' ');
      line.append(ProgressLine.percent(point.fraction));
    }
    return line.length() <= WIDTH ? line.toString() : line.substring(0, WIDTH - 1) + "…";
  }

  private Map<String, Object> document(List<ProgressLine> lines, double now, double left) {
    final List<Object> parts = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i) != null) {
        parts.add(lines.get(i).document(running.get(i).name));
      }
    }
    return new JsonObject()
        .with("pointsDone", done)
        .with("points", points)
        .with("fraction", now / work)
        .with("secondsLeft", left)
        .with("running", parts);
  }

  @Override
  public void close() {
    if (live != null) {
      live.close();
    }
  }
}

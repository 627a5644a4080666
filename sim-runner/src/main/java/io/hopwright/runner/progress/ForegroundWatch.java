package io.hopwright.runner.progress;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.run.Network;
import io.hopwright.models.standstill.BlockedRanks;
import io.hopwright.models.standstill.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Watch on foreground jobs while others run in the background: reports what they wait for once none
 * of their ranks has proceeded to its next operation for some time. Has a thread of its own.
 */
final class ForegroundWatch implements AutoCloseable {
  /** Time without an operation, of the computer that simulates. */
  static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final int LOOKS = 60;

  private final Network<?> network;
  private final RunMonitor monitor;
  private final Duration patience;
  private final Consumer<String> talk;
  private final AtomicReference<Answer> answer = new AtomicReference<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private Thread thread;

  /** Report of what waits. */
  private record Answer(List<Words> waits, long ranksRunning) {}

  /** Begins to watch a run, if it has such jobs. */
  ForegroundWatch(
      Network<?> network, RunMonitor monitor, Duration patience, Consumer<String> talk) {
    this.network = network;
    this.monitor = monitor;
    this.patience = patience;
    this.talk = talk;
    if (network.jobs().areBesideBackground()) {
      thread = new Thread(this::watch, "foreground");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void watch() {
    long operations = -1;
    long since = 0;
    boolean asked = false;
    try {
      while (!over.await(patience.toNanos() / LOOKS, TimeUnit.NANOSECONDS)) {
        final RunMonitor.Snapshot now = monitor.latest();
        if (now.operationsDone() != operations || now.windows() == 0) {
          operations = now.operationsDone();
          since = System.nanoTime();
          asked = false;
        } else if (!asked && System.nanoTime() - since >= patience.toNanos()) {
          monitor.askWaits(this::note);
          asked = true;
        }
        final Answer what = answer.getAndSet(null);
        if (what != null && asked && what.ranksRunning > 0) {
          talk.accept(text(what));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void note(List<Words> waits, Progress total) {
    answer.set(new Answer(waits, total.ranksRunning));
  }

  private String text(Answer what) {
    final BlockedRanks ranks = new BlockedRanks(Waiting.load(what.waits).ranks());
    final String here =
        what.waits.size() < network.partitions()
            ? " (%s of %s partitions are in this process)"
                .formatted(what.waits.size(), network.partitions())
            : "";
    final String who =
        ranks.waiting() == 0
            ? what.ranksRunning + " ranks, none waiting for another"
            : "%s of %s ranks wait, the first: %s"
                .formatted(ranks.waiting(), what.ranksRunning, ranks.lines().get(0));
    return ("for %s s no rank of the awaited jobs has begun an operation: %s%s; the run"
            + " continues")
        .formatted(patience.toSeconds(), who, here);
  }

  /** Ends the watch. */
  @Override
  public void close() {
    over.countDown();
    try {
      if (thread != null) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

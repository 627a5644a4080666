package io.hopwright.runner.progress;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.run.Network;
import io.hopwright.runner.report.LivePage;
import io.hopwright.runner.results.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * State of a run for its page. Confined to the server's thread, except for data passed by a
 * window's thread.
 */
final class WatchedRun {
  /** A moment a second, until they are that many; then every second one is dropped. */
  private static final int MOST_MOMENTS = 600;

  /** Charts are made again after as many times what the last ones cost, to be no burden. */
  private static final int REST = 10;

  private static final long SHORTEST_REST_NANOS = 2_000_000_000L;

  private final String what;
  private final Network<?> network;
  private final int threads;
  private final RunMonitor monitor;
  private final Interim interim;
  private final Executor server;
  private final ProgressMeter meter;
  private final List<LivePage.Moment> moments = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private int everyMoment = 1;
  private int skipped;
  private ProgressLine line;
  private RunMonitor.Snapshot latest;
  private boolean asked;
  private long restUntilNanos = System.nanoTime();
  private List<Map<String, Object>> charts = List.of();
  private String chartsMissing = "";
  private int version;

  /**
   * Starts the observation.
   *
   * @param what name of the simulated part if it is not the run itself, otherwise empty
   * @param interim source of the charts of measurements so far; null if there is none
   * @param server thread to which this is confined
   */
  WatchedRun(
      String what,
      Network<?> network,
      int threads,
      RunMonitor monitor,
      Interim interim,
      Executor server) {
    this.what = what;
    this.network = network;
    this.threads = threads;
    this.monitor = monitor;
    this.interim = interim;
    this.server = server;
    meter = new ProgressMeter(network, threads);
  }

  /** Notes how the run stands. */
  void look() {
    final RunMonitor.Snapshot now = monitor.latest();
    final ProgressLine next = meter.line(System.nanoTime(), now);
    if (next == null) {
      return;
    }
    if (++skipped >= everyMoment && (latest == null || now.clockTicks() > latest.clockTicks())) {
      skipped = 0;
      moments.add(moment(next, now));
      if (moments.size() > MOST_MOMENTS) {
        thin();
      }
    }
    line = next;
    latest = now;
  }

  private LivePage.Moment moment(ProgressLine now, RunMonitor.Snapshot snapshot) {
    return new LivePage.Moment(
        snapshot.clockTicks(), now.hopsPerSecond(), now.packetsPerTick(), now.barrierShare());
  }

  private void thin() {
    everyMoment *= 2;
    for (int i = moments.size() - 2; i >= 0; i -= 2) {
      moments.remove(i);
    }
  }

  /** Requests charts of the measurements so far, unless the last ones are recent. */
  void askForCharts() {
    if (interim != null && !asked && System.nanoTime() - restUntilNanos >= 0) {
      asked = true;
      monitor.preview(
          new RunMonitor.PreviewListener() {
            @Override
            public void measured(RunOutcome<?> soFar) {
              server.execute(() -> draw(soFar));
            }

            @Override
            public void failed(Throwable failure) {
              server.execute(() -> rest(failure, SHORTEST_REST_NANOS));
            }
          });
    }
  }

  private void rest(Throwable failure, long nanos) {
    chartsMissing = failure == null ? "" : "none now: " + failure.getMessage();
    restUntilNanos = System.nanoTime() + nanos;
    asked = false;
  }

  private void draw(RunOutcome<?> soFar) {
    final long start = System.nanoTime();
    if (soFar == null) {
      chartsMissing = "only at the end: this model cannot report it earlier";
      return;
    }
    Throwable failure = null;
    try {
      charts = interim.charts(network, threads, soFar);
      version++;
    } catch (Exception | OutOfMemoryError e) {
      failure = e;
    }
    rest(failure, Math.max(SHORTEST_REST_NANOS, REST * (System.nanoTime() - start)));
  }

  /** Returns data of the page while nothing is being simulated. */
  static Map<String, Object> nothingYet() {
    return new JsonObject()
        .with("facts", Map.of("Now", "no simulation is in progress yet, or all have ended"))
        .with("fraction", null)
        .with("version", 0)
        .with("pictures", List.of());
  }

  /**
   * Returns how the run stands, as data of the page.
   *
   * @param have version of the charts that the page has
   */
  Map<String, Object> state(int have) {
    return new JsonObject()
        .with("facts", facts())
        .with("fraction", line == null ? null : line.fraction())
        .with("version", version)
        .withIf(have != version, "results", charts)
        .with("pictures", latest == null ? List.of() : LivePage.charts(moments, busyShares()));
  }

  private Map<String, String> facts() {
    final Map<String, String> facts = new LinkedHashMap<>();
    if (!what.isEmpty()) {
      facts.put("Now", what);
    }
    if (line != null) {
      facts.putAll(line.facts());
      facts.put("Windows", String.format(java.util.Locale.ROOT, "%,d", latest.windows()));
    }
    facts.put("Partitions", Integer.toString(network.partitions()));
    facts.put("Threads of this JVM", Integer.toString(threads));
    if (interim == null) {
      facts.put("Charts of results", "at the end");
    } else if (!chartsMissing.isEmpty()) {
      facts.put("Charts of results", chartsMissing);
    }
    return facts;
  }

  private List<Double> busyShares() {
    final double nanos = Math.max(1, System.nanoTime() - startNanos);
    return latest.busyNanos().stream().map(busy -> busy / nanos).toList();
  }
}

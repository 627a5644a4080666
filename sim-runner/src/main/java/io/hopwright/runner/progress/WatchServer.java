package io.hopwright.runner.progress;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.run.Network;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.RunObserver;
import io.hopwright.runner.progress.PageServer.Request;
import io.hopwright.runner.progress.PageServer.Response;
import io.hopwright.runner.report.LivePage;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.study.Figure;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Server of a page about a run in progress, for browsers of this computer only. The page is
 * read-only.
 */
public final class WatchServer implements RunObserver, AutoCloseable {
  private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final String VERSION = "have=";

  private static final Map<String, String> HEADERS =
      Map.of(
          "Cache-Control",
          "no-store",
          "Content-Security-Policy",
          LivePage.POLICY,
          "X-Content-Type-Options",
          "nosniff",
          "X-Frame-Options",
          "DENY");

  private static final ThreadFactory DAEMONS =
      work -> {
        final Thread worker = new Thread(work, "watch");
        worker.setDaemon(true);
        return worker;
      };

  private final PageServer http;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(DAEMONS);
  private final String page;
  private final boolean alone;
  private final Path directory;
  private ResolvedConfig config;
  private List<Figure> figures = List.of();
  private WatchedRun run;

  private WatchServer(InetSocketAddress address, String title, boolean alone, Path directory)
      throws IOException {
    this.alone = alone;
    this.directory = directory;
    page = LivePage.html(title);
    http = new PageServer(address, HEADERS, this::answer);
    final Future<?> looking = thread.scheduleAtFixedRate(this::look, 0, 1, TimeUnit.SECONDS);
    assert !looking.isDone() : "it polls until the server is closed";
  }

  /**
   * Starts the server.
   *
   * @param port 0 for any free port
   * @param title title of the page
   * @param alone whether the whole run is in this JVM, so that charts of its results are possible
   * @param directory directory for files behind the charts
   * @throws InputException if the port is in use
   */
  public static WatchServer start(int port, String title, boolean alone, Path directory) {
    try {
      final InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      return new WatchServer(address, title, alone, directory);
    } catch (IOException e) {
      throw new InputException(
          ("--watch-port %s: cannot listen on this port (%s); name another one, or leave"
                  + " the option out")
              .formatted(port, e.getMessage()));
    }
  }

  /** Returns the address of the page. */
  public String address() {
    return "http://127.0.0.1:" + http.port() + "/";
  }

  /** Sets the study of the next run. */
  public void about(ResolvedConfig nextConfig, List<Figure> nextFigures) {
    thread.execute(
        () -> {
          config = nextConfig;
          figures = nextFigures;
        });
  }

  @Override
  public Watch watch(Network<?> network, int threads, RunMonitor monitor) {
    return watch("", network, threads, monitor);
  }

  @Override
  public RunObserver of(String what) {
    return (network, threads, monitor) -> watch(what, network, threads, monitor);
  }

  private Watch watch(String what, Network<?> network, int threads, RunMonitor monitor) {
    thread.execute(
        () -> {
          final Interim interim =
              alone && what.isEmpty()
                  ? new Interim(config, figures, directory, Instant.now())
                  : null;
          run = new WatchedRun(what, network, threads, monitor, interim, thread);
        });
    return () -> thread.execute(() -> run = null);
  }

  private void look() {
    if (run != null) {
      run.look();
    }
  }

  private Response answer(Request request) throws InterruptedException {
    if (!request.method().equals("GET")) {
      return new Response(405, "text/plain", "only GET");
    }
    if (!HOSTS.contains(request.host().replaceFirst(":[0-9]+$", ""))) {
      // Another site's page that has its own name point here must not read this.
      return new Response(403, "text/plain", "only requests to the loopback address are served");
    }
    return switch (String.valueOf(request.target().getPath())) {
      case "/" -> new Response(200, "text/html", page);
      case "/state.json" -> state(have(request.target().getQuery()));
      default -> new Response(404, "text/plain", "only / and /state.json exist");
    };
  }

  private Response state(int have) throws InterruptedException {
    try {
      final Map<String, Object> state = thread.submit(() -> stateNow(have)).get();
      return new Response(200, "application/json", Json.compact(state));
    } catch (ExecutionException | RejectedExecutionException e) {
      return new Response(500, "text/plain", "no state is available");
    }
  }

  private Map<String, Object> stateNow(int have) {
    if (run == null) {
      return WatchedRun.nothingYet();
    }
    run.askForCharts();
    return run.state(have);
  }

  private static int have(String query) {
    if (query != null && query.matches(VERSION + "\\d{1,9}")) {
      return Integer.parseInt(query.substring(VERSION.length()));
    }
    return 0;
  }

  /** Stops the server; nothing is written any more. */
  @Override
  public void close() {
    http.close();
    thread.shutdownNow();
    try {
      thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.hopwright.runner.progress;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.models.machine.Network;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.RunObserver;
import io.hopwright.runner.report.LivePage;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.study.Figure;
import io.hopwright.runner.support.InputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Serves a page about a run while it goes on, to browsers of this computer alone. Nothing can be
 * changed through it.
 */
public final class WatchServer implements RunObserver, AutoCloseable {
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final String VERSION = "have=";

  private static final ThreadFactory DAEMONS =
      work -> {
        final Thread worker = new Thread(work, "watch");
        worker.setDaemon(true);
        return worker;
      };

  private final HttpServer http;

  /** Whoever is slow to ask keeps nobody else waiting. */
  private final ExecutorService askers = Executors.newCachedThreadPool(DAEMONS);

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(DAEMONS);
  private final String page;
  private final boolean alone;
  private final Path directory;
  private ResolvedConfig config;
  private List<Figure> figures = List.of();
  private WatchedRun run;

  private WatchServer(HttpServer http, String title, boolean alone, Path directory) {
    this.http = http;
    this.alone = alone;
    this.directory = directory;
    page = LivePage.html(title);
    http.setExecutor(askers);
    http.createContext("/", this::answer);
    http.start();
    final Future<?> looking = thread.scheduleAtFixedRate(this::look, 0, 1, TimeUnit.SECONDS);
    assert !looking.isDone() : "it looks until the server is closed";
  }

  /**
   * Begins to serve.
   *
   * @param port 0 for any that is free
   * @param title of the page
   * @param alone whether all of the run is in this JVM, so that charts of its results can be made
   * @param directory for what is written to make them
   * @throws InputException if the port is in use
   */
  public static WatchServer start(int port, String title, boolean alone, Path directory) {
    try {
      final InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      return new WatchServer(HttpServer.create(address, 0), title, alone, directory);
    } catch (IOException e) {
      throw new InputException(
          "--watch-port "
              + port
              + ": cannot be listened on ("
              + e.getMessage()
              + "); name another one, or leave it out");
    }
  }

  /** Returns where the page is. */
  public String address() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/";
  }

  /** Says what the next run is one of. */
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
              alone && what.isEmpty() ? new Interim(config, figures, directory) : null;
          run = new WatchedRun(what, network, threads, monitor, interim, thread);
        });
    return () -> thread.execute(() -> run = null);
  }

  private void look() {
    if (run != null) {
      run.look();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      final String path = exchange.getRequestURI().getPath();
      if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, NOT_ALLOWED, "text/plain", "only GET");
      } else if (!HOSTS.contains(host(exchange))) {
        // Another site's page that has its own name point here must not read this.
        send(exchange, FORBIDDEN, "text/plain", "only by the name of the loopback address");
      } else if (path.equals("/")) {
        send(exchange, OK, "text/html", page);
      } else if (path.equals("/state.json")) {
        send(exchange, OK, "application/json", Json.compact(answered(exchange)));
      } else {
        send(exchange, NOT_FOUND, "text/plain", "only / and /state.json");
      }
    }
  }

  private static String host(HttpExchange exchange) {
    final String host = exchange.getRequestHeaders().getFirst("Host");
    return host == null ? "" : host.replaceFirst(":\\d+$", "");
  }

  private Map<String, Object> answered(HttpExchange exchange) throws IOException {
    try {
      return thread.submit(() -> state(exchange)).get();
    } catch (ExecutionException | RejectedExecutionException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private Map<String, Object> state(HttpExchange exchange) {
    if (run == null) {
      return WatchedRun.nothingYet();
    }
    run.askForCharts();
    return run.state(have(exchange.getRequestURI().getQuery()));
  }

  private static int have(String query) {
    if (query != null && query.matches(VERSION + "\\d{1,9}")) {
      return Integer.parseInt(query.substring(VERSION.length()));
    }
    return 0;
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Ends it: nobody is answered any more, and nothing is written. */
  @Override
  public void close() {
    http.stop(0);
    askers.shutdownNow();
    thread.shutdownNow();
    try {
      thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

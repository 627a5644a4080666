package io.hopwright.runner.command;

import io.hopwright.runner.progress.WatchServer;
import io.hopwright.runner.support.InputException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of a live page. */
final class WatchOptions {
  private static final int MOST = 65_535;

  @Option(
      names = "--watch",
      description =
          "Serve a live page about the run on 127.0.0.1 until it ends: progress, throughput so far,"
              + " link utilization, partitions. Does not change results.")
  private boolean watch;

  @Option(
      names = "--watch-port",
      paramLabel = "N",
      description = "Port of the live page; any that is free by default.")
  private Integer port;

  /**
   * Begins to serve the page, if it was asked for.
   *
   * @param alone whether all of the run is in this JVM
   * @param directory for what is written to make charts of results
   * @return null if it was not asked for
   */
  WatchServer open(Session session, String title, boolean alone, Path directory) {
    if (port != null && !watch) {
      throw new InputException("--watch-port " + port + ": there is no page without --watch");
    }
    if (port != null && (port < 0 || port > MOST)) {
      throw new InputException("--watch-port " + port + ": out of range [0, " + MOST + "]");
    }
    if (!watch) {
      return null;
    }
    final WatchServer server = WatchServer.start(port == null ? 0 : port, title, alone, directory);
    session.say("watch it at " + server.address());
    return server;
  }
}

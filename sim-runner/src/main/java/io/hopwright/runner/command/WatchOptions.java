package io.hopwright.runner.command;

import io.hopwright.runner.app.Experiment;
import io.hopwright.runner.support.InputException;
import picocli.CommandLine.Option;

/** The options of a live page. */
final class WatchOptions {
  private static final int MOST = 65_535;

  @Option(
      names = "--watch",
      description =
          "Serve a live page about the run on 127.0.0.1 until the run ends: progress,"
              + " throughput so far, link utilization, partitions. Does not change results.")
  private boolean watch;

  @Option(
      names = "--watch-port",
      paramLabel = "N",
      description = "Port of the live page; any free port by default.")
  private Integer port;

  /** Returns an experiment with a live page, if it is requested. */
  Experiment applied(Experiment experiment) {
    if (port != null && !watch) {
      throw new InputException("--watch-port " + port + ": this option needs --watch");
    }
    if (port != null && (port < 0 || port > MOST)) {
      throw new InputException("--watch-port " + port + ": out of range [0, " + MOST + "]");
    }
    return watch ? experiment.watched(port == null ? 0 : port) : experiment;
  }
}

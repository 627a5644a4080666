package io.hopwright.runner.progress;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.PartitionPlacement;
import io.hopwright.core.window.Progress;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Execution;
import io.hopwright.runner.execution.ExecutorKind;
import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.report.Report;
import io.hopwright.runner.results.ResultReader;
import io.hopwright.runner.study.ExecutionMode;
import io.hopwright.runner.study.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Intermediate result of a run, equal to the result of a run interrupted at that time. It is
 * written and read back like every result, so that the live page shows the same as the report.
 *
 * @param config configuration of the run
 * @param figures figures of the study
 * @param directory directory that is rewritten each time
 * @param started start time of the run
 */
record Interim(ResolvedConfig config, List<Figure> figures, Path directory, Instant started) {
  private static final double MICROS = 1e6;

  /**
   * Returns the charts of the measurements so far, as data of a page.
   *
   * @param soFar measurements so far of a run of {@code network}
   */
  List<Map<String, Object>> charts(Network<?> network, int threads, RunOutcome<?> soFar)
      throws IOException {
    final Completion run =
        new Completion(
            result(network, soFar),
            Completion.Ending.INTERRUPTED,
            execution(network, threads, soFar),
            "",
            null);
    final Map<String, Object> manifest =
        Documents.manifest(config, network, ExecutionMode.ANY, run, List.of(), started);
    manifest.put(Figure.SECTION, figures.stream().map(Figure::document).toList());
    Files.createDirectories(directory);
    new ResultWriter(directory)
        .write(config, run, network.tickRate(), Documents.summary(config, run, Map.of()), manifest);
    return Report.of(List.of(ResultReader.read(directory))).charts();
  }

  /** The outcome is of the network's own partitions, of which it has the statistics alone. */
  @SuppressWarnings("unchecked")
  private static <P extends Partition> RunResult result(Network<P> network, RunOutcome<?> soFar) {
    return network.result((RunOutcome<P>) soFar);
  }

  private static Execution execution(Network<?> network, int threads, RunOutcome<?> soFar) {
    final Progress total = soFar.total();
    return new Execution(
        ExecutorKind.ACTORS,
        threads,
        network.partitions(),
        soFar.windows(),
        network.lookaheadTicks(),
        network.windowTicks(),
        network.tickRate().toSeconds(soFar.stopTick()) * MICROS,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        total.packetHops,
        total.events,
        soFar.busyNanos().stream().map(nanos -> nanos * 1e-9).toList(),
        Execution.UNKNOWN_BYTES,
        PartitionPlacement.together(network.partitions()).toList(),
        List.of());
  }
}

package io.hopwright.runner.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.Machines;
import io.hopwright.models.run.Network;
import io.hopwright.runner.config.Library;
import io.hopwright.runner.config.Mistakes;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.recording.Documents;
import io.hopwright.runner.recording.ResultWriter;
import io.hopwright.runner.study.Scale;
import io.hopwright.runner.study.StudyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SameResultTest {
  private static final Map<String, String> PLAIN =
      Map.of(
          "machine.shape", "6x5x3",
          "workload.load", "0.6",
          "workload.packetBytes", "[32, 96, 256]",
          "workload.highPriorityLoad", "0.1",
          "run.warmupTicks", "1000",
          "run.ticks", "3000",
          "run.gridTicks", "700");

  /** Many features that are off by default, together, and all tables. */
  private static final Map<String, String> SWITCHED =
      Map.of(
          "workload.kind", "hot-region",
          "workload.hotBox", "[2, 2, 1]",
          "router.escape", "dateline",
          "router.vcBytes", "256",
          "injection.bytes", "512",
          "reception.bytes", "256",
          "reception.drainBytesPerTick", "0.5",
          "statistics.links", "[link, direction, dimension, region, whole]",
          "packetLog.fromTick", "500",
          "run.followTicks", "2000");

  @TempDir private Path directory;

  /** Returns the files of a run without data about its split. */
  private SortedMap<String, String> files(
      ExecutionPlan plan, String partition, Map<String, String> more) throws IOException {
    final Library library = new Library();
    final Map<String, String> overrides = new LinkedHashMap<>(PLAIN);
    overrides.putAll(more);
    overrides.put("partition.shape", partition);
    final ResolvedConfig config =
        new StudyReader(Machines.all(), library)
            .read(library.study("bgl-uniform"), overrides)
            .resolve(Scale.QUICK);
    final Network<?> network = config.network(new Mistakes());
    final Completion run = new Simulator(plan, new Interruption(), RunObserver.NONE).run(network);
    final Map<String, Object> summary = Documents.summary(config, run, Map.of());
    summary.remove("execution");
    final Path result = Files.createTempDirectory(directory, "run");
    new ResultWriter(result).write(config, run, network.tickRate(), summary, Map.of());
    final SortedMap<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(result)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(result.relativize(path).toString(), Files.readString(path));
      }
    }
    files.remove("resolved.conf");
    files.remove("manifest.json");
    return files;
  }

  @ParameterizedTest
  @CsvSource({"SEQUENTIAL, 1, 1x1x1", "ACTORS, 1, 6x5x2", "ACTORS, 2, 3x3x3", "ACTORS, 4, 2x4x1"})
  void shouldNotDependOnTheExecutorOrTheSplit(ExecutorKind kind, int threads, String partition)
      throws IOException {
    assertSame(new ExecutionPlan(kind, threads), partition, Map.of(), 8);
  }

  @ParameterizedTest
  @CsvSource({"SEQUENTIAL, 1, 1x1x1", "ACTORS, 2, 3x3x3", "ACTORS, 2, 2x4x1"})
  void shouldNotDependOnTheSplitWithSwitchesAndTables(
      ExecutorKind kind, int threads, String partition) throws IOException {
    assertSame(new ExecutionPlan(kind, threads), partition, SWITCHED, 14);
  }

  private void assertSame(
      ExecutionPlan plan, String partition, Map<String, String> more, int expectedFiles)
      throws IOException {
    final SortedMap<String, String> expected =
        files(new ExecutionPlan(ExecutorKind.SEQUENTIAL, 1), "6x5x3", more);
    assertEquals(expectedFiles, expected.size(), expected.keySet().toString());
    assertEquals(expected, files(plan, partition, more));
  }
}

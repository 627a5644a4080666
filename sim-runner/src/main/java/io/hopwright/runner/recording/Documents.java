package io.hopwright.runner.recording;

import io.hopwright.models.run.Network;
import io.hopwright.partition.cluster.MemberAccount;
import io.hopwright.runner.config.ResolvedConfig;
import io.hopwright.runner.execution.Completion;
import io.hopwright.runner.execution.Execution;
import io.hopwright.runner.execution.PartitionGraph;
import io.hopwright.runner.execution.Pilot;
import io.hopwright.runner.execution.SteadyState;
import io.hopwright.runner.results.Declarations;
import io.hopwright.runner.results.Format;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.study.ExecutionMode;
import io.hopwright.runner.support.Build;
import io.hopwright.runner.support.Host;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Contents of the JSON files of a result. */
public final class Documents {
  /** Entry of the manifest with the hash of the simulating code. */
  static final String SIMULATOR = "simulatorSha256";

  /** Entry with the execution mode of the run, if the study sets one. */
  static final String MODE = "manner";

  static final String EXECUTION = "execution";
  private static final String PROJECTION = "projection";

  private Documents() {}

  /**
   * Returns {@code summary.json}. All entries except the last one, {@code execution}, are the same
   * for every executor and every split.
   *
   * @param projection on more processors; empty for none
   */
  public static Map<String, Object> summary(
      ResolvedConfig config, Completion run, Map<String, Object> projection) {
    final Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("study", config.id());
    summary.putAll(run.result().summary());
    putEnding(summary, run);
    final Map<String, Object> execution = execution(run.execution());
    if (!projection.isEmpty()) {
      execution.put(PROJECTION, projection);
    }
    summary.put(EXECUTION, execution);
    return summary;
  }

  /** Returns {@code manifest.json} of a run. */
  public static Map<String, Object> manifest(
      ResolvedConfig config,
      Network<?> network,
      ExecutionMode mode,
      Completion run,
      List<String> commandLine,
      Instant started) {
    final Map<String, Object> manifest = head(config.id(), commandLine, started);
    manifest.put("title", config.title());
    manifest.put("machine", config.machine().name());
    manifest.put("seed", run.result().summary().get("seed"));
    manifest.put("digest", run.result().summary().get("digest"));
    putEnding(manifest, run);
    manifest.put(Format.CONFIG_SHA256, config.sha256());
    if (run.result().summary().containsKey(SteadyState.ENTRY)) {
      manifest.put(Format.ASKED_SHA256, Pilot.asked(config).sha256());
    }
    if (!mode.equals(ExecutionMode.ANY)) {
      manifest.put(MODE, mode.document());
    }
    manifest.put("config", config.texts());
    if (!network.properties().isEmpty()) {
      manifest.put("networkProperties", network.properties());
    }
    Declarations.of(run.result(), config.texts().keySet()).addTo(manifest);
    manifest.put("partitions", run.execution().partitions());
    manifest.put("linksCut", PartitionGraph.of(network).cutLinks());
    manifest.put("lookaheadTicks", network.lookaheadTicks());
    manifest.put("partitionBusySeconds", run.execution().busySeconds());
    if (run.execution().jvms() > 1) {
      manifest.put("partitionMembers", run.execution().memberOf());
      manifest.put("members", run.execution().others().stream().map(Documents::member).toList());
    }
    manifest.put(
        "timings",
        new JsonObject()
            .with("buildSeconds", run.execution().buildSeconds())
            .with("simulateSeconds", run.execution().wallSeconds())
            .with("cpuSeconds", run.execution().cpuSeconds()));
    return manifest;
  }

  private static Map<String, Object> member(MemberAccount account) {
    return new JsonObject()
        .with("member", account.member())
        .with("address", account.address())
        .with("host", account.identity().host())
        .with("process", account.identity().process())
        .with("jdk", account.identity().java())
        .with("threads", account.identity().threads())
        .with("cpuSeconds", account.cpuNanos() * 1e-9)
        .with("peakHeapBytes", account.peakHeapBytes());
  }

  /** Returns the first entries of every {@code manifest.json}. */
  public static Map<String, Object> head(String id, List<String> commandLine, Instant started) {
    final Build build = Build.current();
    final Host computer = Host.current();
    return new JsonObject()
        .with("format", Format.version())
        .with("study", id)
        .with("version", build.version())
        .with("gitCommit", build.commit())
        .with("gitModified", build.modified())
        .with(SIMULATOR, Build.simulator())
        .with("commandLine", commandLine)
        .with("started", started.toString())
        .with("finished", Instant.now().toString())
        .with("host", computer.name())
        .with("system", computer.system())
        .with("cores", computer.cores())
        .with("maxHeapBytes", computer.maxHeapBytes())
        .with("jdk", computer.jdk())
        .with("jvmFlags", computer.jvmFlags());
  }

  private static void putEnding(Map<String, Object> document, Completion run) {
    putEnding(document, run.ending());
    if (run.lost()) {
      document.put("lost", true);
    }
  }

  /** Marks a run that is not complete. */
  public static void putEnding(Map<String, Object> document, Completion.Ending ending) {
    switch (ending) {
      case INTERRUPTED -> document.put("interrupted", true);
      case DEADLOCK, RANKS_BLOCKED -> document.put("stalled", true);
      case LOST -> document.put("lost", true);
      case COMPLETED -> {
        // Nothing to mark.
      }
    }
  }

  /**
   * Returns the paths of the numbers in a summary's entry {@code execution} that checks can use.
   *
   * @param projected whether the run is projected on more processors
   */
  public static Set<String> executionQuantities(boolean projected) {
    final Set<String> paths =
        new HashSet<>(
            Set.of(
                EXECUTION + ".packetHopsPerSecond",
                EXECUTION + ".packetHopsPerCpuSecond",
                EXECUTION + ".simulatedMicrosecondsPerSecond"));
    if (projected) {
      paths.add(EXECUTION + "." + PROJECTION + ".speedUp");
      paths.add(EXECUTION + "." + PROJECTION + ".simulatedMicrosecondsPerSecond");
    }
    return paths;
  }

  private static Map<String, Object> execution(Execution execution) {
    return new JsonObject()
        .with("threads", execution.threads())
        .with("partitions", execution.partitions())
        .with("jvms", execution.jvms())
        .with("executor", execution.executor().toString())
        .with("windows", execution.windows())
        .with("lookaheadTicks", execution.lookaheadTicks())
        .with("windowTicks", execution.windowTicks())
        .with("buildSeconds", execution.buildSeconds())
        .with("wallSeconds", execution.wallSeconds())
        .with("cpuSeconds", execution.cpuSeconds())
        .with("packetHopsPerSecond", execution.packetHops() / execution.wallSeconds())
        .with(
            "simulatedMicrosecondsPerSecond",
            execution.simulatedMicroseconds() / execution.wallSeconds())
        .with("packetHopsPerCpuSecond", execution.packetHops() / execution.cpuSeconds())
        .with("events", execution.events())
        .with("eventsPerHop", (double) execution.events() / execution.packetHops())
        .with("barrierShare", execution.barrierShare())
        .with("slowestPartition", execution.slowestPartition())
        .with(
            "peakHeapBytes",
            execution.peakHeapBytes() == Execution.UNKNOWN_BYTES
                ? null
                : execution.peakHeapBytes());
  }
}

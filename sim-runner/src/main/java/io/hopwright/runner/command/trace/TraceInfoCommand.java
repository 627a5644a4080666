package io.hopwright.runner.command.trace;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.ProgramCounts;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.text.Table;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trace info}: counts the operations of a program's ranks. */
@Command(
    name = "info",
    description =
        "Count operations, messages and bytes by kind, collectives, and the compute"
            + " time of ranks.")
public final class TraceInfoCommand extends SessionCommand {
  private static final double PICOSECONDS = 1e6;

  @Mixin private TraceOptions what;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Operations to count at most; 1,000,000,000 by default.")
  private Long limit;

  @Override
  public Integer call() {
    final long most = TraceOptions.limit(limit);
    return what.run(
        session,
        (program, watch) -> {
          final Map<String, Object> counts =
              document(program, ProgramCounts.of(program, most, watch));
          session.print(what.json() ? Json.text(counts) : text(counts));
          return ExitCode.DONE;
        });
  }

  private Map<String, Object> document(BoundProgram program, ProgramCounts counts) {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("program", what.name());
    document.put("ranks", what.ranks());
    final Map<String, Object> parameters = new LinkedHashMap<>(program.program().parameters());
    parameters.putAll(program.job().args());
    document.put("parameters", parameters);
    document.put("endless", program.program().isEndless());
    document.put("bytesPerRank", program.bytes() / what.ranks());
    document.put("bytesOfAllRanks", program.bytes());
    document.put("operations", byWord(counts.operations(), TraceInfoCommand::word));
    document.put("oneSided", byWord(counts.oneSided(), Primitive::word));
    document.put("messages", counts.messages());
    document.put("collectiveMessages", counts.collectiveMessages());
    document.put("bytes", counts.bytes());
    document.put("largestMessageBytes", counts.largestBytes());
    document.put("wildcards", counts.wildcards());
    if (program.graph(0) != null) {
      putGraphs(document, program);
    }
    document.put("collectives", byWord(counts.collectives(), Collective::word));
    document.put("algorithms", byWord(counts.algorithms(), Algorithm::fullName));
    document.put("collectiveBytes", byWord(counts.collectiveBytes(), Collective::word));
    document.put("leastComputeMicroseconds", counts.leastPicoseconds() / PICOSECONDS);
    document.put("mostComputeMicroseconds", counts.mostPicoseconds() / PICOSECONDS);
    return document;
  }

  private static void putGraphs(Map<String, Object> document, BoundProgram program) {
    long dependencies = 0;
    int cpus = 0;
    int interfaces = 0;
    for (int rank = 0; rank < program.job().ranks(); rank++) {
      final OperationGraph graph = program.graph(rank);
      for (int operation = 0; operation < graph.operations(); operation++) {
        dependencies += graph.dependencies(operation);
        cpus = Math.max(cpus, graph.cpu(operation));
        interfaces = Math.max(interfaces, graph.nic(operation));
      }
    }
    document.put("dependencies", dependencies);
    document.put("highestCpu", cpus);
    document.put("highestNic", interfaces);
  }

  private static <K> Map<String, Object> byWord(Map<K, ?> counts, Function<K, String> word) {
    final Map<String, Object> byWord = new LinkedHashMap<>();
    counts.forEach((key, count) -> byWord.put(word.apply(key), count));
    return byWord;
  }

  private static String word(Operation.Kind kind) {
    return switch (kind) {
      case COMPUTE -> "compute";
      case REDUCE -> "reduce";
      case SEND -> "send";
      case SYNC_SEND -> "synchronousSend";
      case RECEIVE -> "receive";
      case ONE_SIDED -> "oneSided";
      case FENCE -> "fence";
      case WAIT -> "wait";
      case WAIT_ALL -> "waitall";
      case COLLECTIVE -> "collective";
      case JOIN -> "join";
      case END -> "end";
    };
  }

  private static String text(Map<String, Object> counts) {
    final Table table = new Table();
    counts.forEach(
        (name, value) -> {
          if (!(value instanceof Map<?, ?> map && map.isEmpty())) {
            table.row(name, value);
          }
        });
    return table.text();
  }
}

package io.hopwright.runner.command.trace;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.ProgramCounts;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphSource;
import io.hopwright.runner.command.session.ExitCode;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.text.Table;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code trace info}: counts the operations of a program's ranks. */
@Command(
    name = "info",
    description =
        "Count operations, messages and bytes by kind, collectives, and the compute"
            + " time of ranks.")
public final class TraceInfoCommand extends SessionCommand {
  private static final double PICOSECONDS = 1e6;

  @Mixin private TraceOptions what;
  @Mixin private TraceOptions.Limit limit;

  @Override
  public Integer call() {
    final long most = limit.operations();
    return what.watched(
        session,
        watch -> {
          final Optional<GraphSource> graphs = what.graphs(session, watch);
          final Map<String, Object> counts =
              graphs.isPresent()
                  ? ofGraphs(what.selected(graphs.get()), most, watch)
                  : ofProgram(what.selected(what.bound(session)), most, watch);
          session.print(what.json() ? Json.text(counts) : text(counts));
          return ExitCode.DONE;
        });
  }

  private Map<String, Object> ofProgram(BoundProgram program, long most, Walk.Watch watch) {
    final Map<String, Object> parameters = new LinkedHashMap<>(program.program().parameters());
    parameters.putAll(program.job().args());
    return document(
        program.job().ranks(),
        parameters,
        program.program().isEndless(),
        program.bytes(),
        ProgramCounts.of(program, most, watch));
  }

  private Map<String, Object> ofGraphs(GraphSource graphs, long most, Walk.Watch watch) {
    final CountedGraphs counted = new CountedGraphs(what.name(), most, watch);
    what.pass(graphs, counted);
    return document(counted.ranks(), Map.of(), false, counted.bytes, counted.counts);
  }

  /** Counts of graphs, rank by rank. */
  private static final class CountedGraphs extends WatchedGraphs {
    private final ProgramCounts counts = ProgramCounts.ofGraphs();
    private long bytes;

    CountedGraphs(String name, long most, Walk.Watch watch) {
      super(name, most, watch);
    }

    @Override
    void see(int rank, OperationGraph graph) {
      counts.add(rank, graph);
      bytes += graph.runBytes();
    }
  }

  private Map<String, Object> document(
      int ranks,
      Map<String, Object> parameters,
      boolean endless,
      long bytes,
      ProgramCounts counts) {
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("program", what.name());
    document.put("ranks", ranks);
    document.put("parameters", parameters);
    document.put("endless", endless);
    document.put("bytesPerRank", bytes / ranks);
    document.put("bytesOfAllRanks", bytes);
    document.put("operations", byWord(counts.operations(), TraceInfoCommand::word));
    document.put("oneSided", byWord(counts.oneSided(), Primitive::word));
    document.put("messages", counts.messages());
    document.put("collectiveMessages", counts.collectiveMessages());
    document.put("bytes", counts.bytes());
    document.put("largestMessageBytes", counts.largestBytes());
    document.put("wildcards", counts.wildcards());
    if (counts.areOfGraphs()) {
      document.put("dependencies", counts.dependencies());
      document.put("highestCpu", counts.highestCpu());
      document.put("highestNic", counts.highestNic());
    }
    document.put("collectives", byWord(counts.collectives(), Collective::word));
    document.put("algorithms", byWord(counts.algorithms(), Algorithm::fullName));
    document.put("collectiveBytes", byWord(counts.collectiveBytes(), Collective::word));
    document.put("leastComputeMicroseconds", counts.leastPicoseconds() / PICOSECONDS);
    document.put("mostComputeMicroseconds", counts.mostPicoseconds() / PICOSECONDS);
    return document;
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

package io.hopwright.runner.command.trace;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.graph.GraphSource;
import io.hopwright.runner.command.session.SessionCommand;
import io.hopwright.runner.recording.OutputFile;
import io.hopwright.runner.recording.Reason;
import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.support.Shown;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trace matrix}: prints the bytes sent from rank to rank. */
@Command(
    name = "matrix",
    description =
        "Write the bytes between ranks as a CSV file source,destination,weight for"
            + " workload.matrix, with one node per rank. Messages of a rank to itself are"
            + " left out.")
public final class TraceMatrixCommand extends SessionCommand {
  private static final String HEADINGS = "source,destination,weight\n";
  private static final long MOST_ROWS = 10_000_000;
  private static final long MOST_WEIGHT = 1L << 53;

  @Mixin private TraceOptions what;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "File to write; an existing file is replaced if it is such a CSV file.")
  private Path out;

  @Mixin private TraceOptions.Limit limit;

  private final Map<Integer, Long> bytesTo = new TreeMap<>();

  /** The bytes that other ranks fetch from it, by owner of the memory. */
  private final Map<Integer, TreeMap<Integer, Long>> fetched = new HashMap<>();

  private long rows;
  private long bytes;

  @Override
  public Integer call() {
    final long most = limit.operations();
    return what.watched(
        session,
        watch -> {
          final Optional<GraphSource> graphs = what.graphs(session, watch);
          return graphs.isPresent()
              ? write(file -> walk(what.selected(graphs.get()), most, watch, file))
              : write(what.selected(what.bound(session)), most, watch);
        });
  }

  private int write(BoundProgram program, long most, Walk.Watch watch) {
    if (program.program().uses(Primitive.GET)) {
      new Walk(program, most, watch).rankByRank(this::seeFetches);
    }
    return write(
        file ->
            new Walk(program, most, watch)
                .rankByRank((rank, operation) -> see(rank, operation, file)));
  }

  private void walk(GraphSource graphs, long most, Walk.Watch watch, Writer file) {
    final Operation operation = new Operation();
    what.pass(
        graphs,
        new WatchedGraphs(what.name(), most, watch) {
          @Override
          void see(int rank, OperationGraph graph) {
            for (int number = 0; number <= graph.operations(); number++) {
              graph.fill(number, operation);
              TraceMatrixCommand.this.see(rank, operation, file);
            }
          }
        });
  }

  private int write(Consumer<Writer> rowsOfAll) {
    new OutputFile("--out", out)
        .writeText(
            HEADINGS,
            file -> {
              file.write(HEADINGS);
              rowsOfAll.accept(file);
            });
    return what.print(
        session,
        new JsonObject().with("path", Shown.path(out)).with("rows", rows).with("bytes", bytes));
  }

  /** Records fetches before the walk: the data come from other ranks, whose turn can be over. */
  private void seeFetches(int rank, Operation operation) {
    if (operation.kind() == Operation.Kind.ONE_SIDED
        && operation.primitive().fetches()
        && operation.peer() != rank) {
      fetched
          .computeIfAbsent(operation.peer(), unseen -> new TreeMap<>())
          .merge(rank, operation.bytes(), Long::sum);
    }
  }

  private void see(int rank, Operation operation, Writer file) {
    switch (operation.kind()) {
      case SEND, SYNC_SEND -> add(rank, operation.peer(), operation.bytes());
      case ONE_SIDED -> {
        if (!operation.primitive().fetches()) {
          add(rank, operation.peer(), operation.bytes());
        }
      }
      case END -> {
        fetched
            .getOrDefault(rank, new TreeMap<>())
            .forEach((to, fetches) -> add(rank, to, fetches));
        writeRows(rank, file);
      }
      default -> {}
    }
  }

  private void add(int from, int to, long more) {
    if (to != from && more > 0) {
      bytesTo.merge(to, more, Long::sum);
      bytes += more;
      if (bytes >= MOST_WEIGHT) {
        throw new ProgramException(
            what.name() + ": ranks exchange 2^53 B or more; use fewer steps");
      }
    }
  }

  private void writeRows(int rank, Writer file) {
    rows += bytesTo.size();
    if (rows > MOST_ROWS) {
      throw new ProgramException(
          what.name() + ": more than " + MOST_ROWS + " pairs; use fewer ranks");
    }
    try {
      for (Map.Entry<Integer, Long> to : bytesTo.entrySet()) {
        file.write(rank + "," + to.getKey() + "," + to.getValue() + "\n");
      }
    } catch (IOException e) {
      throw Reason.unwritten(out, e);
    }
    bytesTo.clear();
  }
}

package io.hopwright.runner.command;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.Walk;
import io.hopwright.runner.results.Json;
import io.hopwright.runner.support.EnvironmentException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trace matrix}: how many bytes go from rank to rank. */
@Command(
    name = "matrix",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Write a CSV file source,destination,weight of the bytes between ranks, which a study can"
            + " send with workload.matrix: rank by rank a node. What ranks send to themselves is"
            + " left out.")
public final class TraceMatrixCommand implements Callable<Integer> {
  private static final long MOST_ROWS = 10_000_000;
  private static final long MOST_WEIGHT = 1L << 53;

  private final Session session;

  @Mixin private TraceOptions what;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The file; one that is there is replaced.")
  private Path out;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Operations to add up at most; 1,000,000,000 by default.")
  private Long limit;

  private final Map<Integer, Long> bytesTo = new TreeMap<>();
  private long rows;
  private long bytes;

  /** Creates the command. */
  public TraceMatrixCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    final long most = TraceOptions.limit(limit);
    return what.run(session, (program, watch) -> write(new Walk(program, most, watch), program));
  }

  private int write(Walk walk, BoundProgram program) {
    Shown.requireFolderOf("--out", out);
    final Path part = out.resolveSibling(out.getFileName() + ".part");
    try {
      try (Writer file = Files.newBufferedWriter(part, StandardCharsets.UTF_8)) {
        file.write("source,destination,weight\n");
        walk.rankByRank((rank, operation) -> see(rank, operation, program, file));
        Files.move(part, out, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw unwritable(e);
    }
    final Map<String, Object> document = new LinkedHashMap<>();
    document.put("path", Shown.path(out));
    document.put("rows", rows);
    document.put("bytes", bytes);
    session.print(what.json() ? Json.text(document) : Table.of(document).text());
    return ExitCode.DONE;
  }

  private EnvironmentException unwritable(IOException e) {
    return new EnvironmentException("cannot write " + out + ": " + e.getMessage(), e);
  }

  private void see(int rank, Operation operation, BoundProgram program, Writer file) {
    switch (operation.kind()) {
      case SEND, SYNC_SEND -> {
        if (operation.peer() != rank && operation.bytes() > 0) {
          bytesTo.merge(operation.peer(), operation.bytes(), Long::sum);
          bytes += operation.bytes();
          if (bytes >= MOST_WEIGHT) {
            throw new ProgramException(
                program.program().name() + ": 2^53 B or more go between ranks; take fewer steps");
          }
        }
      }
      case END -> writeRows(rank, program, file);
      default -> {}
    }
  }

  private void writeRows(int rank, BoundProgram program, Writer file) {
    rows += bytesTo.size();
    if (rows > MOST_ROWS) {
      throw new ProgramException(
          program.program().name() + ": more than " + MOST_ROWS + " pairs; take fewer ranks");
    }
    try {
      for (Map.Entry<Integer, Long> to : bytesTo.entrySet()) {
        file.write(rank + "," + to.getKey() + "," + to.getValue() + "\n");
      }
    } catch (IOException e) {
      throw unwritable(e);
    }
    bytesTo.clear();
  }
}

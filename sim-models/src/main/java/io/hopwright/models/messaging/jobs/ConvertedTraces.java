package io.hopwright.models.messaging.jobs;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.goal.GoalFile;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.hwt.HwtFormat;
import io.hopwright.models.program.hwt.HwtWriter;
import io.hopwright.models.program.trace.TraceFormat;
import io.hopwright.models.program.trace.TraceFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Traces of other tools as mapped containers: a trace is converted once for each choice of
 * algorithms, and a {@link GraphStore} keeps the container. Safe for any thread.
 */
final class ConvertedTraces {
  /** A smaller trace is read as fast as a container. */
  static final long LEAST_BYTES = 1 << 18;

  private static final HwtFormat CONTAINER = new HwtFormat();

  private static final GraphStore STORE =
      ServiceLoader.load(GraphStore.class, GraphStore.class.getClassLoader())
          .findFirst()
          .orElse(null);

  private ConvertedTraces() {}

  /**
   * Returns the program of a file of graphs or a trace.
   *
   * @param algorithms algorithms of its collectives
   * @throws ProgramException with all that is wrong with it
   */
  static Program read(String name, InputFile file, Map<Collective, Algorithm> algorithms)
      throws IOException {
    return STORE == null ? directly(name, file.path()) : read(name, file, algorithms, STORE);
  }

  /** Returns the program, by way of a store. */
  static Program read(
      String name, InputFile file, Map<Collective, Algorithm> algorithms, GraphStore store)
      throws IOException {
    final Path path = file.path();
    final GoalFile.Form form = GoalFile.form(path);
    final Optional<TraceFormat> format = TraceFormats.of(path);
    long bytes = 0;
    for (Path part : file.parts()) {
      bytes += Files.size(part);
    }
    if (form == GoalFile.Form.BINARY
        || format.map(TraceFormat::name).equals(Optional.of(CONTAINER.name()))
        || bytes < LEAST_BYTES) {
      return directly(name, path);
    }
    final String asked = "%s %s %s".formatted(name, file.sha256(), algorithms);
    final Path kept = store.find(asked);
    if (kept != null) {
      try {
        return CONTAINER.read(name, kept);
      } catch (ProgramException | IOException e) {
        // It is damaged or was just removed, and is written again.
      }
    }
    final Path written =
        store.keep(
            asked,
            name,
            bytes,
            (to, progress) -> {
              final boolean text = form == GoalFile.Form.TEXT;
              final String place = text ? GraphProgram.LINE : format.orElseThrow().place();
              try (Container container = new Container(to, place, progress)) {
                if (text) {
                  GoalFile.passText(name, path, container);
                } else {
                  format.orElseThrow().pass(name, path, algorithms, container);
                }
                container.writer.finish();
              }
            });
    return written == null ? directly(name, path) : CONTAINER.read(name, written);
  }

  private static Program directly(String name, Path path) throws IOException {
    final Optional<Program> goal = GoalFile.read(name, path);
    return goal.isPresent() ? goal.get() : TraceFormats.read(name, path).orElseThrow();
  }

  /** Container that graphs are written to. */
  private static final class Container implements GraphSink, AutoCloseable {
    private final Path to;
    private final String place;
    private final GraphStore.Progress progress;
    private HwtWriter writer;

    Container(Path to, String place, GraphStore.Progress progress) {
      this.to = to;
      this.place = place;
      this.progress = progress;
    }

    @Override
    public void ranks(int count) throws IOException {
      writer = new HwtWriter(to, count, "{}", place);
    }

    @Override
    public void rank(int rank, OperationGraph graph) throws IOException {
      writer.rank(rank, graph);
    }

    @Override
    public void progress(long done, long all) {
      progress.at(done, all);
    }

    @Override
    public void close() throws IOException {
      if (writer != null) {
        writer.close();
      }
    }
  }
}

package io.hopwright.models.program.calls;

import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.trace.TraceFormat;
import io.hopwright.models.program.trace.TracePart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Format of MPI calls with times, whose ranks can be read one by one. */
public interface CallTraceFormat extends TraceFormat {
  /** Reader of the calls of one rank. */
  @FunctionalInterface
  interface Reader {
    /** Returns the kept calls of a rank, the same each time. */
    CallLog read(int rank, TracePart part) throws IOException;
  }

  /**
   * Ranks of one trace.
   *
   * @param count number of ranks
   * @param reader reader of their calls
   */
  record Ranks(int count, Reader reader) {}

  /**
   * Finds the ranks of a trace.
   *
   * @param name of the file, for messages
   * @throws ProgramException if some are missing
   */
  Ranks ranks(String name, Path path) throws IOException;

  @Override
  default Calls calls() {
    return Calls.TIMED;
  }

  @Override
  default Program read(String name, Path path) throws IOException {
    return read(name, path, TracePart.ALL);
  }

  @Override
  default Program read(String name, Path path, TracePart part) throws IOException {
    final Ranks ranks = ranks(name, path);
    final List<CallLog> logs = new ArrayList<>();
    for (int rank = 0; rank < ranks.count; rank++) {
      logs.add(ranks.reader.read(rank, part));
    }
    return CallProgram.of(name, place(), logs);
  }

  @Override
  default void pass(String name, Path path, Map<Collective, Algorithm> algorithms, GraphSink to)
      throws IOException {
    final Ranks ranks = ranks(name, path);
    CallProgram.pass(ranks.count, rank -> ranks.reader.read(rank, TracePart.ALL), algorithms, to);
  }
}

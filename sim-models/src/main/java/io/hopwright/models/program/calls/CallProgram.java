package io.hopwright.models.program.calls;

import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.trace.TracedProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Programs of the calls of all ranks. */
public final class CallProgram {
  private CallProgram() {}

  /**
   * Creates a program.
   *
   * @param place of a call in messages, as in {@link TracedProgram}
   * @param logs of the ranks, complete
   * @throws ProgramException if ranks disagree
   */
  public static Program of(String name, String place, List<CallLog> logs) {
    final CommunicatorTable communicators = new CommunicatorTable(logs);
    return new TracedProgram<>(
        name, place, logs, how -> new CallGraphs(logs, communicators, how, true));
  }

  /**
   * Passes on the graphs of ranks. Reads each rank twice, and keeps the calls of one rank and the
   * collectives of all.
   *
   * @param algorithms algorithms of collectives
   * @throws ProgramException if ranks disagree
   */
  public static void pass(
      int ranks,
      TracedProgram.Reader<CallLog> reader,
      Map<Collective, Algorithm> algorithms,
      GraphSink to)
      throws IOException {
    final List<CallLog> agreed = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      to.progress(rank, 2L * ranks);
      agreed.add(reader.read(rank).agreed());
    }
    final CommunicatorTable communicators = new CommunicatorTable(agreed);
    TracedProgram.pass(
        ranks, ranks, reader, new CallGraphs(agreed, communicators, algorithms, false), to);
  }
}

package io.hopwright.models.program.calls;

import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.trace.TracedProgram;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Programs of the calls of all ranks. */
public final class CallProgram {
  /** The calls of ranks that are kept may take this part of the heap. */
  private static final int PART_OF_HEAP = 8;

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
   * Passes on the graphs of ranks. Keeps the collectives of all ranks, and the calls of the first
   * ranks, as far as an eighth of the heap has room for them. Reads all other ranks twice, and
   * keeps the calls of one of them.
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
    final List<Reference<CallLog>> kept = new ArrayList<>();
    long room = Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
    for (int rank = 0; rank < ranks; rank++) {
      to.progress(rank, 2L * ranks);
      final CallLog log = reader.read(rank);
      agreed.add(log.agreed());
      room -= log.heapBytes();
      if (room >= 0) {
        kept.add(new SoftReference<>(log));
      }
    }
    final CommunicatorTable communicators = new CommunicatorTable(agreed);
    TracedProgram.pass(
        ranks,
        ranks,
        rank -> {
          final CallLog log = rank < kept.size() ? kept.get(rank).get() : null;
          if (log == null) {
            return reader.read(rank);
          }
          kept.get(rank).clear();
          return log;
        },
        new CallGraphs(agreed, communicators, algorithms, false),
        to);
  }
}

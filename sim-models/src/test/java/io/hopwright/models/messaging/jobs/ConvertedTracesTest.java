package io.hopwright.models.messaging.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces that are converted once. A run of the converted container equals a run of the trace. */
class ConvertedTracesTest {
  private static final int RANKS = 4;

  @TempDir private Path directory;
  private final Kept store = new Kept();

  /** Store in the folder of the test. */
  private final class Kept implements GraphStore {
    private final Map<String, Path> files = new TreeMap<>();
    private int conversions;

    /** Percentage of the trace that was read, from the last progress report. */
    private double read;

    @Override
    public Path find(String asked) {
      return files.get(asked);
    }

    @Override
    public Path keep(String asked, String trace, long bytes, Conversion conversion) {
      conversions++;
      final Path file = directory.resolve(conversions + ".hwt");
      try {
        conversion.writeTo(file, (done, all) -> read = 100.0 * done / all);
      } catch (IOException e) {
        return null;
      }
      files.put(asked, file);
      return file;
    }
  }

  private Path trace;
  private Path goal;

  @BeforeEach
  void write() throws IOException {
    final StringBuilder text = new StringBuilder();
    final StringBuilder graph = new StringBuilder("num_ranks " + RANKS + "\n");
    for (int rank = 0; rank < RANKS; rank++) {
      text.append(rank).append(" init\n");
      graph.append("rank ").append(rank).append(" {\n");
      for (int i = 0; i < 2_000; i++) {
        text.append("%s compute %s\n%1$s allreduce 1000 0\n".formatted(rank, i));
        text.append("%s barrier\n".formatted(rank));
        graph.append("l%s: send 8b to %s tag %1$s\n".formatted(i, (rank + 1) % RANKS));
        graph.append("r%s: recv 8b from %s tag %1$s\n".formatted(i, (rank + 3) % RANKS));
        graph.append("r%s requires l%1$s\n".formatted(i));
      }
      text.append(rank).append(" finalize\n");
      graph.append("}\n");
    }
    trace = Files.writeString(directory.resolve("t.txt"), text);
    goal = Files.writeString(directory.resolve("g.goal"), graph);
  }

  private static String all(Program program, Map<Collective, Algorithm> algorithms) {
    final BoundProgram bound =
        program.bind(new Job(program.ranks(), 0, 0, Map.of(), 0, algorithms));
    final Operation operation = new Operation();
    final StringBuilder text = new StringBuilder(program.name());
    for (int rank = 0; rank < program.ranks(); rank++) {
      final OperationGraph graph = bound.graph(rank);
      for (int i = 0; i < graph.operations(); i++) {
        graph.fill(i, operation);
        text.append(operation).append(program.at(operation.line())).append(graph.dependencies(i));
        for (int list = 0; list < 2; list++) {
          for (int k = 0; k < graph.successors(i, list == 1); k++) {
            text.append(' ').append(graph.successor(i, list == 1, k));
          }
        }
      }
    }
    return text.toString();
  }

  private String converted(Path path, Map<Collective, Algorithm> algorithms) throws IOException {
    return all(
        ConvertedTraces.read(path.getFileName().toString(), InputFile.of(path), algorithms, store),
        algorithms);
  }

  private String itself(Path path, Map<Collective, Algorithm> algorithms) throws IOException {
    return all(
        ConvertedTraces.read(path.getFileName().toString(), InputFile.of(path), algorithms),
        algorithms);
  }

  @Test
  void shouldConvertOnceForEachChoiceOfAlgorithms() throws IOException {
    final Map<Collective, Algorithm> ring = Map.of(Collective.ALLREDUCE, Algorithm.ALLREDUCE_RING);
    final String direct = itself(trace, Map.of());
    assertEquals(direct, converted(trace, Map.of()));
    assertEquals(direct, converted(trace, Map.of()));
    assertEquals(1, store.conversions);
    assertEquals(itself(trace, ring), converted(trace, ring));
    assertEquals(2, store.conversions);
  }

  @Test
  void shouldConvertGoalText() throws IOException {
    assertEquals(itself(goal, Map.of()), converted(goal, Map.of()));
    assertEquals(100, store.read);
    assertEquals(itself(goal, Map.of()), converted(goal, Map.of()));
    assertEquals(1, store.conversions);
  }

  @Test
  void shouldConvertAgainIfTheTraceChanges() throws IOException {
    converted(trace, Map.of());
    Files.writeString(trace, Files.readString(trace).replace("compute 7\n", "compute 8\n"));
    assertEquals(itself(trace, Map.of()), converted(trace, Map.of()));
    assertEquals(2, store.conversions);
  }

  @Test
  void shouldConvertAgainIfTheContainerIsDamaged() throws IOException {
    final String direct = converted(trace, Map.of());
    final Path kept = store.files.values().iterator().next();
    final byte[] bytes = Files.readAllBytes(kept);
    bytes[bytes.length / 2] ^= 1;
    // The file has another name, because the first one is still mapped.
    store.files.replaceAll((asked, file) -> directory.resolve("damaged.hwt"));
    Files.write(directory.resolve("damaged.hwt"), bytes);
    assertEquals(direct, converted(trace, Map.of()));
    assertEquals(2, store.conversions);
    store.files.replaceAll((asked, file) -> directory.resolve("absent.hwt"));
    assertEquals(direct, converted(trace, Map.of()));
    assertEquals(3, store.conversions);
  }

  @Test
  void shouldReadTheTraceIfNothingCanBeKept() throws IOException {
    final GraphStore nothing =
        new GraphStore() {
          @Override
          public Path find(String asked) {
            return null;
          }

          @Override
          public Path keep(String asked, String name, long bytes, Conversion conversion) {
            return null;
          }
        };
    assertEquals(
        itself(trace, Map.of()),
        all(ConvertedTraces.read("t.txt", InputFile.of(trace), Map.of(), nothing), Map.of()));
  }

  @Test
  void shouldReportErrorsOfTheTrace() throws IOException {
    Files.writeString(trace, Files.readString(trace) + "0 nonsense\n");
    final ProgramException e =
        assertThrows(ProgramException.class, () -> converted(trace, Map.of()));
    assertEquals(0, store.files.size(), e.getMessage());
  }

  @Test
  void shouldNotConvertASmallTrace() throws IOException {
    Files.writeString(trace, "0 init\n0 compute 1\n0 finalize\n");
    converted(trace, Map.of());
    assertEquals(0, store.conversions);
  }

  /** Communicators, collectives with a size for each member, and any source. */
  @Test
  void shouldConvertTracesWithAFileForEachRank() throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      final StringBuilder text = new StringBuilder("MPI_Init:0:0:0:1\n");
      text.append("MPI_Comm_split:2:7,%s,%s:%s:%s:9:3\n".formatted(rank, RANKS, rank % 2, rank));
      for (int i = 1; i < 2_000; i++) {
        final int at = 10 * i;
        final int other = (rank + 2) % RANKS / 2;
        text.append(
            "MPI_Irecv:%s:64:10:1,4,4:%s:%s:8,%s,2:%s:%s\n"
                .formatted(at, other, i, rank / 2, 800 + 8 * rank, at + 1));
        text.append(
            "MPI_Send:%s:64:10:1,4,4:%s:%s:8,%s,2:%s\n"
                .formatted(at + 2, other, i, rank / 2, at + 3));
        text.append("MPI_Wait:%s:%s:0:%s\n".formatted(at + 4, 800 + 8 * rank, at + 5));
        text.append(
            "MPI_Allreduce:%s:64:64:5:1,4,4:3:7,%s,%s:%s\n".formatted(at + 6, rank, RANKS, at + 7));
      }
      text.append("MPI_Finalize:99999:99999\n");
      Files.writeString(directory.resolve("a-" + rank + ".txt"), text);
    }
    final Path first = directory.resolve("a-0.txt");
    final List<Path> parts =
        IntStream.range(0, RANKS)
            .mapToObj(rank -> directory.resolve("a-" + rank + ".txt"))
            .toList();
    final Map<Collective, Algorithm> ring = Map.of(Collective.ALLREDUCE, Algorithm.ALLREDUCE_RING);
    final InputFile file = InputFile.of(first, parts);
    assertEquals(
        all(ConvertedTraces.read("a-0.txt", file, ring), ring),
        all(ConvertedTraces.read("a-0.txt", file, ring, store), ring));
    assertEquals(1, store.conversions);
  }
}

package io.hopwright.models.program.hwt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.CollectiveMark;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.graph.GraphBuilder;
import io.hopwright.models.program.graph.GraphProgram;
import io.hopwright.models.program.trace.TraceFormats;
import io.hopwright.models.testkit.Allocated;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomGraphs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Containers: a container is read exactly as it was written, and any other file is refused. */
class HwtTest {
  private static final int RANKS = 3;

  @TempDir private Path directory;

  private static BoundProgram bound(Program program) {
    return program.bind(new Job(program.ranks(), 0, 1, Map.of(), 0));
  }

  private Path write(BoundProgram program) throws IOException {
    final Path file = directory.resolve("t.hwt");
    try (HwtWriter writer = new HwtWriter(file, program.job().ranks(), "{\"origin\":{}}")) {
      // In any order.
      for (int rank = program.job().ranks() - 1; rank >= 0; rank--) {
        writer.rank(rank, program.graph(rank));
      }
      writer.finish();
    }
    return file;
  }

  /** Returns a program that also marks operations as parts of collectives. */
  private static BoundProgram marked(BoundProgram program) {
    final OperationGraph[] graphs = new OperationGraph[program.job().ranks()];
    for (int rank = 0; rank < graphs.length; rank++) {
      final GraphBuilder builder = new GraphBuilder(1);
      builder.addAll(program.graph(rank));
      final int last = builder.operations() - 1;
      if (last > 1) {
        builder.mark(new CollectiveMark(Algorithm.SCAN_DOUBLING, 2, 8, 0, 0));
        builder.mark(new CollectiveMark(Algorithm.BCAST_BINOMIAL, RANKS, 1L << 40, 1, last));
      }
      graphs[rank] = builder.graph();
    }
    return bound(new GraphProgram("t", GraphProgram.OPERATION, graphs));
  }

  private static Program read(Path file) throws IOException {
    return TraceFormats.read("t.hwt", file).orElseThrow();
  }

  /** Returns all values of a graph as text. */
  private static String all(OperationGraph graph) {
    final StringBuilder text = new StringBuilder().append(graph.marks());
    for (int operation = 0; operation < graph.operations(); operation++) {
      text.append(operation).append(' ').append(graph.kind(operation));
      text.append(' ').append(graph.dependencies(operation));
      text.append(graph.isCalc(operation) ? " " + graph.picoseconds(operation) : "");
      if (!graph.isCalc(operation)) {
        text.append(
            " %s %s %s"
                .formatted(graph.bytes(operation), graph.peer(operation), graph.tag(operation)));
      }
      text.append(" cpu %s nic %s".formatted(graph.cpu(operation), graph.nic(operation)));
      for (boolean beginning : new boolean[] {false, true}) {
        final int number = operation;
        text.append(beginning)
            .append(
                Arrays.toString(
                    IntStream.range(0, graph.successors(operation, beginning))
                        .map(k -> graph.successor(number, beginning, k))
                        .toArray()));
      }
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void shouldReadWhatIsWritten() throws IOException {
    for (long seed = 0; seed < RandomCases.count(20); seed++) {
      final BoundProgram program =
          marked(
              bound(
                  RandomGraphs.program(
                      RandomGraphs.text(new Random(seed), RANKS, (int) seed * 2, 3))));
      final BoundProgram again = bound(read(write(program)));
      for (int rank = 0; rank < RANKS; rank++) {
        assertEquals(all(program.graph(rank)), all(again.graph(rank)), "seed " + seed);
      }
    }
  }

  @Test
  void shouldReadMoreThanABlock() throws IOException {
    final GraphBuilder builder = new GraphBuilder(1);
    for (int i = 0; i < 10_000; i++) {
      builder.add(OperationGraph.CALC, 0, i, 0, i % 256, 0, 0);
      if (i > 0) {
        builder.depend(i, i / 2, i % 3 == 0);
      }
    }
    final OperationGraph graph = builder.graph();
    final Path file = directory.resolve("t.hwt");
    try (HwtWriter writer = new HwtWriter(file, 2, "{}")) {
      writer.rank(1, graph);
      writer.finish();
    }
    final BoundProgram program = bound(read(file));
    assertEquals(0, program.graph(0).operations());
    assertEquals(all(graph), all(program.graph(1)));
  }

  private Path sample() throws IOException {
    return write(
        marked(bound(RandomGraphs.program(RandomGraphs.text(new Random(7), RANKS, 12, 2)))));
  }

  @Test
  void shouldNoticeEachDamagedByte() throws IOException {
    final Path file = sample();
    final byte[] good = Files.readAllBytes(file);
    for (int at = 8; at < good.length; at += RandomCases.count(1) > 1 ? 1 : 7) {
      final byte[] bad = good.clone();
      bad[at] ^= 0x10;
      Files.write(file, bad);
      final ProgramException e = assertThrows(ProgramException.class, () -> read(file));
      assertTrue(e.getMessage().startsWith("t.hwt, byte "), e.getMessage());
    }
    for (int length = 8; length < good.length; length += 13) {
      Files.write(file, Arrays.copyOf(good, length));
      assertThrows(ProgramException.class, () -> read(file));
    }
  }

  @Test
  void shouldBeNoFileBeforeItIsFinished() throws IOException {
    final Path file = directory.resolve("t.hwt");
    try (HwtWriter writer = new HwtWriter(file, 1, "{}")) {
      writer.rank(0, new GraphBuilder().graph());
    }
    assertTrue(TraceFormats.of(file).isEmpty());
  }

  /** The checksums are correct, so that the reader itself meets the changes. */
  @Test
  void shouldEndWithAnErrorWhateverIsChanged() throws IOException {
    final Path file = sample();
    final byte[] good = Files.readAllBytes(file);
    final int count = RandomCases.count(300);
    int refused = 0;
    final long first = RandomCases.first(0);
    for (long seed = first; seed < first + count; seed++) {
      final Random random = new Random(seed);
      final ByteBuffer bad = ByteBuffer.wrap(good.clone()).order(ByteOrder.LITTLE_ENDIAN);
      final int checks = (int) bad.getLong(HwtLayout.CHECKS_AT);
      for (int change = 0; change <= random.nextInt(3); change++) {
        final int at = HwtLayout.VERSION_AT + random.nextInt(checks - 16);
        switch (random.nextInt(3)) {
          case 0 -> bad.put(at, (byte) random.nextInt(256));
          case 1 -> bad.putInt(at & -4, random.nextInt());
          default -> bad.putLong(at & -8, random.nextLong() >>> random.nextInt(64));
        }
      }
      seal(bad, checks);
      Files.write(file, bad.array());
      final Allocated allocated = Allocated.begin();
      try {
        read(file);
      } catch (ProgramException e) {
        refused++;
        assertTrue(e.getMessage().startsWith("t.hwt, byte "), e.getMessage());
      }
      allocated.requireAtMostOf(good.length, "seed " + seed);
    }
    assertTrue(refused > count / 4, refused + " were refused");
  }

  /** Numbers of algorithms are part of the format, as the page defines them. */
  @Test
  void shouldKeepTheNumbersOfAlgorithms() throws IOException {
    final String page = Files.readString(Path.of("../docs/models/hwt.md"));
    final String table =
        IntStream.range(0, HwtLayout.ALGORITHMS.size())
            .mapToObj(number -> number + " " + HwtLayout.ALGORITHMS.get(number).fullName())
            .collect(Collectors.joining(", "));
    assertTrue(page.contains(table), table);
  }

  private static void seal(ByteBuffer file, int checks) {
    file.putInt(HwtLayout.HEADER_CHECK_AT, crc(file, 0, HwtLayout.HEADER_CHECK_AT));
    for (int from = 0; from < checks; from += HwtLayout.BLOCK) {
      file.putInt(
          checks + from / HwtLayout.BLOCK * Integer.BYTES,
          crc(file, from, Math.min(HwtLayout.BLOCK, checks - from)));
    }
  }

  private static int crc(ByteBuffer file, int from, int length) {
    final CRC32C crc = new CRC32C();
    crc.update(file.slice(from, length));
    return (int) crc.getValue();
  }
}

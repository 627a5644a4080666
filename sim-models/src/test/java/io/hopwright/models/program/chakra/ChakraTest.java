package io.hopwright.models.program.chakra;

import static io.hopwright.models.testkit.ChakraWriter.COLLECTIVE;
import static io.hopwright.models.testkit.ChakraWriter.COMPUTE;
import static io.hopwright.models.testkit.ChakraWriter.MEMORY_LOAD;
import static io.hopwright.models.testkit.ChakraWriter.METADATA;
import static io.hopwright.models.testkit.ChakraWriter.RECEIVE;
import static io.hopwright.models.testkit.ChakraWriter.SEND;
import static io.hopwright.models.testkit.ChakraWriter.all;
import static io.hopwright.models.testkit.ChakraWriter.attribute;
import static io.hopwright.models.testkit.ChakraWriter.bools;
import static io.hopwright.models.testkit.ChakraWriter.inputs;
import static io.hopwright.models.testkit.ChakraWriter.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.program.Job;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramCheck;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.trace.FileBeginning;
import io.hopwright.models.program.trace.PassedGraphs;
import io.hopwright.models.program.trace.TraceFormats;
import io.hopwright.models.testkit.Allocated;
import io.hopwright.models.testkit.ChakraWriter;
import io.hopwright.models.testkit.RandomCases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chakra traces, and the errors in them. */
class ChakraTest {
  private static final int INT64 = 9;
  private static final int UINT64 = 13;
  private static final int BOOL = 27;
  private static final long[] NONE = {};
  private static final ChakraWriter.Content NOTHING = out -> {};

  @TempDir private Path directory;

  private static ChakraWriter.Content sized(int field, long bytes) {
    return attribute("comm_size", field, bytes);
  }

  /** Contains each type of node and attribute, with forward dependencies and sparse numbers. */
  private static byte[] file(int rank, int field, boolean packed) {
    final int other = 1 - rank;
    final String groups =
        "['[{\"pg_name\": \"7\", \"pg_desc\": \"x\", \"ranks\": [0, 1]}, {\"pg_name\": \"8\", \"ranks\": []}]']";
    return new ChakraWriter(packed ? "0.0.4" : "1.0.2-chakra", packed)
        .node(900, METADATA, 0, NONE, inputs(groups))
        .node(5, COMPUTE, 20, new long[] {77, 0}, attribute("is_cpu_op", BOOL, 0))
        .node(0, COMPUTE, 10, NONE, attribute("is_cpu_op", BOOL, 1))
        .node(77, MEMORY_LOAD, 1, NONE, attribute("tensor_size", field, 64))
        .node(
            80,
            rank == 0 ? SEND : RECEIVE,
            0,
            new long[] {5},
            all(
                sized(field, 4_000),
                attribute(rank == 0 ? "comm_dst" : "comm_src", 11, other),
                attribute("comm_tag", 5, 3)))
        .node(
            81,
            COLLECTIVE,
            0,
            new long[] {80, 900},
            all(
                attribute("comm_type", field, 0),
                sized(field, 800),
                text("pg_name", "7"),
                bools("involved_dim", (byte) 1, (byte) 1)))
        .node(
            82,
            COLLECTIVE,
            0,
            new long[] {81},
            all(attribute("comm_type", field, 6), sized(field, 900), text("pg_name", "8")))
        .node(83, COLLECTIVE, 0, NONE, attribute("comm_type", field, 9))
        .node(84, COLLECTIVE, 5, NONE, attribute("is_cpu_op", BOOL, 1))
        .node(85, 0, 0, NONE, NOTHING)
        .toBytes();
  }

  private Program read(byte[]... files) throws IOException {
    for (int rank = 0; rank < files.length; rank++) {
      Files.write(directory.resolve("t." + rank + ".et"), files[rank]);
    }
    return PassedGraphs.read("t.0.et", directory.resolve("t.0.et"));
  }

  private static ProgramCheck.Outcome check(Program program) {
    return ProgramCheck.check(
        program.bind(new Job(program.ranks(), 0, 1, Map.of(), 0)), 1_000_000, (a, b) -> true);
  }

  @ParameterizedTest
  @ValueSource(ints = {INT64, UINT64})
  void shouldReadEachTypeOfNode(int field) throws IOException {
    final boolean packed = field == INT64;
    final Program program = read(file(0, field, packed), file(1, field, packed));
    assertEquals(2, program.ranks());
    final ProgramCheck.Outcome outcome = check(program);
    assertEquals(List.of(), outcome.mistakes());
    assertEquals(List.of(), outcome.warnings());
    // One message; with two ranks an allreduce, an all-to-all and a barrier have one step each.
    assertEquals(1 + 2 * 3, outcome.traffic().messages());
  }

  @Test
  void shouldKnowTheFormatByItsMetadata() throws IOException {
    for (String begin :
        List.of(
            "^\u0012\u0010\n\u0006schema\u00EA\u0001\u00051.0.1\u0012\t\n\u0003pidh\u00A6\u00FF\u0006"
                + "\u0012\u001C\n\u0004time\u00EA\u0001\u00132023-12-14 11:55:01"
                + "\u0012\u000F\n\bstart_tsh\u00F1\u00AD\u0098g\u0012\u0010\n\tfinish_tsh\u00CD\u0083\u009Ag",
            "\u0007\n\u00050.0.4\u0004\b\u0001")) {
      final Path file =
          Files.write(directory.resolve("any"), begin.getBytes(StandardCharsets.ISO_8859_1));
      assertTrue(new ChakraFormat().isOf(FileBeginning.of(file)), begin);
    }
    for (String begin : List.of("", "\n", "send to 1 8\n", "\u0003BOTF2", "Nodes 3\n")) {
      final Path file = Files.writeString(directory.resolve("any"), begin);
      assertFalse(new ChakraFormat().isOf(FileBeginning.of(file)), begin);
    }
  }

  private String refused(byte[]... files) {
    return assertThrows(ProgramException.class, () -> read(files)).getMessage();
  }

  private static byte[] one(long id, int type, long[] on, ChakraWriter.Content content) {
    return new ChakraWriter("0.0.4", true).node(id, type, 0, on, content).toBytes();
  }

  @Test
  void shouldNameFileByteAndRemedyOfErrors() {
    assertEquals(
        "t.0.et, byte 8: node 4 depends on node 9, which the file does not have; it is cut short or"
            + " filtered",
        refused(one(4, COMPUTE, new long[] {9}, NOTHING)));
    assertEquals(
        "t.0.et, byte 8: node 4 depends on itself, directly or through others; remove"
            + " that dependency",
        refused(one(4, COMPUTE, new long[] {4}, NOTHING)));
    assertEquals(
        "t.0.et, byte 8: node 4 has no comm_dst; record the trace with it",
        refused(one(4, SEND, NONE, sized(INT64, 8))));
    assertEquals(
        "t.0.et, byte 8: node 4 names rank 3; there are files of ranks 0 to 0",
        refused(one(4, SEND, NONE, all(sized(INT64, 8), attribute("comm_dst", 11, 3)))));
    assertEquals(
        "t.0.et, byte 8: node 4 is a collective of the process group 5, which no metadata node names;"
            + " record the trace with its groups",
        refused(
            one(
                4,
                COLLECTIVE,
                NONE,
                all(attribute("comm_type", 9, 0), sized(9, 8), text("pg_name", "5")))));
    assertEquals(
        "t.0.et, byte 8: node 4 is a collective along some dimensions (involved_dim); name its ranks"
            + " by a process group (pg_name)",
        refused(one(4, COLLECTIVE, NONE, bools("involved_dim", (byte) 1, (byte) 0))));
    final byte[] cut = Arrays.copyOf(file(0, INT64, true), 60);
    assertTrue(refused(cut).startsWith("t.0.et, byte 8: a message of "), refused(cut));
  }

  @Test
  void shouldCompareCollectivesOfAllRanks() {
    final ChakraWriter.Content small = all(attribute("comm_type", 9, 0), sized(9, 8));
    final ChakraWriter.Content large = all(attribute("comm_type", 9, 2), sized(9, 16));
    assertEquals(
        "t.1.et, byte 8: node 5 is ALL_GATHER of 16 B, but t.0.et, byte 8: node 4 of the same group"
            + " is ALL_REDUCE of 8 B; all members must call the same",
        refused(one(4, COLLECTIVE, NONE, small), one(5, COLLECTIVE, NONE, large)));
    assertEquals(
        "t.0.et, byte 8: node 4 is a collective without nodes of 1 of its 2 ranks; add their"
            + " nodes",
        refused(one(4, COLLECTIVE, NONE, small), one(5, COMPUTE, NONE, NOTHING)));
  }

  @Test
  void shouldMissARank() throws IOException {
    Files.write(directory.resolve("t.0.et"), one(4, COMPUTE, NONE, NOTHING));
    Files.write(directory.resolve("t.2.et"), one(4, COMPUTE, NONE, NOTHING));
    assertEquals(
        "t.0.et: of 2 files none is of rank 1 (t.1.et); add it",
        assertThrows(
                ProgramException.class,
                () -> TraceFormats.read("t.0.et", directory.resolve("t.0.et")))
            .getMessage());
  }

  /** Reading ends soon with an error or a program, and with no more memory than the file needs. */
  @Test
  void shouldEndWithAnErrorWhateverIsChanged() throws IOException {
    final int count = RandomCases.count(400);
    final byte[] whole = file(0, INT64, true);
    int refused = 0;
    final long first = RandomCases.first(0);
    for (long seed = first; seed < first + count; seed++) {
      final Random random = new Random(seed);
      byte[] bytes = whole.clone();
      for (int change = 0; change <= random.nextInt(3); change++) {
        final int at = 8 + random.nextInt(bytes.length - 8);
        if (random.nextInt(4) == 0) {
          bytes = Arrays.copyOf(bytes, at + 1);
        } else {
          bytes[at] = (byte) random.nextInt(256);
        }
      }
      final Allocated allocated = Allocated.begin();
      try {
        read(bytes, file(1, INT64, true));
      } catch (ProgramException e) {
        refused++;
        assertTrue(
            e.messages().stream().allMatch(m -> m.matches("(?s)t\\.[01]\\.et, byte \\d+: .*")),
            e.getMessage());
      }
      allocated.requireAtMostOf(2L * whole.length, "seed " + seed);
    }
    assertTrue(refused > count / 3, refused + " were refused");
  }
}

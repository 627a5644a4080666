package io.hopwright.models.program.dumpi;

import static io.hopwright.models.testkit.DumpiWriter.INT;
import static io.hopwright.models.testkit.DumpiWriter.WORLD;
import static io.hopwright.models.testkit.DumpiWriter.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramCheck;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.trace.FileBytes;
import io.hopwright.models.program.trace.PassedGraphs;
import io.hopwright.models.program.trace.TraceFormats;
import io.hopwright.models.testkit.Allocated;
import io.hopwright.models.testkit.DumpiWriter;
import io.hopwright.models.testkit.RandomCases;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DUMPI traces, and the errors in them. */
class DumpiTest {
  private static final int NO_RANK = -10;

  @TempDir private Path directory;

  private Program read(byte[]... files) throws IOException {
    for (int rank = 0; rank < files.length; rank++) {
      Files.write(directory.resolve("t-%04d.bin".formatted(rank)), files[rank]);
    }
    final Path meta =
        Files.writeString(
            directory.resolve("t.meta"),
            "hostname=h\nnumprocs=" + files.length + "\nfileprefix=t\nversion=1\n");
    return PassedGraphs.read("t.meta", meta);
  }

  private static ProgramCheck.Outcome check(Program program) {
    return ProgramCheck.check(
        program.bind(new Job(program.ranks(), 0, 1, Map.of(), 0)), 1_000_000, (a, b) -> true);
  }

  /** Returns the operations of a rank except for waits. */
  private static List<String> does(Program program, int rank) {
    final List<String> does = new ArrayList<>();
    new Walk(program.bind(new Job(program.ranks(), 0, 1, Map.of(), 0)), 10_000, (a, b) -> true)
        .rankByRank(
            (who, operation) -> {
              final boolean pause =
                  operation.kind() == Operation.Kind.COMPUTE && operation.picoseconds() == 0;
              if (who == rank && !pause && operation.kind() != Operation.Kind.END) {
                does.add(operation.toString().replaceAll(", request.*", ""));
              }
            });
    return does;
  }

  private static DumpiWriter.Content message(int peer, int tag, int request) {
    return to -> {
      to.writeInt(10);
      to.writeShort(INT);
      to.writeInt(peer);
      to.writeInt(tag);
      to.writeShort(WORLD);
      if (request > 0) {
        to.writeInt(request);
      }
    };
  }

  private static DumpiWriter begun(int mask, boolean tags) {
    return new DumpiWriter(mask, tags)
        .pass(500)
        .call(
            124,
            to -> {
              to.writeInt(1);
              to.writeInt(5);
              to.writeBytes("./mpi");
            });
  }

  // ---------------------------------------------------------------- layouts

  /** Writes an argument of any value that a layout allows. */
  private static void any(char letter, DataOutputStream to, DumpiWriter writer, Random random)
      throws IOException {
    switch (letter) {
      case 'b' -> to.writeByte(random.nextInt());
      case 'h' -> to.writeShort(3);
      case 'i' -> to.writeInt(3);
      // The rank is the root, so that all arguments are written.
      case 'r', 'R' -> to.writeInt(1);
      case 'l' -> to.writeLong(random.nextLong());
      case 'I', 'Y', 'Z' -> list(to, random.ints(random.nextInt(4), 0, 3).toArray());
      case 'H' -> {
        to.writeInt(2);
        to.writeShort(9);
        to.writeShort(9);
      }
      case 'B' -> {
        to.writeInt(3);
        to.writeBytes("abc");
      }
      case 'J' -> {
        to.writeInt(2);
        list(to, 0, 0, 1);
        list(to);
      }
      case 'c' -> {
        to.writeInt(2);
        to.writeBytes("xy");
      }
      case 'C', 'A' -> {
        to.writeInt(2);
        any('c', to, writer, random);
        any('c', to, writer, random);
      }
      case 'D' -> {
        to.writeInt(2);
        any('C', to, writer, random);
        any('C', to, writer, random);
      }
      case 's' -> writer.statuses(to, 0, 5, 1, 6);
      default -> throw new IllegalArgumentException(String.valueOf(letter));
    }
  }

  /** After a record of each call the reader is at the start of the next one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 4, 8 + 3, 64 + 12 + 3})
  void shouldKnowWhereTheRecordOfEachCallEnds(int mask) throws IOException {
    final Random random = new Random(mask);
    final Map<Integer, DumpiCall> calls = new TreeMap<>(DumpiCall.all());
    assertEquals(291, calls.size());
    final DumpiWriter writer = new DumpiWriter(mask, true);
    for (Map.Entry<Integer, DumpiCall> call : calls.entrySet()) {
      if (call.getKey() != 125) {
        writer.call(
            call.getKey(),
            to -> {
              for (char letter : call.getValue().layout().replace("?", "").toCharArray()) {
                any(letter, to, writer, random);
              }
            });
      }
    }
    final Path file = Files.write(directory.resolve("all.bin"), writer.toBytes());
    try (FileBytes in = new FileBytes("all.bin", file)) {
      in.seek(Long.BYTES + 2 * Integer.BYTES);
      final DumpiRecord record = new DumpiRecord(in, DumpiRecord.version(1, 0, 0), 0);
      final List<String> names = new ArrayList<>();
      while (record.read(in.size())) {
        names.add(record.call.name());
      }
      assertEquals("Finalize", names.remove(names.size() - 1));
      calls.remove(125);
      assertEquals(calls.values().stream().map(DumpiCall::name).toList(), names);
    }
  }

  // ---------------------------------------------------------------- calls

  @Test
  void shouldTakeWhatIsBetweenCallsForComputing() throws IOException {
    final DumpiWriter one = begun(64 + 8 + 3, true);
    one.pass(3_000).call(0, message(1, 7, 0));
    one.pass(2_000)
        .call(
            14,
            to -> {
              to.writeInt(99);
              to.writeInt(0);
              one.statuses(to);
            });
    one.pass(4_000).call(0, message(NO_RANK, 7, 0));
    final DumpiWriter two = begun(64 + 8 + 3, true);
    two.call(
        1,
        to -> {
          message(-1, -1, 0).to(to);
          two.statuses(to, 0, 7);
        });
    final Program program = read(one.toBytes(), two.toBytes());
    // A test that failed, 1,000 ns long, counts as computation.
    assertEquals(
        List.of("compute 3000000 ps", "send 40 B to 1 tag 7", "compute 7000000 ps"),
        does(program, 0));
    // A wildcard receive is bound to the message that it received.
    assertEquals(List.of("receive 40 B from 0 tag 7"), does(program, 1));
    assertEquals(List.of(), check(program).mistakes());
  }

  @Test
  void shouldWaitForWhatHadCompleted() throws IOException {
    final DumpiWriter one = begun(3, true);
    one.call(12, message(-1, -1, 11));
    one.call(12, message(-1, -1, 12));
    one.call(
        16,
        to -> {
          to.writeInt(2);
          list(to, 11, 12);
          to.writeInt(1);
          one.statuses(to, 1, 5);
        });
    one.call(
        20,
        to -> {
          to.writeInt(2);
          list(to, 11, 1);
          to.writeInt(1);
          list(to, 0);
          one.statuses(to, 1, 6);
        });
    final DumpiWriter two = begun(3, true);
    two.call(26, message(0, 5, 20));
    two.call(31, to -> to.writeInt(20));
    two.call(
        13,
        to -> {
          to.writeInt(20);
          two.statuses(to, 0, 0);
        });
    two.call(0, message(0, 6, 0));
    final Program program = read(one.toBytes(), two.toBytes());
    assertEquals(
        List.of("receive 40 B from 1 tag 6", "receive 40 B from 1 tag 5"), does(program, 0));
    assertEquals(List.of("send 40 B to 0 tag 5", "send 40 B to 0 tag 6"), does(program, 1));
    assertEquals(List.of(), check(program).mistakes());
  }

  /**
   * The communicators contain ranks 3, 1 and 2, 0 of the world, as the keys decrease; each has a
   * message from 0 to 1.
   */
  @Test
  void shouldResolveCommunicatorsOverAllRanks() throws IOException {
    final List<byte[]> files = new ArrayList<>();
    for (int rank = 0; rank < 4; rank++) {
      final DumpiWriter writer = begun(3, true);
      final int color = rank % 2;
      final int key = -rank;
      writer.call(
          86,
          to -> {
            to.writeShort(WORLD);
            to.writeInt(color);
            to.writeInt(key);
            to.writeShort(9);
          });
      writer.call(
          84,
          to -> {
            to.writeShort(9);
            to.writeShort(10);
          });
      final boolean first = rank >= 2;
      writer.call(
          first ? 0 : 1,
          to -> {
            to.writeInt(3);
            to.writeShort(DumpiWriter.CHAR);
            to.writeInt(first ? 1 : 0);
            to.writeInt(8);
            to.writeShort(10);
            if (!first) {
              writer.statuses(to, 0, 8);
            }
          });
      writer.call(
          99,
          to -> {
            to.writeShort(WORLD);
            to.writeInt(2);
            list(to, 2, 2);
            list(to, 1, 1);
            to.writeInt(0);
            to.writeShort(11);
          });
      writer.call(
          111,
          to -> {
            to.writeInt(2);
            to.writeShort(11);
            list(to, 0, 1);
            to.writeShort(12);
          });
      writer.call(
          53,
          to -> {
            to.writeInt(5);
            to.writeShort(INT);
            to.writeInt(0);
            to.writeShort(12);
          });
      files.add(writer.toBytes());
    }
    final Program program = read(files.toArray(byte[][]::new));
    final String own = "3 B %s tag 16777216";
    final String row = "20 B %s tag 1073741824";
    assertEquals(
        List.of("receive " + own.formatted("from 2"), "send " + row.formatted("to 1")),
        does(program, 0));
    assertEquals(List.of(), check(program).mistakes());
    assertEquals("send " + own.formatted("to 0"), does(program, 2).get(0));
    assertTrue(does(program, 3).get(1).startsWith("receive 20 B from 2"), "" + does(program, 3));
  }

  @Test
  void shouldSendBlocksOfAnySizeAndNoneOfNothing() throws IOException {
    final List<byte[]> files = new ArrayList<>();
    final int[][] sizes = {{9, 1, 0}, {2, 9, 3}, {0, 4, 9}};
    for (int rank = 0; rank < 3; rank++) {
      final int own = rank;
      final DumpiWriter writer = begun(0, true);
      writer.call(
          61,
          to -> {
            to.writeInt(3);
            list(to, sizes[own]);
            list(to, 0, 0, 0);
            to.writeShort(INT);
            list(to, Arrays.stream(sizes).mapToInt(row -> row[own]).toArray());
            list(to, 0, 0, 0);
            to.writeShort(INT);
            to.writeShort(WORLD);
          });
      writer.call(
          55,
          to -> {
            to.writeInt(own);
            to.writeInt(3);
            to.writeInt(own + 1);
            to.writeShort(INT);
            to.writeInt(2);
            to.writeShort(WORLD);
            if (own == 2) {
              list(to, 1, 2, 3);
              list(to, 0, 0, 0);
            }
            to.writeShort(INT);
          });
      files.add(writer.toBytes());
    }
    final Program program = read(files.toArray(byte[][]::new));
    assertEquals(List.of(), check(program).mistakes());
    // The exchange has blocks of 1 + 2 + 3 + 4 elements, the gather of 1 + 2.
    assertEquals(4 + 2, check(program).traffic().messages());
    assertEquals(
        List.of("receive 8 B from 1", "send 4 B to 1", "send 4 B to 2"),
        does(program, 0).stream().map(line -> line.replaceAll(" tag.*", "")).toList());
  }

  // ---------------------------------------------------------------- errors

  private String refused(byte[]... files) {
    return assertThrows(ProgramException.class, () -> read(files)).getMessage();
  }

  @Test
  void shouldNameFileByteCallAndRemedyOfErrors() throws IOException {
    final String start = "t-0000.bin, byte 32, MPI_";
    assertEquals(
        start
            + "Put is one-sided, which is not simulated; trace commands leave such calls out with"
            + " --skip one-sided",
        refused(
            begun(0, true)
                .call(
                    143,
                    to -> {
                      to.write(new byte[22]);
                    })
                .toBytes()));
    assertEquals(
        start
            + "Send: communicator 77 was not created by an earlier call; intercommunicators are not"
            + " simulated",
        refused(
            begun(0, true)
                .call(
                    0,
                    to -> {
                      to.writeInt(1);
                      to.writeShort(INT);
                      to.writeInt(0);
                      to.writeInt(0);
                      to.writeShort(77);
                    })
                .toBytes()));
    assertTrue(
        refused(new byte[0]).startsWith("t-0000.bin, byte 0: is empty or not a DUMPI trace;"));
    final byte[] whole = begun(0, true).toBytes();
    assertTrue(
        refused(Arrays.copyOf(whole, whole.length - 20))
            .endsWith(
                "the index at the end of the file is missing; it is truncated, record it again"));
    Files.delete(directory.resolve("t-0000.bin"));
    assertEquals(
        "t.meta: describes 1 ranks, but t-0000.bin is missing; put that file beside the metafile",
        assertThrows(
                ProgramException.class,
                () -> TraceFormats.read("t.meta", directory.resolve("t.meta")))
            .getMessage());
  }

  /** Reading ends soon with an error or a program, and with no more memory than the file needs. */
  @Test
  void shouldEndWithAnErrorWhateverIsChanged() throws IOException {
    final int count = RandomCases.count(300);
    final DumpiWriter writer = begun(64 + 8 + 3, true);
    writer.call(12, message(-1, -1, 11));
    writer.call(8, message(0, 5, 12));
    writer.call(
        18,
        to -> {
          to.writeInt(2);
          list(to, 11, 12);
          writer.statuses(to, 0, 5, 0, 0);
        });
    writer.call(
        53,
        to -> {
          to.writeInt(5);
          to.writeShort(INT);
          to.writeInt(0);
          to.writeShort(WORLD);
        });
    final byte[] whole = writer.toBytes();
    int refused = 0;
    final long first = RandomCases.first(0);
    for (long seed = first; seed < first + count; seed++) {
      final Random random = new Random(seed);
      byte[] bytes = whole.clone();
      for (int change = 0; change <= random.nextInt(3); change++) {
        // The change is in the body, or in the index at the end.
        final int at =
            random.nextInt(4) > 0 ? random.nextInt(220) : bytes.length - 1 - random.nextInt(64);
        bytes[at] = (byte) random.nextInt(256);
      }
      if (random.nextInt(5) == 0) {
        bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      final Allocated allocated = Allocated.begin();
      try {
        read(bytes);
      } catch (ProgramException e) {
        refused++;
        assertTrue(
            e.messages().stream().allMatch(m -> m.matches("(?s)t-0000\\.bin, byte \\d+.*")),
            e.getMessage());
      }
      allocated.requireAtMostOf(whole.length, "seed " + seed);
    }
    assertTrue(refused > count / 4, refused + " were refused");
  }

  /** Reads all files of a folder that have a known format, without an error. */
  @Test
  @EnabledIfSystemProperty(named = "hopwright.traces", matches = ".+")
  void shouldReadRealTraces() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(System.getProperty("hopwright.traces")))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        if (TraceFormats.of(file).isPresent()) {
          try {
            final Program program = TraceFormats.read(file.toString(), file).orElseThrow();
            System.out.printf("%s: %s ranks%n", file, program.ranks());
          } catch (ProgramException e) {
            System.out.printf("%s: %s%n", file, e.messages().get(0));
          }
        }
      }
    }
  }
}

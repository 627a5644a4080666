package io.hopwright.models.program.goal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramCheck;
import io.hopwright.models.program.ProgramCounts;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.language.Statements;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.RandomGraphs;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GOAL as text and binary, and the errors in both. */
class GoalFileTest {
  private static final String SMALL =
      """
      num_ranks 2

      rank 0 {
      l1: calc 100
      l2: send 8b to 1 tag 5
      l2 requires l1
      l3: recv 9b from -1 tag -1 cpu 1 nic 2
      l3 requires l1
      l3 irequires l2
      l4: calc 7 cpu 255
      }

      rank 1 {
      l1: recv 8b from 0 tag 5
      l2: send 9b to 0 tag 2147483647
      }
      """;

  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          ":",
          "\n",
          "-1",
          "-",
          "0",
          "4294967296",
          "99999999999999999999",
          "1073741824",
          "num_ranks 1000000000",
          "rank 0 {",
          "rank 1 {",
          "calc",
          "send",
          "recv",
          "to",
          "from",
          "tag",
          "cpu",
          "nic",
          "b",
          "l1",
          "l2 requires l1",
          "l1 requires l2",
          "irequires",
          "//",
          "/*",
          "*/",
          "\u0000",
          "é",
          "\t",
          "\r\n",
          "l9:");

  /** Number of mutations of each file. */
  private static final int SAME = 50;

  @TempDir private Path directory;

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(directory.resolve(name), bytes);
  }

  private Program read(byte[] bytes) throws IOException {
    return GoalFile.read("f", file("f", bytes)).orElseThrow();
  }

  private Program read(String text) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  private byte[] written(Program program, boolean binary) throws IOException {
    final Path out = directory.resolve("out");
    GoalFile.write(
        program.bind(new Job(program.ranks(), 0, 1, Map.of(), 0)),
        new GoalFile.Conversion(binary, 0, Job.MOST_RANKS, false, 0, Long.MAX_VALUE),
        GoalFile.Target.of(out),
        (rank, operations) -> true);
    return Files.readAllBytes(out);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  @Test
  void shouldBeTheSameTextAgainAfterABinary() throws IOException {
    assertEquals(SMALL, text(written(read(SMALL), false)));
    assertEquals(SMALL, text(written(read(written(read(SMALL), true)), false)));
    for (int seed = 0; seed < 200; seed++) {
      final Random random = new Random(seed);
      final String any = RandomGraphs.text(random, 1 + random.nextInt(9), random.nextInt(60), 3);
      final byte[] canonical = written(read(any), false);
      final byte[] binary = written(read(canonical), true);
      assertEquals(text(canonical), text(written(read(binary), false)), "seed " + seed);
      assertArrayEquals(binary, written(read(binary), true), "seed " + seed);
      assertArrayEquals(binary, written(read(any), true), "seed " + seed);
    }
  }

  @Test
  void shouldWriteTheBytesThatThePageSays() throws IOException {
    final ByteBuffer expected = ByteBuffer.allocate(1_000).order(ByteOrder.LITTLE_ENDIAN);
    expected.putLong(4223).putInt(1).put((byte) 3).put((byte) 2);
    // Offsets count from byte 8, after the first two fields.
    expected.putLong(22).putLong(22 + 8 + 4 + 3 * 39 + 3 * 4);
    expected.putInt(3).putInt(1).putInt(0);
    record(expected, 0, 3, 0, 100, 0, 0, 0).putInt(2).putInt(0).putInt(0).putInt(2);
    record(expected, 1, 1, 0, 8, 5, 0, 2).putInt(0).putInt(2).putInt(1).putInt(2);
    record(expected, 2, 2, -1, 9, -1, 3, 0).putInt(0).putInt(3).putInt(0).putInt(3);
    expected.putInt(1).putInt(2).putInt(2);
    final byte[] bytes = new byte[expected.position()];
    expected.flip().get(bytes);
    final Program program =
        read(
            """
            num_ranks 1 rank 0 { a: calc 100
            b: send 8 b to 0 nic 2 tag 5
            c: recv 9b from -1 tag -1 cpu 3 // any
            b requires a
            c requires a
            c irequires b /* two
            lines */ }\
            """);
    assertArrayEquals(bytes, written(program, true));
  }

  private static ByteBuffer record(
      ByteBuffer to, int waits, int kind, int peer, long size, int tag, int cpu, int nic) {
    return to.putInt(waits)
        .put((byte) kind)
        .putInt(peer)
        .putLong(size)
        .putInt(tag)
        .put((byte) cpu)
        .put((byte) nic);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "num_ranks 0 | f:1:11: 0: the number of ranks is a number of 1 to 1073741824",
        "num_ranks 1000 | ranks are more than a text of",
        "num_ranks 2;rank 0 {;} | f: has 1 of 2 ranks, but no rank 1",
        "num_ranks 1;rank 0 {;calc 5 | f:2: rank 0 has no } at its end",
        "num_ranks 1;rank 0 {;};rank 0 {;} | is also in line 2; each rank",
        "num_ranks 1;rank 1 {;} | f:2:6: 1: the rank is a number of 0 to 0",
        "num_ranks 1;rank 0 {;clac 5;} | f:3:1: rank 0: clac: expected send, recv or calc, a label",
        "num_ranks 1;rank 0 {;a: send 5 to 0;} | 5: expected the bytes of the message, as in 8b",
        "num_ranks 1;rank 0 {;send 5b from 0;} | from: expected to after the bytes",
        "num_ranks 1;rank 0 {;send 5b to -1;} | -1: expected the rank, a number",
        "num_ranks 1;rank 0 {;send 5b to 0 tag 2147483648;} | the tag is a number of 0 to",
        "num_ranks 1;rank 0 {;send 1099511627777b to 0;} | a message has 0 to 1099511627776 bytes",
        "num_ranks 1;rank 0 {;calc 5 cpu 256;} | cpu is a number of 0 to 255",
        "num_ranks 1;rank 0 {;calc 5 tag 3;} | tag: expected the end of the line",
        "num_ranks 1;rank 0 {;a: calc 5;a: calc 6;} | is also the label of another operation",
        "num_ranks 1;rank 0 {;a: calc 5;a requires b;} | f:4:1: rank 0: b is not the label of an",
        "num_ranks 1;rank 0 {;a: calc 5;a requires a;} | wait for each other, in lines 3 → 3",
        "num_ranks 1;rank 0 {;a: calc 5;b: calc 6;a requires b;b irequires a;} | 4 → 3 → 4"
      })
  void shouldSayWhatIsWrongWithATextAndWhere(String text, String expected) {
    final ProgramException e =
        assertThrows(ProgramException.class, () -> read(text.replace(';', '\n')));
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }

  @Test
  void shouldTellAllMistakesOfATextAtOnce() {
    final ProgramException e =
        assertThrows(
            ProgramException.class,
            () -> read("num_ranks 1\nrank 0 {\ncalc x\nsend\nl1: recv 3b from 7\n}\n"));
    assertEquals(3, e.messages().size(), e.getMessage());
  }

  /** Consequences of an error are not reported as further errors. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "num_ranks 1;rank 0{;l0: send x to 0;l1: calc 5;l1 requires l0;l0 irequires l1;} | 3",
        "num_ranks 1;rank 0{;l0 calc 5;l1: calc 5;l1 requires l0;} | 3",
        "num_ranks 1;rank 0{;l1: calc 5;l1 requires l0;l0: recv 5b from 9;} | 5",
        "num_ranks 1;rank 0{;l1: calc 5;l1 requires;l1: calc 5 6;} | 4 5",
        "num_ranks 1;rank 7 {;l0: calc 5;l1: calc 6;l1 requires l0;};rank 0 {;} | 2",
        "num_ranks 1;rank x;{;calc 5;}; | 2",
        "num_ranks 1;rank 0;{;calc x;}; | 2 4",
        "num_ranks x;rank 0 {;calc 5;} | 1",
        "num_ranks 9999;rank 0 {;calc 5;send 1b to 17;} | 1"
      })
  void shouldReportAnErrorOnce(String text, String lines) {
    final ProgramException e =
        assertThrows(ProgramException.class, () -> read(text.replace(';', '\n')));
    assertEquals(
        List.of(lines.split(" ", -1)),
        e.messages().stream().map(one -> one.split(":", -1)[1]).toList(),
        e.getMessage());
  }

  /** The text is from LogGOPSim2's test of a put that waits for a counter. */
  @Test
  void shouldNameWordsOfOtherDialects() {
    final String text =
        """
        num_ranks 2
        rank 0{
        l0: append 10b to priority_list allowed 1 ct 0 tag 53
        l1: put 200b to 1 tag 10
        l1 requires l0
        }

        rank 1{
        l0: append 200b to priority_list hh 20 allowed 0 ct 9 use_once tag 10
        l1: tput 10b to 0 when 9 reaches 1 ct 5 tag 53
        l1 requires l0
        l2: compute 5 us
        l2 requires l1
        }
        """;
    final ProgramException e = assertThrows(ProgramException.class, () -> read(text));
    final String portals =
        "an operation of LogGOPSim2's GOAL (Portals 4), which is not read; write send, recv and"
            + " calc";
    assertEquals(
        List.of(
            "f:3:5: rank 0: append: " + portals + " (and 1 more line)",
            "f:4:5: rank 0: put: " + portals,
            "f:10:5: rank 1: tput: " + portals,
            "f:12:5: rank 1: compute: a word of program texts, which GOAL does not have; write"
                + " send, recv and calc"),
        e.messages());
  }

  @Test
  void shouldReadWordsWithoutBlanksAroundBraces() throws IOException {
    final Program program =
        read(
            """
            num_ranks 2
            rank 0{l1:send 8b to 1
            l2:calc 5
            l2 requires l1}rank 1{recv 8b from 0}\
            """);
    assertEquals(2, program.ranks());
  }

  /** The file has one record of 104 B, which in LogGOPSim2 also contains counters and handlers. */
  @Test
  void shouldNameABinaryOfAnotherDialect() {
    final ByteBuffer bytes = ByteBuffer.allocate(1_000).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(4223).putInt(1).put((byte) 0).put((byte) 0);
    bytes.putLong(22).putLong(22 + 8 + 4 + 2 * 104 + 4);
    bytes.putInt(2).putInt(1).putInt(0);
    record(bytes, 0, 6, 0, 10, 53, 0, 0).putInt(1).putInt(0).putInt(0).putInt(-1);
    bytes.put(new byte[104 - 39]);
    record(bytes, 1, 4, 0, 200, 10, 0, 0).putInt(0).putInt(-1).putInt(0).putInt(-1);
    bytes.put(new byte[104 - 39]).putInt(1);
    final byte[] all = new byte[bytes.position()];
    bytes.flip().get(all);
    final ProgramException e = assertThrows(ProgramException.class, () -> read(all));
    assertEquals(
        List.of(
            "f: is a binary of LogGOPSim2, with records of 104 B and operations of Portals 4; use a"
                + " binary of LogGOPSim, with records of 39 B"),
        e.messages());
  }

  @Test
  void shouldRefuseATextForWhichThereIsNoRoom() throws IOException {
    final Path path = file("f", SMALL.getBytes(StandardCharsets.US_ASCII));
    final ProgramException e =
        assertThrows(ProgramException.class, () -> GoalFile.text("f", path, 300));
    assertTrue(e.getMessage().contains("--to goal-binary"), e.getMessage());
    assertEquals(2, GoalFile.text("f", path, 10_000).ranks());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 2342, was modified",
    "8, 100, offset 0x8: 100 ranks do not fit",
    "14, 1, offset 0xe: rank 0: the table places its data at bytes 1",
    "30, 38, its data overlap the data of rank 0",
    "46, 5, 5 operations",
    "62, 3, operation 0: states 3 dependencies",
    "66, 4, type 4 does not exist",
    "106, 2, operation 1: rank 2 does not exist",
    "89, 77, operation 0: names entries 77 to 78",
    "85, 9999, lists in the appendix overlap",
    "58, 2, operation 2 is wrongly listed"
  })
  void shouldSayWhatIsWrongWithABinaryAndWhere(int offset, int value, String expected)
      throws IOException {
    final byte[] binary = written(read(SMALL), true);
    final ByteBuffer bytes = ByteBuffer.wrap(binary).order(ByteOrder.LITTLE_ENDIAN);
    if (offset == 66) {
      bytes.put(offset, (byte) value);
    } else {
      bytes.putInt(offset, value);
    }
    final ProgramException e = assertThrows(ProgramException.class, () -> read(binary));
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }

  private void shouldReadOrRefuse(int cases, long seed) throws IOException {
    final Random random = new Random(seed);
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int programs = 0;
    String any = "";
    byte[] binary = {};
    for (int i = 0; i < cases; i++) {
      if (i % SAME == 0) {
        any = RandomGraphs.text(random, 1 + random.nextInt(4), random.nextInt(12), 2);
        binary = written(read(any), true);
      }
      final byte[] bytes =
          random.nextBoolean()
              ? mutated(binary, random)
              : mutated(any, random).getBytes(StandardCharsets.UTF_8);
      final Path path = file("m", bytes);
      final long before = threads.getCurrentThreadAllocatedBytes();
      try {
        final Program program = GoalFile.read("m", path).orElse(null);
        programs += program == null ? 0 : 1;
        if (program != null && program.ranks() <= 16) {
          ProgramCounts.of(
              program.bind(new Job(program.ranks(), 0, 1, Map.of(), 0)),
              1_000_000,
              (rank, operations) -> true);
        }
      } catch (ProgramException e) {
        assertTrue(
            e.messages().size() <= 101
                && e.messages().stream().allMatch(one -> one.lines().count() == 1),
            e.getMessage());
      } catch (RuntimeException | Error e) {
        fail("seed " + seed + ", case " + i + " is in " + path, e);
      }
      final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertTrue(allocated < 1_000_000 + 2_000L * bytes.length, i + ": " + allocated);
    }
    assertTrue(programs > cases / 100, programs + " were programs");
  }

  private static String mutated(String text, Random random) {
    final StringBuilder mutated = new StringBuilder(text);
    for (int i = random.nextInt(3); i >= 0; i--) {
      final int at = random.nextInt(mutated.length());
      final int end = Math.min(mutated.length(), at + 1 + random.nextInt(8));
      switch (random.nextInt(4)) {
        case 0 -> mutated.delete(at, end);
        case 1 -> mutated.insert(at, mutated.substring(at, end));
        case 2 -> mutated.insert(at, " " + PIECES.get(random.nextInt(PIECES.size())) + " ");
        default -> mutated.setCharAt(at, (char) random.nextInt(128));
      }
      if (mutated.isEmpty()) {
        mutated.append(' ');
      }
    }
    return mutated.toString();
  }

  private static byte[] mutated(byte[] binary, Random random) {
    final int length = random.nextInt(8) == 0 ? random.nextInt(binary.length + 1) : binary.length;
    final byte[] mutated = java.util.Arrays.copyOf(binary, length + random.nextInt(2) * 4);
    for (int i = random.nextInt(3); i >= 0 && mutated.length > 4; i--) {
      final int at = random.nextInt(mutated.length - 3);
      final ByteBuffer bytes = ByteBuffer.wrap(mutated).order(ByteOrder.LITTLE_ENDIAN);
      switch (random.nextInt(4)) {
        case 0 -> bytes.putInt(at, random.nextInt());
        case 1 -> bytes.putInt(at, random.nextInt(40));
        case 2 -> bytes.putInt(at, bytes.getInt(at) + random.nextInt(3) - 1);
        default -> mutated[at] ^= (byte) (1 << random.nextInt(8));
      }
    }
    return mutated;
  }

  @Test
  void shouldReadOrRefuseMutatedFiles() throws IOException {
    shouldReadOrRefuse(RandomCases.count(5_000), RandomCases.first(1));
  }

  @Test
  @Tag("slow")
  void shouldReadOrRefuseAMillionMutatedFiles() throws IOException {
    shouldReadOrRefuse(RandomCases.count(1_000_000), RandomCases.first(2));
  }

  @Test
  void shouldWarnOfWhatHasNoEffect() throws IOException {
    final Program program =
        read(SMALL.replace("l3: recv 9b from -1 tag -1", "l3: recv 5b from 1 tag 2147483647"));
    final ProgramCheck.Outcome outcome =
        ProgramCheck.check(
            program.bind(new Job(2, 0, 1, Map.of(), 0)), 100, (rank, operations) -> true);
    assertEquals(List.of(), outcome.mistakes());
    assertEquals(3, outcome.warnings().size(), outcome.warnings()::toString);
    assertTrue(outcome.warnings().get(0).contains("receives at most 5 B"));
  }

  /** A hole in the file replaces the data of other ranks. */
  @Test
  void shouldTellThatAMappedFileWasCutShort() throws IOException {
    final byte[] small = written(read(SMALL), true);
    final ByteBuffer head = ByteBuffer.wrap(small).order(ByteOrder.LITTLE_ENDIAN);
    final long hole = 1L << 27;
    final int table = GoalBinary.HEAD + 2 * GoalBinary.ENTRY;
    for (int at = GoalBinary.HEAD; at < table; at += Long.BYTES) {
      head.putLong(at, head.getLong(at) + hole);
    }
    final Path large = directory.resolve("large");
    try (FileChannel file =
        FileChannel.open(large, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      file.write(head.slice(0, table), 0);
      file.write(head.slice(table, small.length - table), table + hole);
    }
    final Program program = GoalFile.read("large", large).orElseThrow();
    assertEquals(2, program.ranks());
    try (FileChannel file = FileChannel.open(large, StandardOpenOption.WRITE)) {
      file.truncate(table);
    }
    final BoundProgram bound = program.bind(new Job(2, 0, 1, Map.of(), 0));
    final Error failure =
        assertThrows(Error.class, () -> ProgramCounts.of(bound, 100, (rank, operations) -> true));
    assertTrue(GoalFile.wasCutShort(failure), failure::toString);
    assertFalse(GoalFile.wasCutShort(new InternalError("something else")));
  }

  @Test
  void shouldSkipAByteOrderMark() throws IOException {
    assertEquals(2, read("\uFEFF" + SMALL).ranks());
    final ProgramException e =
        assertThrows(ProgramException.class, () -> read("\uFEFFnum_ranks 0\n"));
    assertTrue(e.getMessage().startsWith("f:1:11: 0"), e.getMessage());
  }

  @Test
  void shouldSayWhereACommentBeginsThatHasNoEnd() {
    final ProgramException e =
        assertThrows(
            ProgramException.class,
            () -> read("num_ranks 1\nrank 0 { /* one */ calc 5 /* two\n}\n"));
    assertEquals("f:2:27: a comment begins here, and has no */ at its end", e.getMessage());
  }

  @Test
  void shouldNotWriteMoreThanTheLimit() throws IOException {
    final Path in = file("in", SMALL.getBytes(StandardCharsets.US_ASCII));
    final Path out = directory.resolve("out");
    final ProgramException e =
        assertThrows(
            ProgramException.class,
            () ->
                GoalFile.writeText(
                    "in",
                    in,
                    new GoalFile.Conversion(false, 0, Job.MOST_RANKS, false, 0, 2),
                    GoalFile.Target.of(out),
                    (rank, operations) -> true));
    assertTrue(e.getMessage().contains("more than 2 operations"), e.getMessage());
  }

  @Test
  void shouldEndWhileATextIsReadIfTheWatchSaysSo() throws IOException {
    final Path in = file("in", SMALL.getBytes(StandardCharsets.US_ASCII));
    final Walk.Watch watch =
        new Walk.Watch() {
          @Override
          public boolean goOn(int ranksDone, long operations) {
            return true;
          }

          @Override
          public boolean share(long done, long all) {
            return done < all;
          }
        };
    final GoalFile.Conversion how =
        new GoalFile.Conversion(false, 0, Job.MOST_RANKS, false, 0, 1_000);
    assertThrows(
        CancellationException.class,
        () ->
            GoalFile.writeText("in", in, how, GoalFile.Target.of(directory.resolve("out")), watch));
  }

  private String written(String text, int reduceNanoseconds) throws IOException {
    final Path out = directory.resolve("out");
    GoalFile.write(
        Statements.parse("p", text).bind(new Job(2, 0, 1, Map.of(), 0)),
        new GoalFile.Conversion(false, 0, 2, true, reduceNanoseconds, 100),
        GoalFile.Target.of(out),
        (rank, operations) -> true);
    return Files.readString(out);
  }

  /**
   * The sums of these times, and the bytes of the reduction times its ns, need more than 64 bits.
   */
  @Test
  void shouldWriteTimesUpToTheLongestAndRefuseLongerOnes() throws IOException {
    final String text = written("compute 8_999_999 s; compute 8_999_998 s", 0);
    assertTrue(text.contains("l1: calc 8999999000000000\nl2: calc 8999998000000000\n"), text);
    final String most = "reduce 1024 GiB root 0 using halving";
    assertTrue(written(most, 1).contains("calc 536870912\n"));
    final ProgramException e =
        assertThrows(ProgramException.class, () -> written(most, Integer.MAX_VALUE));
    assertTrue(e.getMessage().contains("ns; a calc has at most 9000000000000000"), e.getMessage());
  }

  @Test
  void shouldRefuseRanksThatThereAreNot() throws IOException {
    final Path in = file("in", SMALL.getBytes(StandardCharsets.US_ASCII));
    for (int first : List.of(1, 2)) {
      final ProgramException e =
          assertThrows(
              ProgramException.class,
              () ->
                  GoalFile.writeText(
                      "in",
                      in,
                      new GoalFile.Conversion(false, first, 2, false, 0, 100),
                      GoalFile.Target.of(directory.resolve("out")),
                      (rank, operations) -> true));
      assertEquals("rank 2 does not exist; ranks are 0 to 1", e.getMessage());
    }
  }

  @Test
  void shouldWriteSomeRanksOnly() throws IOException {
    final Path in = file("in", SMALL.getBytes(StandardCharsets.US_ASCII));
    final Path out = directory.resolve("out");
    GoalFile.writeText(
        "in",
        in,
        new GoalFile.Conversion(false, 1, 1, false, 0, 100),
        GoalFile.Target.of(out),
        (rank, operations) -> true);
    assertEquals("num_ranks 1\n\nrank 0 {\nl1: calc 0\nl2: calc 0\n}\n", Files.readString(out));
  }
}

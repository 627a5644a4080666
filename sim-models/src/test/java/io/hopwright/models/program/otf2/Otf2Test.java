package io.hopwright.models.program.otf2;

import static io.hopwright.models.testkit.Otf2Writer.WORLD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramCheck;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.Walk;
import io.hopwright.models.program.trace.PassedGraphs;
import io.hopwright.models.program.trace.TraceFormats;
import io.hopwright.models.program.trace.TracePart;
import io.hopwright.models.testkit.Allocated;
import io.hopwright.models.testkit.Otf2Writer;
import io.hopwright.models.testkit.RandomCases;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** OTF2 traces, and the errors in them. */
class Otf2Test {
  private static final String[] CALLS = {
    "main",
    "MPI_Init",
    "MPI_Send",
    "MPI_Recv",
    "MPI_Isend",
    "MPI_Irecv",
    "MPI_Waitall",
    "MPI_Sendrecv",
    "MPI_Allreduce",
    "MPI_Put",
    "MPI_Iallreduce",
    "MPI_Comm_rank"
  };
  private static final int MAIN = 0;
  private static final int INIT = 1;
  private static final int SEND = 2;
  private static final int RECV = 3;
  private static final int ISEND = 4;
  private static final int IRECV = 5;
  private static final int WAITALL = 6;
  private static final int SENDRECV = 7;
  private static final int ALLREDUCE = 8;
  private static final int PUT = 9;
  private static final int IALLREDUCE = 10;

  @TempDir private Path directory;

  private static Otf2Writer begun(int ranks) {
    return begun(ranks, ByteOrder.LITTLE_ENDIAN);
  }

  private static Otf2Writer begun(int ranks, ByteOrder order) {
    final Otf2Writer writer = new Otf2Writer(ranks, order, CALLS);
    for (int rank = 0; rank < ranks; rank++) {
      writer.enter(rank, MAIN).pass(rank, 5_000).enter(rank, INIT).pass(rank, 100);
      writer.leave(rank, INIT);
    }
    return writer;
  }

  private Program read(Otf2Writer writer) throws IOException {
    return PassedGraphs.read("t.otf2", writer.write(directory, "t"));
  }

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

  private static boolean passes(Program program) {
    return ProgramCheck.check(
            program.bind(new Job(program.ranks(), 0, 1, Map.of(), 0)), 1_000_000, (a, b) -> true)
        .mistakes()
        .isEmpty();
  }

  static Stream<ByteOrder> orders() {
    return Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
  }

  /** There are so many messages that events fill several chunks. */
  @ParameterizedTest
  @MethodSource("orders")
  void shouldReadBlockingMessages(ByteOrder order) throws IOException {
    final Otf2Writer writer = begun(2, order);
    final List<String> expected = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      final long bytes = 1L << i;
      for (int rank = 0; rank < 2; rank++) {
        final boolean sends = rank == i % 2;
        writer.pass(rank, 300).enter(rank, sends ? SEND : RECV).pass(rank, 50);
        writer.message(rank, sends ? 14 : 18, 1 - rank, WORLD, i, bytes, 0);
        writer.pass(rank, 50).leave(rank, sends ? SEND : RECV);
      }
      expected.add("compute 300000 ps");
      expected.add(
          "%s %s B %s 1 tag %s"
              .formatted(i % 2 == 0 ? "send" : "receive", bytes, i % 2 == 0 ? "to" : "from", i));
    }
    final Program program = read(writer);
    assertEquals(expected, does(program, 0));
    assertTrue(passes(program));
    assertTrue(Files.size(directory.resolve("t").resolve("7.evt")) > 2 * 512);
  }

  @Test
  void shouldKnowAReceiveOnceItsMessageHasCome() throws IOException {
    final Otf2Writer writer = begun(2);
    writer.enter(0, IRECV).single(0, 17, 900).leave(0, IRECV);
    writer.enter(0, IRECV).single(0, 17, 901).leave(0, IRECV);
    writer.enter(0, IRECV).single(0, 17, 902).leave(0, IRECV);
    writer.enter(0, ISEND).message(0, 15, 1, WORLD, 8, 80, 903).leave(0, ISEND).pass(0, 70);
    writer.enter(0, WAITALL).message(0, 19, 1, WORLD, 5, 50, 901).single(0, 16, 903);
    writer.message(0, 19, 1, WORLD, 4, 40, 900).single(0, 21, 902).single(0, 20, 999);
    writer.leave(0, WAITALL);
    for (int tag : new int[] {4, 5}) {
      writer.enter(1, SEND).message(1, 14, 0, WORLD, tag, 10L * tag, 0).leave(1, SEND);
    }
    writer.enter(1, RECV).message(1, 18, 0, WORLD, 8, 80, 0).leave(1, RECV);
    final Program program = read(writer);
    assertEquals(
        List.of(
            "receive 40 B from 1 tag 4",
            "receive 50 B from 1 tag 5",
            "send 80 B to 1 tag 8",
            "compute 70000 ps"),
        does(program, 0));
    assertTrue(passes(program));
  }

  @Test
  void shouldLetMessagesOfOneCallPassTogether() throws IOException {
    final Otf2Writer writer = begun(2);
    for (int rank = 0; rank < 2; rank++) {
      writer.enter(rank, SENDRECV).message(rank, 14, 1 - rank, WORLD, 1, 1 << 20, 0).pass(rank, 9);
      writer.message(rank, 18, 1 - rank, WORLD, 1, 1 << 20, 0).leave(rank, SENDRECV);
    }
    final Program program = read(writer);
    assertEquals(
        List.of("receive 1048576 B from 1 tag 1", "send 1048576 B to 1 tag 1"), does(program, 0));
    assertTrue(passes(program));
  }

  /** The sizes are as Score-P records them, on three members of five. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 0, 0",
    "1, 1, 300, 100, 200",
    "2, 1, 100, 300, 200",
    "4, 1, 300, 100, 200",
    "6, -1, 300, 300, 600",
    "8, -1, 300, 300, 600",
    "12, 1, 100, 300, 200",
  })
  void shouldReadCollectives(int operation, int root, long most, long other, long bytes)
      throws IOException {
    final Otf2Writer writer = begun(5);
    final int odd = writer.communicator(4, 0, 2);
    for (int rank : new int[] {0, 2, 4}) {
      final boolean isRoot = rank == 0;
      final boolean gathers = operation == 2 || operation == 12;
      final long sent = root < 0 || isRoot || gathers ? most : 0;
      final long received = gathers && !isRoot ? 0 : other;
      writer.enter(rank, ALLREDUCE).event(rank, 22, writer.fields());
      writer.collective(rank, operation, odd, root, sent, received).leave(rank, ALLREDUCE);
    }
    final Program program = read(writer);
    long total = 0;
    for (int rank = 0; rank < 5; rank++) {
      for (String one : does(program, rank)) {
        assertTrue(rank % 2 == 0, one);
        if (one.startsWith("send")) {
          total += Long.parseLong(one.split(" ")[1]);
        }
      }
    }
    assertEquals(bytes, total);
    assertTrue(passes(program));
  }

  @Test
  void shouldSkipRecordsThatAreUnknown() throws IOException {
    final Otf2Writer writer = begun(2);
    writer.event(0, 6, writer.fields().number(1).u8(4).number(5));
    writer.event(0, 83, writer.fields().text("x".repeat(300)));
    writer.event(0, 31, writer.fields().number(1).u8(0)).event(0, 200, writer.fields().number(7));
    writer.single(0, 24, 4).single(0, 28, -1).single(0, 29, 3).single(0, 30, 1L << 40);
    writer.enter(0, 11).pass(0, 10).leave(0, 11).pass(0, 40).enter(0, SEND);
    writer.message(0, 14, 1, WORLD, 0, 0, 0).leave(0, SEND);
    writer.enter(1, RECV).message(1, 18, 0, WORLD, 0, 0, 0).leave(1, RECV);
    assertEquals(List.of("compute 40000 ps", "send 0 B to 1 tag 0"), does(read(writer), 0));
  }

  /** Without regions each event counts as a call. */
  @Test
  void shouldReadEventsOutsideOfCalls() throws IOException {
    final Otf2Writer writer = new Otf2Writer(2, ByteOrder.LITTLE_ENDIAN, "main");
    writer.enter(0, 0).message(0, 15, 1, WORLD, 1, 8, 1).pass(0, 500).leave(0, 0).single(0, 16, 1);
    writer.enter(1, 0).message(1, 18, 0, WORLD, 1, 8, 0);
    assertEquals(List.of("send 8 B to 1 tag 1", "compute 500000 ps"), does(read(writer), 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.otf2", "t.def", "t/7.evt", "t/10.def"})
  void shouldFindTheTraceOfEachOfItsFiles(String file) throws IOException {
    begun(2).write(directory, "t");
    assertEquals(2, TraceFormats.read(file, directory.resolve(file)).orElseThrow().ranks());
    assertEquals(
        6,
        TraceFormats.of(directory.resolve(file))
            .orElseThrow()
            .files(file, directory.resolve(file))
            .size());
  }

  private String message(Path anchor) {
    return assertThrows(ProgramException.class, () -> TraceFormats.read("t.otf2", anchor))
        .getMessage();
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(
            (Change) writer -> writer.enter(0, PUT).leave(0, PUT),
            "MPI_Put is one-sided, which is not simulated; trace commands leave such calls out"
                + " with --skip one-sided"),
        Arguments.of(
            (Change) writer -> writer.enter(0, IALLREDUCE).leave(0, IALLREDUCE),
            "MPI_Iallreduce is not simulated; record a program that does not call it"),
        Arguments.of(
            (Change) writer -> writer.event(0, 46, writer.fields().number(0)),
            "a transfer that is one-sided, which is not simulated; trace commands leave such"
                + " calls out with --skip one-sided"),
        Arguments.of(
            (Change) writer -> writer.enter(0, SEND).message(0, 14, 1, 77, 0, 0, 0).leave(0, SEND),
            "communicator 77 is not in the definitions; intercommunicators are not" + " simulated"),
        Arguments.of(
            (Change)
                writer -> {
                  final int none = writer.communicator();
                  writer.enter(0, ALLREDUCE).collective(0, 11, none, -1, 8, 8).leave(0, ALLREDUCE);
                },
            "communicator 2 is not in the definitions; intercommunicators are not" + " simulated"),
        Arguments.of(
            (Change)
                writer -> writer.enter(0, SEND).message(0, 14, -1, WORLD, 0, 0, 0).leave(0, SEND),
            "a message from or to no rank; the file is damaged"));
  }

  /** Change to a trace before it is read. */
  @FunctionalInterface
  interface Change {
    /** Changes it. */
    void of(Otf2Writer writer);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void shouldRefuseWhatIsNotSimulated(Change change, String expected) throws IOException {
    final Otf2Writer writer = begun(2);
    change.of(writer);
    final String actual = message(writer.write(directory, "t"));
    assertTrue(actual.matches("7\\.evt, byte \\d+: .*"), actual);
    assertEquals(expected, actual.substring(actual.indexOf(": ") + 2));
  }

  @Test
  void shouldLeaveOutWhatIsNotSelected() throws IOException {
    final Otf2Writer writer = begun(2);
    writer.enter(0, PUT).leave(0, PUT).pass(0, 400).enter(0, SEND);
    writer.message(0, 14, 1, WORLD, 3, 30, 0).leave(0, SEND);
    writer.enter(1, RECV).message(1, 18, 0, WORLD, 3, 30, 0).leave(1, RECV);
    final Path anchor = writer.write(directory, "t");
    final TracePart part = new TracePart(0, Long.MAX_VALUE, 0, List.of(TracePart.ONE_SIDED));
    final Program program = TraceFormats.of(anchor).orElseThrow().read("t.otf2", anchor, part);
    assertEquals(List.of("compute 400000 ps", "send 30 B to 1 tag 3"), does(program, 0));
  }

  @Test
  void shouldSayWhatIsMissingOrNotRead() throws IOException {
    final Path anchor = begun(2).write(directory, "t");
    final byte[] bytes = Files.readAllBytes(anchor);
    final byte[] changed = bytes.clone();
    changed[29] = 2;
    Files.write(anchor, changed);
    assertEquals(
        "t.otf2, byte 29: the trace is compressed; record it without compression", message(anchor));
    changed[28] = 2;
    Files.write(anchor, changed);
    assertEquals(
        "t.otf2, byte 28: the trace is in files of SIONlib, which are not read; record it without",
        message(anchor));
    Files.write(anchor, bytes);
    Files.delete(directory.resolve("t/10.evt"));
    assertEquals(
        "t.def: of 2 ranks the events of rank 1 (t/10.evt) are missing; add them", message(anchor));
    final byte[] events = Files.readAllBytes(directory.resolve("t/7.evt"));
    Files.write(directory.resolve("t/10.evt"), Arrays.copyOf(events, 30));
    assertEquals(
        "10.evt, byte 30: the file ends inside a record; it is truncated, record it again",
        message(anchor));
    Files.delete(directory.resolve("t.def"));
    assertEquals("t.otf2: t.def is missing; put it beside the anchor file", message(anchor));
    Files.delete(anchor);
    assertEquals(
        "7.evt: is a part of an OTF2 trace, whose anchor file t.otf2 is missing; name that file",
        assertThrows(
                ProgramException.class,
                () -> TraceFormats.read("7.evt", directory.resolve("t/7.evt")))
            .getMessage());
  }

  /** Reading ends soon with an error or a program, and with no more memory than the file needs. */
  @Test
  void shouldEndWithAnErrorWhateverIsChanged() throws IOException {
    final Otf2Writer writer = begun(2);
    final int some = writer.communicator(1, 0);
    for (int rank = 0; rank < 2; rank++) {
      writer.pass(rank, 50).enter(rank, IRECV).single(rank, 17, 5).leave(rank, IRECV);
      writer.enter(rank, SEND).message(rank, 14, 1 - rank, WORLD, 4, 1_000, 0).leave(rank, SEND);
      writer.enter(rank, WAITALL).message(rank, 19, 1 - rank, WORLD, 4, 1_000, 5);
      writer.leave(rank, WAITALL).enter(rank, ALLREDUCE);
      writer.collective(rank, 11, some, -1, 16, 16).leave(rank, ALLREDUCE);
    }
    final Path anchor = writer.write(directory, "t");
    assertTrue(passes(TraceFormats.read("t.otf2", anchor).orElseThrow()));
    final List<Path> files = TraceFormats.of(anchor).orElseThrow().files("t.otf2", anchor);
    final List<byte[]> contents = new ArrayList<>();
    for (Path file : files) {
      contents.add(Files.readAllBytes(file));
    }
    final long total = contents.stream().mapToLong(content -> content.length).sum();
    final int count = RandomCases.count(400);
    final Random random = new Random(RandomCases.first(3));
    int understood = 0;
    for (int i = 0; i < count; i++) {
      final int which = random.nextInt(files.size());
      byte[] changed = contents.get(which).clone();
      for (int change = random.nextInt(3); change >= 0; change--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
      }
      if (random.nextInt(8) == 0) {
        changed = Arrays.copyOf(changed, random.nextInt(changed.length));
      }
      Files.write(files.get(which), changed);
      final Allocated allocated = Allocated.begin();
      try {
        final Program program = TraceFormats.read("t.otf2", anchor).orElse(null);
        if (program != null && passes(program)) {
          understood++;
        }
      } catch (ProgramException e) {
        assertTrue(e.getMessage().contains(": "), e.getMessage());
      } catch (RuntimeException | Error e) {
        fail("case " + i + " of " + files.get(which), e);
      }
      allocated.requireAtMostOf(total, "case " + i);
      Files.write(files.get(which), contents.get(which));
    }
    assertTrue(understood > count / 20, understood + " were programs");
  }
}

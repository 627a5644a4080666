package io.hopwright.models.network;

import static io.hopwright.models.testkit.ChakraWriter.all;
import static io.hopwright.models.testkit.ChakraWriter.attribute;
import static io.hopwright.models.testkit.DumpiWriter.WORLD;
import static io.hopwright.models.testkit.DumpiWriter.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.SavedRun;
import io.hopwright.models.declare.InputFile;
import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.OperationGraph;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.ProgramCounts;
import io.hopwright.models.program.goal.GoalFile;
import io.hopwright.models.program.goal.GoalFile.Conversion;
import io.hopwright.models.program.graph.GraphSink;
import io.hopwright.models.program.hwt.HwtWriter;
import io.hopwright.models.program.language.Statements;
import io.hopwright.models.program.trace.TraceFormats;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.ChakraWriter;
import io.hopwright.models.testkit.DumpiWriter;
import io.hopwright.models.testkit.Otf2Writer;
import io.hopwright.models.testkit.ResultText;
import io.hopwright.models.testkit.ResumedRun;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same program in each format that can express it gives the same run on a network. Flows have
 * equal ticks, ranks end at equal ticks, and, where operations have equal numbers, digests are
 * equal.
 */
class EachFormatTest {
  private static final int RANKS = 6;
  private static final int CHAKRA_INT = 9;
  private static final int BOOL = 27;
  private static final long[] NONE = {};
  private static final int SENT = 5_000;
  private static final int REDUCED = 4_096;
  private static final long MICROSECOND = 1_000_000;

  @TempDir private Path folder;

  /**
   * Returns a machine on which everything that a trace cannot express costs nothing:
   * docs/models/goal.md, "From programs".
   */
  private static Case machine(String software, int partitions) {
    return Case.of(new NetworkMachine())
        .set("machine.extents=3x2 workload.kind=jobs run.gridTicks=1000 router.model=vc")
        .set("link.rate=4GB/s nicLink.rate=4GB/s link.latency=20ns link.flitBytes=8")
        .set(
            "packet.bytes=64 packet.headerBytes=8 statistics.flows=true statistics.ranks=true"
                + " statistics.collectives=true")
        .set("software.copyTicks=0 software.reduceTicks=0 " + software)
        .set("partition.count=" + partitions);
  }

  /** Run of a file on a network with a number of partitions. */
  private record Answer(
      String digest, List<String> flows, List<Object> ends, List<List<Object>> collectives) {
    static Answer of(Path file, String software, int partitions) throws IOException {
      final RunResult result =
          machine(software, partitions)
              .with("jobs.a.program", InputFile.of(file), "jobs.a.ranks", RANKS)
              .result();
      return new Answer(
          result.summary().get("digest").toString(),
          result.tables().get("flows").rows().stream()
              .map(
                  row ->
                      "%s to %s: %s B from %s to %s"
                          .formatted(row.get(1), row.get(2), row.get(8), row.get(9), row.get(10)))
              .sorted()
              .toList(),
          result.tables().get("ranks").rows().stream().map(row -> row.get(3)).toList(),
          result.tables().get("collectives").rows());
    }

    /** Returns the expected answer for a format; GOAL does not mark collectives. */
    Answer in(String form) {
      return form.startsWith("goal") ? new Answer(digest, flows, ends, List.of()) : this;
    }
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(Files.createDirectories(folder.resolve(name)).resolve(name), bytes);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(Files.createDirectories(folder.resolve(name)).resolve(name), text);
  }

  /** Returns the program as text, as GOAL in both forms, and as container. */
  private Map<String, Path> converted(String text) throws IOException {
    final BoundProgram program =
        Statements.parse("p", text).bind(new Job(RANKS, 0, 1, Map.of(), 0));
    final Map<String, Path> files = new LinkedHashMap<>();
    files.put("prog", write("p.prog", text));
    for (boolean binary : new boolean[] {false, true}) {
      final String name = binary ? "goal binary" : "goal";
      final Path file = write(binary ? "p.bin" : "p.goal", "");
      GoalFile.write(program, conversion(binary), GoalFile.Target.of(file), (done, of) -> true);
      files.put(name, file);
    }
    final Path file = write("p.hwt", "");
    try (HwtWriter writer = new HwtWriter(file, RANKS, "{\"origin\":{}}")) {
      GoalFile.write(
          program,
          conversion(false),
          GoalFile.Target.of(
              new GraphSink() {
                @Override
                public void ranks(int count) {
                  assertEquals(RANKS, count);
                }

                @Override
                public void rank(int rank, OperationGraph graph) throws IOException {
                  writer.rank(rank, graph);
                }
              }),
          (done, of) -> true);
      writer.finish();
    }
    files.put("hwt", file);
    return files;
  }

  private static Conversion conversion(boolean binary) {
    return new Conversion(binary, 0, Job.MOST_RANKS, true, 0, 1_000_000);
  }

  private static void assertAllEqual(
      Map<String, Path> same, Map<String, Path> others, String software) throws IOException {
    final Answer expected = Answer.of(same.get("prog"), software, 1);
    assertTrue(expected.flows.size() >= 2 * RANKS, expected::toString);
    for (int partitions : new int[] {1, 2}) {
      for (Map.Entry<String, Path> of : same.entrySet()) {
        assertEquals(
            expected.in(of.getKey()), Answer.of(of.getValue(), software, partitions), of.getKey());
      }
      for (Map.Entry<String, Path> of : others.entrySet()) {
        final Answer actual = Answer.of(of.getValue(), software, partitions);
        assertEquals(expected.flows, actual.flows, of.getKey());
        assertEquals(expected.ends, actual.ends, of.getKey());
        assertEquals(expected.collectives, actual.collectives, of.getKey());
      }
    }
  }

  /**
   * Each rank receives from the two ranks behind it and sends to the two ahead, at the same time.
   */
  @Test
  void shouldDoTheSameFlowsInEachFormat() throws IOException {
    final StringBuilder text = new StringBuilder();
    for (int ahead = 1; ahead <= 2; ahead++) {
      text.append("irecv from (rank - %s) %% size tag %s\n".formatted(ahead, ahead));
    }
    for (int ahead = 1; ahead <= 2; ahead++) {
      text.append(
          "isend to (rank + %s) %% size %s + rank tag %s\n".formatted(ahead, ahead * SENT, ahead));
    }
    final Map<String, Path> others = new LinkedHashMap<>();
    others.put("cm", write("p.cm", connections()));
    others.put("chakra", chakraFlows());
    others.put("dumpi", dumpi(false));
    others.put("otf2", otf2(false));
    others.put("ti", write("p.ti", timeIndependent(false)));
    others.put("allprof", allprof(false));
    final Map<String, Path> same = converted(text + "waitall\n");
    long bytes = 0;
    for (int rank = 0; rank < RANKS; rank++) {
      bytes += size(rank, 1) + size(rank, 2);
    }
    assertCounts(new Counts(2 * RANKS, 0, bytes, size(RANKS - 1, 2), 0, 0, 0), same, others);
    assertAllEqual(same, others, "software.progress=host");
  }

  /** Numbers that {@code trace info} prints. */
  private record Counts(
      long messages,
      long ofCollectives,
      long bytes,
      long largest,
      long wildcards,
      long least,
      long most) {
    static Counts of(Path file) throws IOException {
      final Optional<Program> goal = GoalFile.read("p", file);
      final Optional<Program> other = goal.isPresent() ? goal : TraceFormats.read("p", file);
      final Program program =
          other.isPresent() ? other.get() : Statements.parse("p", Files.readString(file));
      final ProgramCounts counts =
          ProgramCounts.of(
              program.bind(new Job(RANKS, 0, 1, Map.of(), 0)), 1_000_000, (done, of) -> true);
      return new Counts(
          counts.messages(),
          counts.collectiveMessages(),
          counts.bytes(),
          counts.largestBytes(),
          counts.wildcards(),
          counts.leastPicoseconds(),
          counts.mostPicoseconds());
    }
  }

  private static void assertCounts(
      Counts expected, Map<String, Path> same, Map<String, Path> others) throws IOException {
    for (Map<String, Path> files : List.of(same, others)) {
      for (Map.Entry<String, Path> of : files.entrySet()) {
        assertEquals(expected, Counts.of(of.getValue()), of.getKey());
      }
    }
  }

  private static int size(int rank, int ahead) {
    return ahead * SENT + rank;
  }

  private static String connections() {
    final StringBuilder text = new StringBuilder("Nodes " + RANKS + "\n");
    text.append("Connections " + 2 * RANKS + "\n");
    for (int ahead = 1; ahead <= 2; ahead++) {
      for (int rank = 0; rank < RANKS; rank++) {
        text.append(
            "%s->%s start 0 size %s\n".formatted(rank, (rank + ahead) % RANKS, size(rank, ahead)));
      }
    }
    return text.toString();
  }

  private static ChakraWriter.Content chakraMessage(String peer, int rank, int tag, int bytes) {
    return all(
        attribute("comm_size", CHAKRA_INT, bytes),
        attribute(peer, CHAKRA_INT, rank),
        attribute("comm_tag", CHAKRA_INT, tag));
  }

  private Path chakraFlows() throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      final ChakraWriter writer = new ChakraWriter("0.0.4", true);
      for (int ahead = 1; ahead <= 2; ahead++) {
        final int from = (rank + RANKS - ahead) % RANKS;
        writer.node(
            ahead,
            ChakraWriter.RECEIVE,
            0,
            NONE,
            chakraMessage("comm_src", from, ahead, size(from, ahead)));
        writer.node(
            10 + ahead,
            ChakraWriter.SEND,
            0,
            NONE,
            chakraMessage("comm_dst", (rank + ahead) % RANKS, ahead, size(rank, ahead)));
      }
      Files.write(folder.resolve("p." + rank + ".et"), writer.toBytes());
    }
    return folder.resolve("p.0.et");
  }

  /** The state may be taken in the middle of a collective. */
  @Test
  void shouldMeasureCollectivesOfAResumedRun() throws IOException {
    final Case run =
        machine("", 2).with("jobs.a.program", InputFile.of(chakraStep()), "jobs.a.ranks", RANKS);
    final RunResult result = run.result();
    assertEquals(1, result.tables().get("collectives").rows().size());
    final long ticks = ((Number) result.summary().get("ticks")).longValue();
    int states = 0;
    for (int part = 1; part < 6; part++) {
      final ResumedRun.Run first = ResumedRun.of(run.network(), SavedRun.NOTHING, part * ticks / 6);
      if (first.state() != null) {
        states++;
        assertEquals(
            ResultText.of(result),
            ResumedRun.of(run.network(), first.state(), Long.MAX_VALUE).text());
      }
    }
    assertTrue(states > 2, states + " states");
  }

  /** The ranks compute, exchange with neighbours, and reduce. */
  @Test
  void shouldComputeAndDoCollectivesInEachFormat() throws IOException {
    final String text =
        """
        compute (rank + 1) * 2 us
        irecv from (rank - 1) % size tag 1
        isend to (rank + 1) % size 5000 + rank tag 1
        waitall
        compute 3 us
        allreduce 4096
        """;
    final Map<String, Path> others = new LinkedHashMap<>();
    others.put("chakra", chakraStep());
    others.put("dumpi", dumpi(true));
    others.put("otf2", otf2(true));
    others.put("ti", write("p.ti", timeIndependent(true)));
    others.put("allprof", allprof(true));
    // Two of six ranks fold into others before and after; the four others halve and double twice.
    final int folds = 2 * 2;
    final int steps = 4 * 4;
    long bytes = (long) folds * REDUCED + 4L * 2 * (REDUCED / 2 + REDUCED / 4);
    for (int rank = 0; rank < RANKS; rank++) {
      bytes += size(rank, 1);
    }
    final Map<String, Path> same = converted(text);
    assertCounts(
        new Counts(
            RANKS + folds + steps,
            folds + steps,
            bytes,
            size(RANKS - 1, 1),
            0,
            5 * MICROSECOND,
            15 * MICROSECOND),
        same,
        others);
    // In Chakra traces a host computes while it exchanges messages.
    assertAllEqual(same, others, "software.progress=offload software.recvTicks=0");
  }

  private Path chakraStep() throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      final int from = (rank + RANKS - 1) % RANKS;
      Files.write(
          folder.resolve("p." + rank + ".et"),
          new ChakraWriter("0.0.4", true)
              .node(1, ChakraWriter.COMPUTE, 2L * (rank + 1), NONE, attribute("is_cpu_op", BOOL, 1))
              .node(
                  2,
                  ChakraWriter.RECEIVE,
                  0,
                  new long[] {1},
                  chakraMessage("comm_src", from, 1, size(from, 1)))
              .node(
                  3,
                  ChakraWriter.SEND,
                  0,
                  new long[] {1},
                  chakraMessage("comm_dst", (rank + 1) % RANKS, 1, size(rank, 1)))
              .node(4, ChakraWriter.COMPUTE, 3, new long[] {2, 3}, attribute("is_cpu_op", BOOL, 1))
              .node(
                  5,
                  ChakraWriter.COLLECTIVE,
                  0,
                  new long[] {4},
                  all(
                      attribute("comm_type", CHAKRA_INT, 0),
                      attribute("comm_size", CHAKRA_INT, REDUCED)))
              .toBytes());
    }
    return folder.resolve("p.0.et");
  }

  private static DumpiWriter.Content message(int bytes, int peer, int tag, int request) {
    return to -> {
      to.writeInt(bytes);
      to.writeShort(DumpiWriter.CHAR);
      to.writeInt(peer);
      to.writeInt(tag);
      to.writeShort(WORLD);
      to.writeInt(request);
    };
  }

  private Path dumpi(boolean step) throws IOException {
    final Path place = Files.createDirectories(folder.resolve("dumpi"));
    for (int rank = 0; rank < RANKS; rank++) {
      final DumpiWriter writer = new DumpiWriter(8, true);
      writer.call(124, to -> to.writeInt(0));
      writer.pass(step ? 2_000L * (rank + 1) : 0);
      final int most = step ? 1 : 2;
      for (int ahead = 1; ahead <= most; ahead++) {
        final int from = (rank + RANKS - ahead) % RANKS;
        writer.call(12, message(size(from, ahead), from, ahead, ahead));
      }
      for (int ahead = 1; ahead <= most; ahead++) {
        writer.call(8, message(size(rank, ahead), (rank + ahead) % RANKS, ahead, 10 + ahead));
      }
      writer.call(
          18,
          to -> {
            to.writeInt(2 * most);
            if (step) {
              list(to, 1, 11);
            } else {
              list(to, 1, 2, 11, 12);
            }
            writer.statuses(to);
          });
      if (step) {
        writer
            .pass(3_000)
            .call(
                65,
                to -> {
                  to.writeInt(REDUCED);
                  to.writeShort(DumpiWriter.CHAR);
                  to.writeByte(3);
                  to.writeShort(WORLD);
                });
      }
      Files.write(place.resolve("t-%04d.bin".formatted(rank)), writer.toBytes());
    }
    return Files.writeString(
        place.resolve("t.meta"), "numprocs=" + RANKS + "\nfileprefix=t\nversion=1\n");
  }

  private Path otf2(boolean step) throws IOException {
    final Otf2Writer writer =
        new Otf2Writer(
            RANKS,
            step ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
            "MPI_Init",
            "MPI_Irecv",
            "MPI_Isend",
            "MPI_Waitall",
            "MPI_Allreduce");
    final int most = step ? 1 : 2;
    for (int rank = 0; rank < RANKS; rank++) {
      writer.enter(rank, 0).leave(rank, 0).pass(rank, step ? 2_000L * (rank + 1) : 0);
      for (int ahead = 1; ahead <= most; ahead++) {
        writer.enter(rank, 1).single(rank, 17, ahead).leave(rank, 1);
      }
      for (int ahead = 1; ahead <= most; ahead++) {
        final int to = (rank + ahead) % RANKS;
        writer.enter(rank, 2);
        writer.message(rank, 15, to, Otf2Writer.WORLD, ahead, size(rank, ahead), 10 + ahead);
        writer.leave(rank, 2);
      }
      writer.enter(rank, 3);
      for (int ahead = 1; ahead <= most; ahead++) {
        final int from = (rank + RANKS - ahead) % RANKS;
        writer.message(rank, 19, from, Otf2Writer.WORLD, ahead, size(from, ahead), ahead);
        writer.single(rank, 16, 10 + ahead);
      }
      writer.leave(rank, 3);
      if (step) {
        writer.pass(rank, 3_000).enter(rank, 4);
        writer.collective(rank, 11, Otf2Writer.WORLD, -1, 0, (long) RANKS * REDUCED);
        writer.leave(rank, 4);
      }
    }
    return writer.write(Files.createDirectories(folder.resolve("otf2")), "t");
  }

  private static String timeIndependent(boolean step) {
    final StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < RANKS; rank++) {
      text.append(rank + " init\n");
      if (step) {
        text.append("%s compute %s\n".formatted(rank, 2_000 * (rank + 1)));
      }
      final int most = step ? 1 : 2;
      for (int ahead = 1; ahead <= most; ahead++) {
        final int from = (rank + RANKS - ahead) % RANKS;
        text.append("%s irecv %s %s %s\n".formatted(rank, from, ahead, size(from, ahead)));
      }
      for (int ahead = 1; ahead <= most; ahead++) {
        text.append(
            "%s isend %s %s %s\n"
                .formatted(rank, (rank + ahead) % RANKS, ahead, size(rank, ahead)));
      }
      text.append(rank + " waitall\n");
      if (step) {
        text.append("%s compute 3000\n%s allreduce %s 0\n".formatted(rank, rank, REDUCED));
      }
      text.append(rank + " finalize\n");
    }
    return text.toString();
  }

  private Path allprof(boolean step) throws IOException {
    final Path place = Files.createDirectories(folder.resolve("allprof"));
    for (int rank = 0; rank < RANKS; rank++) {
      final int start = step ? 10 + 2 * (rank + 1) : 10;
      final int most = step ? 1 : 2;
      final StringBuilder text = new StringBuilder("MPI_Init:-:10.0\n");
      for (int ahead = 1; ahead <= most; ahead++) {
        final int from = (rank + RANKS - ahead) % RANKS;
        text.append(
            "MPI_Irecv:%s.0:1:%s:1,1,1:%s:%s:0,%s,%s:%s:%s.0\n"
                .formatted(
                    start, size(from, ahead), from, ahead, rank, RANKS, 64 + 8 * ahead, start));
      }
      for (int ahead = 1; ahead <= most; ahead++) {
        text.append(
            "MPI_Isend:%s.0:1:%s:1,1,1:%s:%s:0,%s,%s:%s:%s.0\n"
                .formatted(
                    start,
                    size(rank, ahead),
                    (rank + ahead) % RANKS,
                    ahead,
                    rank,
                    RANKS,
                    (step ? 72 : 80) + 8 * ahead,
                    start));
      }
      text.append("MPI_Waitall:%s.0:%s:72:0:%s.0\n".formatted(start, 2 * most, start));
      if (step) {
        text.append(
            "MPI_Allreduce:%s.0:1:2:%s:1,1,1:7:0,%s,%s:%s.0\n"
                .formatted(start + 3, REDUCED, rank, RANKS, start + 3));
      }
      text.append("MPI_Finalize:%s.0:-\n".formatted(step ? start + 3 : start));
      Files.writeString(place.resolve("r" + rank + ".txt"), text);
    }
    return place.resolve("r0.txt");
  }
}

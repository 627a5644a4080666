package io.hopwright.models.ideal;

import static io.hopwright.models.testkit.ChakraWriter.attribute;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.program.BoundProgram;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Program;
import io.hopwright.models.program.goal.GoalFile;
import io.hopwright.models.program.hwt.HwtWriter;
import io.hopwright.models.program.language.Statements;
import io.hopwright.models.program.trace.TraceFormats;
import io.hopwright.models.testkit.ChakraWriter;
import io.hopwright.models.testkit.DumpiWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of other tools on the ideal machine give the same run as the corresponding GOAL text. */
class TraceRunTest {
  @TempDir private Path directory;

  private String ends(Program program) {
    final IdealRun run = IdealRun.of("barrier", program.ranks(), Map.of());
    final PlacedJob job = GoalRunTest.with(run.jobs().get(0), program);
    return GoalRunTest.ends(
        new IdealRun(run.design(), run.software(), List.of(job), run.windowTicks()).outcome(),
        List.of(job));
  }

  private Program goal(String text) throws IOException {
    return GoalFile.read("g", Files.writeString(directory.resolve("g"), text)).orElseThrow();
  }

  private Program trace(String name, String text) throws IOException {
    return TraceFormats.read(name, Files.writeString(directory.resolve(name), text)).orElseThrow();
  }

  @Test
  void shouldRunFlowsAndTriggersOfHtsim() throws IOException {
    final String flows =
        """
        Nodes 3
        Connections 4
        Triggers 2
        0->1 id 1 start 2000000 size 4000 recv_done_trigger 1 send_done_trigger 2
        0->2 id 2 start 5000000 size 100 recv_done_trigger 2
        1->2 id 3 trigger 1 size 20000
        2->0 id 4 trigger 2 size 8
        trigger id 1 oneshot
        trigger id 2 barrier count 2
        """;
    final String same =
        """
        num_ranks 3
        rank 0 {
        r: recv 8b from 2 tag 3
        a: send 4000b to 1 tag 0
        b: send 100b to 2 tag 1
        t: calc 2000 cpu 1
        u: calc 3000 cpu 1
        u requires t
        a requires t
        b requires u
        m: send 0b to 2 tag 5
        m requires a
        }
        rank 1 {
        r: recv 4000b from 0 tag 0
        a: send 20000b to 2 tag 2
        g: calc 0 cpu 2
        g requires r
        a requires g
        }
        rank 2 {
        r: recv 100b from 0 tag 1
        s: recv 20000b from 1 tag 2
        a: send 8b to 0 tag 3
        g: calc 0 cpu 2
        m: recv 0b from 0 tag 5
        g requires m
        g requires r
        a requires g
        }
        """;
    assertEquals(ends(goal(same)), ends(trace("f.cm", flows)));
    assertEquals(ends(goal(same)), ends(contained(trace("f.cm", flows))));
  }

  @Test
  void shouldStartFlowsAtTheirTicks() throws IOException {
    final String one = "Nodes 2\n0->1 start %s size 1\n";
    final IdealRun run = IdealRun.of("barrier", 2, Map.of());
    long before = -1;
    for (long start : List.of(0L, 1_000L, 7_000_000L)) {
      final Program program = trace("one.cm", one.formatted(start));
      final PlacedJob job = GoalRunTest.with(run.jobs().get(0), program);
      final long makespan =
          new IdealRun(run.design(), run.software(), List.of(job), run.windowTicks()).makespan();
      assertEquals(before < 0 ? makespan : before + start / 1_000, makespan);
      before = before < 0 ? makespan : before;
    }
  }

  @Test
  void shouldRunNodesOfChakra() throws IOException {
    final String same =
        """
        num_ranks 2
        rank 0 {
        h: calc 10000 cpu 1
        c: calc 20000 cpu 2
        c requires h
        s: send 40000b to 1 tag 3
        s requires c
        d: calc 30000 cpu 2
        r: recv 8b from 1 tag 4
        d requires r
        }
        rank 1 {
        r: recv 40000b from 0 tag 3
        s: send 8b to 0 tag 4
        s requires r
        }
        """;
    final long[] none = {};
    write(
        0,
        new ChakraWriter("0.0.4", false)
            .node(0, ChakraWriter.COMPUTE, 10, none, attribute("is_cpu_op", 27, 1))
            .node(1, ChakraWriter.COMPUTE, 20, new long[] {0}, attribute("is_cpu_op", 27, 0))
            .node(2, ChakraWriter.SEND, 0, new long[] {1}, message("comm_dst", 1, 40_000, 3))
            .node(3, ChakraWriter.COMPUTE, 30, new long[] {4}, attribute("is_cpu_op", 27, 0))
            .node(4, ChakraWriter.RECEIVE, 0, none, message("comm_src", 1, 8, 4)));
    write(
        1,
        new ChakraWriter("1.0", true)
            .node(5, ChakraWriter.RECEIVE, 0, none, message("comm_src", 0, 40_000, 3))
            .node(9, ChakraWriter.SEND, 0, new long[] {5}, message("comm_dst", 0, 8, 4)));
    final Path first = directory.resolve("c.0.et");
    assertEquals(ends(goal(same)), ends(TraceFormats.read("c.0.et", first).orElseThrow()));
    assertEquals(
        ends(goal(same)), ends(contained(TraceFormats.read("c.0.et", first).orElseThrow())));
  }

  @ParameterizedTest
  @CsvSource({
    "5, bcast 40000 root 0, 40000, 7",
    "6, alltoall 1000, 6000, 6",
    "6, alltoall 50000, 400000, 8",
    "2, allgather 700, 700, 8",
    "2, allgather 50000, 50000, 5",
    "3, gather 10 root 0, 10, 5",
    "9, barrier, 0, 9"
  })
  void shouldDoCollectivesOfChakraAsProgramsDo(int type, String statement, long bytes, int ranks)
      throws IOException {
    for (int rank = 0; rank < ranks; rank++) {
      write(
          rank,
          new ChakraWriter("0.0.4", false)
              .node(
                  1,
                  ChakraWriter.COLLECTIVE,
                  0,
                  new long[] {},
                  ChakraWriter.all(
                      attribute("comm_type", 9, type), attribute("comm_size", 9, bytes))));
    }
    final Path first = directory.resolve("c.0.et");
    final IdealRun run = IdealRun.of(statement + "\n", ranks, Map.of());
    // Operations have other numbers, which change the digest.
    assertEquals(
        withoutDigest(GoalRunTest.ends(run.outcome(), run.jobs())),
        withoutDigest(ends(TraceFormats.read("c.0.et", first).orElseThrow())));
  }

  private static String withoutDigest(String ends) {
    return ends.substring(ends.indexOf('\n'));
  }

  private static ChakraWriter.Content message(String peer, int rank, long bytes, int tag) {
    return ChakraWriter.all(
        attribute("comm_size", 9, bytes), attribute(peer, 5, rank), attribute("comm_tag", 5, tag));
  }

  private void write(int rank, ChakraWriter writer) throws IOException {
    Files.write(directory.resolve("c." + rank + ".et"), writer.toBytes());
  }

  /** One program, expressed in all formats of calls and as GOAL. */
  @Test
  void shouldRunTheSameCallsOfAllFormatsAlike() throws IOException {
    final int ranks = 5;
    final String text =
        """
        compute 5 us
        irecv from (rank - 1) % size 4000 tag 3
        isend to (rank + 1) % size 4000 tag 3
        compute 2 us
        waitall
        barrier
        alltoall 100
        bcast 40000 root 1
        """;
    final Path file = directory.resolve("p.goal");
    GoalFile.write(
        Statements.parse("p", text).bind(new Job(ranks, 0, 1, Map.of(), 0)),
        new GoalFile.Conversion(false, 0, Job.MOST_RANKS, true, 0, 10_000),
        GoalFile.Target.of(file),
        (rank, operations) -> true);
    final String lines =
        """
        # init
        # compute 5e3
        # irecv < 3 4000
        # isend > 3 4000
        # compute 2e3
        # waitall
        # barrier
        # alltoall 100 100
        # bcast 40000 1
        # finalize
        """;
    final String calls =
        """
        # htor's PMPI Tracer 0.9 Output File

        MPI_Init:-:14:15:1000
        MPI_Irecv:1005:80:1000:7,4,4:<:3:91,#,5:96:1006
        MPI_Isend:1006:80:1000:7,4,4:>:3:91,#,5:104:1007
        MPI_Waitall:1009:2:96:0:1020
        MPI_Barrier:1020:91,#,5:1020
        MPI_Alltoall:1020:80:100:3,1,1:88:100:3,1,1:91,#,5:1030
        MPI_Bcast:1030:80:10000:7,4,4:1:91,#,5:1040
        MPI_Finalize:1040:-
        """;
    final StringBuilder all = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      final int number = rank;
      final UnaryOperator<String> of =
          one ->
              one.replace("<", String.valueOf((number + ranks - 1) % ranks))
                  .replace(">", String.valueOf((number + 1) % ranks));
      Files.write(directory.resolve("d-000" + rank + ".bin"), calls(rank, ranks));
      all.append(of.apply(lines).replace("#", String.valueOf(rank)));
      Files.writeString(
          directory.resolve("a-" + rank + ".txt"),
          of.apply(calls).replace(",#,", "," + rank + ","));
    }
    Files.writeString(directory.resolve("t.txt"), all);
    final String expected = ends(GoalFile.read("p.goal", file).orElseThrow());
    for (String name : List.of("d-0003.bin", "t.txt", "a-2.txt")) {
      final Program program = TraceFormats.read(name, directory.resolve(name)).orElseThrow();
      assertEquals(expected, ends(program), name);
      assertEquals(expected, ends(contained(program)), name);
    }
  }

  private Program contained(Program program) throws IOException {
    final BoundProgram bound = program.bind(new Job(program.ranks(), 0, 1, Map.of(), 0));
    final Path file = directory.resolve("c.hwt");
    try (HwtWriter writer = new HwtWriter(file, program.ranks(), "{}")) {
      for (int rank = 0; rank < program.ranks(); rank++) {
        writer.rank(rank, bound.graph(rank));
      }
      writer.finish();
    }
    return TraceFormats.read("c.hwt", file).orElseThrow();
  }

  private static byte[] calls(int rank, int ranks) {
    final DumpiWriter writer = new DumpiWriter(64 + 8, true);
    writer.pass(90).call(124, to -> to.writeInt(0));
    writer.pass(5_000).call(12, message((rank + ranks - 1) % ranks, 21));
    writer.call(8, message((rank + 1) % ranks, 22));
    writer
        .pass(2_000)
        .call(
            18,
            to -> {
              to.writeInt(2);
              DumpiWriter.list(to, 21, 22);
            });
    writer.call(52, to -> to.writeShort(DumpiWriter.WORLD));
    writer.call(
        60,
        to -> {
          to.writeInt(100);
          to.writeShort(DumpiWriter.CHAR);
          to.writeInt(100);
          to.writeShort(DumpiWriter.CHAR);
          to.writeShort(DumpiWriter.WORLD);
        });
    writer.call(
        53,
        to -> {
          to.writeInt(10_000);
          to.writeShort(DumpiWriter.INT);
          to.writeInt(1);
          to.writeShort(DumpiWriter.WORLD);
        });
    return writer.toBytes();
  }

  private static DumpiWriter.Content message(int peer, int request) {
    return to -> {
      to.writeInt(1_000);
      to.writeShort(DumpiWriter.INT);
      to.writeInt(peer);
      to.writeInt(3);
      to.writeShort(DumpiWriter.WORLD);
      to.writeInt(request);
    };
  }
}

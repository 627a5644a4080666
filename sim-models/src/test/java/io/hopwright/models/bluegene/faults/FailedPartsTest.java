package io.hopwright.models.bluegene.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.bluegene.BlueGeneCases;
import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.bluegene.BlueGeneNetwork;
import io.hopwright.models.bluegene.Runs;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.SettingsException.Problem;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.switching.torusrouter.TorusMeasures;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.Matrices;
import io.hopwright.models.testkit.TestJob;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Traffic with failed nodes and links. */
class FailedPartsTest {
  static Stream<Case> dead() {
    return BlueGeneCases.dead();
  }

  private static FailedParts parts(Case model, Torus torus) {
    return FailedParts.of(model.settings(), torus);
  }

  /** No packet uses a failed node or link, and every packet sent arrives. */
  @ParameterizedTest
  @MethodSource("dead")
  @Trap(
      number = 17,
      fallenInto = "hint bits that allow an adaptive route over a failed component",
      shown = Shown.IN_THE_SOURCE)
  void shouldLeadAroundDeadParts(Case settings) {
    final Case model = settings.set("statistics.links=link");
    final Torus torus = BlueGeneNetwork.of(model.settings()).topology();
    final FailedParts parts = parts(model, torus);
    final long[] arrived = new long[1];
    final BlueGeneNetwork network =
        BlueGeneNetwork.of(
            model.settings(),
            (source, destination, sequence, trafficClass, chunks, tick) -> {
              assertTrue(parts.lives(source) && parts.lives(destination));
              arrived[0]++;
            });
    final RunOutcome<TorusPartition> outcome =
        new SequentialExecutor().run(network, new RunMonitor());
    assertEquals(Ending.COMPLETED, outcome.ending());
    assertTrue(arrived[0] > 20, "packets");
    for (TorusPartition partition : outcome.partitions()) {
      final PortCounts links = partition.measures().links();
      for (int node = 0; node < links.routers(); node++) {
        for (int port = 0; port < Torus.PORTS; port++) {
          long bytes = links.of(node, port, TorusMeasures.ACK_BYTES);
          for (int vc = 0; vc < 3; vc++) {
            bytes += links.of(node, port, TorusMeasures.dataBytes(vc));
          }
          assertTrue(
              bytes == 0 || parts.lives(links.router(node), port), "bytes over a failed link");
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dead")
  void shouldGiveTheSameForEverySplit(Case settings) {
    final Case bounded =
        settings.values().get("workload.kind") == null ? settings.set("run.ticks=600") : settings;
    final String whole = bounded.set("partition.shape=64x64x64").text();
    assertEquals(whole, bounded.set("partition.shape=1x1x1").text());
    assertEquals(whole, bounded.set("partition.shape=3x2x1 run.windowTicks=7").text());
  }

  /** Packets on a detour count its hops and take its time. */
  @Test
  void shouldCountTheHopsOfTheWayTaken() {
    final Runs runs =
        Runs.torus(8, 1, 1)
            .with("machine.deadNodes", List.of(2L))
            .with("workload.kind", "matrix")
            .with("workload.matrix", Matrices.of(8, (from, to) -> from == 0 && to == 3 ? 1 : 0))
            .with("workload.load", 0.01)
            .with("run.followTicks", 10_000L)
            .ticks(100_000);
    final Map<String, Object> numbers = runs.result().summary();
    assertEquals(5.0, (Double) numbers.get("meanHops"), 1e-9);
  }

  @Test
  void shouldChangeNothingWithoutDeadParts() {
    final Runs runs = Runs.torus(4, 3, 2).with("workload.load", 0.5).ticks(2_000);
    final String before = runs.result().summary().toString();
    runs.with("machine.deadNodes", List.of()).with("machine.deadLinks", List.of());
    assertEquals(before, runs.result().summary().toString());
  }

  private static void assertRefused(String settings, String key, String... words) {
    final Case model = Case.of(new BlueGeneL()).set(settings);
    final SettingsException failure = assertThrows(SettingsException.class, model::network);
    assertEquals(
        List.of(key), failure.problems().stream().map(Problem::key).toList(), failure::getMessage);
    for (String word : words) {
      assertTrue(failure.getMessage().contains(word), failure::getMessage);
    }
  }

  private static final String LEAVE_OUT =
      "machine.shape=4x4x4 machine.deadNodes=21 machine.unreachable=leave-out ";

  @Test
  void shouldRefuseWhatCannotBe() {
    assertRefused("machine.shape=4x4x4 machine.deadNodes=64", "machine.deadNodes", "0 to 63");
    assertRefused(
        "machine.shape=4x4x1 machine.deadLinks=4", "machine.deadLinks", "port z+ of node 0");
    assertRefused(
        "machine.shape=3x1x1 machine.deadLinks=0,1", "machine.deadLinks", "node 0 without a link");
    assertRefused(
        "machine.shape=3x1x1 machine.deadNodes=0,1,2", "machine.deadNodes", "leave at least one");
    assertRefused(
        "machine.shape=4x4x4 machine.deadNodes=21,5,21",
        "machine.deadNodes",
        "names node 21 twice; name each failed node once");
    assertRefused(
        "machine.shape=4x4x4 machine.deadLinks=12,0,12",
        "machine.deadLinks",
        "names link 12 twice; name each failed link once");
    assertRefused(
        "machine.shape=4x4x4 machine.deadLinks=0,7",
        "machine.deadLinks",
        "names link 7 a second time, from its other end, as 0; name it from one end");
    assertRefused(
        "machine.shape=64x64x32 machine.deadLinks=0", "machine.deadLinks", "smaller machine.shape");
    assertRefused(
        "machine.shape=4x4x4 machine.deadNodes=21",
        "machine.deadNodes",
        "no path from node",
        "leave-out");
    assertRefused(
        "machine.shape=4x4x4 machine.deadLinks=0,12", "machine.deadLinks", "no path from node");
    assertRefused(
        LEAVE_OUT + "workload.highPriorityLoad=0.1", "workload.highPriorityLoad", "use 0");
    assertRefused(
        LEAVE_OUT + "router.escapeOrder=x+,y+,z+,x-,y-,z-", "router.escapeOrder", "x, y and z");
    assertRefused(
        "machine.shape=4x4x4 machine.unreachable=leave-out", "machine.unreachable", "refuse");
    assertRefused(
        "machine.shape=4x1x1 machine.deadNodes=0 workload.kind=jobs jobs.a.program=alltoall"
            + " jobs.a.ranks=4",
        "jobs.a.ranks",
        "3 of 4 are free (1 has failed)");
    assertRefused(
        "machine.shape=3x3x1 machine.deadNodes=8 workload.kind=jobs jobs.a.program=alltoall"
            + " jobs.a.ranks=8",
        "machine.deadNodes",
        "no path leads from node 7 to node 2, over which rank 7 of job a answers rank 2 at"
            + " programs/alltoall.prog:5",
        "jobs.a.place");
  }

  /** Returns a torus of 3x3 in which node 8, (2, 2), has failed. */
  private static Case corner(String program) {
    return Case.of(new BlueGeneL())
        .set("machine.shape=3x3x1 machine.deadNodes=8 workload.kind=jobs jobs.a.ranks=8")
        .with("jobs.a.program", TestJob.file(program));
  }

  private static void assertNoPath(Case model, String... words) {
    final SettingsException failure = assertThrows(SettingsException.class, model::result);
    for (String word : words) {
      assertTrue(failure.getMessage().contains(word), failure::getMessage);
    }
  }

  /**
   * Packets from node 2, (2, 0), to node 6, (0, 2), turn at node 0; packets from 6 to 2 turn at
   * node 8.
   */
  @Test
  void shouldTestThePairsOfAJobThatExchangePackets() {
    corner("if rank < 2 { sendrecv to 1 - rank 4000 from 1 - rank }").result();
    corner("if rank == 2 { send to 6 1024 } else if rank == 6 { recv from 2 }").result();
    assertNoPath(
        corner("if rank == 6 { send to 2 10 } else if rank == 2 { recv from 6 }"),
        "no path leads from node 6 to node 2, over which rank 6 of job a sends to rank 2 at");
    for (String answered : List.of("isend to 6 1025", "issend to 6 10")) {
      assertNoPath(
          corner("if rank == 2 { " + answered + " } else if rank == 6 { recv from 2 }"),
          "no path leads from node 6 to node 2, over which rank 6 of job a answers rank 2 at");
    }
  }

  /** The check before a run covers two rounds; this job sends to the failed node in its third. */
  @Test
  void shouldEndARunInWhichRanksWithoutAPathSend() {
    final String third =
        """
        let n = 0
        forever {
          let n = n + 1
          if rank == 6 { if n == 3 { isend to 2 10 } else { isend to 1 10 } }
          if rank == 1 { irecv from 6 }
          compute 1 us
        }
        """;
    assertNoPath(
        corner(third).set("jobs.a.background=true run.end=ticks run.ticks=100000"),
        "no path leads from node 6 to node 2, over which rank 6 of job a sends to rank 2:");
  }

  /** Nodes are all working nodes of a machine, in the order of their numbers. */
  @Test
  void shouldPlaceAJobAroundAFailedNode() {
    final Case model =
        Case.of(new BlueGeneL())
            .set("machine.shape=4x4x4 machine.deadNodes=21 workload.kind=jobs")
            .set("jobs.a.program=ring jobs.a.ranks=63 jobs.a.args.steps=1");
    final Map<?, ?> jobs = (Map<?, ?>) model.result().summary().get("jobs");
    assertEquals(Map.of("a", 63L), jobs.get("ranksEnded"));
  }

  @Test
  void shouldSayHowManyPairsAreLeftOut() {
    final Case model = Case.of(new BlueGeneL()).set(LEAVE_OUT + "workload.load=0.1 run.ticks=100");
    assertEquals(81L, model.result().summary().get("pairsLeftOut"));
    assertEquals(
        List.of(
            "81 of 3,906 pairs of nodes exchange no packets, as no path leads around failed"
                + " components; the first is from node 20 to node 1"),
        model.network().remarks());
    final Case whole = Case.of(new BlueGeneL()).set("machine.shape=4x4x4 run.ticks=100");
    assertNull(whole.result().summary().get("pairsLeftOut"));
    assertEquals(List.of(), whole.network().remarks());
  }

  /**
   * The ranks are far from a failed node; their 268 million pairs must not be checked one by one.
   */
  @Test
  void shouldSoonTellWhetherTheRanksOfALargeJobReachEachOther() {
    final Torus torus = new Torus(32, 32, 32);
    final FailedParts parts = FailedParts.of(torus, List.of(torus.nodes() - 1), List.of());
    final PathsAroundFailures ways =
        new PathsAroundFailures(torus, parts, new int[] {0, 1, 2}, false);
    final int[] half = IntStream.range(0, torus.nodes() / 2).toArray();
    assertNull(ways.unreachable(half));
    assertNotNull(ways.unreachable(IntStream.range(0, torus.nodes() - 1).toArray()));
  }

  @ParameterizedTest
  @CsvSource({"all-to-all", "hot-region", "broadcast", "ring", "probe"})
  void shouldRefuseTrafficThatNobodyLeadsAround(String kind) {
    assertRefused(
        "machine.shape=8x8x8 machine.deadLinks=0 workload.kind=" + kind,
        "workload.kind",
        "use uniform, neighbours, matrix or jobs");
  }

  @Test
  void shouldRefuseEntriesOfAMatrixThatHaveNoWay() {
    final Case line = Case.of(new BlueGeneL()).set("machine.shape=8x1x1 workload.kind=matrix");
    final Case all = line.with("workload.matrix", Matrices.of(8, (from, to) -> 1));
    assertThrows(SettingsException.class, all.set("machine.deadNodes=3")::network);
    final Case two =
        line.with("workload.matrix", Matrices.of(8, (from, to) -> from == 0 && to == 4 ? 1 : 0));
    two.set("machine.deadNodes=3").network();
    final SettingsException failure =
        assertThrows(SettingsException.class, two.set("machine.deadNodes=3,6")::network);
    assertTrue(failure.getMessage().contains("no path from node 0 to node 4"), failure::getMessage);
    assertFalse(failure.getMessage().contains("leave-out"));
  }
}

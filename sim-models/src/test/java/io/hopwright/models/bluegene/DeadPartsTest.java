package io.hopwright.models.bluegene;

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
import io.hopwright.models.machine.SettingsException;
import io.hopwright.models.machine.SettingsException.Problem;
import io.hopwright.models.switching.torusrouter.LinkStatistics;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.Matrices;
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

/** Traffic around dead nodes and links. */
class DeadPartsTest {
  static Stream<Case> dead() {
    return BlueGeneCases.dead();
  }

  private static DeadParts parts(Case model, Torus torus) {
    return DeadParts.of(model.settings(), torus);
  }

  /** Nothing goes from or to a dead node, or over a dead link; all that is sent arrives. */
  @ParameterizedTest
  @MethodSource("dead")
  @Trap(
      number = 17,
      fallenInto = "hint bits by which one of the ways that adaptive routing may take is dead",
      shown = Shown.IN_THE_SOURCE)
  void shouldLeadAroundDeadParts(Case settings) {
    final Case model = settings.set("statistics.links=link");
    final Torus torus = BlueGeneNetwork.of(model.settings()).topology();
    final DeadParts parts = parts(model, torus);
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
      final LinkStatistics links = partition.measures().links();
      for (int node = 0; node < links.nodes(); node++) {
        for (int port = 0; port < Torus.PORTS; port++) {
          long bytes = links.ackBytes(node, port);
          for (int vc = 0; vc < 3; vc++) {
            bytes += links.dataBytes(node, port, vc);
          }
          assertTrue(
              bytes == 0 || parts.lives(links.globalId(node), port), "bytes over a dead link");
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

  /** Packets that go the long way round count its hops, and take their time. */
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
        "machine.shape=3x1x1 machine.deadLinks=0,1", "machine.deadLinks", "node 0 no link");
    assertRefused("machine.shape=3x1x1 machine.deadNodes=0,1,2", "machine.deadNodes", "let some");
    assertRefused(
        "machine.shape=33x33x33 machine.deadLinks=0", "machine.deadLinks", "smaller machine.shape");
    assertRefused(
        "machine.shape=4x4x4 machine.deadNodes=21",
        "machine.deadNodes",
        "no way from node",
        "leave-out");
    assertRefused(
        "machine.shape=4x4x4 machine.deadLinks=0,12", "machine.deadLinks", "no way from node");
    assertRefused(
        LEAVE_OUT + "workload.highPriorityLoad=0.1", "workload.highPriorityLoad", "use 0");
    assertRefused(
        LEAVE_OUT + "router.escapeOrder=x+,y+,z+,x-,y-,z-", "router.escapeOrder", "x, y and z");
    assertRefused(
        "machine.shape=4x4x4 machine.unreachable=leave-out", "machine.unreachable", "refuse");
    assertRefused(
        "machine.shape=4x1x1 machine.deadNodes=0 workload.kind=jobs jobs.a.program=alltoall"
            + " jobs.a.ranks=2",
        "machine.deadNodes",
        "job a has ranks",
        "jobs.a.place");
    assertRefused(
        "machine.shape=3x3x1 machine.deadNodes=8 workload.kind=jobs jobs.a.program=alltoall"
            + " jobs.a.ranks=8",
        "machine.deadNodes",
        "no way from node");
  }

  /** Ranks far away from a dead node, whose 268 million pairs nobody looks at one by one. */
  @Test
  void shouldSoonTellWhetherTheRanksOfALargeJobReachEachOther() {
    final Torus torus = new Torus(32, 32, 32);
    final DeadParts parts = DeadParts.of(torus, List.of(torus.nodes() - 1), List.of());
    final WaysAround ways = new WaysAround(torus, parts, new int[] {0, 1, 2}, false);
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
    assertTrue(failure.getMessage().contains("no way from node 0 to node 4"), failure::getMessage);
    assertFalse(failure.getMessage().contains("leave-out"));
  }
}

package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.testkit.Matrices;
import io.hopwright.models.testkit.PairCounts;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Traffic from a matrix, against theory. */
class CascadeMatrixTest {
  /** Requests of 64 B per tick and node at a load of 1. */
  private static final double FULL = 6.0 / 35 / 64;

  /** Returns two groups of two chassis of two blades: 32 nodes, whose hosts saturate first. */
  private static CascadeBench toy() {
    return CascadeBench.machine(2, 2, 2).routing("adaptive");
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(longs = {5, 200})
  void shouldSendToEachPairByItsWeight(long bytes) {
    final Random random = new Random(7);
    final PairCounts pairs =
        PairCounts.of(
            32,
            (source, destination) ->
                source % 4 == 1 || random.nextInt(3) == 0 ? 0 : 5 + random.nextInt(95));
    final double load = 0.15 * Math.min(1, bytes / 64.0);
    final long ticks = 20_000_000;
    final long requests = (bytes + 63) / 64;
    final CascadeBench.Outcome outcome =
        toy()
            .with("workload.kind", "matrix")
            .with("workload.matrix", pairs.file())
            .with("workload.load", load)
            .with("run.gridTicks", 1_000_000L)
            .messageBytes(bytes)
            .ticks(0, ticks)
            .drained()
            .watchedBy(
                new CascadeBench.Watcher() {
                  @Override
                  public void delivered(long id, long word, long birth, long tick) {
                    final boolean first = CascadePacketId.sequence(id) % requests == 0;
                    if (first && CascadePacketId.packetClass(id) == CascadePacketId.REQUEST) {
                      pairs.add(CascadePacketId.requester(id), CascadePacketId.target(id));
                    }
                  }
                })
            .run();
    assertTrue(outcome.atRest());
    pairs.assertFollow(32 * load * (6.0 / 35) / bytes, ticks);
  }

  // ------------------------------------------------------------------------------ what overloads

  private static CascadeBench matrix(CascadeBench bench, double load, InputFile matrix) {
    return bench
        .with("workload.kind", "matrix")
        .with("workload.matrix", matrix)
        .with("workload.load", load);
  }

  private static double overload(CascadeBench bench, double load, InputFile matrix) {
    return matrix(bench, load, matrix).network().forecast().overload();
  }

  private static void assertNear(double expected, double actual) {
    assertEquals(expected, actual, 1e-9 * expected);
  }

  /**
   * Compares with a tolerance, as theory does not round the times of packets on links up to whole
   * ticks.
   */
  private static void assertRounded(double expected, double actual) {
    assertEquals(expected, actual, 1e-3 * expected);
  }

  @ParameterizedTest
  @CsvSource({"15750, 280", "7919, 456", "63000, 147"})
  void shouldSayHowMuchMoreANodeReceivesThanItsHostCarries(long megabytes, long ticks) {
    final InputFile matrix = Matrices.of(32, (source, destination) -> destination == 9 ? 4 : 0);
    for (double load : new double[] {0.001, 0.02, 0.7}) {
      assertNear(
          32 * load * FULL * ticks,
          overload(toy().with("nic.megabytesPerSecond", megabytes), load, matrix));
    }
  }

  @Test
  void shouldSayHowMuchMoreANodeSendsThanItsHostCarries() {
    final InputFile matrix = Matrices.of(32, (source, destination) -> source == 9 ? 4 : 0);
    assertNear(32 * 0.2 * FULL * 280, overload(toy(), 0.2, matrix));
  }

  @Test
  void shouldCountTheResponsesToWhatAHostSends() {
    final InputFile matrix = Matrices.of("3,17,5\n17,3,5\n");
    assertNear(16 * 0.2 * FULL * (280 + 94), overload(toy(), 0.2, matrix));
  }

  @Test
  void shouldCountTheMeanTimeOfMessagesOfSeveralSizes() {
    final InputFile matrix = Matrices.of("3,17,5\n");
    final double messages = 32 * 0.2 * (6.0 / 35) / ((64 + 150) / 2.0);
    assertNear(
        messages * (280 + 2 * 280 + 102 + 62) / 2,
        overload(toy().messageBytes(64, 150), 0.2, matrix));
  }

  /** Returns groups with four blue links between any two of them. */
  private static CascadeBench groups(String routing) {
    return CascadeBench.machine(3, 1, 4).with("machine.cablesPerPair", 1L).routing(routing);
  }

  private static InputFile shift() {
    return Matrices.of(
        48, (source, destination) -> source < 16 && destination == source + 16 ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "minimal, 12500, 210",
    "minimal, 5000, 525",
    "deterministic, 12500, 210",
    "adaptive, 12500, 105",
    "tuned, 9973, 131.625"
  })
  void shouldSayHowMuchMoreLeavesAGroupThanItsBlueLinksCarry(
      String routing, long megabits, double ticks) {
    assertRounded(
        48 * 0.3 * FULL * ticks,
        overload(groups(routing).with("link.opticalMegabitsPerSecond", megabits), 0.3, shift()));
  }

  /** Responses use the links in the reverse direction. */
  @Test
  void shouldCountResponsesOnBlueLinks() {
    final InputFile both =
        Matrices.of(
            48, (source, destination) -> source < 32 && destination == (source + 16) % 32 ? 1 : 0);
    assertRounded(24 * 0.3 * FULL * (840 + 94) / 4, overload(groups("minimal"), 0.3, both));
  }

  @Test
  void shouldSayNothingOfSaturatedSources() {
    final CascadeBench bench = toy().with("workload.kind", "matrix");
    bench.with("workload.matrix", Matrices.of("3,17,5\n")).with("workload.load", "saturated");
    assertEquals(0, bench.network().forecast().overload());
  }

  @ParameterizedTest
  @CsvSource({"0.9, true", "0.9, false", "1.15, true", "1.15, false"})
  void shouldDeliverWhatTheLinksOrTheHostCarry(double share, boolean host) {
    final InputFile matrix = host ? Matrices.of("0,17,5\n9,17,5") : shift();
    final CascadeBench bench = host ? toy() : groups("minimal");
    final double load = share / overload(bench, 1, matrix);
    final Map<String, Object> summary =
        matrix(bench, load, matrix)
            .ticks(2_000_000, 4_000_000)
            .with("run.gridTicks", 100_000L)
            .summary();
    final double offered = (Double) summary.get("offered");
    final double delivered = (Double) summary.get("throughput");
    assertEquals(Math.min(1, 1 / share), delivered / offered, 0.03);
    assertEquals(share > 1, summary.get("saturated"));
  }

  // ---------------------------------------------------------------------------- what is refused

  @Test
  void shouldRefuseMoreThanAMessageOfANodeInATick() {
    final CascadeBench bench = matrix(toy().messageBytes(1), 0.18, Matrices.of("3,17,5\n"));
    bench.network();
    final CascadeBench more = bench.with("workload.load", 0.19);
    final SettingsException refusal = assertThrows(SettingsException.class, more::network);
    assertEquals("workload.load", refusal.problems().get(0).key());
  }

  @Test
  void shouldRefuseAMatrixThatIsMissingOrTooLarge() {
    final CascadeBench bench = toy().with("workload.kind", "matrix");
    final SettingsException missing = assertThrows(SettingsException.class, bench::network);
    assertEquals("workload.matrix", missing.problems().get(0).key());
    bench.with("workload.matrix", Matrices.of("31,0,1\n0,32,1\n"));
    final SettingsException large = assertThrows(SettingsException.class, bench::network);
    assertTrue(
        large.getMessage().contains("line 2, \"0,32,1\", names node 32, but nodes are 0 to 31"),
        large::getMessage);
  }
}

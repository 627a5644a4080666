package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.InputFile;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.testkit.Matrices;
import io.hopwright.models.testkit.PairCounts;
import io.hopwright.models.topology.Torus;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Traffic from a matrix, and links of any length, against theory. */
class MatrixTrafficTest {
  private static final int WIRE_BYTES = 260;
  private static final int ACK_BYTES = 12;
  private static final int LINKS = 6;

  /**
   * Returns random weights whose largest is twenty times the smallest; every fourth node is silent.
   */
  private static IntBinaryOperator spread(Random random) {
    return (source, destination) ->
        source % 4 == 1 || random.nextInt(3) == 0 ? 0 : 5 + random.nextInt(95);
  }

  // ------------------------------------------------------------------------------- what is sent

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldSendToEachPairByItsWeight(boolean twoCores) {
    final Torus torus = new Torus(4, 3, 2);
    final PairCounts pairs = PairCounts.of(torus.nodes(), spread(new Random(5)));
    final double meanHops = pairs.mean(torus::distance);
    final double load = 0.25;
    final long ticks = 600_000;
    final Map<String, Object> summary =
        Runs.torus(4, 3, 2)
            .with("machine.virtualNodeMode", twoCores)
            .with("workload.kind", "matrix")
            .with("workload.matrix", pairs.file())
            .with("workload.packetBytes", List.of(32L))
            .with("workload.load", load)
            .ticks(ticks)
            .drained()
            .observedBy(
                (source, destination, sequence, trafficClass, chunks, tick) ->
                    pairs.add(source, destination))
            .result()
            .summary();
    pairs.assertFollow(load * torus.links() / (meanHops * (32 + 4 + ACK_BYTES)), ticks);
    assertEquals(meanHops, (Double) summary.get("meanHops"), 0.01 * meanHops);
    assertEquals(load, (Double) summary.get("linkUtilization"), 0.01 * load);
  }

  @Test
  void shouldKeepTheFifosOfEverySourceFull() {
    final Torus torus = new Torus(4, 3, 2);
    final int[] sent = new int[torus.nodes()];
    final PairCounts pairs = PairCounts.of(torus.nodes(), spread(new Random(6)));
    Runs.torus(4, 3, 2)
        .with("workload.kind", "matrix")
        .with("workload.matrix", pairs.file())
        .with("workload.load", "saturated")
        .ticks(100_000)
        .observedBy((source, destination, sequence, trafficClass, chunks, tick) -> sent[source]++)
        .result();
    for (int node = 0; node < sent.length; node++) {
      // A node sends much less if much traffic passes it; the weights of a source do not matter.
      assertTrue(node % 4 == 1 ? sent[node] == 0 : sent[node] > 20, node + ": " + sent[node]);
    }
  }

  @Test
  void shouldSendTheMatrixOfAllPairsAsOftenAsUniformTraffic() {
    final Runs runs =
        Runs.torus(4, 4, 2).with("workload.load", 0.4).with("run.warmupTicks", 5_000L);
    final Map<String, Object> uniform = runs.ticks(60_000).result().summary();
    final Map<String, Object> matrix =
        runs.with("workload.kind", "matrix")
            .with("workload.matrix", Matrices.of(32, (source, destination) -> 3))
            .result()
            .summary();
    for (String name : List.of("linkUtilization", "throughput", "meanHops")) {
      final double expected = (Double) uniform.get(name);
      assertEquals(expected, (Double) matrix.get(name), 0.02 * expected, name);
    }
    final Map<?, ?> expected = (Map<?, ?>) uniform.get("responseTicks");
    final Map<?, ?> response = (Map<?, ?>) matrix.get("responseTicks");
    assertEquals((Double) expected.get("mean"), (Double) response.get("mean"), 10);
  }

  // ------------------------------------------------------------------------------ what overloads

  private static double overload(Torus torus, double load, InputFile matrix, String... more) {
    final Runs runs =
        Runs.torus(torus.extent(0), torus.extent(1), torus.extent(2))
            .with("workload.kind", "matrix")
            .with("workload.matrix", matrix)
            .with("workload.load", load);
    for (String key : more) {
      runs.with(key, key.equals("router.hintBits") ? "registers" : (Object) true);
    }
    return runs.network().forecast().overload();
  }

  /** Returns the packets per tick of all nodes together. */
  private static double rate(Torus torus, double load, double meanHops) {
    return load * torus.links() / (meanHops * (WIRE_BYTES + ACK_BYTES));
  }

  private static void assertNear(double expected, double actual) {
    assertEquals(expected, actual, 1e-9 * expected);
  }

  @Test
  void shouldSayHowMuchMoreANodeReceivesThanItsLinksCarry() {
    final Torus torus = new Torus(4, 4, 4);
    final IntBinaryOperator toOne = (source, destination) -> destination == 21 ? 1 : 0;
    final double hops = PairCounts.of(64, toOne).mean(torus::distance);
    for (double load : new double[] {0.01, 0.2, 0.9}) {
      assertNear(
          rate(torus, load, hops) * WIRE_BYTES / LINKS,
          overload(torus, load, Matrices.of(64, toOne)));
    }
  }

  @Test
  void shouldSayHowMuchMoreANodeSendsThanItsLinksCarry() {
    final Torus torus = new Torus(5, 3, 1);
    final IntBinaryOperator fromOne = (source, destination) -> source == 7 ? 1 + destination : 0;
    final double hops = PairCounts.of(15, fromOne).mean(torus::distance);
    assertNear(
        rate(torus, 0.7, hops) * WIRE_BYTES / 4, overload(torus, 0.7, Matrices.of(15, fromOne)));
  }

  /** Links carry the packets of one direction and the token-acks for packets of the other. */
  @Test
  void shouldCountTokenAcksForPacketsThatGoTheOtherWay() {
    final Torus torus = new Torus(8, 1, 1);
    final IntBinaryOperator twoWays =
        (source, destination) -> source / 2 == 0 && destination / 2 == 0 ? 1 : 0;
    // Each of two links per direction carries a packet, and the token-ack for one of the opposite
    // direction.
    final double each = rate(torus, 0.3, 1) / 2;
    assertNear(each * (WIRE_BYTES + ACK_BYTES) / 2, overload(torus, 0.3, Matrices.of(8, twoWays)));
    assertNear(
        each * WIRE_BYTES / 2,
        overload(torus, 0.3, Matrices.of(8, twoWays), "router.tokenAckMerging"));
  }

  /** All links of one direction carry the same load; the mean over all nodes does not matter. */
  @ParameterizedTest
  @CsvSource({"1, false, 260", "2, false, 272", "2, true, 520", "1, true, 260"})
  void shouldSayHowMuchMoreGoesOneWayThanItsLinksCarry(int steps, boolean registers, double ticks) {
    final Torus torus = new Torus(4, 4, 3);
    final IntBinaryOperator alongX =
        (source, destination) -> destination == source / 4 * 4 + (source + steps) % 4 ? 7 : 0;
    final double each = rate(torus, 0.3, steps) / 48;
    final InputFile matrix = Matrices.of(48, alongX);
    assertNear(
        each * ticks,
        registers ? overload(torus, 0.3, matrix, "router.hintBits") : overload(torus, 0.3, matrix));
  }

  @Test
  void shouldSayNothingOfSaturatedSources() {
    final Runs runs =
        Runs.torus(4, 1, 1)
            .with("workload.kind", "matrix")
            .with("workload.matrix", Matrices.of("0,1,1"))
            .with("workload.load", "saturated");
    assertEquals(0, runs.network().forecast().overload());
  }

  /** The predicted limit holds: a load above it saturates the machine, a load below it does not. */
  @ParameterizedTest
  @CsvSource({"0.85, false", "1.15, true"})
  void shouldBeSaturatedFromThereOn(double share, boolean saturated) {
    final Torus torus = new Torus(4, 4, 3);
    // Each of the six neighbours has one link.
    final IntBinaryOperator toOne =
        (source, destination) ->
            destination == 21 && torus.distance(source, destination) == 1 ? 1 : 0;
    final InputFile matrix = Matrices.of(48, toOne);
    final double load = share / overload(torus, 1, matrix);
    assertNear(share, overload(torus, load, matrix));
    final Map<String, Object> summary =
        Runs.torus(4, 4, 3)
            .with("workload.kind", "matrix")
            .with("workload.matrix", matrix)
            .with("workload.load", load)
            .with("run.warmupTicks", 50_000L)
            .ticks(200_000)
            .result()
            .summary();
    assertEquals(saturated, summary.get("saturated"));
  }

  // ---------------------------------------------------------------------------- what is refused

  @Test
  void shouldRefuseAMatrixThatIsMissing() {
    final Runs runs = Runs.torus(4, 1, 1).with("workload.kind", "matrix");
    final SettingsException refusal = refusal(runs);
    assertEquals("workload.matrix", refusal.problems().get(0).key());
    assertTrue(refusal.getMessage().contains("name a CSV file"), refusal::getMessage);
  }

  @Test
  void shouldRefuseAMatrixOfALargerMachine() {
    final Runs runs =
        Runs.torus(4, 2, 1)
            .with("workload.kind", "matrix")
            .with("workload.matrix", Matrices.of("7,0,1\n0,8,1\n"));
    final SettingsException refusal = refusal(runs);
    assertTrue(
        refusal.getMessage().contains("line 2, \"0,8,1\", names node 8, but nodes are 0 to 7"),
        refusal::getMessage);
  }

  @Test
  void shouldRefuseMoreThanAPacketOfANodeInATick() {
    final Runs runs =
        Runs.torus(8, 8, 8)
            .with("workload.kind", "matrix")
            .with("workload.matrix", Matrices.of("0,1,5\n"))
            .with("workload.packetBytes", List.of(32L));
    // The machine has 3,072 links. A packet makes one hop and holds its link for 48 ticks,
    // token-ack included.
    runs.with("workload.load", 0.99 * 48 / 3_072).network();
    final SettingsException refusal = refusal(runs.with("workload.load", 1.01 * 48 / 3_072));
    assertEquals("workload.load", refusal.problems().get(0).key());
  }

  /** One of 512 nodes sends all packets. */
  @Test
  void shouldRefuseMorePacketsOfANodeThanAPacketCanTell() {
    final Runs runs =
        Runs.torus(8, 8, 8)
            .with("workload.kind", "matrix")
            .with("workload.matrix", Matrices.of("0,1,5\n"))
            .with("workload.load", 0x1p-11);
    final double each = 0x1p-11 * 3_072 / (WIRE_BYTES + ACK_BYTES);
    final long most = (long) (0.95 * (1 << 24) / each);
    runs.ticks(most).network();
    runs.ticks(most + 1_000);
    assertEquals("run.ticks", refusal(runs).problems().get(0).key());
    runs.with("run.end", "packets").with("run.packets", 15_900_000L).network();
    runs.with("run.packets", 16_000_000L);
    assertEquals("run.packets", refusal(runs).problems().get(0).key());
  }

  private static SettingsException refusal(Runs runs) {
    final SettingsException refusal = assertThrows(SettingsException.class, runs::network);
    assertEquals(1, refusal.problems().size(), refusal::getMessage);
    return refusal;
  }

  @Test
  void shouldTakeWeightsOfAWideRange() {
    final long heavy = 1L << 30;
    final Map<String, Object> summary =
        Runs.torus(4, 2, 1)
            .with("workload.kind", "matrix")
            .with("workload.matrix", Matrices.of("0,1," + heavy + "\n3,2,1\n0,2," + heavy / 2))
            .with("workload.load", 0.1)
            .ticks(100_000)
            .drained()
            .observedBy(
                (source, destination, sequence, trafficClass, chunks, tick) ->
                    assertEquals(0, source))
            .result()
            .summary();
    assertTrue((Long) summary.get("packetsDelivered") > 100, summary::toString);
  }

  @Test
  void shouldRefuseANodeThatSendsNextToNothing() {
    final Runs runs =
        Runs.torus(4, 2, 1)
            .with("workload.kind", "matrix")
            .with("workload.matrix", Matrices.of("0,1," + (1L << 44) + "\n3,2,1\n"))
            .with("workload.load", 0.1);
    final SettingsException refusal = refusal(runs);
    assertTrue(refusal.getMessage().contains("or leave out of the matrix"), refusal::getMessage);
  }

  // ---------------------------------------------------------------------------------- long links

  @ParameterizedTest
  @CsvSource({
    "9, 0, 0, true",
    "10, 0, 0, true",
    "18, 0, 0, true",
    "100, 3, 0, true",
    "5000, 0, 0, true",
    "5000, 2, 7, false",
    "9, 0, 3, false"
  })
  void shouldTakeTheTicksOfAHopForEveryHop(
      long hopTicks, long arbitration, long entry, boolean bypass) {
    final Torus torus = new Torus(6, 4, 3);
    final Map<String, Object> summary =
        Runs.torus(6, 4, 3)
            .with("link.hopTicks", hopTicks)
            .with("router.arbitrationTicks", arbitration)
            .with("router.vcEntryTicks", entry)
            .with("router.bypass", bypass)
            .with("workload.kind", "probe")
            .drained()
            .result()
            .summary();
    final long hops = torus.diameter();
    final Map<?, ?> response = (Map<?, ?>) summary.get("responseTicks");
    assertEquals(
        8 + hopTicks * hops + WIRE_BYTES + (hops + 1) * arbitration + (bypass ? 0 : hops * entry),
        response.get("max"));
    final Map<?, ?> excess = (Map<?, ?>) summary.get("zeroLoadExcessTicks");
    assertEquals(0L, excess.get("min"));
    assertEquals(0L, excess.get("max"));
  }

  /** A pair of nodes sends so rarely that no packet meets another one. */
  @ParameterizedTest
  @CsvSource({"9, 1", "10, 3", "100, 2", "5000, 3"})
  void shouldTakeThemWithoutAProbe(long hopTicks, int hops) {
    final Map<String, Object> summary =
        Runs.torus(7, 1, 1)
            .with("link.hopTicks", hopTicks)
            .with("workload.kind", "matrix")
            .with("workload.matrix", Matrices.of("2," + (2 + hops) + ",1"))
            .with("workload.load", 1e-3)
            .ticks(2_000_000)
            .drained()
            .result()
            .summary();
    final Map<?, ?> response = (Map<?, ?>) summary.get("responseTicks");
    assertTrue((Long) response.get("count") > 20, response::toString);
    final long expected = 8 + hopTicks * hops + WIRE_BYTES;
    assertEquals((double) expected, (double) (Long) response.get("p50"), 0.02 * expected);
    assertEquals(0L, ((Map<?, ?>) summary.get("zeroLoadExcessTicks")).get("min"));
    assertEquals((double) hops, summary.get("meanHops"));
  }

  /**
   * A VC of n packets sends n packets per round trip: from the start of a packet to the return of
   * its tokens.
   */
  @ParameterizedTest
  @CsvSource({"18", "600", "2000", "5000"})
  void shouldBeHeldToTheTokensOfALongLink(long hopTicks) {
    final Map<String, Object> summary =
        Runs.torus(4, 1, 1)
            .with("link.hopTicks", hopTicks)
            .with("router.routing", "static")
            .with("workload.kind", "neighbours")
            .with("workload.load", "saturated")
            .with("router.tokenAckBytes", 0L)
            .with("run.warmupTicks", 50_000L)
            .ticks(500_000)
            .result()
            .summary();
    // Round trip: the header arrives, then the rest of the packet, then tokens return. To enter a
    // bubble takes 16.
    final double roundTrip = hopTicks + WIRE_BYTES + (hopTicks - 8);
    final double packets = 3;
    final double expected = Math.min(1, packets * WIRE_BYTES / roundTrip);
    assertEquals(expected, (Double) summary.get("linkUtilization"), 0.02 * expected);
  }
}

package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.Matrices;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Links that damage packets and send them again. */
class LinkErrorsTest {
  private static final int STATIC = 1;

  static Stream<Case> drained() {
    return BlueGeneCases.errors().map(Case::drained);
  }

  /** Counts deliveries by pair and class; checks that no packet is delivered twice. */
  private static final class Deliveries {
    private final Set<List<Long>> seen = new HashSet<>();
    private final Map<List<Integer>, Long> last = new HashMap<>();
    private final boolean ordered;

    Deliveries(boolean ordered) {
      this.ordered = ordered;
    }

    void add(int source, int destination, long sequence, int trafficClass) {
      final List<Long> packet =
          List.of((long) source, (long) destination, sequence, (long) trafficClass);
      assertTrue(seen.add(packet), () -> "delivered twice: " + packet);
      if (ordered && trafficClass != 0) {
        final Long before = last.put(List.of(source, destination, trafficClass), sequence);
        assertTrue(before == null || before < sequence, () -> "out of order: " + packet);
      }
    }
  }

  /** Every packet is delivered once for every kind of damage and of routing. */
  @ParameterizedTest
  @MethodSource("drained")
  @Trap(
      number = 16,
      fallenInto =
          "a packet that comes again, because its acknowledgement was lost, accepted twice",
      shown = Shown.IN_THE_SOURCE)
  @Trap(
      number = 16,
      fallenInto = "tokens of a damaged packet given back, though it will come again",
      shown = Shown.IN_THE_SOURCE)
  @Trap(
      number = 16,
      fallenInto =
          "a packet sent on before its CRC was known delivered at the next node all the same",
      shown = Shown.IN_THE_SOURCE)
  void shouldDeliverEachPacketOnce(Case settings) {
    final Deliveries deliveries = new Deliveries(false);
    final BlueGeneNetwork network =
        BlueGeneNetwork.of(
            settings.settings(),
            (source, destination, sequence, trafficClass, chunks, tick) ->
                deliveries.add(source, destination, sequence, trafficClass));
    final RunOutcome<TorusPartition> outcome =
        new SequentialExecutor().run(network, new RunMonitor());
    assertEquals(Ending.COMPLETED, outcome.ending());
    assertTrue(outcome.partitions().stream().allMatch(TorusPartition::atRest));
    final Map<String, Object> numbers = network.result(outcome).summary();
    assertEquals((long) deliveries.seen.size(), numbers.get("packetsDelivered"));
    assertTrue((Long) numbers.get("packetsDamaged") > 0, "nothing was damaged");
  }

  /**
   * Static packets that start in order stay in order: from one FIFO, and in one direction over half
   * a ring.
   */
  @Test
  void shouldKeepStaticPacketsOfAPairInOrder() {
    final Deliveries deliveries = new Deliveries(true);
    final Runs runs =
        errors(3e-5)
            .with("router.routing", "static")
            .with("injection.choice", "direction")
            .with("router.hintBits", "registers")
            .with("workload.load", 0.3)
            .observedBy(
                (source, destination, sequence, trafficClass, chunks, tick) -> {
                  assertEquals(STATIC, trafficClass);
                  deliveries.add(source, destination, sequence, trafficClass);
                })
            .ticks(12_000)
            .drained();
    final RunResult result = runs.result();
    assertTrue(count(result, "packetsDamaged") > 100);
    assertEquals(count(result, "packetsDelivered"), deliveries.seen.size());
  }

  private static Runs errors(double bitErrorRate) {
    return Runs.torus(4, 4, 2).with("link.bitErrorRate", bitErrorRate);
  }

  private static long count(RunResult result, String name) {
    return (Long) result.summary().get(name);
  }

  /**
   * An error occurs if the last bit of a token-ack is taken for damage of the packet that it
   * acknowledges.
   */
  @Test
  void shouldResendNothingWithoutDamage() {
    for (double load : new double[] {0.02, 0.5, 1.5}) {
      final RunResult result =
          errors(1e-15)
              .with("workload.load", load)
              .with("workload.packetBytes", List.of(32L, 96L, 256L))
              .ticks(20_000)
              .result();
      assertEquals(0, count(result, "retransmissions"));
      assertEquals(0, count(result, "timeOuts"));
      assertEquals(0, count(result, "packetsDiscarded"));
      assertTrue(count(result, "transmissions") > 100);
    }
  }

  /** The least time-out that is allowed is enough, too. */
  @Test
  void shouldAcknowledgeInTheTimeThatItMayTake() {
    for (long delay : new long[] {0, 100, 480, 2_000}) {
      for (long regrant : new long[] {0, 7}) {
        final Runs runs =
            errors(1e-15)
                .with("link.ackDelayTicks", delay)
                .with("router.regrantTicks", regrant)
                .with("link.timeoutTicks", 540 + Math.max(delay, 260 + regrant))
                .with("link.retransmissionBytes", 2_048L);
        assertEquals(0, count(runs.with("workload.load", 0.6).ticks(9_000).result(), "timeOuts"));
        assertEquals(0, count(runs.with("workload.load", 0.01).ticks(20_000).result(), "timeOuts"));
      }
    }
  }

  @Test
  void shouldBeGoneWithoutErrors() {
    final Runs runs = Runs.torus(4, 4, 2).with("workload.load", 0.6).ticks(4_000);
    final String before = runs.result().summary().toString();
    final RunResult result =
        runs.with("link.bitErrorRate", 0.0)
            .with("link.timeoutTicks", 1L)
            .with("link.ackDelayTicks", 0L)
            .with("link.retransmissionBytes", 264L)
            .result();
    assertEquals(before, result.summary().toString());
    assertFalse(result.summary().containsKey("retransmissions"));
    assertNull(result.summary().get("linkGoodput"));
  }

  /**
   * A damaged packet is discarded once, at whatever node it is; a discarded packet is never counted
   * as delivered.
   */
  @Test
  void shouldDropWhatWasSpoiltOnce() {
    final RunResult result =
        errors(2e-5).with("workload.load", 0.3).ticks(40_000).drained().with("seed", 3L).result();
    final long spoilt = count(result, "packetsDamaged") - count(result, "packetsDropped");
    assertTrue(spoilt >= 0 && spoilt <= count(result, "packetsDiscarded"), "damaged and discarded");
  }

  /** Otherwise a plan would report that a machine fits into memory which does not. */
  @Test
  void shouldCountTheMemoryOfRetransmissionFifos() {
    final long without = Runs.torus(4, 4, 2).network().costs().memory().busy();
    final long with = errors(1e-5).network().costs().memory().busy();
    final long larger =
        errors(1e-5).with("link.retransmissionBytes", 2_048L).network().costs().memory().busy();
    assertTrue(with >= without + 6 * 1_024 && with < without + 7 * 1_024, "bytes " + with);
    assertTrue(larger >= without + 6 * 2_048 && larger < without + 7 * 2_048, "bytes " + larger);
  }

  /** Packets go one way over one link: each damaged packet that was expected costs a time-out. */
  @ParameterizedTest
  @CsvSource({"1e-6", "1e-5", "1e-4"})
  void shouldLoseATimeOutWithEachDamagedPacket(double bitErrorRate) {
    final long ticks = 400_000;
    final RunResult result =
        Runs.torus(2, 1, 1)
            .with("workload.kind", "matrix")
            .with("workload.matrix", Matrices.of(2, (from, to) -> from == 0 ? 1 : 0))
            .with("workload.load", "saturated")
            .with("router.hintBits", "registers")
            .with("link.bitErrorRate", bitErrorRate)
            .ticks(ticks)
            .result();
    final double share = -Math.expm1(8 * 260 * Math.log1p(-bitErrorRate));
    final double theory = 256 / (260 + 2_400 * share / (1 - share));
    final double expectedErrors = ticks * theory / 256 * share / (1 - share);
    final double loss = 1 - theory / (256.0 / 260);
    // The tolerance is three standard deviations of the number of errors, times the cost of one.
    final double tolerance = 0.002 + 3 * loss / Math.sqrt(Math.max(1, expectedErrors));
    assertEquals(theory, (Double) result.summary().get("linkGoodput"), tolerance * theory);
  }

  @ParameterizedTest
  @MethodSource("drained")
  void shouldGiveTheSameForEverySplitAndWindow(Case settings) {
    final Case bounded = settings.set("run.ticks=500");
    final String whole = bounded.set("partition.shape=64x64x64").text();
    final long lookahead = bounded.network().lookaheadTicks();
    for (String shape : List.of("1x1x1", "3x2x2")) {
      final Case split = bounded.set("partition.shape=" + shape);
      for (long window : List.of(1L, lookahead)) {
        assertEquals(whole, split.with("run.windowTicks", window).text(), shape + " " + window);
      }
    }
  }
}

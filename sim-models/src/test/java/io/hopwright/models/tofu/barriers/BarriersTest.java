package io.hopwright.models.tofu.barriers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.tofu.Tofu;
import io.hopwright.models.tofu.TofuCases;
import io.hopwright.models.tofu.TofuNetwork;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Barriers against Table VI of the paper, hand-computed sums, and the reference model. */
class BarriersTest {
  private static final Case NODE =
      Case.of(new Tofu())
          .set("machine.shape=1x1x1 workload.kind=barrier barrier.participants=1 run.end=drained");

  /** Ticks of a barrier. */
  private static long ticks(Case model) {
    final TofuNetwork network = TofuNetwork.of(model.settings());
    final double microseconds = (double) model.result().summary().get("collectiveMicroseconds");
    return Math.round(microseconds * network.tickRate().ticks() / 1e6);
  }

  @ParameterizedTest
  @CsvSource({"1,1,1,2,2", "4,4,1,2,2", "8,6,2,5,4", "16,6,3,9,6", "48,6,8,24,9"})
  void shouldUseTheGatesOfTableVI(int channels, int tnis, int mostChannels, int gates, int stages) {
    assertEquals(
        Map.of("interfaces", tnis, "channels", mostChannels, "gates", gates, "stages", stages),
        NODE.with("barrier.channels", channels).result().summary().get("barrierPlan"));
  }

  /**
   * With c channels and g gates on a TNI that is never idle, a barrier takes 162 + 246·c + 110·(g −
   * c) ticks.
   */
  @ParameterizedTest
  @CsvSource({"1,518", "4,518", "6,628", "8,984", "16,1560", "48,3890"})
  void shouldTakeTheTicksOfTheBusiestEngine(int channels, long ticks) {
    final Case node = NODE.with("barrier.channels", channels);
    assertEquals(ticks, ticks(node));
    assertTrue(ticks(node.set("barrier.iterations=5")) <= ticks);
  }

  @Test
  void shouldFindChannelsAndGatesForAllThatCanBeGrouped() {
    for (int channels = 1; channels <= 96; channels++) {
      if (BarrierWithin.groupSize(channels, 6).isPresent()) {
        final BarrierPlan plan = BarrierWithin.of(channels, 6);
        assertTrue(plan.channelsPerTni() <= 16 && plan.gatesPerTni() <= 48, "" + channels);
      }
    }
    for (int channels = 1; channels <= 8; channels++) {
      assertTrue(BarrierWithin.of(channels, 1).gatesPerTni() <= 64);
    }
  }

  /** Returns the ticks of a signal of 64 B over h links: J + h·H + E + F(64). */
  private static long signalTicks(int links) {
    return 9 + 68L * links + 8 + 25;
  }

  @Test
  void shouldJoinNodesByAButterfly() {
    // nodes 0 to 3 are c, then b: start, a link, relay, a link, end
    assertEquals(
        162 + 123 + signalTicks(1) + 110 + signalTicks(1) + 123,
        ticks(NODE.set("barrier.algorithm=butterfly barrier.participants=4")));
  }

  @Test
  void shouldJoinNodesByATree() {
    final Case tree = NODE.set("barrier.algorithm=tree");
    assertEquals(162 + 123 + 4 * 110 + 123, ticks(tree));
    assertEquals(5, ((Map<?, ?>) tree.result().summary().get("barrierPlan")).get("gates"));
  }

  @Test
  void shouldMeasureTheSameAsTheSecondModel() {
    final Random random = new Random(6);
    for (int i = 0; i < RandomCases.count(12); i++) {
      final Random of = new Random(random.nextLong());
      final Case base =
          Case.of(new Tofu())
              .with("machine.generation", Case.oneOf(of, "tofud", "tofu2", "tofu"))
              .with("machine.shape", Case.oneOf(of, List.of(1L, 1L, 1L), List.of(3L, 2L, 1L)))
              .with("partition.shape", Case.oneOf(of, List.of(1L, 1L, 1L), List.of(2L, 1L, 1L)))
              .with("router.path", Case.oneOf(of, "source", "destination", "random", "fixed"))
              .with("run.ticks", of.nextLong(500, 6_000))
              .with("run.gridTicks", of.nextLong(100, 1_000))
              .with("run.windowTicks", of.nextLong(1, 50));
      final Case barriers = TofuCases.barrier(base, of);
      final RunResult fast = barriers.result();
      final RunResult second = barriers.set("machine.implementation=reference").result();
      final Set<String> names = new TreeSet<>(fast.summary().keySet());
      names.removeAll(new TofuCases().unknown());
      names.removeAll(List.of("saturated", "backlogGrowth", "steady", "steadiness"));
      for (String name : names) {
        assertEquals(
            fast.summary().get(name), second.summary().get(name), () -> name + ": " + barriers);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "barrier.channels=7, barrier.channels",
    "barrier.channels=97, barrier.channels",
    "machine.generation=tofu barrier.channels=9, barrier.channels",
    "barrier.participants=13, barrier.participants",
    "barrier.algorithm=butterfly barrier.participants=12, barrier.participants",
    "barrier.algorithm=butterfly barrier.participants=1, barrier.participants",
    "workload.load=saturated, workload.load"
  })
  void shouldRefuseBarriersThatCannotBe(String settings, String key) {
    final SettingsException refused =
        assertThrows(SettingsException.class, () -> NODE.set(settings).network());
    assertTrue(refused.getMessage().contains(key), refused::getMessage);
  }
}

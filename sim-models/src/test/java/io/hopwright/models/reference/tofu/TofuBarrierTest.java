package io.hopwright.models.reference.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.tofu.TofuParameters.Generation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Barriers of the reference TofuD against Table VI of the paper, and sums by hand. */
class TofuBarrierTest {
  private static final TofuTestMachine NODE =
      TofuTestMachine.of(1, 1, 1)
          .with("workload.messageBytes", 8, "workload.load", 0.01)
          .bornBefore(0);

  /** Returns the ticks until all channels have completed the given number of barriers. */
  private static long ticks(
      TofuTestMachine machine, List<TofuGate> gates, int iterations, boolean backwards) {
    final ReferenceTofu tofu = machine.build();
    if (backwards) {
      tofu.goBackwards();
    }
    tofu.synchronize(gates, iterations);
    final Map<Integer, Long> channels =
        gates.stream()
            .filter(gate -> !gate.isRelay())
            .collect(Collectors.groupingBy(gate -> gate.node, Collectors.counting()));
    while (!channels.entrySet().stream()
        .allMatch(node -> tofu.completions(node.getKey()) == iterations * node.getValue())) {
      assertNotEquals(Long.MAX_VALUE, tofu.nextEffectTick(), "nothing can happen any more");
      tofu.run(tofu.tick() + 1);
    }
    final long end = tofu.tick() - 1;
    tofu.checkConservation();
    TofuTestMachine.drain(tofu);
    assertTrue(tofu.isHome());
    return end;
  }

  private static List<TofuGate> within(int channels) {
    return TofuBarrierPlan.within(Generation.TOFUD, 0, channels);
  }

  private static long mostOfATni(List<TofuGate> gates) {
    return gates.stream()
        .collect(Collectors.groupingBy(gate -> gate.tni, Collectors.counting()))
        .values()
        .stream()
        .mapToLong(Long::longValue)
        .max()
        .orElseThrow();
  }

  private static int stages(List<TofuGate> gates) {
    return gates.stream()
        .filter(gate -> !gate.isRelay())
        .mapToInt(TofuBarrierTest::stages)
        .max()
        .orElseThrow();
  }

  /** Returns the number of consecutive signals from a start to the farthest end. */
  private static int stages(TofuGate from) {
    return 1 + from.to.stream().mapToInt(to -> to.isRelay() ? stages(to) : 0).max().orElseThrow();
  }

  @Test
  void shouldUseTheGatesOfTableVI() {
    final Map<Integer, List<Integer>> table = new TreeMap<>();
    for (final int channels : List.of(1, 4, 8, 16, 48)) {
      final List<TofuGate> gates = within(channels);
      final List<TofuGate> starts = gates.stream().filter(gate -> !gate.isRelay()).toList();
      table.put(
          channels,
          List.of(
              (int) starts.stream().mapToInt(gate -> gate.tni).distinct().count(),
              (int) mostOfATni(starts),
              (int) mostOfATni(gates),
              stages(gates)));
    }
    assertEquals(
        Map.of(
            1, List.of(1, 1, 2, 2),
            4, List.of(4, 1, 2, 2),
            8, List.of(6, 2, 5, 4),
            16, List.of(6, 3, 9, 6),
            48, List.of(6, 8, 24, 9)),
        table);
  }

  /**
   * With c channels and g gates on a TNI that is never idle, a barrier takes 162 + 246·c + 110·(g −
   * c) ticks.
   */
  @Test
  void shouldTakeTheTicksOfTheBusiestEngine() {
    final Map<Integer, Integer> expected =
        Map.of(1, 518, 4, 518, 6, 628, 8, 984, 16, 1_560, 48, 3_890);
    expected.forEach(
        (channels, ticks) -> {
          assertEquals((long) ticks, ticks(NODE, within(channels), 1, false));
          assertEquals((long) ticks, ticks(NODE, within(channels), 1, true));
        });
  }

  @Test
  void shouldJoinAllChannelsWhateverTheirNumber() {
    for (int channels = 1; channels <= 96; channels += channels < 24 ? 1 : 6) {
      final boolean grouped = channels <= 6 || channels % 6 == 0 || channels % 4 == 0;
      if (grouped) {
        final List<TofuGate> gates = within(channels);
        final long once = ticks(NODE, gates, 1, false);
        assertTrue(ticks(NODE, within(channels), 3, false) <= 3 * once);
        for (final TofuGate start : gates) {
          assertTrue(start.isRelay() || reaches(start) == channels, "a barrier waits for all");
        }
      } else {
        final int refused = channels;
        assertThrows(IllegalArgumentException.class, () -> within(refused));
      }
    }
  }

  /** Returns the number of channels whose ends a start reaches. */
  private static long reaches(TofuGate start) {
    return ends(start).distinct().count();
  }

  private static IntStream ends(TofuGate from) {
    return from.to.stream().flatMapToInt(to -> to.isRelay() ? ends(to) : IntStream.of(to.channel));
  }

  @Test
  void shouldTakeAsManyNanosecondsOnEarlierGenerations() {
    final TofuTestMachine tofu2 = NODE.with("machine.generation", "tofu2");
    final List<TofuGate> one = TofuBarrierPlan.within(Generation.TOFU2, 0, 1);
    assertEquals(148 + 113 + 102 + 113, ticks(tofu2, one, 1, false));
    // two starts, a relay that joins them and signals both ends
    final List<TofuGate> two = TofuBarrierPlan.within(Generation.TOFU, 0, 2);
    final TofuTestMachine tofu = NODE.with("machine.generation", "tofu");
    assertEquals(119 + 2 * 91 + 81 + 2 * 91, ticks(tofu, two, 1, false));
  }

  // ---------------------------------------------------------------------------- between nodes

  /** Returns the ticks of a signal of 64 B over h links: J + h·H + E + F(64). */
  private static long signalTicks(int links) {
    return 9 + 68L * links + 8 + 25;
  }

  @Test
  void shouldJoinTwoNodesInABoardByAButterfly() {
    final List<TofuGate> gates =
        TofuBarrierPlan.butterfly(4).stream().filter(gate -> gate.node < 4).toList();
    assertEquals(2, mostOfATni(gates.stream().filter(gate -> gate.node == 0).toList()));
    // nodes 0 … 3 are c, then b: start, a link, relay, a link, end
    assertEquals(
        162 + 123 + signalTicks(1) + 110 + signalTicks(1) + 123, ticks(NODE, gates, 1, false));
  }

  /** Signals go up and down a tree of three nodes. */
  @Test
  void shouldJoinThreeNodesByATree() {
    final List<TofuGate> gates = TofuBarrierPlan.tree(3);
    assertEquals(15, gates.size());
    // leaves: start, relays 1 and 2; a link. At the root the signal of node 2, over b, passes the
    // TNI first, which takes 25 ticks; then relays 1 to 4; a link. Node 2: relays 3 and 4, end
    assertEquals(
        162 + 123 + 220 + signalTicks(1) + 25 + 440 + signalTicks(1) + 220 + 123,
        ticks(NODE, gates, 1, false));
  }

  @Test
  void shouldSynchronizeBesideOtherTraffic() {
    final TofuTestMachine busy =
        TofuTestMachine.of(2, 1, 1)
            .with("workload.messageBytes", 1_920, "workload.load", 0.3, "router.path", "random")
            .bornBefore(4_000);
    assertEquals(
        ticks(busy, TofuBarrierPlan.tree(24), 3, false),
        ticks(busy, TofuBarrierPlan.tree(24), 3, true));
    assertEquals(
        ticks(busy, TofuBarrierPlan.butterfly(16), 3, false),
        ticks(busy, TofuBarrierPlan.butterfly(16), 3, true));
  }
}

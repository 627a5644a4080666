package io.hopwright.models.reference.pcie;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.ReferenceMachine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of the page at zero load; all random machines are empty at the end. */
class ReferencePcieTest {
  private static final Map<String, List<Long>> SHAPES =
      Map.of(
          "none", List.of(1L, 1L, 1L),
          "infiniband", List.of(2L, 1L, 1L),
          "peach2", List.of(2L, 1L, 1L),
          "apenet", List.of(2L, 1L, 1L));

  private static ReferencePcie machine(Map<String, Object> set) {
    PcieTestMachine machine = PcieTestMachine.of();
    for (final Map.Entry<String, Object> key : set.entrySet()) {
      machine = machine.with(key.getKey(), key.getValue());
    }
    return machine.build();
  }

  private static void runToTheEnd(ReferencePcie machine) {
    while (machine.nextEffectTick() < Long.MAX_VALUE) {
      machine.run(machine.nextEffectTick() + 1);
    }
    machine.checkConservation();
    assertTrue(machine.isSettled() && machine.isHome(), machine::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "none, 1, 2x2, gpu, push, 1, 97020",
    "none, 1, 2x2, gpu, push, 2, 99540",
    "none, 2, 2x2, gpu, push, 4, 404460",
    "none, 1, 2x2x2x2x2, gpu, push, 16, 107100",
    "none, 1, 2x1x1x1x1, gpu, push, 1, 107100",
    "none, 2, 1x2x1x1x2, gpu, push, 4, 412020",
    "none, 1, 2x2x2x2x2, gpu, pull, 16, 124128",
    "none, 1, 2x2, gpu, through-memory, 1, 205393",
    "none, 1, 2x2x2x2x2, gpu, through-memory, 16, 220513",
    "none, 2, 2x2, gpu, through-memory, 4, 1120153",
    "infiniband, 1, 2x2, memory, host, 1, 23940",
    "peach2, 1, 2x2, memory, card, 1, 23940",
    "apenet, 1, 1, gpu, card, 1, 81900",
    "infiniband, 1, 1, gpu, staged, 1, 217962",
    "infiniband, 1, 1, gpu, card, 1, 67568"
  })
  void shouldTakeWhatThePageSays(
      String cards, int sockets, String fanout, String ends, String transport, int target, long t) {
    final Map<String, Object> set = new HashMap<>();
    set.put("machine.cards", cards);
    set.put("machine.shape", SHAPES.get(cards));
    set.put("machine.sockets", sockets);
    set.put("machine.fanout", List.of(fanout.split("x")).stream().map(Long::valueOf).toList());
    set.put("workload.from", ends);
    set.put("workload.to", ends);
    set.put("workload.transport", transport);
    set.put("workload.target", target);
    set.put("workload.messageBytes", 8L);
    set.put("workload.messages", 1L);
    final ReferencePcie machine = machine(set);
    runToTheEnd(machine);
    assertEquals(t, machine.lastMessageTicks());
  }

  @ParameterizedTest
  @CsvSource({"push, 0", "pull, 0", "push, 600", "pull, 600"})
  void shouldDrawTheSizeOfEachMessageOfAFlow(String transport, long chunkBytes) {
    final List<Integer> sizes = List.of(1_000, 5_000, 8);
    final Map<String, Object> set = new HashMap<>();
    set.put("seed", 3L);
    set.put("workload.kind", "both");
    set.put("workload.transport", transport);
    set.put("workload.messages", 20L);
    set.put("workload.messageBytes", sizes);
    if (chunkBytes > 0) {
      set.put("workload.chunkBytes", chunkBytes);
    }
    final ReferencePcie machine = machine(set);
    runToTheEnd(machine);
    final ReferenceDraws draws = new ReferenceDraws(3);
    final boolean pulls = transport.equals("pull");
    final long wholeBytes = chunkBytes > 0 ? chunkBytes : 5_000;
    long packets = 0;
    for (int flow = 0; flow < 6; flow++) {
      long bytes = 0;
      for (int message = 0; message < 20; message++) {
        final int size =
            sizes.get(ReferenceDraws.pick(draws.draw(Purpose.SIZE, flow, message, 0), 3));
        bytes += size;
        for (long left = size; left > 0; left -= wholeBytes) {
          final long chunk = Math.min(left, wholeBytes);
          packets += PcieParameters.ceilDiv(chunk, 256);
          packets += pulls ? PcieParameters.ceilDiv(chunk, 512) : 0;
        }
      }
      assertEquals(bytes, machine.count("moved." + flow));
    }
    assertEquals(packets, machine.count(ReferenceMachine.INJECTED));
  }

  /**
   * The result does not depend on the order of events in a tick, and at the end all resources are
   * free.
   */
  @Test
  void shouldNotDependOnTheOrderWithinATick() {
    for (int seed = 0; seed < 8; seed++) {
      final Map<String, Object> set = random(new Random(seed));
      final ReferencePcie machine = machine(set);
      final ReferencePcie backwards = machine(set);
      backwards.goBackwards();
      runToTheEnd(machine);
      runToTheEnd(backwards);
      assertEquals(machine.digest(), backwards.digest(), set::toString);
      assertEquals(machine.counts(), backwards.counts(), set::toString);
    }
  }

  private static Map<String, Object> random(Random random) {
    final Map<String, Object> set = new HashMap<>();
    final String cards = List.of("none", "infiniband", "peach2", "apenet").get(random.nextInt(4));
    set.put("machine.cards", cards);
    set.put(
        "machine.shape",
        switch (cards) {
          case "none" -> List.of(1L, 1L, 1L);
          case "infiniband" -> List.of(3L, 1L, 1L);
          case "peach2" -> List.of(3L, 2L, 1L);
          default -> List.of(3L, 1L, 2L);
        });
    set.put("machine.sockets", 1L + random.nextInt(2));
    set.put(
        "machine.fanout",
        List.of(List.of(2L), List.of(1L, 2L), List.of(1L, 2L, 1L, 2L)).get(random.nextInt(3)));
    set.put(
        "workload.kind",
        List.of("right", "both", "far-both", "shift", "incast", "pairs-odd")
            .get(random.nextInt(6)));
    set.put(
        "workload.transport",
        cards.equals("none")
            ? List.of("push", "pull", "host", "through-memory").get(random.nextInt(4))
            : List.of("push", "pull", "host", "push").get(random.nextInt(4)));
    set.put("copy.buffers", 1L + random.nextInt(3));
    set.put("workload.messages", 1L + random.nextInt(3));
    set.put("seed", random.nextLong());
    set.put(
        "workload.messageBytes", random.longs(1L + random.nextInt(3), 1, 3_001).boxed().toList());
    set.put("workload.chunkBytes", 1L + random.nextInt(4_000));
    set.put("workload.intervalTicks", (long) random.nextInt(3) * 50_000);
    set.put("edge.bufferBytes", 256L + random.nextInt(600));
    set.put("edge.creditTicks", 1L + random.nextInt(2_000));
    set.put("qpi.hopTicks", 1L + random.nextInt(3_000));
    set.put("dma.launchTicks", (long) random.nextInt(2_000));
    set.put("dma.reads", 1L + random.nextInt(4));
    return set;
  }
}

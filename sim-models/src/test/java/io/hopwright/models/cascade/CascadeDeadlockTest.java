package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.cascade.network.CascadeRouteWord;
import io.hopwright.models.standstill.Standstill;
import io.hopwright.models.topology.Dragonfly;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Saturated sources and buffers of one packet or a few. Waits never form a cycle, no packet waits
 * forever, and none is lost.
 */
class CascadeDeadlockTest {
  private static final long QUICK = 2_000_000;
  private static final long TEN_MILLION = 10_000_000;

  /** Listener for the times and sources of answers. */
  private static final class Answers implements CascadeBench.Watcher {
    final long half;
    final long[] answered;
    final long[] classes = new long[2];
    long last;
    long longestGap;

    Answers(int nodes, long ticks) {
      half = ticks / 2;
      answered = new long[nodes];
    }

    @Override
    public void delivered(long id, long word, long birth, long tick) {
      longestGap = Math.max(longestGap, tick - last);
      last = tick;
      classes[CascadePacketId.packetClass(id)]++;
      if (CascadePacketId.packetClass(id) == CascadePacketId.RESPONSE && tick >= half) {
        answered[CascadePacketId.requester(id)]++;
      }
    }
  }

  /**
   * Returns a crowded machine. Its bias is 0: small buffers hold so little that any bias would keep
   * packets on minimal routes.
   */
  private static CascadeBench crowded(
      int groups, int chassis, int blades, long bytes, String kind, String mode) {
    return CascadeBench.machine(groups, chassis, blades)
        .saturated(kind)
        .routing(mode)
        .with("router.bias", 0L)
        .buffers(bytes)
        .with("run.gridTicks", 100_000L);
  }

  private static void assertKeepsAnswering(CascadeBench bench, int silent, long least, long ticks) {
    final int nodes = bench.topology().nodes();
    final Answers answers = new Answers(nodes, ticks);
    final CascadeBench.Outcome outcome = bench.ticks(0, ticks).watchedBy(answers).run();
    assertFalse(outcome.stalled(), outcome::waiting);
    assertEquals(ticks, outcome.stopTick());
    final long gap = Math.max(answers.longestGap, ticks - answers.last);
    assertTrue(gap < 100_000, "nothing delivered for " + gap + " ticks");
    for (int node = 0; node < nodes; node++) {
      assertTrue(
          answers.answered[node] >= least || node == silent,
          "node " + node + " got no answer from tick " + ticks / 2 + " on");
    }
    assertEquals(answers.classes[0] + answers.classes[1], outcome.delivered());
    // A response takes the place of its request.
    assertEquals(outcome.injected() - answers.classes[1], outcome.present(), "packets lost");
  }

  @ParameterizedTest
  @CsvSource({
    "4, 2, 4, 128, group-shift, valiant", "4, 2, 4, 128, group-shift, adaptive",
    "4, 2, 4, 128, group-shift, minimal", "4, 2, 4, 512, group-shift, deterministic",
    "4, 2, 4, 128, group-shift, deterministic-valiant", "4, 2, 4, 256, group-shift, tuned",
    "4, 2, 4, 128, uniform, valiant", "4, 2, 4, 128, uniform, adaptive",
    "4, 2, 4, 128, uniform, minimal", "5, 1, 2, 128, uniform, valiant",
    "5, 1, 2, 128, permutation, valiant", "3, 2, 2, 128, permutation, adaptive",
    "3, 2, 2, 512, permutation, deterministic-valiant", "3, 3, 2, 1024, group-shift, valiant",
    "1, 3, 4, 128, uniform, valiant", "2, 2, 4, 128, group-shift, valiant"
  })
  void shouldKeepAnsweringEverybody(
      int groups, int chassis, int blades, long bytes, String kind, String mode) {
    assertKeepsAnswering(crowded(groups, chassis, blades, bytes, kind, mode), -1, 1, QUICK);
  }

  /**
   * Near nodes get the largest share: at each router, all packets from farther nodes arrive at one
   * of several inputs. With buffers of one packet, the farthest get one in thousands.
   */
  @ParameterizedTest
  @CsvSource({
    "4096, minimal, 1", "8192, valiant, 1", "8192, adaptive, 1", "1024, deterministic-valiant, 1",
    "128, minimal, 0", "128, valiant, 0", "256, adaptive, 0", "128, tuned, 0"
  })
  void shouldForgetNobodyWhenAllSendToOne(long bytes, String mode, long least) {
    assertAllToOne(bytes, mode, least, QUICK);
  }

  private static void assertAllToOne(long bytes, String mode, long least, long ticks) {
    final CascadeBench bench = crowded(3, 2, 2, bytes, "incast", mode).with("workload.target", 17L);
    assertKeepsAnswering(bench, 17, least, ticks);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 2, 4, 128, group-shift, valiant", "4, 2, 4, 128, group-shift, adaptive",
    "4, 2, 4, 128, uniform, adaptive", "5, 1, 2, 128, permutation, valiant",
    "3, 2, 2, 512, uniform, deterministic-valiant", "4, 2, 4, 1024, group-shift, tuned",
    "3, 2, 2, 128, group-shift, minimal", "3, 2, 2, 256, permutation, deterministic"
  })
  @Tag("slow")
  void shouldKeepAnsweringEverybodyForTenMillionTicks(
      int groups, int chassis, int blades, long bytes, String kind, String mode) {
    assertKeepsAnswering(crowded(groups, chassis, blades, bytes, kind, mode), -1, 1, TEN_MILLION);
  }

  @ParameterizedTest
  @CsvSource({"1024, minimal, 1", "2048, adaptive, 1", "128, valiant, 0", "128, tuned, 0"})
  @Tag("slow")
  void shouldForgetNobodyInTenMillionTicks(long bytes, String mode, long least) {
    assertAllToOne(bytes, mode, least, TEN_MILLION);
  }

  /**
   * Four tiles lead to the host that all nodes send to; the packets behind each of them are
   * delivered.
   */
  @ParameterizedTest
  @CsvSource({"8192, 4096", "1024, 1024", "512, 128"})
  void shouldServeAllTilesOfAHost(long linkBytes, long nicBytes) {
    final long ticks = 2_000_000;
    final Map<Long, Integer> waiting = new HashMap<>();
    final long[] served = new long[4];
    final CascadeBench bench =
        crowded(3, 2, 2, linkBytes, "incast", "adaptive")
            .with("nic.bufferBytes", nicBytes)
            .with("workload.target", 17L)
            .ticks(0, ticks)
            .watchedBy(
                new CascadeBench.Watcher() {
                  @Override
                  public void routed(
                      int aries, int input, int port, int vc, long id, long word, long tick) {
                    if (port >= Dragonfly.TILES
                        && CascadePacketId.packetClass(id) == CascadePacketId.REQUEST) {
                      waiting.put(id, port % 4);
                    }
                  }

                  @Override
                  public void delivered(long id, long word, long birth, long tick) {
                    if (CascadePacketId.packetClass(id) == CascadePacketId.REQUEST
                        && tick >= ticks / 2) {
                      served[waiting.remove(id)]++;
                    }
                  }
                });
    bench.run();
    final long all = LongStream.of(served).sum();
    for (long tile : served) {
      assertEquals(0.25, (double) tile / all, 0.03, Arrays.toString(served));
    }
  }

  /** Everything that was sent is delivered; then all buffers are empty and all credits returned. */
  @ParameterizedTest
  @CsvSource({
    "all-to-all, minimal",
    "all-to-all, valiant",
    "all-to-all-random, adaptive",
    "all-to-all, deterministic-valiant"
  })
  void shouldComeToRest(String kind, String mode) {
    final CascadeBench bench =
        CascadeBench.machine(3, 2, 4)
            .with("workload.kind", kind)
            .routing(mode)
            .with("router.bias", 0L)
            .buffers(128)
            .drained();
    final int nodes = bench.topology().nodes();
    final Answers answers = new Answers(nodes, 0);
    final CascadeBench.Outcome outcome = bench.watchedBy(answers).run();
    assertTrue(outcome.atRest());
    assertEquals(2L * nodes * (nodes - 1), outcome.delivered());
    assertTrue(IntStream.range(0, nodes).allMatch(node -> answers.answered[node] == nodes - 1));
  }

  /**
   * Shows that the tests above would notice a deadlock: all packets wait and no event is pending.
   */
  @ParameterizedTest
  @CsvSource({
    "SINGLE, uniform, minimal", "SINGLE, uniform, valiant", "SINGLE, group-shift, valiant",
    "BLUE, uniform, valiant", "BLUE, group-shift, valiant", "BLUE, uniform, adaptive"
  })
  @Trap(
      number = 1,
      fallenInto = "one VC for each class; no further VC after the root",
      shown = Shown.IN_THE_TEST)
  void shouldDeadlockUnderOtherVcRules(Wrong rule, String kind, String mode) {
    final CascadeBench bench = crowded(4, 2, 4, 128, kind, mode).vcRule(rule).ticks(0, 10_000_000);
    final Queues queues = new Queues(bench.topology());
    final CascadeBench.Outcome outcome = bench.watchedBy(queues).run();
    assertTrue(outcome.stalled());
    assertTrue(outcome.present() > 300, "packets present: " + outcome.present());
    queues.assertDeadlocked(outcome.standstill());
  }

  /**
   * Waiting packets and their places, derived from all routes that packets took; does not search
   * for cycles.
   */
  private static final class Queues implements CascadeBench.Watcher {
    private static final int BYTES_PER_FLIT = 3;

    private final Dragonfly topology;

    /** Router at which each packet was routed last. */
    private final Map<Long, Waiting> waiting = new LinkedHashMap<>();

    /** Packet that waits for a VC of an output, and the VC on which it arrived. */
    private record Waiting(int aries, int input, int port, int vc, int inputVc, int flits) {}

    Queues(Dragonfly topology) {
      this.topology = topology;
    }

    @Override
    public void routed(int aries, int input, int port, int vc, long id, long word, long tick) {
      final Waiting before = waiting.remove(id);
      final int inputVc = before == null ? -1 : before.vc;
      waiting.put(id, new Waiting(aries, input, port, vc, inputVc, CascadeBench.flits(word)));
    }

    @Override
    public void delivered(long id, long word, long birth, long tick) {
      waiting.remove(id);
    }

    private static int number(Map<?, ?> map, String name) {
      return ((Long) map.get(name)).intValue();
    }

    private List<Waiting> queue(Map<?, ?> step) {
      return waiting.values().stream()
          .filter(each -> each.aries == number(step, "router"))
          .filter(each -> each.port == number(step, "port") && each.vc == number(step, "vc"))
          .toList();
    }

    /**
     * Checks that each step needs more room than a buffer has left, and that the packets in this
     * buffer are the next step.
     */
    void assertDeadlocked(Standstill standstill) {
      assertEquals(Standstill.Kind.DEADLOCK, standstill.kind());
      assertTrue(standstill.reason().contains("this error of Hopwright"), standstill::reason);
      final List<?> cycle = (List<?>) standstill.document().get("cycle");
      assertTrue(cycle.size() > 1);
      for (int i = 0; i < cycle.size(); i++) {
        final Map<?, ?> step = (Map<?, ?>) cycle.get(i);
        final Map<?, ?> wants = (Map<?, ?>) step.get("wants");
        final Waiting head = queue(step).get(0);
        assertEquals(head.flits, number(wants, "needs"));
        assertEquals(head.flits * BYTES_PER_FLIT, number(step, "packetBytes"));
        final int far = topology.neighbour(head.aries, head.port);
        final int farPort = topology.neighbourPort(head.aries, head.port);
        final int taken =
            waiting.values().stream()
                .filter(each -> each.aries == far && each.input == farPort)
                .filter(each -> each.inputVc == head.vc)
                .mapToInt(Waiting::flits)
                .sum();
        assertEquals(128 / BYTES_PER_FLIT - taken, number(wants, "has"));
        assertTrue(number(wants, "has") < number(wants, "needs"));
        final Map<?, ?> next = (Map<?, ?>) cycle.get((i + 1) % cycle.size());
        assertTrue(
            queue(next).stream()
                .anyMatch(
                    each -> each.aries == far && each.input == farPort && each.inputVc == head.vc),
            () -> step + " does not wait for " + next);
      }
    }
  }

  /** Wrong VC rules. */
  private enum Wrong implements CascadeBench.VcRule {
    /** One VC per class. */
    SINGLE {
      @Override
      public int vc(int vc, long word) {
        return vc & 4;
      }
    },
    /** VC rule that changes the VC after each blue link, but not after the root. */
    BLUE {
      @Override
      public int vc(int vc, long word) {
        return vc - (CascadeRouteWord.nonMinimal(word) && !CascadeRouteWord.up(word) ? 1 : 0);
      }
    }
  }
}

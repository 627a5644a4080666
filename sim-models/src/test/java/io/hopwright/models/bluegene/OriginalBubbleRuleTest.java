package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Messages;
import io.hopwright.models.switching.torusrouter.RouterDesign;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.traffic.SaturatedBirths;
import io.hopwright.models.traffic.Sizes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Test of the reason why packets on a bubble VC are charged as full ones. If they are charged by
 * their sizes, they fragment the free space of one packet that keeps a ring moving. The machine is
 * a ring of eight nodes, all of whose packets go four hops in the same direction. Source: Blumrich
 * et al. 2003, section 2.
 */
class OriginalBubbleRuleTest {
  private static final int NODES = 8;
  private static final int SEEDS = 8;
  private static final long TICKS = 5_000_000;

  private static long lastDelivery(RouterDesign.BubbleRule rule, long seed) {
    final Messages messages =
        new Messages(
            0,
            1,
            new SaturatedBirths(),
            (source, sequence) -> (source + NODES / 2) % NODES,
            new Sizes(Purpose.SIZE.draws(seed), 0, 128, 160, 192, 224, 256));
    return new Bench(NODES, 1, 1)
        .seed(seed)
        .dynamicVcs(0, 32)
        .bubble(32, rule)
        .registers(true)
        .inNetworkPriority(0)
        .messages(TrafficClass.STATIC, 6, messages)
        .run(TICKS)
        .measures()
        .packets()
        .lastDelivery();
  }

  @Test
  void shouldDeadlockIfPacketsAreChargedByTheirSizes() {
    int deadlocks = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      final long last = lastDelivery(RouterDesign.BubbleRule.ORIGINAL, seed);
      deadlocks += last < TICKS - 10_000 ? 1 : 0;
    }
    assertTrue(deadlocks >= 6, deadlocks + " of " + SEEDS + " seeds deadlock");
  }

  @Tag("slow")
  @Test
  void shouldKeepDeliveringIfAllPacketsAreChargedAsFullOnes() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      final long last = lastDelivery(RouterDesign.BubbleRule.FULL, seed);
      assertTrue(last > TICKS - 10_000, "seed " + seed + ", last delivery at tick " + last);
    }
  }
}

package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.link.TokenAcks;
import io.hopwright.models.topology.Torus;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets of output VCs that have enough tokens, against the counts themselves. */
class TokensTest {
  private static final int NODES = 2;

  static List<RouterDesign> designs() {
    return Designs.many();
  }

  /** Tokens of all output VCs of two nodes, and separate counts of them. */
  private static final class Counted {
    private final RouterDesign design;
    private final NodeLayout layout;
    private final long[] state;
    private final TokenAcks acks;
    private final Tokens tokens;
    private final int[][] counts = new int[NODES][8 * Torus.PORTS];
    private long away;

    Counted(RouterDesign design) {
      this.design = design;
      layout = new NodeLayout(design, Designs.injection(design.highPriority(), 1));
      state = new long[layout.words(NODES)];
      acks = new TokenAcks(state, null, layout.ackRing(), 0);
      tokens = new Tokens(design, state, layout, acks);
      for (int node = 0; node < NODES; node++) {
        for (int outputVc = 0; outputVc < counts[node].length; outputVc++) {
          if ((outputVc & 7) < design.vcs()) {
            counts[node][outputVc] = design.vcChunks(outputVc & 7);
            tokens.fill(layout.base(node), outputVc, counts[node][outputVc]);
          }
        }
      }
    }

    void take(int node, int outputVc, int amount) {
      tokens.spend(layout.base(node), outputVc >> 3, outputVc & 7, amount);
      counts[node][outputVc] -= amount;
      away += amount;
    }

    void giveBack(int node, int outputVc, int amount) {
      tokens.comeBack(layout.base(node), outputVc, amount);
      counts[node][outputVc] += amount;
      away -= amount;
    }

    void check(String name) {
      for (int node = 0; node < NODES; node++) {
        final int base = layout.base(node);
        long one = 0;
        long two = 0;
        for (int outputVc = 0; outputVc < counts[node].length; outputVc++) {
          if ((outputVc & 7) < design.vcs()) {
            final int held = acks.tokens(layout.link(base, outputVc >> 3), outputVc & 7);
            assertEquals(counts[node][outputVc], held, name);
          }
          one |= counts[node][outputVc] >= 8 ? 1L << outputVc : 0;
          final boolean escape = (outputVc & 7) >= design.dynamicVcs();
          two |= escape && counts[node][outputVc] >= 16 ? 1L << outputVc : 0;
        }
        assertEquals(one, state[base + NodeLayout.ONE_FITS], name);
        assertEquals(two, state[base + NodeLayout.TWO_FIT], name);
      }
      assertEquals(away, acks.away(), name);
    }
  }

  @ParameterizedTest
  @MethodSource("designs")
  void shouldKnowWhereOneAndTwoPacketsFitAtEveryCount(RouterDesign design) {
    final Counted counted = new Counted(design);
    counted.check("full");
    for (int vc = 0; vc < design.vcs(); vc++) {
      final int outputVc = 8 * (vc % Torus.PORTS) + vc;
      for (int left = design.vcChunks(vc); left > 0; left--) {
        counted.take(1, outputVc, 1);
        counted.check("down to " + (left - 1) + " on VC " + vc);
      }
      for (int left = 0; left < design.vcChunks(vc); left++) {
        counted.giveBack(1, outputVc, 1);
        counted.check("up to " + (left + 1) + " on VC " + vc);
      }
    }
    assertEquals(0, counted.acks.away(), "all tokens are home");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldKnowWhereOneAndTwoPacketsFitAfterAnySteps(long seed) {
    final Random random = new Random(seed);
    final List<RouterDesign> designs = Designs.many();
    final RouterDesign design = designs.get(random.nextInt(designs.size()));
    final Counted counted = new Counted(design);
    for (int step = 0; step < 20_000; step++) {
      final int node = random.nextInt(NODES);
      final int vc = random.nextInt(design.vcs());
      final int outputVc = 8 * random.nextInt(Torus.PORTS) + vc;
      final int amount = 1 + random.nextInt(8);
      final int missing = design.vcChunks(vc) - counted.counts[node][outputVc];
      if (random.nextBoolean() && counted.counts[node][outputVc] >= amount) {
        counted.take(node, outputVc, amount);
      } else if (missing >= amount) {
        counted.giveBack(node, outputVc, amount);
      }
      counted.check("seed " + seed + ", step " + step);
    }
  }

  @ParameterizedTest
  @MethodSource("designs")
  void shouldChargeAsTheDesignSays(RouterDesign design) {
    final Tokens tokens = new Counted(design).tokens;
    final boolean full = design.bubbles() == RouterDesign.BubbleRule.FULL;
    for (int vc = 0; vc < design.vcs(); vc++) {
      final boolean dynamic = vc < design.dynamicVcs();
      final boolean ofDateline = design.escape().dateline() && vc < design.dynamicVcs() + 2;
      for (int chunks = 1; chunks <= 8; chunks++) {
        final int expected = full && !dynamic && !ofDateline ? 8 : chunks;
        assertEquals(expected, tokens.charge(vc, chunks), chunks + " chunks on VC " + vc);
        assertEquals(expected, design.charge(vc, chunks), chunks + " chunks on VC " + vc);
      }
    }
  }
}

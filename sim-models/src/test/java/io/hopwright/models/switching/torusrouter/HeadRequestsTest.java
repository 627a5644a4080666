package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.link.TokenAcks;
import io.hopwright.models.switching.PacketPool;
import io.hopwright.models.switching.torusrouter.arbitration.EscapeOrder;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of heads in random states of a router, against the text of the rule. */
class HeadRequestsTest {
  private static final int NODE = 1;
  private static final int ID = 4_321;

  /**
   * Request of a head that was skipped: it was known beforehand to be {@link HeadRequests#NOTHING}.
   */
  private static final int LEFT_OUT = -2;

  /** Router whose state is stored as separate numbers. */
  private static final class Router {
    private final RouterDesign design;
    private final List<Integer> order;
    private final boolean joinShortest;
    private final long seed;
    private final NodeLayout layout;
    private final long[] state;
    private final int base;
    private final PacketPool pool = new PacketPool(2, 1 << 23);
    private final HeadRequests requests;
    private final int[][] tokens = new int[Torus.PORTS][8];
    private final int[] transfers = new int[Torus.PORTS];
    private final Set<String> busyBusses = new HashSet<>();
    private int idle;

    Router(RouterDesign design, List<Integer> order, boolean joinShortest, long seed) {
      this.design = design;
      this.order = order;
      this.joinShortest = joinShortest;
      this.seed = seed;
      layout = new NodeLayout(design, Designs.injection(true, 1));
      state = new long[layout.words(2)];
      base = layout.base(NODE);
      state[base + NodeLayout.ID] = ID;
      final ReceptionBusses reception = new ReceptionBusses(design.reception(), state, pool, null);
      requests = new HeadRequests(design, layout, state, reception, true);
    }

    void shuffle(Random random) {
      final TokenAcks acks = new TokenAcks(state, null, layout.ackRing(), 0);
      final Tokens counts = new Tokens(design, state, layout, acks);
      for (int output = 0; output < Torus.PORTS; output++) {
        for (int vc = 0; vc < design.vcs(); vc++) {
          final int most = design.vcChunks(vc);
          tokens[output][vc] = random.nextInt(Math.min(most, random.nextBoolean() ? 18 : 127) + 1);
          counts.fill(base, output << 3 | vc, tokens[output][vc]);
        }
        transfers[output] = random.nextInt(design.paths() + 1);
        state[base + NodeLayout.FLAGS] += transfers[output] * RouterFlags.bus(output);
        for (int group = 0; group < 2; group++) {
          if (random.nextInt(3) == 0) {
            busyBusses.add(output + " " + group);
            state[base + NodeLayout.FLAGS] |= RouterFlags.reception(6 * group + output);
          }
        }
      }
      idle = 0;
      for (int output = 0; output < Torus.PORTS; output++) {
        idle |= random.nextInt(4) == 0 ? 0 : 1 << output;
      }
    }

    /** Returns the request of a head by the text of the rule. */
    int naive(int input, int hints, int trafficClass, boolean highEscape, long tick) {
      final boolean inReceiver = input < 48;
      final int receiver = input / 8;
      final int group = trafficClass == TrafficClass.HIGH_PRIORITY ? 1 : 0;
      final boolean mayEnter = !busyBusses.contains(receiver + " " + group);
      if (hints == 0) {
        return mayEnter ? HeadRequests.RECEPTION : HeadRequests.NOTHING;
      }
      if (inReceiver && transfers[receiver] == design.paths()) {
        return HeadRequests.NOTHING;
      }
      if (inReceiver && trafficClass == TrafficClass.BROADCAST && !mayEnter) {
        return HeadRequests.NOTHING;
      }
      if (trafficClass == TrafficClass.DYNAMIC) {
        final List<Integer> pairs = dynamicPairs(hints);
        if (!pairs.isEmpty()) {
          final Draws draws = Purpose.SELECT.draws(seed);
          return pairs.get(Draws.pick(draws.draw(ID, tick, input), pairs.size()));
        }
      }
      int output = -1;
      for (int port : trafficClass == TrafficClass.HIGH_PRIORITY ? ASCENDING : order) {
        output = output < 0 && (hints >> port & 1) != 0 ? port : output;
      }
      int vc = design.dynamicVcs();
      int enough = 8;
      if (trafficClass == TrafficClass.HIGH_PRIORITY) {
        vc += design.escape().dateline() ? 2 : 1;
        enough = input == 8 * (output ^ 1) + vc ? 8 : 16;
      } else if (design.escape().dateline()) {
        vc += highEscape ? 1 : 0;
      } else {
        enough = input == 8 * (output ^ 1) + vc ? 8 : 16;
      }
      final boolean available = (idle >> output & 1) != 0 && tokens[output][vc] >= enough;
      return available ? 8 * output + vc : HeadRequests.NOTHING;
    }

    private List<Integer> dynamicPairs(int hints) {
      final List<Integer> pairs = new ArrayList<>();
      int best = 0;
      for (int output = 0; output < Torus.PORTS; output++) {
        for (int vc = 0; vc < design.dynamicVcs(); vc++) {
          if ((hints & idle & 1 << output) == 0 || tokens[output][vc] < 8) {
            continue;
          }
          final int range = Math.min(3, 4 * tokens[output][vc] / design.dynamicVcChunks());
          if (joinShortest && range > best) {
            best = range;
            pairs.clear();
          }
          if (!joinShortest || range == best) {
            pairs.add(8 * output + vc);
          }
        }
      }
      return pairs;
    }
  }

  private static final List<Integer> ASCENDING = List.of(0, 1, 2, 3, 4, 5);

  private static Router router(Random random) {
    final List<Integer> order = new ArrayList<>(ASCENDING);
    Collections.shuffle(order, random);
    final boolean dateline = random.nextBoolean();
    final int escapeChunks = 16 + random.nextInt(30);
    final int dynamicChunks = 8 + random.nextInt(60);
    final boolean joinShortest = random.nextBoolean();
    final long seed = random.nextLong();
    final RouterDesign design =
        new RouterDesign(
            random.nextInt(5),
            dynamicChunks,
            new RouterDesign.Escape(dateline, new EscapeOrder(order), escapeChunks),
            true,
            escapeChunks,
            RouterDesign.BubbleRule.FULL,
            1 + random.nextInt(4),
            true,
            false,
            RouterDesign.Reception.UNLIMITED,
            Designs.paper().timing(),
            RouterDesign.policies(seed, joinShortest, dynamicChunks, 0, 1),
            RouterDesign.Errors.NONE);
    return new Router(design, order, joinShortest, seed);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldAskByTheWordsOfTheRule(long seed) {
    final Random random = new Random(seed);
    final int[] answers = new int[4];
    for (int i = 0; i < 4_000; i++) {
      final Router router = router(random);
      router.shuffle(random);
      for (int head = 0; head < 8; head++) {
        final int answer = check(router, random, "seed " + seed + ", case " + i);
        answers[answer < 0 ? -answer : answer == HeadRequests.RECEPTION ? 0 : 3]++;
      }
    }
    for (int count : answers) {
      assertTrue(count > 1_000, "reception, nothing, left out beforehand, and outputs all occur");
    }
  }

  private static int check(Router router, Random random, String name) {
    final boolean injecting = random.nextInt(3) == 0;
    final int input =
        injecting
            ? 48 + random.nextInt(8)
            : 8 * random.nextInt(Torus.PORTS) + random.nextInt(router.design.vcs());
    final boolean high = injecting ? input >= 54 : input % 8 == router.design.highPriorityVc();
    final int[] others = {TrafficClass.DYNAMIC, TrafficClass.STATIC, TrafficClass.BROADCAST};
    final int trafficClass = high ? TrafficClass.HIGH_PRIORITY : others[random.nextInt(3)];
    int hints = 0;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      hints |= random.nextInt(3) == 0 ? 0 : 1 << (2 * dimension + random.nextInt(2));
    }
    if (trafficClass == TrafficClass.BROADCAST || (injecting && hints == 0)) {
      hints = injecting || random.nextBoolean() ? 1 << random.nextInt(Torus.PORTS) : 0;
    } else if (trafficClass == TrafficClass.HIGH_PRIORITY) {
      hints = Integer.lowestOneBit(hints);
    } else if (trafficClass == TrafficClass.STATIC && hints != 0) {
      hints = 1 << new EscapeOrder(router.order).first(hints);
    }
    final long tick = random.nextLong(1L << 35);
    final boolean highEscape = random.nextBoolean();
    final int at = router.layout.fifo(router.base, input);
    router.state[at] = FifoWord.withRoute(FifoWord.EMPTY, hints, trafficClass);
    final long bit = 1L << input;
    for (int output = 0; output < Torus.PORTS; output++) {
      router.state[router.base + NodeLayout.WANTS + output] =
          (hints >> output & 1) != 0 ? bit : ~bit;
    }
    router.state[router.base + NodeLayout.HOME] = hints == 0 ? bit : ~bit;
    router.state[router.base + NodeLayout.ORDERED] =
        trafficClass == TrafficClass.DYNAMIC ? ~bit : bit;
    router.state[router.base + NodeLayout.HIGH_ESCAPE] = highEscape ? bit : ~bit;
    final int expected = router.naive(input, hints, trafficClass, highEscape, tick);
    final int actual = router.requests.of(NODE, router.base, input, router.idle, tick);
    assertEquals(expected, actual, name + ", class " + trafficClass + ", input " + input);
    final long candidates = router.requests.candidates(router.base, router.idle);
    final boolean looksFurther = (candidates & bit) != 0;
    assertTrue(looksFurther || actual == HeadRequests.NOTHING, name + ", input " + input);
    return looksFurther || actual != HeadRequests.NOTHING ? actual : LEFT_OUT;
  }
}

package io.hopwright.models.bluegene.traps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.random.Draws;
import io.hopwright.core.random.KeyedPermutation;
import io.hopwright.models.bluegene.Bench;
import io.hopwright.models.bluegene.Plan;
import io.hopwright.models.bluegene.Runs;
import io.hopwright.models.draws.Purpose;
import io.hopwright.models.host.Messages;
import io.hopwright.models.switching.torusrouter.TrafficClass;
import io.hopwright.models.topology.SubGrid;
import io.hopwright.models.topology.Torus;
import io.hopwright.models.traffic.AllToAllDestinations;
import io.hopwright.models.traffic.Births;
import io.hopwright.models.traffic.BirthsAtStart;
import io.hopwright.models.traffic.Destinations;
import io.hopwright.models.traffic.Sizes;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Directions of packets, and the order in which they are sent. */
class RoutingTrapsTest {
  private static final int X_PLUS = 0;

  /** Returns the packets of an all-to-all per direction, computed from the drawn ties. */
  private static long[] predictDirections(Torus torus, Draws ties) {
    final long[] hops = new long[Torus.PORTS];
    for (int source = 0; source < torus.nodes(); source++) {
      for (int sequence = 0; sequence < torus.nodes() - 1; sequence++) {
        final int destination = sequence < source ? sequence : sequence + 1;
        for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
          final int k = torus.extent(dimension);
          final int offset = torus.offset(source, destination, dimension);
          final boolean minus =
              2 * offset == k ? ties.draw(source, sequence, dimension) < 0 : 2 * offset > k;
          hops[2 * dimension + (minus ? 1 : 0)] += minus ? k - offset : offset;
        }
      }
    }
    return hops;
  }

  private static long[] directions(boolean registers) {
    final Bench bench = new Bench(4, 4, 2).registers(registers);
    final Torus torus = bench.torus;
    final Plan plan = new Plan(torus);
    for (int source = 0; source < torus.nodes(); source++) {
      for (int sequence = 0; sequence < torus.nodes() - 1; sequence++) {
        plan.send(source, 0, sequence < source ? sequence : sequence + 1);
      }
    }
    final Bench.Outcome outcome = bench.packets(plan).drained(200_000);
    final long[] packets = new long[Torus.PORTS];
    for (int node = 0; node < torus.nodes(); node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        for (int vc = 0; vc < 3; vc++) {
          packets[port] += outcome.packets(node, port, vc);
        }
      }
    }
    return packets;
  }

  @Test
  @Trap(
      number = 6,
      fallenInto = "ties always resolved in + direction (router.hintBits = registers)",
      shown = Shown.IN_THE_TEST)
  @Trap(
      number = 6,
      fallenInto = "the direction worked out anew at every hop",
      shown = Shown.IN_THE_SOURCE)
  void shouldKeepTheDirectionThatWasDrawnForATie() {
    final long[] expected = predictDirections(new Torus(4, 4, 2), Purpose.TIE.draws(1));
    assertEquals(Arrays.toString(expected), Arrays.toString(directions(false)));
    assertNotEquals(Arrays.toString(expected), Arrays.toString(directions(true)));
  }

  @Test
  @Trap(
      number = 6,
      fallenInto = "the direction worked out anew at every hop",
      shown = Shown.IN_THE_SOURCE)
  void shouldGoTheLongWayRoundIfTheHintBitSaysSo() {
    final Bench bench = new Bench(7, 3, 1);
    final Bench.Outcome outcome =
        bench
            .packets(TrafficClass.BROADCAST, new Plan(bench.torus).straight(0, 0, X_PLUS, 6, 1))
            .run(3_000);
    for (int hops = 1; hops <= 6; hops++) {
      assertEquals(List.of(8 + 18L * hops + 260), outcome.ticks(0, hops));
    }
    assertEquals(6, outcome.hops());
  }

  private static double saturatedThroughput(String hintBits) {
    return (Double)
        Runs.torus(4, 4, 4)
            .with("workload.load", "saturated")
            .with("router.hintBits", hintBits)
            .with("router.jsq", true)
            .with("run.warmupTicks", 10_000L)
            .ticks(30_000)
            .result()
            .summary()
            .get("throughput");
  }

  @Test
  @Trap(
      number = 6,
      fallenInto = "a fixed sign for ties, which loses 2/(k+2) of the throughput",
      shown = Shown.IN_THE_TEST)
  void shouldNotLoseThroughputToAFixedSignOfTies() {
    final double drawn = saturatedThroughput("software");
    final double fixed = saturatedThroughput("registers");
    // Extent 4: of four destinations on a ring one is two hops away. With drawn ties, each of the
    // two links carries two packets and two token-acks. With the fixed sign, + carries three
    // packets and the token-ack of one.
    final double peak = 2.0 * 63 / 64 * 256 / 272;
    final double peakOfFixed = peak * (2 * 272) / (3 * 260 + 12);
    assertTrue(drawn > 0.93 * peak && drawn <= peak, drawn + " of " + peak);
    assertTrue(fixed > 0.93 * peakOfFixed && fixed <= peakOfFixed, fixed + " of " + peakOfFixed);
    assertTrue(fixed < 0.75 * drawn, fixed + " and " + drawn);
  }

  /** Selects the VC with the most tokens, compared exactly; a word has eight bits for each VC. */
  private static long mostTokens(long pairs, long[] words, int tokens, int distance) {
    int most = -1;
    long best = 0;
    for (long rest = pairs; rest != 0; rest &= rest - 1) {
      final int pair = Long.numberOfTrailingZeros(rest);
      final int count = (int) (words[tokens + (pair >> 3) * distance] >>> ((pair & 7) * 8)) & 0xFF;
      if (count > most) {
        most = count;
        best = 0;
      }
      best |= count == most ? Long.lowestOneBit(rest) : 0;
    }
    return best;
  }

  /** Counts how many of 128 nodes put two packets, sent in a row over one link, on the same VC. */
  private static int sameVcTwice(Bench bench) {
    final Plan plan = new Plan(bench.torus);
    for (int node = 0; node < bench.torus.nodes(); node++) {
      plan.straight(node, 0, X_PLUS, 1, 2);
    }
    final Bench.Outcome outcome = bench.packets(plan).run(2_000);
    int same = 0;
    for (int node = 0; node < bench.torus.nodes(); node++) {
      final long first = outcome.packets(node, X_PLUS, 0);
      assertEquals(2, first + outcome.packets(node, X_PLUS, 1));
      same += first == 1 ? 0 : 1;
    }
    return same;
  }

  @Test
  @Trap(number = 7, fallenInto = "JSQ by exact token counts", shown = Shown.IN_THE_TEST)
  void shouldNotTellTokenCountsOfOneRangeApart() {
    // 24 and 32 tokens of 32 are in one range, so that the draw is even: mean 64, standard
    // deviation 5.7.
    final int same = sameVcTwice(new Bench(2, 8, 8).joinShortestQueue());
    assertTrue(same >= 41 && same <= 87, same + " of 128");
    assertEquals(0, sameVcTwice(new Bench(2, 8, 8).selection(RoutingTrapsTest::mostTokens)));
  }

  @Test
  @Trap(
      number = 7,
      fallenInto = "the highest range chosen first and its availability checked afterwards",
      shown = Shown.IN_THE_SOURCE)
  void shouldLookAtAvailabilityBeforeRanges() {
    // Two packets that stay at (0,1) leave 16 tokens on y+. At 5000 a packet takes x+, which keeps
    // 24 tokens but is busy; the packet after it may go either way.
    final Bench bench = new Bench(4, 4, 1).dynamicVcs(1, 32).joinShortestQueue().stuckReception();
    final Torus torus = bench.torus;
    final Plan plan = new Plan(torus).straight(0, 0, 2, 1, 3).straight(0, 5_000, X_PLUS, 1, 1);
    plan.send(0, 5_010, torus.node(1, 1, 0));
    final Bench.Outcome outcome =
        bench.messages(TrafficClass.DYNAMIC, 2, plan.messages(8)).run(5_200);
    assertEquals(1, outcome.packets(0, X_PLUS, 0));
    assertEquals(3 + 1, outcome.packets(0, 2, 0), "waits for the busy output");
  }

  /** Link utilization of an all-to-all between ticks 10,000 and 40,000. */
  private static double allToAll(Torus torus, Destinations destinations, int perDestination) {
    final Bench bench =
        new Bench(torus.extent(0), torus.extent(1), torus.extent(2))
            .joinShortestQueue()
            .slqFraction(0.75)
            .measuredFrom(10_000);
    final Births births = new BirthsAtStart((torus.nodes() - 1L) * perDestination);
    final Sizes sizes = new Sizes(Purpose.SIZE.draws(1), 0, 256);
    return bench
        .messages(TrafficClass.DYNAMIC, 6, new Messages(0, 1, births, destinations, sizes))
        .run(40_000)
        .linkUtilization();
  }

  @Test
  @Trap(
      number = 12,
      fallenInto = "an all-to-all in which all nodes send to node 0, 1, 2, … in this order",
      shown = Shown.IN_THE_TEST)
  void shouldSendAnAllToAllInRandomOrders() {
    final Torus torus = new Torus(6, 6, 6);
    final int perDestination = 2;
    final Destinations random =
        new AllToAllDestinations(
            new SubGrid(torus, true, true, true),
            1,
            new KeyedPermutation(Purpose.ORDER.draws(1), torus.nodes() - 1),
            perDestination);
    final double inRandomOrders = allToAll(torus, random, perDestination);
    final double inOneOrder =
        allToAll(
            torus,
            (source, sequence) -> {
              final int other = (int) sequence / perDestination;
              return other < source ? other : other + 1;
            },
            perDestination);
    assertTrue(inRandomOrders > 0.95, "random orders: " + inRandomOrders);
    assertTrue(inOneOrder < 0.7, "one order: " + inOneOrder);
  }
}

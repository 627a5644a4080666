package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.network.CascadeBounds;
import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.topology.Dragonfly;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads of all links against sums over all routes. */
class CascadeLinkLoadsTest {
  private static final int[][] TICKS = {{750, 84}, {750, 84}, {840, 94}};

  /** Counter of packets per class and link, and of packets that take no link. */
  private static final class Counts implements CascadeBench.Watcher {
    final long[][] packets;
    final long[] ejected = new long[2];

    Counts(Dragonfly dragonfly) {
      packets = new long[2][dragonfly.aries() * Dragonfly.TILES];
    }

    @Override
    public void routed(int aries, int input, int port, int vc, long id, long word, long tick) {
      final int packetClass = CascadePacketId.packetClass(id);
      if (port < Dragonfly.TILES) {
        packets[packetClass][aries * Dragonfly.TILES + port]++;
      } else {
        ejected[packetClass]++;
      }
    }

    long packets(int packetClass, int aries, int port) {
      return packets[packetClass][aries * Dragonfly.TILES + port];
    }
  }

  private static int colour(int port) {
    return port < Dragonfly.BLACK ? 0 : port < Dragonfly.BLUE ? 1 : 2;
  }

  /** Counted and expected sums over a group of links. */
  private static final class Sum {
    double measured;
    double expected;

    void assertLike(String where) {
      // Five standard deviations; parallel links and fixed numbers of packets scatter less.
      assertEquals(expected, measured, 5 * Math.sqrt(expected) + 1e-6, where);
    }

    double square() {
      return (measured - expected) * (measured - expected) / expected;
    }
  }

  /**
   * Compares every link: each is within five and a half standard deviations, and bundles of
   * parallel links together scatter like independent packets. Also compares sums by colour and
   * group, and by pair of groups.
   */
  private static void assertLike(
      Dragonfly dragonfly, CascadeLinkTheory theory, double scale, Counts counts, int packetClass) {
    final Map<String, Sum> sums = new HashMap<>();
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      final int group = dragonfly.groupOf(aries);
      for (int port = 0; port < Dragonfly.TILES; port++) {
        final double expected = scale * theory.packets(aries, port);
        final double measured = counts.packets(packetClass, aries, port);
        final String where = "class " + packetClass + " of Aries " + aries + ", port " + port;
        if (expected == 0) {
          assertEquals(0, measured, where);
          continue;
        }
        assertTrue(dragonfly.neighbour(aries, port) >= 0, where);
        final double off = measured - expected;
        assertEquals(0, off / Math.sqrt(expected), expected > 15 ? 5.5 : 7, where + expected);
        final String kind =
            colour(port) < 2
                ? "colour " + colour(port) + " of group " + group
                : "blue " + group + " to " + dragonfly.groupOf(dragonfly.neighbour(aries, port));
        final String link = "link to Aries " + dragonfly.neighbour(aries, port) + " of " + aries;
        for (String sum : List.of(kind, "colour " + colour(port), "port " + port, link)) {
          sums.computeIfAbsent(sum, key -> new Sum()).measured += measured;
          sums.get(sum).expected += expected;
        }
      }
    }
    sums.forEach((where, sum) -> sum.assertLike(where + " in " + dragonfly.plan()));
    for (int colour = 0; colour < 3; colour++) {
      final Sum sum = sums.get("colour " + colour);
      if (sum != null) {
        assertEquals(sum.expected, sum.measured, 0.02 * sum.expected, "colour " + colour);
      }
    }
    // Single black links are left out, as packets take them in turns.
    final double[] squares =
        sums.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith("link"))
            .mapToDouble(entry -> entry.getValue().square())
            .toArray();
    final double scatter = Arrays.stream(squares).average().orElseThrow();
    final double tolerance = 0.1 + 4 / Math.sqrt(squares.length);
    assertEquals(1, scatter, tolerance, "mean square in " + dragonfly.plan());
  }

  private static CascadeBench machine(
      int groups, int planned, int chassis, int last, int blades, int cables, int io) {
    final CascadeBench bench = CascadeBench.machine(groups, chassis, blades);
    if (cables > 0) {
      bench.with("machine.cablesPerPair", (long) cables);
    }
    return bench
        .with("machine.plannedGroups", (long) planned)
        .with("machine.lastGroupChassis", (long) last)
        .with("machine.ioBladesPerGroup", (long) io);
  }

  /**
   * Columns: groups, planned groups, chassis, last chassis, blades, cables, I/O blades, routing,
   * ticks.
   */
  @ParameterizedTest
  @CsvSource({
    // Machine of the paper's figures: eight full groups.
    "8, 8, 6, 6, 16, 0, 0, valiant, 100000",
    // A last group of two chassis, I/O blades, room for more groups, and fewer cables.
    "4, 7, 3, 2, 8, 6, 5, minimal, 1000000",
    "5, 5, 2, 1, 4, 0, 3, valiant, 3000000",
    // Groups of a single chassis.
    "3, 3, 1, 1, 2, 0, 0, minimal, 10000000"
  })
  void shouldLoadEveryLinkAsTheRoutesSay(ArgumentsAccessor row) {
    assertLoads(row);
  }

  @ParameterizedTest
  @CsvSource({
    "8, 8, 6, 6, 16, 0, 0, minimal, 120000",
    "4, 7, 3, 2, 8, 6, 5, valiant, 800000",
    "5, 5, 2, 1, 4, 0, 3, minimal, 3000000",
    // Two groups; one group.
    "2, 2, 2, 2, 4, 1, 0, valiant, 3000000",
    "1, 1, 4, 4, 6, 0, 2, valiant, 2000000",
    "1, 1, 4, 4, 6, 0, 2, minimal, 2000000"
  })
  @Tag("slow")
  void shouldLoadThemSoOnMoreMachines(ArgumentsAccessor row) {
    assertLoads(row);
  }

  private static void assertLoads(ArgumentsAccessor row) {
    final String mode = row.getString(7);
    final CascadeBench bench =
        machine(
                row.getInteger(0),
                row.getInteger(1),
                row.getInteger(2),
                row.getInteger(3),
                row.getInteger(4),
                row.getInteger(5),
                row.getInteger(6))
            .routing(mode)
            .with("workload.load", 0.1)
            .with("run.gridTicks", 1_000_000L)
            .ticks(0, row.getLong(8))
            .drained();
    final Dragonfly dragonfly = bench.topology();
    final Counts counts = new Counts(dragonfly);
    final CascadeBench.Outcome outcome = bench.watchedBy(counts).run();
    assertEquals(outcome.injected(), counts.ejected[0]);
    assertEquals(outcome.injected(), counts.ejected[1]);
    final double[][] requests = CascadeLinkTheory.uniform(dragonfly);
    final CascadeLinkTheory theory =
        mode.equals("minimal")
            ? CascadeLinkTheory.minimal(dragonfly, requests)
            : CascadeLinkTheory.valiant(dragonfly, requests);
    final double pairs = (double) dragonfly.nodes() * (dragonfly.nodes() - 1);
    assertLike(dragonfly, theory, counts.ejected[0] / pairs, counts, 0);
    assertLike(dragonfly, theory, counts.ejected[1] / pairs, counts, 1);
    assertMeans(bench, mode, dragonfly, theory, pairs);
    assertBusy(dragonfly, counts, outcome);
  }

  /** Compares means over all links with the formulas that studies use. */
  private static void assertMeans(
      CascadeBench bench,
      String mode,
      Dragonfly dragonfly,
      CascadeLinkTheory theory,
      double pairs) {
    final CascadeBounds bounds = bench.bounds();
    final CascadeBounds.Links links =
        mode.equals("minimal") ? bounds.minimalLinks() : bounds.valiantLinks();
    final double[] sums = new double[3];
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      for (int port = 0; port < Dragonfly.TILES; port++) {
        sums[colour(port)] += theory.packets(aries, port) / pairs;
      }
    }
    assertEquals(links.green(), sums[0], 1e-9);
    assertEquals(links.black(), sums[1], 1e-9);
    assertEquals(links.blue(), sums[2], 1e-9);
  }

  /** Checks that each packet kept a link busy for its own time there, and that nothing else did. */
  private static void assertBusy(Dragonfly dragonfly, Counts counts, CascadeBench.Outcome outcome) {
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      for (int port = 0; port < Dragonfly.TILES; port++) {
        final int[] ticks = TICKS[colour(port)];
        assertEquals(
            counts.packets(0, aries, port) * ticks[0] + counts.packets(1, aries, port) * ticks[1],
            outcome.busyTicks(aries, port));
      }
    }
  }

  /**
   * Responses go in the other direction: a shift by one group and its responses load different
   * bundles.
   */
  @ParameterizedTest
  @CsvSource({"1, minimal", "2, minimal", "3, minimal", "1, valiant", "2, valiant"})
  void shouldLoadTheWayBackWithResponses(int shift, String mode) {
    final CascadeBench bench =
        CascadeBench.machine(4, 3, 4)
            .routing(mode)
            .with("workload.kind", "group-shift")
            .with("workload.shiftGroups", (long) shift)
            .with("workload.load", 0.05)
            .ticks(0, 1_500_000)
            .with("run.gridTicks", 1_000_000L)
            .drained();
    final Dragonfly dragonfly = bench.topology();
    final Counts counts = new Counts(dragonfly);
    bench.watchedBy(counts).run();
    final double[][] there = CascadeLinkTheory.shift(dragonfly, shift);
    final double[][] back = CascadeLinkTheory.back(there);
    for (int packetClass = 0; packetClass < 2; packetClass++) {
      final double[][] ways = packetClass == 0 ? there : back;
      final CascadeLinkTheory theory =
          mode.equals("minimal")
              ? CascadeLinkTheory.minimal(dragonfly, ways)
              : CascadeLinkTheory.valiant(dragonfly, ways);
      final double scale = (double) counts.ejected[packetClass] / dragonfly.nodes();
      assertLike(dragonfly, theory, scale, counts, packetClass);
    }
    if (mode.equals("minimal")) {
      final int gateway = dragonfly.gateway(0, shift, 0);
      final int port = dragonfly.gatewayPort(0, shift, 0);
      assertTrue(counts.packets(0, gateway, port) > 100);
      assertEquals(shift == 2, counts.packets(1, gateway, port) > 0, "responses on the way there");
    }
  }

  @Test
  void shouldWriteATableOfLinksThatAddsUp() {
    final CascadeBench bench =
        machine(4, 4, 3, 2, 4, 0, 3)
            .with("statistics.links", List.of("link", "kind", "whole"))
            .with("partition.groups", 1L)
            .with("workload.load", 0.3)
            .ticks(50_000, 200_000);
    final Dragonfly dragonfly = bench.topology();
    final RunResult result = bench.result();
    final Map<String, Double> busy = new HashMap<>();
    final Map<String, Integer> ports = new HashMap<>();
    for (List<Object> row : result.tables().get("links-by-link").rows()) {
      final int aries = (int) (long) (Long) row.get(0);
      final int port = (int) (long) (Long) row.get(2);
      assertEquals((long) dragonfly.groupOf(aries), row.get(1));
      final int to = port < Dragonfly.TILES ? dragonfly.neighbour(aries, port) : aries;
      assertEquals((long) to, row.get(4));
      busy.merge((String) row.get(3), (Double) row.get(5), Double::sum);
      ports.merge((String) row.get(3), 1, Integer::sum);
    }
    final Map<?, ?> utilization = (Map<?, ?>) result.summary().get("linkUtilizationByKind");
    assertEquals(utilization.keySet(), busy.keySet());
    busy.forEach(
        (kind, sum) ->
            assertEquals((Double) utilization.get(kind), sum / ports.get(kind), 1e-12, kind));
    final int links = ports.values().stream().mapToInt(Integer::intValue).sum();
    int expected = 8 * dragonfly.aries();
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      for (int port = 0; port < Dragonfly.TILES; port++) {
        expected += dragonfly.neighbour(aries, port) >= 0 ? 1 : 0;
      }
    }
    assertEquals(expected, links);
    final List<List<Object>> kinds = result.tables().get("links-by-kind").rows();
    assertEquals(List.copyOf(utilization.keySet()), kinds.stream().map(r -> r.get(0)).toList());
    double allBusy = 0;
    long allLinks = 0;
    for (List<Object> row : kinds) {
      assertEquals((long) ports.get(row.get(0)), row.get(1));
      assertEquals((Double) utilization.get(row.get(0)), (Double) row.get(2), 1e-12);
      final boolean isLink = !row.get(0).equals("tile");
      allBusy += isLink ? busy.get(row.get(0)) : 0;
      allLinks += isLink ? (Long) row.get(1) : 0;
    }
    final List<Object> whole = result.tables().get("links-by-whole").rows().get(0);
    assertEquals(List.of("all", allLinks), whole.subList(0, 2));
    assertEquals(allBusy / allLinks, (Double) whole.get(2), 1e-12);
  }

  @ParameterizedTest
  @CsvSource({
    "minimal, uniform",
    "valiant, uniform",
    "adaptive, group-shift",
    "minimal, group-shift",
    "adaptive, many-to-one",
    "deterministic-valiant, permutation"
  })
  void shouldNeverHaveALinkBusierThanAlways(String mode, String kind) {
    final long ticks = 200_000;
    final CascadeBench bench =
        machine(5, 5, 2, 2, 4, 1, 0).routing(mode).saturated(kind).ticks(100_000, ticks);
    final Dragonfly dragonfly = bench.topology();
    final CascadeBench.Outcome outcome = bench.run();
    double most = 0;
    for (int aries = 0; aries < dragonfly.aries(); aries++) {
      for (int port = 0; port < Dragonfly.PORTS; port++) {
        // A packet is booked when it starts.
        final long busy = outcome.busyTicks(aries, port);
        assertTrue(busy <= ticks + 840, "Aries " + aries + ", port " + port + ": " + busy);
        most = Math.max(most, (double) busy / ticks);
      }
    }
    assertTrue(most > 0.9 || kind.equals("incast"), "busiest: " + most);
  }
}

package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.hopwright.models.cascade.network.CascadeBounds;
import io.hopwright.models.cascade.network.CascadeRates;
import io.hopwright.models.topology.Dragonfly;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares with sums over all routes between all pairs of nodes, walked link by link. */
class CascadeBoundsTest {
  private static final double EPSILON = 1e-9;

  /** Routes over each colour in each group and over each pair of groups, walked one by one. */
  private static final class Walked {
    final Dragonfly dragonfly;
    final double[] green;
    final double[] black;
    final double[][] blue;

    Walked(Dragonfly dragonfly) {
      this.dragonfly = dragonfly;
      green = new double[dragonfly.groups()];
      black = new double[dragonfly.groups()];
      blue = new double[dragonfly.groups()][dragonfly.groups()];
    }

    void minimalRoutes() {
      for (int source = 0; source < dragonfly.aries(); source++) {
        for (int destination = 0; destination < dragonfly.aries(); destination++) {
          walk(source, destination, nodesAt(source) * nodesAt(destination));
        }
      }
    }

    void valiantRoutes() {
      for (int source = 0; source < dragonfly.aries(); source++) {
        for (int destination = 0; destination < dragonfly.aries(); destination++) {
          final int g = dragonfly.groupOf(source);
          final boolean same = g == dragonfly.groupOf(destination);
          final int first = same ? dragonfly.firstAries(g) : 0;
          final int roots = same ? dragonfly.ariesIn(g) : dragonfly.aries();
          final double share = (double) nodesAt(source) * nodesAt(destination) / roots;
          for (int root = first; root < first + roots && source != destination; root++) {
            walk(source, root, share);
            walk(root, destination, share);
          }
        }
      }
    }

    private void walk(int source, int destination, double share) {
      final int g = dragonfly.groupOf(source);
      final int h = dragonfly.groupOf(destination);
      if (g == h) {
        walkLocally(source, destination, share);
        return;
      }
      final int links = dragonfly.blueLinks(g, h);
      for (int link = 0; link < links; link++) {
        final int gateway = dragonfly.gateway(g, h, link);
        walkLocally(source, gateway, share / links);
        blue[g][h] += share / links;
        final int port = dragonfly.gatewayPort(g, h, link);
        walkLocally(dragonfly.neighbour(gateway, port), destination, share / links);
      }
    }

    private void walkLocally(int source, int destination, double share) {
      int at = source;
      while (at != destination) {
        final int port = dragonfly.localPort(at, destination);
        (port < Dragonfly.BLACK ? green : black)[dragonfly.groupOf(at)] += share;
        at = dragonfly.neighbour(at, port);
      }
    }

    private int nodesAt(int aries) {
      int nodes = 0;
      for (int nic = 0; nic < Dragonfly.NICS; nic++) {
        nodes += dragonfly.nodeAt(aries, nic) >= 0 ? 1 : 0;
      }
      return nodes;
    }

    double pairs() {
      return (double) dragonfly.nodes() * (dragonfly.nodes() - 1);
    }

    CascadeBounds.Links means() {
      double blueSum = 0;
      for (double[] row : blue) {
        blueSum += sum(row);
      }
      return new CascadeBounds.Links(sum(green) / pairs(), sum(black) / pairs(), blueSum / pairs());
    }

    private static double sum(double[] values) {
      double sum = 0;
      for (double value : values) {
        sum += value;
      }
      return sum;
    }

    /**
     * Returns the limits from the links of each group's ports; 100 bytes on them carry 64 bytes of
     * data.
     */
    CascadeBounds.Limits limits(double blueRate) {
      final double[] limits = {
        Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY
      };
      final double[][] rates = new double[2][dragonfly.groups()];
      final double[][] blueRates = new double[dragonfly.groups()][dragonfly.groups()];
      for (int aries = 0; aries < dragonfly.aries(); aries++) {
        final int group = dragonfly.groupOf(aries);
        for (int port = 0; port < Dragonfly.TILES; port++) {
          final int to = dragonfly.neighbour(aries, port);
          if (to >= 0 && port >= Dragonfly.BLUE) {
            blueRates[group][dragonfly.groupOf(to)] += blueRate;
          } else if (to >= 0) {
            rates[port < Dragonfly.BLACK ? 0 : 1][group] += 5.25;
          }
        }
      }
      for (int g = 0; g < dragonfly.groups(); g++) {
        limits[0] = Math.min(limits[0], green[g] == 0 ? limits[0] : rates[0][g] / green[g]);
        limits[1] = Math.min(limits[1], black[g] == 0 ? limits[1] : rates[1][g] / black[g]);
        for (int h = 0; h < dragonfly.groups(); h++) {
          limits[2] = g == h ? limits[2] : Math.min(limits[2], blueRates[g][h] / blue[g][h]);
        }
      }
      final double factor = 0.64 * (dragonfly.nodes() - 1);
      return new CascadeBounds.Limits(
          factor * limits[0], factor * limits[1], factor * limits[2], 64 / (374 * 4 / 175.0));
    }
  }

  private static Dragonfly dragonfly(
      int groups, int planned, int chassis, int last, int blades, int cables, int io) {
    return new Dragonfly(new Dragonfly.Plan(groups, planned, chassis, last, blades, cables, io));
  }

  private static Dragonfly full(int groups) {
    return dragonfly(groups, groups, 6, 6, 16, 0, 0);
  }

  private static CascadeBounds bounds(int groups) {
    return new CascadeBounds(full(groups), CascadeRates.PUBLISHED, true, 64);
  }

  private static void assertLinks(CascadeBounds.Links expected, CascadeBounds.Links actual) {
    assertEquals(expected.green(), actual.green(), EPSILON);
    assertEquals(expected.black(), actual.black(), EPSILON);
    assertEquals(expected.blue(), actual.blue(), EPSILON);
    assertEquals(expected.green() + expected.black() + expected.blue(), actual.all(), EPSILON);
  }

  private static void assertLimits(CascadeBounds.Limits expected, CascadeBounds.Limits actual) {
    assertEquals(expected.green(), actual.green(), EPSILON);
    assertEquals(expected.black(), actual.black(), EPSILON);
    assertEquals(expected.blue(), actual.blue(), EPSILON);
    assertEquals(expected.host(), actual.host(), EPSILON);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 1, 2, 0, 0",
    "1, 4, 3, 3, 4, 0, 1",
    "2, 2, 1, 1, 2, 0, 0",
    "2, 2, 2, 1, 4, 0, 3",
    "3, 3, 2, 1, 4, 0, 0",
    "3, 3, 3, 3, 2, 0, 2",
    "4, 5, 2, 2, 2, 2, 1",
    "4, 4, 3, 1, 2, 0, 2",
    "5, 5, 1, 1, 4, 0, 3",
    "4, 4, 2, 1, 4, 2, 4"
  })
  void shouldEqualSumsOverAllRoutes(
      int groups, int planned, int chassis, int last, int blades, int cables, int io) {
    final Dragonfly dragonfly = dragonfly(groups, planned, chassis, last, blades, cables, io);
    final CascadeBounds optical = new CascadeBounds(dragonfly, CascadeRates.PUBLISHED, true, 64);
    final CascadeBounds electrical =
        new CascadeBounds(dragonfly, CascadeRates.PUBLISHED, false, 64);
    final Walked minimal = new Walked(dragonfly);
    minimal.minimalRoutes();
    assertLinks(minimal.means(), optical.minimalLinks());
    assertLimits(minimal.limits(4.6875), optical.uniformMinimal());
    assertLimits(minimal.limits(5.25), electrical.uniformMinimal());
    final Walked valiant = new Walked(dragonfly);
    valiant.valiantRoutes();
    assertLinks(valiant.means(), optical.valiantLinks());
    assertLimits(valiant.limits(4.6875), optical.uniformValiant());
    assertLimits(valiant.limits(5.25), electrical.uniformValiant());
  }

  /** The rows are from a table computed by hand: full wiring, the last digit rounded. */
  @ParameterizedTest
  @CsvSource({
    "2, 240, 11.72, 15.0, 9.0",
    "6, 720, 11.72, 9.0, 16.2",
    "8, 952, 11.62, 8.5, 20.4",
    "64, 6048, 9.23, 6.0, 115.2",
    "241, 28920, 11.72, 7.5, 544.5"
  })
  void shouldHaveTheWorkedOutLimitsOfBlueLinks(
      int groups, long cables, double global, double uniform, double bisection) {
    final CascadeBounds bounds = bounds(groups);
    assertEquals(cables, bounds.opticalCables());
    assertEquals(global, bounds.globalGigabytesPerSecond(), 0.005);
    assertEquals(uniform, bounds.uniformMinimal().blue(), 0.05);
    assertEquals(bisection, bounds.bisectionTerabytesPerSecond(), 0.05);
  }

  /** CC-G1: the formula of section VIII. */
  @ParameterizedTest
  @CsvSource({"2, 0", "6, 12", "8, 34", "64, 0", "241, 1"})
  void shouldFollowTheFormulaOfTheBisection(int groups, int cables) {
    final Dragonfly dragonfly = dragonfly(groups, groups, 6, 6, 16, cables, 0);
    final double linksPerGroup = 4.0 * (groups - 1) * dragonfly.cablesBetween(0, 1);
    final double expected = groups / (2.0 * (groups - 1)) * 4.6875e-3 * linksPerGroup * groups;
    assertEquals(
        expected,
        new CascadeBounds(dragonfly, CascadeRates.PUBLISHED, true, 64)
            .bisectionTerabytesPerSecond(),
        1e-9 * expected);
  }

  /** CC-G2: 11.7 GB/s raw, 64 % of them data, 7.5 GB/s (section VIII). */
  @Test
  void shouldHaveThePublishedGlobalBandwidth() {
    final CascadeBounds bounds = bounds(241);
    assertEquals(11.71875, bounds.globalGigabytesPerSecond(), EPSILON);
    assertEquals(0.64, bounds.payloadShare(), EPSILON);
    assertEquals(7.5, bounds.globalGigabytesPerSecond() * bounds.payloadShare(), EPSILON);
    assertEquals(7.5, bounds.hostGigabytesPerSecond(), 0.02);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 23, 10, 199",
    "8, 8, 32, 10, 219",
    "64, 64, 90, 10, 374",
    "65, 65, 113, 20, 573",
    "128, 128, 180, 20, 748",
    "4194304, 4194304, 5898240, 655360, 24510464"
  })
  void shouldCountTheBytesOfAllPackets(
      int bytes, double data, double request, double response, double hostTicks) {
    final CascadeBounds bounds = new CascadeBounds(full(2), CascadeRates.PUBLISHED, true, bytes);
    assertEquals(data / (request + response), bounds.payloadShare(), EPSILON);
    assertEquals(data / (hostTicks * 4 / 175), bounds.hostGigabytesPerSecond(), EPSILON);
  }

  @Test
  void shouldTakeTheMeansOfMixedSizes() {
    final CascadeBounds bounds =
        new CascadeBounds(full(2), CascadeRates.PUBLISHED, true, 1, 65, 128, 128);
    assertEquals(322.0 / (23 + 113 + 2 * 180 + 10 + 3 * 20), bounds.payloadShare(), EPSILON);
    final double hostTicks = 199 + 573 + 2 * 748;
    assertEquals(322 / (hostTicks * 4 / 175), bounds.hostGigabytesPerSecond(), EPSILON);
  }

  /**
   * Green links saturate before hosts and blue links of full systems do. A packet between groups
   * takes 15/16 of a green link at either end, and four nodes have 15 links.
   */
  @ParameterizedTest
  @CsvSource({"6, 7.33", "8, 7.17", "241, 6.73"})
  void shouldFindThatGreenLinksBind(int groups, double drawnEvenly) {
    final CascadeBounds bounds = bounds(groups);
    assertEquals(drawnEvenly, bounds.uniformMinimal().green(), 0.01);
    assertEquals(drawnEvenly, bounds.uniformMinimal().least(), 0.01);
  }

  /**
   * CC-R1: minimal routes and the best mixture. On eight groups a shift by four puts the responses
   * on the blue links of the requests. The optima are those of the linear program.
   */
  @ParameterizedTest
  @CsvSource({
    "8, 4, 1.0625, 4.25",
    "8, -4, 1.0625, 4.25",
    "8, 1, 1.1806, 4.25",
    "8, -1, 1.1806, 4.25",
    "8, 11, 1.1806, 4.25",
    "6, 2, 1.6667, 4.7368",
    "5, 1, 2.0833, 4.8491",
    "9, 2, 1.0417, 4.3048"
  })
  void shouldLimitTheShiftOfGroups(int groups, int shift, double minimal, double optimum) {
    final CascadeBounds bounds = bounds(groups);
    assertEquals(minimal, bounds.shiftMinimal(shift).blue(), 1e-4);
    assertEquals(minimal, bounds.shiftMinimal(shift).least(), 1e-4);
    assertEquals(optimum, bounds.shiftOptimum(shift).blue(), 1e-4);
  }

  @Test
  void shouldFindThatGreenLinksBindTheShiftOfGroups() {
    assertEquals(3.89, bounds(8).shiftOptimum(4).green(), 0.005);
    assertEquals(3.89, bounds(8).shiftOptimum(4).least(), 0.005);
  }

  @Test
  void shouldLimitTheShiftBetweenTwoGroupsAlikeForAllRoutes() {
    final CascadeBounds bounds = bounds(2);
    assertEquals(bounds.shiftMinimal(1).least(), bounds.shiftOptimum(1).least(), EPSILON);
    assertEquals(bounds.shiftMinimal(1).blue(), bounds.shiftOptimum(1).blue(), EPSILON);
    assertEquals(7.5, bounds.shiftMinimal(1).blue(), EPSILON);
    assertEquals(5.25 * 15 / 4 * 16 / 15 / 2 * 0.64, bounds.shiftMinimal(1).green(), EPSILON);
  }

  @Test
  void shouldNotKnowTheShiftOfUnlikeGroups() {
    assertNotNull(bounds(3).shiftMinimal(1));
    assertNull(bounds(3).shiftMinimal(3));
    assertNull(bounds(3).shiftOptimum(0));
    final Dragonfly partial = dragonfly(3, 3, 6, 5, 16, 0, 0);
    assertNull(new CascadeBounds(partial, CascadeRates.PUBLISHED, true, 64).shiftMinimal(1));
    final Dragonfly withIo = dragonfly(3, 3, 6, 6, 16, 0, 1);
    assertNull(new CascadeBounds(withIo, CascadeRates.PUBLISHED, true, 64).shiftOptimum(1));
  }

  /** Section VII: a minimal route takes at most one optical link, a fat tree two. */
  @Test
  void shouldCompareOpticalLinksWithAFatTree() {
    final CascadeBounds bounds = bounds(64);
    assertEquals(63.0 / 64 * 24_576 / 24_575, bounds.minimalLinks().blue(), EPSILON);
    assertEquals(0.5, bounds.opticalLinksToFatTree(bounds.minimalLinks()), 0.01);
    assertEquals(1, bounds.opticalLinksToFatTree(bounds.valiantLinks()), 0.04);
    final CascadeBounds electrical = new CascadeBounds(full(2), CascadeRates.PUBLISHED, false, 64);
    assertEquals(0, electrical.opticalLinksToFatTree(electrical.minimalLinks()));
    assertEquals(0, electrical.opticalCables());
  }

  /**
   * CC-T2: section III gives six or seven links for most non-minimal routes. Blue links drawn
   * evenly from a bundle, wherever their gateways are, add one or two.
   */
  @ParameterizedTest
  @CsvSource({"2, 4.92", "8, 7.79", "16, 8.41", "64, 8.91", "241, 9.03"})
  void shouldTakeSevenToNineLinksOnNonMinimalRoutes(int groups, double links) {
    assertEquals(links, bounds(groups).valiantLinks().all(), 0.01);
  }
}

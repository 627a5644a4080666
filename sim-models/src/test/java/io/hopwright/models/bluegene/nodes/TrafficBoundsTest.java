package io.hopwright.models.bluegene.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.SubGrid;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares with sums over all pairs of nodes. */
class TrafficBoundsTest {
  private static final double EPSILON = 1e-12;

  private static TrafficBounds bounds(Torus torus) {
    return new TrafficBounds(torus, new TrafficBounds.Links(12, false, false), List.of(256));
  }

  private static boolean agree(Torus torus, boolean[] free, int one, int other) {
    boolean agree = true;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      agree &=
          free[dimension] || torus.coordinate(one, dimension) == torus.coordinate(other, dimension);
    }
    return agree;
  }

  @ParameterizedTest
  @CsvSource({"5, 3, 1", "4, 3, 2", "7, 1, 5", "2, 2, 2", "1, 6, 1", "5, 5, 5", "8, 4, 3"})
  void shouldFindTheMeanHopsOfEveryGroup(int x, int y, int z) {
    final Torus torus = new Torus(x, y, z);
    for (int choice = 1; choice < 8; choice++) {
      final boolean[] free = {(choice & 1) != 0, (choice & 2) != 0, (choice & 4) != 0};
      final SubGrid group = new SubGrid(torus, free);
      long hops = 0;
      long pairs = 0;
      for (int from = 0; from < torus.nodes(); from++) {
        for (int to = 0; to < torus.nodes(); to++) {
          if (from != to && agree(torus, free, from, to)) {
            hops += torus.distance(from, to);
            pairs++;
          }
        }
      }
      if (pairs > 0) {
        final double mean = (double) hops / pairs;
        assertEquals(mean, bounds(torus).groupHops(group), EPSILON, "choice " + choice);
        if (choice == 7) {
          assertEquals(mean, bounds(torus).uniformHops(), EPSILON);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5, 3, 1, 2, 2, 1, 0.25",
    "4, 3, 2, 1, 1, 1, 0.5",
    "4, 3, 2, 4, 3, 2, 0.75",
    "7, 2, 3, 5, 1, 2, 1",
    "6, 5, 3, 3, 4, 1, 0",
    "3, 3, 3, 1, 3, 2, 0.1"
  })
  void shouldFindTheMeanHopsOfHotRegions(
      int x, int y, int z, int boxX, int boxY, int boxZ, double fraction) {
    final Torus torus = new Torus(x, y, z);
    final HotBox box = new HotBox(torus, boxX, boxY, boxZ);
    double mean = 0;
    for (int from = 0; from < torus.nodes(); from++) {
      double uniform = 0;
      double hot = 0;
      int members = 0;
      for (int to = 0; to < torus.nodes(); to++) {
        uniform += torus.distance(from, to) / (torus.nodes() - 1.0);
        if (to != from && box.contains(to)) {
          hot += torus.distance(from, to);
          members++;
        }
      }
      final double toBox = members == 0 ? uniform : hot / members;
      mean += (fraction * toBox + (1 - fraction) * uniform) / torus.nodes();
    }
    assertEquals(mean, bounds(torus).hotRegionHops(box, fraction), EPSILON);
  }

  /**
   * Long rings saturate first. Not all links saturate at once where the box spans the whole ring.
   */
  @ParameterizedTest
  @CsvSource({
    "4, 2, 9, 4, 2, 9, 0.5, false",
    "4, 2, 9, 2, 2, 9, 0.1, false",
    "3, 4, 12, 3, 4, 1, 0.02, true",
    "4, 4, 4, 1, 1, 1, 0.01, true"
  })
  void shouldFindTheRateOfHotRegions(
      int x, int y, int z, int boxX, int boxY, int boxZ, double fraction, boolean tiesPlus) {
    final Torus torus = new Torus(x, y, z);
    final HotBox box = new HotBox(torus, boxX, boxY, boxZ);
    final TrafficBounds bounds =
        new TrafficBounds(torus, new TrafficBounds.Links(12, false, tiesPlus), List.of(256));
    final double[] hops = new double[Torus.PORTS];
    for (int from = 0; from < torus.nodes(); from++) {
      final int hot = box.nodes() - (box.contains(from) ? 1 : 0);
      for (int to = 0; to < torus.nodes(); to++) {
        final double uniform = from == to ? 0 : 1.0 / (torus.nodes() - 1);
        final double toBox = hot == 0 ? uniform : box.contains(to) && from != to ? 1.0 / hot : 0;
        final double weight = fraction * toBox + (1 - fraction) * uniform;
        for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
          final int plus = torus.hopsThrough(from, to, 2 * dimension);
          final int minus = torus.hopsThrough(from, to, 2 * dimension + 1);
          final double share = plus < minus ? 1 : plus > minus ? 0 : tiesPlus ? 1 : 0.5;
          hops[2 * dimension] += weight * share * plus / torus.nodes();
          hops[2 * dimension + 1] += weight * (1 - share) * minus / torus.nodes();
        }
      }
    }
    double ticks = 0;
    for (int port = 0; port < Torus.PORTS; port++) {
      ticks = Math.max(ticks, 260 * hops[port] + 12 * hops[port ^ 1]);
    }
    final double cut =
        box.nodes() == torus.nodes() ? Double.MAX_VALUE : bounds.cutRate(box, fraction);
    assertTrue(1 / ticks < cut, () -> "the box is full first, at " + cut);
    assertEquals(1 / ticks, bounds.hotRegionRate(box, fraction), EPSILON);
  }

  /**
   * A broadcast in turns: a fourth of the packets each goes round 11 and round 3 hops, in either
   * direction.
   */
  @Test
  void shouldFindTheRateOfTheLongestRing() {
    final TrafficBounds bounds = bounds(new Torus(4, 1, 12));
    assertEquals(4 / (11 * 272.0), bounds.ringRate(List.of(0, 1, 4, 5)), EPSILON);
  }

  @ParameterizedTest
  @CsvSource({"5, 3, 1", "4, 3, 2", "2, 2, 2", "1, 6, 1"})
  void shouldFindTheMeanHopsAroundTheRings(int x, int y, int z) {
    final Torus torus = new Torus(x, y, z);
    final List<Integer> ports = new ArrayList<>();
    double hops = 0;
    for (int port = 0; port < Torus.PORTS; port++) {
      if (torus.hasLink(port)) {
        ports.add(port);
        hops += torus.extent(port / 2) - 1;
      }
    }
    assertEquals(hops / ports.size(), bounds(torus).ringHops(ports), EPSILON);
  }

  /**
   * Peak of an all-to-all as {@code docs/models} gives it for machines of even extents: if each
   * node sends to all, itself included, {@code 8/k} of the longest dimension k.
   */
  @ParameterizedTest
  @CsvSource({
    "8, 8, 8",
    "8, 1, 1",
    "8, 8, 1",
    "16, 8, 8",
    "8, 4, 4",
    "8, 8, 16",
    "16, 16, 8",
    "16, 16, 16",
    "8, 16, 8",
    "32, 16, 16",
    "32, 32, 16",
    "32, 32, 32",
    "64, 32, 32",
    "40, 32, 16"
  })
  void shouldPeakAtEightByTheLongestExtent(int x, int y, int z) {
    final Torus torus = new Torus(x, y, z);
    final SubGrid all = new SubGrid(torus, true, true, true);
    final int longest = Math.max(x, Math.max(y, z));
    final double bytes = bounds(torus).peakRate(all) * (256 + 4 + 12);
    final double withItself = bytes * torus.nodes() / (torus.nodes() - 1);
    assertEquals(8.0 / longest, withItself, EPSILON);
    int dimensions = 0;
    int extents = 0;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      dimensions += torus.extent(dimension) > 1 ? 1 : 0;
      extents += torus.extent(dimension) > 1 ? torus.extent(dimension) : 0;
    }
    assertEquals(
        (double) extents / dimensions / longest,
        bounds(torus).peakLinkUtilization(all),
        EPSILON,
        "links of a shorter dimension have less to do");
  }

  @ParameterizedTest
  @CsvSource({"5, 3, 1, 7", "4, 3, 2, 7", "4, 3, 2, 3", "4, 3, 2, 4", "7, 5, 2, 6", "2, 2, 2, 7"})
  void shouldPeakWhereTheBusiestDimensionIsFull(int x, int y, int z, int choice) {
    final Torus torus = new Torus(x, y, z);
    final boolean[] free = {(choice & 1) != 0, (choice & 2) != 0, (choice & 4) != 0};
    final SubGrid group = new SubGrid(torus, free);
    final TrafficBounds bounds = bounds(torus);
    final double[] load = new double[Torus.DIMENSIONS];
    double all = 0;
    for (int from = 0; from < torus.nodes(); from++) {
      for (int to = 0; to < torus.nodes(); to++) {
        for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
          if (agree(torus, free, from, to)) {
            final int offset = torus.offset(from, to, dimension);
            final double hops = Math.min(offset, torus.extent(dimension) - offset);
            final double bytes = bounds.peakRate(group) / (group.nodes() - 1) * hops * 272;
            load[dimension] += bytes / torus.links(dimension);
            all += bytes / torus.links();
          }
        }
      }
    }
    double busiest = 0;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      busiest = Math.max(busiest, torus.links(dimension) > 0 ? load[dimension] : 0);
    }
    assertEquals(1, busiest, EPSILON);
    assertEquals(all, bounds.peakLinkUtilization(group), EPSILON);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.5", "5, 0.01", "12, 1.3"})
  void shouldFindTheRateThatTakesATargetUtilization(int ackBytes, double utilization) {
    final Torus torus = new Torus(6, 5, 3);
    final TrafficBounds bounds =
        new TrafficBounds(
            torus, new TrafficBounds.Links(ackBytes, false, false), List.of(32, 64, 256, 256));
    final double meanHops = 3.25;
    final double wireBytes = (32 + 64 + 256 + 256) / 4.0 + 4 + ackBytes;
    assertEquals(
        utilization * torus.links(),
        bounds.rate(utilization, meanHops) * torus.nodes() * meanHops * wireBytes,
        1e-9);
    assertEquals(152, bounds.meanBytes());
    assertEquals((152 - 16) / wireBytes, bounds.payloadShare(), EPSILON);
  }

  @Test
  void shouldSpeakOfFullPacketsAsThePaperDoes() {
    assertEquals(240.0 / 272, bounds(new Torus(8, 8, 8)).payloadShare(), EPSILON);
  }
}

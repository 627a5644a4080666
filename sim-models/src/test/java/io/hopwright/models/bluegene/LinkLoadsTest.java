package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.switching.torusrouter.TorusMeasures;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.Torus;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Load of each link, against the sums over all pairs of nodes. */
class LinkLoadsTest {
  private static final int DATA = 260;
  private static final int ACK = 12;

  /** Number of packets that each link carried until all were delivered. */
  private static final class Counts {
    private final Torus torus;
    private final long[][] packets;

    Counts(Torus torus, long[][] packets) {
      this.torus = torus;
      this.packets = packets;
    }

    static Counts of(Runs runs, Torus torus) {
      runs.with("statistics.links", List.of("link")).partition(64, 64, 64).drained();
      final TorusPartition partition = runs.outcome().partitions().get(0);
      final PortCounts statistics = partition.measures().links();
      final int vcs = 3;
      final long[][] packets = new long[torus.nodes()][Torus.PORTS];
      for (int local = 0; local < torus.nodes(); local++) {
        final int node = statistics.router(local);
        for (int port = 0; port < Torus.PORTS; port++) {
          long bytes = 0;
          for (int vc = 0; vc < vcs; vc++) {
            bytes += statistics.of(local, port, TorusMeasures.dataBytes(vc));
          }
          assertEquals(0, bytes % DATA, "bytes that are no packets");
          packets[node][port] = bytes / DATA;
        }
      }
      final Counts counts = new Counts(torus, packets);
      counts.checkAcks(statistics);
      return counts;
    }

    /** Checks that each packet that arrived over a link has one token-ack on the opposite link. */
    private void checkAcks(PortCounts statistics) {
      for (int local = 0; local < torus.nodes(); local++) {
        final int node = statistics.router(local);
        for (int port = 0; port < Torus.PORTS; port++) {
          if (torus.extent(port / 2) > 1) {
            assertEquals(
                ACK * packets[torus.neighbour(node, port)][port ^ 1],
                statistics.of(local, port, TorusMeasures.ACK_BYTES),
                "token-acks of node " + node + " on " + torus.portName(port));
          }
        }
      }
    }

    double packets(int node, int port) {
      return packets[node][port];
    }

    double all() {
      double sum = 0;
      for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
        sum += inDimension(dimension);
      }
      return sum;
    }

    double inDimension(int dimension) {
      return onPort(2 * dimension) + onPort(2 * dimension + 1);
    }

    double onPort(int port) {
      long sum = 0;
      for (long[] ofNode : packets) {
        sum += ofNode[port];
      }
      return sum;
    }
  }

  private static Runs runs(Torus torus, String kind, String routing) {
    return Runs.torus(torus.extent(0), torus.extent(1), torus.extent(2))
        .with("workload.kind", kind)
        .with("router.routing", routing);
  }

  private static double scatter(double expected) {
    return Math.sqrt(expected);
  }

  /**
   * Compares random counts with theory. Each count is within five standard deviations, as for
   * independent packets; the squares are as expected on average. Sums over all links of a
   * direction, of a dimension and of the machine are within 2 %, which is four standard deviations.
   *
   * @param meanSquare 1 for random directions; if each node uses its n links in turn, 1/n, because
   *     only the number of its packets is random
   */
  private static void assertLike(
      LinkTheory theory, double packets, Counts counts, double meanSquare) {
    final Torus torus = counts.torus;
    final double scale = packets / theory.rate();
    double squares = 0;
    int links = 0;
    for (int node = 0; node < torus.nodes(); node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        final double expected = scale * theory.packets(node, port);
        final double off = counts.packets(node, port) - expected;
        if (expected == 0) {
          assertEquals(0, counts.packets(node, port));
        } else {
          final String where = torus + ", node " + node + ", " + torus.portName(port);
          assertEquals(0, off / scatter(expected), 5, where + ": " + expected);
          if (scatter(expected) < 0.005 * expected) {
            assertEquals(0, off, 0.02 * expected, where);
          }
          squares += off * off / expected;
          links++;
        }
      }
    }
    // The bounds are wide: there are few links, and links that carry the same packets have
    // correlated counts.
    final double measured = squares / links / meanSquare;
    assertTrue(measured > 0.6 && measured < 1.6, torus + ": squares " + measured);
    for (int port = 0; port < Torus.PORTS; port++) {
      double expected = 0;
      for (int node = 0; node < torus.nodes(); node++) {
        expected += scale * theory.packets(node, port);
      }
      assertTrue(expected == 0 || scatter(expected) < 0.005 * expected, "too few: " + expected);
      assertEquals(expected, counts.onPort(port), 0.02 * expected, torus.portName(port));
    }
    assertDimensions(theory, packets, counts);
  }

  private static void assertDimensions(LinkTheory theory, double packets, Counts counts) {
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final double expected = packets / theory.rate() * theory.hops(dimension);
      assertEquals(expected, counts.inDimension(dimension), 0.02 * expected);
    }
    assertEquals(packets * theory.meanHops(), counts.all(), 0.01 * counts.all());
  }

  private static HotBox hotBox(Torus torus) {
    return new HotBox(torus, 2, Math.min(2, torus.extent(1)), 1);
  }

  private static List<Long> extents(HotBox box) {
    return List.of((long) box.extent(0), (long) box.extent(1), (long) box.extent(2));
  }

  private static LinkTheory theory(Torus torus, String kind) {
    return switch (kind) {
      case "uniform" -> LinkTheory.uniform(torus);
      case "hot-region" -> LinkTheory.hotRegion(torus, hotBox(torus), 0.25);
      case "neighbours" -> LinkTheory.rings(torus, false);
      default -> LinkTheory.rings(torus, true);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "uniform,5,3,2,0.3,4000",
    "hot-region,6,4,1,0.3,4000",
    "neighbours,4,4,2,0.5,1500",
    "broadcast,5,3,1,0.3,5000"
  })
  void shouldCarryOnEachLinkWhatTheSumsSay(
      String kind, int x, int y, int z, double load, long packetsPerLink) {
    assertLikeTheory(kind, new Torus(x, y, z), load, packetsPerLink);
  }

  @ParameterizedTest
  @CsvSource({
    "uniform,4,4,4,0.3,1500",
    "uniform,6,4,1,0.3,4000",
    "hot-region,4,4,4,0.3,1500",
    "hot-region,5,3,2,0.3,4000",
    "neighbours,5,3,1,0.5,4000",
    "broadcast,4,4,2,0.3,3500",
    "uniform,4,2,1,0.4,45000",
    "hot-region,7,1,1,0.4,45000"
  })
  @Tag("slow")
  void shouldCarryItOnMoreMachines(
      String kind, int x, int y, int z, double load, long packetsPerLink) {
    assertLikeTheory(kind, new Torus(x, y, z), load, packetsPerLink);
  }

  private static void assertLikeTheory(String kind, Torus torus, double load, long packetsPerLink) {
    final long ticks = (long) (packetsPerLink * (DATA + ACK) / load);
    final LinkTheory theory = theory(torus, kind);
    final Runs runs =
        runs(torus, kind, "static")
            .with("workload.hotBox", extents(hotBox(torus)))
            .with("workload.load", load)
            .ticks(ticks);
    // This number of packets keeps all links together busy for the share {@code load} of the time.
    final double packets = load * torus.links() * ticks / (theory.meanHops() * (DATA + ACK));
    final boolean random = kind.equals("uniform") || kind.equals("hot-region");
    final double linksPerNode = (double) torus.links() / torus.nodes();
    assertLike(theory, packets, Counts.of(runs, torus), random ? 1 : 1 / linksPerNode);
  }

  @ParameterizedTest
  @CsvSource({"uniform,4,4,2", "uniform,5,3,2", "hot-region,4,4,2", "hot-region,5,3,2"})
  void shouldCarryTheSameInEachDimensionWithDynamicRouting(String kind, int x, int y, int z) {
    final Torus torus = new Torus(x, y, z);
    final long ticks = 400_000;
    final LinkTheory theory = theory(torus, kind);
    final Runs runs =
        runs(torus, kind, "dynamic")
            .with("workload.hotBox", extents(hotBox(torus)))
            .with("workload.load", 0.3)
            .ticks(ticks);
    final double packets = 0.3 * torus.links() * ticks / (theory.meanHops() * (DATA + ACK));
    assertDimensions(theory, packets, Counts.of(runs, torus));
  }

  @ParameterizedTest
  @CsvSource({"xyz,5,3,3", "xy,5,3,3", "yz,5,3,2", "x,7,2,2", "z,2,4,5", "xz,3,2,5", "xyz,7,5,1"})
  void shouldCarryAllToAllsExactlyWhereNothingIsLeftToChance(
      String dimensions, int x, int y, int z) {
    final Torus torus = new Torus(x, y, z);
    final List<String> names = dimensions.chars().mapToObj(Character::toString).toList();
    final LinkTheory theory = LinkTheory.allToAll(torus, names);
    final Counts counts =
        Counts.of(
            runs(torus, "all-to-all", "static")
                .with("workload.dimensions", names)
                .with("workload.packetsPerDestination", 3L),
            torus);
    for (int node = 0; node < torus.nodes(); node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        if (!names.contains("xyz".substring(port / 2, port / 2 + 1))
            || torus.extent(port / 2) % 2 == 1) {
          assertEquals(3 * theory.packets(node, port), counts.packets(node, port), 1e-9);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"static,xyz", "dynamic,xyz", "static,yz", "dynamic,yz", "static,x", "dynamic,x"})
  void shouldCarryAllToAllsExactlyInEachDimension(String routing, String dimensions) {
    final Torus torus = new Torus(4, 6, 2);
    final List<String> names = dimensions.chars().mapToObj(Character::toString).toList();
    final LinkTheory theory = LinkTheory.allToAll(torus, names);
    final Counts counts =
        Counts.of(
            runs(torus, "all-to-all", routing)
                .with("workload.dimensions", names)
                .with("workload.packetsPerDestination", 3L),
            torus);
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      assertEquals(3 * theory.hops(dimension), counts.inDimension(dimension), 1e-6);
    }
  }
}

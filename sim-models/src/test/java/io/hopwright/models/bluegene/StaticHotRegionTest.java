package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunOutcome;
import io.hopwright.models.measure.PortCounts;
import io.hopwright.models.switching.torusrouter.TorusMeasures;
import io.hopwright.models.switching.torusrouter.TorusPartition;
import io.hopwright.models.topology.HotBox;
import io.hopwright.models.topology.Torus;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Static routing with a hot region: if all sources send equally, the hottest link limits all of
 * them.
 */
class StaticHotRegionTest {
  private static final int BYTES = 256;
  private static final int DATA = BYTES + 4;
  private static final int ACK = 12;
  private static final long WARMUP = 150_000;
  private static final long TICKS = 300_000;

  /**
   * Sustained rates of a machine.
   *
   * @param held share of the time in which the hottest link was held
   * @param carried packets per tick that it carried
   * @param slowest packets per tick that the slowest source delivered
   * @param mean of all sources
   */
  private record Sustained(double held, double carried, double slowest, double mean) {}

  /** Measures a run with the given offered packets per tick and node. */
  private static Sustained sustain(
      Torus torus, HotBox box, double meanHops, double rate, int link) {
    final long[] delivered = new long[torus.nodes()];
    final double load = rate * torus.nodes() * meanHops * (DATA + ACK) / torus.links();
    final Runs runs =
        Runs.torus(torus.extent(0), torus.extent(1), torus.extent(2))
            .partition(64, 64, 64)
            .with("workload.kind", "hot-region")
            .with(
                "workload.hotBox",
                List.of((long) box.extent(0), (long) box.extent(1), (long) box.extent(2)))
            .with("workload.load", load)
            .with("router.routing", "static")
            .with("statistics.links", List.of("link"))
            .with("run.warmupTicks", WARMUP)
            .ticks(TICKS)
            .observedBy(
                (source, destination, sequence, trafficClass, chunks, tick) ->
                    delivered[source] += tick >= WARMUP && tick < WARMUP + TICKS ? 1 : 0);
    final RunOutcome<TorusPartition> outcome = runs.outcome();
    final PortCounts statistics = outcome.partitions().get(0).measures().links();
    long held = 0;
    long carried = 0;
    for (int node = 0; node < torus.nodes(); node++) {
      for (int port = 0; port < Torus.PORTS; port++) {
        long bytes = 0;
        for (int vc = 0; vc < 3; vc++) {
          bytes += statistics.of(node, port, TorusMeasures.dataBytes(vc));
        }
        final long all = bytes + statistics.of(node, port, TorusMeasures.ACK_BYTES);
        // One packet more may be booked, as it is booked when it starts.
        assertTrue(all <= TICKS + DATA, "node " + node + " holds " + all + " of " + TICKS);
        if (link == Torus.PORTS * statistics.router(node) + port) {
          held = all;
          carried = bytes / DATA;
        }
      }
    }
    return new Sustained(
        (double) held / TICKS,
        (double) carried / TICKS,
        Arrays.stream(delivered).mapToDouble(count -> (double) count / TICKS).min().orElseThrow(),
        Arrays.stream(delivered).mapToDouble(count -> (double) count / TICKS).average().orElse(0));
  }

  @ParameterizedTest
  @CsvSource({"5,3,2,2,2,1", "8,1,1,3,1,1"})
  void shouldNotSustainMoreThanTheHottestLinkCarries(
      int x, int y, int z, int hotX, int hotY, int hotZ) {
    final Torus torus = new Torus(x, y, z);
    final HotBox box = new HotBox(torus, hotX, hotY, hotZ);
    final LinkTheory theory = LinkTheory.hotRegion(torus, box, 0.25);
    final int link = theory.hottestLink(BYTES, ACK);
    final double limit = 1 / theory.occupancy(link / Torus.PORTS, link % Torus.PORTS, BYTES, ACK);
    final double crossing = theory.packets(link / Torus.PORTS, link % Torus.PORTS);
    for (double share : new double[] {1.05, 1.3, 2}) {
      final Sustained above = sustain(torus, box, theory.meanHops(), share * limit, link);
      final String what = torus + " offered " + share + " of " + limit + ": " + above;
      assertTrue(above.held() <= 1 + (double) DATA / TICKS && above.held() > 0.75, what);
      assertTrue(above.slowest() < limit, what);
      // All sources that use the link together stay below the limit without token-acks.
      assertTrue(above.carried() / crossing < 1 / (crossing * DATA), what);
      assertTrue(above.carried() / crossing < 1.01 * limit, what);
      assertTrue(above.slowest() < 0.9 * share * limit, "not above what is sustained: " + what);
    }
    final Sustained below = sustain(torus, box, theory.meanHops(), 0.5 * limit, link);
    assertEquals(0.5, below.held(), 0.04, torus + ": " + below);
    assertEquals(0.5 * limit, below.mean(), 0.01 * limit, torus + ": " + below);
    assertTrue(below.slowest() > 0.4 * limit, torus + ": " + below);
  }

  @ParameterizedTest
  @CsvSource({"4,4,4,2,2,2", "6,4,2,3,1,2", "5,5,3,2,3,1"})
  @Tag("slow")
  void shouldNotSustainMoreOnLargerOnes(int x, int y, int z, int hotX, int hotY, int hotZ) {
    shouldNotSustainMoreThanTheHottestLinkCarries(x, y, z, hotX, hotY, hotZ);
  }
}

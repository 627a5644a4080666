package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.bluegene.nodes.TrafficBounds;
import io.hopwright.models.topology.SubGrid;
import io.hopwright.models.topology.Torus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fast router against theory: latency at zero load, mean hops, bounds, no deadlock. */
class TorusPhysicsTest {
  private static final List<Long> MIXED = List.of(32L, 64L, 96L, 128L, 160L, 192L, 224L, 256L);

  /**
   * Returns the sum of the parts: header 8, per hop 10 of flight and 8 of header, then packet and
   * trailer.
   */
  private static long zeroLoad(int hops, int bytes) {
    return 8 + (10 + 8) * (long) hops + bytes + 4;
  }

  @ParameterizedTest
  @CsvSource({"8,8,8,256", "6,5,3,256", "32,1,1,32", "2,2,2,64", "64,32,32,256", "1,7,2,160"})
  void shouldTakeTheSumOfItsPartsForEveryHopCount(int x, int y, int z, int bytes) {
    final Torus torus = new Torus(x, y, z);
    final Set<Integer> hopCounts = new HashSet<>();
    final long spacing = zeroLoad(torus.diameter(), 256) + 256;
    final Map<String, Object> summary =
        Runs.torus(x, y, z)
            .partition(64, 64, 64)
            .with("workload.kind", "probe")
            .with("workload.packetBytes", List.of((long) bytes))
            .drained()
            .observedBy(
                (source, destination, sequence, trafficClass, chunks, tick) -> {
                  final int hops = torus.distance(source, destination);
                  assertEquals(sequence * spacing + zeroLoad(hops, bytes), tick, hops + " hops");
                  hopCounts.add(hops);
                })
            .result()
            .summary();
    assertEquals(torus.diameter(), hopCounts.size(), "hop counts covered");
    final Map<?, ?> excess = (Map<?, ?>) summary.get("zeroLoadExcessTicks");
    assertEquals(0L, excess.get("min"));
    assertEquals(0L, excess.get("max"));
    final Map<?, ?> response = (Map<?, ?>) summary.get("responseTicks");
    assertEquals(zeroLoad(torus.diameter(), bytes), response.get("max"));
  }

  @ParameterizedTest
  @CsvSource({"0,0,true", "5,0,true", "5,3,true", "5,3,false", "0,3,false"})
  void shouldAddTheDelaysOfArbitrationAndVcEntry(long arbitration, long entry, boolean bypass) {
    final int hops = 12;
    final Map<String, Object> summary =
        Runs.torus(8, 8, 8)
            .with("workload.kind", "probe")
            .with("router.arbitrationTicks", arbitration)
            .with("router.vcEntryTicks", entry)
            .with("router.bypass", bypass)
            .drained()
            .result()
            .summary();
    final Map<?, ?> response = (Map<?, ?>) summary.get("responseTicks");
    assertEquals(
        zeroLoad(hops, 256) + (hops + 1) * arbitration + (bypass ? 0 : hops * entry),
        response.get("max"));
  }

  @ParameterizedTest
  @CsvSource({"4,4,4", "6,5,3", "8,2,1", "5,1,1", "2,2,2", "3,2,1"})
  void shouldDeliverAnAllToAllOnceAndAtTheRightNode(int x, int y, int z) {
    final Torus torus = new Torus(x, y, z);
    final Set<List<Integer>> pairs = new HashSet<>();
    final Map<String, Object> summary =
        Runs.torus(x, y, z)
            .with("workload.kind", "all-to-all")
            .drained()
            .observedBy(
                (source, destination, sequence, trafficClass, chunks, tick) -> {
                  assertTrue(pairs.add(List.of(source, destination)), "delivered twice");
                  assertTrue(source != destination, "delivered to its source");
                  assertEquals(8, chunks);
                })
            .result()
            .summary();
    final long all = torus.nodes() * (torus.nodes() - 1L);
    assertEquals(all, pairs.size());
    assertEquals(all, summary.get("packetsDelivered"));
    assertEquals(all, summary.get("packetsInjected"));
    final double meanHops = meanHops(torus);
    assertEquals(meanHops, (Double) summary.get("meanHops"), 1e-12);
    assertEquals(meanHops, (Long) summary.get("packetHops") / (double) all, 1e-12);
  }

  @ParameterizedTest
  @CsvSource({"4,3,2,xyz", "4,3,2,xz", "4,3,2,y", "2,2,2,yz", "5,1,3,xyz"})
  void shouldExchangePacketsBetweenAllCoresOfAGroup(int x, int y, int z, String dimensions) {
    final Torus torus = new Torus(x, y, z);
    final Map<List<Integer>, Integer> pairs = new HashMap<>();
    final Set<List<Long>> packets = new HashSet<>();
    final long delivered =
        (Long)
            Runs.torus(x, y, z)
                .with("workload.kind", "all-to-all")
                .with("workload.dimensions", List.of(dimensions.split("")))
                .with("machine.virtualNodeMode", true)
                .with("injection.bytes", 256L)
                .drained()
                .observedBy(
                    (source, destination, sequence, trafficClass, chunks, tick) -> {
                      pairs.merge(List.of(source, destination), 1, Integer::sum);
                      assertTrue(packets.add(List.of((long) source, sequence)), "twice");
                      for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
                        final boolean varies =
                            dimensions.contains("xyz".substring(dimension, dimension + 1));
                        assertTrue(varies || torus.offset(source, destination, dimension) == 0);
                      }
                    })
                .result()
                .summary()
                .get("packetsDelivered");
    long members = 1;
    for (int dimension = 0; dimension < Torus.DIMENSIONS; dimension++) {
      final boolean varies = dimensions.contains("xyz".substring(dimension, dimension + 1));
      members *= varies ? torus.extent(dimension) : 1;
    }
    assertEquals(torus.nodes() * (members - 1), pairs.size());
    assertTrue(pairs.values().stream().allMatch(times -> times == 4), "two cores to two cores");
    assertEquals(4L * pairs.size(), delivered);
  }

  @ParameterizedTest
  @CsvSource({"8,1,1,bubble", "4,3,2,bubble", "4,3,2,dateline", "5,2,2,dateline"})
  void shouldDeliverABroadcastOnceToEveryOtherNodeOfItsRing(int x, int y, int z, String escape) {
    final Torus torus = new Torus(x, y, z);
    final List<Integer> ports = new ArrayList<>();
    for (int port = 0; port < Torus.PORTS; port++) {
      if (torus.hasLink(port)) {
        ports.add(port);
      }
    }
    final Map<List<Long>, Set<Integer>> reached = new HashMap<>();
    Runs.torus(x, y, z)
        .with("workload.kind", "broadcast")
        .with("workload.load", 0.7)
        .with("workload.packetBytes", MIXED)
        .with("router.escape", escape)
        .drained()
        .ticks(10_000)
        .observedBy(
            (source, destination, sequence, trafficClass, chunks, tick) ->
                assertTrue(
                    reached
                        .computeIfAbsent(List.of((long) source, sequence), key -> new HashSet<>())
                        .add(destination),
                    "delivered twice"))
        .result();
    assertTrue(reached.size() > 100, "broadcasts: " + reached.size());
    reached.forEach(
        (packet, nodes) -> {
          final int source = packet.get(0).intValue();
          final int port = ports.get((int) (packet.get(1) % ports.size()));
          final Set<Integer> ring = new HashSet<>();
          for (int node = torus.neighbour(source, port);
              node != source;
              node = torus.neighbour(node, port)) {
            ring.add(node);
          }
          assertEquals(ring, nodes, "packet " + packet.get(1) + " of node " + source);
        });
  }

  private static double meanHops(Torus torus) {
    double sum = 0;
    for (int to = 1; to < torus.nodes(); to++) {
      sum += torus.distance(0, to);
    }
    return sum / (torus.nodes() - 1);
  }

  @ParameterizedTest
  @CsvSource({
    "8,8,8,true,0.75",
    "8,8,8,false,0",
    "8,4,4,true,0.75",
    "5,5,5,true,0",
    "8,8,1,false,0.5"
  })
  void shouldNotExceedTheBounds(int x, int y, int z, boolean jsq, double slq) {
    final Torus torus = new Torus(x, y, z);
    final TrafficBounds bounds =
        new TrafficBounds(torus, new TrafficBounds.Links(12, false, false), List.of(256));
    final SubGrid all = new SubGrid(torus, true, true, true);
    final Map<String, Object> summary =
        Runs.torus(x, y, z)
            .with("workload.kind", "all-to-all")
            .with("workload.packetsPerDestination", 100_000L / ((long) x * y * z))
            .with("router.jsq", jsq)
            .with("router.slqFraction", slq)
            .with("run.warmupTicks", 10_000L)
            .ticks(27_200)
            .result()
            .summary();
    final double utilization = (Double) summary.get("linkUtilization");
    // A window may book one packet more than its share per link.
    final double slack = 272.0 / 27_200;
    assertTrue(utilization <= bounds.peakLinkUtilization(all) + slack, summary.toString());
    assertTrue(utilization >= 0.5 * bounds.peakLinkUtilization(all), summary.toString());
    final double throughput = (Double) summary.get("throughput");
    final double peak = bounds.peakRate(all) * 256;
    assertTrue(throughput <= peak * (1 + slack), throughput + " above " + peak);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.4, 0.7})
  void shouldReachTheTargetUtilizationOfOpenLoop(double load) {
    final Map<String, Object> summary =
        Runs.torus(6, 6, 6)
            .with("workload.load", load)
            .with("run.warmupTicks", 10_000L)
            .ticks(100_000)
            .result()
            .summary();
    assertEquals(load, (Double) summary.get("linkUtilization"), 0.02 * load + 0.003);
    assertEquals(false, summary.get("saturated"));
    assertEquals((Double) summary.get("offered"), (Double) summary.get("throughput"), 0.02);
  }

  @Test
  void shouldCallAnOverloadedMachineSaturated() {
    final Map<String, Object> summary =
        Runs.torus(4, 4, 4)
            .with("workload.load", 1.3)
            .with("run.warmupTicks", 10_000L)
            .ticks(50_000)
            .result()
            .summary();
    assertEquals(true, summary.get("saturated"));
  }

  @Test
  void shouldKeepStaticPacketsInOrder() {
    assertEquals(0, overtakings("static"));
    assertTrue(overtakings("dynamic") > 0, "dynamic packets never overtook: a test of nothing");
  }

  /**
   * Counts packets of one injection FIFO and one pair of nodes that arrive before an earlier
   * packet.
   */
  private static long overtakings(String routing) {
    // The extents are odd, so that all packets of a pair go the same way around a ring.
    final Map<List<Long>, Long> last = new HashMap<>();
    final AtomicLong overtakings = new AtomicLong();
    Runs.torus(5, 3, 3)
        .with("router.routing", routing)
        .with("workload.kind", "all-to-all")
        .with("workload.packetsPerDestination", 36L)
        .drained()
        .observedBy(
            (source, destination, sequence, trafficClass, chunks, tick) -> {
              final Long before =
                  last.put(List.of((long) source, (long) destination, sequence % 6), sequence);
              if (before != null && before > sequence) {
                overtakings.incrementAndGet();
              }
            })
        .result();
    return overtakings.get();
  }

  @ParameterizedTest
  @CsvSource({"8,1,1,1000000", "4,4,4,300000"})
  void shouldNeverDeadlock(int x, int y, int z, long ticks) {
    assertKeepsDelivering(Runs.torus(x, y, z), ticks);
  }

  @ParameterizedTest
  @CsvSource({"8,1,1,static,300000", "4,4,4,static,60000", "4,4,4,dynamic,60000"})
  void shouldNeverDeadlockOnDatelines(int x, int y, int z, String routing, long ticks) {
    assertKeepsDelivering(
        Runs.torus(x, y, z)
            .with("router.escape", "dateline")
            .with("router.escapeOrder", List.of("x+", "y+", "z+", "x-", "y-", "z-"))
            .with("router.routing", routing)
            .with("router.dynamicVcs", routing.equals("static") ? 0L : 1L)
            .with("router.vcBytes", 256L),
        ticks);
  }

  @ParameterizedTest
  @CsvSource({"8,1,1", "4,4,4"})
  @Tag("slow")
  void shouldNeverDeadlockInTenMillionTicks(int x, int y, int z) {
    assertKeepsDelivering(Runs.torus(x, y, z), 10_000_000);
  }

  private static void assertKeepsDelivering(Runs runs, long ticks) {
    final AtomicLong lastDelivery = new AtomicLong();
    final AtomicLong longestGap = new AtomicLong();
    final Map<String, Object> summary =
        runs.with("workload.load", "saturated")
            .with("workload.packetBytes", MIXED)
            .with("run.gridTicks", 100_000L)
            .ticks(ticks)
            .observedBy(
                (source, destination, sequence, trafficClass, chunks, tick) -> {
                  longestGap.accumulateAndGet(tick - lastDelivery.get(), Math::max);
                  lastDelivery.set(tick);
                })
            .result()
            .summary();
    assertEquals(ticks, summary.get("ticks"));
    longestGap.accumulateAndGet(ticks - lastDelivery.get(), Math::max);
    assertTrue(longestGap.get() < 10_000, "no delivery for " + longestGap + " ticks");
  }
}

package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.network.CascadePacketId;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.topology.Dragonfly;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Extreme cases of machines, messages, loads and ends of runs. */
class CascadeEdgesTest {
  private static final List<String> MODES =
      List.of("minimal", "valiant", "adaptive", "tuned", "deterministic", "deterministic-valiant");

  private static long count(Map<String, Object> summary, String key) {
    return (Long) summary.get(key);
  }

  private static double payload(Map<String, Object> summary) {
    return (Double) summary.get("throughput");
  }

  @ParameterizedTest
  @CsvSource("2, 6, 1, 16, 0")
  @Tag("slow")
  void shouldBringEveryMessageToItsNodeOnFullGroups(
      int groups, int chassis, long last, int blades, long io) {
    shouldBringEveryMessageToItsNodeOnOddMachines(groups, chassis, last, blades, io);
  }

  /**
   * The machines have one group, two groups, one pair of blades, a last group of one chassis, or
   * I/O blades only.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 2, 0", "1, 1, 1, 2, 2", "2, 1, 1, 2, 0", "2, 1, 1, 2, 1", "6, 1, 1, 2, 2",
    "3, 6, 1, 2, 0", "2, 2, 1, 16, 0", "4, 2, 1, 4, 3", "5, 2, 2, 4, 8", "1, 6, 2, 4, 7"
  })
  void shouldBringEveryMessageToItsNodeOnOddMachines(
      int groups, int chassis, long last, int blades, long io) {
    for (String mode : MODES) {
      final CascadeBench bench =
          CascadeBench.machine(groups, chassis, blades)
              .with("machine.lastGroupChassis", last)
              .with("machine.ioBladesPerGroup", io)
              .with("partition.groups", 1L)
              .with("workload.kind", "all-to-all-random")
              .routing(mode)
              .with("router.bias", 0L)
              .buffers(256)
              .drained();
      final long nodes = bench.topology().nodes();
      final Map<String, Object> summary = bench.summary();
      assertEquals(nodes * (nodes - 1), count(summary, "packetsInjected"));
      assertEquals(nodes * (nodes - 1), count(summary, "requestsDelivered"));
      assertEquals(2 * nodes * (nodes - 1), count(summary, "packetsDelivered"));
      final Map<?, ?> answered = (Map<?, ?>) summary.get("answeredRequests");
      assertEquals(nodes - 1, answered.get("least"));
      assertEquals(nodes - 1, answered.get("most"));
    }
  }

  /** Messages of every size become requests of 64 B, the last one smaller. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 63, 64, 65, 127, 128, 129, 1_000, 4_096})
  void shouldCutMessagesIntoRequests(long bytes) {
    final Map<Long, Set<Long>> sequences = new HashMap<>();
    final CascadeBench bench =
        CascadeBench.machine(2, 1, 2)
            .with("workload.kind", "all-to-all")
            .messageBytes(bytes)
            .drained()
            .watchedBy(
                new CascadeBench.Watcher() {
                  @Override
                  public void delivered(long id, long word, long birth, long tick) {
                    final long pair =
                        1_000L * CascadePacketId.requester(id) + CascadePacketId.target(id);
                    if (CascadePacketId.packetClass(id) == CascadePacketId.REQUEST) {
                      assertTrue(
                          sequences
                              .computeIfAbsent(pair, key -> new HashSet<>())
                              .add(CascadePacketId.sequence(id)),
                          "twice");
                    }
                  }
                });
    final long requests = (bytes + 63) / 64;
    final CascadeBench.Outcome outcome = bench.run();
    assertTrue(outcome.atRest());
    assertEquals(16 * 15, sequences.size());
    sequences.forEach(
        (pair, ofPair) -> {
          final long message = Math.floorMod(pair % 1_000 - pair / 1_000 - 1, 16L);
          final Set<Long> expected = new HashSet<>();
          for (long q = message * requests; q < (message + 1) * requests; q++) {
            expected.add(q);
          }
          assertEquals(expected, ofPair);
        });
    final Map<String, Object> summary = bench.summary();
    final double ticks = count(summary, "measuredToTick");
    assertEquals(15 * bytes * 43.75 / ticks, payload(summary), 1e-9);
  }

  /** Messages of three sizes, on a machine whose links do not limit the rate. */
  @Test
  void shouldOfferTheMeanOfMixedSizes() {
    final CascadeBench bench =
        CascadeBench.machine(1, 1, 8)
            .messageBytes(8, 64, 1_000)
            .with("workload.load", 0.4)
            .with("run.followTicks", 1_000_000L)
            .ticks(100_000, 1_000_000);
    final Map<String, Object> summary = bench.summary();
    // 5,120 messages per node and million ticks; the deviation of their sizes is 1.28 means, so
    // that of the rate is 0.4 %.
    assertEquals(0.4 * 7.5, (Double) summary.get("offered"), 0.04);
    assertEquals(0.4 * 7.5, payload(summary), 0.04);
    assertEquals(0L, summary.get("packetsUnfinished"), "as many requests as were expected");
  }

  @Test
  void shouldSendMessagesOfFourMegabytes() {
    final CascadeBench bench =
        CascadeBench.machine(1, 1, 2)
            .with("workload.kind", "all-to-all")
            .messageBytes(4L << 20)
            .routing("minimal")
            .ticks(100_000, 100_000);
    final Map<Integer, Set<Integer>> targets = new HashMap<>();
    bench
        .watchedBy(
            new CascadeBench.Watcher() {
              @Override
              public void delivered(long id, long word, long birth, long tick) {
                if (CascadePacketId.packetClass(id) == CascadePacketId.REQUEST) {
                  targets
                      .computeIfAbsent(CascadePacketId.requester(id), key -> new HashSet<>())
                      .add(CascadePacketId.target(id));
                }
              }
            })
        .run();
    for (int node = 0; node < 8; node++) {
      assertEquals(Set.of((node + 1) % 8), targets.get(node), "still the first message");
    }
    // Six of eight send within their blade; the other two share the links between blades.
    assertTrue(payload(bench.summary()) > 5, bench.summary().toString());
  }

  @Test
  void shouldTakeAnyLoad() {
    final CascadeBench bench = CascadeBench.machine(2, 2, 4).routing("minimal");
    final Map<String, Object> least =
        bench
            .with("workload.load", 0x1p-20)
            .with("run.gridTicks", 10_000_000L)
            .with("run.followTicks", 1_000_000L)
            .ticks(0, 300_000_000L)
            .summary();
    assertEquals(0x1p-20 * 6 / 35 / 64 * 64 * 3e8, (double) count(least, "packetsInjected"), 25);
    assertEquals(0L, ((Map<?, ?>) least.get("zeroLoadExcessTicks")).get("max"));
    assertEquals(false, least.get("saturated"));
    assertEquals(0L, least.get("packetsUnfinished"));
    final Map<String, Object> most =
        bench
            .with("workload.load", 100.0)
            .with("run.gridTicks", 10_000L)
            .with("run.followTicks", 0L)
            .ticks(100_000, 100_000)
            .summary();
    assertEquals(true, most.get("saturated"));
    assertEquals(750, (Double) most.get("offered"), 2);
    final double saturated =
        payload(bench.with("workload.load", "saturated").ticks(100_000, 100_000).summary());
    assertEquals(saturated, payload(most), 0.1 * saturated);
    assertThrows(
        SettingsException.class,
        () -> bench.with("workload.load", 100.0).messageBytes(1L).network());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void shouldTakeAnySeed(long seed) {
    final CascadeBench bench = CascadeBench.machine(3, 1, 2).ticks(0, 100_000);
    final Object before = bench.summary().get("digest");
    final Map<String, Object> summary = bench.with("seed", seed).summary();
    assertNotEquals(before, summary.get("digest"));
    assertEquals(summary.get("digest"), bench.summary().get("digest"));
  }

  @Test
  void shouldEndAfterAsManyPacketsOrTicksAsWanted() {
    final CascadeBench bench =
        CascadeBench.machine(3, 2, 2).with("workload.load", 0.2).with("run.gridTicks", 1_000L);
    final Map<String, Object> packets =
        bench.with("run.end", "packets").with("run.packets", 5_000L).summary();
    assertTrue(count(packets, "packetsDelivered") >= 5_000);
    assertTrue(count(packets, "packetsDelivered") < 5_200);
    final Map<String, Object> ticks = bench.with("run.end", "ticks").ticks(5_000, 70_000).summary();
    assertEquals(75_000, count(ticks, "ticks"));
    assertEquals(75_000, count(ticks, "measuredToTick"));
    final Map<String, Object> drained = bench.drained().summary();
    assertEquals(count(drained, "packetsInjected"), count(drained, "requestsDelivered"));
    assertThrows(SettingsException.class, () -> bench.with("workload.load", "saturated").network());
  }

  /** A run that ends before it is measured has no rates, and no NaN. */
  @Test
  void shouldReportARunThatEndsBeforeItIsMeasured() {
    final RunResult result =
        CascadeBench.machine(2, 1, 2)
            .with("run.end", "packets")
            .with("run.packets", 10L)
            .with("run.warmupTicks", 10_000_000L)
            .with("statistics.links", List.of("link"))
            .result();
    assertNull(result.summary().get("throughput"));
    for (List<Object> row : result.tables().get("links-by-link").rows()) {
      assertNull(row.get(5));
    }
    for (String column : result.columnNames()) {
      final boolean mayLack = List.of("response", "linkUtilizationByKind.black").contains(column);
      for (double value : result.column(column)) {
        assertTrue(mayLack || !Double.isNaN(value), column);
      }
    }
  }

  @Test
  void shouldLeaveOutNodesThatSendNothing() {
    final CascadeBench bench =
        CascadeBench.machine(1, 1, 2)
            .with("workload.kind", "incast")
            .with("workload.target", 5L)
            .with("workload.load", 0.05)
            .with("statistics.sources", true)
            .ticks(0, 400_000)
            .drained();
    final RunResult result = bench.result();
    final long all = count(result.summary(), "packetsInjected");
    long listed = 0;
    for (List<Object> row : result.tables().get("sources").rows()) {
      listed += (Long) row.get(1);
      assertNotEquals(5, row.get(0));
    }
    assertEquals(all, listed);
    assertEquals(7, result.tables().get("sources").rows().size());
    final Map<?, ?> answered = (Map<?, ?>) result.summary().get("answeredRequests");
    assertTrue((Long) answered.get("least") > 0);
    assertEquals(all / 7.0, (Double) answered.get("mean"), 1e-9);
  }

  /** The links of delivered packets are a part of the links of all sent packets. */
  @ParameterizedTest
  @ValueSource(strings = {"minimal", "valiant", "adaptive", "tuned"})
  void shouldCountTheLinksOfDeliveredPackets(String mode) {
    final CascadeBench bench =
        CascadeBench.machine(3, 2, 4)
            .with("machine.lastGroupChassis", 1L)
            .with("workload.load", 0.6)
            .with("router.bias", 0L)
            .routing(mode)
            .ticks(0, 40_000)
            .drained();
    final Dragonfly dragonfly = bench.topology();
    final Map<String, Object> summary = bench.summary();
    final Map<?, ?> hops = (Map<?, ?>) summary.get("hopsPerPacket");
    final Map<?, ?> packets = (Map<?, ?>) summary.get("packetsPerPort");
    final List<String> colours = List.of("green", "black", "blue");
    final List<Integer> bounds =
        List.of(Dragonfly.GREEN, Dragonfly.BLACK, Dragonfly.BLUE, Dragonfly.TILES);
    for (int colour = 0; colour < 3; colour++) {
      long links = 0;
      for (int aries = 0; aries < dragonfly.aries(); aries++) {
        for (int port = bounds.get(colour); port < bounds.get(colour + 1); port++) {
          links += dragonfly.neighbour(aries, port) >= 0 ? 1 : 0;
        }
      }
      final String name = colours.get(colour);
      final double sent = links * (Double) packets.get(name);
      final double taken = count(summary, "packetsDelivered") * (Double) hops.get(name);
      assertEquals(sent, taken, 1e-6 * sent, name);
    }
  }

  @Test
  void shouldNotCountTheLinksOfPacketsUnderWay() {
    final CascadeBench bench =
        CascadeBench.machine(2, 1, 4).routing("minimal").saturated("group-shift");
    final Map<?, ?> none = (Map<?, ?>) bench.ticks(0, 30_000).summary().get("hopsPerPacket");
    assertNull(none.get("green"));
    assertNull(none.get("blue"));
    final Map<?, ?> first = (Map<?, ?>) bench.ticks(0, 37_000).summary().get("hopsPerPacket");
    assertEquals(1.0, first.get("blue"));
  }

  /** I/O nodes send and receive like other nodes; a blade has half as many of them. */
  @Test
  void shouldReachIoNodes() {
    final CascadeBench bench =
        CascadeBench.machine(2, 2, 4).with("machine.ioBladesPerGroup", 3L).ticks(0, 400_000);
    final Dragonfly dragonfly = bench.topology();
    assertEquals(2 * (5 * 4 + 3 * 2), dragonfly.nodes());
    final long[] received = new long[dragonfly.nodes()];
    bench
        .watchedBy(
            new CascadeBench.Watcher() {
              @Override
              public void delivered(long id, long word, long birth, long tick) {
                received[CascadePacketId.target(id)]++;
              }
            })
        .run();
    for (long ofNode : received) {
      assertTrue(ofNode > 100, "received " + ofNode);
    }
  }
}

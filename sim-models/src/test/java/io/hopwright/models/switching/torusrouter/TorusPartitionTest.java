package io.hopwright.models.switching.torusrouter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.bluegene.BlueGeneNetwork;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.standstill.Standstill;
import io.hopwright.models.standstill.Waiting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invariants of partitions at the end of every window and at the end of the run. */
class TorusPartitionTest {
  private static final List<Long> MIXED = List.of(32L, 64L, 96L, 128L, 160L, 192L, 224L, 256L);

  /** Settings of the cases of these tests, by name. */
  private static final Map<String, Map<String, Object>> SWITCHES =
      Map.ofEntries(
          Map.entry("uniform", Map.of()),
          Map.entry("saturated", Map.of("workload.load", "saturated")),
          Map.entry("all-to-all", Map.of("workload.kind", "all-to-all")),
          Map.entry(
              "all-to-all of two cores",
              Map.of("workload.kind", "all-to-all", "machine.virtualNodeMode", true)),
          Map.entry(
              "all-to-all at 0.9", Map.of("workload.kind", "all-to-all", "injection.pace", 0.9)),
          Map.entry(
              "all-to-all in two phases",
              Map.of("workload.kind", "all-to-all", "injection.phases", "two")),
          Map.entry(
              "all-to-all in two phases, finite FIFOs",
              Map.of(
                  "workload.kind",
                  "all-to-all",
                  "injection.phases",
                  "two",
                  "injection.bytes",
                  256L,
                  "injection.forwardTicks",
                  40L,
                  "reception.bytes",
                  256L,
                  "reception.drainBytesPerTick",
                  0.4)),
          Map.entry(
              "dateline",
              Map.of(
                  "router.escape",
                  "dateline",
                  "router.escapeOrder",
                  List.of("x+", "y+", "z+", "x-", "y-", "z-"),
                  "router.vcBytes",
                  512L)),
          Map.entry(
              "static dateline",
              Map.of(
                  "router.escape", "dateline",
                  "router.routing", "static",
                  "router.dynamicVcs", 0L)),
          Map.entry("original bubble rule", Map.of("router.bubbleRule", "original")),
          Map.entry("no token-acks", Map.of("router.tokenAckBytes", 0L)),
          Map.entry("merged token-acks", Map.of("router.tokenAckMerging", true)),
          Map.entry("two cores", Map.of("machine.virtualNodeMode", true)),
          Map.entry(
              "finite FIFOs",
              Map.of(
                  "injection.bytes",
                  256L,
                  "injection.choice",
                  "shortest",
                  "reception.bytes",
                  256L,
                  "reception.drainBytesPerTick",
                  0.4)),
          Map.entry(
              "hot region",
              Map.of("workload.kind", "hot-region", "workload.hotBox", List.of(2L, 2L, 1L))),
          Map.entry("neighbours", Map.of("workload.kind", "neighbours")),
          Map.entry("broadcast", Map.of("workload.kind", "broadcast")),
          Map.entry(
              "broadcast, finite FIFOs",
              Map.of(
                  "workload.kind",
                  "broadcast",
                  "machine.virtualNodeMode",
                  true,
                  "injection.bytes",
                  512L,
                  "reception.bytes",
                  256L,
                  "reception.drainBytesPerTick",
                  0.4)));

  static List<String> kinds() {
    return SWITCHES.keySet().stream().sorted().toList();
  }

  /**
   * Returns the kinds whose packets stay in the network until delivered. A broadcast is injected
   * once and delivered several times, and between two phases a packet is not in the network.
   */
  static List<String> kindsInTheNetworkAsLongAsTheyLast() {
    return kinds().stream()
        .filter(kind -> !kind.startsWith("broadcast") && !kind.contains("two phases"))
        .toList();
  }

  static List<String> kindsWithAnEnd() {
    return kinds().stream()
        .filter(kind -> !kind.equals("saturated") && !kind.startsWith("original"))
        .toList();
  }

  private static Map<String, Object> settings(String kind, long ticks) {
    final Map<String, Object> overrides = new LinkedHashMap<>();
    overrides.put("machine.shape", List.of(6L, 5L, 3L));
    overrides.put("partition.shape", List.of(3L, 3L, 3L));
    overrides.put("workload.load", 0.8);
    overrides.put("workload.packetBytes", MIXED);
    overrides.put("workload.highPriorityLoad", kind.startsWith("all-to-all") ? 0.0 : 0.05);
    overrides.put("run.warmupTicks", 0L);
    overrides.put("run.followTicks", 0L);
    overrides.put("run.ticks", ticks);
    overrides.putAll(SWITCHES.get(kind));
    return overrides;
  }

  private static BlueGeneNetwork network(Map<String, Object> overrides) {
    return BlueGeneNetwork.of(Settings.of(new BlueGeneL().parameters(), overrides));
  }

  @ParameterizedTest
  @MethodSource("kindsInTheNetworkAsLongAsTheyLast")
  void shouldLoseNothingAtAnyWindowEnd(String kind) {
    final WatchedNetwork watched = WatchedNetwork.of(network(settings(kind, 4_000)));
    final long[] windows = {0};
    new SequentialExecutor()
        .run(
            watched,
            new RunMonitor(
                (clock, total) -> {
                  windows[0]++;
                  long present = 0;
                  for (WatchedNetwork.Watch watch : watched.watches()) {
                    present += watch.partition().packetsPresent() + watch.crossing();
                  }
                  assertEquals(
                      total.packetsInjected - total.packetsDelivered,
                      present,
                      kind + " at tick " + clock);
                }));
    assertTrue(windows[0] > 200, "windows looked at: " + windows[0]);
  }

  @ParameterizedTest
  @MethodSource("kindsWithAnEnd")
  void shouldHaveAllTokensHomeWhenDrained(String kind) {
    final Map<String, Object> overrides = settings(kind, 3_000);
    overrides.put("run.end", "drained");
    final WatchedNetwork watched = WatchedNetwork.of(network(overrides));
    final List<Boolean> busy = new ArrayList<>();
    final RunOutcome<WatchedNetwork.Watch> outcome =
        new SequentialExecutor()
            .run(
                watched,
                new RunMonitor(
                    (clock, total) ->
                        busy.add(
                            watched.watches().stream()
                                .anyMatch(watch -> !watch.partition().atRest()))));
    assertTrue(busy.contains(true), "the network was never busy");
    for (WatchedNetwork.Watch watch : outcome.partitions()) {
      assertTrue(watch.partition().atRest(), kind);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void shouldDoNothingWhenWokenForNothing(String kind) {
    final Map<String, Object> overrides = settings(kind, 3_000);
    overrides.put("router.slqFraction", 0.75);
    overrides.put("router.jsq", true);
    assertWakingChangesNothing(overrides);
    overrides.put("router.arbitrationTicks", 3L);
    overrides.put("router.vcEntryTicks", 2L);
    overrides.put("router.regrantTicks", 1L);
    assertWakingChangesNothing(overrides);
  }

  private static void assertWakingChangesNothing(Map<String, Object> overrides) {
    final Map<String, Object> calm = summary(overrides, partition -> {});
    final Map<String, Object> awake =
        summary(overrides, partition -> partition.activateAlways(3_000));
    assertEquals(calm, awake, overrides.toString());
  }

  private static Map<String, Object> summary(
      Map<String, Object> overrides, Consumer<TorusPartition> prepare) {
    final BlueGeneNetwork network = network(overrides);
    final RunOutcome<WatchedNetwork.Watch> outcome =
        new SequentialExecutor().run(WatchedNetwork.prepared(network, prepare), new RunMonitor());
    return network
        .result(
            new RunOutcome<>(
                outcome.partitions().stream().map(WatchedNetwork.Watch::partition).toList(),
                outcome.elsewhere(),
                outcome.stopTick(),
                outcome.ending(),
                outcome.windows(),
                outcome.busyNanos(),
                outcome.loss()))
        .summary();
  }

  @Test
  void shouldSayWhoWaitsForWhat() {
    final Map<String, Object> overrides = settings("saturated", 2_000);
    final RunOutcome<TorusPartition> outcome =
        new SequentialExecutor().run(network(overrides), new RunMonitor());
    final List<String> lines =
        Standstill.stopped(
                Waiting.load(outcome.waits()),
                network(overrides).channels(),
                false,
                outcome.total())
            .waiting();
    assertFalse(lines.isEmpty());
    assertTrue(
        lines.stream()
            .allMatch(
                line ->
                    line.matches(
                        "router \\d+ \\(\\d, \\d, \\d\\), (injection FIFO \\d|receiver [xyz][+-], VC"
                            + " \\d): (\\d+ packets wait, the first|a packet) of \\d+ B( is at its"
                            + " destination|( (needs|or) \\d+ tokens of [xyz][+-], VC \\d \\(has"
                            + " \\d+\\))+)")),
        () -> String.join("\n", lines));
  }
}

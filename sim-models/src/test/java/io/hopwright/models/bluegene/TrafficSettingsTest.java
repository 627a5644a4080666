package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.SettingsException.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inconsistent settings of traffic, and the values of consistent ones. */
class TrafficSettingsTest {
  /** Asserts that one key is at fault, and that the message has all of {@code words}. */
  private static void assertRefused(Runs runs, String key, String... words) {
    final SettingsException failure = assertThrows(SettingsException.class, runs::network);
    assertEquals(
        List.of(key), failure.problems().stream().map(Problem::key).toList(), failure::getMessage);
    for (String word : words) {
      assertTrue(failure.getMessage().contains(word), failure::getMessage);
    }
  }

  private static Runs cube() {
    return Runs.torus(4, 4, 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"all-to-all", "probe"})
  void shouldRefuseToSaturateWhatSaysItselfWhatIsSent(String kind) {
    final Runs runs = cube().with("workload.kind", kind).with("workload.load", "saturated");
    assertRefused(runs, "workload.load", "workload.kind = " + kind, "leave it out");
    cube().with("workload.kind", kind).network();
  }

  @Test
  void shouldRefuseToWaitForTheEndOfSaturatedSources() {
    final Runs runs = cube().with("workload.load", "saturated").drained();
    assertRefused(runs, "run.end", "never", "use ticks or packets");
    runs.with("run.end", "packets").with("run.packets", 10L).network();
    runs.with("run.end", "ticks").network();
  }

  @Test
  void shouldRefuseGroupsOfOneNode() {
    final Runs runs =
        Runs.torus(4, 4, 1)
            .with("workload.kind", "all-to-all")
            .with("workload.dimensions", List.of("z"));
    assertRefused(runs, "workload.dimensions", "extent 1", "name a longer dimension");
    runs.with("workload.dimensions", List.of("z", "x")).network();
  }

  @ParameterizedTest
  @CsvSource({"false, 266305", "true, 66576"})
  void shouldRefuseMorePacketsThanSequenceNumbers(boolean twoCores, long most) {
    final Runs runs =
        cube().with("workload.kind", "all-to-all").with("machine.virtualNodeMode", twoCores);
    runs.with("workload.packetsPerDestination", most).network();
    runs.with("workload.packetsPerDestination", most + 1);
    assertRefused(runs, "workload.packetsPerDestination", "16777216", "use fewer");
  }

  @Test
  void shouldRefuseAHotBoxThatDoesNotFit() {
    final Runs runs = Runs.torus(6, 4, 3).with("workload.kind", "hot-region");
    runs.with("workload.hotBox", List.of(6L, 4L, 3L)).network();
    for (List<Long> box : List.of(List.of(7L, 1L, 1L), List.of(1L, 5L, 1L), List.of(1L, 1L, 4L))) {
      runs.with("workload.hotBox", box);
      assertRefused(runs, "workload.hotBox", box.toString(), "6x4x3", "use a box that fits");
    }
    runs.with("workload.kind", "uniform").network();
  }

  @ParameterizedTest
  @ValueSource(strings = {"direction", "random", "shortest"})
  void shouldRefuseAChoiceOfFifosThatAreAlwaysFull(String choice) {
    final Runs runs =
        cube()
            .with("workload.load", "saturated")
            .with("injection.bytes", 512L)
            .with("injection.choice", choice);
    assertRefused(runs, "injection.choice", choice, "use sequence");
    runs.with("injection.choice", "sequence").network();
  }

  @Test
  void shouldRefuseTheShortestOfInfiniteFifos() {
    final Runs runs = cube().with("injection.choice", "shortest");
    assertRefused(runs, "injection.choice", "shortest", "set injection.bytes");
    runs.with("injection.bytes", 256L).network();
  }

  @ParameterizedTest
  @ValueSource(strings = {"direction", "random"})
  void shouldRefuseToStoreAWholeAllToAll(String choice) {
    final Runs runs = cube().with("workload.kind", "all-to-all").with("injection.choice", choice);
    assertRefused(runs, "injection.choice", choice, "stored", "set injection.bytes");
    runs.with("injection.bytes", 256L).network();
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "hot-region", "neighbours", "broadcast", "probe"})
  void shouldRefuseToPaceOrSplitWhatIsNoAllToAll(String kind) {
    final Runs paced =
        cube()
            .with("workload.kind", kind)
            .with("workload.hotBox", List.of(2L, 2L, 2L))
            .with("injection.pace", 0.9);
    assertRefused(paced, "injection.pace", "0.9", kind, "use unlimited");
    paced.with("injection.pace", "unlimited").network();
    paced.with("injection.phases", "two");
    assertRefused(paced, "injection.phases", "only all-to-all", kind, "use one");
  }

  @Test
  void shouldRefuseTwoPhasesOfTwoCores() {
    final Runs runs =
        cube()
            .with("workload.kind", "all-to-all")
            .with("injection.phases", "two")
            .with("machine.virtualNodeMode", true);
    assertRefused(runs, "injection.phases", "three for each phase", "use one");
    runs.with("injection.phases", "one").network();
  }

  @Test
  void shouldRefuseAChoiceOfFifosThatThePhaseMakes() {
    final Runs runs =
        cube()
            .with("workload.kind", "all-to-all")
            .with("injection.phases", "two")
            .with("injection.bytes", 512L)
            .with("injection.choice", "direction");
    assertRefused(runs, "injection.choice", "direction", "the phase determines", "use sequence");
    runs.with("injection.choice", "sequence").network();
  }

  @Test
  void shouldRefuseMoreLegsThanSequenceNumbers() {
    final long most = 133_152;
    final Runs runs = cube().with("workload.kind", "all-to-all").with("injection.phases", "two");
    runs.with("workload.packetsPerDestination", most).network();
    runs.with("workload.packetsPerDestination", most + 1);
    assertRefused(runs, "workload.packetsPerDestination", "16777216 legs", "use fewer");
  }

  @Test
  void shouldRefuseAPaceTooSlowForBirths() {
    final Runs runs =
        Runs.torus(64, 1, 1).with("workload.kind", "all-to-all").with("injection.pace", 1e-6);
    runs.network();
    runs.with("workload.packetsPerDestination", 250_000L);
    assertRefused(runs, "injection.pace", "last packet", "use a larger value");
  }

  @Test
  void shouldRefuseMoreTicksThanTheClockHas() {
    final long most = (1L << 53) - 1;
    final Runs runs =
        cube()
            .with("workload.load", 0x1p-26)
            .with("run.warmupTicks", 1L << 52)
            .with("run.followTicks", 1L << 51);
    runs.ticks(most - (1L << 52) - (1L << 51)).network();
    runs.ticks(most - (1L << 52) - (1L << 51) + 1);
    assertRefused(
        runs, "run.ticks", "run.warmupTicks", "run.followTicks", "limit of " + most, "shorter");
  }

  @Test
  void shouldRefuseMorePacketsThanAPacketCanTell() {
    final String limit = Long.toString(Math.round(0.95 * (1 << 24)));
    assertRefused(
        cube().ticks(1L << 35), "run.ticks", "packets per node", limit, "use a shorter run");
    final Runs saturated = cube().with("workload.load", "saturated");
    final long most = 690_000_000;
    saturated.ticks(most).network();
    assertRefused(saturated.ticks(most + 1_000_000), "run.ticks", limit, "use a shorter run");
    saturated.with("workload.packetBytes", List.of(256L, 32L)).ticks(most / 6);
    assertRefused(saturated, "run.ticks", limit, "use a shorter run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"workload.load", "workload.highPriorityLoad"})
  void shouldRefuseRatesThatBernoulliTrialsDoNotGive(String key) {
    assertRefused(
        cube().with(key, 200.0), key, "packets per tick and core", "limit of 1", "smaller load");
    final Runs small = Runs.torus(65_536, 1, 1).partition(512, 1, 1).with(key, 0x1p-30);
    assertRefused(small, key, "packets per tick and core", "at least", "larger load");
  }

  @Test
  void shouldRefuseMachinesWithoutLinksAndTooLargeOnes() {
    assertRefused(Runs.torus(1, 1, 1), "machine.shape", "no links", "at least 2 nodes");
    assertRefused(
        Runs.torus(1_024, 1_024, 2).partition(64, 64, 64),
        "machine.shape",
        "2097152 nodes",
        "limit of 1048576",
        "use a smaller shape");
    assertRefused(
        Runs.torus(16, 16, 17).partition(1, 1, 1),
        "partition.shape",
        "4352 partitions",
        "limit of 4096",
        "use larger boxes");
    Runs.torus(16, 16, 16).partition(1, 1, 1).network();
  }

  @ParameterizedTest
  @CsvSource({
    "uniform, 0.4",
    "hot-region, 0.2",
    "neighbours, 0.4",
    "broadcast, 0.3",
  })
  void shouldReachTheTargetUtilizationOfEveryKind(String kind, double load) {
    for (boolean twoCores : new boolean[] {false, true}) {
      final Map<String, Object> summary =
          Runs.torus(5, 4, 3)
              .with("workload.kind", kind)
              .with("workload.hotBox", List.of(2L, 2L, 2L))
              .with("workload.load", load)
              .with("workload.packetBytes", List.of(32L, 256L))
              .with("machine.virtualNodeMode", twoCores)
              .with("run.warmupTicks", 10_000L)
              .ticks(40_000)
              .result()
              .summary();
      assertEquals(load, (Double) summary.get("linkUtilization"), 0.03 * load + 0.003, kind);
      assertEquals(false, summary.get("saturated"), kind);
    }
  }
}

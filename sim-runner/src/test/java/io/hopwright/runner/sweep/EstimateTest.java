package io.hopwright.runner.sweep;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.Machines;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.runner.execution.Placements;
import io.hopwright.runner.fake.FakeMachine;
import io.hopwright.runner.support.InputException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateTest {
  private static final long GIB = 1L << 30;
  private static final Computer ROOMY = new Computer(64 * GIB, 8);
  private static final Machine FAKE = new FakeMachine();
  private static final Layout ALONE = new Layout(1, 1, 1);

  private final Map<String, Object> settings = new HashMap<>();

  private EstimateTest with(String key, Object value) {
    settings.put(key, value);
    return this;
  }

  private EstimateTest torus(long extent, long box) {
    return with("machine.shape", List.of(extent, extent, extent))
        .with("partition.shape", List.of(box, box, box));
  }

  private Estimate estimate(String name, Layout layout, Computer computer) {
    final Machine machine =
        Machines.all().stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
    final Network<?> network = machine.network(Settings.of(machine.parameters(), settings));
    return Estimate.of(network, Placements.of(network, layout.jvms()), layout, computer);
  }

  private Estimate estimate(Layout layout) {
    return estimate("bluegene-l", layout, ROOMY);
  }

  @Test
  void shouldTakeTwiceAsLongForTwiceAsManyTicks() {
    torus(8, 4).with("run.warmupTicks", 0L);
    final double once = with("run.ticks", 100_000L).estimate(ALONE).seconds();
    final double twice = with("run.ticks", 200_000L).estimate(ALONE).seconds();
    assertEquals(2 * once, twice, 0.02 * twice);
  }

  @Test
  void shouldGainByThreadsAsLongAsThereAreCoresAndPartitions() {
    torus(16, 8).with("run.ticks", 1_000_000L);
    final double one = estimate(ALONE).seconds();
    final double two = estimate(new Layout(1, 1, 2)).seconds();
    final double eight = estimate(new Layout(1, 1, 8)).seconds();
    assertTrue(two < 0.7 * one && eight < two, one + " " + two + " " + eight);
    assertEquals(eight, estimate(new Layout(1, 1, 64)).seconds(), "8 partitions");
    final Computer small = new Computer(GIB, 2);
    assertEquals(two, estimate("bluegene-l", new Layout(1, 1, 8), small).seconds(), "2 cores");
  }

  @Test
  void shouldKnowThatTheFullestThreadDecides() {
    // Three partitions on two threads need two rounds; on three threads they need one.
    with("machine.shape", List.of(12L, 8L, 8L)).with("partition.shape", List.of(4L, 8L, 8L));
    with("run.ticks", 10_000_000L);
    final double two = estimate(new Layout(1, 1, 2)).seconds();
    final double three = estimate(new Layout(1, 1, 3)).seconds();
    assertTrue(two > 1.3 * three, two + " " + three);
  }

  @Test
  void shouldChargeEveryWindowBetweenJvms() {
    torus(8, 4).with("run.ticks", 1_000_000L);
    assertTrue(
        estimate(new Layout(2, 2, 1)).seconds() > estimate(new Layout(1, 1, 2)).seconds() + 10);
    assertTrue(Estimate.startSeconds(new Layout(2, 2, 1)) > Estimate.startSeconds(ALONE));
  }

  @Test
  void shouldShareTheMemoryOfNodesAmongJvms() {
    torus(32, 8).with("workload.load", 0.9);
    final double one = estimate(ALONE).nodesHeapBytes();
    assertEquals(one / 4, estimate(new Layout(4, 4, 1)).nodesHeapBytes(), one / 1000);
    assertTrue(one > 32_768 * 800.0 && one < 32_768 * 8_000.0, one + " bytes");
  }

  @Test
  void shouldNeedMoreMemoryUnderLoad() {
    with("machine.groups", 8L);
    final double light = with("workload.load", 0.01).estimate("cascade", ALONE, ROOMY).heapBytes();
    final double full =
        with("workload.load", "saturated").estimate("cascade", ALONE, ROOMY).heapBytes();
    assertTrue(full > 5 * light, light + " " + full);
  }

  @ParameterizedTest(name = "{0} extent, {1} JVMs, {2} GiB")
  @CsvSource({"4, 1, 64, 256", "4, 2, 1, 256", "4, 2, 0.5, 192", "32, 1, 64, 320"})
  void shouldSuggestTwiceTheHeapWithinItsShare(long extent, int jvms, double gib, long mib) {
    torus(extent, (extent + 1) / 2).with("workload.load", "saturated");
    final Computer computer = new Computer((long) (gib * GIB), 4);
    final Estimate estimate = estimate("bluegene-l", new Layout(jvms, jvms, 1), computer);
    assertEquals(mib, estimate.suggestedHeapMib());
    assertTrue(estimate.fits());
    assertFalse(estimate.tight());
  }

  @Test
  void shouldSayWhenThereIsNoRoomForTheMargin() {
    final Computer computer = new Computer(300L << 20, 1);
    torus(32, 8).with("workload.load", "saturated");
    final Estimate estimate = estimate("bluegene-l", ALONE, computer);
    assertTrue(estimate.fits() && estimate.tight());
    assertEquals(225, estimate.suggestedHeapMib());
  }

  private static String refusal(Estimate estimate) {
    assertFalse(estimate.fits());
    return assertThrows(InputException.class, () -> estimate.requireFits("study.run")).getMessage();
  }

  @Test
  void shouldRefuseASeriesThatNoMemoryHolds() {
    final Estimate estimate =
        torus(8, 1)
            .with("run.gridTicks", 1L)
            .with("run.ticks", 9_000_000L)
            .estimate("bluegene-l", ALONE, new Computer(4 * GIB, 2));
    final String refusal = refusal(estimate);
    assertTrue(refusal.startsWith("study.run: needs about "), refusal);
    assertTrue(refusal.contains("this computer has 4.0 GiB"), refusal);
    assertTrue(
        refusal.contains("16384 rows for each partition: use a larger run.gridTicks"), refusal);
  }

  @Test
  void shouldRefuseAPacketLogThatNoMemoryHolds() {
    torus(8, 1).with("run.ticks", 9_000_000L).with("packetLog.fromTick", 0L);
    final double million = estimate(ALONE).linesHeapBytes();
    assertEquals(400e6, million, 1, "the default");
    assertTrue(estimate(ALONE).heapBytes() > million);
    final Computer laptop = new Computer(4 * GIB, 2);
    with("packetLog.entries", 20_000_000L);
    final String refusal = refusal(estimate("bluegene-l", ALONE, laptop));
    assertTrue(refusal.contains("write fewer, of single packets"), refusal);
  }

  @Test
  void shouldEstimateCheckpoints() {
    torus(32, 16).with("workload.load", 0.9).with("run.ticks", 20_000_000L);
    final CheckpointSize size = estimate(ALONE).checkpoint();
    assertTrue(size.bytes() > 32_768 * 800.0 && size.bytes() < 150e6, size::toString);
    assertEquals(size.bytes() / 8, size.largestBytes(), 1);
    assertTrue(size.fits());
    final CheckpointSize whole = new CheckpointSize(3e9, 3e9);
    final String refusal =
        assertThrows(InputException.class, () -> whole.requireFits("study.run")).getMessage();
    assertTrue(refusal.startsWith("study.run: checkpoints are not possible"), refusal);
    assertTrue(refusal.contains("divide the machine into more partitions"), refusal);
  }

  /** A rank takes 150 B and its program, and 120 B for each of its open requests. */
  @Test
  void shouldCountRanksAndWhatTheyHaveOpen() {
    with("machine.nodes", 20_000L).with("jobs.a.program", "ring").with("jobs.a.ranks", 2L);
    final double few = estimate("ideal", ALONE, ROOMY).heapBytes();
    with("jobs.a.ranks", 20_000L);
    final double many = estimate("ideal", ALONE, ROOMY).heapBytes();
    final double rank = (many - few) / 19_998;
    assertTrue(rank > 400 && rank < 1_200, rank + " B");
  }

  @Test
  void shouldRefuseAMachineThatIsTooLarge() {
    with("machine.groups", 241L).with("workload.load", "saturated");
    final Computer laptop = new Computer(4 * GIB, 2);
    final String refusal = refusal(estimate("cascade", ALONE, laptop));
    assertTrue(
        refusal.endsWith("smaller machine, or distribute it over several computers (--members)"));
    final Layout elsewhere = new Layout(4, 1, 2);
    assertDoesNotThrow(() -> estimate("cascade", elsewhere, laptop).requireFits("study.run"));
  }

  @Test
  void shouldRefuseMoreJvmsThanThereIsMemoryFor() {
    final Computer laptop = new Computer(2 * GIB, 2);
    final String refusal =
        refusal(torus(8, 2).estimate("bluegene-l", new Layout(64, 64, 1), laptop));
    assertTrue(refusal.contains("(64 JVMs of 18 MiB heap each)"), refusal);
    assertTrue(refusal.endsWith("use fewer JVMs"), refusal);
  }

  /** A fake machine has no measured costs, so its estimate is a guess. */
  @Test
  void shouldRefuseNothingOnAGuess() {
    final Network<?> network = FAKE.network(Settings.of(FAKE.parameters(), Map.of()));
    final Estimate estimate =
        Estimate.of(network, Placements.of(network, 1), ALONE, new Computer(1L << 20, 1));
    assertFalse(estimate.measured());
    assertDoesNotThrow(() -> estimate.requireFits("study.run"));
    assertEquals(1, estimate.suggestedHeapMib(), "all there is");
  }

  @Test
  void shouldRefuseALayoutOfNobody() {
    assertThrows(IllegalArgumentException.class, () -> new Layout(1, 2, 1));
    assertThrows(IllegalArgumentException.class, () -> new Layout(1, 1, 0));
  }

  @Test
  void shouldKnowThisComputer() {
    final Computer computer = Computer.current();
    assertTrue(computer.memoryBytes() > 100L << 20);
    assertTrue(computer.cores() >= 1);
    assertEquals(computer.memoryBytes() / 4 * 3 / 5, computer.heapShareBytes(5));
  }
}

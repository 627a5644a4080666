package io.hopwright.models.extoll.smfu;

import static io.hopwright.models.testkit.Case.oneOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.extoll.ExtollCases;
import io.hopwright.models.extoll.ExtollNetwork;
import io.hopwright.models.extoll.ExtollSettings;
import io.hopwright.models.extoll.units.NicUnits;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import io.hopwright.models.testkit.SameResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** BARs and MSI of accelerators (section "BARs and MSI" of {@code docs/models/extoll.md}). */
class AcceleratorDeviceTest {
  private static final int FEW = 15;
  private static final int MANY = 400;

  private static final List<String> UNKNOWN =
      List.of(
          "saturated",
          "backlogGrowth",
          "steady",
          "steadiness",
          "messageLatencyTicks",
          "acceleratorsReady");

  private static final Case MACHINE =
      Case.of(new Extoll()).set("machine.shape=4x1x1 run.end=drained run.gridTicks=100000");

  private static final Case ENUMERATION =
      MACHINE.set("machine.shape=1x1x1 workload.kind=enumerate run.gridTicks=1");

  /**
   * Ticks of an operation at zero load over one link, and of the rest of the last write after its
   * operation.
   */
  private static final long OPERATION = 3 * 865 + 12_600 + 3 * 11_122;

  private static final long WRITE = 39 + 1_260 + 504 + 504 + 756 + 504 + 40 + 504 + 1_260;

  private static long ofSummary(RunResult result, String section, String name) {
    return (Long) ((Map<?, ?>) result.summary().get(section)).get(name);
  }

  /** Columns: registers of BARs, and BARs, counted by hand; MSI takes 0, 4 or 5 operations. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4 | 2 | 0 | naa.msiVectors=0",
        "4 | 2 | 5 | naa.msiVectors=32",
        "2 | 2 | 0 | naa.barBits=32,32 naa.memoryBytes=1073741824 naa.msiVectors=0",
        "6 | 6 | 5 | naa.barBits=32,32,32,32,32,32 naa.memoryBytes=1073741824"
            + " naa.furtherBarBytes=4096,8192,65536,1048576 naa.msiVectors=8",
      })
  void shouldConfigureByTheOperationsOfThePage(int registers, int bars, int ofMsi, String keys) {
    final int operations = 10 + 3 * registers + ofMsi;
    final RunResult result = ENUMERATION.set(keys).result();
    assertEquals(1L, result.summary().get("acceleratorsReady"));
    assertEquals(
        9L * operations + bars + 1, result.summary().get("packetsDelivered"), "packets delivered");
    // each later write takes longer in the register file than on the link
    final long written = operations * OPERATION + 865;
    assertEquals(written + WRITE + bars * 1_260L + 1, result.summary().get("ticks"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4 | 2 | 4 | naa.msiVectors=1",
        "4 | 2 | 5 | naa.msiVectors=2",
        "2 | 1 | 4 | naa.barBits=64",
        "1 | 1 | 4 | naa.barBits=32 naa.memoryBytes=1048576",
        "5 | 3 | 4 | naa.barBits=64,32,64 naa.furtherBarBytes=4096",
      })
  @Tag("slow")
  void shouldConfigureOthersByTheOperationsOfThePage(
      int registers, int bars, int ofMsi, String keys) {
    shouldConfigureByTheOperationsOfThePage(registers, bars, ofMsi, keys);
  }

  private static ConfigurationSpace configured(String keys) {
    final ExtollNetwork network =
        new ExtollNetwork(
            ExtollSettings.of(ENUMERATION.set("run.gridTicks=100000").set(keys).settings()));
    final List<NicUnits> units = new ArrayList<>();
    new SequentialExecutor()
        .run(network, new RunMonitor())
        .partitions()
        .forEach(partition -> units.add((NicUnits) partition.endpoints()));
    return units.get(0).registers().space(0);
  }

  @Test
  void shouldPutBarsIntoRegistersAndWindows() {
    final ConfigurationSpace space =
        configured(
            "naa.barBits=64,32,64,32 naa.furtherBarBytes=1048576,4096 naa.registerBytes=8192");
    // the memory comes first, then BARs 2 and 3; registers are last
    assertEquals(0xC, space.ofDevice(0x10));
    assertEquals(0x200, space.ofDevice(0x14));
    assertEquals(0x1010_0004, space.ofDevice(0x18));
    assertEquals(0, space.ofDevice(0x1C));
    assertEquals(0x1020_0000, space.ofDevice(0x20));
    assertEquals(0x1000_0000, space.ofDevice(0x24));
    assertTrue(space.passes(0x1000_0000L));
    assertTrue(space.passes(0x102F_FFFFL), "the last megabyte of the window");
    assertFalse(space.passes(0x1030_0000L));
    assertFalse(space.passes(0x0FFF_FFFFL));
    assertTrue(space.passes((1L << 41) + (1L << 34) - 1));
    assertFalse(space.passes((1L << 41) + (1L << 34)));
  }

  @Test
  void shouldAlignBarsToTheirSizes() {
    final ConfigurationSpace space = configured("naa.registerBytes=1073741824");
    assertEquals(0x4000_0004, space.ofDevice(0x20));
    assertTrue(space.passes(0x7FFF_FFFFL));
    assertFalse(space.passes(0x8000_0000L));
    assertFalse(space.passes(0x1000_0000L));
  }

  @Test
  void shouldCloseWindowsWithoutBars() {
    final ConfigurationSpace narrow = configured("naa.barBits=32 naa.memoryBytes=1073741824");
    assertTrue(narrow.passes(1L << 30));
    assertFalse(narrow.passes(1L << 41));
    assertFalse(narrow.passes(0xFFF0_0000L));
    final ConfigurationSpace wide = configured("naa.barBits=64");
    assertTrue(wide.passes(1L << 41));
    assertFalse(wide.passes(1L << 28));
    assertFalse(wide.passes(0xFFF0_0000L));
  }

  @ParameterizedTest
  @CsvSource({"1, 0x1", "2, 0x13", "32, 0x5B"})
  void shouldGrantTheVectorsThatAreAskedFor(int vectors, String control) {
    final ConfigurationSpace space = configured("naa.msiVectors=" + vectors);
    assertEquals(
        (int) Integer.decode(control), space.ofDevice(ConfigurationSpace.INTERRUPT_CONTROL));
    assertEquals(0, space.ofDevice(ConfigurationSpace.INTERRUPTS));
    assertEquals(0xFD, space.ofDevice(ConfigurationSpace.INTERRUPTS + 4));
  }

  @Test
  void shouldNotConfigureInterruptsWithoutMsi() {
    final ConfigurationSpace space = configured("naa.msiVectors=0");
    for (int register = 0; register < 16; register += 4) {
      assertEquals(0, space.ofDevice(ConfigurationSpace.INTERRUPTS + register));
    }
  }

  /** Stores into every BAR's interval arrive at the intended address. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "naa.barBits=64",
        "naa.barBits=32,64 naa.memoryBytes=1048576",
        "naa.barBits=64,32,32,32,32 naa.furtherBarBytes=4096,4096,1073741824",
      })
  void shouldReachEveryBar(String keys) {
    final RunResult result =
        MACHINE
            .set("workload.kind=access workload.source=4 workload.target=2 workload.messages=300")
            .set("workload.operation=store workload.messageBytes=8")
            .set(keys)
            .result();
    assertEquals(300, ofSummary(result, "accesses", "forwarded"));
    assertEquals(0, ofSummary(result, "accesses", "rejected"));
    assertEquals(0, ofSummary(result, "accesses", "displacement"));
  }

  /** Vectors are used in turn. */
  @ParameterizedTest
  @CsvSource({"1, 20, 1", "4, 20, 4", "32, 20, 20"})
  void shouldCountVectors(int vectors, int interrupts, int taken) {
    final RunResult result =
        MACHINE
            .set("workload.kind=ping-pong workload.operation=interrupt workload.target=4")
            .with("naa.msiVectors", vectors, "workload.messages", interrupts)
            .result();
    assertEquals(interrupts, ofSummary(result, "interrupts", "taken"));
    assertEquals(taken, ofSummary(result, "interrupts", "vectors"));
  }

  /**
   * Ticks of an interrupt: 28 B to the NIC, 88 and 28 B to the host's memory, and the units
   * between.
   */
  private static final long INTERRUPT =
      252 + 45 + 1_260 + 504 + 504 + 756 + 504 + 40 + 504 + 71 + 23 + 1_260 + 1_260 + 25_200;

  @ParameterizedTest
  @CsvSource({"0, 8, 0", "1, 8, 756", "2, 8, 1512", "0, 64, 2"})
  void shouldInterruptBehindTheLastStore(int accelerator, int bytes, long farther) {
    final Case stores =
        MACHINE
            .set("workload.kind=access workload.target=4 workload.operation=store")
            .set("workload.messages=10 run.gridTicks=1")
            .with("workload.source", accelerator, "workload.messageBytes", List.of((long) bytes));
    // the last store, of 64 B, stays 2 ticks longer in the engine of the host
    final RunResult result = stores.set("workload.interruptAtEnd=true").result();
    assertEquals(1, ofSummary(result, "interrupts", "taken"));
    assertEquals(1, ofSummary(result, "interrupts", "behindEntry"));
    assertEquals(11L, result.summary().get("packetsDelivered"));
    final Map<?, ?> latency = (Map<?, ?>) result.summary().get("messageLatencyTicks");
    assertEquals(INTERRUPT + farther, latency.get("max"));
    // ten lines take 252 ticks each; then follows the interrupt
    assertEquals(10 * 252 + INTERRUPT + farther + 1, result.summary().get("ticks"));
    assertEquals(10L, stores.result().summary().get("packetsDelivered"));
  }

  @ParameterizedTest
  @CsvSource({"put, all-to-all", "get, all-to-all-random", "put, uniform"})
  void shouldInterruptOnceForEachAccelerator(String operation, String kind) {
    final Case traffic =
        MACHINE
            .set("machine.shape=3x2x1 machine.hosts=2 machine.gatewayStep=3 run.ticks=20000")
            .set("workload.transport=rma workload.messageBytes=700 workload.outstanding=3")
            .with("workload.operation", operation, "workload.kind", kind)
            .with("workload.load", 0.1);
    final RunResult result = traffic.set("workload.interruptAtEnd=true").result();
    assertEquals(6, ofSummary(result, "interrupts", "taken"));
    assertEquals(6, ofSummary(result, "interrupts", "vectors"));
    final long alone = (Long) traffic.result().summary().get("packetsDelivered");
    assertEquals(alone + 6, result.summary().get("packetsDelivered"));
  }

  // -------------------------------------------------------------------- against the reference

  private static String bits(Random random) {
    return oneOf(random, "64,64", "64", "32", "32,32", "64,32,64", "32,64,32,64", "32,32,32,32,32");
  }

  private static Case device(Case any, Random random) {
    final String bits = bits(random);
    final int further = Math.max(0, bits.split(",").length - 2);
    final Case sized =
        any.set("naa.barBits=" + bits)
            .with("naa.memoryBytes", 1L << random.nextInt(20, bits.startsWith("32") ? 30 : 35))
            .with("naa.registerBytes", 1L << random.nextInt(12, 29))
            .with("naa.msiVectors", oneOf(random, 1L, 2L, 8L, 32L));
    return further == 0
        ? sized
        : sized.with(
            "naa.furtherBarBytes",
            IntStream.range(0, further).mapToObj(bar -> 1L << random.nextInt(12, 28)).toList());
  }

  private static Case random(long seed) {
    final Random random = new Random(seed);
    final Case any =
        device(
            ExtollCases.withDeviceTimes(
                Case.of(new Extoll())
                    .set("machine.shape=3x2x1 machine.hosts=2 machine.gatewayStep=2")
                    .set("partition.shape=2x2x1 run.gridTicks=5000")
                    .with("seed", seed, "run.ticks", random.nextLong(10_000, 300_000))
                    .with("machine.nic", oneOf(random, "tourmalet", "fpga"))
                    .with("router.vcBytes", oneOf(random, 496L, 4_096L))
                    .set("run.end=" + oneOf(random, "drained", "ticks")),
                random),
            random);
    final long accelerator = random.nextLong(6);
    final long host = 6 + accelerator * 2 / 6;
    return switch (random.nextInt(5)) {
      case 0 ->
          any.set("workload.kind=enumerate")
              .with("naa.msiVectors", oneOf(random, 0L, 1L, 4L), "run.ticks", 3_000_000L);
      case 1 ->
          any.set("workload.kind=access run.end=drained")
              .with("workload.source", host, "workload.target", accelerator)
              .with("workload.operation", oneOf(random, "store", "load"))
              .with("workload.addresses", oneOf(random, "inside", "inside", "outside"))
              .with("workload.enumerated", random.nextBoolean())
              .with("workload.messages", random.nextLong(1, 200))
              .with("workload.messageBytes", List.of(random.nextLong(1, 65)));
      case 2 ->
          any.set("workload.kind=access workload.operation=store workload.interruptAtEnd=true")
              .with("workload.source", accelerator, "workload.target", host)
              .with("workload.messages", random.nextLong(1, 100))
              .with("workload.messageBytes", List.of(random.nextLong(1, 65)));
      case 3 ->
          any.set("workload.kind=ping-pong workload.operation=interrupt")
              .with("workload.source", accelerator, "workload.target", host)
              .with("workload.messages", random.nextLong(1, 50));
      default -> traffic(any, random);
    };
  }

  private static Case traffic(Case any, Random random) {
    final Case of =
        any.set("workload.transport=rma workload.interruptAtEnd=true")
            .with("workload.operation", oneOf(random, "put", "get"))
            .with("workload.outstanding", random.nextLong(1, 9))
            .with("workload.messageBytes", List.of(random.nextLong(1, 3_000), 400L));
    return random.nextBoolean()
        ? of.with("workload.kind", oneOf(random, "all-to-all", "all-to-all-random"))
        : of.with("workload.kind", oneOf(random, "uniform", "permutation", "many-to-one"))
            .with("workload.load", 0.001 + random.nextDouble() / 5);
  }

  static Stream<Case> some() {
    final long first = RandomCases.first(0);
    return IntStream.range(0, RandomCases.count(FEW)).mapToObj(number -> random(first + number));
  }

  static Stream<Case> more() {
    final long first = RandomCases.first(0) + FEW;
    return IntStream.range(0, RandomCases.count(MANY)).mapToObj(number -> random(first + number));
  }

  @ParameterizedTest
  @MethodSource("some")
  void shouldMeasureTheSame(Case model) {
    final RunResult fast = model.result();
    final RunResult second = model.set("machine.implementation=reference").result();
    SameResults.checkSummary(fast, second, UNKNOWN, model::toString);
  }

  @ParameterizedTest
  @MethodSource("more")
  @Tag("slow")
  void shouldMeasureTheSameInMoreCases(Case model) {
    shouldMeasureTheSame(model);
  }
}

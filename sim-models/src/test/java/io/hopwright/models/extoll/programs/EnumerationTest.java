package io.hopwright.models.extoll.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.extoll.ExtollNetwork;
import io.hopwright.models.extoll.ExtollSettings;
import io.hopwright.models.extoll.smfu.AcceleratorBar;
import io.hopwright.models.extoll.smfu.AcceleratorDevice;
import io.hopwright.models.extoll.smfu.ConfigurationSpace;
import io.hopwright.models.extoll.smfu.Registers;
import io.hopwright.models.extoll.units.NicUnits;
import io.hopwright.models.testkit.Case;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Values that hosts have written to accelerators at the end of the enumeration (Frey 2021, section
 * 4.2).
 */
class EnumerationTest {
  private static final long MEMORY = 1L << 41;
  private static final long REGISTERS = 1L << 28;
  private static final long MEGABYTE = 1L << 20;
  private static final long GIGABYTE = 1L << 30;

  /** Ticks of an operation on the ASIC over one link. */
  private static final long OPERATION = 3 * 865 + 12_600 + 3 * 11_122;

  private static final Case MACHINE =
      Case.of(new Extoll())
          .set("machine.shape=4x2x1 workload.kind=enumerate run.end=drained run.gridTicks=100000");

  /** Returns the units of the whole machine in one partition after the end of the run. */
  private static NicUnits enumerated(Case model) {
    final ExtollNetwork network = new ExtollNetwork(ExtollSettings.of(model.settings()));
    final List<NicUnits> units = new ArrayList<>();
    final var outcome = new SequentialExecutor().run(network, new RunMonitor());
    outcome.partitions().forEach(partition -> units.add((NicUnits) partition.endpoints()));
    assertEquals(1, units.size());
    assertTrue(outcome.partitions().get(0).atRest());
    return units.get(0);
  }

  @Test
  void shouldLeaveEveryAcceleratorConfigured() {
    final NicUnits units = enumerated(MACHINE);
    for (int node = 0; node < 8; node++) {
      final ConfigurationSpace space = units.registers().space(node);
      assertEquals(1 << 16 | 1 << 8, space.ofRootPort(ConfigurationSpace.BUSES));
      assertEquals(0xC, space.ofDevice(0x10));
      assertEquals(MEMORY >>> Integer.SIZE, space.ofDevice(0x14));
      assertEquals(REGISTERS | 4, space.ofDevice(0x20));
      assertEquals(0, space.ofDevice(0x24));
      assertEquals(0, space.ofDevice(ConfigurationSpace.INTERRUPTS));
      assertEquals(0xFD, space.ofDevice(ConfigurationSpace.INTERRUPTS + 4));
      assertEquals(1, space.ofDevice(ConfigurationSpace.INTERRUPTS + 12));
      assertEquals(ConfigurationSpace.XEON_PHI, space.ofDevice(ConfigurationSpace.IDENTITY));
      assertEquals(MEMORY, units.registers().read(node, Registers.FIRST_BASE));
      assertEquals(REGISTERS, units.registers().read(node, Registers.FIRST_BASE + 1));
      assertEquals(1, units.registers().read(node, Registers.REVERSE));
    }
  }

  @Test
  void shouldTellWhoIsReached() {
    assertEquals(8L, MACHINE.result().summary().get("acceleratorsReady"));
    final Case stopped = MACHINE.set("run.end=ticks run.ticks=4500000");
    assertEquals(3L, stopped.result().summary().get("acceleratorsReady"));
  }

  @Test
  void shouldOpenWindowsAndNothingBeside() {
    final ConfigurationSpace space = enumerated(MACHINE).registers().space(0);
    assertTrue(space.passes(MEMORY));
    assertTrue(space.passes(MEMORY + 16 * GIGABYTE - 1));
    assertFalse(space.passes(MEMORY + 16 * GIGABYTE));
    assertFalse(space.passes(MEMORY - 1));
    assertTrue(space.passes(REGISTERS));
    assertTrue(space.passes(REGISTERS + MEGABYTE - 1), "the smallest window has a megabyte");
    assertFalse(space.passes(REGISTERS + MEGABYTE));
    assertFalse(unconfigured().passes(MEMORY), "before it is enabled");
  }

  /** A window requests 2^zeros bytes; the four flag bits do not count as ones. */
  @Test
  void shouldReadSizesOffWindows() {
    assertEquals(1L << 34, AcceleratorBar.size(0xC, 0xFFFFFFFC));
    assertEquals(1L << 17, AcceleratorBar.size(0xFFFE000C, 0xFFFFFFFF));
    assertEquals(1L << 33, AcceleratorBar.size(0xC, 0xFFFFFFFE));
    assertEquals(1L << 12, AcceleratorBar.size(0xFFFFF000, -1));
  }

  private static ConfigurationSpace unconfigured() {
    return new ConfigurationSpace(AcceleratorDevice.of(MACHINE.settings()));
  }

  @Test
  void shouldHandOnRequestsToItsBusOnly() {
    final ConfigurationSpace space = unconfigured();
    final long toDevice = ConfigurationSpace.header(1, 1, false, ConfigurationSpace.IDENTITY);
    assertFalse(space.takes(toDevice), "no buses yet");
    final long buses = ConfigurationSpace.header(0, 0, true, ConfigurationSpace.BUSES);
    assertTrue(space.takes(buses));
    space.access(buses, 1 << 16 | 1 << 8);
    assertTrue(space.takes(toDevice));
    assertEquals(ConfigurationSpace.XEON_PHI, space.access(toDevice, 0));
    assertFalse(space.takes(ConfigurationSpace.header(1, 2, false, 0)), "bus 2");
  }

  /**
   * After the last operation three registers are written; writing each takes longer than sending
   * it.
   */
  @Test
  void shouldTakeTheSumOfItsOperations() {
    final long written = 26 * OPERATION + 3 * 865;
    final long delivered = written + 39 + 1_260 + 504 + 504 + 756 + 504 + 40;
    final long done = delivered + 504 + 1_260 + 2 * (1_260 - 865);
    assertEquals(
        done + 1,
        MACHINE.set("machine.shape=1x1x1 run.gridTicks=1").result().summary().get("ticks"));
  }

  @Test
  void shouldRefuseWindowsThatDoNotFit() {
    assertKey("naa.memoryBytes", MACHINE.with("naa.memoryBytes", 3 * GIGABYTE));
    assertKey("naa.registerBytes", MACHINE.with("naa.registerBytes", 5_000));
    assertKey("smfu.windowBytes", MACHINE.with("smfu.windowBytes", 64 * GIGABYTE));
    assertKey(
        "machine.hosts",
        MACHINE.set("machine.shape=11x3x1 machine.hosts=1 naa.memoryBytes=1073741824"));
    assertKey("machine.hosts", MACHINE.set("machine.hosts=0"));
  }

  private static void assertKey(String key, Case model) {
    final SettingsException failure = assertThrows(SettingsException.class, model::network);
    assertEquals(key, failure.problems().get(0).key(), failure::getMessage);
    assertEquals(1, failure.problems().size(), failure::getMessage);
  }
}

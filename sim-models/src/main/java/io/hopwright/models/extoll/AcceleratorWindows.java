package io.hopwright.models.extoll;

import io.hopwright.models.host.AddressMap;
import io.hopwright.models.host.AddressMap.Interval;
import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where accelerators' memories and registers are, for their hosts and for themselves ({@code
 * docs/models/extoll.md}, "SMFU").
 *
 * @param memoryBytes of an accelerator's memory, a power of two
 * @param registerBytes of its registers, a power of two
 * @param windowBytes that a host has for all memories
 */
record AcceleratorWindows(long memoryBytes, long registerBytes, long windowBytes) {
  /** Address of interrupts. */
  static final long INTERRUPT = 0xFD_0000_0000L;

  private static final long LAST_INTERRUPT = 0xFD_F8FF_FFFFL;

  /** Where a host's window begins. */
  static final long HOST_BASE = 1L << 39;

  /** Intervals of a NIC: two for each accelerator of a host. */
  private static final int MOST_INTERVALS = 64;

  private static final long MEMORY_BASE = 1L << 41;
  private static final long REGISTER_BASE = 1L << 28;

  /** What packets carry beside the offset: which interval it is in. */
  private static final long IN_MEMORY = 1L << 52;

  private static final long IN_REGISTERS = 1L << 53;
  private static final int MEGABYTE_SHIFT = 20;
  private static final String DRIVER = "the kernel driver of the EXTOLL NIC";

  private static final Key<Long> MEMORY =
      Key.longBytes("naa.memoryBytes", 1L << 34, 1L << MEGABYTE_SHIFT, 1L << 40)
          .meaning("memory of an accelerator, a power of two")
          .source(Extoll.PAPER + "4.2.2: 8 or 16 GB");
  private static final Key<Long> REGISTERS =
      Key.longBytes("naa.registerBytes", 1L << 17, 1L << 12, 1L << 30)
          .meaning("registers of an accelerator, a power of two")
          .source(Extoll.PAPER + "4.2.2");
  private static final Key<Long> WINDOW =
      Key.longBytes("smfu.windowBytes", 1L << 39, 1L << MEGABYTE_SHIFT, 1L << 40)
          .meaning("addresses of a host that lead to memories of accelerators")
          .source(DRIVER);

  static final Component COMPONENT = Component.of("addresses", MEMORY, REGISTERS, WINDOW);

  /**
   * Reads the settings.
   *
   * @param most accelerators of a host
   * @throws SettingsException naming what does not fit together
   */
  static AcceleratorWindows of(Settings settings, int most) {
    final AcceleratorWindows windows =
        new AcceleratorWindows(settings.get(MEMORY), settings.get(REGISTERS), settings.get(WINDOW));
    final SettingsException.Collector problems = new SettingsException.Collector();
    checkPower(MEMORY, windows.memoryBytes, problems);
    checkPower(REGISTERS, windows.registerBytes, problems);
    problems.when(
        2 * most > MOST_INTERVALS,
        ExtollTopology.HOSTS,
        ("leaves %s accelerators of machine.shape to a host, whose NIC has %s intervals, two for"
                + " each; have more hosts")
            .formatted(most, MOST_INTERVALS));
    problems.when(
        most * windows.memoryBytes > windows.windowBytes,
        WINDOW,
        ("is below the %s B of the %s accelerators that a host has, of naa.memoryBytes each; have"
                + " more hosts, or make it larger")
            .formatted(most * windows.memoryBytes, most));
    problems.throwIfAny();
    return windows;
  }

  private static void checkPower(Key<Long> key, long bytes, SettingsException.Collector problems) {
    problems.when(
        Long.bitCount(bytes) != 1,
        key,
        "is no power of two, but a window has as many bytes as a number of zero bits says; use %s B"
            .formatted(Long.highestOneBit(bytes)));
  }

  /** Tells whether a host's NIC takes an address for an interrupt: Frey 2021, section 2.4.1. */
  static boolean interrupts(long address) {
    return address >= INTERRUPT && address <= LAST_INTERRUPT;
  }

  /** Returns the host that an accelerator belongs to. */
  static int host(int accelerator, int accelerators, int hosts) {
    return accelerators + accelerator * hosts / accelerators;
  }

  /** Returns the accelerators of a host, ascending. */
  static List<Integer> accelerators(int host, int accelerators, int hosts) {
    return IntStream.range(0, accelerators)
        .filter(node -> host(node, accelerators, hosts) == host)
        .boxed()
        .toList();
  }

  /** Returns the address by which a host reaches the memory of one of its accelerators. */
  long hostAddress(int accelerator, int accelerators, int hosts) {
    return hostMemory(place(accelerator, accelerators, hosts));
  }

  /** Returns which of its host's accelerators one is, from 0. */
  static int place(int accelerator, int accelerators, int hosts) {
    final int host = host(accelerator, accelerators, hosts);
    return accelerators(host, accelerators, hosts).indexOf(accelerator);
  }

  /** Returns where a host has the memory of one of its accelerators. */
  long hostMemory(int place) {
    return HOST_BASE + place * memoryBytes;
  }

  /** Returns where a host has the registers of one of its accelerators. */
  long hostRegisters(int place) {
    return HOST_BASE + windowBytes + place * registerBytes;
  }

  /** Tells whether it is the memory of an accelerator that a packet is for. */
  static boolean isMemory(long carried) {
    return (carried & IN_MEMORY) != 0;
  }

  /** Returns how far into memory or registers the address lies that a packet is for. */
  static long offset(long carried) {
    return carried & ~(IN_MEMORY | IN_REGISTERS);
  }

  /**
   * Returns what leads from a host to its accelerators: memories first, then registers; addresses
   * there are what packets carry.
   */
  AddressMap ofHost(List<Integer> accelerators) {
    final List<Interval> intervals = new ArrayList<>();
    for (int i = 0; i < accelerators.size(); i++) {
      final long start = hostMemory(i);
      intervals.add(new Interval(start, start + memoryBytes - 1, accelerators.get(i), IN_MEMORY));
    }
    for (int i = 0; i < accelerators.size(); i++) {
      final long start = hostRegisters(i);
      intervals.add(
          new Interval(start, start + registerBytes - 1, accelerators.get(i), IN_REGISTERS));
    }
    return new AddressMap(intervals);
  }

  /** Returns where the memory of an accelerator is for itself. */
  long memoryBase() {
    return MEMORY_BASE;
  }

  long memoryEnd() {
    return MEMORY_BASE + memoryBytes - 1;
  }

  /** Returns where its registers are. */
  long registerBase() {
    return REGISTER_BASE;
  }

  long registerEnd() {
    return REGISTER_BASE + registerBytes - 1;
  }

  /** Returns low words of base and limit as a Root Port has them, of whole megabytes. */
  static long megabytes(long base, long end) {
    return half(end) << Short.SIZE | half(base);
  }

  private static long half(long address) {
    return (address >>> (MEGABYTE_SHIFT - 4)) & 0xFFF0;
  }
}

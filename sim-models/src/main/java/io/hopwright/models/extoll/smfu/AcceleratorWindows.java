package io.hopwright.models.extoll.smfu;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.extoll.network.ExtollTopology;
import io.hopwright.models.host.AddressMap;
import io.hopwright.models.host.AddressMap.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Addresses by which hosts reach the BARs of their accelerators ({@code docs/models/extoll.md},
 * "SMFU").
 *
 * @param device PCIe device of every accelerator
 * @param windowBytes bytes of a host's window for all memories
 */
public record AcceleratorWindows(AcceleratorDevice device, long windowBytes) {
  /** Address of interrupts. */
  public static final long INTERRUPT = 0xFD_0000_0000L;

  private static final long LAST_INTERRUPT = 0xFD_F8FF_FFFFL;

  /** Start of a host's window. */
  public static final long HOST_BASE = 1L << 39;

  /** Intervals of a NIC: one for each BAR of each accelerator of a host. */
  private static final int MOST_INTERVALS = 64;

  /** Packets carry the BAR beside the offset. */
  private static final int BAR_SHIFT = 52;

  private static final String DRIVER = "the kernel driver of the EXTOLL NIC";

  private static final Key<Long> WINDOW =
      Key.longBytes("smfu.windowBytes", 1L << 39, 1L << 20, 1L << 40)
          .meaning("size of a host's address window to memories of accelerators")
          .source(DRIVER);

  public static final Component COMPONENT = Component.of("addresses", WINDOW);

  /**
   * Reads the settings.
   *
   * @param most accelerators of a host
   * @throws SettingsException naming the inconsistent settings
   */
  public static AcceleratorWindows of(Settings settings, int most) {
    final AcceleratorWindows windows =
        new AcceleratorWindows(AcceleratorDevice.of(settings), settings.get(WINDOW));
    final int bars = windows.device.bars().size();
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        bars * most > MOST_INTERVALS,
        ExtollTopology.HOSTS,
        ("gives %s accelerators of machine.shape to a host, but its NIC has only %s"
                + " intervals, and each accelerator needs one for each of its %s BARs"
                + " (naa.barBits); use more hosts")
            .formatted(most, MOST_INTERVALS, bars));
    problems.when(
        most * windows.memoryBytes() > windows.windowBytes,
        WINDOW,
        ("is below the %s B of the %s accelerators of a host, of naa.memoryBytes each;"
                + " use more hosts, or a larger window")
            .formatted(most * windows.memoryBytes(), most));
    problems.throwIfAny();
    return windows;
  }

  /** Returns the bytes of an accelerator's memory. */
  public long memoryBytes() {
    return device.memoryBytes();
  }

  /** Returns whether a host's NIC treats an address as an interrupt: Frey 2021, section 2.4.1. */
  public static boolean interrupts(long address) {
    return address >= INTERRUPT && address <= LAST_INTERRUPT;
  }

  /** Returns the host of an accelerator. */
  public static int host(int accelerator, int accelerators, int hosts) {
    return accelerators + accelerator * hosts / accelerators;
  }

  /** Returns the accelerators of a host, ascending. */
  public static List<Integer> accelerators(int host, int accelerators, int hosts) {
    return IntStream.range(0, accelerators)
        .filter(node -> host(node, accelerators, hosts) == host)
        .boxed()
        .toList();
  }

  /** Returns the address by which a host reaches the memory of one of its accelerators. */
  public long hostAddress(int accelerator, int accelerators, int hosts) {
    return hostStart(0, place(accelerator, accelerators, hosts));
  }

  /** Returns the index of an accelerator among those of its host, from 0. */
  public static int place(int accelerator, int accelerators, int hosts) {
    final int host = host(accelerator, accelerators, hosts);
    return accelerators(host, accelerators, hosts).indexOf(accelerator);
  }

  /** Returns the start of a BAR of an accelerator in the addresses of its host. */
  public long hostStart(int bar, int place) {
    return bar == 0
        ? HOST_BASE + place * memoryBytes()
        : hostEnd(place) + bytes(device.bars().subList(1, bar));
  }

  /** Returns the address behind all intervals of a host with the given number of accelerators. */
  public long hostEnd(int accelerators) {
    final List<AcceleratorBar> bars = device.bars();
    return HOST_BASE + windowBytes + accelerators * bytes(bars.subList(1, bars.size()));
  }

  private static long bytes(List<AcceleratorBar> bars) {
    return bars.stream().mapToLong(AcceleratorBar::bytes).sum();
  }

  /** Returns the BAR of an accelerator that a packet is for. */
  static int bar(long carried) {
    return (int) (carried >>> BAR_SHIFT);
  }

  /** Returns how far into its BAR the address lies that a packet is for. */
  static long offset(long carried) {
    return carried & ((1L << BAR_SHIFT) - 1);
  }

  /**
   * Returns the map from addresses of a host to the BARs of its accelerators; packets carry the
   * mapped addresses.
   */
  public AddressMap ofHost(List<Integer> accelerators) {
    final List<Interval> intervals = new ArrayList<>();
    for (int bar = 0; bar < device.bars().size(); bar++) {
      for (int i = 0; i < accelerators.size(); i++) {
        final long start = hostStart(bar, i);
        final long end = start + device.bars().get(bar).bytes() - 1;
        intervals.add(new Interval(start, end, accelerators.get(i), (long) bar << BAR_SHIFT));
      }
    }
    return new AddressMap(intervals);
  }
}

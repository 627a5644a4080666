package io.hopwright.models.extoll.smfu;

import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Configuration registers of a Root Port and of the accelerator behind it, the only device there
 * (PCI Express Base Specification 2.1, chapter 7; Frey 2021, section 4.2.2). Confined to its
 * partition.
 *
 * <p>A request is a header with type (0 for the Root Port itself, 1 for the device behind it), bus,
 * write flag, and byte address of a register of 32 bits.
 */
public final class ConfigurationSpace {
  /** Status of answers. */
  public static final long SUCCESS = 0;

  static final long UNSUPPORTED = 1;

  /** Buses of a Root Port: primary, secondary and subordinate, a byte each from below. */
  public static final int BUSES = 0x18;

  /** Non-prefetchable window of a Root Port, in units of a megabyte: base, and limit above. */
  public static final int MEMORY_WINDOW = 0x20;

  /** Prefetchable window: low bits of base and limit in megabytes, high words of either. */
  public static final int PREFETCHABLE_WINDOW = 0x24;

  public static final int PREFETCHABLE_BASE = 0x28;
  public static final int PREFETCHABLE_LIMIT = 0x2C;

  /** Command register: memory accesses pass once it is not 0. */
  public static final int COMMAND = 0x04;

  /** Identity of a device. */
  public static final int IDENTITY = 0x00;

  /** MSI capability of a device: low word of the address, with the high word and data behind. */
  public static final int INTERRUPTS = 0x50;

  /** Control register of that capability. */
  public static final int INTERRUPT_CONTROL = INTERRUPTS + 3 * Integer.BYTES;

  /** Vendor and device of the accelerator: an Intel Xeon Phi coprocessor. */
  public static final int XEON_PHI = 0x2250_8086;

  private static final int REGISTERS = 64;
  private static final int MEGABYTE_SHIFT = 20;

  /** Bits of an address in a half word; as a base, above a limit of 0, they close a window. */
  private static final long CLOSED = 0xFFF0;

  private final int[] rootPort = new int[REGISTERS];
  private final int[] device = new int[REGISTERS];
  private final List<AcceleratorBar> bars;
  private final int wantedVectors;

  /** Creates an unconfigured space. */
  public ConfigurationSpace(AcceleratorDevice device) {
    bars = device.bars();
    wantedVectors = wanted(device.vectorBits());
    this.device[IDENTITY / Integer.BYTES] = XEON_PHI;
    this.device[INTERRUPT_CONTROL / Integer.BYTES] = wantedVectors;
  }

  /**
   * Returns the bits of the control register of MSI for the number of vectors that a device
   * requests.
   */
  public static int wanted(int vectorBits) {
    return vectorBits << 1;
  }

  /** Returns the value of that register that enables MSI with the given vectors. */
  public static int enabled(int vectorBits) {
    return vectorBits << 4 | 1;
  }

  /** Packs a request. */
  public static long header(int type, int bus, boolean writes, int register) {
    return (long) type << 40 | (long) bus << 32 | (writes ? 1L << 31 : 0) | register;
  }

  private static int type(long header) {
    return (int) (header >>> 40);
  }

  private static int bus(long header) {
    return (int) (header >>> 32) & 255;
  }

  private static boolean writes(long header) {
    return (header >>> 31 & 1) != 0;
  }

  private static int register(long header) {
    return (int) header & 255;
  }

  /**
   * Returns whether a device exists for a request; the Root Port forwards requests to its buses.
   */
  public boolean takes(long header) {
    final int buses = rootPort[BUSES / Integer.BYTES];
    final int secondary = buses >>> 8 & 255;
    final int subordinate = buses >>> 16 & 255;
    return type(header) == 0
        || (secondary <= bus(header) && bus(header) <= subordinate && bus(header) == secondary);
  }

  /** Performs an access; returns the value read, 0 for a write. */
  public int access(long header, int data) {
    final int[] registers = type(header) == 0 ? rootPort : device;
    final int at = register(header) / Integer.BYTES;
    if (!writes(header)) {
      return registers[at];
    }
    registers[at] = type(header) == 0 ? data : writable(register(header), data);
    return 0;
  }

  /** Returns what of a word stays in a register of the device: windows have bits that are wired. */
  private int writable(int register, int data) {
    for (final AcceleratorBar bar : bars) {
      if (bar.has(register)) {
        return bar.writable(register, data);
      }
    }
    return switch (register) {
      case IDENTITY -> XEON_PHI;
      case INTERRUPT_CONTROL -> data | wantedVectors;
      default -> data;
    };
  }

  /** Returns a register of the Root Port. */
  public int ofRootPort(int register) {
    return rootPort[register / Integer.BYTES];
  }

  /** Returns a register of the accelerator. */
  public int ofDevice(int register) {
    return device[register / Integer.BYTES];
  }

  /** Returns the address that a BAR of the accelerator begins at. */
  long window(AcceleratorBar bar) {
    final int high = bar.wide() ? ofDevice(bar.register() + Integer.BYTES) : 0;
    return AcceleratorBar.value(ofDevice(bar.register()), high);
  }

  /** Returns whether all BARs are where the NIC leads accesses to, and reached. */
  boolean isReached(IntToLongFunction bases) {
    return IntStream.range(0, bars.size())
        .allMatch(
            number -> {
              final AcceleratorBar bar = bars.get(number);
              final long base = bases.applyAsLong(number);
              return window(bar) == base && passes(base) && passes(base + bar.bytes() - 1);
            });
  }

  /** Returns whether the Root Port forwards an access to an address. */
  public boolean passes(long address) {
    final int window = ofRootPort(MEMORY_WINDOW);
    final int prefetchable = ofRootPort(PREFETCHABLE_WINDOW);
    return ofRootPort(COMMAND) != 0
        && (within(address, megabytes(window), megabytes(window >>> 16))
            || within(
                address,
                (long) ofRootPort(PREFETCHABLE_BASE) << Integer.SIZE | megabytes(prefetchable),
                (long) ofRootPort(PREFETCHABLE_LIMIT) << Integer.SIZE
                    | megabytes(prefetchable >>> 16)));
  }

  /** Returns base and limit of a window in units of a megabyte, low words; closed without BARs. */
  public static long megabytes(List<AcceleratorBar> window) {
    return window.isEmpty() ? CLOSED : half(end(window)) << Short.SIZE | half(start(window));
  }

  /** Returns the upper word of the base of a window. */
  public static long upperBase(List<AcceleratorBar> window) {
    return window.isEmpty() ? 0 : start(window) >>> Integer.SIZE;
  }

  /** Returns the upper word of the limit of a window. */
  public static long upperLimit(List<AcceleratorBar> window) {
    return window.isEmpty() ? 0 : end(window) >>> Integer.SIZE;
  }

  private static long start(List<AcceleratorBar> window) {
    return window.get(0).address();
  }

  private static long end(List<AcceleratorBar> window) {
    return window.get(window.size() - 1).end();
  }

  private static long half(long address) {
    return (address >>> (MEGABYTE_SHIFT - 4)) & CLOSED;
  }

  /** Returns the address that the upper twelve bits of a half word stand for. */
  private static long megabytes(int half) {
    return (half & CLOSED) << (MEGABYTE_SHIFT - 4);
  }

  /** The limit is the last megabyte, which belongs to the window. */
  private static boolean within(long address, long base, long limit) {
    return address >= base && address >>> MEGABYTE_SHIFT <= limit >>> MEGABYTE_SHIFT;
  }
}

package io.hopwright.models.extoll;

/**
 * Configuration registers of a Root Port and of the accelerator behind it, the only device there
 * (PCI Express Base Specification 2.1, chapter 7; Frey 2021, section 4.2.2). Confined to its
 * partition.
 *
 * <p>A request is a header of type (0 for the Root Port itself, 1 for what is behind), bus, whether
 * it writes, and byte address of a register of 32 bits.
 */
final class ConfigurationSpace {
  /** Status of answers. */
  static final long SUCCESS = 0;

  static final long UNSUPPORTED = 1;

  /** Buses of a Root Port: primary, secondary and subordinate, a byte each from below. */
  static final int BUSES = 0x18;

  /** Non-prefetchable window of a Root Port, in units of a megabyte: base, and limit above. */
  static final int MEMORY_WINDOW = 0x20;

  /** Prefetchable window: low bits of base and limit in megabytes, high words of either. */
  static final int PREFETCHABLE_WINDOW = 0x24;

  static final int PREFETCHABLE_BASE = 0x28;
  static final int PREFETCHABLE_LIMIT = 0x2C;

  /** Command register: memory accesses pass once it is not 0. */
  static final int COMMAND = 0x04;

  /** Identity of a device. */
  static final int IDENTITY = 0x00;

  /** First register of a device's window to its memory. */
  static final int MEMORY_BAR = 0x10;

  /** First register of its window to its registers. */
  static final int REGISTER_BAR = 0x20;

  /** Address, low and high, data and control of a device's interrupts. */
  static final int INTERRUPTS = 0x50;

  /** Vendor and device of the accelerator: an Intel Xeon Phi coprocessor. */
  static final int XEON_PHI = 0x2250_8086;

  private static final int REGISTERS = 64;
  private static final int BAR_FLAGS = 0xC;
  private static final int MEGABYTE_SHIFT = 20;

  private final int[] rootPort = new int[REGISTERS];
  private final int[] device = new int[REGISTERS];
  private final long memoryBytes;
  private final long registerBytes;

  /** Creates what has not been configured; sizes of the device's windows are powers of two. */
  ConfigurationSpace(long memoryBytes, long registerBytes) {
    this.memoryBytes = memoryBytes;
    this.registerBytes = registerBytes;
    device[IDENTITY / Integer.BYTES] = XEON_PHI;
  }

  /** Packs a request. */
  static long header(int type, int bus, boolean writes, int register) {
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

  /** Tells whether there is a device for a request: the Root Port hands on those to its buses. */
  boolean takes(long header) {
    final int buses = rootPort[BUSES / Integer.BYTES];
    final int secondary = buses >>> 8 & 255;
    final int subordinate = buses >>> 16 & 255;
    return type(header) == 0
        || (secondary <= bus(header) && bus(header) <= subordinate && bus(header) == secondary);
  }

  /** Does what is asked for; returns what is read, 0 of a write. */
  int access(long header, int data) {
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
    return switch (register) {
      case MEMORY_BAR -> low(memoryBytes, data);
      case MEMORY_BAR + Integer.BYTES -> data & (int) (-memoryBytes >>> Integer.SIZE);
      case REGISTER_BAR -> low(registerBytes, data);
      case REGISTER_BAR + Integer.BYTES -> data & (int) (-registerBytes >>> Integer.SIZE);
      case IDENTITY -> XEON_PHI;
      default -> data;
    };
  }

  private static int low(long bytes, int data) {
    return (data & (int) -bytes) | BAR_FLAGS;
  }

  /**
   * Returns the size of a window of which both registers, once all ones were written, read so: as
   * many zeros as the size has, the flags not counted as ones.
   */
  static long size(int low, int high) {
    final long ones = (long) high << Integer.SIZE | Integer.toUnsignedLong(low & ~15);
    return Long.lowestOneBit(ones);
  }

  /** Returns a register of the Root Port. */
  int ofRootPort(int register) {
    return rootPort[register / Integer.BYTES];
  }

  /** Returns a register of the accelerator. */
  int ofDevice(int register) {
    return device[register / Integer.BYTES];
  }

  /** Returns the address that a window of the accelerator begins at. */
  long window(int bar) {
    return (long) ofDevice(bar + Integer.BYTES) << Integer.SIZE
        | Integer.toUnsignedLong(ofDevice(bar) & ~15);
  }

  /** Tells whether memory and registers, from these addresses on, are the device's, and reached. */
  boolean isReached(long memory, long registers) {
    return window(MEMORY_BAR) == memory
        && window(REGISTER_BAR) == registers
        && passes(memory)
        && passes(memory + memoryBytes - 1)
        && passes(registers)
        && passes(registers + registerBytes - 1);
  }

  /** Tells whether the Root Port hands on an access to an address. */
  boolean passes(long address) {
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

  /** Returns the address that the upper twelve bits of a half word stand for. */
  private static long megabytes(int half) {
    return (half & 0xFFF0L) << (MEGABYTE_SHIFT - 4);
  }

  /** The limit is the last megabyte, which belongs to the window. */
  private static boolean within(long address, long base, long limit) {
    return address >= base && address >>> MEGABYTE_SHIFT <= limit >>> MEGABYTE_SHIFT;
  }
}

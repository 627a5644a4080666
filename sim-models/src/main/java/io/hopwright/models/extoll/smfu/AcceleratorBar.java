package io.hopwright.models.extoll.smfu;

/**
 * Base address register (BAR) of an accelerator: a window that leads to its memory or its registers
 * ({@code docs/models/extoll.md}, "BARs and MSI"). Immutable; safe for any thread.
 *
 * @param bytes size, a power of two
 * @param wide whether it has 64 bits, in two configuration registers
 * @param prefetchable whether it is in the prefetchable window of the Root Port
 * @param register first configuration register
 * @param address first address in the accelerator's address space
 */
public record AcceleratorBar(
    long bytes, boolean wide, boolean prefetchable, int register, long address) {
  private static final int WIDE = 4;
  private static final int PREFETCHABLE = 8;
  private static final int FLAGS = 15;

  /** Returns the address of the last byte. */
  long end() {
    return address + bytes - 1;
  }

  /** Returns the configuration registers of 32 bits that it takes. */
  int registers() {
    return wide ? 2 : 1;
  }

  /** Returns the flags in the low bits of its first register. */
  private int flags() {
    return (wide ? WIDE : 0) | (prefetchable ? PREFETCHABLE : 0);
  }

  /** Returns whether a configuration register is the first of this BAR, or its second. */
  boolean has(int configurationRegister) {
    return configurationRegister >= register
        && configurationRegister < register + registers() * Integer.BYTES;
  }

  /** Returns what stays of a word that is written to a register of this BAR. */
  int writable(int configurationRegister, int data) {
    return configurationRegister == register
        ? (data & (int) -bytes) | flags()
        : data & (int) (-bytes >>> Integer.SIZE);
  }

  /**
   * Returns the size of a BAR from the values of its registers after all ones were written: it has
   * as many zeros as the size, not counting the flags.
   *
   * @param high all ones for a BAR of 32 bits
   */
  public static long size(int low, int high) {
    return Long.lowestOneBit(value(low, high));
  }

  /** Returns the address that both registers hold. */
  static long value(int low, int high) {
    return (long) high << Integer.SIZE | Integer.toUnsignedLong(low & ~FLAGS);
  }
}

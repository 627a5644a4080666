package io.hopwright.models.extoll.smfu;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.extoll.network.ExtollPaper;
import java.util.ArrayList;
import java.util.List;

/**
 * PCIe device as which an accelerator appears to the host that enumerates it ({@code
 * docs/models/extoll.md}, "BARs and MSI"). Immutable; safe for any thread.
 *
 * @param bars windows in the order of {@code naa.barBits}; the first is the memory
 * @param vectors vectors of its MSI capability, a power of two; 0 without MSI
 */
public record AcceleratorDevice(List<AcceleratorBar> bars, int vectors) {
  /** BARs at most, of 32 bits each. */
  static final int MOST_BARS = 6;

  /** Vectors of MSI at most. */
  static final int MOST_VECTORS = 32;

  private static final int WIDE_BITS = 64;
  private static final int NARROW_BITS = 32;
  private static final int MOST_BITS = MOST_BARS * NARROW_BITS;
  private static final int FIRST_REGISTER = 0x10;
  private static final int REGISTERS_END = FIRST_REGISTER + MOST_BARS * Integer.BYTES;
  private static final long WIDE_MEMORY = 1L << 41;
  private static final long LOW_BASE = 1L << 28;
  private static final long LOW_END = 1L << 32;
  private static final int LEAST_BAR = 1 << 12;
  private static final int MOST_BAR = 1 << 30;

  private static final Key<List<Integer>> BITS =
      Key.integers("naa.barBits", List.of(WIDE_BITS, WIDE_BITS), NARROW_BITS, WIDE_BITS)
          .meaning(
              "width of each BAR of an accelerator, 32 or 64, at most 192 together; the first is"
                  + " its memory, the second its registers")
          .source(ExtollPaper.SECTION + "2.3.3, 4.2.2; ASSUMED for a Xeon Phi");
  private static final Key<Long> MEMORY =
      Key.longBytes("naa.memoryBytes", 1L << 34, 1L << 20, 1L << 40)
          .meaning("memory of an accelerator, a power of two: size of its first BAR")
          .source(ExtollPaper.SECTION + "4.2.2: 8 or 16 GB");
  private static final Key<Long> REGISTERS =
      Key.longBytes("naa.registerBytes", 1L << 17, LEAST_BAR, MOST_BAR)
          .meaning(
              "registers of an accelerator, a power of two: size of its second BAR, if it has one")
          .source(ExtollPaper.SECTION + "4.2.2");
  private static final Key<List<Integer>> FURTHER =
      Key.sizes("naa.furtherBarBytes", LEAST_BAR, MOST_BAR)
          .assumed(
              "sizes of the other BARs of an accelerator, powers of two: one for each entry"
                  + " of naa.barBits after the second");
  public static final Key<Integer> VECTORS =
      Key.integer("naa.msiVectors", 1, 0, MOST_VECTORS)
          .meaning(
              "MSI vectors of an accelerator, a power of two; the enumeration grants all of them;"
                  + " 0: no MSI, and no interrupts")
          .source(ExtollPaper.SECTION + "2.3.2: up to 32; 1 is ASSUMED");

  public static final Component COMPONENT =
      Component.of("accelerator", BITS, MEMORY, REGISTERS, FURTHER, VECTORS);

  /** Takes over a list. */
  public AcceleratorDevice {
    bars = List.copyOf(bars);
  }

  /**
   * Reads the settings.
   *
   * @throws SettingsException naming the inconsistent settings
   */
  public static AcceleratorDevice of(Settings settings) {
    final List<Integer> bits = settings.get(BITS);
    final List<Integer> further = settings.get(FURTHER);
    final int vectors = settings.get(VECTORS);
    final SettingsException.Collector problems = new SettingsException.Collector();
    checkBits(bits, problems);
    checkPower(MEMORY, settings.get(MEMORY), problems);
    checkPower(REGISTERS, settings.get(REGISTERS), problems);
    final int others = Math.max(0, bits.size() - 2);
    problems.when(
        further.size() != others,
        FURTHER,
        ("the number of sizes is %s and must be %s; give one size for each width of naa.barBits"
                + " after the second")
            .formatted(further.size(), others));
    further.stream()
        .filter(bytes -> Integer.bitCount(bytes) != 1)
        .limit(1)
        .forEach(bytes -> checkPower(FURTHER, bytes, problems));
    problems.when(
        Integer.bitCount(vectors) > 1,
        VECTORS,
        "is not a power of two, but MSI grants 1, 2, 4 and so on up to 32 vectors; use %s"
            .formatted(Integer.highestOneBit(vectors)));
    problems.throwIfAny();
    final List<Long> bytes = new ArrayList<>(List.of(settings.get(MEMORY)));
    if (bits.size() > 1) {
      bytes.add(settings.get(REGISTERS));
    }
    further.forEach(each -> bytes.add((long) each));
    final List<AcceleratorBar> bars = place(bits, bytes);
    final AcceleratorBar last = bars.get(bars.size() - 1);
    problems.when(
        !last.prefetchable() && last.end() >= LOW_END,
        BITS,
        ("puts BARs above 4 GiB, up to %s B, but all BARs except a memory of 64 bits must"
                + " lie between 256 MiB and 4 GiB; use a smaller naa.memoryBytes,"
                + " naa.registerBytes or naa.furtherBarBytes, or a memory that is 64 bits wide")
            .formatted(last.end()));
    problems.throwIfAny();
    return new AcceleratorDevice(bars, vectors);
  }

  private static void checkBits(List<Integer> bits, SettingsException.Collector problems) {
    problems.when(
        bits.isEmpty(),
        BITS,
        "is empty, but an accelerator needs a BAR for its memory; give 1 to 6 widths");
    problems.when(
        bits.stream().anyMatch(each -> each != WIDE_BITS && each != NARROW_BITS),
        BITS,
        "has an invalid width; use 32 or 64 for each BAR");
    final int sum = bits.stream().mapToInt(Integer::intValue).sum();
    problems.when(
        sum > MOST_BITS,
        BITS,
        ("has a sum of %s bits, but the six BAR registers of a device have %s bits; use fewer or"
                + " narrower BARs")
            .formatted(sum, MOST_BITS));
  }

  private static void checkPower(Key<?> key, long bytes, SettingsException.Collector problems) {
    problems.when(
        Long.bitCount(bytes) != 1,
        key,
        "is %s B, but the size of a BAR must be a power of two; use %s B"
            .formatted(bytes, Long.highestOneBit(bytes)));
  }

  /** Returns BARs in their configuration registers and at their addresses. */
  private static List<AcceleratorBar> place(List<Integer> bits, List<Long> bytes) {
    final List<AcceleratorBar> bars = new ArrayList<>();
    int register = FIRST_REGISTER;
    long low = LOW_BASE;
    for (int i = 0; i < bits.size(); i++) {
      final boolean wide = bits.get(i) == WIDE_BITS;
      final boolean prefetchable = i == 0 && wide;
      final int taken = bits.get(i) / Byte.SIZE;
      final long size = bytes.get(i);
      final long address = prefetchable ? WIDE_MEMORY : (low + size - 1) & -size;
      bars.add(
          new AcceleratorBar(
              size, wide, prefetchable, i == 1 ? REGISTERS_END - taken : register, address));
      register += i == 1 ? 0 : taken;
      low = prefetchable ? low : address + size;
    }
    return bars;
  }

  /** Returns the bytes of the memory. */
  long memoryBytes() {
    return bars.get(0).bytes();
  }

  /** Returns the BARs of one of the two windows of a Root Port. */
  public List<AcceleratorBar> window(boolean prefetchable) {
    return bars.stream().filter(bar -> bar.prefetchable() == prefetchable).toList();
  }

  /** Returns the binary logarithm of the vectors. */
  public int vectorBits() {
    return vectors == 0 ? 0 : Integer.numberOfTrailingZeros(vectors);
  }
}

package io.hopwright.models.reference.extoll;

/**
 * Addresses by which hosts and accelerators reach each other: "Addresses" of SMFU, "BARs and MSI".
 * Immutable.
 */
final class ExtollWindows {
  private static final long HOST_BASE = 1L << 39;
  private static final long WIDE_MEMORY = 1L << 41;
  private static final long FIRST_BELOW_4_GIB = 1L << 28;
  private static final long MEBIBYTE = 1L << 20;
  private static final int LINE_BYTES = 64;

  private final ExtollParameters parameters;
  private final ReferenceExtollTopology topology;

  ExtollWindows(ExtollParameters parameters, ReferenceExtollTopology topology) {
    this.parameters = parameters;
    this.topology = topology;
  }

  private int bars() {
    return parameters.barBytes.size();
  }

  private long bytes(int bar) {
    return parameters.barBytes.get(bar);
  }

  /** Number of an accelerator among those of its host. */
  private int place(int accelerator) {
    int place = 0;
    for (int other = 0; other < accelerator; other++) {
      place += topology.hostOf(other) == topology.hostOf(accelerator) ? 1 : 0;
    }
    return place;
  }

  private int accelerators(int host) {
    int count = 0;
    for (int node = 0; node < topology.accelerators(); node++) {
      count += topology.hostOf(node) == host ? 1 : 0;
    }
    return count;
  }

  /** {@code R}. */
  private long bytesOfOthers() {
    long sum = 0;
    for (int bar = 1; bar < bars(); bar++) {
      sum += bytes(bar);
    }
    return sum;
  }

  /** Returns the start of a BAR's interval for the host of an accelerator. */
  long interval(int bar, int accelerator) {
    if (bar == 0) {
      return HOST_BASE + place(accelerator) * bytes(0);
    }
    long start = HOST_BASE + parameters.windowBytes + place(accelerator) * bytesOfOthers();
    for (int before = 1; before < bar; before++) {
      start += bytes(before);
    }
    return start;
  }

  /** The BAR of an accelerator in whose interval an address of its host lies, −1 if in none. */
  private int barOf(long address, int accelerator) {
    for (int bar = 0; bar < bars(); bar++) {
      final long offset = address - interval(bar, accelerator);
      if (offset >= 0 && offset < bytes(bar)) {
        return bar;
      }
    }
    return -1;
  }

  /**
   * Returns whether an access of a node is mapped; it may only go to its target.
   *
   * @param target node that the workload means
   */
  boolean has(int origin, long address, int target) {
    if (!topology.isHost(origin)) {
      return true; // "go to its host, unchanged"
    }
    for (int node = 0; node < topology.accelerators(); node++) {
      if (topology.hostOf(node) == origin && barOf(address, node) >= 0) {
        if (node != target) {
          throw new IllegalStateException(
              String.format("node %d: %x leads to %d, not to %d", origin, address, node, target));
        }
        return true;
      }
    }
    return false;
  }

  private boolean isWideMemory(int bar) {
    return bar == 0 && parameters.barBits.get(0) == 64;
  }

  /** "Addresses at the accelerator". */
  private long base(int bar) {
    if (isWideMemory(bar)) {
      return WIDE_MEMORY;
    }
    long end = FIRST_BELOW_4_GIB;
    for (int before = 0; before < bar; before++) {
      end = isWideMemory(before) ? end : base(before) + bytes(before);
    }
    final long excess = end % bytes(bar);
    return excess == 0 ? end : end - excess + bytes(bar);
  }

  /** "Windows of the Root Port". */
  private boolean isOpen(long address) {
    if (isWideMemory(0) && address >= WIDE_MEMORY && address < WIDE_MEMORY + bytes(0)) {
      return true;
    }
    final int first = isWideMemory(0) ? 1 : 0;
    if (first == bars()) {
      return false;
    }
    final int last = bars() - 1;
    final long lastByte = base(last) + bytes(last) - 1;
    return address >= base(first) && address / MEBIBYTE <= lastByte / MEBIBYTE;
  }

  /**
   * Returns whether a Root Port has a window for what a host's address becomes.
   *
   * @param commands of configuration that the NIC has been given
   * @param bases that have been written
   */
  boolean passes(long address, int accelerator, int commands, int bases) {
    final int bar = barOf(address, accelerator);
    final long offset = address - interval(bar, accelerator);
    return commands >= parameters.configurations()
        && isOpen((bases > bar ? base(bar) : 0) + offset);
  }

  /** Address of an access at random, of two draws: "Accesses". */
  long random(long x, long y) {
    final int target = parameters.target;
    if (topology.isHost(target)) {
      return LINE_BYTES * Long.remainderUnsigned(y, 1L << 33);
    }
    if (parameters.outside) {
      final long distance = LINE_BYTES * Long.remainderUnsigned(y, 1L << 14);
      final long behind =
          HOST_BASE
              + parameters.windowBytes
              + accelerators(topology.hostOf(target)) * bytesOfOthers();
      return x % 2 == 0 ? HOST_BASE - LINE_BYTES - distance : behind + distance;
    }
    final int bar = (int) Long.remainderUnsigned(x, bars());
    return interval(bar, target) + LINE_BYTES * Long.remainderUnsigned(y, bytes(bar) / LINE_BYTES);
  }
}

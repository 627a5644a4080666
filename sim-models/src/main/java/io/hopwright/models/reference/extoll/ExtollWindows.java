package io.hopwright.models.reference.extoll;

/** Addresses by which hosts and accelerators reach each other: "Addresses" of SMFU. Immutable. */
final class ExtollWindows {
  private static final long HOST_BASE = 1L << 39;
  private static final long MEMORY_BASE = 1L << 41;
  private static final long REGISTER_BASE = 1L << 28;
  private static final long LEAST_WINDOW = 1L << 20;
  private static final int LINE_BYTES = 64;

  private final ExtollParameters parameters;
  private final ReferenceExtollTopology topology;

  ExtollWindows(ExtollParameters parameters, ReferenceExtollTopology topology) {
    this.parameters = parameters;
    this.topology = topology;
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

  /** Where the interval of an accelerator's memory begins for its host. */
  long memory(int accelerator) {
    return HOST_BASE + place(accelerator) * parameters.memoryBytes;
  }

  private long registers(int accelerator) {
    return HOST_BASE + parameters.windowBytes + place(accelerator) * parameters.registerBytes;
  }

  private boolean isInMemory(long address, int accelerator) {
    final long offset = address - memory(accelerator);
    return offset >= 0 && offset < parameters.memoryBytes;
  }

  private boolean isInRegisters(long address, int accelerator) {
    final long offset = address - registers(accelerator);
    return offset >= 0 && offset < parameters.registerBytes;
  }

  /**
   * Whether an access of a node goes anywhere; it may only go to the node that it is for.
   *
   * @param target node that the workload means
   */
  boolean has(int origin, long address, int target) {
    if (!topology.isHost(origin)) {
      return true; // "go to its host, unchanged"
    }
    for (int node = 0; node < topology.accelerators(); node++) {
      if (topology.hostOf(node) == origin
          && (isInMemory(address, node) || isInRegisters(address, node))) {
        if (node != target) {
          throw new IllegalStateException(
              String.format("node %d: %x leads to %d, not to %d", origin, address, node, target));
        }
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a Root Port has a window for what a host's address becomes.
   *
   * @param commands of configuration that the NIC has been given
   * @param bases that have been written
   */
  boolean passes(long address, int accelerator, int commands, int bases) {
    final boolean memory = isInMemory(address, accelerator);
    final long base = memory ? (bases > 0 ? MEMORY_BASE : 0) : bases > 1 ? REGISTER_BASE : 0;
    final long there = base + address - (memory ? memory(accelerator) : registers(accelerator));
    final long ofMemory = there - MEMORY_BASE;
    final long ofRegisters = there - REGISTER_BASE;
    return commands >= ExtollPrograms.CONFIGURATIONS
        && ((ofMemory >= 0 && ofMemory < parameters.memoryBytes)
            || (ofRegisters >= 0
                && ofRegisters < Math.max(LEAST_WINDOW, parameters.registerBytes)));
  }

  /** Address of an access at random, of two draws: "Accesses". */
  long random(long x, long y) {
    final int target = parameters.target;
    if (topology.isHost(target)) {
      return LINE_BYTES * Long.remainderUnsigned(y, 1L << 33);
    }
    final boolean even = x % 2 == 0;
    if (parameters.outside) {
      final long distance = LINE_BYTES * Long.remainderUnsigned(y, 1L << 14);
      final long behind =
          HOST_BASE
              + parameters.windowBytes
              + accelerators(topology.hostOf(target)) * parameters.registerBytes;
      return even ? HOST_BASE - LINE_BYTES - distance : behind + distance;
    }
    final long bytes = even ? parameters.memoryBytes : parameters.registerBytes;
    return (even ? memory(target) : registers(target))
        + LINE_BYTES * Long.remainderUnsigned(y, bytes / LINE_BYTES);
  }
}

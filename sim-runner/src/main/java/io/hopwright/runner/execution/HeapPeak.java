package io.hopwright.runner.execution;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/**
 * Largest heap in use since creation of this object, garbage included: the sum of the pools' own
 * peaks.
 */
public final class HeapPeak {
  private final List<MemoryPoolMXBean> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();

  /** Begins to look. */
  public HeapPeak() {
    pools.forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /** Returns the largest heap in use so far, in bytes. */
  public long bytes() {
    return pools.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
  }
}

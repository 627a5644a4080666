package io.hopwright.runner.execution;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Processor time of this process, all threads together. */
public final class ProcessClock {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private ProcessClock() {}

  /** Returns the processor time that the calling thread has used so far in nanoseconds. */
  static long threadCpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Returns the processor time used so far in nanoseconds. */
  public static long cpuNanos() {
    return SYSTEM.getProcessCpuTime();
  }
}

package io.hopwright.runner.execution;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The processor time of this process, all threads together. */
public final class ProcessClock {
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Creates a clock. */
  public ProcessClock() {}

  /** Returns the processor time that the calling thread has used so far in nanoseconds. */
  static long threadCpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** Returns the processor time used so far in nanoseconds. */
  public long cpuNanos() {
    return system.getProcessCpuTime();
  }
}

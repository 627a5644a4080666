package io.hopwright.runner.sweep;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Resources of this computer or container.
 *
 * @param memoryBytes physical memory
 * @param cores processors that the JVM may use
 */
public record Computer(long memoryBytes, int cores) {
  /** Returns the computer that this program runs on. */
  public static Computer current() {
    return new Computer(
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
        Runtime.getRuntime().availableProcessors());
  }

  /**
   * Returns the largest heap of each of {@code jvms} JVMs; together they have three quarters of the
   * memory.
   */
  public long heapShareBytes(int jvms) {
    return memoryBytes / 4 * 3 / jvms;
  }
}

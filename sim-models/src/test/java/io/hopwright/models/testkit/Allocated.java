package io.hopwright.models.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Limit of what a reader of a small file allocates. Confined to one thread. */
public final class Allocated {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * Bytes that any reader allocates, for a million ranks without lines; {@code BYTE} is the limit
   * for each byte of a file.
   */
  private static final long READER = 16_000_000;

  private static final long BYTE = 2_000;

  private final long before = THREADS.getCurrentThreadAllocatedBytes();

  private Allocated() {}

  /** Begins to count. */
  public static Allocated begin() {
    return new Allocated();
  }

  /** Checks that no more was allocated than the limit for files of this size. */
  public void requireAtMostOf(long bytes, String which) {
    final long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertTrue(
        allocated < READER + BYTE * bytes, which + ": " + allocated + " B for " + bytes + " B");
  }
}

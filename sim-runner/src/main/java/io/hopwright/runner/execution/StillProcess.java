package io.hopwright.runner.execution;

import java.time.Duration;

/**
 * Process that is looked at now and then, to see whether it uses a processor. A frozen one does
 * not; one that starts does, however slowly. Looks are counted, not time, so that a time in which
 * this JVM was stopped itself does not count. Confined to one thread.
 */
final class StillProcess {
  private final ProcessHandle process;
  private Duration used = Duration.ZERO;
  private int looks;

  StillProcess(ProcessHandle process) {
    this.process = process;
  }

  /**
   * Looks at the process. Returns the number of looks in a row, with this one, since which it has
   * used no processor time; always 0 where the operating system does not report that.
   */
  int looks() {
    final Duration now = process.info().totalCpuDuration().orElse(null);
    looks = now == null || now.compareTo(used) > 0 ? 0 : looks + 1;
    used = now == null ? used : now;
    return looks;
  }
}

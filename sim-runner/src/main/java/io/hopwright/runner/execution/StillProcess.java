package io.hopwright.runner.execution;

import java.time.Duration;

/**
 * Process whose use of processors is sampled. A frozen process uses none; one that starts on a busy
 * computer does, however slowly. Samples are counted, not time: a time in which this JVM was
 * stopped itself does not count. Confined to one thread.
 */
final class StillProcess {
  private final ProcessHandle process;
  private Duration used = Duration.ZERO;
  private int samples;

  StillProcess(ProcessHandle process) {
    this.process = process;
  }

  /**
   * Takes a sample. Returns the number of samples in a row, this one included, since which the
   * process has used no processor time; always 0 if the operating system does not report it.
   */
  int samples() {
    final Duration now = process.info().totalCpuDuration().orElse(null);
    samples = now == null || now.compareTo(used) > 0 ? 0 : samples + 1;
    used = now == null ? used : now;
    return samples;
  }
}

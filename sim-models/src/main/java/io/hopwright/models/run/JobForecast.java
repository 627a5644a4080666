package io.hopwright.models.run;

/**
 * What the jobs of a run do in all. Those in the background count with their ranks and memory only,
 * as nobody waits for their end.
 *
 * @param ranks of all jobs
 * @param background ranks of jobs in the background
 * @param operations of the ranks that are waited for; 0 if there are none
 * @param messages that these send
 * @param bytes of memory that all ranks take, with the most requests that each has open at once
 */
public record JobForecast(long ranks, long background, long operations, long messages, long bytes) {
  /** There are no jobs. */
  public static final JobForecast NONE = new JobForecast(0, 0, 0, 0, 0);

  /** Checks that nothing is negative. */
  public JobForecast {
    if (ranks < background || background < 0 || operations < 0 || messages < 0 || bytes < 0) {
      throw new IllegalArgumentException(
          "%s ranks, %s in the background, %s operations, %s messages, %s B"
              .formatted(ranks, background, operations, messages, bytes));
    }
  }

  /** Returns whether there are jobs that the run waits for, and others in the background. */
  public boolean areBesideBackground() {
    return background > 0 && background < ranks;
  }
}

package io.hopwright.models.run;

/**
 * Forecast of the jobs of a run. Background jobs count with their ranks and memory only, because
 * the run does not wait for their end.
 *
 * @param ranks ranks of all jobs
 * @param background ranks of background jobs
 * @param operations operations of the foreground ranks; 0 if there are none
 * @param messages messages of these ranks
 * @param bytes memory of all ranks, each with its largest number of open requests
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

  /** Returns whether there are required jobs and others in the background. */
  public boolean areBesideBackground() {
    return background > 0 && background < ranks;
  }
}

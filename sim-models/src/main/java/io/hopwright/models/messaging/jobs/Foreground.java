package io.hopwright.models.messaging.jobs;

/**
 * Counts of activity that can still advance a rank of a foreground job: busy ranks of such jobs,
 * and transfers in flight between them ({@code docs/models/messaging.md}, "Jobs").
 *
 * <p>A transfer sent by one partition arrives in another, so only the sum over all partitions is
 * meaningful. Confined to its partition.
 */
public final class Foreground {
  private final boolean counts;

  /** Whether the activity of each job counts. */
  private final boolean[] jobs;

  private long atWork;

  public Foreground(JobTable table) {
    counts = table.jobs().stream().anyMatch(PlacedJob::background);
    jobs = new boolean[table.jobs().size()];
    for (PlacedJob job : table.jobs()) {
      jobs[job.number()] = counts && !job.background();
    }
  }

  /**
   * Returns whether a job is in the background. Without such a job a run continues while any event
   * is pending.
   */
  public boolean counts() {
    return counts;
  }

  /** Adds to the number of pending actions of a job. */
  public void add(int job, long change) {
    if (jobs[job]) {
      atWork += change;
    }
  }

  /** Returns the number of pending actions here; negative if more were accepted than sent. */
  public long atWork() {
    return atWork;
  }
}

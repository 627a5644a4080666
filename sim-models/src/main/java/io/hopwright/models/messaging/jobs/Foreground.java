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
   * Returns whether a job is in the background: else a run goes on while anything happens at all.
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

  /** Returns how much there is here; negative if more has been accepted than was sent. */
  public long atWork() {
    return atWork;
  }
}

package io.hopwright.models.messaging.path;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.jobs.TransferKind;
import java.util.List;

/**
 * Critical path of a job: segments without gaps from the start of the job to the end of its last
 * rank ({@code docs/models/critical-path.md}). Their ticks add up to the makespan. Immutable; safe
 * for any thread.
 *
 * @param segments in the order of time
 * @param messages transfers between ranks on the path
 */
public record CriticalPath(List<PathSegment> segments, long messages) {
  /** Copies the list. */
  public CriticalPath {
    segments = List.copyOf(segments);
  }

  /**
   * Finds the path of each job; null for a job with ranks that have not ended.
   *
   * @param logs of ranks that have ended, in any order
   * @param times at zero load, of transfers that leave their nodes
   */
  public static List<CriticalPath> of(
      List<PlacedJob> jobs, List<RankLog> logs, Software software, PathTimes times) {
    final List<RankLog[]> byJob = jobs.stream().map(job -> new RankLog[job.ranks()]).toList();
    for (RankLog log : logs) {
      byJob.get(log.job())[log.rank()] = log;
    }
    return jobs.stream()
        .map(
            job -> {
              final RankLog[] its = byJob.get(job.number());
              return isOver(its) ? new PathWalk(job, its, software, times).walk() : null;
            })
        .toList();
  }

  /** Returns whether no rank still runs, and one has ended. */
  private static boolean isOver(RankLog... logs) {
    boolean ended = false;
    for (RankLog log : logs) {
      if (log == null) {
        return false;
      }
      ended |= log.endTick() >= 0;
    }
    return ended;
  }

  /** Returns the ticks that count as a share. */
  public long ticks(PathShare share) {
    return segments.stream()
        .filter(segment -> segment.share() == share)
        .mapToLong(PathSegment::ticks)
        .sum();
  }

  /** Returns whether a transfer brings no data. */
  static boolean isAnnouncement(TransferKind kind) {
    return switch (kind) {
      case RTS, CTS, ACK, FIN, GET -> true;
      case EAGER, DATA, PUT, READ, AMO, DONE, VALUE -> false;
    };
  }
}

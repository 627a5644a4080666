package io.hopwright.models.messaging.statistics;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.path.CriticalPath;
import io.hopwright.models.messaging.path.PathEvent;
import io.hopwright.models.messaging.path.PathSegment;
import java.util.ArrayList;
import java.util.List;

/** Columns of the table of the segments of critical paths. */
final class PathTable {
  private static final double MICROSECONDS = 1e6;

  /** A segment of the path of a job. */
  record Row(int job, PathSegment segment) {
    private PathEvent event() {
      return segment.event();
    }
  }

  private PathTable() {}

  /** Returns all segments of the paths of jobs, of which those that are null have none. */
  static List<Row> rows(List<CriticalPath> paths) {
    final List<Row> rows = new ArrayList<>();
    for (int job = 0; job < paths.size(); job++) {
      if (paths.get(job) != null) {
        for (PathSegment segment : paths.get(job).segments()) {
          rows.add(new Row(job, segment));
        }
      }
    }
    return rows;
  }

  /** Returns the columns for jobs of these names on a machine's clock. */
  static Metrics<Row> of(List<String> names, TickRate rate) {
    return JobTables.<Row>ofJob(names, Row::job)
        .add("rank", "", "Rank", row -> row.event().rank(), Role.IDENTITY)
        .meaning("rank whose processor works, or that posted the transfer")
        .add("peer", "", "Peer", row -> EventTable.known(row.event().peer()))
        .meaning("rank that the transfer is for; null for work of a processor")
        .add("share", "", "Share", row -> row.segment.share().word())
        .meaning("kind of time: compute, software, announcement, network or contention")
        .add("kind", "", "Kind", row -> row.event().word())
        .meaning(
            "kind of the work (compute, send, receive, reply, arrival, join, wait, bytes,"
                + " interface) or of the transfer (eager, rts, cts, data, and so on)")
        .add("operation", "", "Operation", row -> EventTable.known(row.event().operation()))
        .meaning(
            "number of the operation in its rank's program, with 2^40 times the repetition;"
                + " null for transfers and what handles them")
        .add("message", "", "Message", row -> EventTable.known(row.event().message()))
        .meaning("number of the message at its sender; null for operations")
        .add("bytes", "B", "Bytes", row -> EventTable.known(row.event().bytes()))
        .meaning("bytes of the message; null for work of a processor")
        .add("fromTick", "ticks", "From", row -> row.event().fromTick(), Role.IDENTITY)
        .meaning("first tick of the segment; the next segment begins at its toTick")
        .add("toTick", "ticks", "To", row -> row.event().toTick(), Role.IDENTITY)
        .meaning("first tick after the segment")
        .add("ticks", "ticks", "Ticks", row -> row.segment.ticks())
        .meaning("toTick less fromTick; all segments of a job add up to its makespan")
        .add(
            "microseconds", "us", "Time", row -> rate.toSeconds(row.segment.ticks()) * MICROSECONDS)
        .meaning("ticks on the machine's clock");
  }
}

package io.hopwright.models.messaging.statistics;

import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.path.EventWindow;
import io.hopwright.models.messaging.path.PathEvent;
import io.hopwright.models.messaging.path.PathSegment;
import io.hopwright.models.messaging.path.RankLog;
import java.util.Comparator;
import java.util.List;

/** Columns of the table of pieces of work and transfers. */
final class EventTable {
  private static final Comparator<PathEvent> ORDER =
      Comparator.comparingInt(PathEvent::job)
          .thenComparingLong(PathEvent::fromTick)
          .thenComparingInt(PathEvent::rank)
          .thenComparingLong(PathEvent::toTick)
          .thenComparingInt(PathEvent::peer)
          .thenComparing(PathEvent::word)
          .thenComparingLong(PathEvent::message)
          .thenComparingLong(PathEvent::operation);

  private EventTable() {}

  /** Returns the events of some ticks, job by job in the order of time. */
  static List<PathEvent> rows(List<RankLog> logs, EventWindow window) {
    return logs.stream().flatMap(log -> log.events(window).stream()).sorted(ORDER).toList();
  }

  private static Long known(long value) {
    return value == PathSegment.NONE ? null : Long.valueOf(value);
  }

  /** Returns the columns for jobs of these names. */
  static Metrics<PathEvent> of(List<String> names) {
    return JobTables.<PathEvent>ofJob(names, PathEvent::job)
        .add("rank", "", "Rank", PathEvent::rank, Role.IDENTITY)
        .meaning("rank that works, or that posted the transfer")
        .add("peer", "", "Peer", event -> known(event.peer()), Role.IDENTITY)
        .meaning("rank that the transfer is for; null for work")
        .add("kind", "", "Kind", PathEvent::word, Role.IDENTITY)
        .meaning("kind of the work, calc of a stream, or kind of the transfer")
        .add("operation", "", "Operation", event -> known(event.operation()))
        .meaning("number of the operation in its rank's program, as in critical-path.csv")
        .add("message", "", "Message", event -> known(event.message()))
        .meaning("number of the message at its sender; null for operations")
        .add("bytes", "B", "Bytes", event -> known(event.bytes()))
        .meaning("bytes of the message; null for work")
        .add("fromTick", "ticks", "From", PathEvent::fromTick, Role.IDENTITY)
        .meaning("first tick of the work, or the tick at which the transfer was posted")
        .add("toTick", "ticks", "To", PathEvent::toTick, Role.IDENTITY)
        .meaning(
            "first tick after the work, or the tick at which the receiver begins to handle the"
                + " transfer");
  }
}

package io.hopwright.models.messaging.statistics;

import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.path.EventWindow;
import io.hopwright.models.messaging.path.PathEvent;
import io.hopwright.models.messaging.path.RankLog;
import java.util.Comparator;
import java.util.List;

/** Columns of the table of pieces of work and transfers. */
final class EventTable {
  private static final Comparator<Row> ORDER =
      Comparator.comparingInt(Row::job)
          .thenComparing(
              Row::event,
              Comparator.comparingLong(PathEvent::fromTick)
                  .thenComparingInt(PathEvent::rank)
                  .thenComparingLong(PathEvent::toTick)
                  .thenComparingInt(PathEvent::peer)
                  .thenComparing(PathEvent::word)
                  .thenComparingLong(PathEvent::message)
                  .thenComparingLong(PathEvent::operation));

  /** An event of a job. */
  record Row(int job, PathEvent event) {}

  private EventTable() {}

  /** Returns the events of some ticks, job by job in the order of time. */
  static List<Row> rows(List<RankLog> logs, EventWindow window) {
    return logs.stream()
        .flatMap(log -> log.events(window).stream().map(event -> new Row(log.job(), event)))
        .sorted(ORDER)
        .toList();
  }

  /** Returns a number of an event; null if it has none. */
  static Long known(long value) {
    return value == PathEvent.NONE ? null : Long.valueOf(value);
  }

  /** Returns the columns for jobs of these names. */
  static Metrics<Row> of(List<String> names) {
    return JobTables.<Row>ofJob(names, Row::job)
        .add("rank", "", "Rank", row -> row.event.rank(), Role.IDENTITY)
        .meaning("rank that works, or that posted the transfer")
        .add("peer", "", "Peer", row -> known(row.event.peer()), Role.IDENTITY)
        .meaning("rank that the transfer is for; null for work")
        .add("kind", "", "Kind", row -> row.event.word(), Role.IDENTITY)
        .meaning("kind of the work, calc of a stream, or kind of the transfer")
        .add("operation", "", "Operation", row -> known(row.event.operation()))
        .meaning("number of the operation in its rank's program, as in critical-path.csv")
        .add("message", "", "Message", row -> known(row.event.message()))
        .meaning("number of the message at its sender; null for operations")
        .add("bytes", "B", "Bytes", row -> known(row.event.bytes()))
        .meaning("bytes of the message; null for work")
        .add("fromTick", "ticks", "From", row -> row.event.fromTick(), Role.IDENTITY)
        .meaning("first tick of the work, or the tick at which the transfer was posted")
        .add("toTick", "ticks", "To", row -> row.event.toTick(), Role.IDENTITY)
        .meaning(
            "first tick after the work, or the tick at which the receiver begins to handle the"
                + " transfer");
  }
}

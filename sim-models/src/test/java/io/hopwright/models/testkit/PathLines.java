package io.hopwright.models.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.messaging.path.CriticalPath;
import io.hopwright.models.messaging.path.PathEvent;
import io.hopwright.models.messaging.path.PathSegment;
import io.hopwright.models.messaging.path.PathShare;
import io.hopwright.models.tables.RunResult.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Critical paths as lines, with a whole transfer in one line, as reference models print them. */
public final class PathLines {
  private PathLines() {}

  /** Returns the lines of a job in a table, which must have no gaps. */
  public static List<String> of(Table table, String job) {
    final List<PathSegment> segments = new ArrayList<>();
    for (List<Object> row : table.rows()) {
      if (row.get(0).equals(job)) {
        segments.add(segment(row));
      }
    }
    return of(segments);
  }

  private static PathSegment segment(List<Object> row) {
    return new PathSegment(
        PathShare.valueOf(row.get(3).toString().toUpperCase(Locale.ROOT)),
        new PathEvent(
            ((Number) row.get(1)).intValue(),
            (int) known(row.get(2)),
            row.get(4).toString(),
            known(row.get(5)),
            known(row.get(6)),
            known(row.get(7)),
            known(row.get(8)),
            known(row.get(9))));
  }

  private static long known(Object value) {
    return value == null ? PathEvent.NONE : ((Number) value).longValue();
  }

  /** Returns the lines of a path, which must have no gaps; null has no lines. */
  public static List<String> of(CriticalPath path) {
    return of(path == null ? List.of() : path.segments());
  }

  private static List<String> of(List<PathSegment> segments) {
    final List<String> lines = new ArrayList<>();
    PathSegment open = null;
    for (PathSegment segment : segments) {
      if (open != null) {
        assertEquals(open.event().toTick(), segment.event().fromTick(), "the path has a gap");
      }
      if (open != null && isPartOfTheSame(open, segment)) {
        open = joined(open, segment);
      } else {
        if (open != null) {
          lines.add(line(open));
        }
        open = segment;
      }
    }
    if (open != null) {
      lines.add(line(open));
    }
    return lines;
  }

  /** Checks that the shares of a job in a summary, if any, add up to its makespan. */
  public static void assertAddUp(Map<?, ?> jobs, String job) {
    final Object makespan = ((Map<?, ?>) jobs.get("makespanTicks")).get(job);
    Long all = 0L;
    for (Object ofShare : ((Map<?, ?>) jobs.get("pathTicks")).values()) {
      final Object ticks = ((Map<?, ?>) ofShare).get(job);
      all = ticks == null ? null : Long.valueOf(all + (long) ticks);
    }
    if (all != null) {
      assertEquals(makespan, all);
    }
  }

  /** Checks that the shares of a path add up to a makespan. */
  public static void assertAddUp(CriticalPath path, long makespan) {
    long all = 0;
    for (PathShare share : PathShare.values()) {
      all += path.ticks(share);
    }
    assertEquals(makespan, all);
  }

  /**
   * Returns whether two segments are parts of one transfer: adjacent, first software, then the
   * network.
   */
  private static boolean isPartOfTheSame(PathSegment before, PathSegment after) {
    final PathEvent one = before.event();
    final PathEvent other = after.event();
    return one.peer() != PathEvent.NONE
        && one.peer() == other.peer()
        && one.rank() == other.rank()
        && one.message() == other.message()
        && one.word().equals(other.word())
        && before.share().compareTo(after.share()) < 0;
  }

  private static PathSegment joined(PathSegment before, PathSegment after) {
    final PathEvent one = before.event();
    return new PathSegment(
        after.share(),
        new PathEvent(
            one.rank(),
            one.peer(),
            one.word(),
            one.operation(),
            one.message(),
            one.bytes(),
            one.fromTick(),
            after.event().toTick()));
  }

  private static String line(PathSegment segment) {
    final PathEvent event = segment.event();
    return "%s %s %s %s %s"
        .formatted(event.rank(), event.peer(), event.word(), event.fromTick(), event.toTick());
  }
}

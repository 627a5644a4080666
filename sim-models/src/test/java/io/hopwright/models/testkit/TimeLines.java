package io.hopwright.models.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.TimeLine.Cell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Properties of every time line, for any behaviour of ranks. */
public final class TimeLines {
  private TimeLines() {}

  /** Checks the time line of statistics with a row for each rank. */
  public static void assertAddUp(JobStatistics statistics, long stopTick) {
    final Map<String, List<Long>> sums = new TreeMap<>();
    for (Cell cell : statistics.timeLine().cells()) {
      final long width = cell.toTick() - cell.fromTick();
      assertEquals(1, cell.ranks());
      assertEquals(0, cell.fromTick() % width);
      assertTrue(width == 1 || 512 * width < stopTick, cell + " is too wide");
      assertTrue(1_024 * width >= stopTick, cell + " is too narrow");
      final long ticks = cell.states().stream().mapToLong(Long::longValue).sum();
      assertTrue(ticks <= Math.min(width, stopTick - cell.fromTick()), cell + " has more ticks");
      sums.merge(cell.job() + "." + cell.firstRank(), cell.states(), TimeLines::sum);
    }
    final Map<String, List<Long>> shares = new TreeMap<>();
    statistics.rows().forEach(row -> shares.put(row.job() + "." + row.rank(), row.states()));
    shares.values().removeIf(states -> Collections.max(states) == 0);
    assertEquals(shares, sums);
  }

  private static List<Long> sum(List<Long> a, List<Long> b) {
    final List<Long> sum = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) {
      sum.add(a.get(i) + b.get(i));
    }
    return sum;
  }
}

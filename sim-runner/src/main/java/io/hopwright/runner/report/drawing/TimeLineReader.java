package io.hopwright.runner.report.drawing;

import io.hopwright.runner.results.StoredTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reader of a time line, which combines neighbours until it is small enough for a page. */
public final class TimeLineReader {
  private final String run;
  private final StoredTable table;
  private final List<String> states;
  private final int most;
  private final List<String> spent;

  /** Groups of ranks of the table, by job and first rank, in their order. */
  private final Map<String, Group> groups = new LinkedHashMap<>();

  private long binTicks;
  private long endTick;

  private record Group(int number, String job, int firstRank, int ranks) {}

  /**
   * Prepares to read.
   *
   * @param run label of the run
   * @param states of ranks
   * @param spent column of each state
   * @param most largest number of cells
   */
  public TimeLineReader(
      String run, StoredTable table, List<String> states, List<String> spent, int most) {
    this.run = run;
    this.table = table;
    this.states = List.copyOf(states);
    this.spent = List.copyOf(spent);
    this.most = most;
  }

  /** Returns the time line; none if the table has no row. */
  public Optional<TimeLineChart> read() {
    table.rows(
        row -> {
          groups.computeIfAbsent(
              key(row),
              key ->
                  new Group(
                      groups.size(),
                      row.text("job"),
                      (int) row.number("firstRank"),
                      (int) row.number("ranks")));
          final long toTick = row.ticks("toTick");
          binTicks = toTick - row.ticks("fromTick");
          if (binTicks <= 0) {
            throw row.damaged("ends before it begins");
          }
          endTick = Math.max(endTick, toTick);
        });
    if (groups.isEmpty()) {
      return Optional.empty();
    }
    int together = 1;
    long binsTogether = 1;
    while (bands(together).size() * bins(binsTogether) > most) {
      if (bins(binsTogether) >= bands(together).size()) {
        binsTogether *= 2;
      } else {
        together *= 2;
      }
    }
    return Optional.of(read(bands(together), binsTogether));
  }

  private TimeLineChart read(List<List<Group>> members, long binsTogether) {
    final int bins = Math.toIntExact(bins(binsTogether));
    final List<TimeLineChart.Band> bands = new ArrayList<>();
    final TimeLineChart.Band[] bandOf = new TimeLineChart.Band[groups.size()];
    for (List<Group> band : members) {
      final int all = band.stream().mapToInt(Group::ranks).sum();
      final Group first = band.get(0);
      bands.add(
          new TimeLineChart.Band(first.job, first.firstRank, all, new double[bins][states.size()]));
      band.forEach(group -> bandOf[group.number] = bands.get(bands.size() - 1));
    }
    table.rows(
        row -> {
          final int bin = (int) ((long) row.number("fromTick") / (binsTogether * binTicks));
          final double[] cell = bandOf[groups.get(key(row)).number].ticks()[bin];
          for (int state = 0; state < cell.length; state++) {
            cell[state] += row.ticks(spent.get(state));
          }
        });
    return new TimeLineChart(run, states, bands, binsTogether * binTicks, bins, endTick, List.of());
  }

  private static String key(StoredTable.Row row) {
    return row.text("job") + " " + row.text("firstRank");
  }

  /** Returns the groups of each band: the given number of groups of a job, or the rest. */
  private List<List<Group>> bands(int together) {
    final List<List<Group>> bands = new ArrayList<>();
    Group before = null;
    for (Group group : groups.values()) {
      if (before == null
          || !before.job.equals(group.job)
          || bands.get(bands.size() - 1).size() == together) {
        bands.add(new ArrayList<>());
      }
      bands.get(bands.size() - 1).add(group);
      before = group;
    }
    return bands;
  }

  private long bins(long together) {
    final long width = together * binTicks;
    return (endTick + width - 1) / width;
  }
}

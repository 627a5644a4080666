package io.hopwright.runner.report.drawing;

import io.hopwright.runner.results.JsonObject;
import io.hopwright.runner.results.StoredTable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Picture of the activities of a run's ranks over time.
 *
 * @param run run of the ranks
 * @param states possible states
 * @param bands bands of ranks, from the top
 * @param binTicks ticks of a bin
 * @param bins bins of time, from tick 0 on
 * @param endTick end of the last activity
 * @param paths critical paths of jobs, drawn over the time line
 */
public record TimeLineChart(
    String run,
    List<String> states,
    List<Band> bands,
    long binTicks,
    int bins,
    long endTick,
    List<PathLine> paths) {
  /** Digits of a cell. */
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

  /**
   * Group of ranks of a job.
   *
   * @param ticks sum of their ticks, by bin and state
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody else has it
  public record Band(String job, int firstRank, int ranks, double[][] ticks) {
    private Map<String, Object> document() {
      return new JsonObject()
          .with("job", job)
          .with("first", firstRank)
          .with("ranks", ranks)
          .with(
              "cells", Arrays.stream(ticks).map(TimeLineChart::cell).collect(Collectors.joining()));
    }
  }

  /**
   * Returns two digits: 0, or 1 + 7·(what took most) + (what came next); and the share of the first
   * in 63rds.
   */
  private static String cell(double[] ticks) {
    int most = 0;
    double all = 0;
    for (int state = 0; state < ticks.length; state++) {
      most = ticks[state] > ticks[most] ? state : most;
      all += ticks[state];
    }
    if (all == 0) {
      return "00";
    }
    int next = most == 0 ? 1 : 0;
    for (int state = 0; state < ticks.length; state++) {
      next = state != most && ticks[state] > ticks[next] ? state : next;
    }
    final int both = 1 + ticks.length * most + next;
    final int share = (int) Math.round(ticks[most] / all * (DIGITS.length() - 1));
    return "" + DIGITS.charAt(both) + DIGITS.charAt(share);
  }

  /** Returns the same chart with critical paths, whose segments are in a table. */
  public TimeLineChart with(StoredTable segments) {
    return new TimeLineChart(
        run, states, bands, binTicks, bins, endTick, PathLine.read(segments, bands, endTick));
  }

  public int mostRanks() {
    return bands.stream().mapToInt(Band::ranks).max().orElse(1);
  }

  public long cells() {
    return (long) bands.size() * bins;
  }

  public Map<String, Object> document() {
    return new JsonObject()
        .with("run", run)
        .with("binTicks", binTicks)
        .with("bins", bins)
        .with("end", endTick)
        .with("bands", bands.stream().map(Band::document).toList())
        .withIf(!paths.isEmpty(), "paths", paths.stream().map(PathLine::document).toList());
  }
}

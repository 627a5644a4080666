package io.hopwright.models.messaging.statistics;

import io.hopwright.core.time.TickRate;
import io.hopwright.models.measure.Metric.Role;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.statistics.CollectiveTimes.Row;
import java.util.List;

/** Columns of the table of collectives, with the bandwidths of nccl-tests. */
public final class CollectiveTable {
  /** Unit of the bandwidths, of 10⁹ B. */
  public static final String BANDWIDTH_UNIT = "GB/s";

  private static final double GIGA = 1e9;
  private static final double MICROSECONDS = 1e6;

  private CollectiveTable() {}

  /** Returns the columns for jobs of these names on a machine's clock. */
  static Metrics<Row> of(List<String> names, TickRate rate) {
    return JobTables.<Row>ofJob(names, row -> row.kind().job())
        .add("collective", "", "Collective", row -> row.collective().word(), Role.IDENTITY)
        .meaning("collective, as programs name it")
        .add("algorithm", "", "Algorithm", row -> row.kind().algorithm().word(), Role.IDENTITY)
        .meaning("algorithm of the collective")
        .add("members", "ranks", "Members", row -> row.kind().members(), Role.IDENTITY)
        .meaning("members of the group, n; groups of one member have no row")
        .add("bytes", "B", "Bytes", row -> row.kind().bytes(), Role.IDENTITY)
        .meaning("bytes in the statement; if each member has a block, the bytes of a block")
        .add("dataBytes", "B", "Size", Row::dataBytes)
        .meaning(
            "size as in nccl-tests: the bytes of the statement; if each member has a"
                + " block, the bytes of all n blocks")
        .add("calls", "calls", "Calls", Row::calls)
        .meaning("completed calls, counted at each member")
        .add("meanTicks", "ticks", "Mean time", Row::meanTicks)
        .meaning("mean time from a member's call to its next operation")
        .add("longestTicks", "ticks", "Longest time", Row::longestTicks)
        .meaning("longest time from a member's call to its next operation")
        .add(
            "meanMicroseconds",
            "us",
            "Mean time",
            row -> rate.toSeconds(row.ticks()) * MICROSECONDS / row.calls())
        .meaning("meanTicks on the machine's clock")
        .add(
            "algorithmBandwidth",
            BANDWIDTH_UNIT,
            "Algorithm bandwidth",
            row -> gigabytes(row.algorithmBandwidth(), rate))
        .meaning(
            "algbw of nccl-tests: dataBytes divided by the mean time; null for"
                + " collectives without data")
        .add(
            "busBandwidth",
            BANDWIDTH_UNIT,
            "Bus bandwidth",
            row -> gigabytes(row.busBandwidth(), rate))
        .meaning(
            "busbw of nccl-tests: algorithmBandwidth times 2(n-1)/n for an allreduce, 1 for bcast"
                + " and reduce, (n-1)/n for all others; null for a barrier and a scan");
  }

  /** Returns bytes per tick in GB/s, of 10⁹ B; null for null. */
  static Double gigabytes(Double perTick, TickRate rate) {
    return perTick == null ? null : Double.valueOf(perTick / (rate.toSeconds(1) * GIGA));
  }
}

package io.hopwright.models.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.statistics.CollectiveTimes.Row;
import io.hopwright.models.program.collectives.Algorithm;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Times and bandwidths of collectives against closed forms, and sizes and factors of nccl-tests.
 */
class CollectiveTimesTest {
  private static final int STEPS = 5;

  private static List<Row> rows(IdealRun run) {
    return run.statistics().collectives().rows();
  }

  private static Row only(String text, int ranks) {
    final List<Row> rows = rows(IdealRun.of(text, ranks, Map.of()));
    assertEquals(1, rows.size(), text);
    return rows.get(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 13})
  void aRingTakesItsStepsAndHasTheBandwidthOfALinkWithAnyNumberOfMembers(int ranks) {
    final long chunk = 8_000;
    final long bytes = ranks * chunk;
    final Row row = only("for i in 1.." + STEPS + " { allreduce " + bytes + " using ring }", ranks);
    final long hop = 2 * IdealRun.OVERHEAD + IdealRun.L + Software.ticks(chunk, IdealRun.G);
    final long reduce = Software.atRate(chunk, 100);
    final long expected = (ranks - 1) * (2 * hop + reduce);
    assertEquals(Algorithm.ALLREDUCE_RING, row.kind().algorithm());
    assertEquals((long) STEPS * ranks, row.calls());
    assertEquals(expected, row.longestTicks());
    assertEquals((double) expected, row.meanTicks());
    assertEquals((double) bytes / expected, row.algorithmBandwidth());
    assertEquals(chunk / (hop + reduce / 2.0), row.busBandwidth(), 1e-9);
  }

  @ParameterizedTest
  @CsvSource({
    "bcast 800 root 1, 800, 1",
    "reduce 800 root 1, 800, 1",
    "allreduce 800, 800, 1.75",
    "gather 800 root 1, 6400, 0.875",
    "scatter 800 root 1, 6400, 0.875",
    "allgather 800, 6400, 0.875",
    "alltoall 800, 6400, 0.875",
    "reduce_scatter 800, 6400, 0.875"
  })
  void sizesAndFactorsAreThoseOfNcclTests(String text, long size, double factor) {
    final Row row = only(text, 8);
    assertEquals(800, row.kind().bytes());
    assertEquals(8, row.kind().members());
    assertEquals(size, row.dataBytes());
    assertEquals(size / row.meanTicks(), row.algorithmBandwidth());
    assertEquals(factor * row.algorithmBandwidth(), row.busBandwidth());
  }

  @Test
  void whatNcclTestsLackHasTimesOnly() {
    assertNull(only("barrier", 8).algorithmBandwidth());
    assertNull(only("barrier", 8).busBandwidth());
    assertNull(only("scan 8", 8).busBandwidth());
    assertEquals(List.of(), rows(IdealRun.of("allreduce 8", 1, Map.of())));
  }

  /** Higher ranks compute longer, so that the wait for late ranks counts. */
  @Test
  void timesOfALoopAddUpToThatOfTheLoop() {
    final IdealRun run =
        IdealRun.of("for i in 1..3 { allreduce 80 }\ncompute rank * 1 us", 8, Map.of());
    final Row row = rows(run).get(0);
    assertEquals(3 * 8, row.calls());
    assertEquals(run.makespan() - 7_000, 3 * row.longestTicks());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 16})
  void allSplitsHaveTheSameRows(int nodesOfAPartition) {
    final IdealRun run =
        IdealRun.of(
            "grid g = torus(2)\ncompute rank * 700 ns\n"
                + "for i in 1..4 { allreduce 100 * i\nalltoall 64 on line(g, 0)\nbarrier }",
            16,
            Map.of());
    assertEquals(rows(run), rows(run.partitions(nodesOfAPartition)));
    assertEquals(6, rows(run).size());
  }
}

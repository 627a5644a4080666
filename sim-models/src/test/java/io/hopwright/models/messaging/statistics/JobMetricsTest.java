package io.hopwright.models.messaging.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.statistics.Words;
import io.hopwright.core.time.TickRate;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.measure.Metrics;
import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.statistics.JobMetrics.Measured;
import io.hopwright.models.messaging.statistics.JobStatistics.Count;
import io.hopwright.models.messaging.statistics.JobStatistics.Largest;
import io.hopwright.models.messaging.statistics.JobStatistics.RankRow;
import io.hopwright.models.program.Group;
import io.hopwright.models.program.Job;
import io.hopwright.models.program.Operation;
import io.hopwright.models.program.ProgramTraffic;
import io.hopwright.models.program.collectives.Algorithm;
import io.hopwright.models.program.collectives.Collective;
import io.hopwright.models.program.language.Statements;
import io.hopwright.models.tables.RunResult.Table;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobMetricsTest {
  private static final TickRate RATE = new TickRate(1_000_000_000, 1);

  private static PlacedJob job(String name, int number, int ranks, long start) {
    return new PlacedJob(
        name,
        number,
        Statements.parse("p", "barrier").bind(new Job(ranks, number, 1, Map.of(), 0)),
        new int[ranks],
        ranks,
        start,
        false,
        1,
        1_000_000,
        0,
        0,
        ProgramTraffic.UNKNOWN,
        0,
        List.of(),
        List.of(Algorithm.BARRIER_DISSEMINATION, Algorithm.ALLREDUCE_RING));
  }

  private final List<PlacedJob> jobs = List.of(job("halo", 0, 2, 100), job("amg", 1, 3, 0));
  private final JobTables all =
      new JobTables(
          new JobTables.Keys(
              true, true, true, false, true, true, true, JobTables.ALL.keys().events()),
          false);
  private final JobStatistics statistics = all.statistics(jobs);
  private final Measured run = new Measured(jobs, statistics, RATE, List.of());
  private final Metrics<Measured> metrics = JobMetrics.of(JobMetrics.names(jobs), all);

  private Object value(String path) {
    Object value = metrics.summary(run);
    for (String part : path.split("\\.", -1)) {
      value = ((Map<?, ?>) value).get(part);
    }
    return value;
  }

  private void end(int job, int ranks, long tick, long ticks) {
    statistics.count(job, Count.ENDED, ranks);
    statistics.note(job, Largest.END, tick);
    statistics.count(job, Count.RANK_TICKS, ticks);
  }

  @Test
  void shouldTellHowLongEachJobTook() {
    end(0, 2, 2_600, 4_000);
    end(1, 2, 900, 1_800);
    assertEquals(2_500L, value("jobs.makespanTicks.halo"));
    assertEquals(2.5, value("jobs.makespanMicroseconds.halo"));
    assertNull(value("jobs.makespanTicks.amg"), "a rank of it has not ended");
    assertNull(value("jobs.makespanMicroseconds.amg"));
    assertEquals(2L, value("jobs.ranksEnded.amg"));
    assertEquals(3, value("jobs.ranks.amg"));
    assertEquals("barrier dissemination, allreduce ring", value("jobs.algorithms.halo"));
  }

  @Test
  void shouldTellNoSharesOfMoreTimeThanFitsAndNoNegativeSums() {
    final JobStatistics other = all.statistics(jobs);
    for (JobStatistics part : List.of(statistics, other)) {
      part.spend(0, RankActivity.SEND, Long.MAX_VALUE);
      part.count(0, Count.RANK_TICKS, Long.MAX_VALUE - 1);
      part.count(0, Count.BYTES, Long.MAX_VALUE - 1);
      part.count(0, Count.BYTES, 7);
    }
    assertEquals(1.0, value("jobs.share.send.halo"));
    statistics.add(other);
    assertNull(value("jobs.share.send.halo"));
    assertEquals(Long.MAX_VALUE, value("jobs.bytes.halo"));
  }

  @Test
  void shouldTellWhatTimeWentTo() {
    end(0, 2, 2_600, 4_000);
    long ticks = 0;
    for (RankActivity state : RankActivity.values()) {
      ticks += 100;
      statistics.spend(0, state, ticks);
    }
    assertEquals(0.025, value("jobs.share.compute.halo"));
    assertEquals(0.05, value("jobs.share.send.halo"));
    assertEquals(0.075, value("jobs.share.receive.halo"));
    assertEquals(0.1, value("jobs.share.collectives.halo"));
    assertEquals(0.125, value("jobs.share.lateSenders.halo"));
    assertEquals(0.15, value("jobs.share.lateReceivers.halo"));
    assertEquals(0.175, value("jobs.share.network.halo"));
    assertNull(value("jobs.share.compute.amg"));
  }

  @Test
  void shouldTellOfMessages() {
    statistics.send(1, 0, 2, 1_000);
    statistics.send(1, 0, 2, 3_000);
    statistics.receive(1, 1_000, 70);
    statistics.count(1, Count.UNEXPECTED, 1);
    statistics.count(1, Count.OPERATIONS, 5);
    statistics.note(1, Largest.UNEXPECTED_QUEUE, 4);
    assertEquals(2L, value("jobs.messages.amg"));
    assertEquals(4_000L, value("jobs.bytes.amg"));
    assertEquals(1L, value("jobs.messagesReceived.amg"));
    assertEquals(1_000L, value("jobs.bytesReceived.amg"));
    assertEquals(1L, value("jobs.unexpectedMessages.amg"));
    assertEquals(5L, value("jobs.operations.amg"));
    assertEquals(4L, value("jobs.longestUnexpectedQueue.amg"));
    assertEquals(0L, value("jobs.longestReceiveQueue.amg"));
    assertEquals(70.0, value("jobs.messageLatencyTicks.amg.mean"));
    assertEquals(1L, value("jobs.messageLatencyTicks.amg.count"));
    assertEquals(2_000.0, value("jobs.messageSizeBytes.amg.mean"));
    assertEquals(0L, value("jobs.messageSizeBytes.halo.count"));
    assertNull(value("jobs.messageSizeBytes.halo.mean"));
    assertEquals(
        List.of("jobs.messageSizeBytes.halo", "jobs.messageSizeBytes.amg"),
        List.copyOf(JobMetrics.sizes(run).keySet()));
    assertEquals(2, JobMetrics.sizes(run).get("jobs.messageSizeBytes.amg").count());
    assertEquals(
        List.of("jobs.messageLatencyTicks.halo", "jobs.messageLatencyTicks.amg"),
        List.copyOf(metrics.distributions(run).keySet()));
  }

  @Test
  void shouldTellTheBandwidthOfCollectivesAfterSavingAndLoading() {
    assertNull(value("jobs.busBandwidth.amg"));
    final JobStatistics part = all.statistics(jobs);
    final CollectiveClock clock = new CollectiveClock(part.collectives(), 1);
    final Operation operation = new Operation();
    operation.group(Group.of(0, 3), Group.blocks(3, 3));
    operation.begin(Collective.ALLREDUCE, Algorithm.ALLREDUCE_RING, 0, 3_000);
    clock.operate(0, 1, operation, 100);
    operation.reduce(8);
    clock.operate(0, 1, operation, 150);
    operation.end();
    clock.operate(0, 1, operation, 2_100);
    final Words words = new Words();
    part.save(words);
    statistics.add(all.load(jobs, words.again()));
    assertEquals(2.0, value("jobs.busBandwidth.amg"));
    assertNull(value("jobs.busBandwidth.halo"));
    final Map<String, Table> tables = new LinkedHashMap<>();
    all.addTo(tables, run);
    assertEquals(
        List.of(
            List.of(
                "amg", "allreduce", "ring", 3, 3_000L, 3_000L, 1L, 2_000.0, 2_000L, 2.0, 1.5, 2.0)),
        tables.get("collectives").rows());
  }

  @Test
  void shouldHaveNoNumbersWithoutJobs() {
    assertTrue(JobMetrics.of(List.of(), JobTables.ALL).declared().isEmpty());
  }

  @Test
  void shouldDeclareTheSameForAnyJobs() {
    final List<Metric> any = JobMetrics.of(JobMetrics.ANY, all).declared();
    final List<Metric> two = metrics.declared();
    assertEquals(any.size() + 2, two.size());
    any.forEach(
        metric ->
            assertTrue(
                two.stream().anyMatch(other -> other.meaning().equals(metric.meaning())),
                metric.name()));
    assertEquals(List.of("jobs.makespanTicks.JOB"), any.get(3).paths());
  }

  @Test
  void shouldTellRanksAndPairsApartIfAsked() {
    final Long[] spent = new Long[RankActivity.values().length];
    Arrays.setAll(spent, i -> (long) i);
    statistics.setRows(
        List.of(
            new RankRow(1, 2, 5, 900, 3, 300, List.of(spent)),
            new RankRow(0, 1, 4, -1, 2, 200, List.of(spent))));
    statistics.send(0, 1, 0, 8);
    statistics.send(0, 1, 0, 9);
    statistics.timeLine().add(statistics.timeLine().group(1, 2), RankActivity.SEND, 5, 6);
    final Map<String, Table> none = new LinkedHashMap<>();
    JobTables.NONE.addTo(none, run);
    assertEquals(Map.of(), none);
    final Map<String, Table> tables = new LinkedHashMap<>();
    all.addTo(tables, run);
    assertEquals(
        List.of("ranks", "matrix", "timeline", "collectives", "flows", "critical-path", "events"),
        List.copyOf(tables.keySet()));
    assertEquals(
        List.of(
            Arrays.asList("halo", 1, 4, null, 2L, 200L, 0L, 1L, 2L, 3L, 4L, 5L, 6L),
            Arrays.asList("amg", 2, 5, 900L, 3L, 300L, 0L, 1L, 2L, 3L, 4L, 5L, 6L)),
        tables.get("ranks").rows());
    assertEquals(
        "spent.lateSenders [ticks]", tables.get("ranks").columns().get(6).headings().get(4));
    assertEquals(List.of(List.of("halo", 1, 0, 2L, 17L)), tables.get("matrix").rows());
    assertEquals(
        List.of(List.of("amg", 2, 1, 5L, 6L, 0L, 1L, 0L, 0L, 0L, 0L, 0L)),
        tables.get("timeline").rows());
    final Map<String, Table> most = new LinkedHashMap<>();
    JobTables.addMostTo(most);
    assertEquals(tables.keySet(), most.keySet());
    tables.forEach((name, table) -> assertEquals(table.columns(), most.get(name).columns()));
  }

  private static FlowTimes.Row flow(int job, int source, int tag, long bytes, long ticks) {
    return new FlowTimes.Row(job, source, 0, false, tag, tag, bytes, 10, 10 + ticks);
  }

  @Test
  void shouldListFlowsInTheirOrderWithPercentilesByJob() {
    for (int i = 20; i > 0; i--) {
      statistics.flows().add(flow(0, 1, i, 8, 100L * i));
    }
    final JobStatistics other = all.statistics(jobs);
    other.flows().add(flow(0, 0, 7, 5, 1_000));
    other.flows().add(flow(0, 0, 7, 0, 50));
    final Words words = new Words();
    other.save(words);
    statistics.add(all.load(jobs, Words.of(words.toArray())));
    final Map<String, Table> tables = new LinkedHashMap<>();
    all.addTo(tables, run);
    final List<List<Object>> rows = tables.get("flows").rows();
    assertEquals(21, rows.size(), "a message of 0 B is no flow");
    assertEquals(
        Arrays.asList(
            "halo", 0, 0, "statement", 7, 7, 0, 0, 5L, 10L, 1_010L, 1_000L, 1.0, null, null),
        rows.get(0));
    assertEquals(20, rows.get(20).get(4));
    assertEquals(1.0, value("jobs.flowMicrosecondsP50.halo"));
    assertEquals(1.9, value("jobs.flowMicrosecondsP95.halo"));
    assertEquals(2.0, value("jobs.flowMicrosecondsP99.halo"));
    assertNull(value("jobs.flowMicrosecondsP50.amg"));
  }

  @Test
  void shouldCompareFlowsWithTheSameOnesOfABaseline() {
    statistics.flows().add(flow(0, 0, 1, 8, 300));
    statistics.flows().add(flow(0, 0, 2, 8, 100));
    statistics.flows().add(flow(1, 0, 2, 8, 100));
    final Map<String, Table> tables = new LinkedHashMap<>();
    all.addTo(tables, run);
    final Table compared =
        FlowTable.against(Map.of("halo", List.of(200, 0L), "amg", List.of()), tables.get("flows"));
    assertEquals(
        List.of(Arrays.asList(200L, 1.5), Arrays.asList(0L, 100.0), Arrays.asList(null, null)),
        compared.rows().stream().map(row -> row.subList(13, 15)).toList());
    assertEquals(List.of(1.5, 100.0), FlowTable.slowdowns(compared, "halo"));
    assertEquals(List.of(), FlowTable.slowdowns(compared, "amg"), "the numbers of flows differ");
  }
}

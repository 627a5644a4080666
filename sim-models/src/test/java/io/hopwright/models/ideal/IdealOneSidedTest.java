package io.hopwright.models.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.messaging.statistics.JobStatistics;
import io.hopwright.models.messaging.statistics.JobStatistics.Count;
import io.hopwright.models.messaging.statistics.JobStatistics.PairRow;
import io.hopwright.models.messaging.statistics.RankActivity;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Puts, gets and amos on the ideal machine against the times of its page at zero load. */
class IdealOneSidedTest {
  private static final long L = IdealRun.L;
  private static final long POST = 70;
  private static final long LOCAL = 500;

  /** Runs operations of rank 0 towards rank 1, each rank on its own node. */
  private static IdealRun run(String text) {
    return IdealRun.of("if rank == 0 { " + text + " }", 2, Map.of()).with(software());
  }

  private static Software software() {
    return new Software(
        500, 500, 0, 0, LOCAL, 41, 100, 8_192, 16, 0, ProgressKind.HOST, true, POST, 0);
  }

  private static long gap(long bytes) {
    return Software.ticks(bytes, IdealRun.G);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 8, 1_025, 1 << 20})
  void shouldKnowAfterARoundTripThatAPutIsInMemory(long bytes) {
    final long expected = POST + 2 * L + gap(bytes);
    assertEquals(expected, run("put to 1 " + bytes + "\nfence").makespan());
    assertEquals(expected, run("put to 1 " + bytes).makespan(), "also at the end");
    assertEquals(expected, run("iput to 1 " + bytes + " as a\nwait a").makespan());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 8, 1_025, 1 << 20})
  void shouldHaveWhatItGetsAfterARoundTrip(long bytes) {
    final long expected = POST + 2 * L + gap(bytes);
    assertEquals(expected, run("get from 1 " + bytes).makespan());
    assertEquals(expected, run("iget from 1 " + bytes + "\nwaitall").makespan());
  }

  @Test
  void shouldChangeAWordInARoundTrip() {
    assertEquals(POST + 2 * L + gap(8), run("amo to 1").makespan());
  }

  @Test
  void shouldGoOnWithAPutAsSoonAsItIsPosted() {
    final long computed = 10_000;
    assertEquals(POST + computed, run("put to 1 8\ncompute 10 us").makespan());
    assertEquals(POST + 2 * L + gap(8) + computed, run("get from 1 8\ncompute 10 us").makespan());
  }

  @Test
  void shouldLeaveTheProcessorOfTheTargetAlone() {
    final String text = "if rank == 0 { put to 1 1000000\nfence } else { compute 1 us }";
    final JobStatistics statistics = IdealRun.of(text, 2, Map.of()).with(software()).statistics();
    assertEquals(1_000, statistics.spent(0, RankActivity.COMPUTE));
    assertEquals(POST, statistics.spent(0, RankActivity.SEND));
    assertEquals(2 * L + gap(1_000_000), statistics.spent(0, RankActivity.NETWORK));
    assertEquals(
        0,
        Stream.of(
                RankActivity.RECEIVE,
                RankActivity.LATE_RECEIVERS,
                RankActivity.LATE_SENDERS,
                RankActivity.COLLECTIVES)
            .mapToLong(state -> statistics.spent(0, state))
            .sum());
  }

  /** Two ranks that write to one node share its receiving side. */
  @Test
  void shouldWriteOneAfterTheOther() {
    final long bytes = 100_000;
    assertEquals(
        POST + L + 100 + gap(bytes) + gap(bytes) + L,
        IdealRun.of("if rank > 0 { put to 0 " + bytes + " }", 3, Map.of())
            .with(software())
            .makespan());
  }

  @ParameterizedTest
  @ValueSource(strings = {"put to 0 1000", "get from 0 1000", "iput to 0 1000"})
  void shouldTakeTheChannelWithinANode(String statement) {
    assertEquals(POST + LOCAL + (1_000 * IdealRun.G + 1_023) / 1_024, run(statement).makespan());
  }

  @Test
  void shouldCountMessagesWhereTheyBeginAndBytesWhereTheyGo() {
    final JobStatistics statistics =
        run("put to 1 30\nget from 1 40\namo to 1\nfence").statistics();
    assertEquals(3, statistics.get(0, Count.MESSAGES));
    assertEquals(78, statistics.get(0, Count.BYTES));
    assertEquals(3, statistics.get(0, Count.RECEIVED));
    assertEquals(78, statistics.get(0, Count.RECEIVED_BYTES));
    assertEquals(3, statistics.rows().get(0).messages());
    assertEquals(0, statistics.rows().get(1).messages());
    assertEquals(
        List.of(new PairRow(0, 0, 1, 2, 38), new PairRow(0, 1, 0, 1, 40)), statistics.pairs());
  }

  @Test
  void shouldNotWaitForAPutWithWaitall() {
    assertEquals(
        run("put to 1 8\ncompute 10 us").makespan(),
        run("put to 1 8\niput to -1 8\nwaitall\ncompute 10 us").makespan());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 16})
  void shouldBeTheSameOnEverySplit(int nodesOfAPartition) {
    final IdealRun run =
        IdealRun.of(
                """
            for i in 1 .. 6 {
              put to (rank + i) % size 5000 * i
              iget from (rank + 3 * i) % size 1 + rank as a
              if i % 2 == 0 { fence }
              iamo to 0
              send to (rank + 1) % size 100
              recv from (rank - 1) % size
              wait a
              put to rand(0, size - 1) rand(1, 99999)
            }
            """,
                16, Map.of())
            .with(software());
    assertEquals(digest(run), digest(run.partitions(nodesOfAPartition)));
  }

  private static Object digest(IdealRun run) {
    return run.network().result(run.outcome()).summary().get("digest");
  }
}

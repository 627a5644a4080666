package io.hopwright.models.tnw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.SettingsException.Problem;
import io.hopwright.models.run.Network;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times of messages of ranks at zero load, and machines and programs that are refused. */
class TnwJobsTest {
  private static final Case MACHINE =
      Case.of(new Tnw())
          .set("machine.shape=4x1x1 partition.shape=2x1x1 workload.kind=jobs pput.disorder=0");

  private static Case running(Case machine, String text, int ranks, int perNode) {
    return TestJob.of(text, ranks).perNode(perNode).on(machine, "a", 1_000);
  }

  private static Object of(Case model, String quantity) {
    final Map<?, ?> jobs = (Map<?, ?>) model.result().summary().get("jobs");
    return ((Map<?, ?>) jobs.get(quantity)).get("a");
  }

  private static long makespan(Case model) {
    return (Long) of(model, "makespanTicks");
  }

  @ParameterizedTest
  @CsvSource({
    "host.send=hardware, 1670",
    "host.send=software, 1721",
    "host.send=nget, 2160",
    "host.kind=flexio, 3000",
  })
  void shouldTakeAsLongAsAThread(String host, long ticks) {
    final String text = "if rank == 0 { send to 1 112 } else { recv from 0 }";
    assertEquals(ticks, makespan(running(MACHINE.set(host), text, 2, 1)));
  }

  /** A large message has an announcement, an answer and data, each of which has a header. */
  @ParameterizedTest
  @ValueSource(ints = {1025, 5000, 100_000})
  void shouldAskForLargeMessages(int bytes) {
    final String text = "if rank == 0 { send to 1 " + bytes + " } else { recv from 0 }";
    final long packets = (bytes + 16L + 127) / 128;
    assertEquals(3 * 1670 + 154 * (packets - 1), makespan(running(MACHINE, text, 2, 1)));
  }

  /** Two links to the same neighbour carry as much as two links to different ones. */
  @Test
  void shouldTakeBothLinksOfADimensionOfTwo() {
    final String text =
        "if rank == 0 { isend to 1 60000 \n isend to 1 60000 \n waitall } else {"
            + " irecv from 0 \n irecv from 0 \n waitall }";
    final long pairs = makespan(running(MACHINE.set("machine.shape=2x1x1"), text, 2, 1));
    final long ring = makespan(running(MACHINE, text, 2, 1));
    assertTrue(pairs < 1.1 * (3 * 1670 + 154 * 469) && ring > 2 * 154 * 468, pairs + ", " + ring);
  }

  /** If credits for mail did not come back, packets would stop after a few. */
  @Test
  void shouldGoOnWithASingleCredit() {
    final String text =
        "for i in 1 .. 50 { if rank == 0 { send to 1 900 } else { compute 1 us \n recv from 0 } }";
    final Case model = running(MACHINE.set("host.eagerPackets=1 receive.packets=1"), text, 2, 1);
    assertEquals(50L, of(model, "messages"));
    assertEquals(50L * 900, of(model, "bytes"));
    assertEquals(0L, model.result().summary().get("mismatchedMessages"));
  }

  private static <P extends Partition> void assertAtRest(Network<P> network) {
    final RunOutcome<P> outcome = new SequentialExecutor().run(network, new RunMonitor());
    assertEquals(Ending.COMPLETED, outcome.ending());
    for (P part : outcome.partitions()) {
      assertTrue(((TnwPartition) part).ranks().atRest());
    }
  }

  /** In an all-to-all, data of the seven ranks of a node use credits of their own. */
  @Test
  void shouldLeaveNothingBehind() {
    final String text = "alltoall 1500 using pairwise";
    final Case model = running(MACHINE.set("machine.shape=3x1x1"), text, 21, 7);
    assertAtRest(model.set("link.bitErrorRate=0.0001 pput.disorder=0.5").network());
  }

  private static String refusal(Case model) {
    final SettingsException failure = assertThrows(SettingsException.class, model::network);
    assertEquals(
        List.of("jobs.a.program"),
        failure.problems().stream().map(Problem::key).toList(),
        failure::getMessage);
    return failure.getMessage();
  }

  @Test
  void shouldNameTheFirstPairThatIsNotSideBySide() {
    final String text = "sendrecv to (rank + 2) % size 8 from (rank - 2) % size";
    final String message = refusal(running(MACHINE, text, 4, 1));
    assertTrue(
        message.contains("rank 0 (node 0) send to rank 2 (node 2) at program")
            && message.contains(".prog:1, but no link joins these nodes")
            && message.contains("(and 3 more messages alike)"),
        message);
  }

  @Test
  void shouldRefuseCollectivesAmongOthersThanNeighbours() {
    final String message = refusal(running(MACHINE, "barrier", 4, 1));
    assertTrue(message.contains("rank 0 (node 0) send to rank 2 (node 2)"), message);
    assertTrue(makespan(running(MACHINE, "allreduce 8 using ring", 4, 1)) > 0);
    assertTrue(makespan(running(MACHINE, "barrier", 4, 2)) > 0);
  }

  @ParameterizedTest
  @CsvSource({"put to 1 8, no put", "get from 1 8, no get", "amo to 1, no amo", "fence, no fence"})
  void shouldHaveMessagesOnly(String statement, String words) {
    final String message = refusal(running(MACHINE, statement, 2, 1));
    assertTrue(message.contains("machine.model = tnw has " + words), message);
  }

  @Test
  void shouldRefuseMessagesWithoutEnd() {
    final String text = "if rank == 0 { send to 1 70_000_000_000 } else { recv from 0 }";
    assertTrue(refusal(running(MACHINE, text, 2, 1)).contains("above the limit of 68719476736 B"));
  }

  /** The check before a run does not cover later rounds of blocks of forever. */
  @Test
  void shouldEndARunThatComesToAnotherPair() {
    final String text =
        "let i = 0 \n forever { let i = i + 1 \n let far = 1 + i / 4 \n compute 1 us \n"
            + " sendrecv to (rank + far) % size 8 from (rank - far) % size }";
    final TestJob job =
        new TestJob(text, 4, 1, TestJob.of(text, 4).order(), 0, true, 1, 1_000_000, 0);
    final Case model = job.on(MACHINE, "a", 1_000).set("run.end=ticks run.ticks=100000");
    final SettingsException failure = assertThrows(SettingsException.class, model::result);
    assertTrue(
        failure.getMessage().matches("(?s)jobs.a.program: .*rank \\d .*no link joins.*"),
        failure::getMessage);
  }

  @Test
  void shouldRefuseMoreRanksThanVirtualChannels() {
    final Case model = running(MACHINE, "compute 1 us", 16, 8);
    final SettingsException failure = assertThrows(SettingsException.class, model::network);
    assertTrue(failure.getMessage().contains("is above 7, the limit of a node"));
  }

  @Test
  void shouldEndAtAMessageThatMeetsAnothersCredit() {
    final Case swapped =
        Case.of(new Tnw())
            .set("machine.shape=2x1x1 workload.creditOrder=swapped run.warmupTicks=0")
            .set("run.ticks=20000");
    final long mismatched = (Long) swapped.result().summary().get("mismatchedMessages");
    assertTrue(mismatched > 50, () -> "mismatched " + mismatched);
    final SettingsException failure =
        assertThrows(SettingsException.class, () -> swapped.set("workload.strict=true").result());
    assertTrue(
        failure
            .getMessage()
            .matches(
                "workload.strict: is true, and message 0 has used up the credit of node 0, port x-,"
                    + " VC 0, that was meant for message 1, at tick \\d+; .*"),
        failure::getMessage);
    final Case inOrder = swapped.set("workload.creditOrder=sends workload.strict=true");
    assertEquals(0L, inOrder.result().summary().get("mismatchedMessages"));
  }
}

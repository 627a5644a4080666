package io.hopwright.models.reference.tnw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs on the reference model of TNW against hand-computed values. */
class ReferenceTnwJobsTest {
  private static final TnwTestMachine PAIR =
      TnwTestMachine.of(3).with("workload.kind", "jobs", "pput.disorder", 0.0);

  private static Software software(long sendTicks, long recvTicks) {
    return new Software(
        sendTicks, recvTicks, 0, 205, 500, 205, 205, 1_024, 16, 0, ProgressKind.HOST, false, 0, 0);
  }

  private static ReferenceTnw run(TnwTestMachine machine, Software software, TestJob... jobs) {
    final TnwParameters parameters = new TnwParameters(machine.keys().settings(), Long.MAX_VALUE);
    final int nodes = parameters.shape.stream().reduce(1, Math::multiplyExact);
    return TnwTestMachine.drain(
        new ReferenceTnw(
            parameters,
            software,
            TestJob.place(List.of(jobs), IntStream.range(0, nodes).toArray(), 1)));
  }

  private static List<Long> ends(ReferenceTnw machine) {
    return machine.jobs.messaging().ranks().stream().map(ReferenceRank::endTick).toList();
  }

  private static String message(long bytes) {
    return "if rank == 0 { send to 1 " + bytes + " } else { recv from 0 }\n";
  }

  /** The times are those of the page's table, as in the ping-pong of threads. */
  @ParameterizedTest
  @CsvSource({"hardware, 300, 255, 1670", "software, 300, 255, 1721", "nget, 467, 255, 2160"})
  void shouldTakeAsLongAsThreads(String send, long sendTicks, long recvTicks, long ticks) {
    for (long bytes : new long[] {0, 1, 112}) {
      final ReferenceTnw machine =
          run(
              PAIR.with("host.send", send),
              software(sendTicks, recvTicks),
              TestJob.of(message(bytes), 2));
      assertEquals(List.of(sendTicks, ticks), ends(machine));
      assertEquals(1, machine.count(ReferenceMachine.DELIVERED));
      assertTrue(machine.isSettled());
    }
  }

  @Test
  void shouldTakeAsLongAsThreadsOnQpace() {
    final ReferenceTnw machine =
        run(PAIR.with("host.kind", "flexio"), software(868, 500), TestJob.of(message(112), 2));
    assertEquals(List.of(868L, 3_000L), ends(machine));
  }

  /** The expected time is {@code 3·1,670 + 154·(m − 1)}. */
  @ParameterizedTest
  @ValueSource(longs = {1_025, 5_000, 100_000})
  void shouldAskForLargeMessages(long bytes) {
    final ReferenceTnw machine = run(PAIR, software(300, 255), TestJob.of(message(bytes), 2));
    final long packets = (bytes + 16 + 127) / 128;
    assertEquals(3 * 1_670 + 154 * (packets - 1), ends(machine).get(1));
    assertEquals(packets + 2, machine.count(ReferenceMachine.DELIVERED));
  }

  /**
   * Each link carries 0.831 GB/s, independent of the others, after the processor has sent,
   * requested, answered and received for six messages.
   */
  @Test
  @Tag("slow")
  void shouldFillAllLinksAtOnce() {
    final TnwTestMachine cube = PAIR.with("machine.shape", List.of(3, 3, 3));
    final String text =
        """
        grid g = torus(3, 3, 3)
        for d in 0 .. 2 {
          for way in 0 .. 1 { irecv from shift(g, d, 1 - 2 * way) tag d }
          for way in 0 .. 1 { isend to shift(g, d, 2 * way - 1) 30000 tag d }
        }
        waitall
        """;
    final ReferenceTnw machine = run(cube, software(300, 255), TestJob.of(text, 27));
    final double packets = Math.ceil(30_016 / 128.0);
    final long ideal = (long) (154 * packets);
    for (long end : ends(machine)) {
      final long software = 6 * (3 * 300 + 3 * 255) + 3 * (1_670 - 300 - 255);
      assertTrue(end > ideal && end <= ideal + software, end + " of " + ideal);
    }
  }

  /** The two links of a dimension of size 2 carry messages in turn. */
  @Test
  void shouldTakeBothLinksOfADimensionOfTwo() {
    final String text =
        "if rank == 0 { for i in 1 .. 4 { isend to 1 100 } } else { for i in 1 .. 4 { irecv from 0"
            + " } }\nwaitall\n";
    final ReferenceTnw machine =
        run(PAIR.with("machine.shape", List.of(2, 1, 1)), software(300, 255), TestJob.of(text, 2));
    assertEquals(2, machine.node(0).outputs[0].sent());
    assertEquals(2, machine.node(0).outputs[1].sent());
  }

  /** There are more packets than credits: packets wait for the library, whatever the ranks do. */
  @Test
  void shouldGoOnWithFewCredits() {
    final String text =
        "if rank == 0 { for i in 1 .. 40 { isend to 1 500 } } else { compute 100 us; for i in 1 .."
            + " 40 { irecv from 0 } }\nwaitall\n";
    for (int credits : new int[] {1, 2, 255}) {
      final ReferenceTnw machine =
          run(PAIR.with("host.eagerPackets", credits), software(300, 255), TestJob.of(text, 2));
      assertEquals(0, machine.ranksRunning());
      assertEquals(40 * 5, machine.count(ReferenceMachine.DELIVERED));
    }
  }

  @Test
  void shouldRefuseToPassOn() {
    final TestJob across = TestJob.of("if rank == 0 { send to 2 8 } else { recv from any }", 3);
    final TnwTestMachine ring = PAIR.with("machine.shape", List.of(4, 1, 1));
    final IllegalStateException failure =
        assertThrows(IllegalStateException.class, () -> run(ring, software(300, 255), across));
    assertTrue(failure.getMessage().contains("node 0 and node 2"), failure::getMessage);
  }

  @ParameterizedTest
  @CsvSource({"2, 0", "3, 1", "6, 5"})
  void shouldNoteWhatLandsWhereAnotherWasExpected(int vcs, int messages) {
    final TnwTestMachine saturated =
        TnwTestMachine.of(2)
            .with("workload.vcs", IntStream.range(0, vcs).mapToObj(String::valueOf).toList())
            .with("workload.threadsPer", "vc", "workload.messageBytes", 128 * messages + 1);
    final ReferenceTnw right = saturated.build();
    right.run(100_000);
    assertEquals(0, right.count("mismatchedMessages"));
    final ReferenceTnw wrong = saturated.with("workload.creditOrder", "swapped").build();
    wrong.run(100_000);
    assertTrue(wrong.count("mismatchedMessages") > 20);
    assertEquals(right.digest(), wrong.digest());
    final ReferenceTnw strict =
        saturated.with("workload.creditOrder", "swapped", "workload.strict", true).build();
    final SettingsException failure =
        assertThrows(SettingsException.class, () -> strict.run(100_000));
    assertTrue(failure.getMessage().contains("message 0 took the credit"), failure::getMessage);
  }
}

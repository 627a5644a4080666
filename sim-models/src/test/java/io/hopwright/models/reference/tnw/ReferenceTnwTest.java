package io.hopwright.models.reference.tnw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceDraws;
import io.hopwright.models.reference.ReferenceDraws.Purpose;
import io.hopwright.models.reference.ReferenceMachine;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference model of TNW against hand-computed values. */
class ReferenceTnwTest {
  private static final TnwTestMachine PAIR = TnwTestMachine.of(2);
  private static final TnwTestMachine PING_PONG =
      PAIR.with("workload.kind", "ping-pong", "workload.messages", 5);
  private static final List<Integer> SIZES = List.of(1_000, 128, 5_000);
  private static final TnwTestMachine IDEAL = PAIR.with("host.ideal", true);

  @ParameterizedTest
  @CsvSource({"hardware, 1670", "software, 1721", "nget, 2160"})
  void shouldTakeAsLongAsThePaperSays(String send, long ticks) {
    final ReferenceTnw machine = TnwTestMachine.drain(PING_PONG.with("host.send", send).build());
    assertEquals(10, machine.count("messages"));
    assertEquals(10 * ticks, machine.count("messageTicks"));
    assertTrue(machine.isSettled());
  }

  @Test
  void shouldTakeThreeMicrosecondsOnQpace() {
    final ReferenceTnw machine =
        TnwTestMachine.drain(PING_PONG.with("host.kind", "flexio").build());
    assertEquals(10 * 3000, machine.count("messageTicks"));
  }

  /** If the second line of a packet is late, the next packet starts 63 ticks late. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.5, 1})
  void shouldAddTwoLinesForEachPacket(double disorder) {
    for (int packets = 1; packets <= 40; packets += 13) {
      final TnwTestMachine longer =
          PING_PONG.with("workload.messageBytes", 128 * packets - 5, "pput.disorder", disorder);
      final ReferenceTnw machine = TnwTestMachine.drain(longer.build());
      final long ordered = 10L * (1670 + 154 * (packets - 1));
      final long late = machine.count("messageTicks") - ordered;
      assertTrue(late >= 0 && late <= (disorder == 0 ? 0 : 10 * 63), "late by " + late);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hardware", "nget", "flexio", "ideal"})
  void shouldMissNothingInTicksItPassesOver(String host) {
    TnwTestMachine machine = TnwTestMachine.of(2).with("workload.messageBytes", 1000);
    machine = machine.with("workload.ports", List.of("x+", "x-"), "link.bitErrorRate", 2e-5);
    machine =
        switch (host) {
          case "flexio" -> machine.with("host.kind", host);
          case "ideal" -> machine.with("host.ideal", true);
          default -> machine.with("host.send", host);
        };
    final ReferenceTnw some = machine.build();
    final ReferenceTnw all = machine.build();
    some.run(40_000);
    for (long tick = 0; tick < 40_000; tick++) {
      all.wake(tick);
    }
    all.run(40_000);
    assertTrue(some.count(ReferenceMachine.DELIVERED) > 100);
    assertEquals(all.digest(), some.digest());
    assertEquals(all.counts(), some.counts());
  }

  @ParameterizedTest
  @CsvSource({
    "hardware, 0.8312",
    "software, 0.5",
    "partial, 0.2078",
    "nget, 0.7596",
  })
  void shouldBeLimitedByTheHost(String send, double expected) {
    final TnwTestMachine saturated =
        TnwTestMachine.of(3).with("host.send", send, "workload.messageBytes", 1 << 20);
    final double rate = TnwTestMachine.bytesPerTick(saturated.build(), 20_000, 220_000) / 3;
    assertEquals(expected, rate, 0.01 * expected);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "4", "5", "6", "16"})
  void shouldNeedSixPacketsInFlight(int window) {
    final double expected = Math.min(window / 764.0, 1 / 140.0) * 128;
    final double rate =
        TnwTestMachine.bytesPerTick(
            IDEAL.with("link.windowPackets", window).build(), 10_000, 160_000);
    assertEquals(2 * expected, rate, 0.02 * expected);
  }

  @Test
  void shouldSendFeedbackForNothing() {
    final double rate =
        TnwTestMachine.bytesPerTick(
            IDEAL.with("workload.ports", List.of("x+", "x-")).build(), 10_000, 160_000);
    assertEquals(4 * 128 / 140.0, rate, 0.01);
  }

  @ParameterizedTest
  @CsvSource({
    "drain, 0.001, 0.905, 0.01",
    "drain, 0.01, 0.828, 0.015",
    "stream, 0.01, 0.861, 0.015",
    "drain, 0.05, 0.614, 0.02",
    "drain, 0.1, 0.469, 0.02",
  })
  void shouldLoseWhatErrorsCost(String resend, double rate, double expected, double tolerance) {
    final double bits = -StrictMath.expm1(StrictMath.log1p(-rate) / 1120);
    final TnwTestMachine faulty = IDEAL.with("link.bitErrorRate", bits, "link.resend", resend);
    final double measured = TnwTestMachine.bytesPerTick(faulty.build(), 10_000, 2_010_000) / 2;
    assertEquals(expected, measured, tolerance * expected);
  }

  @Test
  void shouldDeliverOnceAndInOrderWhateverTheErrors() {
    final TnwTestMachine two =
        PAIR.with("workload.kind", "ping-pong", "workload.messageBytes", 40_000);
    for (final String resend : List.of("drain", "stream")) {
      final ReferenceTnw machine =
          TnwTestMachine.drain(two.with("link.bitErrorRate", 3e-4, "link.resend", resend).build());
      assertEquals(40 * 313, machine.count(ReferenceMachine.DELIVERED));
      assertEquals(40, machine.count("messages"));
      assertTrue(machine.count("packetsDamaged") > 1000);
      assertTrue(machine.count("restarts") > 1000);
      assertTrue(machine.node(0).outputs[0].isAtRest());
    }
  }

  @Test
  void shouldStopAtTheReceiverWithoutCredits() {
    final ReferenceTnw machine = PAIR.with("pput.disorder", 0.0).build(new TnwRules());
    machine.run(0, TnwTestMachine.sends(0, 1000, 0));
    machine.run(1, TnwTestMachine.credits(1, 200_000, 1000, 0));
    machine.run(150_000);
    assertEquals(32, machine.count("packetsAccepted"));
    assertEquals(64, machine.count("deliveriesDue"));
    assertEquals(32, machine.node(1).receivers[1].waiting().size());
    assertEquals(32, machine.node(0).outputs[0].txFifo.size());
    assertEquals(0, machine.node(0).outputs[0].txBuffer.size());
    TnwTestMachine.drain(machine);
    assertEquals(1000, machine.count(ReferenceMachine.DELIVERED));
    assertTrue(machine.node(0).outputs[0].isAtRest());
  }

  /** Returns the packets of a message, whose size is drawn. */
  private static int packets(int node, int thread, long message) {
    final long draw = new ReferenceDraws(1).draw(Purpose.SIZE, node, message, thread);
    return List.of(8, 1, 40).get(ReferenceDraws.pick(draw, 3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hardware", "nget", "flexio"})
  void shouldDeliverMessagesOfTheSizesDrawn(String host) {
    final TnwTestMachine machine =
        TnwTestMachine.of(3)
            .with("machine.shape", List.of(3, 2, 1))
            .with("workload.ports", List.of("y-", "x+"), "workload.vcs", List.of("3", "1"))
            .with("workload.load", 0.3, "workload.messageBytes", SIZES, "workload.strict", true)
            .with(host.equals("flexio") ? "host.kind" : "host.send", host);
    final ReferenceTnw drained = TnwTestMachine.drain(machine.build(100_000));
    final long scale = ReferenceDraws.scale(0.3 / (140.0 * (49 / 3.0)));
    long messages = 0;
    long packets = 0;
    for (int node = 0; node < 6; node++) {
      for (final int port : List.of(0, 3)) {
        long birth = new ReferenceDraws(1).gap(node, port, 0, scale) - 1;
        for (long message = 0; birth < 100_000; message++) {
          messages++;
          packets += packets(node, 2 * port, message);
          birth += new ReferenceDraws(1).gap(node, port, message + 1, scale);
        }
      }
    }
    assertTrue(messages > 100 && packets > 9 * messages);
    assertEquals(packets, drained.count(ReferenceMachine.DELIVERED));
    assertEquals(messages, drained.count("messages"));
    assertTrue(drained.isSettled());
  }

  /**
   * Ports of a dimension of 3, and of one of 2. Threads are numbered 2·port, or consecutively by
   * VC.
   */
  @ParameterizedTest
  @CsvSource({"port, 0, 6", "vc, 0, 4"})
  void shouldGiveCreditsForTheSizesThatNeighboursDraw(String threads, int ofX, int ofY) {
    final TnwTestMachine machine =
        TnwTestMachine.of(3)
            .with("machine.shape", List.of(3, 2, 1))
            .with("workload.ports", List.of("y-", "x+"), "workload.vcs", List.of("3", "1"))
            .with("workload.messageBytes", SIZES, "workload.threadsPer", threads);
    final TnwPrograms programs =
        new TnwPrograms(new TnwParameters(machine.keys().settings(), 0), new ReferenceDraws(1));
    final List<Iterator<TnwOperation>> ofFour = programs.of(machine.build().node(4));
    final int vcs = ofFour.size() / 4;
    for (int message = 0; message < 4; message++) {
      final int vc = vcs == 2 ? 3 : List.of(3, 1).get(message % 2);
      assertEquals(
          new TnwOperation.Send(0, vc, packets(4, ofX, message), -1), ofFour.get(0).next());
      assertEquals(new TnwOperation.Credit(1, vc, packets(3, ofX, message)), ofFour.get(1).next());
      assertEquals(
          new TnwOperation.Send(3, vc, packets(4, ofY, message), -1), ofFour.get(2 * vcs).next());
      assertEquals(
          new TnwOperation.Credit(2, vc, packets(1, ofY, message)), ofFour.get(2 * vcs + 1).next());
    }
  }

  @Test
  void shouldStopAtDisorderWithoutReorderLogic() {
    final ReferenceTnw machine =
        PING_PONG
            .with("nwp.reorder", false, "workload.messageBytes", 4096, "pput.disorder", 0.5)
            .build();
    final IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> TnwTestMachine.drain(machine));
    assertTrue(error.getMessage().contains("port"), error.getMessage());
  }

  @Test
  @Tag("slow")
  void shouldDeliverWhatIsBornAtALoad() {
    final TnwTestMachine half =
        TnwTestMachine.of(2)
            .with(
                "machine.shape",
                List.of(2, 2, 2),
                "workload.load",
                0.5,
                "workload.ports",
                List.of("x+", "y-", "z+"),
                "workload.vcs",
                List.of("3", "1"));
    final ReferenceTnw machine = TnwTestMachine.drain(half.build(50_000));
    assertTrue(machine.isSettled());
    assertEquals(24 * 0.5 * 50_000 / 140, (double) machine.count(ReferenceMachine.DELIVERED), 300);
    assertEquals(
        machine.count(ReferenceMachine.INJECTED), machine.count(ReferenceMachine.DELIVERED));
    final ReferenceTnw other = TnwTestMachine.drain(half.with("seed", 2).build(50_000));
    assertNotEquals(other.digest(), machine.digest());
  }

  /** Formula: 1/e = 1/0.393 + 22.49/lx, plus the latency of the first packet. */
  @ParameterizedTest
  @CsvSource({"128, 0.368", "256, 0.380"})
  void shouldComputeAtThePapersShareOfPeak(int lx, double share) {
    final TnwTestMachine lbm =
        TnwTestMachine.of(3).with("workload.kind", "lbm", "app.lx", lx, "app.ly", 16);
    final ReferenceTnw machine = lbm.build();
    machine.run(1_000_000);
    final double ticks = machine.count("stepTicks") / (double) machine.count("steps");
    assertFalse(machine.isSettled());
    final double flop = 7600.0 * lx * 16;
    final double latency = 1670 + 100 - 154;
    assertEquals(flop / (160 * ticks), share, 0.02);
    assertEquals(flop / (160 * 0.393) + 111 * 154 + latency, ticks, 400);
  }

  @Test
  void shouldSayWhoWaitsForWhat() {
    final ReferenceTnw machine = PAIR.build(new TnwRules());
    machine.run(0, Collections.singleton((TnwOperation) new TnwOperation.Await(0, 2)).iterator());
    TnwTestMachine.drain(machine);
    final StringBuilder report = new StringBuilder();
    machine.describeWaiting(report);
    assertTrue(report.toString().startsWith("node 0 thread 0: Await"), report.toString());
  }
}

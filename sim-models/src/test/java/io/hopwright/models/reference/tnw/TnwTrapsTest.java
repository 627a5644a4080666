package io.hopwright.models.reference.tnw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import io.hopwright.models.traps.TrapTable;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The page about the traps of TNW, and the tests of its reference model that guard them. */
class TnwTrapsTest {
  private static final List<String> NAMES =
      List.of(
          "A RESTART stays behind the packets in the pipeline",
          "All of the txBuffer is sent again",
          "A receiver that discards says nothing",
          "Feedback waits for the end of a packet",
          "Feedback takes no time of the link",
          "A packet that is sent again is not charged again",
          "Room is free when the data have left it",
          "The txFifo is one for all VCs",
          "Errors belong to transmissions",
          "New data wait until the txBuffer is empty",
          "A window of five packets is too small",
          "Ranks on one node share links, not the order of their data",
          "Answers do not wait behind data",
          "Two nodes of a dimension of 2 have two links",
          "The library renews credits, not the ranks",
          "Data are there when the notify says so");

  private static final String INTRODUCTION =
      """
      # TNW: where models go wrong

      This page lists errors that a straightforward model of this network can have, and the tests that fail if the
      reference model has them. Each test rejects a wrong model. The wrong model is *built in the test*, so every run of the test
      shows that it detects the error. Traps 12 to 16 are those of
      programs over neighbours ([Jobs](tnw.md#jobs)), which are ASSUMED. The rules themselves are in [tnw.md](tnw.md).

      `TnwTrapsTest` writes this page from the marks on the tests and fails when they differ.

      """;

  /** Bit error rate at which one packet in ten is damaged. */
  private static final double TENTH = -StrictMath.expm1(StrictMath.log1p(-0.1) / 1120);

  private static final TnwTestMachine PAIR = TnwTestMachine.of(2).with("pput.disorder", 0.0);
  private static final TnwTestMachine FAULTY = PAIR.with("link.bitErrorRate", TENTH);
  private static final TnwTestMachine IDEAL = PAIR.with("host.ideal", true);

  private static TrapTable table() {
    return new TrapTable(INTRODUCTION, NAMES, List.of(TnwTrapsTest.class, TnwJobsTrapsTest.class));
  }

  /** Returns a machine that had to send 400 packets and had the time to do so. */
  private static ReferenceTnw sent(TnwTestMachine machine, TnwRules rules) {
    final ReferenceTnw built = machine.build(rules);
    built.run(0, TnwTestMachine.sends(0, 400, 0));
    built.run(1, TnwTestMachine.credits(1, 0, 400, 0));
    built.run(600_000);
    built.checkConservation();
    return built;
  }

  private static void assertAllArrive() {
    final ReferenceTnw machine = sent(FAULTY, new TnwRules());
    assertEquals(400, machine.count(ReferenceMachine.DELIVERED));
    assertTrue(machine.node(0).outputs[0].isAtRest());
    assertTrue(machine.count("restarts") > 20);
    assertEquals(machine.count("transmissions"), 400 + machine.count("retransmissions"));
  }

  private static double rate(TnwTestMachine machine, TnwRules rules, long ticks) {
    return TnwTestMachine.bytesPerTick(machine.build(rules), 20_000, 20_000 + ticks) / 2;
  }

  @Test
  @Trap(
      number = 1,
      fallenInto =
          "a RESTART as fast as feedback, which has the packets behind a damaged one taken",
      shown = Shown.IN_THE_TEST)
  void shouldNotTakePacketsBehindADamagedOne() {
    assertAllArrive();
    final TnwRules wrong =
        new TnwRules() {
          @Override
          long restartTicks(long checkTicks) {
            return 244;
          }
        };
    assertThrows(IllegalStateException.class, () -> sent(FAULTY, wrong));
  }

  @Test
  @Trap(number = 2, fallenInto = "only the damaged packet sent again", shown = Shown.IN_THE_TEST)
  void shouldSendAllAgainThatWereDiscarded() {
    assertAllArrive();
    final TnwRules wrong =
        new TnwRules() {
          @Override
          boolean resendsAll() {
            return false;
          }
        };
    assertTrue(sent(FAULTY, wrong).count(ReferenceMachine.DELIVERED) < 400);
  }

  @Test
  @Trap(
      number = 3,
      fallenInto =
          "a NACK for each packet that is discarded: a RESTART for each, among resent packets",
      shown = Shown.IN_THE_TEST)
  void shouldRestartOncePerError() {
    final TnwTestMachine faulty = IDEAL.with("link.bitErrorRate", TENTH);
    assertEquals(0.469, rate(faulty, new TnwRules(), 1_000_000), 0.02);
    final TnwRules wrong =
        new TnwRules() {
          @Override
          boolean answersWhileDiscarding() {
            return true;
          }
        };
    assertThrows(IllegalStateException.class, () -> rate(faulty, wrong, 1_000_000));
  }

  /** Four packets keep an output busy until 560; the first verdict arrives at 520. */
  @Test
  @Trap(number = 4, fallenInto = "feedback that cuts into a packet", shown = Shown.IN_THE_TEST)
  void shouldWaitWithFeedbackForTheEndOfAPacket() {
    final TnwTestMachine both =
        IDEAL.with("workload.ports", List.of("x+", "x-"), "link.windowPackets", 4);
    assertEquals(2 * 4 * 128 / 804.0, rate(both, new TnwRules(), 160_800), 0.01);
    final TnwRules wrong =
        new TnwRules() {
          @Override
          boolean feedbackCutsIn() {
            return true;
          }
        };
    assertEquals(2 * 4 * 128 / 764.0, rate(both, wrong, 152_800), 0.01);
  }

  @Test
  @Trap(
      number = 5,
      fallenInto = "4 ticks of the link for feedback, besides the word of each packet",
      shown = Shown.IN_THE_TEST)
  void shouldSendFeedbackInTheSlotOfThePacket() {
    final TnwTestMachine both = IDEAL.with("workload.ports", List.of("x+", "x-"));
    assertEquals(2 * 128 / 140.0, rate(both, new TnwRules(), 140_000), 0.005);
    final TnwRules wrong =
        new TnwRules() {
          @Override
          long feedbackBusyTicks() {
            return 4;
          }
        };
    assertTrue(rate(both, wrong, 140_000) < 2 * 128 / 143.0);
  }

  @Test
  @Trap(number = 6, fallenInto = "a charge for each transmission", shown = Shown.IN_THE_TEST)
  void shouldChargePacketsOnce() {
    assertAllArrive();
    final TnwRules wrong =
        new TnwRules() {
          @Override
          int resentCharge() {
            return 1;
          }
        };
    assertThrows(IllegalStateException.class, () -> sent(FAULTY, wrong));
  }

  /**
   * Ticks between packets with room for one: 560 from start to rx FIFO, 38 for data, 244 for SPACE.
   */
  @Test
  @Trap(number = 7, fallenInto = "room that is free at the match", shown = Shown.IN_THE_TEST)
  void shouldFreeRoomAtTheEndOfTheTransfer() {
    final TnwTestMachine narrow = PAIR.with("receive.packets", 1);
    assertEquals(842, ticksBetweenPackets(narrow, new TnwRules()));
    final TnwRules wrong =
        new TnwRules() {
          @Override
          long spaceTicks(long dataTicks) {
            return 0;
          }
        };
    assertTrue(ticksBetweenPackets(narrow, wrong) < 810);
  }

  private static long ticksBetweenPackets(TnwTestMachine machine, TnwRules rules) {
    final ReferenceTnw built = machine.build(rules);
    built.run(0, TnwTestMachine.sends(0, 400, 0));
    built.run(1, TnwTestMachine.credits(1, 0, 400, 0));
    while (built.count(ReferenceMachine.DELIVERED) < 10) {
      built.run(built.tick() + 1);
    }
    final long tick = built.tick();
    while (built.count(ReferenceMachine.DELIVERED) < 30) {
      built.run(built.tick() + 1);
    }
    return (built.tick() - tick) / 20;
  }

  /** 32 packets of each VC pass before the first that finds no room. */
  @Test
  @Trap(number = 8, fallenInto = "a txFifo for each VC", shown = Shown.IN_THE_TEST)
  void shouldHoldUpPacketsOfOtherVcs() {
    assertEquals(32, deliveredBesideAnotherVc(new TnwRules()));
    final TnwRules wrong =
        new TnwRules() {
          @Override
          boolean holdsUpOthers() {
            return false;
          }
        };
    assertTrue(deliveredBesideAnotherVc(wrong) > 50);
  }

  private static long deliveredBesideAnotherVc(TnwRules rules) {
    final ReferenceTnw machine = PAIR.build(rules);
    final Integer[] vcs = IntStream.range(0, 200).mapToObj(i -> i % 2).toArray(Integer[]::new);
    machine.run(0, TnwTestMachine.sends(0, 1, vcs));
    machine.run(1, TnwTestMachine.credits(1, 0, 100, 1));
    machine.run(300_000);
    return machine.count(ReferenceMachine.DELIVERED);
  }

  @Test
  @Trap(
      number = 9,
      fallenInto = "an error drawn for the packet: it fails forever",
      shown = Shown.IN_THE_TEST)
  void shouldDrawErrorsForTransmissions() {
    assertAllArrive();
    final TnwRules wrong =
        new TnwRules() {
          @Override
          long errorNumber(long transmission, long packet) {
            return packet;
          }
        };
    assertTrue(sent(FAULTY, wrong).count(ReferenceMachine.DELIVERED) < 100);
  }

  @Test
  @Trap(
      number = 10,
      fallenInto = "new data at once behind the resent packets (link.resend = stream)",
      shown = Shown.IN_THE_TEST)
  void shouldDrainBeforeNewData() {
    final TnwTestMachine faulty = IDEAL.with("link.bitErrorRate", TENTH);
    final double drained = rate(faulty, new TnwRules(), 1_000_000);
    assertEquals(0.469, drained, 0.02);
    assertTrue(rate(faulty.with("link.resend", "stream"), new TnwRules(), 1_000_000) > 0.5);
  }

  @Test
  @Trap(
      number = 11,
      fallenInto = "a txBuffer of a round trip of 0.6 µs (link.windowPackets = 5)",
      shown = Shown.IN_THE_TEST)
  void shouldNeedAWindowOfSix() {
    final TnwTestMachine six = IDEAL.with("link.windowPackets", 6);
    assertEquals(128 / 140.0, rate(six, new TnwRules(), 140_000), 0.005);
    assertTrue(rate(six.with("link.windowPackets", 5), new TnwRules(), 140_000) < 0.85);
  }

  @Test
  void shouldHaveATestForEveryTrap() {
    assertEquals(List.of(), table().unguarded(), "traps without a test");
  }

  @Test
  void shouldMatchThePage() throws IOException {
    table().assertMatches("tnw-traps.md", TnwTrapsTest.class);
  }
}

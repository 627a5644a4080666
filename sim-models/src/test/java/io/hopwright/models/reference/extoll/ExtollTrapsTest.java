package io.hopwright.models.reference.extoll;

import static io.hopwright.models.reference.extoll.ExtollTestMachine.drain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.reference.extoll.ExtollTables.Dateline;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.testkit.TestJob;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import io.hopwright.models.traps.TrapTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The page about the traps of EXTOLL, and the tests of its reference model that guard them. */
class ExtollTrapsTest {
  private static final List<String> NAMES =
      List.of(
          "The dateline is left behind when a packet turns",
          "A ring has a dateline",
          "A pair with a single link has it once",
          "The header is not charged to buffers",
          "Errors belong to attempts",
          "Room is back when PCIe takes the data",
          "A get keeps its place until it is answered",
          "A requester is notified when the last packet is issued",
          "An interrupt stays behind the entry of its queue",
          "A status is read until there is one",
          "Lines of a message by VELO have a header",
          "Slots of a node share the pace of lines",
          "A message by VELO is a post until its packet is issued",
          "Data of a rendezvous are there when the notification is",
          "A put is complete when a get behind it is answered");

  private static final String INTRODUCTION =
      """
      # EXTOLL: where models go wrong

      This page lists errors that a straightforward model of this machine can have, and the tests that fail if the
      reference model has them. Each test rejects a wrong model. The wrong model is *built in the test*, so every run of the test
      shows that it detects the error. The rules themselves are in [extoll.md](extoll.md).

      `ExtollTrapsTest` writes this page from the marks on the tests and fails when they differ.

      """;

  private static final Software SOFTWARE =
      new Software(
          865,
          1_260,
          0,
          1_260,
          3_780,
          1_260,
          1_260,
          1_024,
          16,
          0,
          ProgressKind.CALLS,
          false,
          865,
          0);

  private static TrapTable table() {
    return new TrapTable(INTRODUCTION, NAMES, List.of(ExtollTrapsTest.class));
  }

  /** Returns the bytes delivered per tick after the first 100,000 ticks. */
  private static double rate(ReferenceExtoll machine, long ticks) {
    machine.run(100_000);
    final long before = machine.count(ReferenceMachine.BYTES_DELIVERED);
    machine.run(100_000 + ticks);
    return (machine.count(ReferenceMachine.BYTES_DELIVERED) - before) / (double) ticks;
  }

  private static ExtollTestMachine stream(String operation, int messageBytes) {
    return ExtollTestMachine.of(2, 1, 1)
        .with("workload.kind", "stream", "workload.operation", operation)
        .with("workload.messageBytes", messageBytes);
  }

  private static long delivered(ReferenceExtoll machine) {
    return drain(machine).count(ReferenceMachine.DELIVERED);
  }

  @Test
  @Trap(
      number = 1,
      fallenInto = "d kept when a packet turns: on the second VC, the next ring has no dateline",
      shown = Shown.IN_THE_TEST)
  void shouldLeaveTheDatelineBehind() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          Dateline turned() {
            return Dateline.KEEP;
          }
        };
    final ExtollTestMachine machine = ExtollTestMachine.of(5, 5, 1);
    assertTrue(!ExtollTablesTest.hasCycle(machine, new ExtollRules()));
    assertTrue(ExtollTablesTest.hasCycle(machine, wrong));
  }

  @Test
  @Trap(
      number = 2,
      fallenInto = "one VC for all: the ring fills up and stands still",
      shown = Shown.IN_THE_TEST)
  void shouldCrossTheDateline() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          Dateline crossed() {
            return Dateline.ZERO;
          }
        };
    final ExtollTestMachine ring =
        ExtollTestMachine.of(6, 1, 1)
            .with("workload.load", "saturated", "workload.units", 3, "router.vcBytes", 496);
    assertTrue(rate(ring.build(), 100_000) > 0.5);
    assertEquals(0, rate(ring.build(wrong), 100_000));
  }

  @Test
  @Trap(
      number = 3,
      fallenInto =
          "two links between the nodes of a pair (machine.pairLinks = double), half loaded",
      shown = Shown.IN_THE_TEST)
  void shouldHaveASingleLinkInAPair() {
    final ExtollTestMachine machine = ExtollTestMachine.of(4, 2, 4).with("machine.hosts", 0);
    assertEquals(Set.of(16), ExtollTablesTest.loads(machine));
    assertNotEquals(
        Set.of(16), ExtollTablesTest.loads(machine.with("machine.pairLinks", "double")));
  }

  @Test
  @Trap(
      number = 4,
      fallenInto = "a cell more for the header: a buffer of 496 B holds no packet of 496 B",
      shown = Shown.IN_THE_TEST)
  void shouldNotChargeTheHeader() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          int chargeCells(int cells) {
            return cells + 1;
          }
        };
    final ExtollTestMachine tight =
        ExtollTestMachine.of(2, 1, 1)
            .with("workload.load", "saturated", "router.vcBytes", 496, "unit.bufferBytes", 496);
    assertTrue(rate(tight.build(), 50_000) > 0.1);
    assertEquals(0, rate(tight.build(wrong), 50_000));
  }

  @Test
  @Trap(
      number = 5,
      fallenInto = "an error drawn for the packet: it fails forever",
      shown = Shown.IN_THE_TEST)
  void shouldDrawErrorsForAttempts() {
    final int[] asked = new int[1];
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          long errorNumber(long attempt, long packet) {
            asked[0]++;
            assertTrue(asked[0] < 10_000, "fails forever");
            return packet;
          }
        };
    final ExtollTestMachine faulty =
        ExtollTestMachine.of(2, 1, 1)
            .with("workload.kind", "all-to-all", "workload.messageBytes", 100_000)
            .with("link.bitErrorRate", 1e-4);
    assertEquals(2 * 202, delivered(faulty.build()));
    AssertionError failure = null;
    try {
      drain(faulty.build(wrong));
    } catch (AssertionError e) {
      failure = e;
    }
    assertTrue(failure != null && failure.getMessage().startsWith("fails forever"));
  }

  @Test
  @Trap(
      number = 6,
      fallenInto = "room that is back at once: data pile up before a PCIe link that is too slow",
      shown = Shown.IN_THE_TEST)
  void shouldFreeRoomWhenDataLeaveIt() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          boolean freesRoomAtDelivery() {
            return true;
          }
        };
    final ExtollTestMachine slow =
        ExtollTestMachine.of(1, 1, 1)
            .with("workload.kind", "stream", "workload.source", 1, "workload.target", 0)
            .with("workload.messageBytes", 100_000, "naa.pcie", "gen2x8");
    assertEquals(496 / 1_714.0, rate(slow.build(), 300_000), 0.005);
    assertEquals(496 / 640.0, rate(slow.build(wrong), 300_000), 0.01);
  }

  @Test
  @Trap(
      number = 7,
      fallenInto = "a place that is free when the request is issued: gets without a limit",
      shown = Shown.IN_THE_TEST)
  void shouldLimitGets() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          boolean keepsPlaceUntilAnswered() {
            return false;
          }
        };
    final ExtollTestMachine one = stream("get", 100_000).with("rma.packets", 1);
    assertTrue(rate(one.build(), 300_000) < 496 / 10_000.0);
    assertTrue(rate(one.build(wrong), 300_000) > 0.4);
  }

  @Test
  @Trap(
      number = 8,
      fallenInto = "a requester notified when the packet takes its place, before its data are read",
      shown = Shown.IN_THE_TEST)
  void shouldTellTheRequesterAfterTheIssue() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          boolean tellsRequesterAfterIssue() {
            return false;
          }
        };
    final ExtollTestMachine one = stream("put", 8).with("workload.outstanding", 1);
    // a descriptor, its engine, 24 B to memory, the memory, 28 B back, the notification and the
    // wait for it
    final long period =
        (865 + 76 + 1_260 + 504) + (38 + 1_260 + 5_040 + 45 + 1_260) + (63 + 1_260 + 1_260);
    assertEquals(8.0 / period, rate(one.build(), 100 * period), 8.0 / period / 50);
    assertTrue(rate(one.build(wrong), 100 * period) > 8.0 / period * 1.5);
  }

  @Test
  @Trap(
      number = 9,
      fallenInto = "an interrupt that overtakes the entry that says what it is about",
      shown = Shown.IN_THE_TEST)
  void shouldWriteTheEntryFirst() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          boolean writesEntryBeforeInterrupt() {
            return false;
          }
        };
    final ExtollTestMachine one =
        ExtollTestMachine.of(1, 1, 1)
            .with("workload.kind", "ping-pong", "workload.operation", "interrupt")
            .with("workload.messages", 1);
    final List<Long> latencies = new ArrayList<>();
    for (final ReferenceExtoll machine : List.of(one.build(), one.build(wrong))) {
      // the answer is delivered when the wait for the interrupt has ended
      machine.listen(delivery -> latencies.add(machine.lastMessageTicks()));
      drain(machine);
    }
    // 88 B over the link of a host
    assertEquals(71, latencies.get(1) - latencies.get(3));
  }

  @Test
  @Trap(
      number = 10,
      fallenInto = "a status that is read once, and an answer that is taken before it is there",
      shown = Shown.IN_THE_TEST)
  void shouldReadTheStatusAgain() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          boolean readsStatusAgain() {
            return false;
          }
        };
    final ExtollTestMachine slow =
        ExtollTestMachine.of(1, 1, 1)
            .with("workload.kind", "enumerate", "config.pollTicks", 1)
            .with("config.accessTicks", 22_000);
    assertEquals(237 + 26 * 2 * 2, delivered(slow.build()));
    assertEquals(237, delivered(slow.build(wrong)));
  }

  /** Returns the ends of ranks on adjacent NAAs; ranks of a node have consecutive numbers. */
  private static List<Long> ends(
      ExtollRules rules, String text, int ranks, int perNode, int posted) {
    final ExtollTestMachine keys =
        ExtollTestMachine.of(2, 1, 1).with("workload.kind", "jobs", "host.posted", posted);
    final ReferenceExtoll machine =
        new ReferenceExtoll(
            keys.parameters(),
            rules,
            SOFTWARE,
            TestJob.place(List.of(TestJob.of(text, ranks).perNode(perNode)), new int[3], 1));
    while (machine.ranksRunning() > 0) {
      machine.run(machine.nextEffectTick() + 1);
    }
    return machine.jobs.messaging().ranks().stream().map(ReferenceRank::endTick).toList();
  }

  private static List<Long> ends(ExtollRules rules, String text) {
    return ends(rules, text, 2, 1, 64);
  }

  @Test
  @Trap(
      number = 11,
      fallenInto = "lines of the data alone: 60 B in one line, behind a header of 8 B in two",
      shown = Shown.IN_THE_TEST)
  void shouldSendAHeaderInLines() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          int mailBytes(int bytes) {
            return bytes;
          }
        };
    // the header of messaging has 16 B, beside the 44 B of data
    final String text = "if rank == 0 { send to 1 44 } else { recv from 0 }";
    final long right = ends(new ExtollRules(), text).get(1);
    assertEquals(252, right - ends(wrong, text).get(1));
  }

  private static final String SIDE_BY_SIDE =
      "if rank < 2 { send to rank + 2 8 } else { recv from rank - 2 }";

  @Test
  @Trap(
      number = 12,
      fallenInto = "lines that keep no distance from those of another slot",
      shown = Shown.IN_THE_TEST)
  void shouldPaceTheLinesOfANode() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          boolean pacesLines() {
            return false;
          }
        };
    // 88 B over PCIe take 139 ticks
    assertEquals(252, apart(new ExtollRules(), 4, SIDE_BY_SIDE));
    assertEquals(139, apart(wrong, 4, SIDE_BY_SIDE));
  }

  /** Returns the ticks between the ends of the last two of four ranks, two on each node. */
  private static long apart(ExtollRules rules, int posted, String text) {
    final List<Long> ends = ends(rules, text, 4, 2, posted);
    return ends.get(3) - ends.get(2);
  }

  @Test
  @Trap(
      number = 13,
      fallenInto = "a post that is over when its lines have joined: a network that takes all",
      shown = Shown.IN_THE_TEST)
  void shouldKeepPostsUntilTheIssue() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          boolean keepsPostUntilIssue() {
            return false;
          }
        };
    // a line over PCIe and the engine; a freed post counts from the next tick on
    assertEquals(139 + 1_260 + 504 + 1, apart(new ExtollRules(), 1, SIDE_BY_SIDE));
    assertEquals(252, apart(wrong, 1, SIDE_BY_SIDE));
  }

  @Test
  @Trap(
      number = 14,
      fallenInto = "data that are visible before the notification behind them is in memory",
      shown = Shown.IN_THE_TEST)
  void shouldTellOfDataByTheirNotification() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          boolean tellsOfDataByNotification() {
            return false;
          }
        };
    final String text = "if rank == 0 { send to 1 10000 } else { recv from 0 }";
    // 40 B over PCIe
    assertEquals(63, ends(new ExtollRules(), text).get(1) - ends(wrong, text).get(1));
  }

  @Test
  @Trap(
      number = 15,
      fallenInto = "a put that is complete when its last packet is issued, still in flight",
      shown = Shown.IN_THE_TEST)
  void shouldCompletePutsByAGetBehindThem() {
    final ExtollRules wrong =
        new ExtollRules() {
          @Override
          boolean followsPutsByGets() {
            return false;
          }
        };
    final String text = "if rank == 0 {\n put to 1 8\n fence\n}";
    // the engine of the target accepts the get 100 ticks after the put; then follow memory and the
    // path back
    final long network = 504 + 756 + 504 + 40 + 504;
    final long there = network + 38 + 1_260 + 5_040 + 45 + 1_260;
    final long back = network + 51 + 63 + 1_260;
    assertEquals(
        100 + there + back - 1, ends(new ExtollRules(), text).get(0) - ends(wrong, text).get(0));
  }

  @Test
  void shouldHaveATestForEveryTrap() {
    assertEquals(List.of(), table().unguarded(), "traps without a test");
  }

  @Test
  void shouldMatchThePage() throws IOException {
    table().assertMatches("extoll-traps.md", ExtollTrapsTest.class);
  }
}

package io.hopwright.models.reference.pcie;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceMachine;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import io.hopwright.models.traps.TrapTable;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The page about the traps of PCI Express, and the tests of its reference model that guard them.
 */
class PcieTrapsTest {
  private static final List<String> NAMES =
      List.of(
          "A ring of cards has a dateline",
          "Caps of roots are for GPUs and cards",
          "The buffer behind QPI holds what its hop takes",
          "A read is outstanding until it is answered in full",
          "A launch is for a message",
          "Chunks open one after the other",
          "Packets go on before they are whole",
          "A chunk keeps its buffer until it has been read");

  private static final String INTRODUCTION =
      """
      # PCI Express: where models go wrong

      This page lists errors that a straightforward model of this machine can have, and the tests that fail if the
      reference model has them. Each test rejects a wrong model. The wrong model is *built in the test*, so every run of the test
      shows that it detects the error. The rules themselves are in [pcie.md](pcie.md).

      `PcieTrapsTest` writes this page from the marks on the tests and fails when they differ.

      """;

  /** Ticks of a full packet between two GPUs of a switch, if packets follow one another. */
  private static final long WRITE_TICKS = 305;

  private static TrapTable table() {
    return new TrapTable(INTRODUCTION, NAMES, List.of(PcieTrapsTest.class));
  }

  /** Returns the bytes delivered per tick, from one tick to another. */
  private static double rate(ReferencePcie machine, long fromTick, long toTick) {
    machine.run(fromTick);
    final long before = machine.count(ReferenceMachine.BYTES_DELIVERED);
    machine.run(toTick);
    final long after = machine.count(ReferenceMachine.BYTES_DELIVERED);
    return (after - before) / (double) (toTick - fromTick);
  }

  /** Returns the ticks of the last message. */
  private static long latency(ReferencePcie machine) {
    return PcieTestMachine.drain(machine).lastMessageTicks();
  }

  private static PcieTestMachine message(int bytes) {
    return PcieTestMachine.of("workload.messages", 1, "workload.messageBytes", bytes);
  }

  @Test
  @Trap(
      number = 1,
      fallenInto = "one VC for all: the ring fills up and stands still",
      shown = Shown.IN_THE_TEST)
  void shouldCrossTheDateline() {
    final PcieRules wrong =
        new PcieRules() {
          @Override
          boolean crossesDateline() {
            return false;
          }
        };
    final PcieTestMachine ring =
        PcieTestMachine.of("machine.cards", "apenet", "machine.shape", List.of(6, 1, 1))
            .with("machine.fanout", List.of(1), "edge.bufferBytes", 256)
            .with("workload.kind", "shift", "workload.distance", 2);
    assertTrue(rate(ring.build(), 200_000, 250_000) > 0.05);
    assertEquals(0, rate(ring.build(wrong), 200_000, 250_000));
  }

  @Test
  @Trap(
      number = 2,
      fallenInto = "a cap for whatever passes a root: host memory as slow as peer to peer",
      shown = Shown.IN_THE_TEST)
  void shouldNotCapMemories() {
    final PcieRules wrong =
        new PcieRules() {
          @Override
          boolean capsMemories() {
            return true;
          }
        };
    final PcieTestMachine sockets =
        PcieTestMachine.of("machine.sockets", 2, "root.writeMegabytesPerSecond", 1_000)
            .with("workload.from", "memory", "workload.to", "memory", "qpi.hopTicks", 1_000);
    assertEquals(256 / 140.0, rate(sockets.build(), 500_000, 640_000), 0.01);
    assertEquals(256 / 3_226.0, rate(sockets.build(wrong), 500_000, 640_000), 0.01);
  }

  @Test
  @Trap(
      number = 3,
      fallenInto = "a buffer as behind all other links, which its long hop leaves empty",
      shown = Shown.IN_THE_TEST)
  void shouldNotThrottleQpi() {
    final PcieRules wrong =
        new PcieRules() {
          @Override
          int qpiWords(int others) {
            return others;
          }
        };
    final PcieTestMachine sockets = PcieTestMachine.of("machine.sockets", 2, "workload.target", 4);
    assertEquals(256 / 807.0, rate(sockets.build(), 1_000_000, 2_000_000), 0.01);
    assertEquals(4_096 / 306_000.0, rate(sockets.build(wrong), 1_000_000, 4_060_000), 0.002);
  }

  @Test
  @Trap(
      number = 4,
      fallenInto = "a request that is over with its first completion",
      shown = Shown.IN_THE_TEST)
  void shouldWaitForTheWholeAnswer() {
    final PcieRules wrong =
        new PcieRules() {
          @Override
          boolean waitsForTheWholeAnswer() {
            return false;
          }
        };
    final PcieTestMachine pull = message(1_024).with("workload.transport", "pull", "dma.reads", 1);
    assertEquals(WRITE_TICKS, latency(pull.build()) - latency(pull.build(wrong)));
  }

  @Test
  @Trap(number = 5, fallenInto = "a launch for each chunk", shown = Shown.IN_THE_TEST)
  void shouldLaunchMessages() {
    final PcieRules wrong =
        new PcieRules() {
          @Override
          boolean launchesMessages() {
            return false;
          }
        };
    final PcieTestMachine chunks = message(8_192).with("workload.chunkBytes", 4_096);
    assertEquals(95_103 - WRITE_TICKS, latency(chunks.build(wrong)) - latency(chunks.build()));
  }

  @Test
  @Trap(
      number = 6,
      fallenInto = "chunks that are prepared while others are in flight",
      shown = Shown.IN_THE_TEST)
  void shouldOpenChunksInTurn() {
    final PcieRules wrong =
        new PcieRules() {
          @Override
          boolean opensInTurn() {
            return false;
          }
        };
    final PcieTestMachine remote =
        message(8_192)
            .with("machine.cards", "infiniband", "machine.shape", List.of(2, 1, 1))
            .with("workload.transport", "rcuda", "workload.chunkBytes", 4_096)
            .with("workload.from", "memory", "workload.source", 0, "workload.target", 4);
    final long saved = latency(remote.build()) - latency(remote.build(wrong));
    assertTrue(saved > 250_000 && saved < 264_563, () -> "" + saved);
  }

  @Test
  @Trap(
      number = 7,
      fallenInto = "packets that are stored before they are forwarded",
      shown = Shown.IN_THE_TEST)
  void shouldCutThrough() {
    final PcieRules wrong =
        new PcieRules() {
          @Override
          boolean cutsThrough() {
            return false;
          }
        };
    final PcieTestMachine packet = message(256);
    assertEquals(95_103 + 1 + 1_260 + 630 + WRITE_TICKS, latency(packet.build()));
    assertEquals(2 * 224, latency(packet.build(wrong)) - latency(packet.build()));
  }

  @Test
  @Trap(
      number = 8,
      fallenInto = "a buffer that is free once it is full: one buffer is as good as two",
      shown = Shown.IN_THE_TEST)
  void shouldKeepBuffers() {
    final PcieRules wrong =
        new PcieRules() {
          @Override
          boolean keepsBuffers() {
            return false;
          }
        };
    final PcieTestMachine copies =
        message(8 << 16)
            .with("workload.transport", "through-memory", "dma.launchTicks", 0)
            .with("copy.buffers", 1, "workload.chunkBytes", 1 << 16);
    final long chunkTicks = 256 * WRITE_TICKS;
    final long taken = latency(copies.build());
    final long wronglyTaken = latency(copies.build(wrong));
    assertTrue(taken > 16 * chunkTicks && taken < 18 * chunkTicks, () -> "" + taken);
    assertTrue(wronglyTaken < 11 * chunkTicks, () -> "" + wronglyTaken);
  }

  @Test
  void shouldHaveATestForEveryTrap() {
    assertEquals(List.of(), table().unguarded(), "traps without a test");
  }

  @Test
  void shouldMatchThePage() throws IOException {
    table().assertMatches("pcie-traps.md", PcieTrapsTest.class);
  }
}

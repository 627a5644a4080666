package io.hopwright.models.reference.tnw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.messaging.ReferenceRank;
import io.hopwright.models.testkit.TestJob;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Traps of programs with neighbour exchange on TNW. */
class TnwJobsTrapsTest {
  private static final TnwTestMachine RING =
      TnwTestMachine.of(3).with("workload.kind", "jobs", "pput.disorder", 0.0);
  private static final TnwTestMachine PAIR = RING.with("machine.shape", List.of(2, 1, 1));

  private static final Software SOFTWARE =
      new Software(300, 255, 0, 205, 500, 205, 205, 1_024, 16, 0, ProgressKind.HOST, false, 0, 0);

  private static ReferenceTnw run(TnwTestMachine machine, TnwRules rules, TestJob job) {
    final TnwParameters parameters = new TnwParameters(machine.keys().settings(), Long.MAX_VALUE);
    final int nodes = parameters.shape.stream().reduce(1, Math::multiplyExact);
    return TnwTestMachine.drain(
        new ReferenceTnw(
            parameters,
            rules,
            SOFTWARE,
            TestJob.place(List.of(job), IntStream.range(0, nodes).toArray(), job.ranksPerNode())));
  }

  private static long end(ReferenceTnw machine, int rank) {
    return machine.jobs.messaging().ranks().stream().map(ReferenceRank::endTick).toList().get(rank);
  }

  /** Ranks 0 and 1 are on node 0, and send messages of different sizes to ranks 2 and 3. */
  @Test
  @Trap(
      number = 12,
      fallenInto = "one VC for the DATA of all slots: credits meet those of another rank",
      shown = Shown.IN_THE_TEST)
  void shouldHaveAVcForTheDataOfEachSlot() {
    final TestJob pairs =
        TestJob.of(
                "if rank == 0 { isend to 2 40000; compute 20 us } if rank == 1 { isend to 3 3000"
                    + " }\n"
                    + "if rank >= 2 { irecv from rank - 2 }\n"
                    + "waitall\n",
                4)
            .perNode(2);
    assertEquals(0, run(RING, new TnwRules(), pairs).ranksRunning());
    final TnwRules wrong =
        new TnwRules() {
          @Override
          int dataVc(int slot) {
            return 1;
          }
        };
    assertThrows(IllegalStateException.class, () -> run(RING, wrong, pairs));
  }

  /** Rank 1 posts a small message while 400 KB of rank 0 use the same route. */
  @Test
  @Trap(
      number = 13,
      fallenInto = "one sender for an output: small messages and answers wait behind data",
      shown = Shown.IN_THE_TEST)
  void shouldSendAnswersBesideData() {
    final TestJob both =
        TestJob.of(
                """
                if rank == 0 { send to 2 400000 } if rank == 1 { compute 50 us; send to 3 8 }
                if rank >= 2 { recv from rank - 2 }
                """,
                4)
            .perNode(2);
    assertTrue(end(run(RING, new TnwRules(), both), 3) < 53_000);
    final TnwRules wrong =
        new TnwRules() {
          @Override
          int sender(int vc) {
            return 0;
          }
        };
    assertTrue(end(run(RING, wrong, both), 3) > 400_000);
  }

  @Test
  @Trap(
      number = 14,
      fallenInto = "the first of two links for all messages between nodes of a dimension of 2",
      shown = Shown.IN_THE_TEST)
  void shouldTakeBothLinksInTurn() {
    final TestJob four =
        TestJob.of(
            "if rank == 0 { for i in 1 .. 4 { isend to 1 100 } } else { for i in 1 .. 4 { irecv"
                + " from 0 } }\nwaitall\n",
            2);
    final ReferenceTnw right = run(PAIR, new TnwRules(), four);
    assertEquals(2, right.node(0).outputs[0].sent());
    assertEquals(2, right.node(0).outputs[1].sent());
    final TnwRules wrong =
        new TnwRules() {
          @Override
          int linkOfTwo(long message) {
            return 0;
          }
        };
    assertEquals(4, run(PAIR, wrong, four).node(0).outputs[0].sent());
  }

  /** The receiver computes while forty messages of five packets arrive, on sixteen credits. */
  @Test
  @Trap(
      number = 15,
      fallenInto = "credits for VC 0 that are not renewed: later packets wait forever",
      shown = Shown.IN_THE_TEST)
  void shouldRenewCreditsWhateverRanksDo() {
    final TestJob many =
        TestJob.of(
            "if rank == 0 { for i in 1 .. 40 { isend to 1 500 } } else { compute 100 us; for i in"
                + " 1 .. 40 { irecv from 0 } }\nwaitall\n",
            2);
    assertEquals(0, run(RING, new TnwRules(), many).ranksRunning());
    final TnwRules wrong =
        new TnwRules() {
          @Override
          boolean returnsCredits() {
            return false;
          }
        };
    assertTrue(run(RING, wrong, many).ranksRunning() > 0);
  }

  /** The expected time is {@code 3·1,670 + 154·(m − 1)}. */
  @Test
  @Trap(
      number = 16,
      fallenInto = "a message that is there with its data, before the notify that reports them",
      shown = Shown.IN_THE_TEST)
  void shouldCountTheLastPacketWithItsNotify() {
    final TestJob large = TestJob.of("if rank == 0 { send to 1 5000 } else { recv from 0 }\n", 2);
    assertEquals(3 * 1_670 + 154 * 39, end(run(RING, new TnwRules(), large), 1));
    final TnwRules wrong =
        new TnwRules() {
          @Override
          boolean lastCountsWithNotify() {
            return false;
          }
        };
    assertTrue(end(run(RING, wrong, large), 1) < 3 * 1_670 + 154 * 39);
  }
}

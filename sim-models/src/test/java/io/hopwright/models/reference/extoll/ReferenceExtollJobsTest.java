package io.hopwright.models.reference.extoll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.program.Primitive;
import io.hopwright.models.testkit.RandomPrograms;
import io.hopwright.models.testkit.RandomPrograms.Host;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times of messages at zero load on the reference EXTOLL; all programs leave it empty. */
class ReferenceExtollJobsTest {
  private static final long SEND = 865;
  private static final long RECV = 1_260;

  private static final ExtollTestMachine MACHINE =
      ExtollTestMachine.of(3, 2, 1).with("workload.kind", "jobs");

  private static Software software(ProgressKind progress) {
    return new Software(
        SEND, RECV, 0, 1_260, 3_780, 1_260, 1_260, 1_024, 16, 0, progress, false, 865, 0);
  }

  /** Returns the ends of ranks 0 and 1, on adjacent NAAs. */
  private static List<Long> ends(ProgressKind progress, String text) {
    final ReferenceExtoll machine =
        new ReferenceExtoll(
            MACHINE.parameters(),
            new ExtollRules(),
            software(progress),
            TestJob.place(List.of(TestJob.of(text, 2)), new int[machine().nodes()], 1));
    machine.runToTheEnd(1, Long.MAX_VALUE);
    return List.of(
        machine.jobs.messaging().ranks().get(0).endTick(),
        machine.jobs.messaging().ranks().get(1).endTick());
  }

  private static ReferenceExtollTopology machine() {
    return MACHINE.topology();
  }

  /** Returns the ticks of a write of the given bytes on gen2x16. */
  private static long write(long bytes) {
    return (63 * (bytes + 24) + 39) / 40;
  }

  /** Returns the ticks from a posting to a mail in memory over a link. */
  private static long mail(int lines, int bytes) {
    final long cells = Math.max(1, (bytes + 15) / 16);
    final long joined = 252L * (lines - 1);
    final long network = 504 + 756 + 504 + 20 * (cells + 1);
    return joined + write(64) + 1_260 + 504 + network + 504 + write(8 + bytes) + 1_260;
  }

  @Test
  void shouldTakeTheSumOfItsParts() {
    final String text = "if rank == 0 { send to 1 8 } else { recv from 0 }";
    assertEquals(List.of(SEND, SEND + mail(1, 24) + RECV), ends(ProgressKind.CALLS, text));
    final String long100 = "if rank == 0 { send to 1 100 } else { recv from 0 }";
    assertEquals(List.of(SEND, SEND + mail(2, 116) + RECV), ends(ProgressKind.CALLS, long100));
  }

  @Test
  void shouldLeaveTheNetworkEmpty() {
    for (long seed = 0; seed < 8; seed++) {
      final ExtollTestMachine keys =
          MACHINE.with("seed", seed, "host.posted", 1 + (int) seed % 3, "rma.packets", 2);
      final int nodes = keys.topology().nodes();
      final RandomPrograms drawn =
          RandomPrograms.of(
              seed,
              new Host(nodes, 1, 4, List.of(ProgressKind.values()), false)
                  .with(List.of(Primitive.PUT, Primitive.GET)));
      final ReferenceExtoll machine =
          new ReferenceExtoll(
              keys.parameters(), new ExtollRules(), drawn.software(), drawn.placed());
      try {
        machine.runToTheEnd(1, 3_000_000);
        machine.checkConservation();
      } catch (RuntimeException e) {
        throw new AssertionError(drawn.toString(), e);
      }
      if (machine.ranksRunning() == 0 && !drawn.hasBackground()) {
        machine.run(machine.tick() + 100_000);
        assertTrue(machine.isSettled() && machine.isHome(), drawn::toString);
        assertEquals(
            machine.jobs.messaging().ranks().stream()
                .flatMap(rank -> rank.messagesTo().values().stream())
                .mapToLong(Long::longValue)
                .sum(),
            machine.jobs.messaging().latencies().size(),
            drawn::toString);
      }
    }
  }
}

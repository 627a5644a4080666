package io.hopwright.models.ideal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hopwright.models.messaging.jobs.PlacedJob;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.program.ProgramException;
import io.hopwright.models.program.ProgramTraffic;
import io.hopwright.models.program.language.Programs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ideal machine against the closed forms of LogGOPS. */
class LogGopsTest {
  private static final long L = IdealRun.L;
  private static final long OVERHEAD = IdealRun.OVERHEAD;

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 8, 1_000, 1_025, 8_192})
  void halfOfARoundTripIsTwoOverheadsTheLatencyAndTheGapOfTheBytes(long bytes) {
    final String text =
        "if rank == 0 { send to 1 "
            + bytes
            + "\nrecv from 1 } else { recv from 0\nsend to 0 "
            + bytes
            + " }";
    final long expected = 2 * (2 * OVERHEAD + L + Software.ticks(bytes, IdealRun.G));
    assertEquals(expected, IdealRun.of(text, 2, Map.of()).makespan());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 8, 48, 49, 1_000, 8_192})
  void halfOfARoundTripOutOfMailboxesTakesACopyMore(long bytes) {
    final String text =
        "if rank == 0 { send to 1 BYTES; recv from 1 } else { recv from 0; send to 0 BYTES }"
            .replace("BYTES", "" + bytes);
    final Software software =
        new Software(
            OVERHEAD,
            OVERHEAD,
            0,
            4_480,
            500,
            41,
            100,
            8_192,
            16,
            0,
            ProgressKind.HOST,
            false,
            0,
            0);
    final long sent = 2 * OVERHEAD + L + Software.ticks(bytes + 16, IdealRun.G);
    final long copy = (Math.max(0, bytes - 48) * 4_480 + 1_023) / 1_024;
    final IdealRun run = IdealRun.of(text, 2, Map.of());
    assertEquals(2 * sent, run.with(software).makespan());
    assertEquals(2 * (sent + copy), run.with(software.withMailboxes(64)).makespan());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100})
  void aBarrierTakesTheLogarithmOfItsRanks(int ranks) {
    final long rounds = ranks == 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(ranks - 1);
    assertEquals(rounds * (2 * OVERHEAD + L), IdealRun.of("barrier", ranks, Map.of()).makespan());
  }

  /** A time from 9,000,000 s to twice that has more ps than fit into 64 bits. */
  @Test
  void timesThatDoNotFitAreRefusedAndNotLeftOut() {
    final IdealRun run = IdealRun.of("compute 9_000_000 s", 8, Map.of());
    final PlacedJob job = run.jobs().get(0);
    final PlacedJob noisy =
        new PlacedJob(
            "p",
            0,
            job.program(),
            job.nodeOfRank(),
            1,
            0,
            false,
            1,
            1_000_000,
            1_000_000,
            0,
            ProgramTraffic.UNKNOWN,
            0,
            List.of(),
            List.of());
    final IdealRun of =
        new IdealRun(run.design(), run.software(), List.of(noisy), run.windowTicks());
    assertTooLong("p:1: rank 1 of job p computes for longer than the limit of the clock", of);
  }

  /** A copy of 1 TiB takes 2⁵⁰ ticks; 2¹⁴ copies make 0 in 64 bits. */
  @Test
  void copiesThatTakeLongerThanTheClockAreRefused() {
    final IdealRun run =
        IdealRun.of(
            """
            for i in 1 .. pow2(14) { isend to rank 1024 GiB tag i }
            compute 1 s
            for i in 1 .. pow2(14) { irecv from rank tag i }
            waitall
            """,
            1,
            Map.of());
    final Software software =
        new Software(0, 0, 0, 1 << 20, 1, 0, 0, 1L << 40, 0, 0, ProgressKind.HOST, false, 0, 0);
    assertTooLong(
        "p:4: rank 0 of job p is busy for 9007199254740992 ticks, beyond the end of the clock",
        run.with(software));
  }

  private static void assertTooLong(String expected, IdealRun run) {
    final ProgramException e = assertThrows(ProgramException.class, run::makespan);
    assertEquals(expected, e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64})
  void aHaloExchangeIsTheSameOnEverySplit(int nodesOfAPartition) {
    final IdealRun run = IdealRun.of(Programs.text("halo-3d"), 64, Map.of());
    assertEquals(
        run.network().result(run.outcome()).summary().get("digest"),
        run.partitions(nodesOfAPartition)
            .network()
            .result(run.partitions(nodesOfAPartition).outcome())
            .summary()
            .get("digest"));
  }
}

package io.hopwright.models.reference.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.ProgressKind;
import io.hopwright.models.messaging.jobs.Software;
import io.hopwright.models.reference.cascade.routing.ReferenceCascadeConfig;
import io.hopwright.models.reference.cascade.routing.ReferenceDragonfly;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TestJob;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of programs at zero load on a reference Cascade with the NIC of {@code aries-nic.md}. */
class ReferenceAriesJobsTest {
  private static final long SEND = 10_937;
  private static final long RECV = 10_938;
  private static final int HEADER = 16;
  private static final long BUS = 8_750;
  private static final long OPENING = 560;
  private static final long READ = 94;
  private static final long HOP = 4_375;

  /** {@code T(8) + B}: from a transaction's completion to its event in memory. */
  private static final long EVENT = 125 + BUS;

  private static Software software(ProgressKind progress, boolean get) {
    return new Software(
        SEND, RECV, 0, 4_480, 13_125, 4_480, 4_480, 8_192, HEADER, 0, progress, get, 0, 0);
  }

  /** Returns the ends of all ranks of a job on nodes 0 …; node 4 is one link from node 0. */
  private static List<Long> ends(Software software, String program, int ranks) {
    final Settings settings =
        Case.of(new Cascade())
            .set("machine.groups=1 machine.chassisPerGroup=2 machine.bladesPerChassis=4")
            .set("nic.model=aries router.routing=minimal")
            .settings();
    final ReferenceCascadeConfig config =
        new ReferenceCascadeConfig(settings, RunPlan.of(settings, 1));
    final int nodes = new ReferenceDragonfly(config).nodes();
    final ReferenceCascade machine =
        new ReferenceCascade(
            config,
            software,
            TestJob.place(List.of(TestJob.of(program, ranks)), new int[nodes], config.seed));
    while (machine.ranksRunning() > 0) {
      machine.run(machine.nextEffectTick() + 1);
    }
    return machine.jobs.messaging().ranks().stream().map(rank -> rank.endTick()).toList();
  }

  /** {@code T(n)}. */
  private static long busTicks(long bytes) {
    return 102 + (25 * bytes + 8) / 9;
  }

  /** Returns {@code A}, with the opening, over a link. */
  private static long thereTicks() {
    return OPENING + BUS + 6_562 + HOP + 6_563;
  }

  @Test
  void shouldTakeAsLongForEightBytesAsThePageSays() {
    assertEquals(SEND + thereTicks() + busTicks(24) + BUS + RECV, 57_604);
    for (ProgressKind progress : ProgressKind.values()) {
      final List<Long> ends =
          ends(
              software(progress, true),
              "if rank == 0 { send to 4 8 } else if rank == 4 { recv from 0 }",
              5);
      assertEquals(List.of(SEND, 57_604L), List.of(ends.get(0), ends.get(4)));
    }
  }

  @Test
  void shouldFetchWhatIsNotEager() {
    final long bytes = 8_256;
    final List<Long> ends =
        ends(
            software(ProgressKind.CALLS, true),
            "if rank == 0 { send to 4 8256 } else if rank == 4 { recv from 0 }",
            5);
    final long header = thereTicks() + busTicks(HEADER) + BUS;
    final long rts = SEND + header;
    final long posted = rts + RECV + SEND;
    // The bus of the source node limits the responses: 280 ticks each.
    final long lastRead = thereTicks() - OPENING + READ + BUS;
    final long back = BUS + 6_562 + HOP + 6_563 + busTicks(64) + BUS;
    final long least = posted + OPENING + lastRead + back + (bytes / 64 - 1) * busTicks(64) + EVENT;
    final long fetched = ends.get(4) - RECV - SEND;
    assertEquals(ends.get(0), ends.get(4) + header + RECV);
    assertTrue(fetched >= least && fetched < least + 130 * 500, fetched + " " + least);
  }

  @ParameterizedTest
  @CsvSource({"put, 0", "get, 1", "amo, 2"})
  void shouldTellRanksByEvents(String operation, int kind) {
    final Software software = software(ProgressKind.HOST, true);
    final String statement = List.of("put to 4 8", "get from 4 8", "amo to 4").get(kind);
    final long end = ends(software, "if rank == 0 { " + statement + "; fence }", 5).get(0);
    final long back = BUS + 6_562 + HOP + 6_563;
    final long unit = 110 + READ + BUS + busTicks(8) + BUS;
    final long ticks =
        switch (kind) {
          case 0 -> thereTicks() + busTicks(8) + BUS + back - BUS + READ;
          case 1 -> thereTicks() + READ + BUS + back + busTicks(8) + BUS;
          default -> thereTicks() + unit + back - BUS + busTicks(8) + BUS;
        };
    assertEquals(software.postTicks() + ticks + EVENT, end, operation);
  }
}

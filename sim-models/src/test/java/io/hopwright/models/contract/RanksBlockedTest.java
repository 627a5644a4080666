package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.ideal.Ideal;
import io.hopwright.models.network.NetworkMachine;
import io.hopwright.models.run.Network;
import io.hopwright.models.standstill.Standstill;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.TestJob;
import io.hopwright.models.tnw.Tnw;
import io.hopwright.models.tofu.Tofu;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages name the ranks that wait for each other, and a wildcard receive that took a message. */
class RanksBlockedTest {
  private static final String JOBS = "workload.kind=jobs ";

  /** Machine with at least four nodes, and its splits. */
  enum On {
    IDEAL(Case.of(new Ideal()).set("machine.nodes=4"), "partition.nodes=4", "partition.nodes=1"),
    BLUEGENE(
        Case.of(new BlueGeneL()).set(JOBS + "machine.shape=4x1x1"),
        "partition.shape=4x1x1",
        "partition.shape=2x1x1",
        "partition.shape=1x1x1"),
    CASCADE(
        Case.of(new Cascade())
            .set(JOBS + "machine.groups=4 machine.chassisPerGroup=1 machine.bladesPerChassis=2"),
        "partition.groups=4",
        "partition.groups=2",
        "partition.groups=1"),
    ARIES(CASCADE.machine.set("nic.model=aries"), "partition.groups=4", "partition.groups=1"),
    TOFU(
        Case.of(new Tofu()).set(JOBS + "machine.shape=2x1x1"),
        "partition.shape=2x1x1",
        "partition.shape=1x1x1"),
    EXTOLL(
        Case.of(new Extoll()).set(JOBS + "machine.shape=4x1x1"),
        "partition.shape=4x1x1",
        "partition.shape=1x1x1"),
    TNW(
        Case.of(new Tnw()).set(JOBS + "machine.shape=4x1x1"),
        "partition.shape=4x1x1",
        "partition.shape=1x1x1"),
    NETWORK(
        Case.of(new NetworkMachine()).set(JOBS + "machine.extents=4x1"),
        "partition.shape=4x1",
        "partition.shape=1x1"),
    NETWORK_VC(
        NETWORK.machine.set("router.model=vc"), "partition.shape=2x1", "partition.shape=1x1");

    @SuppressWarnings("ImmutableEnumChecker")
    private final Case machine;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> cuts;

    On(Case machine, String... cuts) {
      this.machine = machine;
      this.cuts = List.of(cuts);
    }
  }

  private static <P extends Partition> Standstill stop(Network<P> network) {
    final RunOutcome<P> outcome = new SequentialExecutor().run(network, new RunMonitor());
    assertEquals(Ending.STALLED, outcome.ending());
    return network.standstill(outcome);
  }

  /** Returns the reason why ranks of a program are blocked; it is the same for all splits. */
  private static Standstill stop(On on, String program) {
    final boolean groups = on == On.CASCADE || on == On.ARIES;
    final Case model =
        TestJob.of(program, 4).on(on.machine, "a", 1).set(groups ? "jobs.a.place=round-robin" : "");
    final Standstill whole = stop(model.set(on.cuts.get(0)).network());
    for (String cut : on.cuts) {
      assertEquals(whole, stop(model.set(cut).network()), cut);
    }
    assertEquals(Standstill.Kind.RANKS_BLOCKED, whole.kind());
    final Standstill reference = stop(model.set("machine.implementation=reference").network());
    assertEquals(Standstill.Kind.RANKS_BLOCKED, reference.kind());
    assertEquals(whole.document().get("ranks"), reference.document().get("ranks"));
    return whole;
  }

  @ParameterizedTest
  @EnumSource
  void shouldNameARingOfSends(On on) {
    final Standstill stop =
        stop(on, "send to (rank + 1) % size 65536\nrecv from (rank - 1) % size\n");
    assertEquals(
        "ranks blocked: 4 ranks wait, 4 of them for each other in a cycle", stop.headline());
    assertEquals(4, stop.cycle().size());
    for (int rank = 0; rank < 4; rank++) {
      final int next = (rank + 1) % 4;
      final String expected =
          "a rank %s waits for rank %s: send of 65536 B to %s \\(.*:1\\)"
              .formatted(rank, next, next);
      assertTrue(stop.cycle().get(rank).matches(expected), stop::text);
    }
    final Map<?, ?> first = (Map<?, ?>) ((List<?>) stop.document().get("cycle")).get(0);
    assertEquals(1, first.get("waitsFor"));
  }

  /** The second of two wildcards takes a message of the same rank with another tag. */
  @ParameterizedTest
  @EnumSource
  void shouldNameTheWildcardThatTookTheMessage(On on) {
    final Standstill stop =
        stop(
            on,
            """
            if rank == 0 {
              recv from any tag any
              recv from any tag any
              recv from 1 tag 5
            } else if rank == 1 {
              send to 0 8 tag 5
              send to 0 8 tag 6
            } else if rank == 3 {
              compute 50 us
              send to 0 8 tag 9
            }
            """);
    assertEquals(List.of(), stop.cycle());
    assertTrue(
        stop.reason()
            .matches(
                "1 rank waits; a rank 0 waits for rank 1: recv from 1 tag 5 \\(.*:4\\), but the"
                    + " wildcard receive at .*:2 took such a message"),
        stop::reason);
    final Map<?, ?> taken = (Map<?, ?>) ((List<?>) stop.document().get("taken")).get(0);
    assertTrue(((String) taken.get("takenAt")).endsWith(":2"), taken::toString);
  }
}

package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.host.CommandQueues;
import io.hopwright.models.host.Messages;
import io.hopwright.models.switching.crossbar.CrossbarPartition;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every request that is born is delivered, at the right node as assertions in the model say, and
 * answered; and then all credits are home.
 */
class CascadeConservationTest {
  /** Long enough for the last credits to come home before the next tick of the grid. */
  private static final long GRID = 500_000;

  static Stream<CascadeRuns> drained() {
    return Stream.of(
            CascadeRuns.dragonfly(5, 1, 4).with("workload.load", 1.0).ticks(30_000),
            CascadeRuns.dragonfly(4, 2, 2)
                .with("machine.lastGroupChassis", 1L)
                .with("workload.kind", "group-shift")
                .with("workload.load", 0.8)
                .with("workload.messageBytes", List.of(500L))
                .with("router.bias", 0L)
                .with("router.electricalVcBytes", 128L)
                .with("router.opticalVcBytes", 128L)
                .with("nic.bufferBytes", 128L)
                .ticks(30_000),
            CascadeRuns.dragonfly(3, 2, 4)
                .with("machine.ioBladesPerGroup", 3L)
                .with("workload.kind", "many-to-one")
                .with("workload.target", 11L)
                .with("workload.load", 0.1)
                .with("workload.messageBytes", List.of(77L))
                .with("router.routing", "valiant")
                .with("nic.outstanding", 2L)
                .ticks(50_000),
            CascadeRuns.dragonfly(3, 2, 4)
                .with("workload.kind", "permutation")
                .with("workload.load", 0.7)
                .with("router.routing", "deterministic-valiant")
                .with("machine.blueLinks", "electrical")
                .with("link.creditTicks", 20_000L)
                .ticks(30_000),
            CascadeRuns.dragonfly(3, 1, 4)
                .with("workload.kind", "all-to-all")
                .with("workload.messageBytes", List.of(130L, 5L, 1_000L))
                .with("router.gateways", "near"),
            CascadeRuns.dragonfly(1, 3, 2).with("workload.kind", "all-to-all-random"))
        .map(runs -> runs.drained().with("run.gridTicks", GRID).with("partition.groups", 1L));
  }

  @ParameterizedTest
  @MethodSource("drained")
  void shouldAnswerEveryRequestAndBringAllCreditsHome(CascadeRuns runs) {
    final RunOutcome<CrossbarPartition<Nics>> outcome = runs.outcome();
    assertEquals(Ending.COMPLETED, outcome.ending());
    final CascadeSettings settings = CascadeSettings.of(runs.settings());
    final Messages messages = settings.workload().messages(settings.run());
    long sent = 0;
    for (CrossbarPartition<Nics> part : outcome.partitions()) {
      assertTrue(part.atRest(), runs::toString);
      assertEquals(0, part.packetsPresent());
      final NicStatistics nics = part.endpoints().books();
      for (int nic = 0; nic < nics.nics(); nic++) {
        final int node = nics.node(nic);
        final CommandQueues requests =
            new CommandQueues(messages, settings.workload().requests(), node);
        final long born = requests.bornIn(0, Long.MAX_VALUE);
        assertEquals(born, nics.completed(nic), "node " + node);
        sent += born;
      }
    }
    assertTrue(sent > 0);
    final Map<String, Object> summary = runs.network().result(outcome).summary();
    assertEquals(sent, summary.get("requestsInjected"));
    assertEquals(sent, summary.get("requestsDelivered"));
    assertEquals(2 * sent, summary.get("packetsDelivered"));
  }

  @Test
  void shouldNotBeAtRestOnTheWay() {
    for (long ticks : new long[] {1, 15_313, 25_000, 60_000}) {
      final CascadeRuns runs =
          CascadeRuns.dragonfly(2, 1, 2).with("workload.load", "saturated").ticks(ticks);
      for (CrossbarPartition<Nics> part : runs.outcome().partitions()) {
        assertFalse(part.atRest());
        assertTrue(part.packetsPresent() > 0);
      }
    }
  }
}

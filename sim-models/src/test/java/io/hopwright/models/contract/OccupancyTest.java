package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.models.bluegene.BlueGeneL;
import io.hopwright.models.cascade.Cascade;
import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.ideal.Ideal;
import io.hopwright.models.pcie.Pcie;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.tnw.Tnw;
import io.hopwright.models.tofu.Tofu;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Mean occupancies obey Little's law and closed forms, on all machines. Other tests check that they
 * are equal for every split and in reference models.
 */
class OccupancyTest {
  /** Returns sources that end; each packet is followed from its generation to its delivery. */
  static Stream<Case> drained() {
    return Stream.of(
            Case.of(new BlueGeneL())
                .set("machine.shape=4x3x2 workload.packetBytes=32,256")
                .each(
                    """
                    workload.load=0.4
                    workload.load=3
                    workload.load=0.4 injection.bytes=512
                    workload.load=0.4 machine.virtualNodeMode=true
                    workload.kind=all-to-all
                    workload.kind=all-to-all injection.pace=0.2
                    """),
            Case.of(new Cascade())
                .set("machine.groups=2 machine.chassisPerGroup=1 machine.bladesPerChassis=2")
                .set("workload.messageBytes=1,3000")
                .each(
                    """
                    workload.load=0.1
                    workload.load=0.9
                    workload.kind=many-to-one workload.target=1 workload.load=0.1
                    """),
            Case.of(new Tofu())
                .set("machine.shape=1x1x1 workload.messageBytes=1,9000")
                .each(
                    """
                    workload.load=0.1
                    workload.load=1.5 workload.queues=2
                    """),
            Case.of(new Extoll())
                .set("machine.shape=2x2x2 workload.messageBytes=8,2000")
                .each(
                    """
                    workload.load=0.2
                    workload.load=1.4
                    """),
            Case.of(new Tnw())
                .set("machine.shape=2x2x2 workload.messageBytes=128,4096")
                .each(
                    """
                    workload.load=0.1
                    workload.load=1.5 link.bitErrorRate=1e-6
                    """))
        .flatMap(cases -> cases)
        .map(model -> model.set("run.end=drained run.warmupTicks=0 run.gridTicks=500"))
        .map(
            model ->
                model.values().containsKey("workload.load") ? model.set("run.ticks=20000") : model);
  }

  /**
   * The times of all packets at a place add up to the occupancy of that place, summed over ticks.
   */
  @ParameterizedTest
  @MethodSource("drained")
  void shouldObeyLittlesLaw(Case model) {
    final RunResult result = model.result();
    final double response = sum(result, "responseTicks");
    final double network = sum(result, "networkLatencyTicks");
    assertTrue(network > 0 && response > network, model::toString);
    assertSum(response - network, result, "sourceQueue", model);
    if (result.summary().get("machine").equals("cascade")) {
      assertTrue(ticks(result, "inFlight") > network, "answers are in flight as well");
    } else {
      assertSum(network, result, "inFlight", model);
      assertNull(occupancy(result, "outstandingRequests"), model::toString);
    }
  }

  private static double sum(RunResult result, String distribution) {
    final TickHistogram times = result.histograms().get(distribution);
    return times.mean() * times.count();
  }

  private static void assertSum(double expected, RunResult result, String place, Case model) {
    assertEquals(expected, ticks(result, place), 1e-9 * expected, () -> place + " of " + model);
  }

  /** Returns a sum over the ticks of the measured interval and over all nodes. */
  private static double ticks(RunResult result, String place) {
    final Map<String, Object> summary = result.summary();
    final long ticks =
        (Long) summary.get("measuredToTick") - (Long) summary.get("measuredFromTick");
    return occupancy(result, place) * ticks * (Long) summary.get("nodes");
  }

  private static Double occupancy(RunResult result, String place) {
    return (Double) ((Map<?, ?>) result.summary().get("occupancy")).get(place);
  }

  /** A reader that always has a further read keeps the maximum number outstanding at all ticks. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldFindAllTagsOfASaturatedReaderTaken(int reads) {
    final RunResult result =
        Case.of(new Pcie())
            .set("machine.cards=none machine.shape=1x1x1 workload.kind=pair workload.target=1")
            .set("workload.transport=pull dma.launchTicks=0 dma.reads=" + reads)
            .set("run.warmupTicks=20000 run.ticks=30000 run.gridTicks=1000")
            .result();
    assertEquals(reads, ticks(result, "outstandingRequests") / 30_000, result.summary()::toString);
  }

  /** One transfer is in flight from its posting to its delivery. */
  @Test
  void shouldFindOneTransferInFlightForItsLatency() {
    final RunResult result =
        Case.of(new Ideal())
            .set("machine.nodes=4 jobs.a.ranks=2 jobs.a.program=ping-pong")
            .result();
    assertEquals(sum(result, "networkLatencyTicks"), ticks(result, "inFlight"), 1e-6);
    assertNull(occupancy(result, "sourceQueue"));
  }

  @Test
  void shouldNotKnowTheQueuesOfSaturatedSources() {
    final RunResult result =
        Case.of(new BlueGeneL())
            .set("machine.shape=4x4x2 workload.load=saturated run.warmupTicks=1000 run.ticks=3000")
            .result();
    assertNull(occupancy(result, "sourceQueue"));
    assertTrue(occupancy(result, "inFlight") > 1, "packets of each node");
  }
}

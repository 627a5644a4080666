package io.hopwright.models.extoll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.switching.crossbar.SwitchPartition;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Accelerators that send gets to all others at the highest rate through the smallest buffers:
 * responses never wait for requests, so that the network never deadlocks.
 */
class ExtollDeadlockTest {
  private static final Case GREENICE =
      Case.of(new Extoll())
          .set("machine.shape=4x2x4 machine.hosts=0 router.vcBytes=496 unit.bufferBytes=496")
          .set("workload.transport=rma workload.operation=get");

  private static final int NODES = 32;

  /**
   * In every interval of 20 us each direction of links makes progress, and in the end no node lags
   * behind.
   */
  @ParameterizedTest
  @ValueSource(strings = {"single", "double"})
  @Tag("slow")
  void shouldNeverStandStill(String pairs) {
    final RunResult result =
        GREENICE
            .with("machine.pairLinks", pairs)
            .set("workload.load=saturated workload.messageBytes=3000")
            .set("run.ticks=10000000 run.warmupTicks=100000 run.gridTicks=250000")
            .result();
    final double[] throughput = result.column("throughput");
    assertTrue(throughput.length >= 40);
    final double mean = Arrays.stream(throughput).average().orElseThrow();
    assertTrue(Arrays.stream(throughput).allMatch(rate -> rate > 0.8 * mean), () -> "stood still");
    final Map<?, ?> nodes = (Map<?, ?>) result.summary().get("nodeThroughput");
    assertTrue((Double) nodes.get("least") > 0.8 * (Double) nodes.get("most"));
  }

  /** All requested data have arrived exactly once, and nothing remains in the machine. */
  @Test
  @Tag("slow")
  void shouldHaveNothingUnderWayInTheEnd() {
    final int bytes = 187_000;
    final ExtollNetwork network =
        new ExtollNetwork(
            ExtollSettings.of(
                GREENICE
                    .set(
                        "workload.kind=all-to-all workload.order=random workload.messageBytes="
                            + bytes)
                    .set("run.end=drained run.ticks=10000000 run.gridTicks=100000")
                    .settings()));
    final var outcome = new SequentialExecutor().run(network, new RunMonitor());
    assertEquals(Ending.COMPLETED, outcome.ending());
    assertTrue(outcome.partitions().stream().allMatch(SwitchPartition::atRest));
    assertTrue(outcome.stopTick() >= 10_000_000, () -> "only " + outcome.stopTick());
    final Map<String, ?> summary = network.result(outcome).summary();
    final long packets = 2L * NODES * (NODES - 1) * ((bytes + 495) / 496);
    assertEquals(packets, summary.get("packetsInjected"));
  }
}

package io.hopwright.models.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** At zero load every packet takes the sum of its parts. */
class TofuZeroLoadTest {
  private static final Case ONE_LINK =
      Case.of(new Tofu())
          .set("machine.shape=1x1x1 workload.kind=neighbours workload.ports=c")
          .set("workload.messageBytes=8 workload.load=0.00002 run.ticks=2000000")
          .set("run.gridTicks=100000 run.followTicks=100000");

  private static Map<?, ?> response(RunResult result) {
    return (Map<?, ?>) result.summary().get("responseTicks");
  }

  private static Map<?, ?> excess(RunResult result) {
    return (Map<?, ?>) result.summary().get("zeroLoadExcessTicks");
  }

  /** Checks the latency; some packets may meet the one before, but more than half do not. */
  private static void assertTakes(long ticks, Case model) {
    final RunResult result = model.result();
    assertTrue((Long) response(result).get("count") > 10, model::toString);
    assertEquals(ticks, response(result).get("p50"), model::toString);
    assertEquals(0L, excess(result).get("min"), model::toString);
  }

  /** The values are those of Table III, and those of the page for other operations. */
  @ParameterizedTest
  @CsvSource({
    "417, machine.generation=tofud",
    "459, machine.generation=tofud workload.cmg=far",
    "438, machine.generation=tofud workload.cmg=far-sender",
    "438, machine.generation=tofud workload.cmg=far-receiver",
    "621, machine.generation=tofud nic.descriptor=memory",
    "553, machine.generation=tofud nic.cacheInjection=off",
    "555, machine.generation=tofu2",
    "680, machine.generation=tofu2 nic.cacheInjection=off",
    "569, machine.generation=tofu",
    "719, machine.generation=tofu nic.descriptor=memory",
    "568, machine.generation=tofu host.bus=fx10",
    "563, machine.generation=tofu host.bus=none",
    "681, machine.generation=tofud workload.operation=get",
    "741, machine.generation=tofud workload.operation=armw",
    "702, machine.generation=tofud workload.operation=get workload.cmg=far-receiver",
    "1013, machine.generation=tofu2 workload.operation=armw",
    "857, machine.generation=tofu workload.operation=get",
    "417, machine.generation=tofud nic.acknowledge=true"
  })
  void shouldTakeTheSumOfItsParts(long ticks, String settings) {
    assertTakes(ticks, ONE_LINK.set(settings));
  }

  /** Each further link takes 68 ticks on any path; packets have several sizes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "router.path=source",
        "router.path=destination",
        "router.path=random",
        "router.path=fixed router.fixedPath=7",
        "router.path=random workload.operation=get",
        "machine.generation=tofu2 router.path=random workload.operation=armw",
        "machine.generation=tofu workload.operation=get"
      })
  void shouldAddAHopForEachLink(String settings) {
    final RunResult result =
        ONE_LINK
            .set("machine.shape=6x3x1 workload.kind=uniform workload.messageBytes=1,90,1920")
            .set("workload.load=0.0001 run.ticks=400000")
            .set(settings)
            .result();
    assertTrue((Long) response(result).get("count") > 50, settings);
    assertEquals(0L, excess(result).get("min"), settings);
    assertTrue((Double) excess(result).get("mean") < 3, settings);
  }

  /**
   * Packets of a message follow one another; only the first one takes the times of post and send.
   */
  @Test
  void shouldSendTheNextPacketWhenTheFirstHasLeft() {
    final RunResult result =
        ONE_LINK.set("workload.messageBytes=5760 workload.load=0.0005 run.ticks=9000000").result();
    assertTrue((Long) response(result).get("count") > 50);
    assertEquals(417L + 257 - 25 + 257, response(result).get("p50"));
    assertEquals(0L, excess(result).get("min"));
  }
}

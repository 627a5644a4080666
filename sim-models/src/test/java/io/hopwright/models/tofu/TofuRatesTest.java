package io.hopwright.models.tofu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.Matrices;
import io.hopwright.models.traps.Trap;
import io.hopwright.models.traps.Trap.Shown;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates of saturated nodes that send one packet after the other. */
class TofuRatesTest {
  private static final Case BOARD =
      Case.of(new Tofu())
          .set("machine.shape=1x1x1 workload.kind=neighbours workload.ports=c")
          .set("workload.messageBytes=1048576 workload.load=saturated")
          .set("run.warmupTicks=5000 run.ticks=100000 run.gridTicks=5000");

  private static double number(Case model, String name) {
    return (Double) model.result().summary().get(name);
  }

  /**
   * Each frame has one packet; the rate in GB/s is the data of a full packet over the ticks of its
   * frame.
   */
  @ParameterizedTest
  @CsvSource({
    "machine.generation=tofud, 6.3502",
    "machine.generation=tofu2, 11.4504",
    "machine.generation=tofu, 4.7619",
    "machine.generation=tofud workload.operation=get, 6.3502",
    "machine.generation=tofud workload.queues=12, 6.3502",
    "machine.generation=tofud nic.mtuBytes=960, 5.9562"
  })
  void shouldSendFrameAfterFrame(String settings, double gigabytesPerSecond) {
    final double measured = number(BOARD.set(settings), "throughput");
    // The answers of Gets share links with the requests of the other node.
    final double requests = settings.contains("get") ? 257.0 / (257 + 25) : 1;
    assertEquals(requests, measured / gigabytesPerSecond, 0.005, settings);
  }

  @Test
  @Trap(
      number = 2,
      fallenInto = "buffers of 8 KB on Tofu2 (router.vcBytes = 8192)",
      shown = Shown.IN_THE_TEST)
  void shouldNeedBuffersOfFiveFramesOnTofu2() {
    final Case tofu2 = BOARD.set("machine.generation=tofu2");
    assertEquals(11.45, number(tofu2, "throughput"), 0.03);
    final double held = number(tofu2.set("router.vcBytes=8192"), "throughput");
    assertEquals(4 * 131 / (131.0 + 2 * 218), held / 11.45, 0.01);
  }

  /**
   * Only the first message of a stream waits for a descriptor; then 8 B follow in each frame of 25
   * ticks.
   */
  @Test
  @Trap(
      number = 5,
      fallenInto = "post and send charged for each message of a stream",
      shown = Shown.IN_THE_SOURCE)
  void shouldPostMessagesOneBehindTheOther() {
    final Case puts = BOARD.set("workload.messageBytes=8");
    assertEquals(8 / 25.0 * 0.85, number(puts, "throughput"), 1e-3);
    assertEquals(
        number(puts, "throughput"), number(puts.set("nic.postTicks=4000"), "throughput"), 1e-3);
  }

  /** Four interfaces share a bus of 15 or 17.65 GB/s, which does not limit a single one. */
  @ParameterizedTest
  @CsvSource({
    "k, c, 4.7619",
    "fx10, c, 4.7619",
    "none, 'c,a,b+,b-', 19.0476",
    "k, 'c,a,b+,b-', 15.0",
    "fx10, 'c,a,b+,b-', 17.647"
  })
  void shouldShareTheBusOfANode(String bus, String ports, double gigabytesPerSecond) {
    final Case tofu =
        BOARD.set("machine.generation=tofu host.bus=" + bus + " workload.ports=" + ports);
    assertEquals(1, number(tofu, "throughput") / gigabytesPerSecond, 0.005);
  }

  /** One node sends to its four neighbours, or they send to it: each direction takes one bus. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Trap(
      number = 6,
      fallenInto = "a bus for each network interface, out or in",
      shown = Shown.IN_THE_SOURCE)
  void shouldSendAndTakeInByOneBus(boolean out) {
    final Set<Integer> neighbours = Set.of(1, 2, 4, 6);
    final Case star =
        BOARD
            .set("machine.generation=tofu workload.messageBytes=1920 nic.sendBytes=100000")
            .set("workload.kind=matrix")
            .with(
                "workload.matrix",
                Matrices.of(
                    12,
                    (from, to) ->
                        (out ? from : to) == 0 && neighbours.contains(out ? to : from) ? 1 : 0));
    assertEquals(15, 12 * number(star, "throughput"), 0.1);
    assertEquals(19.05, 12 * number(star.set("host.bus=none"), "throughput"), 0.5);
  }

  /** The window of a stream limits the number of answers per round trip. */
  @Test
  void shouldWaitForAnswers() {
    final Case one = BOARD.set("workload.operation=get workload.messageBytes=8 nic.outstanding=1");
    final double roundTrip = 681 - 68 - 94;
    assertEquals(8 / roundTrip * 0.85, number(one, "throughput"), 2e-3);
    final Case atomics = one.set("workload.operation=armw nic.outstanding=16 nic.atomicTicks=200");
    final Object completed = atomics.result().summary().get("packetsCompleted");
    assertEquals(12 * 105_000 / 200.0, (Long) completed, 12 * 10.0);
  }

  /** Answers have priority over requests in the engine; the answers use different links. */
  @Test
  void shouldSendFromEveryNodeAlike() {
    final Map<?, ?> nodes =
        (Map<?, ?>)
            BOARD
                .set("machine.shape=3x2x3 workload.kind=neighbours workload.operation=get")
                .result()
                .summary()
                .get("nodeThroughput");
    assertTrue((Double) nodes.get("least") > 0.98 * (Double) nodes.get("most"), nodes::toString);
  }

  /** The time of every packet of a saturated node starts with its first frame. */
  @Test
  void shouldBeBornWhenItsMessageBegins() {
    final Map<?, ?> excess =
        (Map<?, ?>)
            BOARD.set("workload.messageBytes=3840").result().summary().get("zeroLoadExcessTicks");
    assertEquals(0L, excess.get("min"));
    assertEquals(257L, excess.get("max"));
    assertEquals(257 / 2.0, (Double) excess.get("mean"), 1);
  }
}

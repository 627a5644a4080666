package io.hopwright.models.tnw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.statistics.TickHistogram;
import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.testkit.Case;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What one message takes, what a link carries, and what happens if nobody takes it. */
class TnwRatesTest {
  private static final Case MACHINE =
      Case.of(new Tnw()).set("machine.shape=4x2x2 run.ticks=200000");
  private static final Case PING_PONG =
      MACHINE.set(
          "machine.shape=2x1x1 workload.kind=ping-pong workload.messages=5" + " pput.disorder=0");

  private static void assertLatency(double ticks, Case model) {
    final RunResult result = model.result();
    final TickHistogram latency = result.histograms().get("messageLatencyTicks");
    assertEquals(10, latency.count());
    assertEquals(ticks, latency.mean());
    assertEquals(ticks, (double) latency.max());
    final TnwBounds bounds = new TnwBounds(TnwSettings.of(model.settings()));
    assertEquals(ticks, bounds.messageLatencyTicks());
  }

  @ParameterizedTest
  @CsvSource({
    "host.send=hardware, 1670",
    "host.send=software, 1721",
    "host.send=nget, 2160",
    "host.kind=flexio, 3000",
  })
  void shouldTakeAsLongAsThePaperSays(String host, double ticks) {
    assertLatency(ticks, PING_PONG.set(host));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 100})
  void shouldAddTwoLinesForEachPacket(int packets) {
    assertLatency(
        1670 + 154.0 * (packets - 1), PING_PONG.with("workload.messageBytes", 128 * packets - 5));
  }

  @ParameterizedTest
  @CsvSource({
    "hardware, 0.831",
    "software, 0.500",
    "nget, 0.760",
  })
  void shouldCarryWhatThreadsAndEnginesBring(String send, double goodput) {
    final Case model = MACHINE.with("host.send", send).set("workload.messageBytes=100000");
    assertEquals(goodput, linkGoodput(model.set("run.warmupTicks=20000")), 0.01);
  }

  private static double linkGoodput(Case model) {
    return (Double) model.result().summary().get("linkGoodput");
  }

  private static double bitErrorRate(double packetErrorRate) {
    return -Math.expm1(Math.log1p(-packetErrorRate) / 1120);
  }

  @ParameterizedTest
  @CsvSource({
    "drain, 0.001, 0.905",
    "drain, 0.01, 0.828",
    "stream, 0.01, 0.861",
    "drain, 0.05, 0.614",
    "drain, 0.1, 0.469",
  })
  void shouldLoseTimeByErrors(String resend, double errorRate, double goodput) {
    final Case model =
        MACHINE
            .set("host.ideal=true run.ticks=1000000")
            .with("link.resend", resend, "link.bitErrorRate", bitErrorRate(errorRate));
    assertEquals(goodput, linkGoodput(model), 0.01 * goodput);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void shouldCarryAWindowInARoundTrip(int window) {
    final Case model = MACHINE.set("host.ideal=true").with("link.windowPackets", window);
    assertEquals(window * 128 / 764.0, linkGoodput(model), 0.002);
  }

  @Test
  void shouldDrawNothingWithoutErrors() {
    final Case model = MACHINE.set("pput.disorder=0 run.ticks=30000");
    assertEquals(digest(model.with("seed", 1)), digest(model.with("seed", 2)));
    final Case erring = model.with("link.bitErrorRate", 1e-5);
    assertNotEquals(digest(erring.with("seed", 1)), digest(erring.with("seed", 2)));
  }

  private static Object digest(Case model) {
    return model.result().summary().get("digest");
  }

  @Test
  void shouldSayWhoWaitsIfNobodyGivesCredits() {
    assertStalls(
        MACHINE
            .set("workload.creditsAhead=0 workload.load=0.5 run.end=drained run.ticks=50000")
            .network());
  }

  /** The 33rd packet of VC 0 has no room, and holds up what VC 1 has room for. */
  @Test
  void shouldHoldUpOtherVcsUntilACreditComes() {
    final Case held =
        MACHINE.set(
            "machine.shape=2x1x1 workload.messageBytes=4224 workload.vcs=0,1"
                + " workload.load=0.9 run.end=drained run.ticks=50000");
    final RunOutcome<?> outcome =
        new SequentialExecutor()
            .run(held.set("workload.creditsAhead=0").network(), new RunMonitor());
    assertEquals(Ending.STALLED, outcome.ending());
    assertEquals(0, outcome.total().packetsDelivered);
    final RunOutcome<?> freed =
        new SequentialExecutor()
            .run(held.set("workload.creditsAhead=1").network(), new RunMonitor());
    assertEquals(Ending.COMPLETED, freed.ending());
    assertTrue(freed.total().packetsDelivered > 10 * 33);
    assertEquals(freed.total().packetsInjected, freed.total().packetsDelivered);
  }

  private static <P extends Partition> void assertStalls(Network<P> network) {
    final RunOutcome<P> outcome = new SequentialExecutor().run(network, new RunMonitor());
    assertEquals(Ending.STALLED, outcome.ending());
    assertTrue(network.haltsByPrograms(outcome.total()));
    final StringBuilder report = new StringBuilder();
    assertTrue(outcome.partitions().get(0).describeWaiting(report) > 0);
    final String waiting = report.toString();
    assertTrue(
        waiting.contains("node 0, thread 0: sends over x+, VC 0, but no slot is free there"),
        waiting);
  }
}

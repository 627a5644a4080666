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
import io.hopwright.models.run.Network;
import io.hopwright.models.standstill.Standstill;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Time of one message, rate of a link, and blocking if no credit is given. */
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
        1670 + 154.0 * (packets - 1),
        PING_PONG.with("workload.messageBytes", List.of(128 * packets - 5)));
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

  /** A thread takes 300 ticks for each message, and 154 for each of its packets. */
  @Test
  void shouldCarryTheMeanOfMixedSizes() {
    final Case model =
        MACHINE.set("workload.messageBytes=128,4096 workload.creditsAhead=64 run.ticks=1000000");
    final double packets = (1 + 32) / 2.0;
    final double expected = 128 * packets / (300 + 154 * packets);
    // There are 5,600 messages of 2,841 ± 2,400 ticks; the deviation of their share is 0.2 %.
    assertEquals(expected, linkGoodput(model.set("pput.disorder=0")), 0.01 * expected);
  }

  /** The links of four ports are all far below their limits. */
  @Test
  void shouldOfferTheMeanOfMixedSizes() {
    final Case model =
        MACHINE
            .set("workload.messageBytes=100,1000,600 workload.ports=x+,x-,y-,z+ workload.load=0.4")
            .set("workload.vcs=1,4,0 run.ticks=1000000 run.followTicks=1000000");
    final Map<String, Object> summary = model.result().summary();
    // There are 32,000 messages with sizes that deviate by 0.67 means: deviation of 0.7 %.
    assertEquals(4 * 0.4 * 128 / 140, (Double) summary.get("offered"), 0.03);
    assertEquals(0L, summary.get("packetsUnfinished"), "as many packets as were expected");
  }

  /**
   * Messages are far apart: a credit for another size than that of its message would delay them.
   */
  @ParameterizedTest
  @ValueSource(strings = {"host.send=hardware", "host.send=nget", "host.kind=flexio"})
  void shouldGiveCreditsForTheSizesOfMessages(String host) {
    final Case model =
        MACHINE
            .set("workload.ports=x+,x-,z- workload.vcs=3,1 workload.load=0.002 pput.disorder=0")
            .set("workload.creditsAhead=2 run.ticks=3000000 workload.strict=true " + host);
    final Case mixed = model.set("workload.messageBytes=128,1280");
    final RunResult result = mixed.drained().result();
    final TickHistogram latency = result.histograms().get("messageLatencyTicks");
    final double small = bound(model.set("workload.messageBytes=128"));
    final double large = bound(model.set("workload.messageBytes=1280"));
    assertEquals((small + large) / 2, bound(mixed));
    assertTrue(latency.count() > 300);
    assertEquals(bound(mixed), latency.mean(), 0.05 * bound(mixed));
    assertEquals(0L, result.summary().get("mismatchedMessages"));
  }

  private static double bound(Case model) {
    return new TnwBounds(TnwSettings.of(model.settings())).messageLatencyTicks();
  }

  @ParameterizedTest
  @ValueSource(strings = {"host.send=hardware", "host.send=nget", "host.kind=flexio"})
  void shouldNotTellAListOfEqualSizesFromOne(String host) {
    final Case model =
        MACHINE.set("workload.ports=x+,y- workload.load=0.3 workload.vcs=1,0 run.ticks=50000");
    assertEquals(
        model.set(host + " workload.messageBytes=700").text(),
        model.set(host + " workload.messageBytes=700,700").text());
  }

  @Test
  void shouldHaveThreadsOfVcsDrawTheirSizes() {
    final Case model =
        MACHINE.set("workload.vcs=5,2,7 workload.messageBytes=100,2000,500 workload.strict=true");
    for (final String per : List.of("port", "vc")) {
      final Map<String, Object> summary = model.with("workload.threadsPer", per).result().summary();
      assertEquals(0L, summary.get("mismatchedMessages"));
      assertTrue((Double) summary.get("linkGoodput") > 0.6, summary::toString);
    }
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

  /** The 33rd packet of VC 0 has no room, and blocks packets for which VC 1 has room. */
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
    assertTrue(network.ranksBlocked(outcome.total()));
    final Standstill standstill = network.standstill(outcome);
    assertEquals(Standstill.Kind.RANKS_BLOCKED, standstill.kind());
    final String waiting =
        "node 0, thread 0: sends over x+, VC 0, but no slot is free there: the first packet, on VC"
            + " 0, waits until node 1 gives a credit";
    assertTrue(standstill.waiting().contains(waiting), standstill::text);
    assertTrue(standstill.reason().contains(" threads wait; "), standstill::reason);
  }
}

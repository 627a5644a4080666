package io.hopwright.models.bluegene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.declare.SettingsException.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inconsistent settings of routers and links, and the values of consistent ones. */
class RouterSettingsTest {
  private static Runs with(Map<String, ?> settings) {
    final Runs runs = Runs.torus(4, 4, 4);
    settings.forEach(runs::with);
    return runs;
  }

  /** Asserts that one key is at fault, and that the message has all of {@code words}. */
  private static void assertRefused(Map<String, ?> settings, String key, String... words) {
    final Runs runs = with(settings);
    final SettingsException failure = assertThrows(SettingsException.class, runs::network);
    assertEquals(
        List.of(key), failure.problems().stream().map(Problem::key).toList(), failure::getMessage);
    for (String word : words) {
      assertTrue(failure.getMessage().contains(word), failure::getMessage);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 512", "1, 1024", "2, 1536", "4, 2560"})
  void shouldRefuseATotalThatLeavesTheBubbleTooSmall(long dynamicVcs, long least) {
    final Map<String, Long> tooSmall =
        Map.of("router.dynamicVcs", dynamicVcs, "router.totalVcBytes", least - 32);
    assertRefused(tooSmall, "router.totalVcBytes", "below 512 B", "at least " + least);
    with(Map.of("router.dynamicVcs", dynamicVcs, "router.totalVcBytes", least)).network();
  }

  @ParameterizedTest
  @CsvSource({"0, 512", "1, 768", "2, 1024", "4, 1536"})
  void shouldRefuseATotalThatLeavesAVcOfADatelineTooSmall(long dynamicVcs, long least) {
    final Map<String, Object> tooSmall =
        Map.of(
            "router.escape",
            "dateline",
            "router.dynamicVcs",
            dynamicVcs,
            "router.totalVcBytes",
            least - 32);
    assertRefused(tooSmall, "router.totalVcBytes", "below the 256 B", "at least " + least);
    with(tooSmall).with("router.totalVcBytes", least).network();
  }

  @ParameterizedTest
  @CsvSource({"0, 1, bubble", "2, 3, bubble", "0, 2, dateline", "3, 5, dateline"})
  void shouldRefuseATotalAboveTheTokenCounters(long dynamicVcs, long vcs, String escape) {
    final long most = 4032 * vcs;
    final Map<String, Object> tooLarge =
        Map.of(
            "router.escape",
            escape,
            "router.dynamicVcs",
            dynamicVcs,
            "router.totalVcBytes",
            most + 32 * vcs);
    assertRefused(tooLarge, "router.totalVcBytes", "limit of 4032", "at most " + most);
    with(tooLarge).with("router.totalVcBytes", most).network();
  }

  private static Map<String, Object> errors(String key, Object value) {
    return Map.of("link.bitErrorRate", 1e-9, key, value);
  }

  @Test
  void shouldRefuseWhatLinksWithErrorsCannotHave() {
    assertRefused(errors("router.tokenAckBytes", 0L), "router.tokenAckBytes", "is 0", "at least 1");
    assertRefused(
        errors("router.tokenAckMerging", true), "router.tokenAckMerging", "is true", "use false");
    assertRefused(
        errors("statistics.unblocking", true),
        "statistics.unblocking",
        "bitErrorRate",
        "use false");
    for (Object[] of :
        new Object[][] {{"router.tokenAckBytes", 0L}, {"statistics.unblocking", true}}) {
      with(Map.of((String) of[0], of[1])).network();
    }
  }

  @ParameterizedTest
  @CsvSource({"18, 480, 0, 1020", "18, 0, 5, 805", "100, 1000, 0, 1704"})
  void shouldRefuseATimeOutBeforeTheAcknowledgement(
      long hopTicks, long delay, long regrant, long least) {
    final Map<String, Object> tooShort =
        Map.of(
            "link.bitErrorRate",
            1e-9,
            "link.hopTicks",
            hopTicks,
            "link.ackDelayTicks",
            delay,
            "router.regrantTicks",
            regrant,
            "link.timeoutTicks",
            least - 1);
    assertRefused(tooShort, "link.timeoutTicks", "is " + (least - 1), "at least " + least);
    with(tooShort).with("link.timeoutTicks", least).network();
    with(tooShort).with("link.bitErrorRate", 0.0).network();
  }

  @Test
  void shouldRefuseABubbleThatHoldsNoTwoPackets() {
    assertRefused(
        Map.of("router.vcBytes", 480L),
        "router.vcBytes",
        "below 512 B",
        "two full packets",
        "set router.escapeVcBytes to at least 512 B");
    assertRefused(
        Map.of("router.escapeVcBytes", 256L),
        "router.escapeVcBytes",
        "below 512 B",
        "at least 512 B");
    with(Map.of("router.vcBytes", 256L, "router.escapeVcBytes", 512L)).network();
    with(Map.of("router.vcBytes", 256L, "router.escape", "dateline")).network();
    with(Map.of("router.escapeVcBytes", 256L, "router.escape", "dateline")).network();
  }

  @Test
  void shouldRefuseAnEscapeOrderThatLeavesADirectionOut() {
    for (List<String> order :
        List.of(
            List.of("x", "y"),
            List.of("x+", "x-", "y+", "y-", "z+"),
            List.of("x", "y", "z+", "z-"),
            List.of("x", "y", "z", "x+"))) {
      assertRefused(
          Map.of("router.escapeOrder", order),
          "router.escapeOrder",
          order.toString(),
          "each of x, y, z, or each of x+, x-, y+, y-, z+, z-");
    }
    with(Map.of("router.escapeOrder", List.of("z", "x", "y"))).network();
    with(Map.of("router.escapeOrder", List.of("z-", "x+", "y+", "x-", "z+", "y-"))).network();
  }

  @Test
  void shouldTellAllMistakesAtOnce() {
    final Runs runs =
        Runs.torus(1, 1, 1)
            .with("router.vcBytes", 256L)
            .with("router.escapeOrder", List.of("x"))
            .with("router.tokenAckBytes", 0L)
            .with("run.windowTicks", 11L);
    final SettingsException failure = assertThrows(SettingsException.class, runs::network);
    assertEquals(
        List.of("machine.shape", "router.vcBytes", "router.escapeOrder", "run.windowTicks"),
        failure.problems().stream().map(Problem::key).toList());
  }

  @ParameterizedTest
  @CsvSource({"0, 10", "1, 11", "7, 17", "8, 18", "9, 18", "12, 18", "64, 18"})
  void shouldLookAheadAsFarAsAHopOrATokenAck(long ackBytes, long lookahead) {
    final Runs runs = Runs.torus(4, 4, 4).with("router.tokenAckBytes", ackBytes);
    assertEquals(lookahead, runs.network().lookaheadTicks());
    assertEquals(lookahead, runs.network().windowTicks());
    runs.with("run.windowTicks", lookahead).network();
    runs.with("run.windowTicks", lookahead + 1);
    final SettingsException failure = assertThrows(SettingsException.class, runs::network);
    assertEquals("run.windowTicks", failure.problems().get(0).key());
    assertTrue(failure.getMessage().contains("use at most " + lookahead), failure::getMessage);
  }

  @ParameterizedTest
  @CsvSource({"1", "175", "350", "1000000"})
  void shouldTurnTicksIntoSecondsAtTheSpeedOfTheLinks(long megabytesPerSecond) {
    final Runs runs = Runs.torus(2, 2, 2).ticks(2_000);
    final Object digest = runs.result().summary().get("digest");
    runs.with("link.megabytesPerSecond", megabytesPerSecond);
    final double seconds = runs.network().tickRate().toSeconds(3_000_000);
    assertEquals(3.0 / megabytesPerSecond, seconds, 1e-15);
    assertEquals(digest, runs.result().summary().get("digest"), "it changes nothing else");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, true",
    "0, 1, 1, false",
    "12, 3, 0, true",
    "5, 7, 4, false",
    "12, 0, 2, false"
  })
  void shouldCountEveryDelayIntoAnEmptyNetworksResponse(
      long ackBytes, long arbitration, long entry, boolean bypass) {
    final Map<String, Object> summary =
        Runs.torus(6, 4, 1)
            .with("workload.kind", "probe")
            .with("router.escape", "dateline")
            .with("router.tokenAckBytes", ackBytes)
            .with("router.arbitrationTicks", arbitration)
            .with("router.vcEntryTicks", entry)
            .with("router.bypass", bypass)
            .drained()
            .result()
            .summary();
    final long hops = 5;
    final Map<?, ?> response = (Map<?, ?>) summary.get("responseTicks");
    assertEquals(
        8 + 18 * hops + 260 + (hops + 1) * arbitration + (bypass ? 0 : hops * entry),
        response.get("max"));
    assertEquals(0L, ((Map<?, ?>) summary.get("zeroLoadExcessTicks")).get("max"));
  }
}

package io.hopwright.models.tnw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.models.run.Network;
import io.hopwright.models.tables.RunResult;
import io.hopwright.models.testkit.Case;
import io.hopwright.models.testkit.RandomCases;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Credits ahead for each virtual channel ({@code workload.creditsAheadOfVcs}). */
class TnwCreditsTest {
  private static final Case LINK =
      Case.of(new Tnw()).set("machine.shape=2x1x1 pput.disorder=0 run.ticks=200000");

  /** Steps of a credit on an idle interface, from a match to the next match of its channel. */
  private static final int UP = 38 + 200;

  private static final int POLL = 255;
  private static final int CREDIT = 100;
  private static final int DOWN = 200;

  /**
   * One credit is back {@code UP + POLL + CREDIT + DOWN} after it was used; the thread itself takes
   * {@code POLL + CREDIT} for each message. Messages are on the VCs in turn, so that more credits
   * on one VC do not help another one.
   */
  @ParameterizedTest
  @CsvSource({
    "'0', '1', 793",
    "'0', '2', 396.5",
    "'0', '3', 355",
    "'0,1', '1,3', 396.5",
    "'0,1', '5,1', 396.5",
    "'0,1', '2,2', 355",
    "'3,0,6', '9,1,9', 355",
  })
  void shouldCarryWhatTheScarcestCreditsAllow(String vcs, String credits, double ticks) {
    assertEquals(793, UP + POLL + CREDIT + DOWN);
    final Case model =
        LINK.set("host.sendTicks=1 run.warmupTicks=60000")
            .set("workload.vcs=" + vcs + " workload.creditsAheadOfVcs=" + credits);
    final double goodput = (Double) model.result().summary().get("linkGoodput");
    assertEquals(128 / ticks, goodput, 0.005 * 128 / ticks);
  }

  /** VC 1 has no room for its 33rd message. It blocks VC 0, which has sent 33 messages by then. */
  @Test
  void shouldGiveAVcWithoutCreditsNone() {
    final Case model =
        LINK.set("workload.vcs=0,1 workload.creditsAheadOfVcs=2,0 workload.load=0.5")
            .set("run.end=drained");
    for (final String implementation : List.of("fast", "reference")) {
      final Network<?> network = model.with("machine.implementation", implementation).network();
      final RunOutcome<?> outcome = new SequentialExecutor().run(network, new RunMonitor());
      assertEquals(Ending.STALLED, outcome.ending());
      assertEquals(2 * 33, outcome.total().packetsDelivered);
    }
  }

  /** Credits for each VC equal their sum as credits for all VCs together. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workload.vcs=4                         | 3       | 3",
        "workload.vcs=4,1,2                     | 2,2,2   | 6",
        "workload.vcs=4,1,2                     | 0,0,0   | 0",
        "workload.vcs=7,3 workload.load=0.6     | 1,1     | 2",
        "workload.vcs=7,3 host.send=nget        | 4,4     | 8",
        "workload.vcs=7,3 host.kind=flexio      | 1,1     | 2",
        "workload.vcs=7,3,0 workload.threadsPer=vc | 2,2,2 | 2",
      })
  void shouldBeCreditsForAllVcsIfAllHaveAsMany(String settings, String each, int all) {
    final Case model =
        LINK.set("machine.shape=4x2x1 workload.ports=x+,y-,x- workload.messageBytes=100,700")
            .set("run.ticks=15000 receive.packets=6 " + settings);
    for (final String implementation : List.of("fast", "reference")) {
      final Case by = model.with("machine.implementation", implementation);
      assertEquals(
          by.with("workload.creditsAhead", (long) all).text(),
          by.set("workload.creditsAheadOfVcs=" + each).text());
    }
  }

  /** Each VC has its own thread: a VC with more credits is served more often. */
  @Test
  void shouldTellVcsApartInTheirOrder() {
    final Case model = LINK.set("workload.vcs=5,2 workload.threadsPer=vc host.sendTicks=1");
    final Object scarceFirst = digest(model.set("workload.creditsAheadOfVcs=1,4"));
    final Object scarceLast = digest(model.set("workload.creditsAheadOfVcs=4,1"));
    assertTrue(!scarceFirst.equals(scarceLast));
    assertEquals(
        scarceFirst,
        digest(model.set("workload.creditsAhead=9 workload.creditsAheadOfVcs=1,4")),
        "the list takes the place of the number");
  }

  private static Object digest(Case model) {
    return model.result().summary().get("digest");
  }

  static LongStream few() {
    return seeds(0, 7);
  }

  static LongStream many() {
    return seeds(1_000, 300);
  }

  private static LongStream seeds(long first, int count) {
    return LongStream.range(0, RandomCases.count(count))
        .map(seed -> RandomCases.first(first) + seed);
  }

  /** All settings are random; credits can be zero where the run need not drain. */
  @ParameterizedTest
  @MethodSource("few")
  void shouldBeTheSameInBothModels(long seed) {
    final Random random = new Random(seed);
    Case drawn = new TnwCases().random(random.nextLong());
    while (drawn.settings().flag("host.ideal")
        || !drawn.settings().word("workload.kind").equals("neighbours")) {
      drawn = new TnwCases().random(random.nextLong());
    }
    final int least = "drained".equals(drawn.values().get("run.end")) ? 1 : 0;
    final List<Long> credits =
        drawn.settings().words("workload.vcs").stream()
            .map(vc -> random.nextLong(least, 5))
            .toList();
    final Case model = drawn.with("workload.creditsAheadOfVcs", credits);
    final RunResult fast = model.result();
    final RunResult reference = model.set("machine.implementation=reference").result();
    for (final String name :
        List.of("digest", "packetsInjected", "linkGoodput", "mismatchedMessages")) {
      assertEquals(
          reference.summary().get(name), fast.summary().get(name), () -> name + " of " + model);
    }
  }

  @ParameterizedTest
  @MethodSource("many")
  @Tag("slow")
  void shouldBeTheSameInBothModelsOfMoreCases(long seed) {
    shouldBeTheSameInBothModels(seed);
  }
}

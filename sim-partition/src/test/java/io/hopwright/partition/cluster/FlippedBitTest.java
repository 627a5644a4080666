package io.hopwright.partition.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.core.window.WindowController.Ending;
import io.hopwright.partition.wire.MalformedMessageException;
import io.hopwright.testkit.TokenRing;
import java.io.IOException;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One bit that changes in transit between two members. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Execution(ExecutionMode.CONCURRENT)
class FlippedBitTest {
  private static final TokenRing RING =
      new TokenRing(
          5, 60, 2, 30, 60, 300, 18, 97, new TokenRing.End(Long.MAX_VALUE, 0, Long.MAX_VALUE));

  /** Number of bytes below what a run sends to either member. */
  private static final int RUN_BYTES = 30_000;

  /**
   * Bytes after those that members send before they know each other; errors in these take long to
   * time out.
   */
  private static final int BEGINNING_BYTES = 4_000;

  static Stream<Arguments> some() {
    return positions(8, BEGINNING_BYTES);
  }

  static Stream<Arguments> many() {
    return positions(240, 0);
  }

  private static Stream<Arguments> positions(int count, int fromByte) {
    final Random random = new Random(count);
    return Stream.generate(
            () ->
                Arguments.of(
                    random.nextBoolean(),
                    random.nextLong((long) fromByte * Byte.SIZE, (long) RUN_BYTES * Byte.SIZE)))
        .limit(count);
  }

  @ParameterizedTest(name = "to the seed {0}, bit {1}")
  @MethodSource("some")
  void shouldGiveNoWrongResult(boolean toSeed, long bit, TestReporter reporter) throws Exception {
    reporter.publishEntry(toSeed + " " + bit, outcome(toSeed, bit));
  }

  @Tag("cluster")
  @ParameterizedTest(name = "to the seed {0}, bit {1}")
  @MethodSource("many")
  void shouldGiveNoWrongResultWhereverItIs(boolean toSeed, long bit, TestReporter reporter)
      throws Exception {
    reporter.publishEntry(toSeed + " " + bit, outcome(toSeed, bit));
  }

  /** Returns the end of a run with a flipped bit. */
  private static String outcome(boolean toSeed, long bit) throws IOException {
    final RunOutcome<TokenRing.Arc> expected = new SequentialExecutor().run(RING, new RunMonitor());
    try (FlippingProxy proxy = new FlippingProxy(bit);
        TestCrew crew =
            new TestCrew(
                toSeed ? TestCrew.behind(proxy) : TestCrew.options(null),
                toSeed ? TestCrew.options(null) : TestCrew.behind(proxy),
                UnaryOperator.identity())) {
      final RunOutcome<TokenRing.Arc> outcome;
      try {
        crew.worker(() -> RING).gather();
        outcome = crew.run(RING, new RunMonitor());
      } catch (MalformedMessageException
          | MemberLostException
          | MemberFailedException
          | RefusedException failure) {
        assertTrue(proxy.flipped(), failure::getMessage);
        return failure.toString();
      }
      if (outcome.ending() == Ending.LOST) {
        assertTrue(proxy.flipped(), outcome::loss);
        return outcome.loss();
      }
      assertEquals(TokenRing.trace(expected), TokenRing.trace(outcome));
      assertEquals(expected.stopTick(), outcome.stopTick());
      assertEquals(expected.ending(), outcome.ending());
      assertEquals(expected.total().packetHops, outcome.total().packetHops);
      return proxy.flipped() ? "right although flipped" : "not flipped";
    }
  }
}

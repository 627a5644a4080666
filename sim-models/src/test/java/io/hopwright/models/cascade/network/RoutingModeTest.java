package io.hopwright.models.cascade.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.cascade.CascadeBench;
import io.hopwright.models.cascade.CascadeSettings;
import io.hopwright.models.testkit.Case;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutingModeTest {
  @ParameterizedTest
  @CsvSource({
    "minimal, 0, false, false",
    "valiant, 2, false, false",
    "adaptive, 0123, true, false",
    "tuned, 0123, true, false",
    "deterministic, 0, false, true",
    "deterministic-valiant, 2, false, true"
  })
  void shouldTakeTheCandidatesOfThePage(
      String word, String candidates, boolean byLoad, boolean deterministic) {
    final RoutingMode mode = policy(word).mode();
    assertEquals(
        candidates,
        IntStream.range(0, 4)
            .filter(mode::has)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining()));
    assertEquals(byLoad, mode.byLoad());
    assertEquals(deterministic, mode.deterministic());
  }

  @Test
  void shouldCountLoadsByWeightAndBias() {
    final RoutingPolicy adaptive = policy("adaptive");
    assertEquals(7, adaptive.cost(adaptive.mode(), 7, 0, false));
    assertEquals(-100_000, adaptive.cost(adaptive.mode(), 0, 0, true));
    assertEquals(
        16L * 2_000_000_000 - 100_000, adaptive.cost(adaptive.mode(), 2_000_000_000, 0, true));
    final RoutingPolicy tuned = policy("tuned");
    assertEquals(3 * 7, tuned.cost(tuned.mode(), 7, 3, false));
    assertEquals(10L * 2_000_000_000 - 100_000, tuned.cost(tuned.mode(), 2_000_000_000, 10, true));
  }

  private static RoutingPolicy policy(String routing) {
    final Case runs =
        CascadeBench.dragonfly(2, 1, 2)
            .with("router.routing", routing)
            .with("router.nonMinimalWeight", 16L)
            .with("router.bias", -100_000L);
    return CascadeSettings.of(runs.settings()).routing();
  }
}

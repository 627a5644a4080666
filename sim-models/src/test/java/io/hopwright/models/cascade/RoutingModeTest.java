package io.hopwright.models.cascade;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hopwright.models.machine.Parameter;
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
    final RoutingMode mode = RoutingMode.of(word);
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
  void shouldHaveAModeForEveryWord() {
    for (Parameter parameter : new Cascade().parameters()) {
      if (parameter.key().equals("router.routing")) {
        assertEquals(
            RoutingMode.values().length,
            parameter.words().stream().map(RoutingMode::of).distinct().count());
      }
    }
  }
}

package io.hopwright.models.draws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.reference.ReferenceDraws;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PurposeTest {
  private static final long SEED = 1;

  @Test
  void shouldHaveANumberForEachPurpose() {
    final Set<Long> draws = new HashSet<>();
    for (Purpose purpose : Purpose.values()) {
      assertTrue(
          draws.add(purpose.draws(SEED).draw(0, 0, 0)),
          () -> "the number of " + purpose + " is taken; give it the next that is free");
    }
  }

  /** Reference models draw for fewer purposes; only they draw for gaps in arbitration. */
  @ParameterizedTest
  @EnumSource
  void shouldHaveTheSameNumberInReferenceModels(ReferenceDraws.Purpose purpose) {
    Stream.of(Purpose.values())
        .filter(same -> same.name().equals(purpose.name()))
        .forEach(
            same ->
                assertEquals(
                    new ReferenceDraws(SEED).draw(purpose, 2, 3, 4),
                    same.draws(SEED).draw(2, 3, 4)));
  }
}

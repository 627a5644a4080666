package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Digests of some runs, as they were when the model was last changed on purpose. A change that
 * alters one changes results: it is marked <b>[Results]</b> in the changelog and says why.
 */
class GoldenDigestTest {
  @ParameterizedTest
  @MethodSource("io.hopwright.models.contract.MachineCases#wanted")
  void shouldKeepItsDigests(MachineCases cases) {
    cases
        .goldens()
        .forEach(
            (digest, run) ->
                assertEquals(digest, run.result().summary().get("digest"), run::toString));
  }
}

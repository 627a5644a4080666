package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Digests of some runs at the last intended change of a model. A change that alters a digest
 * changes results: it is marked <b>[Results]</b> in the changelog, with its reason.
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

package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.run.Network;
import io.hopwright.models.testkit.Case;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The theoretical bound is a result number on every machine whose runs are judged by it. */
class BoundsTest {
  static Stream<Case> cases() {
    return MachineCases.all().stream()
        .flatMap(cases -> Stream.concat(cases.runs(), cases.picked(false)));
  }

  private static Double bound(Network<?> network) {
    return network.unmeasured().summary().get("bounds") instanceof Map<?, ?> bounds
        ? (Double) bounds.get("throughput")
        : null;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void shouldTellTheBoundThatAnOverloadIsOf(Case model) {
    final Network<?> network = model.network();
    final Double bound = bound(network);
    final double overload = network.forecast().overload();
    if (overload == 0) {
      return;
    }
    assertTrue(bound != null && bound > 0, model + ": " + bound);
  }
}

package io.hopwright.models.contract;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.Machines;
import io.hopwright.models.contract.MachineCases.Forecasted;
import io.hopwright.models.run.Costs;
import io.hopwright.models.run.Forecast;
import io.hopwright.models.run.JobForecast;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Forecasts against runs. For jobs the operations and messages are forecast, not their times. A
 * machine with an offered load below the bound keeps up: all of its deliveries are counted.
 */
class ForecastTest {
  static Stream<Forecasted> forecasted() {
    return MachineCases.wanted().flatMap(MachineCases::forecasted);
  }

  /** Returns every third forecast; the slow tests have the others. */
  static Stream<Forecasted> third() {
    return third(true);
  }

  static Stream<Forecasted> others() {
    return third(false);
  }

  private static Stream<Forecasted> third(boolean those) {
    final List<Forecasted> all = forecasted().toList();
    return IntStream.range(0, all.size()).filter(i -> i % 3 == 0 == those).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("others")
  @Tag("slow")
  void shouldComeTrueAsWell(Forecasted expected) {
    shouldComeTrue(expected);
  }

  @ParameterizedTest
  @MethodSource("third")
  void shouldComeTrue(Forecasted expected) {
    check(expected, expected.model().network());
  }

  @Test
  void shouldKnowWhatEveryMachineCosts() {
    for (Machine machine : Machines.all()) {
      final Costs costs = MachineCases.of(machine).busy().network().costs();
      assertTrue(costs.measured(), machine.name());
      assertTrue(costs.memory().busy() > costs.memory().rest(), machine.name());
    }
  }

  private static <P extends Partition> void check(Forecasted expected, Network<P> network) {
    final RunOutcome<P> outcome = new SequentialExecutor().run(network, new RunMonitor());
    final Forecast forecast = network.forecast();
    final JobForecast jobs = network.jobs();
    if (jobs.ranks() > 0) {
      assertWithin(
          new Forecasted(1, 1, expected.model()),
          outcome.total().operationsDone / (double) jobs.operations(),
          "operations");
    } else {
      assertWithin(expected, outcome.stopTick() / forecast.ticks(), "ticks");
    }
    assertWithin(expected, outcome.total().packetHops / forecast.packetHops(), "packet-hops");
    if (forecast.overload() > 0 && forecast.overload() < 1) {
      assertNotEquals(
          true,
          network.result(outcome).summary().get("saturated"),
          () -> forecast.overload() + " of what theory allows saturates " + expected.model());
    }
  }

  private static void assertWithin(Forecasted expected, double share, String what) {
    assertTrue(
        share >= expected.least() && share <= expected.most(),
        () -> share + " of the " + what + " of " + expected.model());
  }
}

package io.hopwright.models.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.core.window.Partition;
import io.hopwright.core.window.RunMonitor;
import io.hopwright.core.window.RunOutcome;
import io.hopwright.core.window.SequentialExecutor;
import io.hopwright.models.Machines;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forecasts against runs. */
class ForecastTest {
  private final Map<String, Object> settings = new LinkedHashMap<>();

  private ForecastTest with(String key, Object value) {
    settings.put(key, value);
    return this;
  }

  private Network<?> network(String name) {
    final Machine machine =
        Machines.all().stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
    return machine.network(Settings.of(machine.parameters(), settings));
  }

  private static <P extends Partition> void check(Network<P> network, double least, double most) {
    final RunOutcome<P> outcome = new SequentialExecutor().run(network, new RunMonitor());
    final Forecast forecast = network.forecast();
    final double hops = outcome.total().packetHops / forecast.packetHops();
    final double ticks = outcome.stopTick() / forecast.ticks();
    assertTrue(hops >= least && hops <= most, () -> hops + " of the packet-hops of " + forecast);
    assertTrue(ticks >= least && ticks <= most, () -> ticks + " of the ticks of " + forecast);
  }

  private ForecastTest torus(String kind) {
    return with("machine.shape", List.of(6L, 4L, 4L))
        .with("workload.kind", kind)
        .with("run.warmupTicks", 10_000L)
        .with("run.ticks", 40_000L);
  }

  @ParameterizedTest(name = "{0} at {1}")
  @CsvSource({
    "uniform, 0.3",
    "uniform, 0.5",
    "hot-region, 0.2",
    "neighbour, 0.5",
    "broadcast, 0.4"
  })
  void shouldKnowAnOpenLoopOnATorus(String kind, double load) {
    check(
        torus(kind)
            .with("workload.load", load)
            .with("workload.hotBox", List.of(2L, 2L, 2L))
            .network("bluegene-l"),
        0.9,
        1.1);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"uniform", "hot-region", "neighbour", "broadcast"})
  void shouldKnowSaturatedSourcesOnATorus(String kind) {
    check(
        torus(kind)
            .with("workload.load", "saturated")
            .with("workload.hotBox", List.of(2L, 2L, 2L))
            .network("bluegene-l"),
        0.7,
        1.3);
  }

  @Test
  void shouldCountEveryHopOfAnAllToAll() {
    final Network<?> network = torus("all-to-all").with("run.end", "drained").network("bluegene-l");
    assertEquals(96 * (6 / 2 * 3 * 16 + 2 * (2 * 2 * 24)), network.forecast().packetHops(), 1e-6);
    check(network, 0.9, 1.5);
  }

  @ParameterizedTest(name = "{0}, {1} phases, {2}")
  @CsvSource({"0.5, one, ticks", "0.8, one, ticks", "0.8, one, drained", "0.8, two, drained"})
  void shouldKnowAPacedAllToAll(double pace, String phases, String end) {
    final ForecastTest paced =
        torus("all-to-all")
            .with("machine.shape", List.of(8L, 8L, 4L))
            .with("injection.pace", pace)
            .with("injection.phases", phases)
            .with("run.end", end);
    check(paced.network("bluegene-l"), 0.9, 1.1);
  }

  @Test
  void shouldNotExpectMorePacketsThanAnAllToAllHas() {
    final Network<?> network =
        torus("all-to-all").with("run.ticks", 1_000_000L).network("bluegene-l");
    check(network, 0.999, 1.001);
    assertTrue(network.forecast().load() < 0.1, "idle most of the time");
  }

  @Test
  void shouldFollowEveryPacketOfAProbe() {
    check(torus("probe").with("run.end", "drained").network("bluegene-l"), 0.9, 1.1);
  }

  @Test
  void shouldKnowWhenEnoughPacketsAreDelivered() {
    check(
        torus("uniform")
            .with("workload.load", 0.5)
            .with("run.end", "packets")
            .with("run.packets", 20_000L)
            .network("bluegene-l"),
        0.9,
        1.1);
  }

  @Test
  void shouldExpectHighPriorityBesideTheRest() {
    check(
        torus("uniform")
            .with("workload.load", 0.2)
            .with("workload.highPriorityLoad", 0.2)
            .network("bluegene-l"),
        0.9,
        1.1);
  }

  private ForecastTest dragonfly(String kind, String routing) {
    return with("machine.groups", 3L)
        .with("machine.chassisPerGroup", 2L)
        .with("machine.bladesPerChassis", 4L)
        .with("workload.kind", kind)
        .with("router.routing", routing)
        .with("run.warmupTicks", 100_000L)
        .with("run.ticks", 300_000L)
        .with("run.followTicks", 0L)
        .with("run.gridTicks", 20_000L);
  }

  @ParameterizedTest(name = "{0}, {1}, at {2}")
  @CsvSource({
    "uniform, minimal, 0.2", "uniform, valiant, 0.1", "uniform, adaptive, 0.2",
    "permutation, minimal, 0.1", "group-shift, minimal, 0.05", "group-shift, valiant, 0.05"
  })
  void shouldKnowAnOpenLoopOnADragonfly(String kind, String routing, double load) {
    check(dragonfly(kind, routing).with("workload.load", load).network("cascade"), 0.75, 1.25);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "uniform, minimal", "uniform, valiant", "uniform, adaptive",
    "group-shift, minimal", "group-shift, valiant", "group-shift, adaptive"
  })
  void shouldKnowSaturatedSourcesOnADragonfly(String kind, String routing) {
    check(dragonfly(kind, routing).with("workload.load", "saturated").network("cascade"), 0.5, 2);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"all-to-all", "all-to-all-random"})
  void shouldCountThePacketsOfAnAllToAllOnADragonfly(String kind) {
    check(dragonfly(kind, "minimal").with("run.ticks", 1_000_000L).network("cascade"), 0.9, 1.1);
  }

  @Test
  void shouldRefuseNonsense() {
    assertThrows(IllegalArgumentException.class, () -> new Forecast(1, -1, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new Forecast(Double.NaN, 1, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new Forecast(1, 1, 1.1, 0));
  }
}

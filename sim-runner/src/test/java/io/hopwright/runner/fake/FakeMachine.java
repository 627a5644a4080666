package io.hopwright.runner.fake;

import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.measure.Metric;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.tables.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Machine with a parameter of every kind. Its job results are invented, and its partitions count
 * ticks or fail on demand.
 */
public final class FakeMachine extends Machine {
  static final List<Metric> SUMMARY =
      List.of(
          metric("seed", "", Metric.Role.IDENTITY),
          metric("digest", "", Metric.Role.IDENTITY),
          metric("linkUtilization", "", Metric.Role.LOAD, Metric.Role.HIGHLIGHT),
          new Metric(
              "responseTicks",
              "ticks",
              "Response time",
              "of nobody",
              "",
              List.of(Metric.MEAN, Metric.P99),
              Set.of(Metric.Role.RESPONSE)));

  static final List<Metric> SERIES =
      List.of(
          metric("from", "ticks", Metric.Role.TIME),
          metric("to", "ticks", Metric.Role.TIME),
          metric("share", ""));

  static final String NOWHERE = "nowhere";

  private static final Key<Integer> VC_BYTES =
      Key.bytes("router.vcBytes", 1024, 256, 4032, 32).meaning("buffer").source(NOWHERE);
  private static final Key<Integer> ESCAPE_VC_BYTES =
      Key.bytes("router.escapeVcBytes", null, 512, 4032, 32).meaning("escape").source(NOWHERE);

  private static final List<Component> COMPONENTS =
      List.of(
          Component.of("topology", FakeNetwork.SHAPE),
          Component.of("partition", FakeNetwork.COUNT),
          Component.of(
              "switch",
              VC_BYTES,
              ESCAPE_VC_BYTES,
              Key.delay("router.regrantTicks", 0, 0, 32).meaning("dead ticks").source(NOWHERE),
              FakeNetwork.SHARE,
              Key.flag("router.jsq", false).meaning("switch").source(NOWHERE)),
          Component.of(
              "workload",
              Key.bytesList("workload.packetBytes", List.of(256), 32, 256, 32)
                  .meaning("sizes")
                  .source(NOWHERE),
              FakeNetwork.KIND),
          JobKeys.COMPONENT,
          JobKeys.COLLECTIVES,
          RunPlan.COMPONENT);

  private final AtomicInteger networks = new AtomicInteger();
  private final Runnable building;
  private final Runnable simulating;

  /** Creates a machine without callbacks. */
  public FakeMachine() {
    this(() -> {}, () -> {});
  }

  /** Creates a machine that runs {@code building} and {@code simulating} with its partitions. */
  public FakeMachine(Runnable building, Runnable simulating) {
    super("fake", "a machine for tests", NOWHERE, COMPONENTS);
    this.building = building;
    this.simulating = simulating;
  }

  /** Returns the number of networks that this machine has built. */
  public int networks() {
    return networks.get();
  }

  private static Metric metric(String name, String unit, Metric.Role... roles) {
    return new Metric(name, unit, name, name + " of nobody", "", List.of(), Set.of(roles));
  }

  @Override
  public RunResult results() {
    return new RunResult(SUMMARY, Map.of(), SERIES, List.of(), Map.of(), Map.of());
  }

  @Override
  public Network<?> network(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        settings.get(VC_BYTES) > settings.find(ESCAPE_VC_BYTES).orElse(4032),
        VC_BYTES,
        "is above router.escapeVcBytes; use less");
    problems.throwIfAny();
    networks.incrementAndGet();
    return new FakeNetwork(settings, RunPlan.of(settings, 18), building, simulating);
  }
}

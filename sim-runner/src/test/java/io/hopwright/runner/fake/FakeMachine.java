package io.hopwright.runner.fake;

import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.Parameter;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import java.util.List;

/**
 * A machine with a parameter of every kind, whose partitions count ticks or misbehave on demand.
 */
public final class FakeMachine implements Machine {
  private static final String NOWHERE = "nowhere";

  private final Runnable building;
  private final Runnable simulating;

  /** Creates a machine that nobody watches. */
  public FakeMachine() {
    this(() -> {}, () -> {});
  }

  /** Creates a machine that runs {@code building} and {@code simulating} with its partitions. */
  public FakeMachine(Runnable building, Runnable simulating) {
    this.building = building;
    this.simulating = simulating;
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public String title() {
    return "a machine for tests";
  }

  @Override
  public String source() {
    return NOWHERE;
  }

  @Override
  public List<Parameter> ownParameters() {
    return List.of(
        Parameter.shape("machine.shape", 3, 3, List.of(2L, 2L, 2L), 64, "extents", NOWHERE),
        Parameter.integer("partition.count", 2L, 1, 16, "partitions", NOWHERE),
        Parameter.bytes("router.vcBytes", 1024L, 256, 4032, 32, "buffer", NOWHERE),
        Parameter.bytes("router.escapeVcBytes", null, 512, 4032, 32, "escape", NOWHERE),
        Parameter.ticks("router.regrantTicks", 0L, 0, 32, "dead ticks", NOWHERE),
        Parameter.number("router.slqFraction", 0.0, 0, 1, "share", NOWHERE),
        Parameter.flag("router.jsq", false, "switch", NOWHERE),
        Parameter.bytesList("workload.packetBytes", List.of(256L), 32, 256, 32, "sizes", NOWHERE),
        Parameter.word(
            "workload.kind",
            "normal",
            List.of(
                new Parameter.Word("normal", "they count ticks"),
                new Parameter.Word("stall", "they wait for ever"),
                new Parameter.Word("fail", "they break an invariant"),
                new Parameter.Word("memory", "they run out of memory")),
            "what the partitions do",
            NOWHERE));
  }

  @Override
  public Network<?> network(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        settings.integer("router.vcBytes") > settings.integer("router.escapeVcBytes", 4032),
        "router.vcBytes",
        "is above router.escapeVcBytes; use less");
    problems.throwIfAny();
    return new FakeNetwork(settings, RunPlan.of(settings, 18), building, simulating);
  }
}

package io.hopwright.models.bluegene;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.Key.Choice;
import io.hopwright.models.machine.Machine;
import io.hopwright.models.machine.Network;
import io.hopwright.models.machine.RunPlan;
import io.hopwright.models.machine.RunResult;
import io.hopwright.models.machine.Settings;
import io.hopwright.models.machine.SettingsException;
import java.util.List;

/** BlueGene/L: its parts, and the network they make up. */
public final class BlueGeneL implements Machine {
  static final String PAPER = "Blumrich et al. 2003, section ";

  /** The dimensions by number. */
  static final List<Choice<Integer>> AXES =
      List.of(
          new Choice<>(0, "x", "dimension x"),
          new Choice<>(1, "y", "dimension y"),
          new Choice<>(2, "z", "dimension z"));

  private static final Key<String> IMPLEMENTATION =
      Key.choice(
          "machine.implementation",
          "fast",
          List.of(
              new Choice<>("fast", "fast", "the simulator proper, in parallel"),
              new Choice<>(
                  "reference",
                  "reference",
                  "a naive model written from the rules alone, which gives the same digest a"
                      + " hundred times slower, in one partition whatever partition.shape is"),
              new Choice<>(
                  "pipelined",
                  "pipelined",
                  "the naive model with a tick for each of the three phases of arbitration, as in"
                      + " hardware")),
          "what simulates the machine",
          RunPlan.SOURCE);
  private static final Key<Double> GAP_PROBABILITY =
      Key.number(
          "reference.gapProbability",
          0,
          0,
          1,
          "for machine.implementation = reference and pipelined: chance that a receiver in"
              + " which nothing could go on in one tick asks for nothing in the next",
          PAPER + "4: an arbitration gap of the hardware; its size is ASSUMED");

  @Override
  public String name() {
    return "bluegene-l";
  }

  @Override
  public String title() {
    return "BlueGene/L: three-dimensional torus, virtual cut-through, adaptive bubble router";
  }

  @Override
  public String source() {
    return "M. Blumrich et al., Design and Analysis of the BlueGene/L Torus Interconnection Network,"
        + " IBM Research Report, 2003";
  }

  @Override
  public List<Component> components() {
    return List.of(
        BlueGeneSettings.TOPOLOGY,
        BlueGeneSettings.PARTITION,
        Component.of("reference", IMPLEMENTATION, GAP_PROBABILITY),
        BlueGeneWorkload.COMPONENT,
        BlueGeneRouting.COMPONENT,
        BlueGeneRouter.SWITCH,
        BlueGeneRouter.LINK,
        BlueGeneHost.COMPONENT,
        BlueGeneObservation.COMPONENT,
        RunPlan.COMPONENT);
  }

  @Override
  public RunResult results() {
    return BlueGeneMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    final SettingsException.Collector problems = new SettingsException.Collector();
    final ReferenceSettings reference = new ReferenceSettings(settings);
    problems.during(reference::check);
    final BlueGeneNetwork fast = problems.get(() -> BlueGeneNetwork.of(settings));
    problems.throwIfAny();
    return reference.wanted() ? new ReferenceNetwork(fast, reference.config(fast.run())) : fast;
  }
}

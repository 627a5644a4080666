package io.hopwright.models.bluegene;

import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.KeyScope;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.messaging.jobs.JobKeys;
import io.hopwright.models.run.Implementation;
import io.hopwright.models.run.Machine;
import io.hopwright.models.run.Network;
import io.hopwright.models.run.RunPlan;
import io.hopwright.models.tables.RunResult;
import java.util.List;

/** BlueGene/L: its components and the network built from them. */
public final class BlueGeneL extends Machine {
  static final String PAPER = "Blumrich et al. 2003, section ";

  /** The dimensions by number. */
  static final List<Choice<Integer>> AXES =
      List.of(
          new Choice<>(0, "x", "dimension x"),
          new Choice<>(1, "y", "dimension y"),
          new Choice<>(2, "z", "dimension z"));

  /** Creates the machine. */
  public BlueGeneL() {
    super(
        "bluegene-l",
        "BlueGene/L: three-dimensional torus, virtual cut-through, adaptive bubble router",
        "M. Blumrich et al., Design and Analysis of the BlueGene/L Torus Interconnection Network,"
            + " IBM Research Report, 2003",
        List.of(
            BlueGeneSettings.TOPOLOGY,
            BlueGeneSettings.PARTITION,
            BlueGeneImplementation.COMPONENT,
            BlueGeneWorkload.COMPONENT,
            BlueGeneRouting.COMPONENT,
            BlueGeneRouter.Switch.KEYS.component("switch"),
            BlueGeneRouter.Link.KEYS.component("link"),
            BlueGeneHost.KEYS.component("host"),
            BlueGeneObservation.COMPONENT,
            BlueGeneSettings.SOFTWARE_COMPONENT,
            JobKeys.COMPONENT,
            JobKeys.COLLECTIVES,
            RunPlan.WITH_JOBS));
  }

  @Override
  public List<KeyScope> scopes() {
    return BlueGeneSettings.SCOPES;
  }

  @Override
  public RunResult results() {
    return BlueGeneMetrics.most();
  }

  @Override
  public Network<?> network(Settings settings) {
    return Implementation.network(
        this,
        settings,
        BlueGeneImplementation.unknown(settings),
        () -> BlueGeneNetwork.of(settings));
  }
}

package io.hopwright.models.bluegene;

import io.hopwright.models.bluegene.faults.FailedParts;
import io.hopwright.models.bluegene.faults.PathsAroundFailures;
import io.hopwright.models.declare.Component;
import io.hopwright.models.declare.Key;
import io.hopwright.models.declare.Key.Choice;
import io.hopwright.models.declare.Settings;
import io.hopwright.models.declare.SettingsException;
import io.hopwright.models.topology.Torus;
import java.util.List;

/**
 * Routing of packets.
 *
 * @param dimensionOrder whether all packets go first in x, then y, then z, on the escape VC
 * @param plusOnTies whether all packets that go half around a ring go in + direction
 * @param around paths around failed components; null if there are none
 */
record BlueGeneRouting(boolean dimensionOrder, boolean plusOnTies, PathsAroundFailures around) {
  /** All pairs of nodes are looked at. */
  private static final int MOST_AROUND = 65_536;

  private static final Key<Boolean> STATIC =
      Key.choice(
              "router.routing",
              false,
              new Choice<>(false, "dynamic", "minimal adaptive on dynamic VCs, with an escape VC"),
              new Choice<>(true, "static", "x, then y, then z, on the escape VC"))
          .meaning("routing of packets")
          .source(BlueGeneL.PAPER + "2");
  private static final Key<Boolean> HINT_REGISTERS =
      Key.choice(
              "router.hintBits",
              false,
              new Choice<>(false, "software", "at random"),
              new Choice<>(true, "registers", "range registers, always +"))
          .meaning("choice between two equally short directions of a ring")
          .source(BlueGeneL.PAPER + "2; the random choice is ASSUMED");

  static final Component COMPONENT = Component.of("routing", STATIC, HINT_REGISTERS);

  /**
   * Reads the settings.
   *
   * @throws SettingsException if there is something dead that cannot be, or led around
   */
  static BlueGeneRouting of(Settings settings, Torus torus) {
    final boolean ordered = settings.get(STATIC);
    final FailedParts dead = FailedParts.of(settings, torus);
    if (dead == null) {
      return new BlueGeneRouting(ordered, settings.get(HINT_REGISTERS), null);
    }
    final List<List<Integer>> order = settings.get(BlueGeneRouter.ESCAPE_ORDER);
    final SettingsException.Collector problems = new SettingsException.Collector();
    problems.when(
        order.get(0).size() == 1,
        BlueGeneRouter.ESCAPE_ORDER,
        "names directions, but detours around failed components need an order of"
            + " dimensions; name x, y and z");
    problems.when(
        torus.nodes() > MOST_AROUND,
        dead.saidBy(),
        ("need detours around failed components, which are computed for at most %s"
                    + " nodes, but %s has %s; use")
                .formatted(MOST_AROUND, torus, torus.nodes())
            + " a smaller machine.shape");
    problems.throwIfAny();
    final int[] dimensions = order.stream().mapToInt(ports -> ports.get(0) / 2).toArray();
    return new BlueGeneRouting(
        ordered,
        settings.get(HINT_REGISTERS),
        new PathsAroundFailures(torus, dead, dimensions, ordered));
  }
}

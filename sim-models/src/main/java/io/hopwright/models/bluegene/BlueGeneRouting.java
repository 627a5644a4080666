package io.hopwright.models.bluegene;

import io.hopwright.models.machine.Component;
import io.hopwright.models.machine.Key;
import io.hopwright.models.machine.Key.Choice;
import io.hopwright.models.machine.Settings;
import java.util.List;

/**
 * How packets choose their way.
 *
 * @param dimensionOrder whether all go first in x, then y, then z, on the escape VC
 * @param plusOnTies whether packets that go half around a ring all go in + direction
 */
record BlueGeneRouting(boolean dimensionOrder, boolean plusOnTies) {
  private static final Key<Boolean> STATIC =
      Key.choice(
          "router.routing",
          false,
          List.of(
              new Choice<>(false, "dynamic", "minimal adaptive on dynamic VCs, with an escape VC"),
              new Choice<>(true, "static", "x, then y, then z, on the escape VC")),
          "how packets choose their way",
          BlueGeneL.PAPER + "2");
  private static final Key<Boolean> HINT_REGISTERS =
      Key.choice(
          "router.hintBits",
          false,
          List.of(
              new Choice<>(false, "software", "at random"),
              new Choice<>(true, "registers", "range registers, always +")),
          "who chooses between two equally short ways around a ring",
          BlueGeneL.PAPER + "2; the random choice is ASSUMED");

  static final Component COMPONENT = Component.of("routing", STATIC, HINT_REGISTERS);

  /** Reads the settings. */
  static BlueGeneRouting of(Settings settings) {
    return new BlueGeneRouting(settings.get(STATIC), settings.get(HINT_REGISTERS));
  }
}

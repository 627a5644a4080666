package io.hopwright.models.reference.pcie;

import io.hopwright.models.pcie.Pcie;
import io.hopwright.models.testkit.Case;

/** Keys of a machine, by the names of {@code docs/models/pcie.md}. Immutable. */
record PcieTestMachine(Case settings) {
  /** Returns a machine with the given keys and values, in pairs. */
  static PcieTestMachine of(Object... keysAndValues) {
    return new PcieTestMachine(Case.of(new Pcie()).with(keysAndValues));
  }

  /** Returns the same machine with other values for keys, in pairs. */
  PcieTestMachine with(Object... keysAndValues) {
    return new PcieTestMachine(settings.with(keysAndValues));
  }

  ReferencePcie build() {
    return build(new PcieRules());
  }

  /** Returns a machine with other rules. */
  ReferencePcie build(PcieRules rules) {
    return new ReferencePcie(new PcieParameters(settings.settings()), rules);
  }

  /** Runs until no event is pending. */
  static ReferencePcie drain(ReferencePcie machine) {
    while (machine.nextEffectTick() < Long.MAX_VALUE) {
      machine.run(machine.nextEffectTick() + 1_000);
      machine.checkConservation();
    }
    return machine;
  }
}

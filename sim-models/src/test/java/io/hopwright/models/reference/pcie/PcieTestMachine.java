package io.hopwright.models.reference.pcie;

import java.util.HashMap;
import java.util.Map;

/** Keys of a machine, by the names of {@code docs/models/pcie.md}. Immutable. */
record PcieTestMachine(Map<String, Object> keys) {
  /** A machine with keys, in pairs. */
  static PcieTestMachine of(Object... keysAndValues) {
    return new PcieTestMachine(Map.of()).with(keysAndValues);
  }

  /** Returns the same machine with other values for keys, in pairs. */
  PcieTestMachine with(Object... keysAndValues) {
    final Map<String, Object> more = new HashMap<>(keys);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      more.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return new PcieTestMachine(more);
  }

  ReferencePcie build() {
    return build(new PcieRules());
  }

  /** Returns a machine that plays by some rules. */
  ReferencePcie build(PcieRules rules) {
    return new ReferencePcie(new PcieParameters(keys), rules);
  }

  /** Runs until nothing can happen any more. */
  static ReferencePcie drain(ReferencePcie machine) {
    while (machine.nextEffectTick() < Long.MAX_VALUE) {
      machine.run(machine.nextEffectTick() + 1_000);
      machine.checkConservation();
    }
    return machine;
  }
}

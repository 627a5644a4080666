package io.hopwright.models.reference.tofu;

import io.hopwright.models.testkit.Case;
import io.hopwright.models.tofu.Tofu;
import java.util.List;

/** Keys of a machine, by the names of {@code docs/models/tofu.md}. Immutable. */
record TofuTestMachine(Case keys, long bornBefore) {
  /** Returns a machine of a shape with default keys. */
  static TofuTestMachine of(int x, int y, int z) {
    return new TofuTestMachine(
        Case.of(new Tofu()).with("machine.shape", List.of(x, y, z)), Long.MAX_VALUE);
  }

  /** Returns the same machine with other values for keys, in pairs. */
  TofuTestMachine with(Object... keysAndValues) {
    return new TofuTestMachine(keys.with(keysAndValues), bornBefore);
  }

  /** Returns the same machine without packets generated from a tick on. */
  TofuTestMachine bornBefore(long tick) {
    return new TofuTestMachine(keys, tick);
  }

  TofuParameters parameters() {
    return new TofuParameters(keys.settings(), bornBefore);
  }

  ReferenceTofuTopology topology() {
    return new ReferenceTofuTopology(parameters());
  }

  ReferenceTofu build() {
    return new ReferenceTofu(parameters(), null, List.of());
  }

  /** Runs until no event is pending. */
  static void drain(ReferenceTofu machine) {
    while (machine.nextEffectTick() != Long.MAX_VALUE) {
      machine.run(machine.nextEffectTick() + 100);
      machine.checkConservation();
    }
  }
}

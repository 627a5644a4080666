package io.hopwright.models.reference.tofu;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keys of a machine, by the names of {@code docs/models/tofu.md}. Immutable. */
record TofuTestMachine(Map<String, Object> keys, long bornBefore) {
  /** A machine of a shape without other keys. */
  static TofuTestMachine of(int x, int y, int z) {
    return new TofuTestMachine(Map.of("machine.shape", List.of(x, y, z)), Long.MAX_VALUE);
  }

  /** Returns the same machine with other values for keys, in pairs. */
  TofuTestMachine with(Object... keysAndValues) {
    final Map<String, Object> more = new HashMap<>(keys);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      more.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return new TofuTestMachine(more, bornBefore);
  }

  /** Returns the same machine in which nothing is born from a tick on. */
  TofuTestMachine bornBefore(long tick) {
    return new TofuTestMachine(keys, tick);
  }

  TofuParameters parameters() {
    return new TofuParameters(keys, bornBefore);
  }

  ReferenceTofuTopology topology() {
    return new ReferenceTofuTopology(parameters());
  }

  ReferenceTofu build() {
    return new ReferenceTofu(parameters());
  }

  /** Runs until nothing can happen any more. */
  static void drain(ReferenceTofu machine) {
    while (machine.nextEffectTick() != Long.MAX_VALUE) {
      machine.run(machine.nextEffectTick() + 100);
      machine.checkConservation();
    }
  }
}

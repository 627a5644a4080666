package io.hopwright.models.reference.extoll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keys of a machine, by the names of {@code docs/models/extoll.md}. Immutable. */
record ExtollTestMachine(Map<String, Object> keys, long bornBefore) {
  /** A machine of a shape without other keys. */
  static ExtollTestMachine of(int kx, int ky, int kz) {
    return new ExtollTestMachine(Map.of("machine.shape", List.of(kx, ky, kz)), Long.MAX_VALUE);
  }

  /** Returns the same machine with other values for keys, in pairs. */
  ExtollTestMachine with(Object... keysAndValues) {
    final Map<String, Object> more = new HashMap<>(keys);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      more.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return new ExtollTestMachine(more, bornBefore);
  }

  /** Returns the same machine in which nothing is born from a tick on. */
  ExtollTestMachine bornBefore(long tick) {
    return new ExtollTestMachine(keys, tick);
  }

  ExtollParameters parameters() {
    return new ExtollParameters(keys, bornBefore);
  }

  ReferenceExtollTopology topology() {
    return new ReferenceExtollTopology(parameters());
  }

  ReferenceExtoll build() {
    return new ReferenceExtoll(parameters());
  }

  /** Returns a machine that plays by other rules. */
  ReferenceExtoll build(ExtollRules rules) {
    return new ReferenceExtoll(parameters(), rules);
  }

  /** Runs until nothing can happen any more. */
  static ReferenceExtoll drain(ReferenceExtoll machine) {
    while (machine.nextEffectTick() != Long.MAX_VALUE) {
      machine.run(machine.nextEffectTick() + 1_000);
      machine.checkConservation();
    }
    return machine;
  }

  /** Has nodes and events of a tick take their turns forwards and backwards: nothing may differ. */
  void assertSameBackwards() {
    final ReferenceExtoll there = build();
    final ReferenceExtoll back = build();
    back.goBackwards();
    drain(there);
    drain(back);
    assertTrue(there.isHome());
    assertEquals(there.digest(), back.digest());
    assertEquals(there.counts(), back.counts());
  }
}

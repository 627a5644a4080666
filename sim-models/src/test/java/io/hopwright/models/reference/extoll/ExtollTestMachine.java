package io.hopwright.models.reference.extoll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hopwright.models.extoll.Extoll;
import io.hopwright.models.testkit.Case;
import java.util.List;

/** Keys of a machine, by the names of {@code docs/models/extoll.md}. Immutable. */
record ExtollTestMachine(Case keys, long bornBefore) {
  /** Returns a machine of a shape with default keys. */
  static ExtollTestMachine of(int kx, int ky, int kz) {
    return new ExtollTestMachine(
        Case.of(new Extoll()).with("machine.shape", List.of(kx, ky, kz)), Long.MAX_VALUE);
  }

  /** Returns the same machine with other values for keys, in pairs. */
  ExtollTestMachine with(Object... keysAndValues) {
    return new ExtollTestMachine(keys.with(keysAndValues), bornBefore);
  }

  /** Returns the same machine without packets generated from a tick on. */
  ExtollTestMachine bornBefore(long tick) {
    return new ExtollTestMachine(keys, tick);
  }

  ExtollParameters parameters() {
    return new ExtollParameters(keys.settings(), bornBefore);
  }

  ReferenceExtollTopology topology() {
    return new ReferenceExtollTopology(parameters());
  }

  ReferenceExtoll build() {
    return build(new ExtollRules());
  }

  /** Returns a machine with other rules. */
  ReferenceExtoll build(ExtollRules rules) {
    return new ReferenceExtoll(parameters(), rules, null, List.of());
  }

  /** Runs until no event is pending. */
  static ReferenceExtoll drain(ReferenceExtoll machine) {
    while (machine.nextEffectTick() != Long.MAX_VALUE) {
      machine.run(machine.nextEffectTick() + 1_000);
      machine.checkConservation();
    }
    return machine;
  }

  /**
   * Checks that the result is the same if nodes and events of a tick are processed in reverse
   * order.
   */
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
